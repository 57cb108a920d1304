//! Positions with blocked pawns.

use chess::{Board, Color, File, Piece, Position, Rank, Role, Setup, Square, Tolerance};
use repeatable::Random;

/// A random legal position with locked pawns and few pieces: pawn walls, enclosed pieces, and walls
/// that only look closed.
pub fn blocked_position(random: &mut Random) -> Position {
    loop {
        let mut board = Board::empty();
        for file in File::ALL {
            put_pawns(&mut board, file, random);
        }
        for color in Color::ALL {
            put_anywhere(&mut board, Piece::new(color, Role::King), random);
        }
        for _ in 0..random.below(4) {
            let color = Color::ALL[random.below(2)];
            let role = match random.below(8) {
                0 => Role::Knight,
                1 => Role::Rook,
                _ => Role::Bishop,
            };
            put_anywhere(&mut board, Piece::new(color, role), random);
        }
        if let Some(position) = position_on(board, random) {
            return position;
        }
    }
}

/// The position with these pieces and a random side to move, without castling rights; `None` if it
/// is not legal.
pub fn position_on(board: Board, random: &mut Random) -> Option<Position> {
    let setup = Setup {
        board,
        turn: Color::ALL[random.below(2)],
        ..Setup::empty()
    };
    setup.validate(Tolerance::Lenient).ok()
}

/// Puts two pawns of opposite sides face to face on a file, or nearly so, or leaves it empty.
fn put_pawns(board: &mut Board, file: File, random: &mut Random) {
    if random.one_in(4) {
        return;
    }
    let rank = 1 + random.below(5);
    let gap = if random.one_in(10) { 2 } else { 1 };
    put_pawn(board, file, rank, Color::White);
    if !random.one_in(12) {
        put_pawn(board, file, rank + gap, Color::Black);
    }
    if random.one_in(8) {
        put_pawn(board, file, rank + gap + 1, Color::Black);
    }
    if random.one_in(8) && rank > 1 {
        put_pawn(board, file, rank - 1, Color::White);
    }
}

fn put_pawn(board: &mut Board, file: File, rank: usize, color: Color) {
    if (1..7).contains(&rank) {
        let square = Square::new(file, Rank::ALL[rank]);
        board.put(square, Piece::new(color, Role::Pawn));
    }
}

fn put_anywhere(board: &mut Board, piece: Piece, random: &mut Random) {
    loop {
        let square = Square::ALL[random.below(64)];
        if !board.occupied().contains(square) {
            board.put(square, piece);
            return;
        }
    }
}
