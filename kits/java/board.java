// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;
import java.util.stream.Stream;

class Bot {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    static final Random random = new Random();

    /** Your part: return one of `moves`, unchanged. board[0].charAt(0) is the top left cell. */
    static String choose(int me, int ply, String[] news, int[] state, String[] board, String[] moves) {
        return moves[random.nextInt(moves.length)];
    }

    static String line() throws IOException {
        String text = in.readLine();
        if (text == null) System.exit(0); // the input ends when the game does
        return text;
    }
    static String[] lines(int count) throws IOException {
        String[] list = new String[Math.max(count, 0)];
        for (int i = 0; i < list.length; i++) list[i] = line();
        return list;
    }
    static int[] numbers() throws IOException {
        return Stream.of(line().split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] arguments) throws IOException {
        for (;;) {
            // The setup block is sent once in a game, before the first turn.
            String game = line().split(" ")[0]; // "magnetize 1": the game, and the version of its blocks
            int me = numbers()[0]; // 0 moves first, 1 second
            int[] settings = numbers(); // height, width, and more in some games
            String[] tiles = lines(game.equals("fitz") ? 5 * settings[2] : 0); // five lines for each tile; '!' is a filled cell
            for (int ply; (ply = numbers()[0]) >= 0; ) { // the number of plies made; -1: another game follows (with --reuse)
                // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
                String[] news = lines(numbers()[0]); // the turns since your last one, as player and move: "0 DROP 3"
                int[] state = numbers(); // locks, discs, or the next tile
                String[] board = lines(settings[0]);
                String[] moves = lines(numbers()[0]); // every valid move (not listed on the very largest boards of fitz)
                // Print one line for each turn. Print notes to System.err; `referee --stderr` shows them.
                System.out.println(choose(me, ply, news, state, board, moves));
                System.out.flush(); // so that the line does not stay in a buffer
            }
        }
    }
}
