//! The SAN parser.

use alloc::string::String;

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
    /// The letters of a move are unpredictable, so branches on them would often be mispredicted.
    /// Instead the text is parsed as if it had a usual form, and one test decides whether it has.
    #[inline]
    pub(super) fn parse(text: &[u8]) -> Option<UsualSan> {
        let mark = match text.last()? {
            b'+' => CheckMark::Check,
            b'#' => CheckMark::Mate,
            _ => CheckMark::None,
        };
        let length = text.len() - usize::from(mark != CheckMark::None);
        if !(2..=4).contains(&length) {
            return None;
        }
        let body = &text[..length];
        let role = ROLE_OF_FIRST[usize::from(body[0])]?;
        let origin = body[0].wrapping_sub(b'a');
        let file = body[length - 2].wrapping_sub(b'a');
        let rank = body[length - 1].wrapping_sub(b'1');
        let is_pawn = role == Role::Pawn;
        let captures = length == 4;
        let is_usual =
            ((file | rank) < 8) & (!is_pawn | (length != 3)) & (!captures | (body[1] == b'x'));
        is_usual.then_some(UsualSan {
            role,
            file: (is_pawn & captures).then_some(File::from_low_bits(origin)),
            captures,
            to: Square::from_low_bits(rank << 3 | file),
            mark,
        })
    }
}

/// The kind of piece by the first letter of a move: a file letter means a pawn.
static ROLE_OF_FIRST: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    let mut index = 1;
    while index < Role::ALL.len() {
        let role = Role::ALL[index];
        roles[role.letter() as usize] = Some(role);
        index += 1;
    }
    roles
};

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
