//! The features of the evaluation: a few cheap counts for each seat.
//!
//! A player's two armies move as one. So the features measure what the armies can do *together*:
//! pieces with living twins, squares open on both boards, king squares that no enemy attacks. Ghosts
//! have no feature of their own: what they block and guard shows in the other counts.

use chess::attacks::{self, Sliders, SlidingWork};
use chess::{Bitboard, Color, File, Role, Square};
use duplicate::{BoardName, Boards, ByBoard, BySeat, Seat};

/// The number of features of a seat.
pub const COUNT: usize = 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// Pawns with living twins.
    Pawns,
    /// Knights with living twins.
    Knights,
    /// Bishops with living twins.
    Bishops,
    /// Rooks with living twins.
    Rooks,
    /// Queens with living twins.
    Queens,
    /// 1 if the king has no free square.
    KingShut,
    /// 1 if the king has one free square.
    KingOneWay,
    /// 1 if the king has two free squares.
    KingTwoWays,
    /// Squares around the king attacked by an enemy on either board.
    RingAttacked,
    /// Boards on which the king is in check.
    Checks,
    /// Mobility of knights and bishops: squares they reach on both boards.
    MinorMobility,
    /// Mobility of rooks and queens: squares they reach on both boards.
    MajorMobility,
    /// The value of hanging pieces: attacked and not guarded.
    Loose,
    /// The value of guarded pieces attacked by a less valuable piece.
    Outgunned,
    /// Ranks that pawns have advanced.
    Advance,
    /// Squares from which an enemy could give check with the next move.
    ChecksToCome,
    /// Of those, the squares on which the checking piece could not be captured at once.
    SafeChecks,
}

/// All features of a seat.
pub type Counts = [i32; COUNT];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    pub of: BySeat<Counts>,
}

impl Features {
    #[must_use]
    pub fn of(boards: &Boards) -> Features {
        attacks::with_sliders(Look { boards })
    }
}

struct Look<'b> {
    boards: &'b Boards,
}

/// What a side attacks on one board.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// By any piece, ghosts included. Sliders see through the enemy king.
    all: Bitboard,
    /// By pieces that can move.
    movers: Bitboard,
    /// By pawns, knights and bishops that can move.
    lesser: Bitboard,
    /// By pawns that can move.
    pawns: Bitboard,
}

/// Where the pieces of a seat can go on both boards, by piece type.
#[derive(Clone, Copy, Default)]
struct Army {
    knights: Bitboard,
    diagonally: Bitboard,
    straight: Bitboard,
    /// The number of destinations of knights and bishops, counted per piece.
    minor: u32,
    /// The same for rooks and queens.
    major: u32,
}

impl SlidingWork for Look<'_> {
    type Output = Features;

    #[inline(always)]
    fn run<S: Sliders>(self, sliders: S) -> Features {
        let boards = self.boards;
        let lockstep = BySeat::from_fn(|seat| boards.lockstep(seat));
        let reach: ByBoard<[Reach; 2]> = ByBoard::from_fn(|name| {
            Color::ALL
                .map(|color| reach(boards, name, color, lockstep[name.player(color)], sliders))
        });
        let armies = BySeat::from_fn(|seat| army(boards, seat, lockstep[seat], sliders));
        let of = BySeat::from_fn(|seat| {
            let mut counts = counts(boards, seat, lockstep[seat], &armies[seat], &reach);
            let (all, safe) = checks_to_come(boards, seat, &armies, &reach, sliders);
            counts[Feature::ChecksToCome as usize] = all as i32;
            counts[Feature::SafeChecks as usize] = safe as i32;
            counts
        });
        Features { of }
    }
}

#[inline(always)]
fn reach<S: Sliders>(
    boards: &Boards,
    name: BoardName,
    color: Color,
    lockstep: Bitboard,
    sliders: S,
) -> Reach {
    let position = boards.position(name);
    let board = position.board();
    let through = board.occupied() - position.king(!color).bitboard();
    let mut reach = Reach::default();
    let mut add = |from: Square, to: Bitboard, lesser: bool| {
        reach.all |= to;
        if lockstep.contains(from) {
            reach.movers |= to;
            if lesser {
                reach.lesser |= to;
            }
        }
    };
    for from in board.pieces(color, Role::Knight) {
        add(from, attacks::knight(from), true);
    }
    for from in board.pieces(color, Role::Bishop) {
        add(from, sliders.bishop(from, through), true);
    }
    for from in board.pieces(color, Role::Rook) {
        add(from, sliders.rook(from, through), false);
    }
    for from in board.pieces(color, Role::Queen) {
        let to = sliders.bishop(from, through) | sliders.rook(from, through);
        add(from, to, false);
    }
    let king = position.king(color);
    add(king, attacks::king(king), false);
    let pawns = board.pieces(color, Role::Pawn);
    reach.all |= pawn_attacks(color, pawns);
    reach.pawns = pawn_attacks(color, pawns & lockstep);
    reach.movers |= reach.pawns;
    reach.lesser |= reach.pawns;
    reach
}

