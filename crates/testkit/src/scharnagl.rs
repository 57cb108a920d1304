//! The 960 starting positions of Chess960, by number.

use chess::{
    Bitboard, Board, CastlingRights, Color, File, Piece, Position, Rank, Role, Setup, Square,
    Tolerance,
};

/// The knights' places among the five squares that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// The Chess960 start with this number after Reinhard Scharnagl; 518 is the usual one.
///
/// ```
/// assert_eq!(testkit::scharnagl(518), chess::Position::start());
/// ```
///
/// # Panics
///
/// Panics if the number is not below 960.
#[must_use]
pub fn scharnagl(number: usize) -> Position {
    assert!(number < 960, "there are 960 starts, numbered from 0");
    let roles = first_rank(number);
    let mut setup = Setup {
        board: Board::empty(),
        ..Setup::empty()
    };
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        for (file, role) in File::ALL.into_iter().zip(roles) {
            let home = Square::new(file, Rank::home(color));
            let pawn = Square::new(file, Rank::Second.relative_to(color));
            setup.board.put(home, Piece::new(color, role));
            setup.board.put(pawn, Piece::new(color, Role::Pawn));
            if role == Role::Rook {
                rooks |= home.bitboard();
            }
        }
    }
    setup.castling = CastlingRights::from_rooks(rooks);
    setup
        .validate(Tolerance::Strict)
        .expect("every Chess960 start is legal")
}

/// The pieces of the first rank from a to h.
fn first_rank(number: usize) -> [Role; 8] {
    let mut roles = [None; 8];
    roles[2 * (number % 4) + 1] = Some(Role::Bishop);
    roles[2 * (number / 4 % 4)] = Some(Role::Bishop);
    put_on_free(&mut roles, number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The second knight's place is counted as if the first were not there yet.
    put_on_free(&mut roles, second, Role::Knight);
    put_on_free(&mut roles, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put_on_free(&mut roles, 0, role);
    }
    roles.map(|role| role.expect("eight pieces fill eight squares"))
}

/// Puts a piece on the free square with this number.
fn put_on_free(roles: &mut [Option<Role>; 8], place: usize, role: Role) {
    let free = roles.iter_mut().filter(|square| square.is_none());
    if let Some(square) = free.into_iter().nth(place) {
        *square = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_numbers_mean_what_the_table_says() {
        for (number, row) in [
            (0, "bbqnnrkr"),
            (113, "bnqbrnkr"),
            (300, "qbnrkrbn"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (959, "rkrnnqbb"),
        ] {
            let fen = scharnagl(number).to_string();
            assert!(fen.starts_with(row), "{number}: {fen}");
        }
    }

    #[test]
    fn all_starts_differ() {
        let fens: HashSet<String> = (0..960)
            .map(|number| scharnagl(number).to_string())
            .collect();
        assert_eq!(fens.len(), 960);
    }
}
