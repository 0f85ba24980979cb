package driver;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Lets a class play: it reads the blocks, and writes the moves that the method choose(State) returns. */
class Driver {
    private final BufferedReader in;
    private final OutputStream out;
    private final Constructor<?> constructor;
    private final Method choose;
    private Object player;

    Driver(BufferedReader in, OutputStream out, Class<?> strategy) {
        this.in = in;
        this.out = out;
        constructor = constructorOf(strategy);
        choose = methodOf(strategy);
    }

    public static void main(String[] words) {
        // The shell has moved the protocol to descriptors 3 and 4, so that System.in and System.out don't reach it.
        try (BufferedReader in =
                     new BufferedReader(new InputStreamReader(new FileInputStream("/proc/self/fd/3"), StandardCharsets.US_ASCII));
             OutputStream out = new FileOutputStream("/proc/self/fd/4")) {
            Thread.currentThread().setUncaughtExceptionHandler(null);
            new Driver(in, out, classCalled(words[0])).play();
            end(0);
        } catch (Throwable error) {
            fail(error);
        }
    }

    /** Writes what the hand-in has printed, also if it has replaced System.out. */
    private static void flush() {
        try {
            System.out.flush();
            System.err.flush();
        } catch (Throwable ignored) {
            // nobody reads it
        }
    }

    private static void end(int code) {
        flush();
        Runtime.getRuntime().halt(code);
    }

    /** Ends with the hand-in's lines in the stack traces of an error and of its causes. The first cause comes last. */
    private static void fail(Throwable thrown) {
        Throwable error = thrown instanceof InvocationTargetException && thrown.getCause() != null ? thrown.getCause() : thrown;
        StringBuilder text = new StringBuilder();
        try {
            if (error instanceof Failure) {
                text.append("Error: ").append(error.getMessage()).append('\n');
            } else {
                describe(error, text);
            }
        } catch (Throwable strange) {
            text.append("the hand-in has thrown an error that can't be written\n");
        }
        flush();
        try (OutputStream err = new FileOutputStream("/proc/self/fd/2")) {
            err.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException ignored) {
            // nobody reads it
        }
        end(1);
    }

    private static void describe(Throwable error, StringBuilder text) {
        for (int causes = 0;; ++causes) {
            int lines = 0;
            for (StackTraceElement frame : error.getStackTrace())
                if (isOfHandIn(frame) && ++lines <= 20) text.append("    at ").append(frame).append('\n');
            Throwable cause = error.getCause();
            String name = error.toString();
            if (name != null && name.length() > 1000) name = name.substring(0, 1000);
            if (cause == null || causes == 9) {
                text.append("Exception in thread \"main\" ").append(name).append('\n');
                return;
            }
            text.append(name).append(", caused by:\n");
            error = cause;
        }
    }

    /** Whether a line is neither one of Java's own, which are in modules, nor of the driver. */
    private static boolean isOfHandIn(StackTraceElement frame) {
        String name = frame.getClassName();
        return frame.getModuleName() == null && !name.equals("driver.State") && !name.equals("driver.Driver") && !name.startsWith("driver.Driver$");
    }

    /** A sentence for the author of the hand-in. */
    private static class Failure extends RuntimeException {
        Failure(String sentence) {
            super(sentence);
        }
    }

