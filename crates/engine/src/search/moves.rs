//! The move loop of a node.

use chess::{Move, Position, Role};

use crate::depth::Depth;
use crate::history::{Context, QuietSlot, piece_to};
use crate::ordering::{Picker, Wanted, exchange_value, gains_at_least};
use crate::score::Score;
use crate::stack::PieceTo;
use crate::table::{Bound, Finding};
use crate::window::Window;

use super::extend::{Extension, SingularResult};
use super::learn::Tried;
use super::node::{Node, Visit};
use super::reduce::LateMove;
use super::{Found, NodeType, PvNode, ScoutNode, Search, Stopped, extend, prune, reduce};

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    moved: PieceTo,
    /// The move number, from 1.
    count: usize,
    noisy: bool,
    history: i32,
    /// The extension in plies.
    extension: i32,
}

impl Search<'_> {
    /// Searches the moves of a node and stores the result in the table and the histories.
    pub(super) fn try_moves<N: NodeType>(&mut self, visit: Visit<'_>) -> Result<Finding, Stopped> {
        let mut visit = visit;
        let Node { position, ply, .. } = visit.node;
        let context = Context::new(position, self.stack, ply);
        let mut picker = self.picker::<N>(visit.table_move);
        let mut best = Finding {
            best: None,
            score: visit.floor,
            bound: Bound::Upper,
            depth: visit.node.depth,
            raw_eval: visit.raw_eval(),
            was_pv: visit.was_pv,
        };
        let mut tried = Tried::new(self.params);
        let mut count = 0;
        while let Some(m) = picker.next(position, self.histories, &context, self.params) {
            if Some(m) == visit.excluded {
                continue;
            }
            count += 1;
            let mut candidate = self.candidate(position, &context, m, count);
            // With a mate score as alpha only a shorter mate helps, and no margin predicts that. In
            // check there are few moves, and any may be the only one that holds.
            if !N::ROOT
                && visit.evals.is_some()
                && !best.score.is_loss()
                && !visit.node.window.alpha.is_win()
                && has_pieces(position)
                && self.prune_move(&visit, &candidate, &mut picker)
            {
                continue;
            }
            match self.extension::<N>(&visit, m)? {
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
            if !candidate.noisy {
                let slot = QuietSlot::new(position.turn(), &context, m);
                self.stack.at_mut(ply).quiet = Some(slot);
            }
            let score = self.search_move::<N>(&visit, &context, &candidate, &child)?;
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(&candidate, score, visit.node.window.alpha, nodes);
            }
            if score > best.score {
                best.score = score;
                if score > visit.node.window.alpha {
                    best.best = Some(m);
                    if N::PV && !N::ROOT {
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
        best.score = best.score.min(visit.ceiling);
        self.soften_fail_high(&visit, &mut best);
        self.learn_moves(&visit, &context, &best, &tried);
        if visit.excluded.is_none() {
            if !(N::ROOT && self.pv_index > 0) {
                self.shared.table.store(visit.key, ply, &best, self.params);
            }
            self.learn_correction(&visit, &best);
        }
        Ok(best)
    }

    fn picker<N: NodeType>(&mut self, table_move: Option<Move>) -> Picker {
        let buffer = self.buffer();
        if N::ROOT {
            let moves = self.root_moves[self.pv_index..self.pv_end].iter();
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
            self.histories
                .quiet_score(turn, context, m, moved, self.params)
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

    /// Whether to prune a move, given that an earlier move has a score.
    fn prune_move(&self, visit: &Visit<'_>, candidate: &Candidate, picker: &mut Picker) -> bool {
        let (node, params) = (&visit.node, self.params);
        let by_count = reduce::by_count(params, node.depth, candidate.count);
        let reduced = (node.depth - by_count / reduce::PLY).max(Depth::ZERO);
        // [Late move
        // pruning](https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning).
        if candidate.count >= prune::move_count_limit(params, node.depth, visit.improving) {
            picker.skip_quiets();
        }
        // Futility and static exchange evaluation pruning of captures.
        if candidate.noisy {
            if let Some(evals) = visit.evals
                && candidate.m.promoted_to().is_none()
                && let Some(margin) =
                    prune::capture_futility_margin(params, reduced, candidate.history)
            {
                let captured = node.position.captured_by(candidate.m);
                let gain = margin + captured.map_or(0, exchange_value);
                if evals.corrected + gain <= node.window.alpha {
                    return true;
                }
            }
            let limit = prune::capture_exchange_limit(params, node.depth, candidate.history);
            return picker.is_at_bad_captures()
                && !gains_at_least(node.position, candidate.m, limit);
        }
        // [History pruning](https://www.chessprogramming.org/History_Leaf_Pruning).
        if let Some(limit) = prune::history_limit(params, reduced)
            && candidate.history < limit
        {
            picker.skip_quiets();
            return true;
        }
        // [Futility pruning](https://www.chessprogramming.org/Futility_Pruning).
        if let Some(evals) = visit.evals
            && let Some(margin) = prune::futility_margin(params, reduced, candidate.history)
            && evals.corrected + margin <= node.window.alpha
        {
            picker.skip_quiets();
            return true;
        }
        // Static exchange evaluation pruning of quiet moves.
        let limit = prune::quiet_exchange_limit(params, reduced);
        !gains_at_least(node.position, candidate.m, limit)
    }

    /// The extension of a move. For the table move, a singular search without it decides.
    fn extension<N: NodeType>(&mut self, visit: &Visit<'_>, m: Move) -> Result<Extension, Stopped> {
        let none = Extension::Extend(0);
        let node = &visit.node;
        let plies_max = self.params.extension_plies * self.root_depth.plies();
        let too_deep = node.ply as i32 >= plies_max;
        if N::ROOT || too_deep || visit.excluded.is_some() || visit.table_move != Some(m) {
            return Ok(none);
        }
        let Some(hit) = visit.hit else {
            return Ok(none);
        };
        let Some(singular) = extend::singular_search(self.params, node.depth, &hit) else {
            return Ok(none);
        };
        self.stack.at_mut(node.ply).excluded = Some(m);
        let others = self.search::<ScoutNode>(Node {
            depth: singular.depth,
            window: Window::reaching(singular.limit),
            ..*node
        });
        self.stack.at_mut(node.ply).excluded = None;
        let result = SingularResult {
            others: others?,
            limit: singular.limit,
            beta: node.window.beta,
            table: hit.score,
            pv: N::PV,
            cut: node.cut,
        };
        Ok(extend::judge(self.params, &result))
    }

    /// Searches a child by [principal variation
    /// search](https://www.chessprogramming.org/Principal_Variation_Search) with [late move
    /// reductions](https://www.chessprogramming.org/Late_Move_Reductions): a reduced null-window
    /// search first, then a re-search at full depth, then with the full window, as long as the
    /// score exceeds alpha.
    fn search_move<N: NodeType>(
        &mut self,
        visit: &Visit<'_>,
        context: &Context,
        candidate: &Candidate,
        child: &Position,
    ) -> Found {
        let node = &visit.node;
        let window = node.window;
        let mut depth = node.depth - 1 + candidate.extension;
        let first = candidate.count == 1;
        let mut score = -Score::INFINITE;
        let scout = -window.scout();

        let is_late = candidate.count > 1 + usize::from(N::ROOT);
        if is_late && node.depth >= Depth::new(self.params.lmr_depth) {
            let reduction = self.reduction(visit, candidate, child);
            let reduced = reduce::reduced_depth(depth, reduction);
            self.stack.at_mut(node.ply).reduction = depth.plies() - reduced.plies();
            score = -self.search::<ScoutNode>(node.child(child, reduced, scout).with_cut())?;
            self.stack.at_mut(node.ply).reduction = 0;
            if score > window.alpha && reduced < depth {
                // Re-search deeper if the score is far above alpha, shallower if it is barely
                // above.
                let above = score - window.alpha;
                depth = depth + i32::from(above > self.params.lmr_deeper)
                    - i32::from(above < self.params.lmr_shallower);
                if reduced < depth {
                    score = -self.search::<ScoutNode>(node.child(child, depth, scout))?;
                    if !candidate.noisy {
                        self.learn_research(context, candidate.moved, node, score);
                    }
                }
            }
        } else if !N::PV || !first {
            score = -self.search::<ScoutNode>(node.child(child, depth, scout))?;
        }
        if N::PV && (first || score > window.alpha) {
            let principal = node.child(child, depth, -window).without_cut();
            score = -self.search::<PvNode>(principal)?;
        }
        Ok(score)
    }

    fn reduction(&self, visit: &Visit<'_>, candidate: &Candidate, child: &Position) -> i32 {
        let node = &visit.node;
        let by_count = reduce::by_count(self.params, node.depth, candidate.count);
        let cutoffs = self.stack.at(node.ply + 1).cutoffs;
        let late = LateMove {
            cut: node.cut,
            was_pv: visit.was_pv,
            improving: visit.improving,
            table_capture: visit.table_capture,
            many_cutoffs: cutoffs > self.params.lmr_cutoffs_many.unsigned_abs(),
            capture: candidate.noisy,
            check: child.is_check(),
            history: candidate.history,
            correction: visit.evals.map_or(0, |evals| evals.correction),
            window: self.window_share(node.window),
        };
        reduce::late_move(self.params, by_count, &late)
    }

    /// The width of a window as a share of the root's, in 1024ths of a ply.
    fn window_share(&self, window: Window) -> i32 {
        let width = |window: Window| window.beta - window.alpha;
        (width(window) * reduce::PLY / self.root_window_width.max(1)).min(reduce::PLY)
    }

    /// Moves a score above beta toward beta: the deeper the search, the less. Such a score comes
    /// from a search that stopped at the first refutation and tends to be too high.
    fn soften_fail_high(&self, visit: &Visit<'_>, best: &mut Finding) {
        let (node, weight) = (&visit.node, self.params.fail_high_beta);
        let beta = node.window.beta;
        if best.score > beta && !best.score.is_decisive() && !beta.is_decisive() {
            let depth = node.depth.plies().max(1);
            best.score = beta.blend(best.score, weight, depth + weight);
        }
    }

    /// Updates a root move after its search.
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
        root_move.found(score, self.params);
        root_move.seldepth = seldepth;
        root_move.line.truncate(1);
        root_move.line.extend_from_slice(line);
    }
}

/// The score of a node without moves to search: checkmate, stalemate, or only the excluded move.
fn score_without_moves(visit: &Visit<'_>) -> Score {
    if visit.excluded.is_some() {
        visit.node.window.alpha
    } else if visit.node.position.is_check() {
        Score::mated_in(visit.node.ply)
    } else {
        Score::DRAW
    }
}

/// Whether the side to move has a piece other than pawns and king.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let plain = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(position.turn()) - plain).any()
}
