//! How much is missing from a mating net.
//!
//! Every check that a piece of the winner could give is looked at, on every square from which it
//! would give it, and its defects are counted: a flight left to the king, a man that could capture
//! or step in between, a checking piece that the king could take, a square that the piece cannot
//! reach at once. A check without a defect is most likely mate. Each defect is about one move that
//! one of the two still has to make, which is what a guide needs to know.

use chess::{Bitboard, Board, Color, File, Position, Rank, Role, Square, attacks};

use super::guide::king_way;

/// What a defect is worth.
const DEFECT: u32 = 8;

/// What each step between the kings is worth.
const KING_STEP: u32 = 4;

/// More defects than any position has that is worth a look.
const DEFECTS_MAX: u32 = 12;

/// How many of the squares next to a king a piece takes from it at most while it gives check, by
/// attacking them or standing there.
const QUEEN_COVERS: u32 = 6;
const ROOK_COVERS: u32 = 4;
const BISHOP_COVERS: u32 = 2;
const KNIGHT_COVERS: u32 = 2;

/// How far the nearest mating net is from being closed.
pub(super) fn looseness(position: &Position, winner: Color, only_minors: bool) -> u32 {
    let scene = Scene::new(position, winner);
    let steps = king_way(position.king(winner), scene.king).saturating_sub(2);
    let (file, rank) = from_edges(scene.king);
    let driving = if only_minors {
        file + rank
    } else {
        file.min(rank)
    };
    DEFECT * scene.defects() + KING_STEP * steps + driving
}

/// The surroundings of the loser's king, as far as every check meets the same.
struct Scene<'p> {
    board: &'p Board,
    winner: Color,
    king: Square,
    /// The board without the loser's king, through which checks go on.
    occupied: Bitboard,
    ring: Bitboard,
    /// What the winner attacks, at least once and at least twice.
    covered: [Bitboard; 2],
    /// What the loser's men other than the king attack, at least once and at least twice.
    defended: [Bitboard; 2],
    /// Where one of those men could step in between.
    screens: Bitboard,
}

impl<'p> Scene<'p> {
    fn new(position: &'p Position, winner: Color) -> Scene<'p> {
        let board = position.board();
        let king = position.king(!winner);
        let occupied = board.occupied() - king.bitboard();
        let men = board.by_color(!winner) - king.bitboard();
        let pawns = men & board.by_role(Role::Pawn);
        let pushes = match winner {
            Color::White => pawns >> 8,
            Color::Black => pawns << 8,
        };
        let defended = attack_maps(board, !winner, men, board.occupied());
        Scene {
            board,
            winner,
            king,
            occupied,
            ring: attacks::king(king),
            covered: attack_maps(board, winner, board.by_color(winner), occupied),
            defended,
            screens: defended[0] | pushes,
        }
    }

    /// The defects of the best check.
    fn defects(&self) -> u32 {
        let own = self.board.by_color(self.winner);
        let with_king = self.board.occupied();
        let diagonal = attacks::bishop(self.king, with_king) - own;
        let straight = attacks::rook(self.king, with_king) - own;
        let leaps = attacks::knight(self.king) - own;
        let pieces = |role: Role| own & self.board.by_role(role);
        let mut least = DEFECTS_MAX;
        for piece in pieces(Role::Queen) {
            let lines = |from| attacks::queen(from, self.occupied);
            least = self.defects_of(piece, diagonal | straight, QUEEN_COVERS, lines, least);
        }
        for piece in pieces(Role::Rook) {
            let lines = |from| attacks::rook(from, self.occupied);
            least = self.defects_of(piece, straight, ROOK_COVERS, lines, least);
        }
        for piece in pieces(Role::Bishop) {
            let lines = |from| attacks::bishop(from, self.occupied);
            least = self.defects_of(piece, diagonal, BISHOP_COVERS, lines, least);
        }
        for piece in pieces(Role::Knight) {
            least = self.defects_of(piece, leaps, KNIGHT_COVERS, attacks::knight, least);
        }
        least
    }

    /// The defects of the best check by one piece, if they are fewer than the `least` so far.
    #[inline(always)]
    fn defects_of(
        &self,
        piece: Square,
        checks: Bitboard,
        covers: u32,
        lines: impl Fn(Square) -> Bitboard,
        mut least: u32,
    ) -> u32 {
        let reached = lines(piece);
        // What the others cover once this piece has gone.
        let others = (self.covered[0] - reached) | self.covered[1];
        let open = self.ring - self.board.by_color(!self.winner) - others;
        // No square is better than this, so most need no look at their lines.
        let floor = open.len().saturating_sub(covers);
        for (squares, way) in [(checks & reached, 0), (checks - reached, 1)] {
            if floor + way >= least {
                break;
            }
            for from in squares {
                let mut defects = way
                    + u32::from(self.defended[0].contains(from))
                    + u32::from(self.defended[1].contains(from));
                if self.ring.contains(from) {
                    defects += u32::from(!others.contains(from));
                } else {
                    // Nothing is between a knight and the king.
                    let screens = attacks::between(self.king, from) & self.screens;
                    defects += screens.len().min(2);
                }
                if defects + floor < least {
                    defects += (open - lines(from) - from.bitboard()).len();
                    least = least.min(defects);
                }
            }
        }
        least
    }
}

/// The squares that these men attack at least once, and at least twice.
fn attack_maps(board: &Board, color: Color, men: Bitboard, occupied: Bitboard) -> [Bitboard; 2] {
    let mut maps = [Bitboard::EMPTY; 2];
    let mut add = |squares: Bitboard| {
        maps[1] |= maps[0] & squares;
        maps[0] |= squares;
    };
    for from in men & board.by_role(Role::Pawn) {
        add(attacks::pawn(color, from));
    }
    for from in men & board.by_role(Role::Knight) {
        add(attacks::knight(from));
    }
    for from in men & (board.by_role(Role::Bishop) | board.by_role(Role::Queen)) {
        add(attacks::bishop(from, occupied));
    }
    for from in men & (board.by_role(Role::Rook) | board.by_role(Role::Queen)) {
        add(attacks::rook(from, occupied));
    }
    for from in men & board.by_role(Role::King) {
        add(attacks::king(from));
    }
    maps
}

/// How far a square is from the nearest outer file and the nearest outer rank.
fn from_edges(square: Square) -> (u32, u32) {
    let file = square.file() as u32;
    let rank = square.rank() as u32;
    (
        file.min(File::H as u32 - file),
        rank.min(Rank::Eighth as u32 - rank),
    )
}
