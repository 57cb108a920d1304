//! Which moves to look at first.

use chess::{Bitboard, Role};
use duplicate::{BoardName, Boards, Seat, SyncedMove};

use crate::features;

/// A move with its place in the order: higher is earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub rank: i32,
    pub m: SyncedMove,
    /// Whether it takes a piece that can still move, or promotes.
    pub is_loud: bool,
    /// Whether it takes nothing and moves no pawn, so that the quiet turns go on.
    pub is_quiet: bool,
}

/// Above every other rank: the move that was best before.
const REMEMBERED: i32 = 1 << 24;
/// Captures come before everything else that is not remembered.
const CAPTURE: i32 = 1 << 22;
/// Quiet moves that refuted a sibling.
const KILLER: i32 = 1 << 20;
/// The most that a quiet move can earn by its past.
const HISTORY_MAX: i32 = 1 << 14;

/// The two boards of the player to move, prepared to judge moves.
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

    /// Whether the move takes something on either board.
    pub fn is_capture(&self, m: SyncedMove) -> bool {
        let to = m.to();
        self.enemies.iter().any(|(pieces, _)| pieces.contains(to))
    }

    /// Whether the move takes nothing and moves no pawn, so that the quiet turns go on.
    pub fn is_quiet(&self, m: SyncedMove) -> bool {
        self.mover(m) != Role::Pawn && !self.is_capture(m)
    }

    pub fn mover(&self, m: SyncedMove) -> Role {
        let board = self.boards.position(self.own[0]).board();
        board.role_at(m.from()).unwrap_or(Role::Pawn)
    }

    /// What the move takes in pawns, counting only pieces that can still move: a ghost is worth
    /// little to its owner.
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

    /// Whether an enemy could take the piece back where it arrives.
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

    /// Whether a capture is likely to win something: what is taken is worth more than the mover, or
    /// nothing takes back.
    pub fn pays(&self, m: SyncedMove, gain: i32) -> bool {
        let risk = features::value(self.mover(m)) as i32;
        gain > 0 && (gain >= risk || !self.is_guarded(m))
    }
}

/// What earlier parts of a search teach about the order of moves.
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

    /// Remembers that a quiet move refuted a position, after others had been tried in vain.
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

    /// Moves the score toward its limit, the slower the nearer it is.
    fn learn(&mut self, seat: Seat, m: SyncedMove, bonus: i32) {
        let score = &mut self.history[index(seat, m)];
        *score += bonus - *score * bonus.abs() / HISTORY_MAX;
    }
}

fn index(seat: Seat, m: SyncedMove) -> usize {
    (seat as usize * 64 + m.from() as usize) * 64 + m.to() as usize
}
