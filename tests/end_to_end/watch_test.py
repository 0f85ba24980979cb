#!/usr/bin/python3
"""Tests `referee watch` on a real pseudo-terminal, with pyte as its screen."""
import json
import re
import signal
import subprocess

from harness import GAME, GAMES, PATIENCE, REFEREE, bot, end_of, read_logs
from screen import OWN_GAMES, RANDOM, RANDOM_PY, Screen, WatchTest


class LogTest(WatchTest):
    def test_every_game_shows_the_boards_of_its_log(self):
        for game in GAMES:
            with self.subTest(game):
                path = self.played(game)
                plies = len(json.loads(path.read_text())["plies"])
                screen = self.open("watch", path)
                self.assert_shows(screen, path, 0)
                steps = [("right", 1), ("page down", 11), ("end", plies), ("right", plies), ("page up", plies - 10), ("left", plies - 11),
                         ("home", 0), ("left", 0)]
                for key, ply in steps:
                    screen.press(key)
                    self.assert_shows(screen, path, ply)
                screen.press("q")
                self.assertEqual(screen.end(), 0)
                self.assertTrue(screen.is_as_before())

    def test_games_of_ones_own_show_the_boards_of_their_logs(self):
        for game in OWN_GAMES:
            with self.subTest(game):
                path = self.played(game, RANDOM_PY)
                plies = len(json.loads(path.read_text())["plies"])
                screen = self.open("watch", path, "--at", plies - 1)
                for key, ply in (("left", plies - 2), ("end", plies), ("home", 0), ("right", 1), ("page down", 11)):
                    screen.press(key)
                    lines = self.assert_shows(screen, path, ply)
                    self.assertGreaterEqual(len(lines), 1)
                    left = [line.split("│")[0].rstrip() for line in screen.lines()]
                    self.assertEqual(left[:len(lines)], lines)  # hexagons, too, are in one piece
                screen.press("q")
                self.assertEqual(screen.end(), 0)

    def test_it_plays_at_the_speed_that_is_chosen_and_stops_at_the_end(self):
        path = self.played()
        screen = self.open("watch", path, "--at", 3)
        self.assert_shows(screen, path, 3)
        screen.press(*"+++++ ")
        screen.wait("playing, 32 plies/s")
        plies = len(json.loads(path.read_text())["plies"])
        self.assert_shows(screen, path, plies)
        screen.wait("the end")
        screen.press(*"-----", " ")
        screen.wait("playing, 1 ply/s")
        screen.wait(lambda: int(screen.lines()[-1].split()[0]) in range(1, plies))  # from the start
        screen.press(" ")
        screen.wait("paused")
        self.assert_shows(screen, path, int(screen.lines()[-1].split()[0]))

    def test_the_ending_is_told_as_on_the_terminal(self):
        path = self.play(f"ann={bot()}", "bob=" + bot(3, "text:DROP 99\\n", stderr="why not"))[0].path
        said = self.referee("replay", path).out.splitlines()[-8:-2]  # leaves out the command that repeats the bot's turns, and the summary
        screen = self.open("watch", path, "--at", 5, rows=30, columns=100)
        screen.wait("the end")
        screen.settle()
        self.assertIn("bob made an invalid move at ply 6", re.sub(r"\s*\n.*?│ ?", " ", screen.text()))
        screen.press("e")
        screen.wait("The end")
        screen.wait(lambda: all(line.rstrip() in screen.lines() for line in said))
        screen.press("escape")
        screen.gone("The end")
        screen.press("?")
        screen.wait("ten plies back or forward")
        screen.press("q")
        screen.gone("ten plies back or forward")
        screen.press("q")
        self.assertEqual(screen.end(), 0)

    def test_matches_of_a_series(self):
        path = self.folder / "series"
        self.assertEqual(self.referee(RANDOM, RANDOM, "--games", 3, "--log", path, "--quiet", "--game", GAME).code, 0)
        self.assertEqual(len(read_logs(path)), 3)
        screen = self.open("watch", path)
        screen.wait("match 1 of 3")
        for key, match in (("n", 2), ("n", 3), ("n", 3), ("p", 2)):
            screen.press(key)
            screen.wait(f"match {match} of 3")
            screen.press("end")
            self.assert_shows(screen, path, len(read_logs(path)[match - 1]["plies"]), match=match)
        other = self.open("watch", path, "--match", 3, "--at", 4)
        self.assert_shows(other, path, 4, match=3)

    def test_any_size_and_a_resize_in_the_middle(self):
        path = self.played("cluster")
        screen = self.open("watch", path, "--at", 20)
        self.assert_shows(screen, path, 20)
        screen.resize(12, 40)
        screen.wait("hjkl move")
        screen.press(*"j" * 40)
        screen.wait("left: ")  # the text below the board
        screen.press("\t")
        screen.wait(">  20 b/d")
        screen.press("\t")
        for rows, columns in ((1, 1), (4, 200), (200, 10), (3, 3)):
            screen.resize(rows, columns)
            screen.settle()
        screen.resize(60, 200)
        self.assert_shows(screen, path, 20)
        screen.press("right")
        self.assert_shows(screen, path, 21)
        screen.press("q")
        self.assertEqual(screen.end(), 0)

    def test_ascii_where_the_locale_has_no_more(self):
        path = self.played("magnetic_cave")
        screen = self.open("watch", path, "--at", 20, env={"LC_ALL": "C"})
        self.assert_shows(screen, path, 20, env={"LC_ALL": "C"})
        self.assertTrue(screen.text().isascii())
        missing = self.open("watch", path, "--at", 20, env={"LC_ALL": "xx_XX.UTF-8"})
        self.assert_shows(missing, path, 20)

    def test_colours_only_where_they_are_wanted_and_never_alone(self):
        path = self.played("cluster")
        colour = re.compile(rb"\x1b\[[0-9;]*3[0-7][;m]")
        for env, wanted in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "vt100"}, False), ({"TERM": "linux"}, True)):
            with self.subTest(str(env)):
                screen = self.open("watch", path, "--at", 20, env=env)
                self.assert_shows(screen, path, 20)
                self.assertEqual(bool(colour.search(screen.raw)), wanted)
                screen.press("q")
                self.assertEqual(screen.end(), 0)

    def test_the_square_that_won_is_marked_with_and_without_colours(self):
        path = self.folder / "won.json"
        self.referee("human", "human", "--game", "magnetize:height=4,width=4", "--log", path, stdin="0\n2\n1\n3\n0\n2\n1\n")
        for env, is_marked in (({}, lambda cell: cell.bg == "green" and cell.fg == "black"),
                               ({"NO_COLOR": "1"}, lambda cell: cell.bold and cell.underscore),
                               ({"TERM": "vt100"}, lambda cell: cell.bold and cell.underscore)):
            with self.subTest(str(env)):
                screen = self.open("watch", path, "--at", 6, env=env)
                marked = lambda: [(y, x, screen.screen.buffer[y][x].data) for y in range(24) for x in range(80)
                                  if is_marked(screen.screen.buffer[y][x])]
                screen.wait("6 of 7")
                screen.settle()
                self.assertEqual(marked(), [])
                screen.press("right")
                screen.wait("the end")
                screen.wait(marked)
                screen.settle()
                self.assertEqual(marked(), [(4, 2, "*"), (4, 3, "*"), (5, 2, "*"), (5, 3, "*")])
                self.assertFalse(any(screen.screen.buffer[y][x].reverse for y in range(6) for x in range(8)))
                screen.press("q")
                self.assertEqual(screen.end(), 0)

    def test_names_and_stderr_are_hostile(self):
        path = self.play(bot(), bot(3, "exit:1", stderr=r"\x1b[2Jgone\x07"), "--game", GAME)[0].path
        log = json.loads(path.read_text())
        log["players"][0]["name"] = "\x1b[31mred\x07\u202e\u0301|" + "\u6f22" * 70
        log["failure"]["stderr_tail"] = "gone \u0301\u0301 wild\n" * 50 + "\x1b[2J\x1b]0;title\x07"
        path.write_text(json.dumps(log))
        for rows, columns in ((24, 80), (12, 40), (60, 200)):
            screen = self.open("watch", path, rows=rows, columns=columns)
            screen.wait("0 of 5")
            screen.press("right", "end", "e")
            screen.wait("The end")
            screen.press(*"j" * 40)
            screen.wait("\\x1b]0;title")
            screen.press("q", "q")
            self.assertEqual(screen.end(), 0)
            for harm in (b"\x1b[31m", b"\x07", "\u202e".encode(), b"\x1b]0", "\u0301".encode()):
                self.assertNotIn(harm, screen.raw.replace(b"\x1b[?1049h", b""))

    def test_ctrl_c_and_other_ends_give_the_terminal_back(self):
        path = self.played()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            screen = self.open("watch", path)
            self.assert_shows(screen, path, 0)
            if number == signal.SIGINT:
                screen.press("\x03")
            else:
                screen.process.send_signal(number)
            self.assertEqual(screen.end(), 128 + number)
            self.assertTrue(screen.is_as_before())

    def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(self):
        path = self.played()
        shell = Screen(self.start_shell)
        self.addCleanup(shell.close)
        shell.press(f"{REFEREE} watch {path}\r")
        shell.wait("0 of ")
        shell.press("right")
        self.assert_shows(shell, path, 1)
        shell.press("\x1a")
        shell.wait(lambda: b"?1049l" in shell.raw)
        shell.press("stty -a; fg\r")
        shell.wait(lambda: b" echo " in shell.raw and shell.raw.rfind(b"?1049h") > shell.raw.rfind(b"?1049l"))
        self.assert_shows(shell, path, 1)
        shell.press("right")
        self.assert_shows(shell, path, 2)
        shell.press("q")
        shell.wait(lambda: shell.raw.rfind(b"?1049l") > shell.raw.rfind(b"?1049h"))

    def start_shell(self, *arguments, **options):
        """Starts bash with job control."""
        environment = self.environment(**options.pop("env"))
        process = subprocess.Popen(["/bin/bash", "--norc", "--noprofile", "-i"], env=environment, **options)
        self.addCleanup(end_of, process)
        return process

    def test_the_terminal_hanging_up_ends_it(self):
        path = self.played()
        screen = self.open("watch", path)
        self.assert_shows(screen, path, 0)
        screen.close()
        self.assertIn(screen.process.wait(PATIENCE), (0, 1, 129))

    def test_where_there_is_no_screen_one_line_says_so(self):
        path = self.played()
        run = self.referee("watch", path)
        self.assertEqual((run.code, run.out, run.err), (2, "", "referee: stdin is not a terminal; watch needs one\n"))
        run = self.referee(bot(), bot(), "--watch")
        self.assertEqual((run.code, run.out, run.err), (2, "", "referee: stdin is not a terminal; watch needs one\n"))
        for name in ("dumb", "no-such-terminal", ""):
            screen = self.open("watch", path, env={"TERM": name})
            self.assertEqual(screen.end(), 2)
            self.assertIn(f"TERM is '{name}'" if name == "dumb" else f"TERM='{name}'", screen.text().replace("\n", ""))
            self.assertNotIn("1049h", screen.raw.decode())

    def test_what_can_t_be_shown_is_said_before_the_screen_is_taken(self):
        path = self.played()
        text = path.read_text()
        (self.folder / "damaged").write_text(text[:-30])
        (self.folder / "empty").write_text("")
        moved = json.loads(text)
        moved["plies"][0]["move"] = "DROP 6" if moved["plies"][0]["move"] != "DROP 6" else "DROP 5"
        (self.folder / "moved").write_text(json.dumps(moved))
        for arguments, code, said in ((["damaged"], 2, "log 'damaged'"), (["empty"], 2, "empty"),
                                      (["moved"], 1, "ply 1: the frame differs"), (["none"], 2, "none"),
                                      ([path, "--match", 2], 2, "holds 1 match"), ([path, "--at", 999], 2, "--at 999")):
            screen = self.open("watch", *arguments)
            self.assertEqual(screen.end(), code, screen.text())
            self.assertIn(said, screen.text().replace("\n", ""))
            self.assertNotIn(b"1049h", screen.raw)
