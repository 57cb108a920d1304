//! A game: the list of moves, and the state after each of them.

mod judge;

use crate::{
    BoardName, Boards, Change, Ending, Lapse, MoveRefusal, Rulings, Seat, SeatSet, StalemateRule,
    SyncedMove, TouchedPiece,
};
use chess::Square;

/// A game of duplicate chess with its history.
///
/// Any earlier state can be shown ([`show`](DuplicateGame::show)), and steps can be taken back
/// ([`undo`](DuplicateGame::undo), [`redo`](DuplicateGame::redo)), all in constant time. Queries answer for the
/// shown state. A move played while an earlier state is shown replaces what came after it.
///
/// ```
/// use fourfold_duplicate::{Seat, DuplicateGame};
/// let mut game = DuplicateGame::new();
/// for text in ["f2f3", "a2a3", "a7a6", "e7e5", "g2g4", "b2b3", "b7b6", "d8h4"] {
///     game.play(text.parse()?)?;
/// }
/// let ending = game.ending().expect("North is mated");
/// assert_eq!(ending.to_string(), "North is checkmated on NW, West wins");
///
/// game.undo();
/// assert_eq!((game.turn(), game.ending()), (Seat::West, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DuplicateGame {
    rulings: Rulings,
    /// The steps of the game, followed by those that were undone.
    steps: Vec<Step>,
    /// The state at the start and after each step.
    states: Vec<State>,
    /// The digest of the boards in each state, kept apart for a fast search.
    digests: Vec<u64>,
    /// The number of steps in the game.
    len: usize,
    /// The shown state, as the number of steps that lead to it.
    shown: usize,
}

/// One step of a game.
///
/// ```
/// use fourfold_duplicate::{Declaration, Step};
/// let game = fourfold_duplicate::save::load("duplicate-chess 1 e2e4 draw")?;
/// assert_eq!(game.steps()[1], Step::Declared(Declaration::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A player moved.
    Moved {
        /// Who.
        seat: Seat,
        /// What.
        m: SyncedMove,
    },
    /// The operator ended the game; always the last step.
    Declared(Declaration),
}

/// An ending by declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// All players draw by agreement.
    Draw,
    /// A player resigns.
    Resignation(Seat),
    /// The time of a player is up, or a player stays away.
    Lapse(Lapse),
}

/// The effects of a step, for display.
///
/// ```
/// use fourfold_duplicate::{Seat, DuplicateGame};
/// let mut game = DuplicateGame::new();
/// game.play("e2e4".parse()?)?;
/// let played = game.played(0).ok_or("there is a move")?;
/// assert_eq!((played.seat, played.m), (Seat::North, "e2e4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub m: SyncedMove,
    /// What it did on each of the two boards, in their order.
    pub effects: [Change; 2],
    /// Players who then had to pass, if the ruling allows passing.
    pub passed_over: SeatSet,
    /// How the step ended the game, if it did.
    pub ending: Option<Ending>,
}

/// The table after some steps.
#[derive(Clone, Debug)]
struct State {
    boards: Boards,
    /// Turns since the last capture or pawn move on any board.
    quiet: u32,
    /// How often this table has occurred, this time included.
    occurrences: u32,
    passed_over: SeatSet,
    ending: Option<Ending>,
}

impl DuplicateGame {
    /// A game under the original rules.
    #[must_use]
    pub fn new() -> DuplicateGame {
        DuplicateGame::with_rulings(Rulings::default())
    }

    /// A game under other rulings.
    ///
    /// ```
    /// use fourfold_duplicate::{Rulings, StalemateRule, DuplicateGame};
    /// let rulings = Rulings { stalemate: StalemateRule::Pass, ..Rulings::default() };
    /// assert_eq!(DuplicateGame::with_rulings(rulings).rulings(), &rulings);
    /// ```
    #[must_use]
    pub fn with_rulings(rulings: Rulings) -> DuplicateGame {
        DuplicateGame::from_boards(Boards::start(), rulings)
    }

    /// A game that starts from these boards, such as those of [`Boards::set_up`]. The game may be
    /// over before the first move.
    ///
    /// ```
    /// use fourfold_duplicate::examples::DOUBLE_MATE;
    /// use fourfold_duplicate::{Rulings, DuplicateGame};
    /// let game = DuplicateGame::from_boards(DOUBLE_MATE.boards(), Rulings::default());
    /// assert!(game.ending().is_some());
    /// ```
    #[must_use]
    pub fn from_boards(boards: Boards, rulings: Rulings) -> DuplicateGame {
        let mut game = DuplicateGame {
            rulings,
            steps: Vec::new(),
            states: Vec::new(),
            digests: Vec::new(),
            len: 0,
            shown: 0,
        };
        let (state, digest) = game.judged(boards, 0);
        game.states.push(state);
        game.digests.push(digest);
        game
    }

    /// The start boards.
    #[must_use]
    pub fn start(&self) -> &Boards {
        &self.states[0].boards
    }

