//! The problems of a game in PGN, from a missing tag to an illegal move.

use core::fmt;

use chess::fen::{FenError, Warning as FenWarning};
use chess::san::{Deviation, SanError};

use super::{Recovery, Severity};

/// A problem. The first group refuses the game, the others are warnings.
///
/// ```
/// use fourfold_game::pgn::{Problem, Severity};
/// assert_eq!(Problem::MissingTermination.severity(), Severity::Warning);
/// assert_eq!(Problem::UnterminatedComment.severity(), Severity::Error);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A move of the main line that cannot be read or is not legal.
    BadMove(SanError),
    /// A null move in the main line that was refused.
    NullMove,
    /// Unexpected text, with what was expected.
    Unexpected(&'static str),
    /// The FEN tag does not describe a legal position.
    BadFen(FenError),
    /// The Variant tag names a game with other rules.
    UnsupportedVariant,
    /// Bytes that are not text.
    NotText(NotText),
    /// A tag that is not `[Name "value"]`, with what was expected.
    TagSyntax(&'static str),
    /// A comment that is not closed.
    UnterminatedComment,
    /// A comment longer than this limit, in bytes, closed or not.
    CommentLength(usize),
    /// A variation that is not closed.
    UnterminatedVariation,
    /// A closing parenthesis without an opening one.
    UnbalancedVariation,
    /// Variations nested deeper than this limit.
    VariationDepth(usize),
    /// More moves than this limit.
    TooManyMoves(u64),
    /// More tags than this limit.
    TooManyTags(usize),
    /// Tags, comments and glyphs that together exceed this limit, in bytes.
    TooMuchText(usize),
    /// The game is valid but not in export format, with what was expected.
    NotExportFormat(String),

    /// A byte-order mark.
    ByteOrderMark,
    /// Lines that end with CR alone.
    CarriageReturns,
    /// The control character at the end of DOS text files.
    EndOfFileMark,
    /// Text that is not UTF-8 and was read as Latin-1.
    Latin1,
    /// Text outside a game.
    TextOutsideGame,
    /// A comment before the first game.
    CommentOutsideGame,
    /// A quotation mark without a backslash within a tag.
    UnescapedQuote,
    /// A tag without its closing bracket.
    MissingBracket,
    /// A tag name with characters other than letters, digits and underscores.
    TagName,
    /// A repeated tag; the first counts.
    DuplicateTag,
    /// These tags of the Seven Tag Roster are missing.
    MissingTags(Vec<&'static str>),
    /// A Result tag with an unknown result.
    UnknownResultTag,
    /// The Result tag and the marker at the end differ. The marker counts, unless it is `*`.
    ResultMismatch,
    /// The result contradicts the position at the end.
    ResultContradictsPosition,
    /// The game was drawn automatically, but the moves continue.
    MovesAfterAutomaticDraw,
    /// The result at the end is missing.
    MissingTermination,
    /// A result in a nonstandard form.
    ResultForm,
    /// A result in a variation.
    ResultInVariation,
    /// A FEN tag without `[SetUp "1"]`; the FEN counts.
    FenWithoutSetUp,
    /// `[SetUp "1"]` without a FEN tag; the game begins at the standard start.
    SetUpWithoutFen,
    /// The FEN was repaired or looks odd.
    OddFen(FenWarning),
    /// The FEN can be read only as Chess960, but there is no such Variant tag.
    Chess960WithoutVariant,
    /// A Chess960 game without a FEN; it begins at the standard start.
    Chess960WithoutFen,
    /// A wrong move number; this one was expected.
    MoveNumber(u64),
    /// SAN that has one meaning but is not canonical.
    Deviation(Deviation),
    /// A move in UCI notation.
    UciMove,
    /// An en passant mark without a move.
    LoneEnPassantMark,
    /// An annotation such as `+-`, read as this glyph.
    SymbolicGlyph(u8),
    /// A run of `!` and `?` without a glyph.
    UnknownGlyph,
    /// A glyph beyond `$255`, or one without a number.
    GlyphRange,
    /// `(=)`, the draw offer of score sheets, outside a comment.
    BareDrawOffer,
    /// A move of a variation that cannot be read or is not legal.
    BadMoveInVariation(SanError),
    /// A null move in the main line that was read.
    NullMoveInMainLine,
    /// A null move in a variation.
    NullMoveInVariation,
    /// A null move in a variation while in check.
    NullMoveInCheck,
    /// A variation without a move.
    EmptyVariation,
    /// A variation before the first move.
    VariationWithoutMove,
}

/// Why bytes are not text.
///
/// ```
/// use fourfold_game::pgn::{Checker, NotText, Problem, Reader};
/// let mut checker = Checker::new(Reader::from_slice(b"1. e4 \0 *"));
/// let report = checker.read_game(&mut ())?.ok_or("there is a game")?;
/// let error = report.error.ok_or("a zero byte is not text")?;
/// assert_eq!(error.problem, Problem::NotText(NotText::Nul));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotText {
    /// They contain a zero byte.
    Nul,
    /// They begin like UTF-16.
    Utf16,
}

impl Problem {
    /// The severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        let is_refused = matches!(self, Problem::NotExportFormat(_));
        if is_refused || self.recovery() == Recovery::SkippedGame {
            Severity::Error
        } else {
            Severity::Warning
        }
    }

    /// The recovery of a reader.
    #[must_use]
    pub fn recovery(&self) -> Recovery {
        match self {
            Problem::BadMove(_)
            | Problem::NullMove
            | Problem::Unexpected(_)
            | Problem::BadFen(_)
            | Problem::UnsupportedVariant
            | Problem::NotText(_)
            | Problem::TagSyntax(_)
            | Problem::UnterminatedComment
            | Problem::CommentLength(_)
            | Problem::UnterminatedVariation
            | Problem::UnbalancedVariation
            | Problem::VariationDepth(_)
            | Problem::TooManyMoves(_)
            | Problem::TooManyTags(_)
            | Problem::TooMuchText(_) => Recovery::SkippedGame,
            Problem::BadMoveInVariation(_) | Problem::NullMoveInCheck => Recovery::SkippedVariation,
            Problem::TextOutsideGame
            | Problem::CommentOutsideGame
            | Problem::DuplicateTag
            | Problem::ResultInVariation
            | Problem::LoneEnPassantMark
            | Problem::UnknownGlyph
            | Problem::GlyphRange
            | Problem::EmptyVariation
            | Problem::VariationWithoutMove => Recovery::LeftOut,
            Problem::UnescapedQuote
            | Problem::MissingBracket
            | Problem::ResultForm
            | Problem::SymbolicGlyph(_)
            | Problem::Deviation(_)
            | Problem::UciMove
            | Problem::Latin1
            | Problem::BareDrawOffer => Recovery::Repaired,
            Problem::OddFen(FenWarning::Repaired(_)) => Recovery::Repaired,
            Problem::NotExportFormat(_)
            | Problem::ByteOrderMark
            | Problem::CarriageReturns
            | Problem::EndOfFileMark
            | Problem::TagName
            | Problem::MissingTags(_)
            | Problem::UnknownResultTag
            | Problem::ResultMismatch
            | Problem::ResultContradictsPosition
            | Problem::MovesAfterAutomaticDraw
            | Problem::MissingTermination
            | Problem::FenWithoutSetUp
            | Problem::SetUpWithoutFen
            | Problem::OddFen(_)
            | Problem::Chess960WithoutVariant
            | Problem::Chess960WithoutFen
            | Problem::MoveNumber(_)
            | Problem::NullMoveInMainLine
            | Problem::NullMoveInVariation => Recovery::ReadOn,
        }
    }

    /// A short name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Problem::BadMove(SanError::Ambiguous { .. }) => "ambiguous_san",
            Problem::BadMove(SanError::NoSuchMove { .. }) => "illegal_move",
            Problem::BadMove(_) | Problem::Unexpected(_) | Problem::TooManyMoves(_) => "syntax",
            Problem::NotExportFormat(_) => "not_export_format",
            Problem::NullMove => "null_move",
            Problem::BadFen(_) => "bad_fen",
            Problem::UnsupportedVariant => "unsupported_variant",
            Problem::NotText(_) => "encoding",
            Problem::TagSyntax(_) => "tag_syntax",
            Problem::UnterminatedComment => "unterminated_comment",
            Problem::CommentLength(_) => "comment_length",
            Problem::UnterminatedVariation => "unterminated_variation",
            Problem::UnbalancedVariation => "unbalanced_variation",
            Problem::VariationDepth(_) => "variation_depth",
            Problem::TooManyTags(_) => "tag_count",
            Problem::TooMuchText(_) => "text_length",
            Problem::ByteOrderMark => "bom",
            Problem::CarriageReturns => "cr_line_ends",
            Problem::EndOfFileMark => "dos_end_of_file",
            Problem::Latin1 => "encoding_latin1",
            Problem::TextOutsideGame => "text_between_games",
            Problem::CommentOutsideGame => "comment_outside_game",
            Problem::UnescapedQuote => "unescaped_quote",
            Problem::MissingBracket => "missing_bracket",
            Problem::TagName => "tag_name",
            Problem::DuplicateTag => "duplicate_tag",
            Problem::MissingTags(_) => "missing_tags",
            Problem::UnknownResultTag => "result_tag",
            Problem::ResultMismatch => "result_mismatch",
            Problem::ResultContradictsPosition => "result_contradicts_position",
            Problem::MovesAfterAutomaticDraw => "moves_after_automatic_draw",
            Problem::MissingTermination => "missing_termination",
            Problem::ResultForm => "result_form",
            Problem::ResultInVariation => "result_in_variation",
            Problem::FenWithoutSetUp => "fen_without_setup",
            Problem::SetUpWithoutFen => "setup_without_fen",
            Problem::OddFen(warning) => warning.code(),
            Problem::Chess960WithoutVariant => "chess960_without_variant",
            Problem::Chess960WithoutFen => "chess960_without_fen",
            Problem::MoveNumber(_) => "move_number",
            Problem::Deviation(deviation) => deviation.code(),
            Problem::UciMove => "uci_notation",
            Problem::LoneEnPassantMark => Deviation::EnPassantSuffix.code(),
            Problem::SymbolicGlyph(_) => "symbolic_glyph",
            Problem::UnknownGlyph => "unknown_glyph",
            Problem::GlyphRange => "nag_range",
            Problem::BareDrawOffer => "bare_draw_offer",
            Problem::BadMoveInVariation(SanError::Ambiguous { .. }) => "ambiguous_san_in_variation",
            Problem::BadMoveInVariation(SanError::NoSuchMove { .. }) | Problem::NullMoveInCheck => {
                "illegal_move_in_variation"
            }
            Problem::BadMoveInVariation(_) => "syntax_in_variation",
            Problem::NullMoveInMainLine => "null_move_in_main_line",
            Problem::NullMoveInVariation => "null_move_in_variation",
            Problem::EmptyVariation => "empty_variation",
            Problem::VariationWithoutMove => "variation_without_move",
        }
    }

    /// Advice for the author of the file.
    ///
    /// ```
    /// use fourfold_game::pgn::Problem;
    /// assert!(Problem::TagSyntax("a value").advice().contains("[Name \"value\"]"));
    /// ```
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Problem::BadMove(SanError::Ambiguous { .. }) => "name the file or rank it comes from",
            Problem::BadMove(SanError::NoSuchMove { .. }) => {
                "compare the earlier moves with the source: the mistake is often there"
            }
            Problem::BadMove(_) => "write moves in English SAN, such as Nf3, exd5, O-O or e8=Q",
            Problem::NullMove => "put null moves into a variation, where they are annotations",
            Problem::Unexpected(_) => "remove it, or put it into a comment: { … }",
            Problem::BadFen(_) => "check the position with `fourfold fen`",
            Problem::UnsupportedVariant => "only orthodox chess and Chess960 are read",
            Problem::NotText(NotText::Nul) => "remove the zero byte: the file may be damaged",
            Problem::NotText(NotText::Utf16) => {
                "convert the file: iconv -f UTF-16 -t UTF-8 old.pgn > new.pgn"
            }
            Problem::TagSyntax(_) => "write tags as [Name \"value\"], each on a line of its own",
            Problem::UnterminatedComment => "close the comment with }",
            Problem::CommentLength(_) => "shorten the comment, or close it if it was left open",
            Problem::UnterminatedVariation => "close the variation with )",
            Problem::UnbalancedVariation => "remove the parenthesis, or add the one that opens",
            Problem::VariationDepth(_) => "raise the limit if the nesting is meant",
            Problem::TooManyMoves(_) | Problem::TooMuchText(_) => {
                "raise the limit if the game is meant to be this long"
            }
            Problem::TooManyTags(_) => "remove the tags that are repeated or mean nothing",
            Problem::NotExportFormat(_) => "rewrite it: fourfold pgn FILE --out NEW",
            Problem::ByteOrderMark
            | Problem::CarriageReturns
            | Problem::EndOfFileMark
            | Problem::Latin1
            | Problem::TextOutsideGame
            | Problem::CommentOutsideGame
            | Problem::UnescapedQuote
            | Problem::MissingBracket
            | Problem::TagName
            | Problem::DuplicateTag
            | Problem::MissingTags(_)
            | Problem::UnknownResultTag
            | Problem::ResultMismatch
            | Problem::ResultContradictsPosition
            | Problem::MovesAfterAutomaticDraw
            | Problem::MissingTermination
            | Problem::ResultForm
            | Problem::ResultInVariation
            | Problem::FenWithoutSetUp
            | Problem::SetUpWithoutFen
            | Problem::OddFen(_)
            | Problem::Chess960WithoutVariant
            | Problem::Chess960WithoutFen
            | Problem::MoveNumber(_)
            | Problem::Deviation(_)
            | Problem::UciMove
            | Problem::LoneEnPassantMark
            | Problem::SymbolicGlyph(_)
            | Problem::UnknownGlyph
            | Problem::GlyphRange
            | Problem::BareDrawOffer
            | Problem::BadMoveInVariation(_)
            | Problem::NullMoveInMainLine
            | Problem::NullMoveInVariation
            | Problem::NullMoveInCheck
            | Problem::EmptyVariation
            | Problem::VariationWithoutMove => "nothing needs to be done",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::BadMove(error) | Problem::BadMoveInVariation(error) => error.fmt(f),
            Problem::Unexpected(expected) => write!(f, "expected {expected}"),
            Problem::BadFen(error) => error.fmt(f),
            Problem::TagSyntax(expected) => write!(f, "expected {expected}"),
            Problem::VariationDepth(limit) => {
                write!(f, "variations are nested more than {limit} deep")
            }
            Problem::CommentLength(limit) => {
                write!(
                    f,
                    "the comment that begins here has more than {limit} bytes"
                )
            }
            Problem::TooManyMoves(limit) => write!(f, "the game has more than {limit} moves"),
            Problem::TooManyTags(limit) => write!(f, "the game has more than {limit} tags"),
            Problem::TooMuchText(limit) => write!(
                f,
                "the tags, comments and glyphs of the game have more than {limit} bytes"
            ),
            Problem::MissingTags(names) => {
                write!(f, "expected the tags {}", names.join(", "))
            }
            Problem::OddFen(warning) => warning.fmt(f),
            Problem::NotExportFormat(expected) => {
                write!(f, "not export format: {expected}")
            }
            Problem::MoveNumber(due) => write!(f, "expected move number {due}"),
            Problem::Deviation(deviation) => deviation.fmt(f),
            Problem::SymbolicGlyph(glyph) => write!(f, "expected the glyph as ${glyph}"),
            other => f.write_str(other.words()),
        }
    }
}

