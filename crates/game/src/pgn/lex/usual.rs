//! The fast path for the most common tags, moves and comments.
//!
//! Text of any other form, or not completely in the window, is left to the slow path, which would
//! read the common forms the same way.

use super::Lexer;
use super::class::IS_IN_WORD;
use super::comment::CommentScan;
use crate::pgn::tags::is_in_standard_name;

/// A token of a common form, with its text in the fields of the lexer.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum Usual {
    Move,
    Comment,
}

/// The bytes to look at for a move. A move with its number is never longer.
type View = [u8; 32];

/// The greatest number of digits of a move number on the fast path.
const DIGITS: usize = 6;

/// The greatest number of dots.
const DOTS: usize = 3;

/// The greatest length of a move.
const LETTERS: usize = 7;

impl Lexer {
    /// Reads a move or a comment after at most one blank.
    #[inline(always)]
    pub(super) fn usual_token(&mut self, bytes: &[u8]) -> Option<Usual> {
        let view: &View = bytes.get(self.at..)?.first_chunk()?;
        let blank = blank_at(view, 0);
        match view[blank] {
            _ if self.is_line_skipped => None,
            b'{' => self.usual_comment(bytes, self.at + blank),
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => self.usual_move(view, blank),
            _ => None,
        }
    }

    /// Reads a tag `[Name "value"]` on the next line; returns whether there was one.
    #[inline]
    pub(super) fn usual_tag(&mut self, bytes: &[u8]) -> bool {
        let span = || {
            let line = bytes.get(self.at..)?.strip_prefix(b"\n[")?;
            let length = line.iter().position(|byte| !is_in_standard_name(byte))?;
            line[length..].starts_with(b" \"").then_some(())?;
            let name = self.at + 2..self.at + 2 + length;
            let start = name.end + 2;
            let end = find_end(bytes, start, b'"')?;
            let is_whole = bytes[end - 1] != b'\\' && bytes.get(end + 1) == Some(&b']');
            let is_short = end + 1 - self.at <= self.options.limits.tag_bytes;
            (length > 0 && is_whole && is_short).then_some((name, start..end))
        };
        // After an empty line the tag may begin another game, and a token that the slow path has
        // begun is left to the slow path.
        if self.breaks > 0 || self.is_line_skipped || self.has_warned {
            return false;
        }
        let Some((name, value)) = span() else {
            return false;
        };
        self.has_event |= bytes[name.clone()] == *b"Event";
        self.scan = CommentScan::default();
        self.at = name.start - 1;
        self.commit(value.end + 2);
        self.name = name;
        self.text = value;
        true
    }

    /// Reads a comment within one line.
    #[inline]
    fn usual_comment(&mut self, bytes: &[u8], start: usize) -> Option<Usual> {
        let end = find_end(bytes, start + 1, b'}')?;
        if end - start > self.options.limits.comment_bytes {
            return None;
        }
        // The slow path may have begun it, when less of it was in the window.
        self.scan = CommentScan::default();
        self.at = start;
        self.commit(end + 1);
        self.text = start + 1..end;
        Some(Usual::Comment)
    }

    /// Reads a move, perhaps after its number, that is followed by a blank or a line end.
    #[inline]
    fn usual_move(&mut self, view: &View, mut at: usize) -> Option<Usual> {
        let mut number = self.number;
        if view[at].is_ascii_digit() {
            let (mut value, limit) = (0, at + DIGITS);
            while view[at].is_ascii_digit() && at < limit {
                value = 10 * value + u32::from(view[at] - b'0');
                at += 1;
            }
            let limit = at + DOTS;
            while view[at] == b'.' && at < limit {
                at += 1;
            }
            if view[at - 1] != b'.' {
                return None;
            }
            at += blank_at(view, at);
            number = Some(value);
        }
        let (start, limit) = (at, at + LETTERS);
        while IS_IN_WORD[usize::from(view[at])] && at < limit {
            at += 1;
        }
        let is_usual = view[start].is_ascii_alphabetic()
            && at - start <= self.options.limits.token_bytes
            && at >= start + 2
            && view[start + 1] != b'p'
            && blank_at(view, at) > 0;
        is_usual.then(|| {
            let before = self.at;
            self.at = before + start;
            self.commit(before + at);
            self.text = before + start..before + at;
            self.number = number;
            Usual::Move
        })
    }
}

/// The number of bytes of a blank or a line end.
#[inline]
fn blank_at(view: &View, at: usize) -> usize {
    usize::from(matches!(view[at], b' ' | b'\n'))
}

/// The index of the byte that closes a comment or a value, unless a control character such as a
/// line end comes first. It scans eight bytes at a time.
#[inline]
fn find_end(bytes: &[u8], mut at: usize, closing: u8) -> Option<usize> {
    const EACH: u64 = u64::MAX / 255;
    const HIGH: u64 = EACH << 7;
    loop {
        let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
        // A byte is marked if it closes, or if it is less than a blank. A borrow may also
        // mark bytes after such a byte, but the first mark is always right.
        let rest = word ^ (EACH * u64::from(closing));
        let closes = rest.wrapping_sub(EACH) & !rest & HIGH;
        let is_control = word.wrapping_sub(EACH * b' ' as u64) & !word & HIGH;
        let marks = closes | is_control;
        if marks != 0 {
            at += marks.trailing_zeros() as usize / 8;
            return (bytes[at] == closing).then_some(at);
        }
        at += 8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_comment_is_found_wherever_it_is() {
        for length in 0..40 {
            for odd in [
                None,
                Some(b'\n'),
                Some(0),
                Some(0xff),
                Some(b'{'),
                Some(0x80),
            ] {
                for at in 0..=length {
                    let mut bytes = vec![b'a'; length];
                    bytes.extend_from_slice(b"} and more after it");
                    if let Some(odd) = odd {
                        bytes[at] = odd;
                    }
                    let stop = bytes.iter().position(|&byte| byte == b'}' || byte < b' ');
                    let due = stop.filter(|&stop| bytes[stop] == b'}');
                    assert_eq!(find_end(&bytes, 0, b'}'), due, "{length} {odd:?} {at}");
                }
            }
        }
    }

    #[test]
    fn the_window_is_never_left() {
        for length in 0..20 {
            let bytes = vec![b'a'; length];
            assert_eq!(find_end(&bytes, 0, b'}'), None);
        }
    }
}
