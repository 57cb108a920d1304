//! One game under the Laws of Chess: a state, commands that change it, and queries.

mod execute;
mod load;

use chess::fen::CastlingMode;
use chess::{Move, Position};

use crate::{Claim, Ending, GameResult, History, Offers, Profile, Record, Remark, Rules, Start};

/// A game of chess from any start position, under a set of rules.
///
/// Only [`execute`](Game::execute) changes it. It answers a command with events, or refuses it and
/// changes nothing. Everything else is a query. The game reads no clock: the owner of the clocks
/// reports a flag fall by a command.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Event, Game, GameResult};
///
/// let mut game = Game::default();
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = game.position().parse_san(san)?;
///     game.execute(Command::Play(m))?;
/// }
/// assert_eq!(game.claims()[0].article(), "9.2.2");
///
/// let claim = Command::Claim { by: Color::White, ground: None, with: None };
/// let events = game.execute(claim)?;
/// assert!(matches!(events[..], [Event::DrawClaimed { .. }, Event::GameEnded(_)]));
/// assert_eq!((game.ply(), game.result()), (8, GameResult::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    mode: CastlingMode,
    history: History,
    /// The start, then one moment per step. Those after `now` have been undone.
    moments: Vec<Moment>,
    now: usize,
}

/// The state between two steps, besides the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Moment {
    /// The move that led here; `None` at the start, and if an action other than a move ended the
    /// game.
    played: Option<Move>,
    offers: Offers,
    remarks: Vec<Remark>,
    ending: Option<Ending>,
}

impl Game {
    /// Starts a game from this position under these rules.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{Game, Profile, Rules};
    /// let start = Position::chess960(0).ok_or("0 is a Chess960 number")?;
    /// let game = Game::new(start, Rules::new(Profile::Engine));
    /// assert_eq!(game.rules().profile, Profile::Engine);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(start: impl Into<Start>, rules: Rules) -> Game {
        let start = start.into();
        let history = History::new(start.position);
        let first = Moment {
            ending: history.ending(&rules),
            ..Moment::default()
        };
        Game {
            rules,
            mode: start.mode,
            history,
            moments: vec![first],
            now: 0,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            position: *self.history.start(),
            mode: self.mode,
        }
    }

    /// The positions and moves so far.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The current position. It displays as FEN.
    ///
    /// ```
    /// use fourfold_game::Game;
    /// let game = Game::default();
    /// assert_eq!(game.position().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The number of plies played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.ply()
    }

    /// How the game ended; `None` while it is in progress.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::{Command, Game, Outcome};
    /// let mut game = Game::default();
    /// assert_eq!(game.ending(), None);
    /// game.execute(Command::Resign(Color::White))?;
    /// assert_eq!(game.ending().map(|ending| ending.outcome), Some(Outcome::Win(Color::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.moment().ending.as_ref()
    }

    /// The result in PGN notation.
    ///
    /// ```
    /// use fourfold_game::{Game, GameResult};
    /// assert_eq!(Game::default().result(), GameResult::Unknown);
    /// assert_eq!(Game::default().result().to_string(), "*");
    /// ```
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending().map(|ending| ending.outcome).into()
    }

    /// The standing draw offers.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::{Command, Game};
    /// let mut game = Game::default();
    /// game.execute(Command::Offer(Color::White))?;
    /// assert!(game.offers().stands(Color::White));
    /// let e4 = game.position().parse_san("e4")?;
    /// game.execute(Command::Play(e4))?;
    /// assert!(game.offers().stands(Color::White)); // White's own move does not end it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offers(&self) -> Offers {
        self.moment().offers
    }

    /// Whether the players may agree to a draw: both have made a move (article 5.2.3). In a game from
    /// a set-up position, its move number says so. An offer may be made at any time.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{Game, Rules};
    /// assert!(!Game::default().can_agree());
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 80")?;
    /// assert!(Game::new(position, Rules::default()).can_agree());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn can_agree(&self) -> bool {
        // Both sides have made a move once the second full move is reached.
        self.position().fullmoves() >= 2
    }

    /// Every draw that the player to move can claim now (articles 9.2.2 and 9.3.2).
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{Game, Rules};
    /// let position = Position::from_fen("8/8/3k4/8/3K4/8/7R/7R w - - 100 130")?;
    /// let game = Game::new(position, Rules::default());
    /// assert_eq!(game.claims()[0].article(), "9.3.2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.can_be_claimed() {
            self.history.claims()
        } else {
            Vec::new()
        }
    }

    /// Every draw that the player to move can claim by naming a move (articles 9.2.1 and 9.3.1),
    /// with the move.
    ///
    /// ```
    /// use fourfold_game::{Command, Game};
    /// let mut game = Game::default();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
    ///     let m = game.position().parse_san(san)?;
    ///     game.execute(Command::Play(m))?;
    /// }
    /// // Black may write down Ng8, the third occurrence of the start position, and claim.
    /// let claim = game.claims_with()[0];
    /// assert_eq!(claim.article(), "9.2.1");
    /// assert_eq!(claim.with, Some(game.position().parse_san("Ng8")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claims_with(&self) -> Vec<Claim> {
        if self.can_be_claimed() {
            self.history.claims_with()
        } else {
            Vec::new()
        }
    }

    /// Whether claims are possible: the game is in progress, and its profile has claims.
    fn can_be_claimed(&self) -> bool {
        self.ending().is_none() && self.rules.profile == Profile::Fide
    }

    /// The number of steps that can be undone.
    ///
    /// ```
    /// use fourfold_game::{Command, Game};
    /// let mut game = Game::default();
    /// let e4 = game.position().parse_san("e4")?;
    /// game.execute(Command::Play(e4))?;
    /// assert_eq!((game.undoable(), game.redoable()), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.now
    }

    /// The number of steps that can be redone.
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.moments.len() - 1 - self.now
    }

    /// The game so far, as a record.
    ///
    /// ```
    /// use fourfold_game::{Command, Game, Rules};
    /// let mut game = Game::default();
    /// let e4 = game.position().parse_san("e4")?;
    /// game.execute(Command::Play(e4))?;
    /// let again = Game::from_record(&game.record(), &Rules::default())?;
    /// assert_eq!(again, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> Record {
        // Only the last moment can lack a move, and then the one before it has the same ply.
        let remarks = self.moments[..=self.now]
            .iter()
            .enumerate()
            .flat_map(|(at, moment)| {
                let ply = at.min(self.ply());
                moment.remarks.iter().map(move |&remark| (ply, remark))
            })
            .collect();
        Record {
            start: self.start(),
            profile: self.rules.profile,
            moves: self.history.moves().to_vec(),
            last: *self.position(),
            remarks,
            ending: self.ending().cloned(),
        }
    }

    fn moment(&self) -> &Moment {
        &self.moments[self.now]
    }
}

impl Default for Game {
    /// A game from the standard start position under the FIDE Laws. Dead positions are recognized
    /// by their material only; for all proofs, pass the rules of the crate `fourfold-referee`:
    /// `Game::new(Start::standard(), referee::rules(Profile::Fide))`.
    fn default() -> Game {
        Game::new(Start::standard(), Rules::default())
    }
}

impl PartialEq for Game {
    /// Equal in everything visible, now or after undo and redo. The judge is not part of the state.
    fn eq(&self, other: &Game) -> bool {
        self.rules.profile == other.rules.profile
            && self.mode == other.mode
            && self.history == other.history
            && self.moments == other.moments
            && self.now == other.now
    }
}

impl Eq for Game {}
