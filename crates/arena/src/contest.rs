//! One game between two players, under the law and the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess::{ByColor, Color, Random};
use game::{Ending, GameResult, Ground, History, Outcome, Profile, Reason, Rules};
use uci::{Command, Go};

use crate::adjudicate::{Adjudicated, Adjudication, Adjudicator};
use crate::control::{self, Clock, Control};
use crate::fault::Fault;
use crate::opening::Opening;
use crate::player::{Player, Request, Thought, position_command};

/// Longest wait for a move where no clock says how long it may take.
const PATIENCE_WITHOUT_CLOCK: Duration = Duration::from_secs(300);

/// How far behind a fallen flag a move is still waited for, so that lateness and silence are told
/// apart.
const GRACE: Duration = Duration::from_secs(5);

/// What a game is played under.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How long each side may think.
    pub controls: ByColor<Control>,
    /// How late a move may be.
    pub margin: Duration,
    /// When a game ends early.
    pub adjudication: Adjudication,
    /// Which draws come by themselves, and who judges dead positions.
    pub rules: Rules,
    /// What decides anything random the players do.
    pub seed: u64,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the law.
    Law(Ending),
    /// It was ended early.
    Adjudicated(Adjudicated),
    /// A player did something wrong.
    Fault {
        /// Who.
        by: Color,
        /// What.
        fault: Fault,
    },
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, the moves of the opening included.
    pub history: History,
    /// What the players said about their moves; one for each move behind the opening.
    pub thoughts: Vec<Thought>,
    /// How it came out.
    pub result: GameResult,
    /// Why it ended.
    pub cause: Cause,
    /// After a fault, a command for the shell to see it once more.
    pub reproduction: Option<String>,
}

/// Whoever can break off a game.
pub trait Interruption {
    /// Whether the game shall not go on.
    fn is_raised(&self) -> bool;
}

impl Interruption for AtomicBool {
    fn is_raised(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Plays a game. `None` if it was broken off.
pub fn play<'a>(
    players: ByColor<&'a mut dyn Player>,
    opening: &'a Opening,
    terms: &'a Terms,
    stop: &dyn Interruption,
) -> Option<PlayedGame> {
    let mut contest = Contest::new(players, opening, terms);
    let (result, cause) = contest.run(stop)?;
    let Contest {
        players,
        history,
        thoughts,
        asked,
        ..
    } = contest;
    let asked = asked.as_ref().map(|(position, go)| (position, go));
    let reproduction = match cause {
        Cause::Fault { by, .. } => players[by].reproduction(asked),
        _ => None,
    };
    Some(PlayedGame {
        history,
        thoughts,
        result,
        cause,
        reproduction,
    })
}

struct Contest<'a> {
    players: ByColor<&'a mut dyn Player>,
    opening: &'a Opening,
    terms: &'a Terms,
    history: History,
    clocks: ByColor<Clock>,
    adjudicator: Adjudicator,
    thoughts: Vec<Thought>,
    asked: Option<(Command, Go)>,
}

