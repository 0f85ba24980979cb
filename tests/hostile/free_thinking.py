"""What a bot with busy threads (busy_bot.c) gets of the cores in a turn, and what it is charged with, by the log."""

# By what stops the bot: words of busy_bot, and whether there is a sandbox.
WAYS_TO_STOP = {"its own process": ([], "on"), "the warden": (["child"], "on"), "the process group": ([], "off")}
FIRST_PLIES = 4  # of which its threads begin, and a little is left to it that it pays for later


def turn_of_busy_bot(log, player=0):
    """Milliseconds of a turn: that it took, was charged with, and used. The log tells with each ply what the bot used since its
    last answer: the work that it did after that one was charged to the ply before."""
    plies = [ply for ply in log["plies"] if ply["player"] == player][FIRST_PLIES:]
    charged = [ply.get("charged_us", ply["wall_us"]) for ply in plies]
    after = [max(0, cost - ply["wall_us"]) for cost, ply in zip(charged, plies)]
    paid = sum(charged[1:]) - sum(after[1:]) + sum(after[:-1])
    used = sum(ply["cpu_us"] or 0 for ply in plies[1:])
    return [total / (len(plies) - 1) / 1000 for total in (sum(ply["wall_us"] for ply in plies[1:]), paid, used)]