#[inline(always)]
fn army<S: Sliders>(boards: &Boards, seat: Seat, lockstep: Bitboard, sliders: S) -> Army {
    let [here, there] = seat.boards().map(|name| boards.position(name).board());
    let mine = |role| here.by_role(role) & lockstep;
    let occupied = here.occupied() | there.occupied();
    let free = !(here.by_color(seat.color()) | there.by_color(seat.color()));
    let mut army = Army::default();
    for from in mine(Role::Knight) {
        let to = attacks::knight(from) & free;
        army.knights |= to;
        army.minor += to.len();
    }
    for from in mine(Role::Bishop) {
        let to = sliders.bishop(from, occupied) & free;
        army.diagonally |= to;
        army.minor += to.len();
    }
    for from in mine(Role::Rook) {
        let to = sliders.rook(from, occupied) & free;
        army.straight |= to;
        army.major += to.len();
    }
    for from in mine(Role::Queen) {
        let to = (sliders.bishop(from, occupied) | sliders.rook(from, occupied)) & free;
        army.diagonally |= to;
        army.straight |= to;
        army.major += to.len();
    }
    army
}

/// The number of squares from which enemies could give check next, and how many of them the checked
/// player's pieces do not reach. A queen counts on ranks, files and diagonals.
#[inline(always)]
fn checks_to_come<S: Sliders>(
    boards: &Boards,
    seat: Seat,
    armies: &BySeat<Army>,
    reach: &ByBoard<[Reach; 2]>,
    sliders: S,
) -> (u32, u32) {
    let color = seat.color();
    let (mut all, mut safe) = (0, 0);
    for name in seat.boards() {
        let position = boards.position(name);
        let (king, occupied) = (position.king(color), position.board().occupied());
        let enemy = &armies[name.player(!color)];
        let checks = enemy.knights & attacks::knight(king)
            | enemy.diagonally & sliders.bishop(king, occupied)
            | enemy.straight & sliders.rook(king, occupied);
        all += checks.len();
        safe += (checks - reach[name][color as usize].movers).len();
    }
    (all, safe)
}

#[inline(always)]
fn counts(
    boards: &Boards,
    seat: Seat,
    lockstep: Bitboard,
    army: &Army,
    reach: &ByBoard<[Reach; 2]>,
) -> Counts {
    let color = seat.color();
    let [first, second] = seat.boards();
    let (here, there) = (
        boards.position(first).board(),
        boards.position(second).board(),
    );
    let mine = |role| here.by_role(role) & lockstep;
    let (own_here, own_there) = (here.by_color(color), there.by_color(color));
    let free = !(own_here | own_there);
    let enemies = [
        reach[first][!color as usize],
        reach[second][!color as usize],
    ];
    let own = [reach[first][color as usize], reach[second][color as usize]];
    let danger = enemies[0].all | enemies[1].all;

    let mut counts = [0; COUNT];
    let mut set = |feature: Feature, count: u32| counts[feature as usize] = count as i32;
    let pawns = mine(Role::Pawn);
    set(Feature::Pawns, pawns.len());
    set(Feature::Knights, mine(Role::Knight).len());
    set(Feature::Bishops, mine(Role::Bishop).len());
    set(Feature::Rooks, mine(Role::Rook).len());
    set(Feature::Queens, mine(Role::Queen).len());

    let king = boards.position(first).king(color);
    let ring = attacks::king(king);
    let ways = (ring & (free - danger)).len();
    set(Feature::KingShut, u32::from(ways == 0));
    set(Feature::KingOneWay, u32::from(ways == 1));
    set(Feature::KingTwoWays, u32::from(ways == 2));
    set(Feature::RingAttacked, (ring & danger).len());
    let checked = |enemy: &Reach| u32::from(enemy.all.contains(king));
    set(Feature::Checks, enemies.iter().map(checked).sum());

    set(Feature::MinorMobility, army.minor);
    set(Feature::MajorMobility, army.major);

    let (mut loose, mut outgunned) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let pieces = lockstep - king.bitboard();
    let (major_pieces, minor_pieces) = (
        mine(Role::Rook) | mine(Role::Queen),
        mine(Role::Knight) | mine(Role::Bishop),
    );
    for (enemy, own) in enemies.iter().zip(&own) {
        let attacked = pieces & enemy.movers;
        loose |= attacked - own.movers;
        outgunned |= (major_pieces & enemy.lesser) | (minor_pieces & enemy.pawns);
    }
    let worth = |set: Bitboard| {
        Role::ALL
            .iter()
            .map(|&role| value(role) * (mine(role) & set).len())
            .sum()
    };
    set(Feature::Loose, worth(loose));
    set(Feature::Outgunned, worth(outgunned - loose));
    let advance = pawns.into_iter().map(|square| advance(color, square)).sum();
    set(Feature::Advance, advance);
    counts
}

/// The value of a piece in pawns.
pub(crate) const fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn advance(color: Color, square: Square) -> u32 {
    let rank = square.rank() as u32;
    match color {
        Color::White => rank - 1,
        Color::Black => 6 - rank,
    }
}

#[inline(always)]
fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let (west, east) = (
        pawns - Bitboard::from(File::A),
        pawns - Bitboard::from(File::H),
    );
    match color {
        Color::White => west << 7 | east << 9,
        Color::Black => west >> 9 | east >> 7,
    }
}
