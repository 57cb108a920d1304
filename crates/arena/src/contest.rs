//! One game between two players, with rules and clocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess::{ByColor, Color};
use game::{Ending, GameResult, Ground, History, Outcome, Profile, Reason, Rules};
use repeatable::Random;
use uci::{Command, Go};

use crate::adjudicate::{Adjudicated, Adjudication, Adjudicator};
use crate::cause_code::CauseCode;
use crate::fault::Fault;
use crate::move_limit::{self, Clock, Control};
use crate::opening::Opening;
use crate::player::{Player, PlayerAnswer, Request, position_command};

/// How long to wait for a move when there is no clock.
const PATIENCE_WITHOUT_CLOCK: Duration = Duration::from_secs(300);

/// How long to wait for a move after the flag has fallen, to tell a late move from a stall.
const GRACE: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct Terms {
    pub controls: ByColor<Control>,
    /// The margin by which a move may be late.
    pub margin: Duration,
    pub adjudication: Adjudication,
    /// The rules of automatic draws and dead positions.
    pub rules: Rules,
    /// The seed for the players' random choices.
    pub seed: u64,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    Law(Ending),
    Adjudicated(Adjudicated),
    Fault { by: Color, fault: Fault },
}

#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, including the opening moves.
    pub history: History,
    /// The players' reports, one per move after the opening.
    pub answers: Vec<PlayerAnswer>,
    pub result: GameResult,
    pub cause: Cause,
    /// After a fault, a shell command that reproduces it.
    pub reproduction: Option<String>,
}

/// A signal that interrupts a game.
pub trait Interruption {
    fn is_raised(&self) -> bool;
}

impl Interruption for AtomicBool {
    fn is_raised(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Plays a game. `None` if it was interrupted.
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
        answers,
        asked,
        ..
    } = contest;
    let asked = asked.as_ref().map(|(position, go)| (position, go));
    let reproduction = match cause {
        Cause::Fault { by, .. } => players[by].reproduction(asked),
        Cause::Law(_) | Cause::Adjudicated(_) => None,
    };
    Some(PlayedGame {
        history,
        answers,
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
    answers: Vec<PlayerAnswer>,
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
            clocks: ByColor::from_fn(|color| Clock::new(terms.controls[color], terms.margin)),
            adjudicator: Adjudicator::new(terms.adjudication),
            answers: Vec::new(),
            asked: None,
        }
    }

    fn run(&mut self, stop: &dyn Interruption) -> Option<(GameResult, Cause)> {
        for color in Color::ALL {
            // The seeds differ, so the players err independently.
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
                Err(fault) => return Some(self.result_of_fault(turn, fault)),
                // A move that ends the game needs no adjudication.
                Ok(Some(verdict)) if self.history.ending(&self.terms.rules).is_none() => {
                    return Some(adjudicated(verdict));
                }
                Ok(_) => {}
            }
        }
    }

    /// The result of a fault: a loss, except that a flag fall against a side that cannot mate is a
    /// draw (article 6.9).
    fn result_of_fault(&self, by: Color, fault: Fault) -> (GameResult, Cause) {
        let rules = &self.terms.rules;
        if rules.profile == Profile::Fide && matches!(fault, Fault::TimeLoss(_)) {
            let ending =
                Ending::by_resignation_or_flag(&self.history, rules, by, Reason::FlagFall(by));
            if ending.outcome == Outcome::Draw {
                return (GameResult::Draw, Cause::Law(ending));
            }
        }
        lost_by(by, fault)
    }

    fn one_move(&mut self, turn: Color) -> Result<Option<Adjudicated>, Fault> {
        let go = move_limit::go(&self.clocks, turn);
        let patience = self.clocks[turn]
            .allowance()
            .map_or(PATIENCE_WITHOUT_CLOCK, |time| time + GRACE);
        self.asked = Some((
            position_command(&self.opening.start, &self.history),
            go.clone(),
        ));
        let answer = self.players[turn].think(&Request {
            start: &self.opening.start,
            history: &self.history,
            go: &go,
            patience,
        })?;
        self.clocks[turn]
            .moved(answer.took)
            .map_err(|late| Fault::TimeLoss(late.late_by))?;
        if let Some(line) = answer.garbage {
            return Err(Fault::Garbage(line));
        }
        let position = *self.history.position();
        let sent = answer
            .best
            .ok_or_else(|| Fault::IllegalMove("none, though there are legal moves".to_owned()))?;
        let m = position.understand_uci(sent);
        let is_zeroing = position.is_zeroing(m);
        self.history
            .play(m)
            .map_err(|illegal| Fault::IllegalMove(format!("{sent} in {position}: {illegal}")))?;
        let score = answer.score;
        self.answers.push(answer);
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

/// The wording of a draw that test frameworks expect.
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
        // These reasons do not occur in a contest, and checkmate is not a draw.
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
    #[must_use]
    pub fn code(&self) -> &'static str {
        CauseCode::from(self).as_str()
    }

    /// The reason in the wording that test frameworks expect.
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
