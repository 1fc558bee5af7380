package io.claimctl.doctor;

/** A privilege action of the server, as {@link CommandPrivileges} need them. */
public enum Action {
    FIND("find", false),
    INSERT("insert", false),
    UPDATE("update", false),
    REMOVE("remove", false),
    LIST_INDEXES("listIndexes", false),
    CREATE_INDEX("createIndex", false),
    CREATE_COLLECTION("createCollection", false),
    LIST_COLLECTIONS("listCollections", true);

    private final String word;
    private final boolean ofDatabase;

    Action(String word, boolean ofDatabase) {
        this.word = word;
        this.ofDatabase = ofDatabase;
    }

    /** Its name on the server. */
    public String word() {
        return word;
    }

    /** Whether it is granted on the whole database, and not on the collection alone. */
    public boolean ofDatabase() {
        return ofDatabase;
    }

    @Override
    public String toString() {
        return word;
    }
}
