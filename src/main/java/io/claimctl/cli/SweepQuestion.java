package io.claimctl.cli;

import io.claimctl.sweep.Forecast;
import io.claimctl.view.Times;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** What a person is asked before a sweep changes anything. */
record SweepQuestion(boolean fenced, boolean deletes, SweepPayloads payloads) {

    /** With what the sweep would do now, in numbers. */
    String of(Forecast forecast, String collection) {
        String claims = forecast.count() == 1 ? "1 stale claim" : forecast.count() + " stale claims";
        List<String> parts = new ArrayList<>();
        forecast.oldestAge().ifPresent(age -> parts.add("the oldest untouched for " + rounded(age)));
        parts.add(forecast.live() == 0 ? "no live leases" : forecast.live() + " still held");
        parts.add(forecast.payloads() == 0 ? "no payloads" : forecast.payloads() + messages());
        return (fenced ? "Reset " : "UNFENCED, destroy ")
                + claims
                + " (" + String.join(", ", parts) + ")"
                + (deletes ? ", and delete them," : "")
                + " in " + collection + "?";
    }

    private String messages() {
        return payloads == SweepPayloads.ARCHIVE
                ? " with a message that will be in the archive alone"
                : " with a message that will be lost";
    }

    private static String rounded(Duration age) {
        return Times.exact(
                age.compareTo(Duration.ofMinutes(10)) < 0
                        ? age.truncatedTo(ChronoUnit.SECONDS)
                        : age.truncatedTo(ChronoUnit.MINUTES));
    }
}
