package io.claimctl.cli.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

/**
 * The signals of this process, had from {@code sun.misc.Signal}, which nothing replaces. It is called by its name, since
 * the compiler warns of it in a way that cannot be turned off.
 */
final class ProcessSignals implements Signals {
    private static final List<String> NAMES = List.of("HUP", "INT", "TERM", "USR1", "USR2");

    @Override
    public void listen(Consumer<Caught> listener) {
        for (String name : NAMES) {
            try {
                listen(name, listener);
            } catch (InvocationTargetException notToBeHad) {
                // -Xrs
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this Java lets no signals be handled", e);
            }
        }
    }

    private static void listen(String name, Consumer<Caught> listener) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> handlers = Class.forName("sun.misc.SignalHandler");
        Object signal = signals.getConstructor(String.class).newInstance(name);
        Caught caught = new Caught(name, (int) signals.getMethod("getNumber").invoke(signal));
        Object teller = Proxy.newProxyInstance(
                handlers.getClassLoader(), new Class<?>[] {handlers}, (self, method, arguments) -> {
                    listener.accept(caught);
                    return null;
                });
        Method handle = signals.getMethod("handle", signals, handlers);
        Object ignoring = handlers.getField("SIG_IGN").get(null);
        if (handle.invoke(null, signal, teller) == ignoring) {
            handle.invoke(null, signal, ignoring);
        }
    }

    @Override
    public boolean fromTerminal() {
        return ForegroundGroup.holdsThisProcess();
    }
}
