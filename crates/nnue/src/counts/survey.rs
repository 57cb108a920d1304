//! Counts everything on a board, with a few operations on sets of squares for each kind.

use chess::attacks::{self, Sliders, SlidingWork};
use chess::{Bitboard, Board, Color, Rank, Role, Square};

use super::Counts;
use super::kind::{Danger, Kind, MOBILITY_MAX};

/// The squares that a side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    /// By pawns.
    pub(super) pawns: Bitboard,
    /// By each kind of piece between pawn and king.
    by_piece: [Bitboard; 4],
    /// By any piece.
    pub(super) all: Bitboard,
    /// By at least two pieces.
    twice: Bitboard,
}

/// The pieces between pawn and king.
pub(super) const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Counts everything on a board.
pub(super) struct Survey<'a> {
    pub(super) board: &'a Board,
}

impl SlidingWork for Survey<'_> {
    type Output = Counts;

    #[inline(always)]
    fn run<S: Sliders>(self, sliders: S) -> Counts {
        let mut counts = Counts::NONE;
        let white = self.attacks(sliders, Color::White, &mut counts);
        let black = self.attacks(sliders, Color::Black, &mut counts);
        for (side, own, enemy) in [
            (Color::White, &white, &black),
            (Color::Black, &black, &white),
        ] {
            self.count_dangers(side, own, enemy, &mut counts);
            self.count_pawn_threats(side, own, enemy, &mut counts);
            self.count_pawns_and_outposts(side, own, enemy, &mut counts);
            self.count_queen_threats(sliders, side, own, enemy, &mut counts);
            self.count_forks(side, own, enemy, &mut counts);
            if let Some(king) = self.board.king(side) {
                Self::count_king_danger(side, king, enemy, &mut counts);
                self.count_checks(sliders, (side, king), own, enemy, &mut counts);
                self.count_pins(side, king, &mut counts);
            }
        }
        counts
    }
}

