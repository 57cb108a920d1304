//! A frame: one position on the line being searched, and the steps of the search.

use duplicate::{Boards, Score, SyncedMove};

use super::{Model, Part, Search};
use crate::evaluate::evaluate;
use crate::order::{Ranked, Scene};
use crate::table::{Bound, Entry};
use crate::value::Value;

/// The margin per turn of remaining depth for reverse futility pruning.
const FUTILITY_MARGIN: i32 = 120;

/// From this remaining depth on, a plausible move is chosen by evaluation instead of move ordering.
const EVALUATED_DEPTH: i32 = 2;

/// A position with its window, its remaining moves, and the results of the moves tried so far.
pub(super) struct Frame {
    pub boards: Boards,
    key: u64,
    quiet: u32,
    depth: i32,
    alpha: i32,
    beta: i32,
    window: (i32, i32),
    part: Part,
    /// Whether an opponent has already played against the thinker in this round
    /// ([`Model::BestReply`]).
    replied: bool,
    in_check: bool,
    first: usize,
    next: usize,
    end: usize,
    best: i32,
    best_move: Option<SyncedMove>,
    trial: Trial,
}

/// How the current move is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    /// The position has not been entered yet.
    Enter,
    /// No move is being searched.
    Pick,
    /// With reduced depth and a null window.
    Reduced,
    /// With a null window.
    Narrow,
    /// With the full window.
    Full,
}

/// What to do with the stack next.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives for one step; boxing would allocate at every node"
)]
enum Action {
    /// Continue with the same frame.
    Stay,
    Push(Frame),
    /// The value is known.
    Pop(i32),
}

impl Frame {
    pub fn new(boards: Boards, quiet: u32, depth: i32, window: (i32, i32), replied: bool) -> Frame {
        Frame {
            key: boards.key(),
            boards,
            quiet,
            depth,
            alpha: window.0,
            beta: window.1,
            window,
            part: Part::Bystander,
            replied,
            in_check: false,
            first: 0,
            next: 0,
            end: 0,
            best: 0,
            best_move: None,
            trial: Trial::Enter,
        }
    }

    fn improves(&self, value: i32) -> bool {
        match self.part {
            Part::Opponent => value < self.beta,
            Part::Thinker | Part::Bystander => value > self.alpha,
        }
    }

    fn cuts(&self, value: i32) -> bool {
        match self.part {
            Part::Opponent => value <= self.alpha,
            Part::Thinker | Part::Bystander => value >= self.beta,
        }
    }

    /// The null window that a move has to beat.
    fn narrow(&self) -> (i32, i32) {
        match self.part {
            Part::Opponent => (self.beta - 1, self.beta),
            Part::Thinker | Part::Bystander => (self.alpha, self.alpha + 1),
        }
    }
}

