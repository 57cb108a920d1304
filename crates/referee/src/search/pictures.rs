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
pub(super) const OUT_OF_REACH: u32 = 40;

/// The loser's pieces that can block their own king.
const BLOCKERS: [Role; 4] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];

/// The blockers that are not pawns.
const PIECES: [Role; 3] = [Role::Knight, Role::Bishop, Role::Rook];

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
    mates: Vec<Mates>,
}

/// The mates of a group with the winner's king on one square.
struct Mates {
    winner_king: Square,
    /// The squares from which the minor piece mates.
    minors: Bitboard,
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
            nearest = scene.approach(corner.square, group, walk, nearest);
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
    minors: Reach,
    /// The loser's pieces that can block, by role.
    pieces: [Reach; 3],
    /// The loser's pawns.
    pawns: Bitboard,
    /// The squares that the loser's pieces other than the king attack.
    defended: Bitboard,
}

impl Scene {
    fn new(board: &Board, winner: Color, minor: Role, turned: fn(Square) -> Square) -> Scene {
        let king = |color| board.king(color).map_or(Square::A1, turned);
        let pieces = |color, role| -> Bitboard {
            let squares = board.pieces(color, role).into_iter();
            squares.map(turned).collect()
        };
        let occupied: Bitboard = board.occupied().into_iter().map(turned).collect();
        let mut defended = Bitboard::EMPTY;
        for from in board.by_color(!winner) - board.by_role(Role::King) {
            let role = board.role_at(from).unwrap_or(Role::Queen);
            defended |= attacks::of(Color::Black, role, turned(from), occupied);
        }
        Scene {
            loser_king: king(!winner),
            winner_king: king(winner),
            minor,
            minors: Reach::new(minor, pieces(winner, minor)),
            pieces: PIECES.map(|role| Reach::new(role, pieces(!winner, role))),
            pawns: pieces(!winner, Role::Pawn),
            defended,
        }
    }

    /// The number of moves to the nearest mate of a group, if it is less than `known`. The king is
    /// this many steps away from the corner.
    fn approach(&self, corner: Square, group: &Group, walk: u32, known: u32) -> u32 {
        // The king has to be in the corner before the others close in, so until then their last
        // steps gain nothing.
        let last = u32::from(walk > 0);
        // A lower bound for every mate of the group.
        let least = |block: u32| 2 * walk + block.max(last) + 3 * last;
        if least(0) >= known {
            return known;
        }
        let block = self.blocker_way(group);
        if least(block) >= known {
            return known;
        }
        // The squares from which the minor piece checks undisturbed: the loser attacks neither it
        // nor its line to the king.
        let undisturbed = match self.minor {
            Role::Knight => !self.defended,
            Role::Pawn | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::bishop(corner, self.defended) - self.defended
            }
        };
        let mut nearest = known;
        for mates in &group.mates {
            let moves = 2 * walk
                + block.max(last)
                + king_way(self.winner_king, mates.winner_king).max(2 * last)
                + u32::from(self.defended.contains(mates.winner_king));
            if moves + last < nearest {
                let disturbed = 1 + self.minors.way(mates.minors).max(last);
                let in_peace = self.minors.way(mates.minors & undisturbed).max(last);
                nearest = nearest.min(moves + disturbed.min(in_peace));
            }
        }
        nearest
    }

    /// The number of moves that bring a piece of the loser to its square in the pattern.
    fn blocker_way(&self, group: &Group) -> u32 {
        let to = group.blocker_on;
        let Some(at) = PIECES.iter().position(|&role| role == group.blocker) else {
            let in_front = |from: &Square| from.file() == to.file() && from.rank() >= to.rank();
            let pawns = self.pawns.into_iter().filter(in_front);
            let ways = pawns.map(|from| from.rank() as u32 - to.rank() as u32);
            return ways.min().unwrap_or(OUT_OF_REACH);
        };
        let mut nearest = self.pieces[at].way(to.bitboard());
        for from in self.pawns {
            let steps = from.rank() as u32;
            if steps < nearest {
                let promoted = Square::new(from.file(), Rank::First);
                nearest = nearest.min(steps + way(group.blocker, promoted, to));
            }
        }
        nearest
    }
}

/// The squares that pieces of one role reach on an empty board, by the number of moves.
enum Reach {
    /// The squares of knights, whose ways are looked up.
    Knights(Bitboard),
    /// The squares that bishops or rooks reach in no move, in one, and in at most two.
    Sliders([Bitboard; 3]),
}

impl Reach {
    fn new(role: Role, pieces: Bitboard) -> Reach {
        let union = |of: fn(Square) -> Bitboard| -> Bitboard {
            pieces
                .into_iter()
                .fold(Bitboard::EMPTY, |all, from| all | of(from))
        };
        let of_its_color = |from: Square| match from.is_dark() {
            true => Bitboard::DARK,
            false => Bitboard::LIGHT,
        };
        match role {
            Role::Knight => Reach::Knights(pieces),
            Role::Bishop => {
                Reach::Sliders([pieces, union(attacks::bishop_rays), union(of_its_color)])
            }
            Role::Pawn | Role::Rook | Role::Queen | Role::King => {
                Reach::Sliders([pieces, union(attacks::rook_rays), union(|_| Bitboard::ALL)])
            }
        }
    }

    /// The number of moves that the nearest piece needs to the nearest of these squares.
    fn way(&self, squares: Bitboard) -> u32 {
        match self {
            Reach::Knights(knights) => {
                let ways = knights.into_iter().flat_map(|from| {
                    let to_each = squares.into_iter();
                    to_each.map(move |to| knight_way(from, to))
                });
                ways.min().unwrap_or(OUT_OF_REACH)
            }
            Reach::Sliders(reached) => {
                let moves = reached.iter().position(|on| !on.is_disjoint(squares));
                moves.map_or(OUT_OF_REACH, |moves| moves as u32)
            }
        }
    }
}

/// The number of moves of a blocker other than a pawn on an empty board.
fn way(role: Role, from: Square, to: Square) -> u32 {
    let rays = match role {
        Role::Knight => return knight_way(from, to),
        Role::Bishop if from.is_dark() != to.is_dark() => return OUT_OF_REACH,
        Role::Bishop => attacks::bishop_rays(from),
        Role::Pawn | Role::Rook | Role::Queen | Role::King => attacks::rook_rays(from),
    };
    match from == to {
        true => 0,
        false => 2 - u32::from(rays.contains(to)),
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

fn mates(minor: Role, corner: Square, blocker: Role, blocker_on: Square) -> Vec<Mates> {
    let checks = match minor {
        Role::Knight => attacks::knight(corner),
        Role::Pawn | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::bishop_rays(corner)
        }
    };
    let taken = corner.bitboard() | blocker_on.bitboard();
    let mut mates = Vec::new();
    // A minor piece that checks the corner leaves a square beside it to the winner's king.
    let covers = |king: &Square| !attacks::king(*king).is_disjoint(attacks::king(corner));
    for winner_king in (!taken).into_iter().filter(covers) {
        let is_mate = |minor_on: Square| {
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
            position.is_ok_and(|position| position.is_checkmate())
        };
        let squares = (checks - taken - winner_king.bitboard()).into_iter();
        let minors: Bitboard = squares.filter(|&on| is_mate(on)).collect();
        if minors.any() {
            mates.push(Mates {
                winner_king,
                minors,
            });
        }
    }
    mates
}
