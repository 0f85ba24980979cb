// The time limits for moves, as a log states them. A move limit that equals the clock's total means that only the clock limits moves.

/// Whether a player is a person: a person has no command.
export const isPerson = ({ command }) => command.length === 0;

/// The limits of a player of a log: its own limits if it has any, otherwise those of the match. A person's moves have none, but the clock
/// counts for a person, too.
export function limitsOf({ limits, players }, side) {
    const own = players[side].limits ?? limits;
    return isPerson(players[side]) ? { ...own, first_move_us: null, move_us: null } : own;
}

/// The limits for the first move and for other moves, in microseconds. Each is null if that move has no limit of its own.
export function limitsOfMoves({ first_move_us, move_us, clock }) {
    const hasMove = !clock || move_us !== clock.total_us;
    const hasFirst = !clock || first_move_us < clock.total_us;
    return { first: hasFirst ? first_move_us : null, move: hasMove ? move_us : null };
}
