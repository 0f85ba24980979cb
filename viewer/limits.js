// The limits of moves in a log. If there is a clock and a move limit equals the whole clock, only the clock limits moves.

/// The limits of a first move and of other moves in microseconds; null if only the clock limits it.
export function limitsOfMoves({ first_move_us, move_us, clock }) {
    const hasMove = !clock || move_us !== clock.total_us;
    const hasFirst = !clock || first_move_us < clock.total_us;
    return { first: hasFirst ? first_move_us : null, move: hasMove ? move_us : null };
}
