//! What is missing from a mating net.
//!
//! For every check that a piece of the winner could give, from every square, the defects are
//! counted: a flight square of the king, a piece that could capture or interpose, a checking piece
//! that the king could capture, a square that the piece cannot reach in one move. A check without
//! defects is probably mate. Each defect stands for about one move that is still needed.
//!
//! Most positions have as many defects as their neighbors. If the winner has enough force, the
//! resistance tells them apart: it is lower if more checks are equally good, if the loser's pieces
//! attack fewer squares, and if fewer of them are left.

use chess::{Bitboard, Board, Color, File, Position, Rank, Role, Square, attacks};

use super::guide::king_way;

/// The cost of a defect.
const DEFECT: u32 = 8;

/// The cost of each step between the kings.
const KING_STEP: u32 = 4;

/// More defects than any interesting position has.
const DEFECTS_MAX: u32 = 12;

/// How many of the squares next to a king a piece takes from it at most while it gives check, by
/// attacking them or standing there.
const QUEEN_COVERS: u32 = 6;
const ROOK_COVERS: u32 = 4;
const BISHOP_COVERS: u32 = 2;
const KNIGHT_COVERS: u32 = 2;

/// The number of equally good checks beyond which more make no difference.
const CHECKS_MAX: u32 = 8;

/// How far the nearest mating net is from being closed.
pub(super) fn looseness(position: &Position, winner: Color, only_minors: bool) -> u32 {
    let scene = Scene::new(position, winner);
    scene.looseness(scene.best::<false>(), only_minors)
}

/// The looseness plus the resistance of the loser's pieces.
pub(super) fn resisted(position: &Position, winner: Color, only_minors: bool) -> u32 {
    let scene = Scene::new(position, winner);
    let best = scene.best::<true>();
    scene.looseness(best, only_minors) + scene.resistance(best)
}

/// The checks with the fewest defects.
#[derive(Clone, Copy)]
struct Best {
    defects: u32,
    /// The number of checks with that many defects.
    checks: u32,
}

/// The surroundings of the loser's king that all checks share.
struct Scene<'p> {
    board: &'p Board,
    winner: Color,
    king: Square,
    /// The occupied squares without the loser's king, which does not block checks.
    occupied: Bitboard,
    ring: Bitboard,
    /// The squares that the winner attacks at least once and at least twice.
    covered: [Bitboard; 2],
    /// The squares that the loser's pieces other than the king attack at least once and at least
    /// twice.
    defended: [Bitboard; 2],
    /// The squares where one of those pieces could interpose.
    screens: Bitboard,
}

