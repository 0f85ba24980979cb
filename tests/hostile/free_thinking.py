"""Measures how much CPU time a bot with busy threads (busy_bot.c) uses in a turn, and how much of it is charged, according
to the log."""

# The ways to stop a bot. For each way: the arguments of busy_bot, and the value of --sandbox.
WAYS_TO_STOP = {"its own process": ([], "on"), "the warden": (["child"], "on"), "the process group": ([], "off")}
FIRST_PLIES = 4  # the plies that don't count: the threads are still starting, and some CPU time is charged only later


def turn_of_busy_bot(log, player=0):
    """Returns three times of a turn in milliseconds: its wall time, the charged time, and the CPU time used. With each
    ply, the log contains the use since the bot's last answer. Work after that answer was charged to the ply before."""
    plies = [ply for ply in log["plies"] if ply["player"] == player][FIRST_PLIES:]
    charged = [ply.get("charged_us", ply["wall_us"]) for ply in plies]
    after = [max(0, cost - ply["wall_us"]) for cost, ply in zip(charged, plies)]
    paid = sum(charged[1:]) - sum(after[1:]) + sum(after[:-1])
    used = sum(ply["cpu_us"] or 0 for ply in plies[1:])
    return [total / (len(plies) - 1) / 1000 for total in (sum(ply["wall_us"] for ply in plies[1:]), paid, used)]
