//! Mates by a single minor piece, and the distance to the nearest.
//!
//! A lone knight or bishop mates only a king that its own pieces block. The useful patterns are in
//! the corners: the king, one of its own pieces next to it, and the winner's king and minor piece.
//! They are few enough to enumerate, and so far from most positions that a search needs their
//! direction.

use std::sync::OnceLock;

use chess::{
    Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, Square, Tolerance, attacks,
};

use super::guide::king_way;

/// More than any distance on the board.
const OUT_OF_REACH: u32 = 40;

/// The loser's pieces that can block their own king.
const BLOCKERS: [Role; 4] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];

const CORNERS: [(File, Rank); 4] = [
    (File::A, Rank::First),
    (File::H, Rank::First),
    (File::A, Rank::Eighth),
    (File::H, Rank::Eighth),
];

/// The mates in one corner, for a winner that plays White.
struct Corner {
    square: Square,
    groups: Vec<Group>,
}

/// The mates in a corner with one blocker.
struct Group {
    blocker: Role,
    blocker_on: Square,
    mates: Vec<Mate>,
}

struct Mate {
    winner_king: Square,
    minor: Square,
    /// The squares where a piece of the loser could interfere: the minor piece and its line to the
    /// king.
    path: Bitboard,
}

/// The estimated number of moves from the nearest mate by a minor piece of this role, if it is
/// nearer than `known`.
pub(super) fn distance(position: &Position, winner: Color, minor: Role, known: u32) -> u32 {
    static KNIGHT: OnceLock<[Corner; 4]> = OnceLock::new();
    static BISHOP: OnceLock<[Corner; 4]> = OnceLock::new();
    let corners = match minor {
        Role::Knight => KNIGHT.get_or_init(|| collect(minor)),
        Role::Pawn | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            BISHOP.get_or_init(|| collect(minor))
        }
    };
    let board = position.board();
    let scene = match winner {
        Color::White => Scene::new(board, winner, minor, |square| square),
        Color::Black => Scene::new(board, winner, minor, Square::flip_rank),
    };
    // What the corner near the king has leaves little to look for in the others.
    let mut walks: [_; 4] = core::array::from_fn(|index| {
        let corner = &corners[index];
        (king_way(scene.loser_king, corner.square), corner)
    });
    walks.sort_unstable_by_key(|&(walk, _)| walk);
    let mut nearest = known.min(OUT_OF_REACH);
    for (walk, corner) in walks {
        for group in &corner.groups {
            nearest = scene.approach(group, walk, nearest);
        }
    }
    nearest
}

/// A position with the winner as White.
struct Scene {
    loser_king: Square,
    winner_king: Square,
    minor: Role,
    /// The winner's minor pieces.
    minors: Bitboard,
    /// The loser's pieces other than the king.
    pieces: [(Role, Square); 15],
    pieces_len: usize,
    /// The squares that those pieces attack.
    defended: Bitboard,
}

impl Scene {
    fn new(board: &Board, winner: Color, minor: Role, turned: fn(Square) -> Square) -> Scene {
        let king = |color| board.king(color).map_or(Square::A1, turned);
        let mut scene = Scene {
            loser_king: king(!winner),
            winner_king: king(winner),
            minor,
            minors: board
                .pieces(winner, minor)
                .into_iter()
                .map(turned)
                .collect(),
            pieces: [(Role::King, Square::A1); 15],
            pieces_len: 0,
            defended: Bitboard::EMPTY,
        };
        let occupied: Bitboard = board.occupied().into_iter().map(turned).collect();
        for from in board.by_color(!winner) - board.by_role(Role::King) {
            let role = board.role_at(from).unwrap_or(Role::Queen);
            scene.pieces[scene.pieces_len] = (role, turned(from));
            scene.pieces_len += 1;
            scene.defended |= attacks::of(Color::Black, role, turned(from), occupied);
        }
        scene
    }

    /// The number of moves to the nearest mate of a group, if it is less than `known`. The king is
    /// this many steps away from the corner.
    fn approach(&self, group: &Group, walk: u32, known: u32) -> u32 {
        // The king has to be in the corner before the others close in, so until then their last
        // steps gain nothing.
        let last = u32::from(walk > 0);
        // A lower bound for every mate of the group.
        let least = |block: u32| 2 * walk + block.max(last) + 3 * last;
        if least(0) >= known {
            return known;
        }
        let pieces = &self.pieces[..self.pieces_len];
        let block = pieces
            .iter()
            .map(|&(role, from)| blocker_way(role, from, group))
            .min()
            .unwrap_or(OUT_OF_REACH);
        if least(block) >= known {
            return known;
        }
        let mut nearest = known;
        for mate in &group.mates {
            let moves = 2 * walk
                + block.max(last)
                + king_way(self.winner_king, mate.winner_king).max(2 * last)
                + u32::from(self.defended.contains(mate.winner_king))
                + u32::from(!self.defended.is_disjoint(mate.path));
            if moves < nearest {
                let ways = self
                    .minors
                    .into_iter()
                    .map(|from| way(self.minor, from, mate.minor));
                nearest = nearest.min(moves + ways.min().unwrap_or(OUT_OF_REACH).max(last));
            }
        }
        nearest
    }
}

