// The limits of moves in a log. With a clock, a limit that equals the whole clock means that moves have no limit of their own.

/// The limits of a first and of any other move in microseconds; null if only the clock limits it.
export function limitsOfMoves({ first_move_us, move_us, clock }) {
    const hasMove = !clock || move_us !== clock.total_us;
    const hasFirst = !clock || first_move_us < clock.total_us;
    return { first: hasFirst ? first_move_us : null, move: hasMove ? move_us : null };
}
