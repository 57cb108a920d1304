//! The conditions for a setup to be a legal position.
//!
//! Validation finds all faults, not only the first. Some make play meaningless and are never
//! forgiven. Others only show that no game can have led here; a lenient reader drops the impossible
//! right or accepts the impossible material with a warning.

use alloc::vec::Vec;
use core::fmt;

use crate::fen::Field;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Rank, Role, Setup, Square, attacks,
};

use super::Position;

/// How strictly to read a setup or a text.
///
/// ```
/// use fourfold_chess::{Tolerance, fen};
/// // Kings on their squares but no rooks: the castling rights cannot be true.
/// let text = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1";
/// let read = |tolerance| fen::read(text, fen::CastlingMode::Standard, tolerance);
/// assert!(read(Tolerance::Strict).is_err());
/// assert!(read(Tolerance::Lenient).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tolerance {
    /// Refuse every fault.
    Strict,
    /// Forgive faults that have one obvious repair or do not affect play.
    Lenient,
}

/// A reason why a setup is not a legal position.
///
/// ```
/// use fourfold_chess::{Color, Fault, Position, Square, Tolerance};
/// let mut setup = Position::start().to_setup();
/// setup.board.remove(Square::E8);
/// let error = setup.validate(Tolerance::Strict).unwrap_err();
/// assert_eq!(error.faults[0], Fault::KingCount(Color::Black, 0));
/// assert_eq!(error.faults[0].code(), "king_count");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A side has this many kings instead of one.
    KingCount(Color, u32),
    /// A pawn stands on the first or last rank.
    PawnRank(Square),
    /// A side has this many pawns, more than eight.
    PawnCount(Color, u32),
    /// A side has this many pieces, more than sixteen.
    PieceCount(Color, u32),
    /// A side has this many more promoted pieces than missing pawns.
    MaterialPromotions(Color, u32),
    /// The opponent of the side to move is in check from this square.
    OppositeCheck(Square),
    /// No single move can give check from all these squares.
    ImpossibleCheck(Bitboard),
    /// The right to castle with the rook on this square contradicts the board.
    CastlingRights(Square),
    /// The en passant square is not on the rank where the side to move could capture.
    EnPassantRank(Square),
    /// The en passant square, or the one the pawn came from, is occupied.
    EnPassantOccupied(Square),
    /// There is no enemy pawn in front of the en passant square.
    EnPassantNoPawn(Square),
    /// The check from this square cannot have come from the double step.
    EnPassantImpossibleCheck(Square),
}

impl Fault {
    /// The short name of the fault, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Fault::KingCount(..) => "king_count",
            Fault::PawnRank(_) => "pawn_rank",
            Fault::PawnCount(..) => "pawn_count",
            Fault::PieceCount(..) => "piece_count",
            Fault::MaterialPromotions(..) => "material_promotions",
            Fault::OppositeCheck(_) => "opposite_check",
            Fault::ImpossibleCheck(_) => "impossible_check",
            Fault::CastlingRights(_) => "castling_rights",
            Fault::EnPassantRank(_) => "ep_rank",
            Fault::EnPassantOccupied(_) => "ep_occupied",
            Fault::EnPassantNoPawn(_) => "ep_no_pawn",
            Fault::EnPassantImpossibleCheck(_) => "ep_impossible_check",
        }
    }

    /// The FEN field that the fault belongs to. Checks belong to the side to move.
    pub(crate) const fn field(&self) -> Field {
        match self {
            Fault::KingCount(..)
            | Fault::PawnRank(_)
            | Fault::PawnCount(..)
            | Fault::PieceCount(..)
            | Fault::MaterialPromotions(..) => Field::Board,
            Fault::OppositeCheck(_) | Fault::ImpossibleCheck(_) => Field::Turn,
            Fault::CastlingRights(_) => Field::Castling,
            Fault::EnPassantRank(_)
            | Fault::EnPassantOccupied(_)
            | Fault::EnPassantNoPawn(_)
            | Fault::EnPassantImpossibleCheck(_) => Field::EnPassant,
        }
    }

    /// Whether a lenient reader can continue: the fault is repaired by dropping a right, or does
    /// not affect play.
    ///
    /// ```
    /// use fourfold_chess::{Color, Fault, Square};
    /// assert!(Fault::CastlingRights(Square::H1).is_forgivable());
    /// assert!(!Fault::KingCount(Color::White, 2).is_forgivable());
    /// ```
    #[must_use]
    pub const fn is_forgivable(&self) -> bool {
        !matches!(
            self,
            Fault::KingCount(..)
                | Fault::PawnRank(_)
                | Fault::PawnCount(..)
                | Fault::PieceCount(..)
                | Fault::OppositeCheck(_)
        )
    }
}

