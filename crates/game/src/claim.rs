//! The right to claim a draw: threefold repetition and fifty moves, now or with a named move.

use core::fmt;

use chess::{Move, Position};

use crate::History;

/// Occurrences of a position that give the right to claim (article 9.2).
pub const THREEFOLD: u32 = 3;

/// Half-moves without a capture or pawn move that give the right to claim (article 9.3).
pub const FIFTY_MOVES: u16 = 100;

/// What a claim rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// The same position has occurred, or is about to occur, at least three times.
    Threefold,
    /// Fifty moves of each side have passed, or are about to, without a capture or pawn move.
    FiftyMoves,
}

impl Ground {
    /// Both grounds, in the order of the articles.
    pub const ALL: [Ground; 2] = [Ground::Threefold, Ground::FiftyMoves];

    /// The short name of the ground, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Ground::Threefold => "threefold_repetition",
            Ground::FiftyMoves => "fifty_moves",
        }
    }
}

/// A right to claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Claim {
    /// What it rests on.
    pub ground: Ground,
    /// The move that brings it about; `None` if it is there already.
    pub with: Option<Move>,
}

impl Claim {
    /// The article of the Laws that gives the right.
    ///
    /// ```
    /// use game::{Claim, Ground};
    /// let claim = Claim { ground: Ground::Threefold, with: None };
    /// assert_eq!(claim.article(), "9.2.2");
    /// ```
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match (self.ground, self.with) {
            (Ground::Threefold, Some(_)) => "9.2.1",
            (Ground::Threefold, None) => "9.2.2",
            (Ground::FiftyMoves, Some(_)) => "9.3.1",
            (Ground::FiftyMoves, None) => "9.3.2",
        }
    }
}

/// How far a claim is from being right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shortfall {
    /// The position has occurred, or would have, only this often.
    Occurrences(u32),
    /// Only this many half-moves have passed, or would have, without a capture or pawn move.
    Halfmoves(u16),
    /// The named move is itself a capture or a pawn move, and sets the count back.
    ZeroingMove,
}

impl History {
    /// The rights that the position on the board gives to the player to move.
    ///
    /// Whether the game has ended is not asked here; [`Game::claims`](crate::Game::claims) does.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        self.claims_among(&Ground::ALL, None).unwrap_or_default()
    }

    /// The rights that the player to move has by naming a move, for every legal move.
    ///
    /// Whether the game has ended is not asked here;
    /// [`Game::claims_with`](crate::Game::claims_with) does.
    #[must_use]
    pub fn claims_with(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        for &m in &self.position().legal_moves() {
            let next = self.position().play_unchecked(m);
            for ground in Ground::ALL {
                if self.shortfall(ground, Some(&next)).is_none() {
                    let with = Some(m);
                    claims.push(Claim { ground, with });
                }
            }
        }
        claims.sort();
        claims
    }

    /// The claims on these grounds that are right, with a legal move if one is named; or, if none
    /// is, how far each is from being right.
    pub(crate) fn claims_among(
        &self,
        grounds: &[Ground],
        with: Option<Move>,
    ) -> Result<Vec<Claim>, Vec<Shortfall>> {
        let next = with.map(|m| self.position().play_unchecked(m));
        let mut claims = Vec::new();
        let mut shortfalls = Vec::new();
        for &ground in grounds {
            match self.shortfall(ground, next.as_ref()) {
                None => claims.push(Claim { ground, with }),
                Some(shortfall) => shortfalls.push(shortfall),
            }
        }
        if claims.is_empty() {
            Err(shortfalls)
        } else {
            Ok(claims)
        }
    }

    /// What is missing for a claim on this ground, now or with the move that leads to `next`.
    fn shortfall(&self, ground: Ground, next: Option<&Position>) -> Option<Shortfall> {
        match ground {
            Ground::Threefold => {
                let occurrences =
                    next.map_or_else(|| self.occurrences(), |next| self.occurrences_of_next(next));
                (occurrences < THREEFOLD).then_some(Shortfall::Occurrences(occurrences))
            }
            Ground::FiftyMoves => {
                let halfmoves = next.unwrap_or_else(|| self.position()).halfmoves();
                match next {
                    Some(_) if halfmoves == 0 => Some(Shortfall::ZeroingMove),
                    _ => (halfmoves < FIFTY_MOVES).then_some(Shortfall::Halfmoves(halfmoves)),
                }
            }
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ground::Threefold => "threefold repetition",
            Ground::FiftyMoves => "the fifty-move rule",
        })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (article {})", self.ground, self.article())
    }
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shortfall::Occurrences(1) => {
                f.write_str("threefold repetition: the position occurs once, not three times")
            }
            Shortfall::Occurrences(_) => {
                f.write_str("threefold repetition: the position occurs twice, not three times")
            }
            Shortfall::Halfmoves(halfmoves) => {
                let missing = FIFTY_MOVES.saturating_sub(halfmoves);
                let are = if missing == 1 { "is" } else { "are" };
                write!(
                    f,
                    "fifty moves: {halfmoves} half-moves without a capture or pawn move, not \
                     {FIFTY_MOVES}; {missing} {are} missing"
                )
            }
            Shortfall::ZeroingMove => {
                f.write_str("fifty moves: the named move is itself a capture or pawn move")
            }
        }
    }
}
