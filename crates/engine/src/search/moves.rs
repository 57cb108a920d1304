//! The moves of a node, tried one after the other.

use chess::{Move, Position};

use crate::depth::Depth;
use crate::history::{Context, piece_to};
use crate::ordering::{Picker, Wanted, gains_at_least};
use crate::score::Score;
use crate::stack::PieceTo;
use crate::table::{Bound, Finding};
use crate::window::Window;

use super::extend::{Answer, Verdict};
use super::node::{Facts, Node, has_pieces};
use super::quiesce::is_noisy;
use super::reduce::Late;
use super::{Found, Kind, Principal, Scout, Search, Stopped, extend, prune, reduce};

/// Moves that were tried and were not good enough; a few dozen are enough to learn from.
struct Tried {
    moves: [Option<Move>; Tried::MOST],
    len: usize,
}

impl Tried {
    const MOST: usize = 32;

    fn new() -> Tried {
        Tried {
            moves: [None; Tried::MOST],
            len: 0,
        }
    }

    fn push(&mut self, m: Move) {
        if self.len < Tried::MOST {
            self.moves[self.len] = Some(m);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    moved: PieceTo,
    /// Its number, from 1.
    count: usize,
    noisy: bool,
    history: i32,
    /// Plies by which its search is extended.
    extension: i32,
}

impl Search<'_> {
    /// Tries the moves of a node, and remembers what was found.
    pub(super) fn try_moves<K: Kind>(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        window: Window,
    ) -> Result<Finding, Stopped> {
        let original = window;
        let mut window = window;
        let context = Context::new(position, self.stack, node.ply);
        let mut picker = self.picker::<K>(facts.table_move);
        let mut best = Finding {
            best: None,
            score: -Score::INFINITE,
            bound: Bound::Upper,
            depth: node.depth,
            raw_eval: facts.raw_eval,
            was_pv: facts.was_pv,
        };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut count = 0;
        while let Some(m) = picker.next(position, self.histories, &context) {
            if Some(m) == facts.excluded {
                continue;
            }
            count += 1;
            let (moved, noisy) = (piece_to(position, m), is_noisy(position, m));
            let mut candidate = Candidate {
                m,
                moved,
                count,
                noisy,
                history: if noisy {
                    self.histories.capture.score(moved, position.captured_by(m))
                } else {
                    self.quiet_experience(position, &context, m, moved)
                },
                extension: 0,
            };
            // A mate in hand can only be bettered by a shorter one, of which no margin knows.
            if !K::ROOT
                && !best.score.is_mated()
                && !window.alpha.is_mating()
                && has_pieces(position)
                && self.prune_move(position, node, facts, &candidate, (window, &mut picker))
            {
                continue;
            }
            match self.extension::<K>(position, node, facts, m, window.beta)? {
                Verdict::Extend(plies) => candidate.extension = plies,
                Verdict::Cut(score) => {
                    best.score = score;
                    self.buffers.push(picker.into_buffer());
                    return Ok(best);
                }
            }

            let nodes_before = self.nodes;
            let child = position.play_unchecked(m);
            self.enter(candidate.moved, node.ply, &child);
            let score = self.search_move::<K>(&child, node, facts, &candidate, window)?;
            if K::ROOT {
                self.note_root_move(m, count, score, window, self.nodes - nodes_before);
            }
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    best.best = Some(m);
                    if K::PV && !K::ROOT {
                        self.stack.set_line(node.ply, m);
                    }
                    if score >= window.beta {
                        best.bound = Bound::Lower;
                        break;
                    }
                    best.bound = Bound::Exact;
                    window.alpha = score;
                }
            }
            if noisy { &mut captures } else { &mut quiets }.push(m);
        }
        self.buffers.push(picker.into_buffer());
        if count == 0 {
            best.score = self.without_moves(position, node.ply, facts, original);
            return Ok(best);
        }
        self.learn(position, node, &context, &best, (&quiets, &captures));
        if facts.excluded.is_none() {
            if !(K::ROOT && self.pv_index > 0) {
                self.shared.table.store(facts.key, node.ply, &best);
            }
            self.learn_correction(position, node, facts, &best);
        }
        Ok(best)
    }

    fn picker<K: Kind>(&mut self, table_move: Option<Move>) -> Picker {
        let buffer = self.buffer();
        if K::ROOT {
            let moves = self.root_moves[self.pv_index..].iter();
            Picker::in_order(moves.map(|root_move| root_move.m), buffer)
        } else {
            Picker::new(Wanted::All, table_move, buffer)
        }
    }

    /// The score of a node where no move could be tried: mate, stalemate, or nothing but the move
    /// left out.
    fn without_moves(
        &self,
        position: &Position,
        ply: usize,
        facts: &Facts,
        window: Window,
    ) -> Score {
        if facts.excluded.is_some() {
            window.alpha
        } else if position.is_check() {
            Score::mated_in(ply)
        } else {
            Score::DRAW
        }
    }

    /// How well a quiet move has done so far.
    fn quiet_experience(
        &self,
        position: &Position,
        context: &Context,
        m: Move,
        moved: PieceTo,
    ) -> i32 {
        self.histories.quiet.score(position.turn(), context, m)
            + self.histories.continuation.after(context, 0, moved)
            + self.histories.continuation.after(context, 1, moved)
    }

    /// Whether a move is not worth a search, now that there is a score to fall back on.
    fn prune_move(
        &self,
        position: &Position,
        node: Node,
        facts: &Facts,
        candidate: &Candidate,
        (window, picker): (Window, &mut Picker),
    ) -> bool {
        let params = self.params;
        let by_count = reduce::by_count(params, node.depth, candidate.count);
        let reduced = (node.depth - by_count / reduce::PLY).max(Depth::ZERO);
        if candidate.count >= prune::move_count_limit(params, node.depth, facts.improving) {
            picker.skip_quiets();
        }
        if candidate.noisy {
            let limit = prune::capture_exchange_limit(params, node.depth, candidate.history);
            return picker.is_at_bad_captures() && !gains_at_least(position, candidate.m, limit);
        }
        if let Some(limit) = prune::history_limit(params, reduced)
            && candidate.history < limit
        {
            picker.skip_quiets();
            return true;
        }
        if let Some(eval) = facts.eval
            && let Some(margin) = prune::futility_margin(params, reduced)
            && eval + margin <= window.alpha
        {
            picker.skip_quiets();
            return true;
        }
        let limit = prune::quiet_exchange_limit(params, reduced);
        !gains_at_least(position, candidate.m, limit)
    }

    /// By how much the search of a move is extended: the table's move is asked whether any other
    /// would do.
    fn extension<K: Kind>(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        m: Move,
        beta: Score,
    ) -> Result<Verdict, Stopped> {
        let none = Verdict::Extend(0);
        let too_deep = node.ply as i32 >= 2 * self.root_depth.plies();
        if K::ROOT || too_deep || facts.excluded.is_some() || facts.table_move != Some(m) {
            return Ok(none);
        }
        let Some(hit) = facts.hit else {
            return Ok(none);
        };
        let Some(question) = extend::singular_question(self.params, node.depth, &hit) else {
            return Ok(none);
        };
        self.stack.at_mut(node.ply).excluded = Some(m);
        let asked = Node {
            depth: question.depth,
            ..node
        };
        let others = self.search::<Scout>(position, asked, Window::reaching(question.limit));
        self.stack.at_mut(node.ply).excluded = None;
        let answer = Answer {
            others: others?,
            limit: question.limit,
            beta,
            table: hit.score,
            pv: K::PV,
            cut: node.cut,
        };
        Ok(extend::judge(self.params, &answer))
    }

    /// Searches a child: late moves less deep and with one question only, and as deep and as openly
    /// as it takes if the answer is not what was expected.
    fn search_move<K: Kind>(
        &mut self,
        child: &Position,
        node: Node,
        facts: &Facts,
        candidate: &Candidate,
        window: Window,
    ) -> Found {
        let mut depth = node.depth - 1 + candidate.extension;
        let first = candidate.count == 1;
        let mut score = -Score::INFINITE;
        let scout = -window.scout();

        if node.depth >= Depth::new(2) && candidate.count > 1 + usize::from(K::ROOT) {
            let reduction = self.reduction(child, node, facts, candidate);
            let reduced = reduce::reduced_depth(depth, reduction);
            self.stack.at_mut(node.ply).reduction = reduction;
            let result = self.search::<Scout>(child, node.child(reduced, true), scout);
            self.stack.at_mut(node.ply).reduction = 0;
            score = -result?;
            if score > window.alpha && reduced < depth {
                // The better the surprise, the closer the second look.
                let above = score - window.alpha;
                depth = depth + i32::from(above > self.params.lmr_deeper)
                    - i32::from(above < self.params.lmr_shallower);
                if reduced < depth {
                    score = -self.search::<Scout>(child, node.child(depth, !node.cut), scout)?;
                }
            }
        } else if !K::PV || !first {
            score = -self.search::<Scout>(child, node.child(depth, !node.cut), scout)?;
        }
        if K::PV && (first || score > window.alpha) {
            score = -self.search::<Principal>(child, node.child(depth, false), -window)?;
        }
        Ok(score)
    }

    /// The reduction of a late move.
    fn reduction(&self, child: &Position, node: Node, facts: &Facts, candidate: &Candidate) -> i32 {
        let by_count = reduce::by_count(self.params, node.depth, candidate.count);
        let late = Late {
            cut: node.cut,
            was_pv: facts.was_pv,
            improving: facts.improving,
            table_capture: facts.table_capture,
            many_cutoffs: self.stack.at(node.ply + 1).cutoffs > 3,
            capture: candidate.noisy,
            check: child.is_check(),
            history: candidate.history,
        };
        reduce::late_move(self.params, by_count, &late)
    }

    /// Keeps what the root needs to know about one of its moves.
    fn note_root_move(&mut self, m: Move, count: usize, score: Score, window: Window, nodes: u64) {
        let seldepth = self.seldepth;
        let line = self.stack.line(1);
        let Some(root_move) = self.root_moves.iter_mut().find(|known| known.m == m) else {
            return;
        };
        root_move.nodes += nodes;
        if count > 1 && score <= window.alpha {
            root_move.failed();
            return;
        }
        root_move.found(score);
        root_move.seldepth = seldepth;
        root_move.line.truncate(1);
        root_move.line.extend_from_slice(line);
    }

    /// Rewards the move that was best and blames those tried before it.
    fn learn(
        &mut self,
        position: &Position,
        node: Node,
        context: &Context,
        finding: &Finding,
        (quiets, captures): (&Tried, &Tried),
    ) {
        let Some(best) = finding.best else {
            return;
        };
        if finding.bound == Bound::Lower {
            self.stack.at_mut(node.ply).cutoffs += 1;
        }
        let (bonus, malus) = (self.bonus(node.depth), self.malus(node.depth));
        if is_noisy(position, best) {
            self.reward_capture(position, best, bonus);
        } else {
            self.reward_quiet(position, context, best, bonus);
            for m in quiets.iter().filter(|&m| m != best) {
                self.reward_quiet(position, context, m, -malus);
            }
        }
        for m in captures.iter().filter(|&m| m != best) {
            self.reward_capture(position, m, -malus);
        }
    }

    /// The bonus for a move that was best at this depth.
    pub(super) fn bonus(&self, depth: Depth) -> i32 {
        let params = self.params;
        (params.bonus_depth * depth.plies() - params.bonus_offset).min(params.bonus_max)
    }

    fn malus(&self, depth: Depth) -> i32 {
        let params = self.params;
        (params.malus_depth * depth.plies() - params.malus_offset).min(params.malus_max)
    }

    pub(super) fn reward_quiet(
        &mut self,
        position: &Position,
        context: &Context,
        m: Move,
        bonus: i32,
    ) {
        let turn = position.turn();
        self.histories.quiet.update(turn, context, m, bonus);
        let moved = piece_to(position, m);
        self.histories.continuation.update(context, moved, bonus);
    }

    fn reward_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        let (moved, captured) = (piece_to(position, m), position.captured_by(m));
        self.histories.capture.update(moved, captured, bonus);
    }
}