impl Search {
    /// Does one step on the top frame. A value returned by the bottom frame goes to the root.
    pub(super) fn step_frames(&mut self) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let action = match frame.trial {
            Trial::Enter => self.enter(&mut frame),
            Trial::Pick | Trial::Reduced | Trial::Narrow | Trial::Full => self.pick(&mut frame),
        };
        self.act(frame, action);
    }

    fn act(&mut self, mut frame: Frame, mut action: Action) {
        loop {
            match action {
                Action::Stay => {
                    self.frames.push(frame);
                    return;
                }
                Action::Push(child) => {
                    self.path.push(child.key);
                    self.frames.push(frame);
                    self.frames.push(child);
                    return;
                }
                Action::Pop(value) => {
                    self.path.pop();
                    self.moves.truncate(frame.first);
                    let Some(parent) = self.frames.pop() else {
                        self.root_value(value);
                        return;
                    };
                    frame = parent;
                    action = self.judge(&mut frame, value);
                }
            }
        }
    }

    fn enter(&mut self, frame: &mut Frame) -> Action {
        self.nodes += 1;
        let ply = self.ply();
        frame.first = self.moves.len();
        frame.part = self.part(frame.boards.turn());
        if frame.part == Part::Thinker {
            frame.replied = false;
        }
        self.line(ply).clear();
        if frame.quiet >= self.rulings.quiet_turns || self.is_repeated(frame) {
            return Action::Pop(0);
        }
        frame.in_check = !frame.boards.checks_against(frame.boards.turn()).is_empty();
        self.scratch.clear();
        frame.boards.append_legal_moves(&mut self.scratch);
        if self.scratch.is_empty() {
            let settled = frame.boards.settle(&self.rulings);
            if let Some(ending) = settled.ending {
                return Action::Pop(self.ending_value(&ending, ply));
            }
            frame.boards = settled.boards;
            frame.quiet += settled.passed_over.len() as u32;
            return Action::Stay;
        }
        if frame.depth <= 0 {
            self.nodes -= 1;
            let boards = frame.boards;
            return Action::Pop(self.quiesce(&boards, frame.alpha, frame.beta, ply, 0));
        }
        let known = self.known.get(self.table_key(frame));
        if let Some(entry) = known
            && entry.depth >= frame.depth
        {
            let value = from_table(entry.value, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= frame.beta,
                Bound::Upper => value <= frame.alpha,
            };
            if is_enough {
                return Action::Pop(value);
            }
        }
        if let Some(value) = self.futility_value(frame) {
            return Action::Pop(value);
        }
        self.rank_moves(frame, known.and_then(|entry| entry.best));
        frame.best = match frame.part {
            Part::Opponent => i32::MAX,
            Part::Thinker | Part::Bystander => i32::MIN,
        };
        frame.trial = Trial::Pick;
        Action::Stay
    }

    /// [Reverse futility pruning](https://www.chessprogramming.org/Reverse_Futility_Pruning): an
    /// evaluation far outside the window at low depth, unless the player is in check.
    fn futility_value(&self, frame: &Frame) -> Option<i32> {
        let is_narrow = frame.beta - frame.alpha == 1;
        if !is_narrow || frame.in_check || frame.depth > 3 || frame.part == Part::Bystander {
            return None;
        }
        let value = evaluate(&frame.boards, self.seat, self.weights).0;
        let margin = FUTILITY_MARGIN * frame.depth;
        match frame.part {
            Part::Opponent => (value + margin <= frame.alpha).then_some(value),
            Part::Thinker | Part::Bystander => (value - margin >= frame.beta).then_some(value),
        }
    }

    fn rank_moves(&mut self, frame: &mut Frame, remembered: Option<SyncedMove>) {
        let ply = self.ply();
        let scene = Scene::new(&frame.boards);
        for &m in &self.scratch {
            self.moves
                .push(self.experience.rank(&scene, m, ply, remembered));
        }
        frame.next = frame.first;
        frame.end = self.moves.len();
        let is_single = match frame.part {
            Part::Bystander => true,
            Part::Opponent => self.model == Model::BestReply && frame.replied,
            Part::Thinker => false,
        };
        if is_single {
            let moves = &self.moves[frame.first..frame.end];
            let remembered = moves.iter().find(|ranked| Some(ranked.m) == remembered);
            let single = match remembered {
                Some(ranked) => *ranked,
                None if frame.depth >= EVALUATED_DEPTH => {
                    self.nodes += moves.len() as u64;
                    self.best_looking(&frame.boards, moves)
                }
                None => plausible(&scene, moves),
            };
            self.moves[frame.first] = single;
            self.moves.truncate(frame.first + 1);
            frame.end = frame.first + 1;
        }
    }

    /// The move with the best evaluation for the player who makes it.
    fn best_looking(&self, boards: &Boards, moves: &[Ranked]) -> Ranked {
        let seat = boards.turn();
        let look = |ranked: &Ranked| {
            let next = boards.play_unchecked(ranked.m);
            match next.settle(&self.rulings).ending {
                Some(ending) => match ending.scores[seat] {
                    Score::Win => Value::WIN.0,
                    Score::Draw => 0,
                    Score::Loss => -Value::WIN.0,
                },
                None => evaluate(&next, seat, self.weights).0,
            }
        };
        let mut best = moves[0];
        let mut best_look = look(&best);
        for ranked in &moves[1..] {
            let look = look(ranked);
            if look > best_look {
                (best, best_look) = (*ranked, look);
            }
        }
        best
    }

    /// Picks the next move, or finishes the frame.
    fn pick(&mut self, frame: &mut Frame) -> Action {
        if frame.next == frame.end {
            return Action::Pop(self.finish(frame));
        }
        let rest = &mut self.moves[frame.next..frame.end];
        let best = rest
            .iter()
            .enumerate()
            .max_by_key(|(place, ranked)| (ranked.rank, -(*place as isize)))
            .map_or(0, |(place, _)| place);
        rest.swap(0, best);
        let ranked = rest[0];
        let tried = frame.next - frame.first;
        frame.next += 1;
        if frame.part == Part::Bystander {
            frame.trial = Trial::Full;
            return Action::Push(self.child(frame, ranked, frame.depth, (frame.alpha, frame.beta)));
        }
        if tried == 0 {
            frame.trial = Trial::Full;
            return Action::Push(self.child(
                frame,
                ranked,
                frame.depth - 1,
                (frame.alpha, frame.beta),
            ));
        }
        let reduction = reduction(frame, &ranked, tried);
        frame.trial = if reduction > 0 {
            Trial::Reduced
        } else {
            Trial::Narrow
        };
        Action::Push(self.child(frame, ranked, frame.depth - 1 - reduction, frame.narrow()))
    }

    fn child(&self, frame: &Frame, ranked: Ranked, depth: i32, window: (i32, i32)) -> Frame {
        let quiet = if ranked.is_quiet { frame.quiet + 1 } else { 0 };
        let is_first = frame.next == frame.first + 1;
        let replied = frame.replied || (frame.part == Part::Opponent && !is_first);
        Frame::new(
            frame.boards.play_unchecked(ranked.m),
            quiet,
            depth,
            window,
            replied,
        )
    }

    /// Processes the value of the move that was searched.
    fn judge(&mut self, frame: &mut Frame, value: i32) -> Action {
        let ranked = self.moves[frame.next - 1];
        match frame.trial {
            Trial::Reduced if frame.improves(value) => {
                frame.trial = Trial::Narrow;
                return Action::Push(self.child(frame, ranked, frame.depth - 1, frame.narrow()));
            }
            Trial::Narrow if frame.improves(value) && !frame.cuts(value) => {
                frame.trial = Trial::Full;
                let window = (frame.alpha, frame.beta);
                return Action::Push(self.child(frame, ranked, frame.depth - 1, window));
            }
            Trial::Enter | Trial::Pick | Trial::Reduced | Trial::Narrow | Trial::Full => {}
        }
        frame.trial = Trial::Pick;
        let is_best = match frame.part {
            Part::Opponent => value < frame.best,
            Part::Thinker | Part::Bystander => value > frame.best,
        };
        if is_best {
            frame.best = value;
            frame.best_move = Some(ranked.m);
        }
        if frame.improves(value) || frame.part == Part::Bystander {
            let ply = self.ply();
            self.extend_line(ply, ranked.m);
        }
        if frame.cuts(value) && frame.part != Part::Bystander {
            self.learn(frame, ranked);
            return Action::Pop(self.finish(frame));
        }
        match frame.part {
            Part::Thinker => frame.alpha = frame.alpha.max(value),
            Part::Opponent => frame.beta = frame.beta.min(value),
            Part::Bystander => {}
        }
        Action::Stay
    }

    fn learn(&mut self, frame: &Frame, ranked: Ranked) {
        if !ranked.is_loud {
            let ply = self.ply();
            let in_vain = &self.moves[frame.first..frame.next - 1];
            let seat = frame.boards.turn();
            self.experience
                .refuted(seat, ply, frame.depth, ranked.m, in_vain);
        }
    }

    fn finish(&mut self, frame: &Frame) -> i32 {
        let (alpha, beta) = frame.window;
        let bound = if frame.best >= beta {
            Bound::Lower
        } else if frame.best <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = Entry {
            value: to_table(frame.best, self.ply()),
            depth: frame.depth,
            bound,
            best: frame.best_move,
        };
        self.known.put(self.table_key(frame), entry);
        frame.best
    }

    /// The key also covers what the opponents may still do in this round.
    fn table_key(&self, frame: &Frame) -> u64 {
        frame.key ^ u64::from(frame.replied) << 63
    }

    fn is_repeated(&self, frame: &Frame) -> bool {
        let earlier = &self.path[..self.path.len() - 1];
        earlier
            .iter()
            .rev()
            .take(frame.quiet as usize)
            .any(|&key| key == frame.key)
    }

    /// The number of turns between the root and the current frame, which is not on the stack.
    fn ply(&self) -> usize {
        self.frames.len() + 1
    }

    fn line(&mut self, ply: usize) -> &mut Vec<SyncedMove> {
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        &mut self.lines[ply]
    }

    /// Sets the principal variation at this ply to this move followed by that of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, m: SyncedMove) {
        self.line(ply).clear();
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.push(m);
        line.extend_from_slice(&tail[0]);
    }
}

