#!/usr/bin/env python3
"""Chess. White is the first player. The third repetition and the 50th move without a capture or a pawn move end the game.
A bot can rebuild the FEN from its board and state. The rules of a game for `referee --game` (docs/own_game.md)."""
import sys
from typing import NamedTuple

SHAPES = {"k": "king", "n": "knight", "p": "pawn"}
HELLO = "\n".join(["game chess 2", "title Chess", "plies 12000", "rows up", "starts a FEN, with or without its counters",
                   *(f"piece {piece.upper()} {SHAPES.get(piece, 'letter')} first" for piece in "kqrbnp"),
                   *(f"piece {piece} {SHAPES.get(piece, 'letter')} second" for piece in "kqrbnp"), """\
ending checkmate the king is in check and has no way out
ending stalemate the player to move has no move, and is not in check
ending material neither player has enough pieces for a checkmate
ending moves 50 moves without a capture or a pawn move
ending repetition the same position for the third time
rule Capital letters are White's pieces. A move is written like e2e4, castling like e1g1, a promotion like e7e8q.
rule The state: 1 or 0 for each right to castle (K Q k q); 1 to 8 for the file of a pawn that can be captured en passant,\
 or 0; the plies since the last capture or pawn move; the number of the move."""])

FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Squares are numbered from 0 (a8) to 63 (h1), in the order of a FEN.
NAMES = [file + rank for rank in "87654321" for file in "abcdefgh"]
PIECES = "PNBRQK", "pnbrqk"
CORNERS = {"K": (60, 63), "Q": (60, 56), "k": (4, 7), "q": (4, 0)}  # the squares of king and rook before they castle


def ray(square, down, right, longest):
    """The squares in one direction, the nearest first."""
    row, column, found = square // 8 + down, square % 8 + right, []
    while 0 <= row < 8 and 0 <= column < 8 and len(found) < longest:
        found.append(8 * row + column)
        row, column = row + down, column + right
    return found


STRAIGHT, DIAGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
STEPS = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL, "N": JUMPS}
RAYS = {piece: [[line for step in steps if (line := ray(square, *step, 1 if piece in "KN" else 7))] for square in range(64)]
        for piece, steps in STEPS.items()}
RAYS |= {piece.lower(): rays for piece, rays in RAYS.items()}
LINES = [{end for line in RAYS["Q"][square] for end in line} for square in range(64)]
PAWN_CAPTURES = [[ray(s, down, -1, 1) + ray(s, down, 1, 1) for s in range(64)] for down in (-1, 1)]
ATTACKERS = [("R", "QR"), ("B", "QB"), ("N", "N"), ("K", "K")], [("r", "qr"), ("b", "qb"), ("n", "n"), ("k", "k")]


class Position(NamedTuple):
    board: list
    player: int
    castling: str  # some of KQkq
    passed: int  # the square that a pawn has just passed; -1 if nobody can capture it there
    quiet: int  # plies since the last capture or pawn move
    number: int


def is_attacked(board, square, player):
    """Whether a player attacks a square: from there, the attacker's own kind of move leads to the attacker."""
    for kind, dangers in ATTACKERS[player]:
        for line in RAYS[kind][square]:
            for place in line:
                if board[place] != ".":
                    if board[place] in dangers:
                        return True
                    break
    return any(board[place] == "Pp"[player] for place in PAWN_CAPTURES[1 - player][square])


def is_check(board, player):
    return is_attacked(board, board.index("Kk"[player]), 1 - player)


def candidates(position):
    """The moves without regard to the own king's safety: pairs of squares."""
    board, player, others = position.board, position.player, PIECES[1 - position.player]
    for start, piece in enumerate(board):
        if piece not in PIECES[player]:
            continue
        if piece in "Pp":
            for end in PAWN_CAPTURES[player][start]:
                if board[end] in others or end == position.passed:
                    yield start, end
            step = (-8, 8)[player]
            if board[start + step] == ".":
                yield start, start + step
                if start // 8 == (6, 1)[player] and board[start + 2 * step] == ".":
                    yield start, start + 2 * step
            continue
        for line in RAYS[piece][start]:
            for end in line:
                if board[end] == ".":
                    yield start, end
                else:
                    if board[end] in others:
                        yield start, end
                    break
    for king, rook in map(CORNERS.get, position.castling):
        side = 1 if rook > king else -1
        if board[king] in PIECES[player] and all(board[square] == "." for square in range(king + side, rook, side)):
            if not is_attacked(board, king, 1 - player) and not is_attacked(board, king + side, 1 - player):
                yield king, king + 2 * side


