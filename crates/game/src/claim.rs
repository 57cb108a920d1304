//! Draw claims: threefold repetition and fifty moves, now or with a named move.

use core::fmt;

use chess::{FIFTY_MOVES, Move, Position};

use crate::History;

/// The number of occurrences that gives the right to claim (article 9.2).
pub const THREEFOLD: u32 = 3;

/// The ground of a claim.
///
/// ```
/// use fourfold_game::Ground;
/// assert_eq!(Ground::FiftyMoves.code(), "fifty_moves");
/// assert_eq!(Ground::ALL.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Ground {
    /// Threefold repetition: the position has occurred, or is about to occur, at least three times.
    #[cfg_attr(feature = "serde", serde(rename = "threefold_repetition"))]
    Threefold,
    /// Fifty moves of each side without a capture or pawn move, now or with the named move.
    FiftyMoves,
}

impl Ground {
    /// Both grounds, in article order.
    pub const ALL: [Ground; 2] = [Ground::Threefold, Ground::FiftyMoves];

    /// A short name for programs.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Claim {
    /// The ground.
    pub ground: Ground,
    /// The named move; `None` if the right exists without one.
    pub with: Option<Move>,
}

impl Claim {
    /// The article of the Laws of Chess that gives the right.
    ///
    /// ```
    /// use fourfold_game::{Claim, Ground};
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

/// What a wrong claim lacks.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Event, Game, Ground, Shortfall};
/// let mut game = Game::default();
/// let claim = Command::Claim { by: Color::White, ground: Some(Ground::Threefold), with: None };
/// let events = game.execute(claim)?;
/// let Event::ClaimRefused { shortfalls, .. } = &events[0] else { unreachable!() };
/// assert_eq!(shortfalls[..], [Shortfall::Occurrences(1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Shortfall {
    /// The position has occurred, or would have occurred, only this often.
    Occurrences(u32),
    /// Only this many half-moves without a capture or pawn move have passed, or would have passed.
    Halfmoves(u16),
    /// The named move is itself a capture or pawn move and resets the count.
    ZeroingMove,
}

impl History {
    /// The claims available to the player to move on the current position.
    ///
    /// Does not check whether the game is over; [`Game::claims`](crate::Game::claims) does.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")?;
    /// let claims = History::new(position).claims();
    /// assert_eq!(claims[0].article(), "9.3.2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        self.claims_among(&Ground::ALL, None).unwrap_or_default()
    }

    /// The claims available to the player to move by naming a move, for every legal move.
    ///
    /// Does not check whether the game is over; [`Game::claims_with`](crate::Game::claims_with)
    /// does.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// // Fifty moves are complete with the next quiet move.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")?;
    /// let history = History::new(position);
    /// assert!(history.claims().is_empty());
    /// assert_eq!(history.claims_with().len(), position.legal_moves().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// The correct claims on these grounds, with the named move if there is one. If none is
    /// correct, what each lacks.
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

    /// What a claim on this ground lacks, now or with the move that leads to `next`.
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
            Shortfall::Halfmoves(halfmoves) => write!(
                f,
                "fifty moves: {halfmoves} of {FIFTY_MOVES} half-moves without a capture or pawn move"
            ),
            Shortfall::ZeroingMove => {
                f.write_str("fifty moves: the named move is itself a capture or pawn move")
            }
        }
    }
}
