"""Compares our answers with those of python-chess on random positions of every table.

    cargo build --release --package fourfold-syzygy --example probe
    pip install chess
    python3 crates/syzygy/tests/compare.py target/release/examples/probe FOLDER [POSITIONS]

POSITIONS is the number for each table, and for en passant; 1000 unless given. Positions that only
python-chess takes for legal, such as impossible checks, are left out. With a fourth argument the
answers are printed: `answers.txt` was made that way, with 18 positions.
"""

import os
import random
import subprocess
import sys

import chess
import chess.syzygy


def placed(pieces):
    """A board with these pieces on random squares, either side to move, or None if it is illegal."""
    board = chess.Board(None)
    for piece, square in zip(pieces, random.sample(range(64), len(pieces))):
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    board.turn = random.random() < 0.5
    return board if board.is_valid() else None


def material(name):
    white, black = random.sample(name.split("v"), 2)
    return placed(white + black.lower())


def en_passant(_):
    board = chess.Board(None)
    board.turn = random.random() < 0.5
    file = random.randrange(8)
    rank, behind = (4, 5) if board.turn else (3, 2)
    side = file + random.choice([-1, 1])
    if not 0 <= side < 8:
        return None
    board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, not board.turn))
    board.set_piece_at(chess.square(side, rank), chess.Piece(chess.PAWN, board.turn))
    free = [square for square in range(64) if not board.piece_at(square)]
    for square, color in zip(random.sample(free, 2), [chess.WHITE, chess.BLACK]):
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    board.ep_square = chess.square(file, behind)
    return board if board.is_valid() and board.has_legal_en_passant() else None


def main():
    program, folder = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    random.seed(1)
    tables = chess.syzygy.open_tablebase(folder)
    names = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".rtbw"))
    expected = {}
    for make, name in [(material, name) for name in names] + [(en_passant, "KPvKP")]:
        made = 0
        while made < count:
            board = make(name)
            if board:
                made += 1
                fen = board.fen()
                expected[fen] = f"{fen}; {tables.probe_wdl(board)}; {tables.probe_dtz(board)}"
    asked = "".join(fen + "\n" for fen in expected)
    answer = subprocess.run([program, folder], input=asked, capture_output=True, text=True, check=True)
    lines = answer.stdout.splitlines()
    wrong = [line for line in lines if expected[line.split(";")[0]] != line]
    if len(sys.argv) > 4:
        print("\n".join(lines))
    for line in wrong[:20]:
        print("ours:", line, "expected:", expected[line.split(";")[0]])
    print(f"{len(lines)} positions of {len(names)} tables, {len(wrong)} differences", file=sys.stderr)
    sys.exit(bool(wrong))


main()
