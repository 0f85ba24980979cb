def choose(state):
    """Returns one of the valid moves."""
    return state.moves[0]
