// The time limits for moves, as a log states them. A move limit that equals the clock's total means that only the clock limits moves.

/// The limits for the first move and for other moves, in microseconds. Each is null if only the clock limits that move.
export function limitsOfMoves({ first_move_us, move_us, clock }) {
    const hasMove = !clock || move_us !== clock.total_us;
    const hasFirst = !clock || first_move_us < clock.total_us;
    return { first: hasFirst ? first_move_us : null, move: hasMove ? move_us : null };
}
