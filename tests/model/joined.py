"""Several files as one: entrants with the same name are one, and all games count (docs/tables.md)."""

import copy

import history
import options


def together(tournaments):
    """A ladder without byes, goals and tests, with the entrants of all files in the order of the files and all their
    games. (A ladder, because the order of several files is that of the ratings.)"""
    words = options.Words(["tournament", "--format", "ladder"])
    result = history.Tournament(words, [])
    result.settings.own_game = any(tournament.settings.own_game for tournament in tournaments)
    pairs = {}      # (file, pair) -> number
    for file, tournament in enumerate(tournaments):
        gone = {name for name, entrant in tournament.entrants.items() if entrant.annulled}
        for name in tournament.entrants:
            if name not in result.entrants:
                result.join(name)
        for game in tournament.games.values():
            if game.result is None or set(game.players) & gone:
                continue
            own = copy.copy(game)
            own.number = len(result.games) + 1
            own.pair = pairs.setdefault((file, game.pair), len(pairs) + 1)
            result.games[own.number] = own
    return result