impl<'p> Scene<'p> {
    fn new(position: &'p Position, winner: Color) -> Scene<'p> {
        let board = position.board();
        let king = position.king(!winner);
        let occupied = board.occupied() - king.bitboard();
        let pieces = board.by_color(!winner) - king.bitboard();
        let pawns = pieces & board.by_role(Role::Pawn);
        let pushes = match winner {
            Color::White => pawns >> 8,
            Color::Black => pawns << 8,
        };
        let defended = attack_maps(board, !winner, pieces, board.occupied());
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

    fn looseness(&self, best: Best, only_minors: bool) -> u32 {
        let hunter = self.board.king(self.winner).unwrap_or(self.king);
        let steps = king_way(hunter, self.king).saturating_sub(2);
        let (file, rank) = from_edges(self.king);
        let driving = if only_minors {
            file + rank
        } else {
            file.min(rank)
        };
        DEFECT * best.defects + KING_STEP * steps + driving
    }

    /// How much the loser can interfere. The weights were tuned on many positions.
    fn resistance(&self, best: Best) -> u32 {
        let missing = CHECKS_MAX - best.checks.min(CHECKS_MAX);
        let pieces = self.board.by_color(!self.winner).len();
        (2 * missing + self.defended[0].len() + 12 * pieces) / 4
    }

    /// The best checks that the winner's pieces could give. Without `COUNT` only their defects are
    /// needed, so checks that cannot be better are skipped.
    fn best<const COUNT: bool>(&self) -> Best {
        let own = self.board.by_color(self.winner);
        let with_king = self.board.occupied();
        let diagonal = attacks::bishop(self.king, with_king) - own;
        let straight = attacks::rook(self.king, with_king) - own;
        let leaps = attacks::knight(self.king) - own;
        let pieces = |role: Role| own & self.board.by_role(role);
        let mut best = Best {
            defects: DEFECTS_MAX,
            checks: 0,
        };
        for piece in pieces(Role::Queen) {
            let lines = |from| attacks::queen(from, self.occupied);
            self.examine::<COUNT>(piece, diagonal | straight, QUEEN_COVERS, lines, &mut best);
        }
        for piece in pieces(Role::Rook) {
            let lines = |from| attacks::rook(from, self.occupied);
            self.examine::<COUNT>(piece, straight, ROOK_COVERS, lines, &mut best);
        }
        for piece in pieces(Role::Bishop) {
            let lines = |from| attacks::bishop(from, self.occupied);
            self.examine::<COUNT>(piece, diagonal, BISHOP_COVERS, lines, &mut best);
        }
        for piece in pieces(Role::Knight) {
            self.examine::<COUNT>(piece, leaps, KNIGHT_COVERS, attacks::knight, &mut best);
        }
        best
    }

    /// Examines the checks of one piece that could be as good as the best so far.
    #[inline(always)]
    fn examine<const COUNT: bool>(
        &self,
        piece: Square,
        checks: Bitboard,
        covers: u32,
        lines: impl Fn(Square) -> Bitboard,
        best: &mut Best,
    ) {
        let reached = lines(piece);
        // What the others cover once this piece has gone.
        let others = (self.covered[0] - reached) | self.covered[1];
        let open = self.ring - self.board.by_color(!self.winner) - others;
        // No square is better than this, so most need no look at their lines.
        let floor = open.len().saturating_sub(covers);
        let is_worth_a_look = |least: u32, best: u32| least < best || COUNT && least == best;
        for (squares, way) in [(checks & reached, 0), (checks - reached, 1)] {
            if !is_worth_a_look(floor + way, best.defects) {
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
                if is_worth_a_look(floor + defects, best.defects) {
                    defects += (open - lines(from) - from.bitboard()).len();
                    if defects < best.defects {
                        *best = Best { defects, checks: 0 };
                    }
                    best.checks += u32::from(defects == best.defects);
                }
            }
        }
    }
}

/// The squares that these pieces attack at least once and at least twice.
fn attack_maps(board: &Board, color: Color, pieces: Bitboard, occupied: Bitboard) -> [Bitboard; 2] {
    let mut maps = [Bitboard::EMPTY; 2];
    let mut add = |squares: Bitboard| {
        maps[1] |= maps[0] & squares;
        maps[0] |= squares;
    };
    for from in pieces & board.by_role(Role::Pawn) {
        add(attacks::pawn(color, from));
    }
    for from in pieces & board.by_role(Role::Knight) {
        add(attacks::knight(from));
    }
    for from in pieces & (board.by_role(Role::Bishop) | board.by_role(Role::Queen)) {
        add(attacks::bishop(from, occupied));
    }
    for from in pieces & (board.by_role(Role::Rook) | board.by_role(Role::Queen)) {
        add(attacks::rook(from, occupied));
    }
    for from in pieces & board.by_role(Role::King) {
        add(attacks::king(from));
    }
    maps
}

/// The distances of a square from the nearest outer file and the nearest outer rank.
fn from_edges(square: Square) -> (u32, u32) {
    let file = square.file() as u32;
    let rank = square.rank() as u32;
    (
        file.min(File::H as u32 - file),
        rank.min(Rank::Eighth as u32 - rank),
    )
}
