//! Deviations from canonical SAN.

use alloc::vec::Vec;
use core::fmt;

/// A deviation of readable SAN from canonical SAN.
///
/// ```
/// use fourfold_chess::{Position, Tolerance};
/// use fourfold_chess::san::Deviation;
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let (_, deviations) = position.read_san("0-0", Tolerance::Lenient)?;
/// assert_eq!(deviations, [Deviation::ZeroCastling]);
/// assert_eq!(deviations[0].code(), "zero_castling");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Deviation {
    /// Castling with zeros or lower-case letters instead of capital O.
    ZeroCastling,
    /// `P` in front of a pawn move.
    PawnLetter,
    /// A hyphen between squares.
    Hyphen,
    /// A capture without `x`.
    MissingCapture,
    /// `:` for the `x` of a capture.
    ColonCapture,
    /// `x` or `:` where nothing is captured.
    NeedlessCapture,
    /// More of the origin square than needed.
    NeedlessOrigin,
    /// An origin other than the canonical one, such as a rank where the file would do.
    UnusualOrigin,
    /// A promotion without `=`, or with another sign.
    PromotionSign,
    /// A lower-case letter for the promotion piece.
    SmallPromotion,
    /// The check mark is missing.
    MissingCheckMark,
    /// The check mark is wrong.
    WrongCheckMark,
    /// `!`, `?` and the like.
    Annotation,
    /// `e.p.` after an en passant capture.
    EnPassantSuffix,
}

impl Deviation {
    /// All deviations, in declaration order.
    pub const ALL: [Deviation; 14] = [
        Deviation::ZeroCastling,
        Deviation::PawnLetter,
        Deviation::Hyphen,
        Deviation::MissingCapture,
        Deviation::ColonCapture,
        Deviation::NeedlessCapture,
        Deviation::NeedlessOrigin,
        Deviation::UnusualOrigin,
        Deviation::PromotionSign,
        Deviation::SmallPromotion,
        Deviation::MissingCheckMark,
        Deviation::WrongCheckMark,
        Deviation::Annotation,
        Deviation::EnPassantSuffix,
    ];

    /// A short name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Deviation::ZeroCastling => "zero_castling",
            Deviation::PawnLetter => "pawn_letter",
            Deviation::Hyphen => "hyphen",
            Deviation::MissingCapture => "missing_capture",
            Deviation::NeedlessCapture => "needless_capture",
            Deviation::ColonCapture => "colon_capture",
            Deviation::NeedlessOrigin => "needless_origin",
            Deviation::UnusualOrigin => "unusual_origin",
            Deviation::PromotionSign => "promotion_sign",
            Deviation::SmallPromotion => "small_promotion",
            Deviation::MissingCheckMark => "missing_check_mark",
            Deviation::WrongCheckMark => "wrong_check_mark",
            Deviation::Annotation => "annotation",
            Deviation::EnPassantSuffix => "en_passant_suffix",
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deviation::ZeroCastling => "castling is written with capital letters O",
            Deviation::PawnLetter => "a pawn has no letter",
            Deviation::Hyphen => "there is no hyphen",
            Deviation::MissingCapture => "the x of the capture is missing",
            Deviation::NeedlessCapture => "nothing is captured",
            Deviation::ColonCapture => "a capture is written with x, not with a colon",
            Deviation::NeedlessOrigin => "the origin says more than needed",
            Deviation::UnusualOrigin => "the origin is named in an unusual way",
            Deviation::PromotionSign => "a promotion is written with =",
            Deviation::SmallPromotion => "the promotion piece is a capital letter",
            Deviation::MissingCheckMark => "the check mark is missing",
            Deviation::WrongCheckMark => "the check mark is wrong",
            Deviation::Annotation => "an annotation is not part of the move",
            Deviation::EnPassantSuffix => "e.p. is not part of the move",
        })
    }
}

/// A set of deviations in one word.
///
/// ```
/// use fourfold_chess::Position;
/// use fourfold_chess::san::Deviation;
/// let start = Position::start();
/// let found = start.find_san(b"Ng1-f3+")?;
/// let deviations = found.deviations(&start, &start.play_unchecked(found.m));
/// assert!(deviations.contains(Deviation::WrongCheckMark));
/// assert_eq!(deviations.iter().count(), 3);
/// # Ok::<(), fourfold_chess::san::SanError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Deviations(u16);

impl Deviations {
    /// Whether the set is empty: the text is canonical.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The deviations, in declaration order.
    pub fn iter(self) -> impl Iterator<Item = Deviation> {
        Deviation::ALL
            .into_iter()
            .filter(move |&deviation| self.contains(deviation))
    }

    /// Whether the set contains a deviation.
    #[must_use]
    pub const fn contains(self, deviation: Deviation) -> bool {
        self.0 & 1 << deviation as u8 != 0
    }
}

impl fmt::Debug for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A collection of deviations: a list or a set. Each is kept once.
pub(super) trait Notes {
    /// Adds a deviation.
    fn note(&mut self, deviation: Deviation);
}

impl Notes for Vec<Deviation> {
    fn note(&mut self, deviation: Deviation) {
        if !self.contains(&deviation) {
            self.push(deviation);
        }
    }
}

impl Notes for Deviations {
    #[inline]
    fn note(&mut self, deviation: Deviation) {
        self.0 |= 1 << deviation as u8;
    }
}