def after(board, start, end, promotion):
    """The board after a move."""
    board = board[:]
    if board[start] in "Pp" and board[end] == "." and (end - start) % 8:  # en passant
        board[start // 8 * 8 + end % 8] = "."
    if board[start] in "Kk" and abs(end - start) == 2:  # castling
        corner = end + 1 if end > start else end - 2
        board[(start + end) // 2], board[corner] = board[corner], "."
    board[end], board[start] = promotion or board[start], "."
    return board


def legal_moves(position):
    """The legal moves by their names: start, end, and the piece of a promotion."""
    board, player, found = position.board, position.player, {}
    king, check = board.index("Kk"[player]), is_check(board, player)
    for start, end in candidates(position):
        # Other moves can't leave the king in check.
        if check or start == king or start in LINES[king] or end == position.passed:
            if is_check(after(board, start, end, None), player):
                continue
        name = NAMES[start] + NAMES[end]
        if board[start] in "Pp" and end // 8 in (0, 7):
            found |= {name + piece: (start, end, piece if player else piece.upper()) for piece in "qrbn"}
        else:
            found[name] = start, end, None
    return found


def follow(position, start, end, promotion):
    """The position after a move."""
    board, player = position.board, position.player
    castling = "".join(right for right in position.castling if not {start, end} & {*CORNERS[right]})
    quiet = 0 if board[start] in "Pp" or board[end] != "." else position.quiet + 1
    passed = (start + end) // 2 if board[start] in "Pp" and abs(end - start) == 16 else -1
    return Position(after(board, start, end, promotion), 1 - player, castling, passed, quiet, position.number + player)


def fen_of(position):
    rows = "/".join("".join(position.board[i:i + 8]) for i in range(0, 64, 8))
    for empty in range(8, 0, -1):
        rows = rows.replace("." * empty, str(empty))
    passed = "-" if position.passed < 0 else NAMES[position.passed]
    return f"{rows} {'wb'[position.player]} {position.castling or '-'} {passed} {position.quiet} {position.number}"


def require(condition, rule):
    if not condition:
        raise ValueError(rule)


def read_fen(text):
    """The position of a FEN. Raises ValueError if it is none, or if no game can begin there."""
    fields = text.split()
    require(len(fields) in (4, 6), "a FEN has 6 fields, or 4 without the counters")
    rows, turn, castling, passed, quiet, number = [*fields, "0", "1"][:6]
    require(set(rows) <= set("/12345678PNBRQKpnbrqk"), "the pieces are PNBRQK and pnbrqk, and 1 to 8 are empty squares")
    lines = [list("".join("." * int(c) if c.isdigit() else c for c in row)) for row in rows.split("/")]
    require([len(line) for line in lines] == [8] * 8, "a board has 8 rows of 8 squares")
    board = sum(lines, [])
    require(board.count("K") == board.count("k") == 1, "each player has one king")
    require(not {"P", "p"} & {*board[:8], *board[56:]}, "no pawn stands in the first or the last row")
    require(all(board.count(own[0]) <= 8 and sum(map(board.count, own)) <= 16 for own in PIECES),
            "a player has at most 16 pieces, 8 of them pawns")
    require(turn in ("w", "b"), "w or b is to move")
    player = "wb".index(turn)
    require(not is_check(board, 1 - player), "the king of the player who is not to move is in check")
    for right in castling.strip("-"):
        require(right in CORNERS, "the rights to castle are -, or some of KQkq")
        require([board[square] for square in CORNERS[right]] == list("KR" if right in "KQ" else "kr"),
                f"the king and the rook for {right} are not in their places")
    behind, step = NAMES.index(passed) if passed in NAMES else -1, (8, -8)[player]
    require(passed == "-" or behind // 8 == (2, 5)[player] and board[behind + step] == "pP"[player] and
            board[behind] == board[behind - step] == ".", "no pawn has just passed the square of the fourth field")
    require((quiet + number).isdigit() and len(quiet) < 5 and len(number) < 5, "the counters are numbers below 10000")
    return Position(board, player, "".join(right for right in "KQkq" if right in castling), behind, int(quiet), int(number))


def settled(position):
    """The position, without a passed square where nobody can capture, and its legal moves."""
    moves = legal_moves(position)
    if not any(end == position.passed and position.board[start] in "Pp" for start, end, _ in moves.values()):
        position = position._replace(passed=-1)
    return position, moves


def ending(position, moves, times):
    """How the game has ended, or None. `times`: how often this position has been there."""
    board = position.board
    if not moves:
        return f"won {1 - position.player} checkmate" if is_check(board, position.player) else "drawn stalemate"
    if board.count(".") > 59:
        others = [(piece.lower(), (i + i // 8) % 2) for i, piece in enumerate(board) if piece not in ".Kk"]
        if others in ([], [("n", 0)], [("n", 1)]) or set(others) in ({("b", 0)}, {("b", 1)}):
            return "drawn material"
    return "drawn moves" if position.quiet >= 100 else "drawn repetition" if times >= 3 else None


def tell(position, moves, last):
    """Prints the position. `last`: the squares of the last move, or None."""
    board, player, castling, passed, quiet, number = position
    fen = fen_of(position)
    place = fen.rsplit(" ", 2)[0]
    seen[place] = seen.get(place, 0) + 1
    lines = ["rows 8", *("".join(board[i:i + 8]) for i in range(0, 64, 8)), f"start {fen}"]
    rights = " ".join(str(int(right in castling)) for right in "KQkq")
    lines.append(f"state {rights} {passed % 8 + 1 if passed >= 0 else 0} {quiet} {number}")
    if last:
        lines.append(f"arrow {NAMES[last[0]]} {NAMES[last[1]]}")
    if is_check(board, player):
        lines.append(f"mark {NAMES[board.index('Kk'[player])]}")
    over = ending(position, moves, seen[place])
    lines += [f"over {over}"] if over else [f"turn {player}", f"moves {len(moves)}", *moves]
    print("\n".join(lines))


seen = {}  # how often each position has been there
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "play":
        last = moves[rest[0]]
        position, moves = settled(follow(position, *last))
        tell(position, moves, last)
    else:
        try:
            begun = settled(read_fen(" ".join(rest) if word == "start" else FIRST))
            over = ending(*begun, 1)
            require(not over, f"the game is over: {over}")
            position, moves = begun
            seen.clear()
            tell(position, moves, None)
        except ValueError as error:
            print("refused", error)
    print("end", flush=True)
