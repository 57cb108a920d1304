//! The player.

use chess::{Color, Move, Position};
use engine::{ClockLimits, SearchResult};
use game::{Command, Game, Judge, Judgment};

use crate::decisions::{accepts, claim, is_even_for_long, is_lost};
use crate::search::{Search, root};
use crate::{Pace, Question};

/// How many of its judgments a player remembers.
const MEMORY: usize = 32;

/// After how many plies it may offer a draw again.
const OFFER_PLIES: usize = 40;

/// The engine as a player of one game, or of one after another.
///
/// It claims a draw or accepts an offer when it expects nothing better, offers one when the game has
/// long been even, and resigns when it has been clearly lost for several moves.
#[derive(Clone, Debug)]
pub struct Opponent {
    pace: Pace,
    resigns: bool,
    judged: Vec<Judged>,
    /// The ply of its last draw offer.
    offered_at: Option<usize>,
}

/// A position in which it was to move, with its score for the mover in centipawns.
#[derive(Clone, Debug)]
struct Judged {
    ply: usize,
    position: Position,
    score: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intention {
    Act(Command),
    /// Plays a move and then offers a draw.
    OfferWith(Command),
    /// Resigns, provided that the opponent can still mate.
    Resign {
        by: Color,
        otherwise: Command,
    },
}

impl Opponent {
    #[must_use]
    pub fn new(pace: Pace) -> Opponent {
        Opponent {
            pace,
            resigns: true,
            judged: Vec::new(),
            offered_at: None,
        }
    }

    /// The same player, who plays lost games to the end.
    #[must_use]
    pub fn never_resigning(self) -> Opponent {
        Opponent {
            resigns: false,
            ..self
        }
    }

    /// The search for the answer to a question. The clock is that of the side to move.
    #[must_use]
    pub fn search(&self, question: Question, game: &Game, clock: Option<ClockLimits>) -> Search {
        Search::new(self.pace, question, root(game), clock)
    }

    /// What follows from a search; `None` if it was only advice, or if there is no legal move.
    pub fn answer(
        &mut self,
        question: Question,
        game: &Game,
        found: &SearchResult,
    ) -> Option<Intention> {
        let score = found.score.centipawns();
        match question {
            Question::Move => Some(self.play(game, found.best()?, score)),
            Question::Offer => {
                let by = !game.position().turn();
                Some(Intention::Act(self.answer_offer(game, by, score)))
            }
            Question::Hint | Question::Eval => None,
        }
    }

    /// What it does on its move, with this best move and this score in centipawns.
    pub fn play(&mut self, game: &Game, best: Move, score: i32) -> Intention {
        let by = game.position().turn();
        self.judge(game, score);
        if game.offers().stands(!by) && accepts(game, score) {
            return Intention::Act(Command::Accept(by));
        }
        if let Some(claim) = claim(game, best, score) {
            return Intention::Act(claim);
        }
        let scores = self.scores(game);
        let play = Command::Play(best);
        if self.resigns && is_lost(&scores) {
            let otherwise = play;
            return Intention::Resign { by, otherwise };
        }
        if is_even_for_long(game, &scores) && self.may_offer(game) {
            self.offered_at = Some(game.ply());
            return Intention::OfferWith(play);
        }
        Intention::Act(play)
    }

    /// The answer of a side to a draw offer. The score is that of the player to move.
    #[must_use]
    pub fn answer_offer(&self, game: &Game, by: Color, score: i32) -> Command {
        let own = match by == game.position().turn() {
            true => score,
            false => -score,
        };
        match accepts(game, own) {
            true => Command::Accept(by),
            false => Command::Decline(by),
        }
    }

    /// Remembers a score, and forgets those of other games and of moves that were taken back.
    fn judge(&mut self, game: &Game, score: i32) {
        let ply = game.ply();
        self.judged.retain(|judged| {
            let position = game.history().position_at(judged.ply);
            judged.ply < ply && position == Some(&judged.position)
        });
        self.judged.push(Judged {
            ply,
            position: *game.position(),
            score,
        });
        let forgotten = self.judged.len().saturating_sub(MEMORY);
        self.judged.drain(..forgotten);
    }

    /// The scores of its last moves in a row, the newest first.
    fn scores(&self, game: &Game) -> Vec<i32> {
        let turn = game.position().turn();
        let own = self.judged.iter().rev();
        let own = own.filter(|judged| judged.position.turn() == turn);
        let plies = (0..=game.ply()).rev().step_by(2);
        let in_a_row = own
            .zip(plies)
            .take_while(|(judged, ply)| judged.ply == *ply);
        in_a_row.map(|(judged, _)| judged.score).collect()
    }

    fn may_offer(&self, game: &Game) -> bool {
        let is_recent = |at: usize| (at..at + OFFER_PLIES).contains(&game.ply());
        game.can_agree() && game.offers().is_empty() && !self.offered_at.is_some_and(is_recent)
    }
}

impl Intention {
    /// The commands, in order. A player resigns only if the judge has proven that the opponent can
    /// mate.
    #[must_use]
    pub fn commands(self, position: &Position, judge: &dyn Judge) -> Vec<Command> {
        match self {
            Intention::Act(command) => vec![command],
            Intention::OfferWith(play) => vec![play, Command::Offer(position.turn())],
            Intention::Resign { by, otherwise } => match judge.can_mate(position, !by) {
                Judgment::Yes => vec![Command::Resign(by)],
                Judgment::No | Judgment::Unknown => vec![otherwise],
            },
        }
    }
}
