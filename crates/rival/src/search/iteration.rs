//! The root moves and [iterative deepening](https://www.chessprogramming.org/Iterative_Deepening).

use duplicate::SyncedMove;

use super::Search;
use super::frame::Frame;
use crate::order::Scene;
use crate::value::Value;

/// Greater than every value.
const INFINITE: i32 = Value::WIN.0 + 1;

pub(super) struct RootMove {
    pub m: SyncedMove,
    pub value: i32,
    pub line: Vec<SyncedMove>,
    trial: Trial,
}

/// How a root move is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    Waiting,
    Narrow,
    Full,
}

impl RootMove {
    pub fn new(m: SyncedMove) -> RootMove {
        RootMove {
            m,
            value: -INFINITE,
            line: Vec::new(),
            trial: Trial::Waiting,
        }
    }

    /// Whether a deeper search cannot change the value.
    pub fn is_decided(&self) -> bool {
        Value(self.value).forced().is_some()
    }
}

impl Search {
    pub(super) fn step(&mut self) {
        if !self.frames.is_empty() {
            self.step_frames();
        } else if self.index == self.root_moves.len() {
            self.end_iteration();
        } else {
            let (trial, window) = match (self.index, self.root_alpha()) {
                (0, _) | (_, None) => (Trial::Full, (-INFINITE, INFINITE)),
                (_, Some(alpha)) if self.width > 0 => (Trial::Full, (alpha, INFINITE)),
                (_, Some(alpha)) => (Trial::Narrow, (alpha, alpha + 1)),
            };
            self.try_root_move(trial, window);
        }
    }

    /// The value that a root move has to beat.
    fn root_alpha(&self) -> Option<i32> {
        let best = self.root_moves[..self.index]
            .iter()
            .map(|root| root.value)
            .max()?;
        Some((best - self.width).max(-INFINITE))
    }

    fn try_root_move(&mut self, trial: Trial, window: (i32, i32)) {
        let root = &mut self.root_moves[self.index];
        root.trial = trial;
        let m = root.m;
        let is_quiet = Scene::new(&self.root).is_quiet(m);
        let quiet = if is_quiet { self.root_quiet + 1 } else { 0 };
        let depth = self.depth as i32 - 1;
        let frame = Frame::new(self.root.play_unchecked(m), quiet, depth, window, false);
        self.path.push(frame.boards.key());
        self.frames.push(frame);
    }

    /// Processes the value of the current root move.
    pub(super) fn root_value(&mut self, value: i32) {
        let alpha = self.root_alpha();
        let root = &mut self.root_moves[self.index];
        if root.trial == Trial::Narrow && alpha.is_some_and(|alpha| value > alpha) {
            let window = (alpha.unwrap_or(-INFINITE), INFINITE);
            self.try_root_move(Trial::Full, window);
            return;
        }
        root.trial = Trial::Waiting;
        root.value = value;
        let is_exact = alpha.is_none_or(|alpha| value > alpha);
        if is_exact || root.line.is_empty() {
            let m = root.m;
            let tail = self.lines.get(1).cloned().unwrap_or_default();
            root.line.clear();
            root.line.push(m);
            root.line.extend(tail);
        }
        // The best move is kept first, so that an interrupted search returns it.
        let index = self.index;
        let is_best = self.root_moves[..index]
            .iter()
            .all(|other| other.value < value);
        if is_best && index > 0 {
            self.root_moves[..=index].rotate_right(1);
        }
        self.index += 1;
    }

    fn end_iteration(&mut self) {
        self.root_moves.sort_by_key(|root| -root.value);
        self.finished = self.depth;
        self.depth += 1;
        self.index = 0;
    }
}
