package io.claimctl.claim;

import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.TopologyVersion;
import org.jspecify.annotations.Nullable;

/**
 * Which primary the driver talks to, and in which of its terms and processes. A clock carried, or a reply taken, across a
 * change of it proves nothing: the new primary's clock may stand elsewhere.
 *
 * <p>Routers of a sharded cluster are many and equal; the promises ask that their clocks agree, so they are one here.
 */
record PrimaryIdentity(
        String address,
        @Nullable String electionId,
        @Nullable String processId) {
    static final PrimaryIdentity NONE = new PrimaryIdentity("", null, null);
    private static final PrimaryIdentity ROUTERS = new PrimaryIdentity("routers", null, null);

    static PrimaryIdentity of(ClusterDescription cluster) {
        if (cluster.getType() == ClusterType.SHARDED) {
            return ROUTERS;
        }
        return cluster.getServerDescriptions().stream()
                .filter(ServerDescription::isPrimary)
                .findFirst()
                .map(PrimaryIdentity::of)
                .orElse(NONE);
    }

    private static PrimaryIdentity of(ServerDescription server) {
        TopologyVersion version = server.getTopologyVersion();
        return new PrimaryIdentity(
                server.getAddress().toString(),
                server.getElectionId() == null ? null : server.getElectionId().toHexString(),
                version == null ? null : version.getProcessId().toHexString());
    }
}
