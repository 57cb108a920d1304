//! Endgames in which material says little: advantages that do not win, and wins that need a
//! [mop-up evaluation](https://www.chessprogramming.org/Mop-up_Evaluation).

use chess::{Bitboard, Board, Color, Position, Role, Square};

use super::pawn_ending;

/// Whether one side has nothing but its king.
#[inline]
pub(super) fn has_bare_king(board: &Board) -> bool {
    let is_bare = |color| !board.by_color(color).more_than_one();
    is_bare(Color::White) || is_bare(Color::Black)
}

/// The evaluation from White's point of view, scaled down where an advantage does not win and
/// raised where the losing king must be driven to the edge.
pub(super) fn adjusted(position: &Position, white: i32) -> i32 {
    let board = position.board();
    let strong = if white >= 0 {
        Color::White
    } else {
        Color::Black
    };
    if is_pawn_ending(board) {
        return pawn_ending(position, white);
    }
    let scaled = white * winning_chances(board, strong) / 64;
    let mop_up = mop_up(position, strong);
    if strong.is_white() {
        scaled + mop_up
    } else {
        scaled - mop_up
    }
}

/// Whether the position is king and pawn against king.
fn is_pawn_ending(board: &Board) -> bool {
    let pawns = board.by_role(Role::Pawn);
    pawns.single().is_some() && board.occupied() == pawns | board.by_role(Role::King)
}

/// The exact value of king and pawn against king.
fn pawn_ending(position: &Position, white: i32) -> i32 {
    const WON: i32 = 500;
    let strong = if position.board().pieces(Color::White, Role::Pawn).any() {
        Color::White
    } else {
        Color::Black
    };
    match (pawn_ending::is_won(position, strong), strong) {
        (false, _) => 0,
        (true, Color::White) => white + WON,
        (true, Color::Black) => white - WON,
    }
}

/// How likely an advantage is to win, in 64ths.
fn winning_chances(board: &Board, strong: Color) -> i32 {
    let pawns = board.pieces(strong, Role::Pawn);
    let opposite = are_opposite_bishops(board);
    if !opposite && is_more_than_three(pawns) {
        return 64;
    }
    let (own, enemy) = (
        piece_material(board, strong),
        piece_material(board, !strong),
    );
    if pawns.is_empty() {
        // Without pawns a win takes an extra rook's worth, and two knights alone do not mate.
        let knights_only = own == 6 && board.pieces(strong, Role::Knight).len() == 2;
        if own <= 3 || knights_only && enemy == 0 {
            return 0;
        }
        return if own - enemy < 4 { 8 } else { 64 };
    }
    if opposite {
        return if own == 3 && enemy == 3 { 24 } else { 48 };
    }
    // With few pawns, the defender exchanges them.
    48 + 4 * pawns.len() as i32
}

/// The value of a side's pieces without pawns and king, in pawns.
fn piece_material(board: &Board, color: Color) -> i32 {
    Role::ALL
        .into_iter()
        .map(|role| piece_value(role) * board.pieces(color, role).len() as i32)
        .sum()
}

fn is_more_than_three(set: Bitboard) -> bool {
    let mut squares = set.into_iter();
    squares.nth(3).is_some()
}

/// Piece values in pawns, as used in endgame theory.
const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    }
}

/// Whether each side has exactly one bishop, on squares of opposite colors.
fn are_opposite_bishops(board: &Board) -> bool {
    let bishops = board.by_role(Role::Bishop);
    let one_each = Color::ALL
        .into_iter()
        .all(|color| board.pieces(color, Role::Bishop).single().is_some());
    one_each && (bishops & Bitboard::LIGHT).single().is_some()
}

/// The mop-up bonus for mating a bare king: the losing king should be near the edge and the winning
/// king near it.
fn mop_up(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let weak = !strong;
    let officers = |color: Color| {
        board.by_color(color) - board.by_role(Role::Pawn) - board.by_role(Role::King)
    };
    let bare = board.by_color(weak) == board.pieces(weak, Role::King);
    // A rook that defends against a queen is treated like a bare king.
    let nearly_bare = board.by_role(Role::Pawn).is_empty()
        && officers(weak).single().is_some()
        && board.pieces(strong, Role::Queen).any();
    if !bare && !nearly_bare || !can_mate(board, strong) {
        return 0;
    }
    let (hunter, hunted) = (position.king(strong), position.king(weak));
    let apart = distance(hunter, hunted);
    let bishops = board.pieces(strong, Role::Bishop);
    let minor_mate = bare
        && officers(strong).len() == 2
        && bishops.single().is_some()
        && board.pieces(strong, Role::Knight).single().is_some();
    let edge = if minor_mate {
        // Bishop and knight mate only in a corner of the bishop's color, so the losing king must be
        // driven along the edge from the other corner.
        let light = bishops.is_subset(Bitboard::LIGHT);
        70 * corner_progress(hunted, light) + 12 * center_distance(hunted)
    } else {
        18 * center_distance(hunted)
    };
    let won = if bare { 400 } else { 100 };
    won + edge + 9 * (7 - apart)
}

/// Whether this side has enough material to mate a bare king.
fn can_mate(board: &Board, color: Color) -> bool {
    let bishops = board.pieces(color, Role::Bishop);
    let knights = board.pieces(color, Role::Knight);
    board.rooks_and_queens(color).any()
        || (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any()
        || bishops.any() && knights.any()
}

/// The number of king moves from one square to another.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

/// The distance from the center, 0 to 6: the sum of file and rank distance.
fn center_distance(square: Square) -> i32 {
    let off = |line: i32| (3 - line).max(line - 4);
    off(square.file() as i32) + off(square.rank() as i32)
}

/// The distance of a square from the diagonal between the wrong corners, 0 to 7.
fn corner_progress(square: Square, light: bool) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    if light {
        (file - rank).abs()
    } else {
        (7 - file - rank).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal position")
    }

    #[test]
    fn the_mop_up_bonus_prefers_edge_and_right_corner() {
        let bonus_of = |fen: &str| mop_up(&position(fen), Color::White);
        assert!(
            bonus_of("k7/8/2K5/8/8/8/8/7R w - - 0 1") > bonus_of("8/8/8/3k4/8/8/1K6/7R w - - 0 1")
        );
        // The bishop on f1 is on a light square, so h1 and a8 are the mating corners.
        let right = bonus_of("k7/8/1K6/8/8/8/8/4NB2 w - - 0 1");
        let wrong = bonus_of("8/8/8/8/8/1K6/8/k3NB2 w - - 0 1");
        assert!(right > wrong, "{right} {wrong}");
        assert_eq!(bonus_of("k7/8/2K5/8/8/8/8/4NN2 w - - 0 1"), 0);
    }
}
