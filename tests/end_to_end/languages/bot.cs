// Plays the first valid move. A thread of its own reads, as programs with a clock do.
using System;
using System.Threading;

static class Bot {
    static string Line() {
        string line = Console.ReadLine();
        if (line == null) Environment.Exit(0);
        return line;
    }

    static void Play() {
        Line();
        Line();
        int height = int.Parse(Line().Split(' ')[0]);
        while (true) {
            Line();
            for (int left = int.Parse(Line()); left > 0; left--) Line();
            for (int left = height + 1; left > 0; left--) Line();
            int moves = int.Parse(Line());
            string first = Line();
            for (int left = moves - 1; left > 0; left--) Line();
            Console.WriteLine(first);
            Console.Out.Flush();
        }
    }

    static void Main() {
        var player = new Thread(Play);
        player.Start();
        player.Join();
    }
}
