//! Random placements: legal positions, most of which no game would reach.

use chess::{
    Bitboard, Board, CastlingRights, Color, File, Piece, Position, Rank, Role, Setup, Square,
    Tolerance,
};
use repeatable::Random;

/// A random setup, illegal more often than not: kings may be in check, castling rights and en
/// passant squares may contradict the board.
pub fn scattered_setup(random: &mut Random) -> Setup {
    let mut setup = Setup {
        board: Board::empty(),
        turn: if random.one_in(2) {
            Color::White
        } else {
            Color::Black
        },
        halfmoves: random.below(120) as u16,
        fullmoves: 1 + random.below(200) as u32,
        ..Setup::empty()
    };
    for color in Color::ALL {
        put_king(&mut setup, color, random);
    }
    for _ in 0..random.below(25) {
        put_piece(&mut setup, random);
    }
    if random.one_in(3) {
        make_en_passant(&mut setup, random);
    }
    setup
}

/// A random legal position as the lenient FEN reader accepts it. No game may be able to reach its
/// material or its checks.
pub fn scattered_position(random: &mut Random) -> Position {
    loop {
        if let Ok(position) = scattered_setup(random).validate(Tolerance::Lenient) {
            return position;
        }
    }
}

/// Places a king anywhere, or on its home square with castling rooks.
fn put_king(setup: &mut Setup, color: Color, random: &mut Random) {
    let king = Piece::new(color, Role::King);
    if random.one_in(2) {
        setup.board.put(any_square(random), king);
        return;
    }
    let home = Rank::home(color);
    let file = 1 + random.below(6);
    setup.board.put(Square::new(File::ALL[file], home), king);
    let mut rooks = setup.castling.rooks();
    for files in [0..file, file + 1..8] {
        if !random.one_in(4) {
            let place = files.start + random.below(files.len());
            let rook = Square::new(File::ALL[place], home);
            setup.board.put(rook, Piece::new(color, Role::Rook));
            rooks |= rook.bitboard();
        }
    }
    setup.castling = CastlingRights::from_rooks(rooks);
}

/// Places a piece other than a king on a free square, most often a pawn.
fn put_piece(setup: &mut Setup, random: &mut Random) {
    let color = Color::ALL[random.below(2)];
    let role = match random.below(9) {
        0 => Role::Knight,
        1 => Role::Bishop,
        2 => Role::Rook,
        3 => Role::Queen,
        _ => Role::Pawn,
    };
    let square = any_square(random);
    let edge = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
    let is_free = !setup.board.occupied().contains(square);
    if is_free && !(role == Role::Pawn && edge.contains(square)) {
        setup.board.put(square, Piece::new(color, role));
    }
}

/// Pretends that the side not to move has just made a double step past a pawn that may capture it.
fn make_en_passant(setup: &mut Setup, random: &mut Random) {
    let file = random.below(8);
    let beside = if file == 0 || file < 7 && random.one_in(2) {
        file + 1
    } else {
        file - 1
    };
    let square =
        |file: usize, rank: Rank| Square::new(File::ALL[file], rank.relative_to(setup.turn));
    let came_from = square(file, Rank::Seventh);
    let passed = square(file, Rank::Sixth);
    let went_to = square(file, Rank::Fifth);
    let capturer = square(beside, Rank::Fifth);
    let kings = setup.board.by_role(Role::King);
    let touched = came_from.bitboard() | passed.bitboard() | went_to.bitboard();
    if kings.is_disjoint(touched | capturer.bitboard()) {
        setup.board.remove(came_from);
        setup.board.remove(passed);
        let enemy = Piece::new(!setup.turn, Role::Pawn);
        setup.board.put(went_to, enemy);
        let own = Piece::new(setup.turn, Role::Pawn);
        setup.board.put(capturer, own);
        setup.en_passant = Some(passed);
        setup.halfmoves = 0;
    }
}

fn any_square(random: &mut Random) -> Square {
    Square::ALL[random.below(64)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_varied() {
        let mut random = Random::new(2);
        let positions: Vec<Position> = (0..1_000)
            .map(|_| scattered_position(&mut random))
            .collect();
        let count = |is: fn(&Position) -> bool| positions.iter().filter(|p| is(p)).count();
        assert!(count(|p| p.is_check()) > 100);
        assert!(count(|p| p.pinned().any()) > 50);
        assert!(count(|p| p.en_passant().is_some()) > 50);
        assert!(count(|p| !p.castling().is_empty()) > 100);
        assert!(count(|p| p.turn() == Color::Black) > 300);
    }
}