/// The number of moves that bring a piece of the loser, who plays Black, to its square in the
/// pattern.
fn blocker_way(role: Role, from: Square, group: &Group) -> u32 {
    if role == group.blocker {
        return way(role, from, group.blocker_on);
    }
    if role != Role::Pawn {
        return OUT_OF_REACH;
    }
    let steps = from.rank() as u32;
    let promoted = Square::new(from.file(), Rank::First);
    steps + way(group.blocker, promoted, group.blocker_on)
}

/// The number of moves of a piece on an empty board.
fn way(role: Role, from: Square, to: Square) -> u32 {
    if from == to {
        return 0;
    }
    match role {
        Role::Knight => knight_way(from, to),
        Role::Bishop if from.is_dark() != to.is_dark() => OUT_OF_REACH,
        Role::Bishop if attacks::bishop_rays(from).contains(to) => 1,
        Role::Rook if attacks::rook_rays(from).contains(to) => 1,
        Role::Bishop | Role::Rook => 2,
        Role::Pawn if from.file() == to.file() && from.rank() > to.rank() => {
            from.rank() as u32 - to.rank() as u32
        }
        Role::Pawn | Role::Queen | Role::King => OUT_OF_REACH,
    }
}

/// The number of knight moves on an empty board.
pub(super) fn knight_way(from: Square, to: Square) -> u32 {
    static WAYS: OnceLock<Vec<[u8; 64]>> = OnceLock::new();
    let ways = WAYS.get_or_init(|| Square::ALL.map(knight_ways).to_vec());
    u32::from(ways[from as usize][to as usize])
}

/// The number of knight moves to each square.
fn knight_ways(from: Square) -> [u8; 64] {
    let mut ways = [0; 64];
    let mut seen = from.bitboard();
    let mut rim = seen;
    for moves in 1.. {
        let leaps = rim.into_iter().map(attacks::knight);
        rim = leaps.fold(Bitboard::EMPTY, |all, next| all | next) - seen;
        if rim.is_empty() {
            break;
        }
        seen |= rim;
        for square in rim {
            ways[square as usize] = moves;
        }
    }
    ways
}

/// All mates in the corners with one blocker beside the king.
fn collect(minor: Role) -> [Corner; 4] {
    CORNERS.map(|(file, rank)| {
        let square = Square::new(file, rank);
        let mut groups = Vec::new();
        for blocker_on in attacks::king(square) {
            for blocker in BLOCKERS {
                let mates = mates(minor, square, blocker, blocker_on);
                if !mates.is_empty() {
                    groups.push(Group {
                        blocker,
                        blocker_on,
                        mates,
                    });
                }
            }
        }
        Corner { square, groups }
    })
}

fn mates(minor: Role, corner: Square, blocker: Role, blocker_on: Square) -> Vec<Mate> {
    let checks = match minor {
        Role::Knight => attacks::knight(corner),
        Role::Pawn | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::bishop_rays(corner)
        }
    };
    let taken = corner.bitboard() | blocker_on.bitboard();
    let mut mates = Vec::new();
    for minor_on in checks - taken {
        // A minor piece that checks the corner leaves a square beside it to the winner's king.
        let covers = |king: &Square| !attacks::king(*king).is_disjoint(attacks::king(corner));
        let kings = !(taken | minor_on.bitboard());
        for winner_king in kings.into_iter().filter(covers) {
            let mut board = Board::empty();
            board.put(corner, Piece::new(Color::Black, Role::King));
            board.put(blocker_on, Piece::new(Color::Black, blocker));
            board.put(winner_king, Piece::new(Color::White, Role::King));
            board.put(minor_on, Piece::new(Color::White, minor));
            let setup = Setup {
                board,
                turn: Color::Black,
                ..Setup::empty()
            };
            let position = setup.validate(Tolerance::Strict);
            if position.is_ok_and(|position| position.is_checkmate()) {
                mates.push(Mate {
                    winner_king,
                    minor: minor_on,
                    path: attacks::between(minor_on, corner) | minor_on.bitboard(),
                });
            }
        }
    }
    mates
}