impl Problem {
    /// The message of a problem without data.
    fn words(&self) -> &'static str {
        match self {
            Problem::NullMove => "a null move is not a move of chess",
            Problem::UnsupportedVariant => "expected a game of orthodox chess or Chess960",
            Problem::NotText(NotText::Nul) => "expected text, found a zero byte",
            Problem::NotText(NotText::Utf16) => "expected UTF-8 or Latin-1, found UTF-16",
            Problem::UnterminatedComment => "the comment that begins here is never closed",
            Problem::UnterminatedVariation => "the variation that begins here is never closed",
            Problem::UnbalancedVariation => "there is no variation to close",
            Problem::ByteOrderMark => "the file begins with a byte-order mark",
            Problem::CarriageReturns => "lines end with CR alone",
            Problem::EndOfFileMark => "there is a Ctrl-Z, with which DOS ended files",
            Problem::Latin1 => "the text is not UTF-8 and was taken for Latin-1",
            Problem::TextOutsideGame => "expected a game, found other text",
            Problem::CommentOutsideGame => "the comment belongs to no game",
            Problem::UnescapedQuote => "expected \\\" for a quotation mark within a tag",
            Problem::MissingBracket => "expected ] at the end of the tag",
            Problem::TagName => "expected a tag name of letters, digits and underscores",
            Problem::DuplicateTag => "the tag was there before, and the first counts",
            Problem::UnknownResultTag => "expected a result 1-0, 0-1, 1/2-1/2 or *",
            Problem::ResultMismatch => {
                "the Result tag says something else; the result after the moves counts, unless it is *"
            }
            Problem::ResultContradictsPosition => "the result contradicts the final position",
            Problem::MovesAfterAutomaticDraw => "the game was already drawn by the Laws",
            Problem::MissingTermination => "expected a result after the last move",
            Problem::ResultForm => "expected a result 1-0, 0-1, 1/2-1/2 or *",
            Problem::ResultInVariation => "a result has no place in a variation",
            Problem::FenWithoutSetUp => "expected [SetUp \"1\"] beside a FEN",
            Problem::SetUpWithoutFen => "expected a FEN beside [SetUp \"1\"]",
            Problem::Chess960WithoutVariant => "the FEN needs [Variant \"Chess960\"]",
            Problem::Chess960WithoutFen => "expected a FEN beside [Variant \"Chess960\"]",
            Problem::UciMove => "expected SAN, found UCI notation",
            Problem::LoneEnPassantMark => "e.p. is not part of the move",
            Problem::UnknownGlyph => "expected one of ! ? !! ?? !? ?!",
            Problem::GlyphRange => "expected a glyph from $0 to $255",
            Problem::BareDrawOffer => "expected the draw offer in a comment: {(=)}",
            Problem::NullMoveInMainLine => {
                "a null move is not a move of chess, so the Laws say nothing about the rest"
            }
            Problem::NullMoveInVariation => "a null move is read as an annotation",
            Problem::NullMoveInCheck => "no side can pass while it is in check",
            Problem::EmptyVariation => "the variation has no move",
            Problem::VariationWithoutMove => "there is no move yet that it could replace",
            Problem::BadMove(_)
            | Problem::BadMoveInVariation(_)
            | Problem::Unexpected(_)
            | Problem::BadFen(_)
            | Problem::TagSyntax(_)
            | Problem::CommentLength(_)
            | Problem::VariationDepth(_)
            | Problem::TooManyMoves(_)
            | Problem::TooManyTags(_)
            | Problem::TooMuchText(_)
            | Problem::NotExportFormat(_)
            | Problem::MissingTags(_)
            | Problem::OddFen(_)
            | Problem::MoveNumber(_)
            | Problem::Deviation(_)
            | Problem::SymbolicGlyph(_) => "",
        }
    }
}
