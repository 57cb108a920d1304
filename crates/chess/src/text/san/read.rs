//! The SAN parser.

use crate::{CastlingSide, File, Rank, Role, Square};

use super::deviation::Notes;
use super::{CheckMark, Deviation, ParseSanError, San, SanBody};

/// A cursor over the bytes of a move.
struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl Cursor<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline]
    fn take_if<T>(&mut self, accept: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let taken = accept(self.peek()? as char)?;
        self.at += 1;
        Some(taken)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    #[cold]
    fn error(&self, expected: &'static str) -> ParseSanError {
        let (before, rest) = self.text.split_at(self.at);
        // The longest character has four bytes; the text may have a million.
        let rest = &rest[..rest.len().min(4)];
        ParseSanError {
            column: String::from_utf8_lossy(before).chars().count() + 1,
            expected,
            found: String::from_utf8_lossy(rest).chars().next(),
        }
    }
}

/// Parses a move and adds the deviations that can be seen without a position.
#[inline]
pub(super) fn parse(text: &[u8], deviations: &mut impl Notes) -> Result<San, ParseSanError> {
    match UsualSan::parse(text) {
        Some(usual) => Ok(usual.into()),
        None => parse_any(text, deviations),
    }
}

/// A move in one of the common forms `e4`, `exd5`, `Nf3` and `Nxf3`, with or without a mark. Nine
/// out of ten moves have one.
#[derive(Clone, Copy)]
pub(super) struct UsualSan {
    pub(super) role: Role,
    /// The file that a capturing pawn comes from.
    pub(super) file: Option<File>,
    captures: bool,
    pub(super) to: Square,
    mark: CheckMark,
}

impl UsualSan {
    #[inline]
    pub(super) fn parse(text: &[u8]) -> Option<UsualSan> {
        let (body, mark) = match text {
            [body @ .., b'+'] => (body, CheckMark::Check),
            [body @ .., b'#'] => (body, CheckMark::Mate),
            body => (body, CheckMark::None),
        };
        let (origin, captures, file, rank) = match *body {
            [file, rank] => (None, false, file, rank),
            [piece, file, rank] => (Some(piece), false, file, rank),
            [piece, b'x', file, rank] => (Some(piece), true, file, rank),
            _ => return None,
        };
        let to = Square::new(
            File::from_letter(file as char)?,
            Rank::from_digit(rank as char)?,
        );
        let (role, file) = match origin {
            None => (Role::Pawn, None),
            Some(b'N') => (Role::Knight, None),
            Some(b'B') => (Role::Bishop, None),
            Some(b'R') => (Role::Rook, None),
            Some(b'Q') => (Role::Queen, None),
            Some(b'K') => (Role::King, None),
            Some(file) if captures => (Role::Pawn, Some(File::from_letter(file as char)?)),
            Some(_) => return None,
        };
        Some(UsualSan {
            role,
            file,
            captures,
            to,
            mark,
        })
    }
}

impl From<UsualSan> for San {
    #[inline]
    fn from(usual: UsualSan) -> San {
        San {
            body: SanBody::Piece {
                role: usual.role,
                file: usual.file,
                rank: None,
                captures: usual.captures,
                to: usual.to,
                promotion: None,
            },
            mark: usual.mark,
        }
    }
}

fn parse_any(text: &[u8], deviations: &mut impl Notes) -> Result<San, ParseSanError> {
    let mut cursor = Cursor { text, at: 0 };
    let body = match parse_castling(&mut cursor, deviations) {
        Some(side) => SanBody::Castle(side),
        None => parse_piece(&mut cursor, deviations)?,
    };
    if cursor.at == text.len() {
        return Ok(San {
            body,
            mark: CheckMark::None,
        });
    }
    if cursor.take_word("e.p.") {
        deviations.note(Deviation::EnPassantSuffix);
    }
    let mark = parse_mark(&mut cursor, deviations);
    if matches!(cursor.peek(), Some(b'!' | b'?')) {
        deviations.note(Deviation::Annotation);
        while matches!(cursor.peek(), Some(b'!' | b'?')) {
            cursor.at += 1;
        }
    }
    if cursor.at < text.len() {
        return Err(cursor.error("the end of the move"));
    }
    Ok(San { body, mark })
}

fn parse_castling(cursor: &mut Cursor<'_>, deviations: &mut impl Notes) -> Option<CastlingSide> {
    let letter = cursor.peek()?;
    let (long, short) = match letter {
        b'O' => ("O-O-O", "O-O"),
        b'0' => ("0-0-0", "0-0"),
        b'o' => ("o-o-o", "o-o"),
        _ => return None,
    };
    let side = if cursor.take_word(long) {
        CastlingSide::QueenSide
    } else if cursor.take_word(short) {
        CastlingSide::KingSide
    } else {
        return None;
    };
    if letter != b'O' {
        deviations.note(Deviation::ZeroCastling);
    }
    Some(side)
}

