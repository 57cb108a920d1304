//! The search: [alpha-beta](https://www.chessprogramming.org/Alpha-Beta) on one number, the value
//! to the thinker (the player to move at the root).
//!
//! The thinker's two opponents minimize it. The player opposite shares no board with the thinker and
//! plays one plausible move. This is BRS+ (Esser, Gras, Winands, Schadd, Lanctot: *Improving
//! Best-Reply Search*, Computers and Games 2013), reduced to four seats in a circle: all players move
//! in turn, so no impossible position arises. [`Model`] lists the alternatives that were measured.
//!
//! The recursion is an explicit stack of frames, so a search can be suspended after any node and
//! resumed. A search in slices finds the same move as one without interruption.

mod frame;
mod iteration;

use duplicate::{Boards, BySeat, DuplicateGame, Ending, Rulings, Score, Seat, SyncedMove};
use repeatable::Random;

use crate::chosen_move::ChosenMove;
use crate::evaluate::{self, WeightSet};
use crate::limits::Limits;
use crate::order::Experience;
use crate::table::TranspositionTable;
use crate::value::Value;

use frame::Frame;
use iteration::RootMove;

/// How the search models the other players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Both opponents play against the thinker; the player opposite plays one plausible move.
    #[default]
    Neighbors,
    /// All three play against the thinker.
    Paranoid,
    /// In each round one opponent plays against the thinker; the others play plausible moves.
    BestReply,
}

/// Whether there is more to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    More,
    Last,
}

/// The part of a player in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Maximizes.
    Thinker,
    /// Minimizes.
    Opponent,
    /// Plays one plausible move.
    Bystander,
}

/// A search for the best move of the player to move.
pub struct Search {
    pub(crate) seat: Seat,
    pub(crate) rulings: Rulings,
    pub(crate) nodes: u64,
    /// A scratch list of moves, reused at each node.
    pub(crate) scratch: Vec<SyncedMove>,
    pub(crate) weights: WeightSet,
    model: Model,
    limits: Limits,
    root: Boards,
    root_quiet: u32,
    /// The keys of the game since the last capture or pawn move, then those of the current line.
    path: Vec<u64>,
    experience: Experience,
    known: TranspositionTable,
    frames: Vec<Frame>,
    /// The moves of all frames, one frame after another.
    moves: Vec<crate::order::Ranked>,
    /// The principal variation from each ply.
    lines: Vec<Vec<SyncedMove>>,
    root_moves: Vec<RootMove>,
    /// Moves within this margin of the best get exact values.
    width: i32,
    depth: u32,
    index: usize,
    /// The deepest finished iteration.
    finished: u32,
}

impl Search {
    /// A search that has not started; `None` if the game is over.
    #[must_use]
    pub fn new(game: &DuplicateGame, limits: Limits, model: Model, seed: u64) -> Option<Search> {
        if game.ending().is_some() {
            return None;
        }
        let root = *game.boards();
        let mut moves = root.legal_moves();
        // Equal moves are tried in a shuffled order, so that games differ.
        Random::new(seed ^ root.key()).shuffle(&mut moves);
        Some(Search {
            seat: root.turn(),
            rulings: *game.rulings(),
            nodes: 0,
            scratch: Vec::with_capacity(64),
            weights: WeightSet::default(),
            model,
            limits,
            root,
            root_quiet: game.quiet_turns(),
            path: past(game),
            experience: Experience::new(),
            known: TranspositionTable::for_nodes(limits.nodes),
            frames: Vec::new(),
            moves: Vec::with_capacity(1024),
            lines: Vec::new(),
            root_moves: moves.into_iter().map(RootMove::new).collect(),
            width: 0,
            depth: 1,
            index: 0,
            finished: 0,
        })
    }

    #[must_use]
    pub fn with_weights(mut self, weights: WeightSet) -> Search {
        self.weights = weights;
        self
    }

    /// Asks for exact values of all moves within this margin of the best.
    #[must_use]
    pub fn with_width(mut self, width: i32) -> Search {
        self.width = width;
        self
    }

    /// Searches about this many more nodes.
    pub fn work(&mut self, nodes: u64) -> Slice {
        let until = self.nodes.saturating_add(nodes);
        while self.nodes < until {
            if self.is_over() {
                return Slice::Last;
            }
            self.step();
        }
        if self.is_over() {
            Slice::Last
        } else {
            Slice::More
        }
    }

    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The legal moves with their values, best first.
    pub fn ranking(&self) -> impl Iterator<Item = (SyncedMove, Value)> {
        self.root_moves
            .iter()
            .map(|root| (root.m, Value(root.value)))
    }

    #[must_use]
    pub fn best(&self) -> ChosenMove {
        self.nth_best(0)
    }

    /// What was found about the move at this index of the ranking.
    pub(crate) fn nth_best(&self, place: usize) -> ChosenMove {
        let best = &self.root_moves[place];
        let line = if best.line.is_empty() {
            vec![best.m]
        } else {
            best.line.clone()
        };
        let (scores, line) = self.expected(line);
        ChosenMove {
            m: best.m,
            value: Value(best.value),
            scores,
            line,
            depth: self.finished,
            nodes: self.nodes,
        }
    }

    /// The expected result of each player at the end of a line, and the legal part of the line.
    fn expected(&self, line: Vec<SyncedMove>) -> (BySeat<f64>, Vec<SyncedMove>) {
        let mut boards = self.root;
        for (index, &m) in line.iter().enumerate() {
            let Ok(next) = boards.play(m) else {
                return (evaluate::payoff(&boards), line[..index].to_vec());
            };
            let settled = next.settle(&self.rulings);
            if let Some(ending) = settled.ending {
                let scores = BySeat::from_fn(|seat| points(ending.scores[seat]));
                return (scores, line[..=index].to_vec());
            }
            boards = settled.boards;
        }
        (evaluate::payoff(&boards), line)
    }

    fn is_over(&self) -> bool {
        self.nodes >= self.limits.nodes
            || self.depth > self.limits.depth
            || (self.root_moves.len() == 1 && self.finished > 0)
            || (self.finished > 0 && self.index == 0 && self.root_moves[0].is_decided())
    }

    pub(crate) fn part(&self, seat: Seat) -> Part {
        if seat == self.seat {
            Part::Thinker
        } else if seat == self.seat.opposite() && self.model != Model::Paranoid {
            Part::Bystander
        } else {
            Part::Opponent
        }
    }

    pub(crate) fn ending_value(&self, ending: &Ending, ply: usize) -> i32 {
        match ending.scores[self.seat] {
            Score::Win => Value::win_in(ply).0,
            Score::Draw => 0,
            Score::Loss => Value::loss_in(ply).0,
        }
    }
}

fn points(score: Score) -> f64 {
    match score {
        Score::Win => 1.0,
        Score::Draw => 0.0,
        Score::Loss => -1.0,
    }
}

/// The keys of the states that can be repeated, including the present one.
fn past(game: &DuplicateGame) -> Vec<u64> {
    let first = game.shown().saturating_sub(game.quiet_turns() as usize);
    let states = (first..=game.shown()).filter_map(|steps| game.boards_after(steps));
    states.map(Boards::key).collect()
}
