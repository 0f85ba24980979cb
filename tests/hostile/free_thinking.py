"""Measures how much CPU time a bot with busy threads (busy_bot.c) uses in a turn, and how much of it is charged, according
to the log."""

# The ways to stop a bot. For each way: the arguments of busy_bot, and the value of --sandbox.
WAYS_TO_STOP = {"its own process": ([], "on"), "the warden": (["child"], "on"), "the process group": ([], "off")}
FIRST_PLIES = 4  # the plies that don't count: the threads are still starting, and some CPU time is charged only later


def turn_of_busy_bot(log, player=0):
    """Returns three times of a turn in milliseconds: its wall time, the charged time, and the CPU time used. Work after
    an answer is charged to the ply of that answer, but it may be part of the CPU time of the next one: that depends on
    which of the bot and the referee had the core first. So what is measured lies between two plies with least of it."""
    plies = [ply for ply in log["plies"] if ply["player"] == player][FIRST_PLIES:]
    charged = [ply.get("charged_us", ply["wall_us"]) for ply in plies]
    after = [cost - ply["wall_us"] for cost, ply in zip(charged, plies)]
    half = len(plies) // 2
    first, last = (min(half_of_plies, key=after.__getitem__) for half_of_plies in (range(half), range(half, len(plies))))
    measured = plies[first + 1:last + 1]
    paid = sum(charged[first + 1:last + 1])
    used = sum(ply["cpu_us"] or 0 for ply in measured)
    return [total / len(measured) / 1000 for total in (sum(ply["wall_us"] for ply in measured), paid, used)]
