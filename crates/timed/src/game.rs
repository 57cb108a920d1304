//! A game of chess with its clocks.

use std::time::Duration;

use chess::Color;
use clock::{Terms, TimeControl};
use game::{Command, Ending, Event, Game, Outcome, Reason, Refusal};

use crate::Timing;

/// A game of chess with clocks, perhaps without a limit.
///
/// The first move starts the clocks, and the end of the game stops them. The owner of the time
/// reports a [fallen flag](TimedGame::fallen_flag) by a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedGame {
    game: Game,
    /// The time control of the next game.
    control: TimeControl,
    timing: Timing,
}

impl TimedGame {
    /// A game with this time control. Its clocks stand until the next move.
    #[must_use]
    pub fn new(game: Game, control: TimeControl) -> TimedGame {
        TimedGame {
            timing: Timing::new([control; 2], game.undoable()),
            game,
            control,
        }
    }

    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The clocks, for an arbiter and for stored times.
    pub fn timing_mut(&mut self) -> &mut Timing {
        &mut self.timing
    }

    /// Gives this game other clocks, such as those with which it was saved.
    pub fn set_timing(&mut self, timing: Timing) {
        self.timing = timing;
    }

    /// The settings of the clocks; `None` if there is no limit.
    #[must_use]
    pub fn terms(&self) -> Option<&Terms> {
        self.timing.clocks().clock(0).control().terms()
    }

    /// The remaining time of a side; `None` if there is no limit.
    #[must_use]
    pub fn left(&self, side: Color, now: Duration) -> Option<Duration> {
        self.timing.clocks().left(side as usize, now)
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        let clocks = self.timing.clocks();
        let seat = clocks.turn().filter(|_| clocks.is_running())?;
        Some(Color::ALL[seat])
    }

    /// The side whose flag has fallen in a game in progress.
    #[must_use]
    pub fn fallen_flag(&self, now: Duration) -> Option<Color> {
        let seat = self.timing.clocks().flagged(now)?;
        self.game.ending().is_none().then_some(Color::ALL[seat])
    }

    /// Executes a command at this time, in the game and on the clocks.
    ///
    /// # Errors
    ///
    /// Returns why the game refuses the command. Nothing has changed then.
    pub fn execute(&mut self, command: Command, now: Duration) -> Result<Vec<Event>, Refusal> {
        let (steps, plies) = (self.game.undoable(), self.game.ply());
        let mover = self.game.position().turn();
        let is_rewind = matches!(command, Command::Undo(_) | Command::Redo(_));
        let is_another = matches!(command, Command::New(_) | Command::Load(_));
        let events = self.game.execute(command)?;
        let running = self.to_move().map(|side| side as usize);
        if is_another {
            self.timing = Timing::new([self.control; 2], self.game.undoable());
        } else if is_rewind {
            self.timing.go_to(self.game.undoable(), running, now);
        } else if self.game.undoable() > steps {
            let mover = (self.game.ply() > plies).then_some(mover as usize);
            self.timing.step(mover, running, now);
        }
        for event in &events {
            if let Event::TimeBonusDue(side) = event
                && let Some(terms) = self.terms()
            {
                let bonus = terms.wrong_claim_bonus();
                self.timing.give(*side as usize, bonus);
            }
        }
        Ok(events)
    }

    /// Starts the clock of the player to move in a game that was stored or loaded.
    pub fn resume(&mut self, now: Duration) {
        if let Some(side) = self.to_move() {
            self.timing.start(side as usize, now);
        }
    }

    /// Ends the game with a result for which its record gives no reason; `None` if that is not
    /// possible after its moves.
    pub fn end_as_stated(&mut self, outcome: Outcome) -> Option<()> {
        let mut record = self.game.record();
        record.ending = Some(Ending::new(outcome, Reason::Unstated));
        self.game = Game::from_record(&record, self.game.rules()).ok()?;
        self.timing.step(None, None, Duration::ZERO);
        Some(())
    }

    /// The player to move, whose clock runs: nobody before the first move and after the end.
    fn to_move(&self) -> Option<Color> {
        let is_begun = self.game.ply() > 0 && self.game.ending().is_none();
        is_begun.then(|| self.game.position().turn())
    }
}