fn parse_piece(
    cursor: &mut Cursor<'_>,
    deviations: &mut impl Notes,
) -> Result<SanBody, ParseSanError> {
    let letter = cursor.take_if(|c| {
        c.is_ascii_uppercase()
            .then(|| Role::from_letter(c))
            .flatten()
    });
    if letter == Some(Role::Pawn) {
        deviations.note(Deviation::PawnLetter);
    }
    let role = letter.unwrap_or(Role::Pawn);
    let mut file = cursor.take_if(File::from_letter);
    let mut rank = cursor.take_if(Rank::from_digit);
    let separator = cursor.take_if(|c| matches!(c, 'x' | ':' | '-').then_some(c));
    match separator {
        Some('-') => deviations.note(Deviation::Hyphen),
        Some(':') => deviations.note(Deviation::ColonCapture),
        _ => {}
    }
    let mut to_file = cursor.take_if(File::from_letter);
    let mut to_rank = to_file.and_then(|_| cursor.take_if(Rank::from_digit));
    if separator.is_none() && to_file.is_none() {
        (to_file, to_rank) = (file.take(), rank.take());
    }
    let (Some(to_file), Some(to_rank)) = (to_file, to_rank) else {
        return Err(cursor.error(if letter.is_none() && cursor.at == 0 {
            "a piece letter, a file or castling"
        } else if to_file.is_none() {
            "a file from a to h"
        } else {
            "a rank from 1 to 8"
        }));
    };
    let to = Square::new(to_file, to_rank);
    let promotion = parse_promotion(cursor, deviations)?;
    let captures = matches!(separator, Some('x' | ':'));
    Ok(SanBody::Piece {
        role,
        file,
        rank,
        captures,
        to,
        promotion,
    })
}

fn parse_promotion(
    cursor: &mut Cursor<'_>,
    deviations: &mut impl Notes,
) -> Result<Option<Role>, ParseSanError> {
    let sign = cursor.take_if(|c| matches!(c, '=' | '(').then_some(c));
    let becomes = |c: char| Role::from_letter(c).filter(|role| Role::PROMOTIONS.contains(role));
    let is_small = cursor.peek().is_some_and(|byte| byte.is_ascii_lowercase());
    let role = match cursor.take_if(becomes) {
        Some(role) => role,
        None if sign.is_some() => return Err(cursor.error("a piece to promote to: Q, R, B or N")),
        None => return Ok(None),
    };
    if is_small {
        deviations.note(Deviation::SmallPromotion);
    }
    if sign == Some('(') && !cursor.take_word(")") {
        return Err(cursor.error("a closing parenthesis"));
    }
    if sign != Some('=') {
        deviations.note(Deviation::PromotionSign);
    }
    Ok(Some(role))
}

fn parse_mark(cursor: &mut Cursor<'_>, deviations: &mut impl Notes) -> CheckMark {
    if cursor.take_word("++") {
        deviations.note(Deviation::WrongCheckMark);
        return CheckMark::Check;
    }
    if cursor.take_word("+") {
        CheckMark::Check
    } else if cursor.take_word("#") {
        CheckMark::Mate
    } else {
        CheckMark::None
    }
}

/// Adds the deviations of the text from the canonical SAN.
pub(super) fn compare(written: &San, canonical: &San, deviations: &mut impl Notes) {
    if let (
        SanBody::Piece {
            file,
            rank,
            captures,
            ..
        },
        SanBody::Piece {
            file: usual_file,
            rank: usual_rank,
            captures: really_captures,
            ..
        },
    ) = (written.body, canonical.body)
    {
        match (captures, really_captures) {
            (false, true) => deviations.note(Deviation::MissingCapture),
            (true, false) => deviations.note(Deviation::NeedlessCapture),
            _ => {}
        }
        if (file, rank) != (usual_file, usual_rank) {
            let says_more = (file.is_some() || usual_file.is_none())
                && (rank.is_some() || usual_rank.is_none());
            deviations.note(if says_more {
                Deviation::NeedlessOrigin
            } else {
                Deviation::UnusualOrigin
            });
        }
    }
    compare_marks(written.mark, canonical.mark, deviations);
}

pub(super) fn compare_marks(written: CheckMark, canonical: CheckMark, deviations: &mut impl Notes) {
    if written != canonical {
        deviations.note(match written {
            CheckMark::None => Deviation::MissingCheckMark,
            CheckMark::Check | CheckMark::Mate => Deviation::WrongCheckMark,
        });
    }
}