/// The [late move reduction](https://www.chessprogramming.org/Late_Move_Reductions) of a quiet
/// move.
fn reduction(frame: &Frame, ranked: &Ranked, tried: usize) -> i32 {
    if frame.in_check || ranked.is_loud || frame.depth < 2 || tried < 4 {
        return 0;
    }
    1 + i32::from(frame.depth > 3 && tried >= 10)
}

/// The move of a player whose choice is not searched: a winning capture, or else the first move of
/// the move ordering.
fn plausible(scene: &Scene<'_>, moves: &[Ranked]) -> Ranked {
    let score = |ranked: &Ranked| {
        let gain = scene.gain(ranked.m);
        match (gain > 0, scene.pays(ranked.m, gain)) {
            (true, true) => 1_000_000 + gain,
            (true, false) => -1_000_000,
            (false, _) => ranked.rank,
        }
    };
    let mut best = moves[0];
    let mut best_score = score(&best);
    for ranked in &moves[1..] {
        let score = score(ranked);
        if score > best_score {
            (best, best_score) = (*ranked, score);
        }
    }
    best
}

/// Forced wins and losses count turns from the root in the search and from the position in the
/// table.
fn to_table(value: i32, ply: usize) -> i32 {
    match Value(value).forced() {
        Some(turns) if turns >= 0 => value + ply as i32,
        Some(_) => value - ply as i32,
        None => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match Value(value).forced() {
        Some(turns) if turns >= 0 => value - ply as i32,
        Some(_) => value + ply as i32,
        None => value,
    }
}