impl Survey<'_> {
    /// The attacks of a side. Counts mobility on the way.
    #[inline(always)]
    fn attacks<S: Sliders>(&self, sliders: S, side: Color, counts: &mut Counts) -> Attacks {
        let occupied = self.board.occupied();
        let by_pawns = |side| attacks::pawns(side, self.board.pieces(side, Role::Pawn));
        let ([west, east], [enemy_west, enemy_east]) = (by_pawns(side), by_pawns(!side));
        let closed = self.board.by_color(side) | enemy_west | enemy_east;
        let mut attacks = Attacks {
            pawns: west | east,
            by_piece: [Bitboard::EMPTY; 4],
            all: west | east,
            twice: west & east,
        };
        for (role, by_piece) in PIECES.into_iter().zip(&mut attacks.by_piece) {
            for square in self.board.pieces(side, role) {
                let attacked = match role {
                    Role::Knight => attacks::knight(square),
                    Role::Bishop => sliders.bishop(square, occupied),
                    Role::Rook => sliders.rook(square, occupied),
                    _ => sliders.bishop(square, occupied) | sliders.rook(square, occupied),
                };
                *by_piece |= attacked;
                attacks.twice |= attacks.all & attacked;
                attacks.all |= attacked;
                let mobility = mobility(role, (attacked - closed).len());
                counts.add(side, Kind::Mobility(role, mobility), 1);
            }
        }
        for king in self.board.pieces(side, Role::King) {
            attacks.twice |= attacks.all & attacks::king(king);
            attacks.all |= attacks::king(king);
        }
        attacks
    }

    /// Counts a side's pieces that are attacked.
    #[inline(always)]
    fn count_dangers(&self, side: Color, own: &Attacks, enemy: &Attacks, counts: &mut Counts) {
        let minors = enemy.pawns | enemy.by_piece[0] | enemy.by_piece[1];
        let by_lesser = [
            Bitboard::EMPTY,
            enemy.pawns,
            enemy.pawns,
            minors,
            minors | enemy.by_piece[2],
        ];
        for (role, by_lesser) in Role::ALL.into_iter().zip(by_lesser) {
            let attacked = self.board.pieces(side, role) & enemy.all;
            let (chased, rest) = (attacked & by_lesser, attacked - by_lesser);
            let outnumbered = attacked & (enemy.twice - own.twice);
            counts.add(
                side,
                Kind::Danger(role, Danger::Defended),
                (rest & own.all).len(),
            );
            counts.add(
                side,
                Kind::Danger(role, Danger::Hanging),
                (rest - own.all).len(),
            );
            counts.add(side, Kind::Danger(role, Danger::Chased), chased.len());
            counts.add(side, Kind::Outnumbered(role), outnumbered.len());
        }
    }

    /// Counts the attacked squares around a king.
    #[inline(always)]
    fn count_king_danger(side: Color, king: Square, enemy: &Attacks, counts: &mut Counts) {
        let danger = match (attacks::king(king) & enemy.all).len() {
            0 => return,
            1 => Danger::Defended,
            2..=3 => Danger::Hanging,
            _ => Danger::Chased,
        };
        counts.add(side, Kind::Danger(Role::King, danger), 1);
    }

    /// Counts the checks that a king has to expect.
    #[inline(always)]
    fn count_checks<S: Sliders>(
        &self,
        sliders: S,
        king: (Color, Square),
        own: &Attacks,
        enemy: &Attacks,
        counts: &mut Counts,
    ) {
        let ((side, king), occupied) = (king, self.board.occupied());
        let (bishop, rook) = (sliders.bishop(king, occupied), sliders.rook(king, occupied));
        let lines = [attacks::knight(king), bishop, rook, bishop | rook];
        for ((role, lines), attacked) in PIECES.into_iter().zip(lines).zip(enemy.by_piece) {
            let checks = (attacked & lines) - self.board.by_color(!side);
            let safe = (checks - own.all).any();
            counts.add(side, Kind::SafeCheck(role), u32::from(safe));
            counts.add(side, Kind::Check(role), checks.len().min(2));
        }
    }

    /// Counts the pieces that alone stand between a king and an enemy slider.
    #[inline(always)]
    fn count_pins(&self, side: Color, king: Square, counts: &mut Counts) {
        for slider in self.board.sliders_aimed_at(king, !side) {
            let between = attacks::between(king, slider) & self.board.occupied();
            if let Some(single) = between.single()
                && let Some(role) = self.board.role_at(single)
            {
                if self.board.color_at(single) == Some(side) {
                    counts.add(side, Kind::Pinned(role), 1);
                } else {
                    counts.add(!side, Kind::Discoverer(role), 1);
                }
            }
        }
    }

    /// Counts a side's pieces that enemy pawns can attack after a safe move.
    #[inline(always)]
    fn count_pawn_threats(&self, side: Color, own: &Attacks, enemy: &Attacks, counts: &mut Counts) {
        let empty = !self.board.occupied();
        let third = Bitboard::from(Rank::Third.relative_to(!side));
        let once = forward(!side, self.board.pieces(!side, Role::Pawn), 1) & empty;
        let moved = once | forward(!side, once & third, 1) & empty;
        let safe = (moved - own.pawns) & (enemy.all | !own.all);
        let [west, east] = attacks::pawns(!side, safe);
        for role in PIECES {
            let threatened = self.board.pieces(side, role) & (west | east);
            counts.add(side, Kind::PawnThreat(role), threatened.len());
        }
    }

    /// Counts the attacks that a side's queens have to expect.
    #[inline(always)]
    fn count_queen_threats<S: Sliders>(
        &self,
        sliders: S,
        side: Color,
        own: &Attacks,
        enemy: &Attacks,
        counts: &mut Counts,
    ) {
        let occupied = self.board.occupied();
        let closed = self.board.by_color(!side) | own.pawns;
        let safe = (!own.all | (enemy.twice - own.twice)) - closed;
        let (mut threats, mut xrays) = ([false; 3], [false; 2]);
        for queen in self.board.pieces(side, Role::Queen) {
            let (bishop, rook) = (
                sliders.bishop(queen, occupied),
                sliders.rook(queen, occupied),
            );
            let lines = [attacks::knight(queen), bishop, rook];
            for ((threat, lines), attacked) in threats.iter_mut().zip(lines).zip(enemy.by_piece) {
                *threat |= (lines & attacked & safe).any();
            }
            let rays = [
                attacks::bishop_rays(queen) & self.board.pieces(!side, Role::Bishop),
                attacks::rook_rays(queen) & self.board.pieces(!side, Role::Rook),
            ];
            for (xray, aimed) in xrays.iter_mut().zip(rays) {
                let mut between = aimed.into_iter().map(|from| attacks::between(queen, from));
                *xray |= between.any(|between| (between & occupied).single().is_some());
            }
        }
        for (role, threat) in PIECES.into_iter().zip(threats) {
            counts.add(side, Kind::QueenThreat(role), u32::from(threat));
        }
        for (role, xray) in [Role::Bishop, Role::Rook].into_iter().zip(xrays) {
            counts.add(side, Kind::QueenXray(role), u32::from(xray));
        }
    }

    /// Counts the knight forks that a side has to expect.
    #[inline(always)]
    fn count_forks(&self, side: Color, own: &Attacks, enemy: &Attacks, counts: &mut Counts) {
        let open = enemy.by_piece[0] - self.board.by_color(!side) - own.pawns;
        if open.is_empty() {
            return;
        }
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for role in [Role::Rook, Role::Queen, Role::King] {
            for square in self.board.pieces(side, role) {
                twice |= once & attacks::knight(square);
                once |= attacks::knight(square);
            }
        }
        let forks = twice & open;
        counts.add(side, Kind::Fork(false), u32::from(forks.any()));
        counts.add(side, Kind::Fork(true), u32::from((forks - own.all).any()));
    }

    /// Counts a side's passed pawns, and its pieces out of reach of enemy pawns.
    #[inline(always)]
    fn count_pawns_and_outposts(
        &self,
        side: Color,
        own: &Attacks,
        enemy: &Attacks,
        counts: &mut Counts,
    ) {
        let enemies = self.board.pieces(!side, Role::Pawn);
        let reach = onward(!side, enemy.pawns);
        for role in [Role::Knight, Role::Bishop] {
            let outposts = self.board.pieces(side, role) - reach;
            let defended = (outposts & own.pawns).len();
            counts.add(side, Kind::Outpost(role, true), defended);
            counts.add(side, Kind::Outpost(role, false), outposts.len() - defended);
        }
        let stopped = reach | onward(!side, forward(!side, enemies, 1));
        for pawn in self.board.pieces(side, Role::Pawn) - stopped {
            self.count_passer((side, pawn), own, enemy, counts);
        }
    }
}

/// A set and all squares in front of it, as seen by this side.
#[inline(always)]
pub(super) fn onward(side: Color, set: Bitboard) -> Bitboard {
    [1, 2, 4]
        .into_iter()
        .fold(set, |set, ranks| set | forward(side, set, ranks))
}

/// Moves a set up the board by some ranks, as seen by this side.
#[inline(always)]
pub(super) fn forward(side: Color, set: Bitboard, ranks: u32) -> Bitboard {
    match side {
        Color::White => Bitboard(set.0 << (8 * ranks)),
        Color::Black => Bitboard(set.0 >> (8 * ranks)),
    }
}

/// The mobility of a piece with this many moves.
#[inline(always)]
fn mobility(role: Role, moves: u32) -> u32 {
    let step = match role {
        Role::Knight => 2,
        Role::Queen => 5,
        _ => 3,
    };
    (moves / step).min(MOBILITY_MAX)
}
