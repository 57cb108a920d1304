//! The 960 starting positions of Chess960 by number:
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.

use crate::{
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

impl Position {
    /// The Chess960 start with this Scharnagl number, from 0 to 959; 518 is the usual start. `None`
    /// for other numbers.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::start()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: usize) -> Option<Position> {
        let roles = first_rank(number)?;
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
        let position = setup.validate(Tolerance::Strict);
        Some(position.expect("every Chess960 start is legal"))
    }
}

/// The pieces of the first rank from a to h.
fn first_rank(number: usize) -> Option<[Role; 8]> {
    let &(first, second) = KNIGHTS.get(number / 96)?;
    let mut roles = [None; 8];
    roles[2 * (number % 4) + 1] = Some(Role::Bishop);
    roles[2 * (number / 4 % 4)] = Some(Role::Bishop);
    put_on_free(&mut roles, number / 16 % 6, Role::Queen);
    // The second knight's place is counted as if the first were not there yet.
    put_on_free(&mut roles, second, Role::Knight);
    put_on_free(&mut roles, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put_on_free(&mut roles, 0, role);
    }
    Some(roles.map(|role| role.expect("eight pieces fill eight squares")))
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
    fn numbers_follow_the_scharnagl_table() {
        for (number, row) in [
            (0, "bbqnnrkr"),
            (113, "bnqbrnkr"),
            (300, "qbnrkrbn"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (959, "rkrnnqbb"),
        ] {
            let fen = Position::chess960(number).unwrap().to_string();
            assert!(fen.starts_with(row), "{number}: {fen}");
        }
    }

    #[test]
    fn there_are_960_different_starts() {
        let starts = (0..960).filter_map(Position::chess960);
        let fens: HashSet<String> = starts.map(|position| position.to_string()).collect();
        assert_eq!(fens.len(), 960);
        for number in [960, 1000, usize::MAX] {
            assert_eq!(Position::chess960(number), None);
        }
    }
}