/// The error for a setup that is not a legal position, with every fault.
///
/// ```
/// use fourfold_chess::{Setup, Tolerance};
/// let error = Setup::empty().validate(Tolerance::Lenient).unwrap_err();
/// assert_eq!(error.faults.len(), 2); // both kings are missing
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalSetup {
    /// The faults, in the order of the fields of a FEN.
    pub faults: Vec<Fault>,
}

impl Position {
    /// The position that a setup describes, with the faults that were forgiven.
    ///
    /// ```
    /// use fourfold_chess::{Fault, Position, Square, Tolerance};
    /// let mut setup = Position::start().to_setup();
    /// setup.board.remove(Square::A8);
    /// let (position, forgiven) = Position::from_setup(&setup, Tolerance::Lenient)?;
    /// assert_eq!(forgiven, [Fault::CastlingRights(Square::A8)]);
    /// assert!(!position.castling().rooks().contains(Square::A8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns every fault that the tolerance does not forgive.
    pub fn from_setup(
        setup: &Setup,
        tolerance: Tolerance,
    ) -> Result<(Position, Vec<Fault>), IllegalSetup> {
        let mut faults = Vec::new();
        material_faults(setup, &mut faults);
        let kings_stand = Color::ALL
            .iter()
            .all(|&color| setup.board.king(color).is_some());
        if kings_stand {
            check_faults(setup, &mut faults);
        }
        let mut repaired = *setup;
        repaired.castling = castling_without_faults(setup, &mut faults);
        if let Some(to) = setup.en_passant {
            let before = faults.len();
            en_passant_faults(setup, to, kings_stand, &mut faults);
            if faults.len() > before {
                repaired.en_passant = None;
            }
        }
        let acceptable = match tolerance {
            Tolerance::Strict => faults.is_empty(),
            Tolerance::Lenient => faults.iter().all(Fault::is_forgivable),
        };
        if acceptable {
            Ok((Position::assemble(&repaired), faults))
        } else {
            Err(IllegalSetup { faults })
        }
    }
}

fn material_faults(setup: &Setup, faults: &mut Vec<Fault>) {
    let board = &setup.board;
    for color in Color::ALL {
        let kings = board.pieces(color, Role::King).len();
        if kings != 1 {
            faults.push(Fault::KingCount(color, kings));
        }
    }
    let edge = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
    if let Some(square) = (board.by_role(Role::Pawn) & edge).first() {
        faults.push(Fault::PawnRank(square));
    }
    for color in Color::ALL {
        let pawns = board.pieces(color, Role::Pawn).len();
        let count = board.by_color(color).len();
        if pawns > 8 {
            faults.push(Fault::PawnCount(color, pawns));
        }
        if count > 16 {
            faults.push(Fault::PieceCount(color, count));
        }
        let excess = promoted(setup, color).saturating_sub(8u32.saturating_sub(pawns));
        if pawns <= 8 && count <= 16 && excess > 0 {
            faults.push(Fault::MaterialPromotions(color, excess));
        }
    }
}

/// The least number of a side's pieces that must be promoted pawns.
fn promoted(setup: &Setup, color: Color) -> u32 {
    let count = |role: Role| setup.board.pieces(color, role);
    let bishops = count(Role::Bishop);
    count(Role::Queen).len().saturating_sub(1)
        + count(Role::Rook).len().saturating_sub(2)
        + count(Role::Knight).len().saturating_sub(2)
        + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
}

fn check_faults(setup: &Setup, faults: &mut Vec<Fault>) {
    let occupied = setup.board.occupied();
    let (us, them) = (setup.turn, !setup.turn);
    let (Some(our_king), Some(their_king)) = (setup.board.king(us), setup.board.king(them)) else {
        return;
    };
    if let Some(square) = setup.board.attackers(us, their_king, occupied).first() {
        faults.push(Fault::OppositeCheck(square));
    }
    let checkers = setup.board.attackers(them, our_king, occupied);
    if !can_check_at_once(setup, our_king, checkers) {
        faults.push(Fault::ImpossibleCheck(checkers));
    }
}

/// Whether one move can give all these checks: a single check, or a double check by a piece and a
/// slider that it uncovered, on different lines.
fn can_check_at_once(setup: &Setup, king: Square, checkers: Bitboard) -> bool {
    let mut squares = checkers.into_iter();
    let (Some(first), Some(second)) = (squares.next(), squares.next()) else {
        return true;
    };
    if squares.next().is_some() {
        return false;
    }
    let steppers = setup.board.by_role(Role::Pawn) | setup.board.by_role(Role::Knight);
    let one_line = attacks::line(king, first).contains(second);
    !checkers.is_subset(steppers) && !one_line
}

