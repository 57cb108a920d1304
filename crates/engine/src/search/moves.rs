//! The moves of a node, tried one after the other.

use chess::{Move, Position, Role};

use crate::depth::Depth;
use crate::history::{Context, piece_to};
use crate::ordering::{Picker, Wanted, gains_at_least};
use crate::score::Score;
use crate::stack::PieceTo;
use crate::table::{Bound, Finding};
use crate::window::Window;

use super::extend::{Answer, Extension};
use super::learn::Tried;
use super::node::{Node, Visit};
use super::reduce::Late;
use super::{Found, Kind, Principal, Scout, Search, Stopped, extend, prune, reduce};

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
    /// Tries the moves of a node, and remembers what was found. Alpha rises on the way.
    pub(super) fn try_moves<K: Kind>(&mut self, visit: Visit<'_>) -> Result<Finding, Stopped> {
        let mut visit = visit;
        let Node { position, ply, .. } = visit.node;
        let context = Context::new(position, self.stack, ply);
        let mut picker = self.picker::<K>(visit.table_move);
        let mut best = Finding {
            best: None,
            score: -Score::INFINITE,
            bound: Bound::Upper,
            depth: visit.node.depth,
            raw_eval: visit.raw_eval(),
            was_pv: visit.was_pv,
        };
        let mut tried = Tried::new();
        let mut count = 0;
        while let Some(m) = picker.next(position, self.histories, &context) {
            if Some(m) == visit.excluded {
                continue;
            }
            count += 1;
            let mut candidate = self.candidate(position, &context, m, count);
            // A mate in hand can only be bettered by a shorter one, of which no margin knows.
            if !K::ROOT
                && !best.score.is_mated()
                && !visit.node.window.alpha.is_mating()
                && has_pieces(position)
                && self.prune_move(&visit, &candidate, &mut picker)
            {
                continue;
            }
            match self.extension::<K>(&visit, m)? {
                Extension::Extend(plies) => candidate.extension = plies,
                Extension::Cut(score) => {
                    best.score = score;
                    self.buffers.push(picker.into_buffer());
                    return Ok(best);
                }
            }

            let nodes_before = self.nodes;
            let child = position.play_unchecked(m);
            self.enter(candidate.moved, ply, &child);
            let score = self.search_move::<K>(&visit, &candidate, &child)?;
            if K::ROOT {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(&candidate, score, visit.node.window.alpha, nodes);
            }
            if score > best.score {
                best.score = score;
                if score > visit.node.window.alpha {
                    best.best = Some(m);
                    if K::PV && !K::ROOT {
                        self.stack.set_line(ply, m);
                    }
                    if score >= visit.node.window.beta {
                        best.bound = Bound::Lower;
                        break;
                    }
                    best.bound = Bound::Exact;
                    visit.node.window.alpha = score;
                }
            }
            if candidate.noisy {
                tried.push_capture(m);
            } else {
                tried.push_quiet(m);
            }
        }
        self.buffers.push(picker.into_buffer());
        if count == 0 {
            best.score = score_without_moves(&visit);
            return Ok(best);
        }
        self.learn_moves(&visit, &context, &best, &tried);
        if visit.excluded.is_none() {
            if !(K::ROOT && self.pv_index > 0) {
                self.shared.table.store(visit.key, ply, &best);
            }
            self.learn_correction(&visit, &best);
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

    fn candidate(
        &self,
        position: &Position,
        context: &Context,
        m: Move,
        count: usize,
    ) -> Candidate {
        let (moved, noisy) = (piece_to(position, m), position.is_noisy(m));
        let history = if noisy {
            self.histories.capture.score(moved, position.captured_by(m))
        } else {
            let turn = position.turn();
            self.histories.quiet_score(turn, context, m, moved)
        };
        Candidate {
            m,
            moved,
            count,
            noisy,
            history,
            extension: 0,
        }
    }

    /// Whether a move is not worth a search, now that there is a score to fall back on.
    fn prune_move(&self, visit: &Visit<'_>, candidate: &Candidate, picker: &mut Picker) -> bool {
        let (node, params) = (&visit.node, self.params);
        let by_count = reduce::by_count(params, node.depth, candidate.count);
        let reduced = (node.depth - by_count / reduce::PLY).max(Depth::ZERO);
        // Late move pruning.
        if candidate.count >= prune::move_count_limit(params, node.depth, visit.improving) {
            picker.skip_quiets();
        }
        // Captures that lose too much by exchange.
        if candidate.noisy {
            let limit = prune::capture_exchange_limit(params, node.depth, candidate.history);
            return picker.is_at_bad_captures()
                && !gains_at_least(node.position, candidate.m, limit);
        }
        // History pruning.
        if let Some(limit) = prune::history_limit(params, reduced)
            && candidate.history < limit
        {
            picker.skip_quiets();
            return true;
        }
        // Futility pruning.
        if let Some(evals) = visit.evals
            && let Some(margin) = prune::futility_margin(params, reduced)
            && evals.corrected + margin <= node.window.alpha
        {
            picker.skip_quiets();
            return true;
        }
        // Quiet moves that lose too much by exchange.
        let limit = prune::quiet_exchange_limit(params, reduced);
        !gains_at_least(node.position, candidate.m, limit)
    }

    /// By how much the search of a move is extended. If it is the table's move, a search without it
    /// says whether any other would do (a singular extension).
    fn extension<K: Kind>(&mut self, visit: &Visit<'_>, m: Move) -> Result<Extension, Stopped> {
        let none = Extension::Extend(0);
        let node = &visit.node;
        let plies_max = self.params.extension_plies * self.root_depth.plies();
        let too_deep = node.ply as i32 >= plies_max;
        if K::ROOT || too_deep || visit.excluded.is_some() || visit.table_move != Some(m) {
            return Ok(none);
        }
        let Some(hit) = visit.hit else {
            return Ok(none);
        };
        let Some(question) = extend::singular_question(self.params, node.depth, &hit) else {
            return Ok(none);
        };
        self.stack.at_mut(node.ply).excluded = Some(m);
        let others = self.search::<Scout>(Node {
            depth: question.depth,
            window: Window::reaching(question.limit),
            ..*node
        });
        self.stack.at_mut(node.ply).excluded = None;
        let answer = Answer {
            others: others?,
            limit: question.limit,
            beta: node.window.beta,
            table: hit.score,
            pv: K::PV,
            cut: node.cut,
        };
        Ok(extend::judge(self.params, &answer))
    }

    /// Searches a child: late moves less deep and with a null window (late move reductions,
    /// principal variation search), and as deep and as openly as it takes if the answer is not what
    /// was expected.
    fn search_move<K: Kind>(
        &mut self,
        visit: &Visit<'_>,
        candidate: &Candidate,
        child: &Position,
    ) -> Found {
        let node = &visit.node;
        let window = node.window;
        let mut depth = node.depth - 1 + candidate.extension;
        let first = candidate.count == 1;
        let mut score = -Score::INFINITE;
        let scout = -window.scout();

        let is_late = candidate.count > 1 + usize::from(K::ROOT);
        if is_late && node.depth >= Depth::new(self.params.lmr_depth) {
            let reduction = self.reduction(visit, candidate, child);
            let reduced = reduce::reduced_depth(depth, reduction);
            self.stack.at_mut(node.ply).reduction = reduction;
            let result = self.search::<Scout>(node.child(child, reduced, scout).with_cut());
            self.stack.at_mut(node.ply).reduction = 0;
            score = -result?;
            if score > window.alpha && reduced < depth {
                // The better the surprise, the closer the second look.
                let above = score - window.alpha;
                depth = depth + i32::from(above > self.params.lmr_deeper)
                    - i32::from(above < self.params.lmr_shallower);
                if reduced < depth {
                    score = -self.search::<Scout>(node.child(child, depth, scout))?;
                }
            }
        } else if !K::PV || !first {
            score = -self.search::<Scout>(node.child(child, depth, scout))?;
        }
        if K::PV && (first || score > window.alpha) {
            let principal = node.child(child, depth, -window).without_cut();
            score = -self.search::<Principal>(principal)?;
        }
        Ok(score)
    }

    /// The reduction of a late move.
    fn reduction(&self, visit: &Visit<'_>, candidate: &Candidate, child: &Position) -> i32 {
        let node = &visit.node;
        let by_count = reduce::by_count(self.params, node.depth, candidate.count);
        let cutoffs = self.stack.at(node.ply + 1).cutoffs;
        let late = Late {
            cut: node.cut,
            was_pv: visit.was_pv,
            improving: visit.improving,
            table_capture: visit.table_capture,
            many_cutoffs: cutoffs > self.params.lmr_cutoffs_many.unsigned_abs(),
            capture: candidate.noisy,
            check: child.is_check(),
            history: candidate.history,
        };
        reduce::late_move(self.params, by_count, &late)
    }

    /// Keeps what the root needs to know about one of its moves.
    fn note_root_move(&mut self, candidate: &Candidate, score: Score, alpha: Score, nodes: u64) {
        let seldepth = self.seldepth;
        let line = self.stack.line(1);
        let mut root_moves = self.root_moves.iter_mut();
        let Some(root_move) = root_moves.find(|root_move| root_move.m == candidate.m) else {
            return;
        };
        root_move.nodes += nodes;
        if candidate.count > 1 && score <= alpha {
            root_move.failed();
            return;
        }
        root_move.found(score);
        root_move.seldepth = seldepth;
        root_move.line.truncate(1);
        root_move.line.extend_from_slice(line);
    }
}

/// The score of a node where no move could be tried: mate, stalemate, or nothing but the excluded
/// move.
fn score_without_moves(visit: &Visit<'_>) -> Score {
    if visit.excluded.is_some() {
        visit.node.window.alpha
    } else if visit.node.position.is_check() {
        Score::mated_in(visit.node.ply)
    } else {
        Score::DRAW
    }
}

/// Whether the side to move has anything but pawns beside its king.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let plain = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(position.turn()) - plain).any()
}
