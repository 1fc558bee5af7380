package io.claimctl.cli.process;

import java.io.IOException;
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
        NAMES.forEach(name -> attempt(() -> listen(name, listener)));
    }

    @Override
    public void onResize(Runnable listener) {
        attempt(() -> listen("WINCH", caught -> listener.run()));
    }

    @Override
    public void aroundStop(Runnable before, Runnable after) {
        attempt(() -> listen("TSTP", caught -> {
            before.run();
            attempt(() -> byDefault("TSTP"));
            after.run();
            aroundStop(before, after);
        }));
        attempt(() -> listen("CONT", caught -> after.run()));
    }

    /**
     * Lets the signal do to this process what it does to one that does not handle it; that handles it no longer. (The signal
     * that cannot be handled would stop it also where no shell is there that could let it go on. Java itself sends only
     * signals that it handles.)
     */
    private static void byDefault(String name) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> handlers = Class.forName("sun.misc.SignalHandler");
        Object signal = signals.getConstructor(String.class).newInstance(name);
        Object whatItDoes = handlers.getField("SIG_DFL").get(null);
        signals.getMethod("handle", signals, handlers).invoke(null, signal, whatItDoes);
        String kill = "kill -" + name + " " + ProcessHandle.current().pid();
        try {
            new ProcessBuilder("sh", "-c", kill).inheritIO().start().waitFor();
        } catch (IOException noShell) {
            return; // then it does nothing
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Handling {
        void run() throws ReflectiveOperationException;
    }

    private static void attempt(Handling handling) {
        try {
            handling.run();
        } catch (InvocationTargetException notToBeHad) {
            // -Xrs
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java lets no signals be handled", e);
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
