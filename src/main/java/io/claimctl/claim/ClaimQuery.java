package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which claims to list, and in which order. Every condition that is null or empty lets all pass; those given must all
 * hold. Immutable: {@code ClaimQuery.all().withStatus(…).withLimit(…)}.
 */
public final class ClaimQuery {

    /** The order of a list; the first is the reference's, and the only one that has pages. */
    public enum Sort {
        /** By {@code updated_at}, then {@code _id}; rows without a date there come first, by {@code _id}. */
        UPDATED,
        /** By {@code _id}. */
        ID,
        /** By {@code expires_at}. */
        EXPIRES
    }

    final Set<String> statuses;
    final @Nullable String eventName;
    final @Nullable String worker;
    final @Nullable String instance;
    final @Nullable String idPrefix;
    final @Nullable Duration olderThan;
    final @Nullable Instant createdFrom;
    final @Nullable Instant createdTo;
    final @Nullable PayloadFilter payload;
    final @Nullable Long limit;
    final @Nullable PageCursor after;
    final Sort sort;
    final boolean descending;

    private ClaimQuery(Builder b) {
        this.statuses = Set.copyOf(b.statuses);
        this.eventName = b.eventName;
        this.worker = b.worker;
        this.instance = b.instance;
        this.idPrefix = b.idPrefix;
        this.olderThan = b.olderThan;
        this.createdFrom = b.createdFrom;
        this.createdTo = b.createdTo;
        this.payload = b.payload;
        this.limit = b.limit;
        this.after = b.after;
        this.sort = b.sort;
        this.descending = b.descending;
    }

    /** Whether it names nothing but which claims: no age, state or payload, and no page. */
    boolean isOnlyWhich() {
        return statuses.isEmpty() && olderThan == null && payload == null && isUnordered();
    }

    /** Whether it names conditions only: no limit, no cursor and no order. */
    boolean isUnordered() {
        return limit == null && after == null && sort == Sort.UPDATED && !descending;
    }

    /** Every claim, longest untouched first. */
    public static ClaimQuery all() {
        return builder().build();
    }

    /** Begins a query for every claim, to be narrowed. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the conditions of a query. Not thread-safe. */
    public static final class Builder {
        private Set<String> statuses = Set.of();
        private @Nullable String eventName;
        private @Nullable String worker;
        private @Nullable String instance;
        private @Nullable String idPrefix;
        private @Nullable Duration olderThan;
        private @Nullable Instant createdFrom;
        private @Nullable Instant createdTo;
        private @Nullable PayloadFilter payload;
        private @Nullable Long limit;
        private @Nullable PageCursor after;
        private Sort sort = Sort.UPDATED;
        private boolean descending;

        private Builder() {}

        /** Claims in one of these states, in the document's words; foreign words are allowed. */
        public Builder statuses(Set<String> any) {
            this.statuses = any;
            return this;
        }

        /** Claims of this event. */
        public Builder eventName(@Nullable String exactly) {
            this.eventName = exactly;
            return this;
        }

        /** Claims last acquired under this very token. */
        public Builder worker(@Nullable String exactly) {
            this.worker = exactly;
            return this;
        }

        /** Claims last acquired by this instance: tokens that begin with it and a colon. */
        public Builder instance(@Nullable String name) {
            this.instance = name;
            return this;
        }

        /** Claims whose id begins with this; empty for all. */
        public Builder idPrefix(@Nullable String beginning) {
            this.idPrefix = beginning == null || beginning.isEmpty() ? null : beginning;
            return this;
        }

        /** Claims whose {@code updated_at} is older than this by the server's clock. */
        public Builder olderThan(@Nullable Duration age) {
            this.olderThan = age == null ? null : Durations.atLeastOneMilli("olderThan", age);
            return this;
        }

        /** Claims created at this instant or later. */
        public Builder createdFrom(@Nullable Instant inclusive) {
            this.createdFrom = inclusive;
            return this;
        }

        /** Claims created before this instant. */
        public Builder createdTo(@Nullable Instant exclusive) {
            this.createdTo = exclusive;
            return this;
        }

        /** Claims that hold a payload, or those that hold none. */
        public Builder payload(@Nullable PayloadFilter which) {
            this.payload = which;
            return this;
        }

        /** At most this many rows, at least 1. */
        public Builder limit(@Nullable Long rows) {
            if (rows != null && rows < 1) {
                throw new IllegalArgumentException("limit is " + rows + "; it must be at least 1");
            }
            this.limit = rows;
            return this;
        }

        /**
         * Rows after the end of a former page.
         *
         * @param cursor what {@link ClaimCursor#nextPage} gave, or the reference's own list
         * @throws IllegalArgumentException if it is no cursor
         */
        public Builder after(@Nullable String cursor) {
            this.after = cursor == null ? null : PageCursor.parse(cursor);
            return this;
        }

        /** The order. */
        public Builder sort(Sort by, boolean largestFirst) {
            this.sort = by;
            this.descending = largestFirst;
            return this;
        }

        /**
         * The query.
         *
         * @throws IllegalArgumentException if a cursor is given with an order that has no pages
         */
        public ClaimQuery build() {
            if (after != null && sort != Sort.UPDATED) {
                throw new IllegalArgumentException(
                        "a cursor continues a list by updated_at; it does not go with another order");
            }
            return new ClaimQuery(this);
        }
    }
}
