//! Simple players, used as baselines for strength measurements.

use duplicate::{Boards, DuplicateGame, Rulings, Score, Seat, SyncedMove};
use repeatable::Random;

use crate::evaluate::{WeightSet, evaluate};
use crate::order::Scene;
use crate::value::Value;

/// A legal move picked uniformly at random.
pub fn random(game: &DuplicateGame, random: &mut Random) -> Option<SyncedMove> {
    random.pick(&game.legal_moves()).copied()
}

/// A move that wins at once, or else the move with the best evaluation after it.
pub fn greedy(game: &DuplicateGame, random: &mut Random) -> Option<SyncedMove> {
    let mut moves = game.legal_moves();
    random.shuffle(&mut moves);
    let boards = game.boards();
    let worth = |m: &SyncedMove| {
        let next = boards.play_unchecked(*m);
        worth(&next, boards.turn(), game.rulings(), WeightSet::Learned)
    };
    moves.into_iter().max_by_key(worth)
}

/// The value of boards to a seat that does not look ahead.
fn worth(boards: &Boards, seat: Seat, rulings: &Rulings, weights: WeightSet) -> i32 {
    let settled = boards.settle(rulings);
    match settled.ending.map(|ending| ending.scores[seat]) {
        Some(Score::Win) => INFINITE,
        Some(Score::Draw) => 0,
        Some(Score::Loss) => -INFINITE,
        None => evaluate(&settled.boards, seat, weights).0,
    }
}

/// A plain search to a fixed depth. Both opponents minimize the player's value; the player opposite
/// makes the move with the best evaluation for themselves. There is no transposition table, no
/// quiescence search and no reduction.
pub fn neighbors(game: &DuplicateGame, turns: u32, random: &mut Random) -> Option<SyncedMove> {
    let mut moves = game.legal_moves();
    random.shuffle(&mut moves);
    let mut search = Plain {
        seat: game.turn(),
        rulings: *game.rulings(),
    };
    let mut best = None;
    let mut alpha = -INFINITE;
    search.sort(game.boards(), &mut moves);
    for m in moves {
        let next = game.boards().play_unchecked(m);
        let value = search.value(&next, turns.saturating_sub(1), 1, alpha, INFINITE);
        if best.is_none() || value > alpha {
            best = Some(m);
            alpha = alpha.max(value);
        }
    }
    best
}

const INFINITE: i32 = Value::WIN.0 + 1;

struct Plain {
    seat: Seat,
    rulings: Rulings,
}

impl Plain {
    fn value(
        &mut self,
        boards: &Boards,
        turns: u32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let settled = boards.settle(&self.rulings);
        let boards = &settled.boards;
        if let Some(ending) = settled.ending {
            return match ending.scores[self.seat] {
                Score::Win => Value::win_in(ply).0,
                Score::Draw => 0,
                Score::Loss => Value::loss_in(ply).0,
            };
        }
        if turns == 0 {
            return evaluate(boards, self.seat, WeightSet::Learned).0;
        }
        let turn = boards.turn();
        if turn == self.seat.opposite() {
            let next = self.obvious(boards);
            return self.value(&next, turns - 1, ply + 1, alpha, beta);
        }
        let mut moves = boards.legal_moves();
        self.sort(boards, &mut moves);
        for m in moves {
            let next = boards.play_unchecked(m);
            let value = self.value(&next, turns - 1, ply + 1, alpha, beta);
            if turn == self.seat {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if turn == self.seat { alpha } else { beta }
    }

    fn sort(&self, boards: &Boards, moves: &mut [SyncedMove]) {
        let scene = Scene::new(boards);
        moves.sort_by_key(|&m| -scene.gain(m));
    }

    /// The boards after the move with the best evaluation for the player who makes it.
    fn obvious(&self, boards: &Boards) -> Boards {
        let turn = boards.turn();
        let moves = boards.legal_moves();
        let nexts = moves.into_iter().map(|m| boards.play_unchecked(m));
        nexts
            .max_by_key(|next| worth(next, turn, &self.rulings, WeightSet::Learned))
            .unwrap_or(*boards)
    }
}
