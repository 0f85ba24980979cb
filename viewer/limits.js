// The limits of moves as a log has them: beside a clock, one that is all of the clock stands for none.

/// The limits of a first and of any other move in microseconds; null where only the clock limits it.
export function limitsOfMoves({ first_move_us, move_us, clock }) {
    const hasMove = !clock || move_us !== clock.total_us;
    const hasFirst = !clock || first_move_us < clock.total_us;
    return { first: hasFirst ? first_move_us : null, move: hasMove ? move_us : null };
}
