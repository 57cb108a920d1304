//! Random legal games.

use chess::{Move, MoveKind, Position, Role};
use repeatable::Random;

use crate::{scattered_position, scharnagl};

/// One ply of a random game.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    pub before: Position,
    pub m: Move,
    pub after: Position,
}

/// A random legal game, one ply at a time, until mate or stalemate.
///
/// Castling, en passant, promotions and double steps are preferred where possible: move generators
/// tend to fail on them, and they are rare in purely random games.
#[derive(Clone, Debug)]
pub struct Walk {
    position: Position,
    random: Random,
}

impl Walk {
    /// A game from this position. The seed determines all moves.
    #[must_use]
    pub fn new(position: Position, seed: u64) -> Walk {
        Walk {
            position,
            random: Random::new(seed),
        }
    }

    fn choose(&mut self) -> Option<Move> {
        let moves = self.position.legal_moves();
        let pawns = self.position.board().by_role(Role::Pawn);
        let is_special = |m: &Move| m.kind() != MoveKind::Normal;
        let is_double_step =
            |m: &Move| pawns.contains(m.from()) && (m.from() as u8).abs_diff(m.to() as u8) == 16;
        let preferred: Vec<Move> = if self.random.one_in(2) {
            moves.iter().copied().filter(is_special).collect()
        } else if self.random.one_in(3) {
            moves.iter().copied().filter(is_double_step).collect()
        } else {
            Vec::new()
        };
        self.random
            .pick(&preferred)
            .or(self.random.pick(&moves))
            .copied()
    }
}

impl Iterator for Walk {
    type Item = Ply;

    fn next(&mut self) -> Option<Ply> {
        let before = self.position;
        let m = self.choose()?;
        let after = before.play_unchecked(m);
        self.position = after;
        Some(Ply { before, m, after })
    }
}

/// An endless sequence of random games: from the standard start, from a Chess960 start, and twice
/// from a random placement, in turn.
pub fn mixed_walks(seed: u64) -> impl Iterator<Item = Walk> {
    let mut random = Random::new(seed);
    (0usize..).map(move |index| {
        let start = match index % 4 {
            0 => Position::start(),
            1 => scharnagl(random.below(960)),
            _ => scattered_position(&mut random),
        };
        Walk::new(start, random.bits())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_game() {
        let game = |seed| -> Vec<Move> {
            Walk::new(Position::start(), seed)
                .take(60)
                .map(|ply| ply.m)
                .collect()
        };
        assert_eq!(game(3), game(3));
        assert_ne!(game(3), game(4));
    }

    #[test]
    fn rare_moves_occur() {
        let mut castlings = 0;
        let mut en_passant = 0;
        let mut promotions = 0;
        for ply in mixed_walks(5).take(200).flat_map(|walk| walk.take(80)) {
            match ply.m.kind() {
                MoveKind::Castle => castlings += 1,
                MoveKind::EnPassant => en_passant += 1,
                MoveKind::Promotion(_) => promotions += 1,
                MoveKind::Normal => {}
            }
        }
        assert!(castlings > 50, "{castlings}");
        assert!(en_passant > 30, "{en_passant}");
        assert!(promotions > 100, "{promotions}");
    }
}
