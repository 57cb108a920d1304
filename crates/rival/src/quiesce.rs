//! [Quiescence search](https://www.chessprogramming.org/Quiescence_Search): captures are resolved
//! before the boards are evaluated.

use duplicate::{Boards, SyncedMove};

use crate::evaluate::evaluate;
use crate::order::Scene;
use crate::search::{Part, Search};
use crate::value::Value;

/// The maximum number of turns in a quiescence search.
const TURNS_MAX: u32 = 8;

impl Search {
    /// The value of boards to the thinker after captures are resolved. Everyone may stand pat; the
    /// player opposite always does unless in check.
    pub(crate) fn quiesce(
        &mut self,
        boards: &Boards,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        turns: u32,
    ) -> i32 {
        self.nodes += 1;
        let part = self.part(boards.turn());
        let in_check = !boards.checks_against(boards.turn()).is_empty();
        self.scratch.clear();
        boards.append_legal_moves(&mut self.scratch);
        if self.scratch.is_empty() {
            return self.settled_value(boards, ply);
        }
        if !in_check {
            if part == Part::Bystander && turns < TURNS_MAX {
                let Some(next) = boards.pass() else {
                    return evaluate(boards, self.seat, self.weights).0;
                };
                return self.quiesce(&next, alpha, beta, ply + 1, turns + 1);
            }
            let still = evaluate(boards, self.seat, self.weights).0;
            if turns >= TURNS_MAX {
                return still;
            }
            match part {
                Part::Thinker => alpha = alpha.max(still),
                Part::Opponent | Part::Bystander => beta = beta.min(still),
            }
            if alpha >= beta {
                return still;
            }
        } else if turns >= TURNS_MAX {
            return evaluate(boards, self.seat, self.weights).0;
        }
        let moves = self.pending(boards, in_check);
        let count = if part == Part::Bystander {
            1
        } else {
            moves.len()
        };
        for &(_, m) in &moves[..count.min(moves.len())] {
            let next = boards.play_unchecked(m);
            let value = self.quiesce(&next, alpha, beta, ply + 1, turns + 1);
            match part {
                Part::Bystander => return value,
                Part::Thinker => alpha = alpha.max(value),
                Part::Opponent => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        match part {
            Part::Thinker => alpha,
            Part::Opponent | Part::Bystander => beta,
        }
    }

    /// The promising captures in the scratch list, best first; every move if the player is in check.
    fn pending(&self, boards: &Boards, in_check: bool) -> Vec<(i32, SyncedMove)> {
        let scene = Scene::new(boards);
        let mut moves: Vec<(i32, SyncedMove)> = self
            .scratch
            .iter()
            .map(|&m| (scene.gain(m), m))
            .filter(|&(gain, m)| in_check || scene.pays(m, gain))
            .collect();
        moves
            .sort_by_key(|&(gain, m)| -(gain * 16 - crate::features::value(scene.mover(m)) as i32));
        moves
    }

    /// The value of boards on which the player to move has no legal move.
    pub(crate) fn settled_value(&self, boards: &Boards, ply: usize) -> i32 {
        let settled = boards.settle(&self.rulings);
        match settled.ending {
            Some(ending) => self.ending_value(&ending, ply),
            None => Value::of_evaluation(evaluate(&settled.boards, self.seat, self.weights).0).0,
        }
    }
}
