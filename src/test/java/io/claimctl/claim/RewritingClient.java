package io.claimctl.claim;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** A client whose writes become others on their way: plain commands, and the filters of {@code deleteMany}. */
final class RewritingClient {
    private static final List<Class<?>> VIEWS = List.of(MongoDatabase.class, MongoCollection.class);

    private RewritingClient() {}

    static MongoClient of(MongoClient client, UnaryOperator<BsonDocument> rewrite) {
        return view(MongoClient.class, client, rewrite);
    }

    private static <T> T view(Class<T> type, Object plain, UnaryOperator<BsonDocument> rewrite) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("runCommand") && arguments[0] instanceof BsonDocument command) {
                        arguments[0] = rewrite.apply(command.clone());
                    } else if (method.getName().equals("deleteMany")) {
                        arguments[0] = rewritten((BsonDocument) arguments[0], rewrite);
                    }
                    try {
                        Object result = method.invoke(plain, arguments);
                        for (Class<?> view : VIEWS) {
                            if (view.isInstance(result)) {
                                return view(view, result, rewrite);
                            }
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static BsonDocument rewritten(BsonDocument filter, UnaryOperator<BsonDocument> rewrite) {
        BsonDocument one = new BsonDocument("q", filter.clone());
        BsonDocument command =
                new BsonDocument("delete", new BsonString("")).append("deletes", new BsonArray(List.of(one)));
        return rewrite.apply(command).getArray("deletes").get(0).asDocument().getDocument("q");
    }
}