    /// Whether the start boards were set up.
    #[must_use]
    pub fn is_set_up(&self) -> bool {
        *self.start() != Boards::start()
    }

    /// The rulings of this game.
    #[must_use]
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// The four boards.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        &self.state().boards
    }

    /// The four boards after this many steps of the game; `None` beyond its end.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let game = fourfold_duplicate::save::load("duplicate-chess 1 e2e4 d2d4")?;
    /// assert_eq!(game.boards_after(0), Some(&Boards::start()));
    /// assert_eq!(game.boards_after(3), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn boards_after(&self, steps: usize) -> Option<&Boards> {
        let state = self.states.get(steps).filter(|_| steps <= self.len)?;
        Some(&state.boards)
    }

    /// The seat to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.boards().turn()
    }

    /// How the game ended, if it is over.
    ///
    /// ```
    /// use fourfold_duplicate::{Seat, save};
    /// let game = save::load("f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4")?;
    /// let ending = game.ending().ok_or("it is mate")?;
    /// assert_eq!(ending.to_string(), "North is checkmated on NW and NE, East and West win");
    /// assert!(ending.losers().any(|seat| seat == Seat::North));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.state().ending
    }

    /// Turns since the last capture or pawn move on any board.
    #[must_use]
    pub fn quiet_turns(&self) -> u32 {
        self.state().quiet
    }

    /// How often the shown table has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.state().occurrences
    }

    /// Whether it is proven that nobody can win or lose any more, except by resigning. This is
    /// reported and does not end the game.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.rulings.stalemate != StalemateRule::Loss && self.boards().is_dead()
    }

    /// The legal moves; none once the game has ended.
    ///
    /// ```
    /// use fourfold_duplicate::DuplicateGame;
    /// let mut game = DuplicateGame::new();
    /// assert_eq!(game.legal_moves().len(), 20);
    /// game.play(game.legal_moves()[0])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<SyncedMove> {
        match self.ending() {
            None => self.boards().legal_moves(),
            Some(_) => Vec::new(),
        }
    }

    /// Why a move cannot be played; `None` if it can.
    ///
    /// ```
    /// use fourfold_duplicate::DuplicateGame;
    /// let game = DuplicateGame::new();
    /// assert_eq!(game.why_not("e2e4".parse()?), None);
    /// let refusal = game.why_not("f1b5".parse()?).ok_or("the bishop is blocked")?;
    /// assert_eq!(refusal.objections().len(), 2); // on both boards
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_not(&self, m: SyncedMove) -> Option<MoveRefusal> {
        match self.ending() {
            None => self.boards().why_not(m),
            Some(ending) => Some(MoveRefusal::GameOver(ending)),
        }
    }

    /// Why a piece cannot go between these squares with any promotion; `None` if it can.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::DuplicateGame;
    /// let game = DuplicateGame::new();
    /// assert_eq!(game.why_not_to(Square::G1, Square::F3), None);
    /// assert!(game.why_not_to(Square::G1, Square::G3).is_some());
    /// ```
    #[must_use]
    pub fn why_not_to(&self, from: Square, to: Square) -> Option<MoveRefusal> {
        match self.ending() {
            None => self.boards().why_not_to(from, to),
            Some(ending) => Some(MoveRefusal::GameOver(ending)),
        }
    }

    /// Picks up a piece to see where it can go.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::{BoardName, DuplicateGame};
    /// let knight = DuplicateGame::new().touch(BoardName::Nw, Square::G1)?;
    /// assert_eq!(knight.playable, Square::F3.bitboard() | Square::H3.bitboard());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Refuses if the game is over, the square is empty or the piece is another player's.
    pub fn touch(&self, board: BoardName, from: Square) -> Result<TouchedPiece, MoveRefusal> {
        match self.ending() {
            None => self.boards().touch(board, from),
            Some(ending) => Err(MoveRefusal::GameOver(ending)),
        }
    }

    /// Plays a move after the shown state and discards what came later.
    ///
    /// ```
    /// use fourfold_duplicate::{Seat, DuplicateGame};
    /// let mut game = DuplicateGame::new();
    /// let played = game.play("e2e4".parse()?)?;
    /// assert_eq!((played.seat, played.effects.len()), (Seat::North, 2));
    /// assert!(game.play("e2e5".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if the move cannot be played. The game is then unchanged.
    pub fn play(&mut self, m: SyncedMove) -> Result<Played, MoveRefusal> {
        if let Some(refusal) = self.why_not(m) {
            return Err(refusal);
        }
        let (before, seat) = (self.state(), self.turn());
        let effects = before.boards.effects(m);
        let is_quiet = effects
            .iter()
            .all(|effect| effect.captured.is_none() && effect.piece.role != chess::Role::Pawn);
        let quiet = if is_quiet { before.quiet + 1 } else { 0 };
        let (state, digest) = self.judged(before.boards.play_unchecked(m), quiet);
        let played = Played {
            seat,
            m,
            effects,
            passed_over: state.passed_over,
            ending: state.ending,
        };
        self.push(Step::Moved { seat, m }, state, digest);
        Ok(played)
    }

    /// Plays legal moves at random until this many turns have been played or the game is over.
    /// `choose` gets the number of legal moves and returns the index of the one to play.
    ///
    /// ```
    /// use fourfold_duplicate::DuplicateGame;
    /// let mut game = DuplicateGame::new();
    /// game.play_randomly(10, |count| 7 % count);
    /// assert_eq!(game.ply(), 10);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no move with the returned index.
    pub fn play_randomly(&mut self, turns: usize, mut choose: impl FnMut(usize) -> usize) {
        while self.ply() < turns {
            let moves = self.legal_moves();
            if moves.is_empty() {
                return;
            }
            let m = moves[choose(moves.len())];
            self.play(m).expect("a legal move can be played");
        }
    }

    /// Ends the game by declaration.
    ///
    /// ```
    /// use fourfold_duplicate::{Declaration, DuplicateGame};
    /// let mut game = DuplicateGame::new();
    /// game.declare(Declaration::Draw)?;
    /// assert!(game.play("e2e4".parse()?).is_err()); // the game is over
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Refuses if the game has already ended.
    pub fn declare(&mut self, declaration: Declaration) -> Result<Ending, MoveRefusal> {
        if let Some(ending) = self.ending() {
            return Err(MoveRefusal::GameOver(ending));
        }
        let ending = match declaration {
            Declaration::Draw => self.rulings.declared_draw(),
            Declaration::Resignation(seat) => self.rulings.resignation(seat),
            Declaration::Lapse(lapse) => self.rulings.lapse(lapse, self.boards()),
        };
        let mut state = self.state().clone();
        state.ending = Some(ending);
        self.push(Step::Declared(declaration), state, self.digests[self.shown]);
        Ok(ending)
    }

    /// The steps of the game, including those after the shown state but not those undone.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    /// The moves of the game, including those after the shown state.
    pub fn moves(&self) -> impl Iterator<Item = SyncedMove> {
        self.steps().iter().filter_map(|step| match step {
            Step::Moved { m, .. } => Some(*m),
            Step::Declared(_) => None,
        })
    }

    /// The number of steps that lead to the shown state.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// The number of moves that lead to the shown state.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self.steps[..self.shown].last() {
            Some(Step::Declared(_)) => self.shown - 1,
            Some(Step::Moved { .. }) | None => self.shown,
        }
    }

    /// The effects of a step, counted from 0; `None` for a declaration and beyond the end of the
    /// game.
    #[must_use]
    pub fn played(&self, step: usize) -> Option<Played> {
        match self.steps().get(step)? {
            Step::Declared(_) => None,
            &Step::Moved { seat, m } => {
                let after = &self.states[step + 1];
                Some(Played {
                    seat,
                    m,
                    effects: self.states[step].boards.effects(m),
                    passed_over: after.passed_over,
                    ending: after.ending,
                })
            }
        }
    }

    /// Shows the state after this many steps, or the last state if there are fewer.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let mut game = fourfold_duplicate::save::load("duplicate-chess 1 e2e4 d2d4")?;
    /// game.show(0);
    /// assert_eq!(game.boards(), &Boards::start());
    /// assert_eq!(game.moves().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn show(&mut self, steps: usize) {
        self.shown = steps.min(self.len);
    }

    /// Takes back the last step and shows the state before it; `false` if there is none.
    ///
    /// ```
    /// let mut game = fourfold_duplicate::save::load("duplicate-chess 1 e2e4 d2d4")?;
    /// assert!(game.undo() && game.can_redo());
    /// assert_eq!(game.ply(), 1);
    /// assert!(game.redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        let undone = self.len > 0;
        self.len -= usize::from(undone);
        self.shown = self.len;
        undone
    }

    /// Repeats the step that was undone last and shows it; `false` if there is none.
    ///
    /// ```
    /// let mut game = fourfold_duplicate::save::load("duplicate-chess 1 e2e4 d2d4")?;
    /// assert!(!game.redo()); // nothing was undone
    /// game.undo();
    /// assert!(game.redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> bool {
        let redone = self.can_redo();
        self.len += usize::from(redone);
        self.shown = self.len;
        redone
    }

    /// Whether a step can be repeated by [`redo`](DuplicateGame::redo).
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.len < self.steps.len()
    }

    fn state(&self) -> &State {
        &self.states[self.shown]
    }

    fn push(&mut self, step: Step, state: State, digest: u64) {
        self.steps.truncate(self.shown);
        self.states.truncate(self.shown + 1);
        self.digests.truncate(self.shown + 1);
        self.steps.push(step);
        self.states.push(state);
        self.digests.push(digest);
        self.len = self.steps.len();
        self.shown = self.len;
    }
}

impl Default for DuplicateGame {
    fn default() -> DuplicateGame {
        DuplicateGame::new()
    }
}
