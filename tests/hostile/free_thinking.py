"""Measures how much CPU time a bot with busy threads (busy_bot.c) uses in a turn, and how much it is charged, from the
log."""

# By what stops the bot: the arguments of busy_bot, and whether there is a sandbox.
WAYS_TO_STOP = {"its own process": ([], "on"), "the warden": (["child"], "on"), "the process group": ([], "off")}
FIRST_PLIES = 4  # the plies in which the threads begin, and in which some use is left that the bot pays for later


def turn_of_busy_bot(log, player=0):
    """Returns three times of a turn in milliseconds: its wall time, the charged time, and the CPU time used. With each
    ply, the log contains the use since the bot's last answer. Work after that answer was charged to the ply before."""
    plies = [ply for ply in log["plies"] if ply["player"] == player][FIRST_PLIES:]
    charged = [ply.get("charged_us", ply["wall_us"]) for ply in plies]
    after = [max(0, cost - ply["wall_us"]) for cost, ply in zip(charged, plies)]
    paid = sum(charged[1:]) - sum(after[1:]) + sum(after[:-1])
    used = sum(ply["cpu_us"] or 0 for ply in plies[1:])
    return [total / (len(plies) - 1) / 1000 for total in (sum(ply["wall_us"] for ply in plies[1:]), paid, used)]
