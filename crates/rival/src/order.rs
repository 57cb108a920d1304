//! Move ordering.

use chess::{Bitboard, Role};
use duplicate::{BoardName, Boards, Seat, SyncedMove};

use crate::features;

/// A move with its rank: moves of higher rank are searched first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub rank: i32,
    pub m: SyncedMove,
    /// Whether it captures a piece that can still move, or promotes.
    pub is_loud: bool,
    /// Whether it is neither a capture nor a pawn move, so that it counts as a quiet turn.
    pub is_quiet: bool,
}

/// The rank of the move from the transposition table.
const REMEMBERED: i32 = 1 << 24;
/// The rank of captures.
const CAPTURE: i32 = 1 << 22;
/// The rank of killer moves: quiet moves that refuted a sibling position.
const KILLER: i32 = 1 << 20;
/// The maximum history score of a quiet move.
const HISTORY_MAX: i32 = 1 << 14;

/// The two boards of the player to move, prepared to rank moves.
pub(crate) struct Scene<'b> {
    boards: &'b Boards,
    own: [BoardName; 2],
    /// The enemy's pieces on each of the boards, and those of them that can move.
    enemies: [(Bitboard, Bitboard); 2],
}

impl<'b> Scene<'b> {
    pub fn new(boards: &'b Boards) -> Scene<'b> {
        let seat = boards.turn();
        let own = seat.boards();
        let enemies = own.map(|name| {
            let enemy = name.player(!seat.color());
            let pieces = boards.position(name).board().by_color(!seat.color());
            (pieces, boards.lockstep(enemy))
        });
        Scene {
            boards,
            own,
            enemies,
        }
    }

    /// Whether the move captures on either board.
    pub fn is_capture(&self, m: SyncedMove) -> bool {
        let to = m.to();
        self.enemies.iter().any(|(pieces, _)| pieces.contains(to))
    }

    /// Whether the move is neither a capture nor a pawn move, so that it counts as a quiet turn.
    pub fn is_quiet(&self, m: SyncedMove) -> bool {
        self.mover(m) != Role::Pawn && !self.is_capture(m)
    }

    pub fn mover(&self, m: SyncedMove) -> Role {
        let board = self.boards.position(self.own[0]).board();
        board.role_at(m.from()).unwrap_or(Role::Pawn)
    }

    /// The value of the captured pieces in pawns. Only pieces that can still move count: a ghost is
    /// worth little to its owner.
    pub fn gain(&self, m: SyncedMove) -> i32 {
        let to = m.to();
        let mut gain = 0;
        for (name, (pieces, movers)) in self.own.into_iter().zip(&self.enemies) {
            if pieces.contains(to) && movers.contains(to) {
                let role = self.boards.position(name).board().role_at(to);
                gain += role.map_or(0, |role| features::value(role) as i32);
            }
        }
        if let Some(role) = m.promotion() {
            gain += features::value(role) as i32 - 1;
        }
        gain
    }

    /// Whether an enemy could recapture on the target square.
    pub fn is_guarded(&self, m: SyncedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let color = self.boards.turn().color();
        self.own
            .into_iter()
            .zip(&self.enemies)
            .any(|(name, (_, movers))| {
                let board = self.boards.position(name).board();
                let occupied = board.occupied() - from.bitboard();
                (board.attackers(!color, to, occupied) & (*movers - to.bitboard())).any()
            })
    }

    /// Whether a capture is likely to win material: the victim is worth more than the attacker, or
    /// nothing can recapture.
    pub fn pays(&self, m: SyncedMove, gain: i32) -> bool {
        let risk = features::value(self.mover(m)) as i32;
        gain > 0 && (gain >= risk || !self.is_guarded(m))
    }
}

/// Killer moves and history scores, learned during a search.
pub(crate) struct Experience {
    killers: Vec<[Option<SyncedMove>; 2]>,
    history: Vec<i32>,
}

impl Experience {
    pub fn new() -> Experience {
        Experience {
            killers: Vec::new(),
            history: vec![0; Seat::ALL.len() * 64 * 64],
        }
    }

    pub fn rank(
        &self,
        scene: &Scene<'_>,
        m: SyncedMove,
        ply: usize,
        remembered: Option<SyncedMove>,
    ) -> Ranked {
        let gain = scene.gain(m);
        let is_loud = gain > 0;
        let rank = if remembered == Some(m) {
            REMEMBERED
        } else if is_loud {
            CAPTURE + 16 * gain - features::value(scene.mover(m)) as i32
        } else {
            let killers = self.killers.get(ply).copied().unwrap_or_default();
            match killers.iter().position(|&killer| killer == Some(m)) {
                Some(place) => KILLER - place as i32,
                None => self.history[index(scene.boards.turn(), m)],
            }
        };
        Ranked {
            rank,
            m,
            is_loud,
            is_quiet: scene.is_quiet(m),
        }
    }

    /// Rewards a quiet move that refuted a position and penalizes those tried before it.
    pub fn refuted(
        &mut self,
        seat: Seat,
        ply: usize,
        depth: i32,
        m: SyncedMove,
        in_vain: &[Ranked],
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let bonus = (depth * depth * 16).min(HISTORY_MAX / 8);
        self.learn(seat, m, bonus);
        for other in in_vain.iter().filter(|other| !other.is_loud) {
            self.learn(seat, other.m, -bonus);
        }
    }

    /// Moves the score toward its limit, more slowly as it gets closer.
    fn learn(&mut self, seat: Seat, m: SyncedMove, bonus: i32) {
        let score = &mut self.history[index(seat, m)];
        *score += bonus - *score * bonus.abs() / HISTORY_MAX;
    }
}

fn index(seat: Seat, m: SyncedMove) -> usize {
    (seat as usize * 64 + m.from() as usize) * 64 + m.to() as usize
}