    private static Class<?> classCalled(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException error) {
            throw new Failure("it defines no class " + name);
        }
    }

    private static Constructor<?> constructorOf(Class<?> strategy) {
        String name = strategy.getName();
        if (strategy.isInterface()) throw new Failure(name + " is an interface: make it a class");
        if (Modifier.isAbstract(strategy.getModifiers()))
            throw new Failure("class " + name + " is abstract: the driver makes an object of it for each game");
        try {
            Constructor<?> constructor = strategy.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException error) {
            throw new Failure("class " + name + " has no constructor without arguments");
        }
    }

    /** The method choose of the class, or of the nearest class or interface from which it inherits one. */
    private static Method methodOf(Class<?> strategy) {
        for (Class<?> type = strategy; type != null; type = type.getSuperclass()) {
            try {
                return accessible(type.getDeclaredMethod("choose", State.class));
            } catch (NoSuchMethodException error) {
                // look further
            }
        }
        try {
            return accessible(strategy.getMethod("choose", State.class));
        } catch (NoSuchMethodException error) {
            throw new Failure("class " + strategy.getName() + " has no method choose(State state)");
        }
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }

    private String line() throws IOException {
        String line = in.readLine();
        if (line == null) end(0);  // the game is over
        return line;
    }

    private List<String> lines(int count) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; ++i) lines.add(line());
        return lines;
    }

    private List<Integer> numbers() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        for (String word : line().trim().split(" +"))
            if (!word.isEmpty()) numbers.add(Integer.valueOf(word));
        return numbers;
    }

    private List<List<Integer>> rows(int count) throws IOException {
        List<List<Integer>> rows = new ArrayList<>();
        for (int i = 0; i < count; ++i) rows.add(numbers());
        return rows;
    }

    private List<List<Integer>> table() throws IOException {
        return rows(numbers().get(0));
    }

    private static Map<Integer, List<Integer>> byFirst(List<List<Integer>> rows) {
        Map<Integer, List<Integer>> map = new LinkedHashMap<>();
        for (List<Integer> row : rows) map.put(row.get(0), row.subList(1, row.size()));
        return map;
    }

    private static Map<Integer, Integer> pairs(List<List<Integer>> rows) {
        Map<Integer, Integer> map = new LinkedHashMap<>();
        for (List<Integer> row : rows) map.put(row.get(0), row.get(1));
        return map;
    }

    private void play() throws Exception {
        for (;;) {
            String first = line();
            player = constructor.newInstance();
            if (Character.isDigit(first.charAt(0))) {
                playCluster(Integer.parseInt(first.trim()));
            } else {
                playOnBoard(first.startsWith("fitz "));
            }
        }
    }

    private void playOnBoard(boolean hasTiles) throws Exception {
        int me = numbers().get(0);
        List<Integer> settings = numbers();
        List<List<String>> tiles = new ArrayList<>();
        for (int i = 0; hasTiles && i < settings.get(2); ++i) tiles.add(lines(5));
        for (int ply = numbers().get(0); ply >= 0; ply = numbers().get(0)) {
            State state = new State();
            state.me = me;
            state.settings = settings;
            state.tiles = tiles;
            state.ply = ply;
            state.news = lines(numbers().get(0));
            state.numbers = numbers();
            state.board = lines(settings.get(0));
            state.moves = lines(Math.max(0, numbers().get(0)));
            answer(state);
        }
    }

    private void playCluster(int cells) throws Exception {
        Map<Integer, List<Integer>> neighbours = byFirst(rows(cells)), tops = byFirst(table()), pellets = new LinkedHashMap<>();
        List<Map<Integer, Integer>> bags = List.of(pairs(table()), pairs(table()));
        for (int gravity = numbers().get(0); gravity >= 0; gravity = numbers().get(0)) {
            State state = new State();
            state.neighbours = neighbours;
            state.tops = tops;
            state.bags = bags;
            state.gravity = gravity;
            state.columns = pairs(table());
            pellets.putAll(byFirst(table()));
            for (List<Integer> moved : table()) {
                List<Integer> before = pellets.get(moved.get(0));
                pellets.put(moved.get(0), List.of(moved.get(1), before.get(1), before.get(2)));
            }
            state.pellets = new LinkedHashMap<>(pellets);
            state.hand = new ArrayList<>();
            for (List<Integer> drawn : table()) state.hand.add(drawn.get(0));
            line();
            state.moves = new ArrayList<>();
            for (int column : state.columns.keySet())
                for (int colour : new LinkedHashSet<>(state.hand)) state.moves.add("PLACE " + column + " " + colour);
            for (int cycles = 1; cycles <= 5; ++cycles) state.moves.add("ROTATE " + cycles);
            answer(state);
        }
    }

    private void answer(State state) throws Exception {
        String first = state.moves.isEmpty() ? "" : ", such as \"" + state.moves.get(0) + "\"";
        Object move = choose.invoke(player, state);
        if (!(move instanceof String))
            throw new Failure("choose(State) returned " + (move == null ? "null" : "no String") + ": return one of state.moves" + first);
        String text = (String) move;
        if (text.length() > 1000 || text.contains("\n"))
            throw new Failure("choose(State) returned a text of " + text.length() + " characters, or several lines: return one of state.moves" + first);
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
