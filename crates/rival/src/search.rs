//! The search: alpha-beta on one number, what the thinker gets.
//!
//! The thinker's two opponents minimize it; the player opposite shares no board with the thinker
//! and plays one plausible move. That is BRS+ (Esser, Gras, Winands, Schadd, Lanctot: *Improving
//! Best-Reply Search*, Computers and Games 2013) cut to four seats in a circle: everybody moves in
//! turn, so no impossible position arises. [`Model`] holds the alternatives that were measured.
//!
//! The recursion is a stack of frames, so that a search can be put aside after any node and taken up
//! again: cut into slices it comes to the same move as in one piece.

mod frame;
mod iteration;

use chess::Random;
use duplicate::{Boards, BySeat, Ending, Rulings, Score, Seat, SyncedMove, Table};

use crate::evaluate::{self, Taste};
use crate::limits::Limits;
use crate::order::Experience;
use crate::table::TranspositionTable;
use crate::thought::Thought;
use crate::value::Value;

use frame::Frame;
use iteration::RootMove;

/// How the other players are imagined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Both opponents play against the thinker, the player opposite plays one plausible move.
    #[default]
    Neighbors,
    /// All three play against the thinker.
    Paranoid,
    /// In each round one of the opponents plays against the thinker, the others plausibly.
    BestReply,
}

/// Whether there is more to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The limits allow to go on.
    More,
    /// The search has come to its end.
    Last,
}

/// What a player does in the thinker's mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Maximizes.
    Thinker,
    /// Minimizes.
    Opponent,
    /// Plays one plausible move.
    Bystander,
}

/// A search for the move of the player whose turn it is.
pub struct Search {
    pub(crate) seat: Seat,
    pub(crate) rulings: Rulings,
    pub(crate) nodes: u64,
    /// A list that is filled and emptied again at each node.
    pub(crate) scratch: Vec<SyncedMove>,
    pub(crate) taste: Taste,
    model: Model,
    limits: Limits,
    root: Boards,
    root_quiet: u32,
    /// The keys of the game since the last capture or pawn move, then those of the line that is
    /// being searched.
    path: Vec<u64>,
    experience: Experience,
    known: TranspositionTable,
    frames: Vec<Frame>,
    /// The moves of all frames, one after another.
    moves: Vec<crate::order::Ranked>,
    /// The best line from each ply on.
    lines: Vec<Vec<SyncedMove>>,
    root_moves: Vec<RootMove>,
    /// Moves that are at most this much worse than the best are told apart exactly.
    width: i32,
    depth: u32,
    index: usize,
    /// The deepest iteration that was finished.
    finished: u32,
}

impl Search {
    /// A search that has not begun; `None` if the game is over.
    #[must_use]
    pub fn new(table: &Table, limits: Limits, model: Model, seed: u64) -> Option<Search> {
        if table.ending().is_some() {
            return None;
        }
        let root = *table.boards();
        let mut moves = root.legal_moves();
        // Equal moves are not always tried in the same order, so that games differ.
        Random::new(seed ^ root.key()).shuffle(&mut moves);
        Some(Search {
            seat: root.turn(),
            rulings: *table.rulings(),
            nodes: 0,
            scratch: Vec::with_capacity(64),
            taste: Taste::default(),
            model,
            limits,
            root,
            root_quiet: table.quiet_turns(),
            path: past(table),
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

    /// Evaluates by other weights.
    #[must_use]
    pub fn with_taste(mut self, taste: Taste) -> Search {
        self.taste = taste;
        self
    }

    /// Asks for exact values of moves that are this much worse than the best.
    #[must_use]
    pub fn with_width(mut self, width: i32) -> Search {
        self.width = width;
        self
    }

    /// Searches about this many nodes more.
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

    /// How many nodes were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves that can be played with what they are worth, the best first.
    pub fn ranking(&self) -> impl Iterator<Item = (SyncedMove, Value)> {
        self.root_moves
            .iter()
            .map(|root| (root.m, Value(root.value)))
    }

    /// What was found so far.
    #[must_use]
    pub fn thought(&self) -> Thought {
        self.thought_of(0)
    }

    /// What was found about the move in this place of the ranking.
    pub(crate) fn thought_of(&self, place: usize) -> Thought {
        let best = &self.root_moves[place];
        let line = if best.line.is_empty() {
            vec![best.m]
        } else {
            best.line.clone()
        };
        let (scores, line) = self.expected(line);
        Thought {
            m: best.m,
            value: Value(best.value),
            scores,
            line,
            depth: self.finished,
            nodes: self.nodes,
        }
    }

    /// What everybody gets where a line leads, and the line as far as it is legal.
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

/// What a player gets, as a number.
fn points(score: Score) -> f64 {
    match score {
        Score::Win => 1.0,
        Score::Draw => 0.0,
        Score::Loss => -1.0,
    }
}

/// The keys of the states that can come back, the present one included.
fn past(table: &Table) -> Vec<u64> {
    let first = table.shown().saturating_sub(table.quiet_turns() as usize);
    let states = (first..=table.shown()).filter_map(|steps| table.boards_after(steps));
    states.map(Boards::key).collect()
}