fn castling_without_faults(setup: &Setup, faults: &mut Vec<Fault>) -> CastlingRights {
    let mut kept = setup.castling;
    let mut refuse = |rook: Square, faults: &mut Vec<Fault>| {
        faults.push(Fault::CastlingRights(rook));
        kept = kept.without(rook.bitboard());
    };
    let home = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
    for rook in setup.castling.rooks() - home {
        refuse(rook, faults);
    }
    for color in Color::ALL {
        let king = setup
            .board
            .king(color)
            .filter(|king| king.rank() == Rank::home(color));
        let mut sides = Vec::with_capacity(2);
        for rook in setup.castling.rooks_of(color) {
            let side = king.map(|king| CastlingSide::of_rook(king, rook));
            let stands = setup.board.pieces(color, Role::Rook).contains(rook);
            if !stands || king.is_none() || sides.contains(&side) {
                refuse(rook, faults);
            }
            sides.push(side);
        }
        // A king that may castle started between two rooks.
        let in_corner = king.is_some_and(|king| matches!(king.file(), File::A | File::H));
        if in_corner && let Some(rook) = setup.castling.rooks_of(color).first() {
            faults.push(Fault::CastlingRights(rook));
        }
    }
    kept
}

fn en_passant_faults(setup: &Setup, to: Square, kings_stand: bool, faults: &mut Vec<Fault>) {
    let (us, them) = (setup.turn, !setup.turn);
    if to.rank() != Rank::Sixth.relative_to(us) {
        faults.push(Fault::EnPassantRank(to));
        return;
    }
    let came_from = Square::new(to.file(), Rank::Seventh.relative_to(us));
    let went_to = Square::new(to.file(), Rank::Fifth.relative_to(us));
    let occupied = setup.board.occupied();
    let is_passed = setup.board.pieces(them, Role::Pawn).contains(went_to);
    let is_blocked = occupied.contains(to) || occupied.contains(came_from);
    if !is_passed {
        faults.push(Fault::EnPassantNoPawn(to));
    }
    if is_blocked {
        faults.push(Fault::EnPassantOccupied(to));
    }
    if !is_passed || is_blocked {
        return;
    }
    let Some(king) = setup.board.king(us).filter(|_| kings_stand) else {
        return;
    };
    let checkers = setup.board.attackers(them, king, occupied) - went_to.bitboard();
    // Before the double step the king of the side to move cannot have been attacked.
    let before = (occupied - went_to.bitboard()) | came_from.bitboard();
    let unexplained = setup.board.attackers(them, king, before) - went_to.bitboard();
    if let Some(square) = (checkers & unexplained).first() {
        faults.push(Fault::EnPassantImpossibleCheck(square));
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::KingCount(color, count) => {
                write!(f, "expected one {} king, found {count}", name(*color))
            }
            Fault::PawnRank(square) => {
                write!(f, "expected pawns on ranks 2 to 7, found one on {square}")
            }
            Fault::PawnCount(color, count) => {
                write!(
                    f,
                    "expected at most 8 {} pawns, found {count}",
                    name(*color)
                )
            }
            Fault::PieceCount(color, count) => {
                write!(
                    f,
                    "expected at most 16 {} pieces, found {count}",
                    name(*color)
                )
            }
            Fault::MaterialPromotions(color, excess) => write!(
                f,
                "{} has {excess} more promoted pieces than missing pawns",
                name(*color)
            ),
            Fault::OppositeCheck(square) => write!(
                f,
                "the side that is not to move is in check from {square}: it could be captured"
            ),
            Fault::ImpossibleCheck(checkers) => {
                write!(f, "no single move can give check from all of")?;
                checkers
                    .into_iter()
                    .try_for_each(|square| write!(f, " {square}"))
            }
            Fault::CastlingRights(rook) => write!(
                f,
                "expected a king and rook at home for the castling right of {rook}"
            ),
            Fault::EnPassantRank(square) => write!(
                f,
                "expected an en passant square behind a pawn of the side that just moved, found {square}"
            ),
            Fault::EnPassantOccupied(square) => write!(
                f,
                "expected {square} and the square behind it to be empty after a double step"
            ),
            Fault::EnPassantNoPawn(square) => {
                write!(
                    f,
                    "expected a pawn that has just passed {square}, found none"
                )
            }
            Fault::EnPassantImpossibleCheck(square) => write!(
                f,
                "the check from {square} was there before the double step, which is impossible"
            ),
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl fmt::Display for IllegalSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal position: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for IllegalSetup {}
