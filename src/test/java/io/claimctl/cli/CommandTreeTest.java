package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandTreeTest {

    @Test
    void theRootIsNamedAfterTheProgram() {
        assertThat(CommandTree.whole().getCommandName()).isEqualTo("claimctl");
    }
}
