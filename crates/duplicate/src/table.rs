//! A game: the list of moves is the truth, and every state along it is at hand.

mod judge;

use crate::{
    BoardName, Boards, Change, Ending, Grab, Refusal, Rulings, Seat, SeatSet, StalemateRule,
    SyncedMove,
};
use chess::Square;

/// A game of duplicate chess, from the start to wherever it has come.
///
/// The game can be looked at anywhere ([`show`](Table::show)) and taken back
/// ([`undo`](Table::undo), [`redo`](Table::redo)), each in constant time: all questions are
/// answered for the state that is shown. A move made while an earlier state is shown replaces
/// what came after it.
///
/// ```
/// use duplicate::{Seat, Table};
/// let mut table = Table::new();
/// for text in ["f2f3", "a2a3", "a7a6", "e7e5", "g2g4", "b2b3", "b7b6", "d8h4"] {
///     table.play(text.parse()?)?;
/// }
/// let ending = table.ending().expect("North is mated");
/// assert_eq!(ending.to_string(), "North is checkmated on NW, West wins");
///
/// table.undo();
/// assert_eq!((table.turn(), table.ending()), (Seat::West, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rulings: Rulings,
    /// The steps of the game, and after them those that were undone.
    steps: Vec<Step>,
    /// The state at the start and after each step.
    states: Vec<State>,
    /// The digest of the table in each state, apart from the rest to be searched fast.
    digests: Vec<u64>,
    /// How many steps the game has.
    len: usize,
    /// The state that is shown, by the number of steps that lead to it.
    shown: usize,
}

/// One step of a game.
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

/// An end of the game by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// All agree to a draw.
    Draw,
    /// A player resigns.
    Resignation(Seat),
}

/// What a step has done, for whoever watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub m: SyncedMove,
    /// What it did on each of the two boards, in their order.
    pub effects: [Change; 2],
    /// Players who had no move then and were passed over, under that ruling.
    pub passed_over: SeatSet,
    /// How the game ended by it.
    pub ending: Option<Ending>,
}

/// The table after some steps.
#[derive(Clone, Debug)]
struct State {
    boards: Boards,
    /// Turns since the last capture or pawn move on any board.
    quiet: u32,
    /// How often this table has stood, this time included.
    occurrences: u32,
    passed_over: SeatSet,
    ending: Option<Ending>,
}

impl Table {
    /// A game under the rulings of the document.
    #[must_use]
    pub fn new() -> Table {
        Table::with_rulings(Rulings::default())
    }

    /// A game under other rulings.
    #[must_use]
    pub fn with_rulings(rulings: Rulings) -> Table {
        Table::from_boards(Boards::start(), rulings)
    }

    /// A game that begins with these boards, such as those of [`Boards::set_up`]. It may be over
    /// before it begins.
    #[must_use]
    pub fn from_boards(boards: Boards, rulings: Rulings) -> Table {
        let mut table = Table {
            rulings,
            steps: Vec::new(),
            states: Vec::new(),
            digests: Vec::new(),
            len: 0,
            shown: 0,
        };
        let (state, digest) = table.judged(boards, 0);
        table.states.push(state);
        table.digests.push(digest);
        table
    }

    /// The boards with which the game began.
    #[must_use]
    pub fn start(&self) -> &Boards {
        &self.states[0].boards
    }

    /// Whether the game began with boards that someone has set up.
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

    /// How the game has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.state().ending
    }

    /// Turns since the last capture or pawn move on any board.
    #[must_use]
    pub fn quiet_turns(&self) -> u32 {
        self.state().quiet
    }

    /// How often the table has stood as it stands, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.state().occurrences
    }

    /// Whether it is proven that nobody can win or lose any more, except by resigning. This is
    /// reported; it does not end the game.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.rulings.stalemate != StalemateRule::Loss && self.boards().is_dead()
    }

    /// The legal moves; none once the game has ended.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<SyncedMove> {
        match self.ending() {
            None => self.boards().legal_moves(),
            Some(_) => Vec::new(),
        }
    }

    /// Why a move cannot be played; `None` if it can.
    #[must_use]
    pub fn why_not(&self, m: SyncedMove) -> Option<Refusal> {
        match self.ending() {
            None => self.boards().why_not(m),
            Some(ending) => Some(Refusal::GameOver(ending)),
        }
    }

    /// Why a piece may not go from here to there, whatever it would become; `None` if it may.
    #[must_use]
    pub fn why_not_to(&self, from: Square, to: Square) -> Option<Refusal> {
        match self.ending() {
            None => self.boards().why_not_to(from, to),
            Some(ending) => Some(Refusal::GameOver(ending)),
        }
    }

    /// Takes up a piece to see where it can go.
    ///
    /// # Errors
    ///
    /// Refuses if the game is over, the square is empty or the piece is another player's.
    pub fn grab(&self, board: BoardName, from: Square) -> Result<Grab, Refusal> {
        match self.ending() {
            None => self.boards().grab(board, from),
            Some(ending) => Err(Refusal::GameOver(ending)),
        }
    }

    /// Plays a move after the state that is shown; what came later is forgotten.
    ///
    /// # Errors
    ///
    /// Returns why the move cannot be played; the game is then as it was.
    pub fn play(&mut self, m: SyncedMove) -> Result<Played, Refusal> {
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

    /// Ends the game by word.
    ///
    /// # Errors
    ///
    /// Refuses if the game has already ended.
    pub fn declare(&mut self, declaration: Declaration) -> Result<Ending, Refusal> {
        if let Some(ending) = self.ending() {
            return Err(Refusal::GameOver(ending));
        }
        let ending = match declaration {
            Declaration::Draw => self.rulings.declared_draw(),
            Declaration::Resignation(seat) => self.rulings.resignation(seat),
        };
        let mut state = self.state().clone();
        state.ending = Some(ending);
        self.push(Step::Declared(declaration), state, self.digests[self.shown]);
        Ok(ending)
    }

    /// The steps of the game, those after the shown state included, undone ones not.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    /// The moves of the game, with those after the shown state.
    pub fn moves(&self) -> impl Iterator<Item = SyncedMove> {
        self.steps().iter().filter_map(|step| match step {
            Step::Moved { m, .. } => Some(*m),
            Step::Declared(_) => None,
        })
    }

    /// How many steps lead to the state that is shown.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// How many moves lead to the state that is shown.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self.steps[..self.shown].last() {
            Some(Step::Declared(_)) => self.shown - 1,
            _ => self.shown,
        }
    }

    /// What the step with this number did, counted from 0; `None` for a declaration or beyond
    /// the end of the game.
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

    /// Shows the state after so many steps, or the last if there are fewer.
    pub fn show(&mut self, steps: usize) {
        self.shown = steps.min(self.len);
    }

    /// Takes back the last step of the game and shows what is left; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.len > 0;
        self.len -= usize::from(undone);
        self.shown = self.len;
        undone
    }

    /// Makes the step again that was undone last and shows it; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let redone = self.can_redo();
        self.len += usize::from(redone);
        self.shown = self.len;
        redone
    }

    /// Whether a step was undone that can be made again.
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

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}