impl<'a> Contest<'a> {
    fn new(
        players: ByColor<&'a mut dyn Player>,
        opening: &'a Opening,
        terms: &'a Terms,
    ) -> Contest<'a> {
        let mut history = History::new(opening.start.position);
        for &m in &opening.moves {
            if history.play(m).is_err() {
                break;
            }
        }
        Contest {
            players,
            opening,
            terms,
            history,
            clocks: ByColor::new_with(|color| Clock::new(terms.controls[color], terms.margin)),
            adjudicator: Adjudicator::new(terms.adjudication),
            thoughts: Vec::new(),
            asked: None,
        }
    }

    fn run(&mut self, stop: &dyn Interruption) -> Option<(GameResult, Cause)> {
        for color in Color::ALL {
            // Each player errs in its own way.
            let seed = Random::at(self.terms.seed, color as u64).bits();
            if let Err(fault) = self.players[color].begin_game(seed) {
                return Some(lost_by(color, fault));
            }
        }
        loop {
            if stop.is_raised() {
                return None;
            }
            if let Some(ending) = self.history.ending(&self.terms.rules) {
                return Some((ending.outcome.into(), Cause::Law(ending)));
            }
            let turn = self.history.position().turn();
            match self.one_move(turn) {
                Err(fault) => return Some(self.lost_or_saved(turn, fault)),
                // A move that ends the game by the law leaves nothing to adjudicate.
                Ok(Some(verdict)) if self.history.ending(&self.terms.rules).is_none() => {
                    return Some(adjudicated(verdict));
                }
                Ok(_) => {}
            }
        }
    }

    /// What a fault costs: the game, but by the Laws a fallen flag costs nothing against a side
    /// that cannot mate (article 6.9).
    fn lost_or_saved(&self, by: Color, fault: Fault) -> (GameResult, Cause) {
        let rules = &self.terms.rules;
        if rules.profile == Profile::Fide && matches!(fault, Fault::TimeLoss(_)) {
            let ending = Ending::by_giving_up(&self.history, rules, by, Reason::FlagFall(by));
            if ending.outcome == Outcome::Draw {
                return (GameResult::Draw, Cause::Law(ending));
            }
        }
        lost_by(by, fault)
    }

    fn one_move(&mut self, turn: Color) -> Result<Option<Adjudicated>, Fault> {
        let go = control::go(&self.clocks, turn);
        let patience = self.clocks[turn]
            .allowance()
            .map_or(PATIENCE_WITHOUT_CLOCK, |time| time + GRACE);
        self.asked = Some((
            position_command(&self.opening.start, &self.history),
            go.clone(),
        ));
        let thought = self.players[turn].think(&Request {
            start: &self.opening.start,
            history: &self.history,
            go: &go,
            patience,
        })?;
        self.clocks[turn]
            .moved(thought.took)
            .map_err(|late| Fault::TimeLoss(late.late_by))?;
        if let Some(line) = thought.garbage {
            return Err(Fault::Garbage(line));
        }
        let position = *self.history.position();
        let sent = thought
            .best
            .ok_or_else(|| Fault::IllegalMove("none, though there are legal moves".to_owned()))?;
        let m = position.understand_uci(sent);
        let is_zeroing = position.is_zeroing(m);
        self.history
            .play(m)
            .map_err(|illegal| Fault::IllegalMove(format!("{sent} in {position}: {illegal}")))?;
        let score = thought.score;
        self.thoughts.push(thought);
        let full_moves = (self.history.ply() as u32).div_ceil(2);
        Ok(self.adjudicator.moved(turn, score, is_zeroing, full_moves))
    }
}

fn lost_by(color: Color, fault: Fault) -> (GameResult, Cause) {
    (
        Outcome::Win(!color).into(),
        Cause::Fault { by: color, fault },
    )
}

/// A draw by the law in the words that test frameworks expect.
fn draw_phrase(reason: Reason) -> &'static str {
    let of_ground = |ground| match ground {
        Ground::Threefold => "3-fold repetition",
        Ground::FiftyMoves => "fifty moves rule",
    };
    match reason {
        Reason::Stalemate => "stalemate",
        Reason::InsufficientMaterial => "insufficient mating material",
        Reason::DeadPosition => "dead position",
        Reason::FivefoldRepetition => "5-fold repetition",
        Reason::SeventyFiveMoves => "seventy-five moves rule",
        Reason::ThreefoldRepetition => of_ground(Ground::Threefold),
        Reason::FiftyMoves => of_ground(Ground::FiftyMoves),
        Reason::Claimed(claim) => of_ground(claim.ground),
        Reason::FlagFall(_) => "flag fall: the opponent cannot mate",
        // Nobody agrees, resigns or leaves a reason out in a contest; checkmate is not a draw.
        Reason::Checkmate
        | Reason::Agreement
        | Reason::Resignation(_)
        | Reason::CannotMate(_)
        | Reason::Unstated => reason.code(),
    }
}

fn adjudicated(verdict: Adjudicated) -> (GameResult, Cause) {
    let outcome = match verdict {
        Adjudicated::Draw | Adjudicated::TooLong => Outcome::Draw,
        Adjudicated::Loss(color) => Outcome::Win(!color),
    };
    (outcome.into(), Cause::Adjudicated(verdict))
}

impl Cause {
    /// The short name of the cause, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Cause::Law(ending) => ending.reason().code(),
            Cause::Adjudicated(Adjudicated::Draw) => "adjudicated_draw",
            Cause::Adjudicated(Adjudicated::TooLong) => "adjudicated_length",
            Cause::Adjudicated(Adjudicated::Loss(_)) => "adjudicated_loss",
            Cause::Fault { fault, .. } => fault.code(),
        }
    }

    /// The reason as test frameworks expect it after a finished game.
    #[must_use]
    pub fn phrase(&self) -> String {
        match self {
            Cause::Law(ending) => match ending.outcome {
                Outcome::Win(color) => format!("{color} mates"),
                Outcome::Draw => format!("Draw by {}", draw_phrase(ending.reason())),
            },
            Cause::Adjudicated(Adjudicated::Draw) => "Draw by adjudication".to_owned(),
            Cause::Adjudicated(Adjudicated::TooLong) => {
                "Draw by adjudication: maximum moves".to_owned()
            }
            Cause::Adjudicated(Adjudicated::Loss(color)) => {
                format!("{} wins by adjudication", !*color)
            }
            Cause::Fault { by, fault } => format!("{by} {}", fault.phrase()),
        }
    }
}
