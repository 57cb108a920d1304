//! Positions decoded from fuzzer input.
//!
//! Every input is valid: bytes pick a start and then moves by index, so that small changes to an
//! input are small changes to a game.

use chess::fen::{self, CastlingMode};
use chess::{Bitboard, CastlingRights, Color, Piece, Position, Role, Setup, Square, Tolerance};
use testkit::{KNOWN, scharnagl};

/// The bytes of an input, read from the front. Zeros follow when they run out.
pub struct Bytes<'d> {
    rest: &'d [u8],
}

impl<'d> Bytes<'d> {
    /// All bytes of an input.
    pub fn new(input: &'d [u8]) -> Bytes<'d> {
        Bytes { rest: input }
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => 0,
        }
    }

    /// The next two bytes as one number.
    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// The next bytes, up to this many.
    pub fn take(&mut self, count: usize) -> Bytes<'d> {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        Bytes { rest: taken }
    }

    /// All remaining bytes as text, with invalid UTF-8 replaced.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.rest).into_owned()
    }
}

/// A start position: a known one, a Chess960 start, one from a lenient FEN, or a random placement.
/// `None` if what the bytes describe is not legal.
pub fn start(bytes: &mut Bytes<'_>) -> Option<Position> {
    match bytes.byte() % 4 {
        0 => {
            let known = KNOWN.get(usize::from(bytes.byte()) % KNOWN.len())?;
            Some(known.position())
        }
        1 => Some(scharnagl(usize::from(bytes.word()) % 960)),
        2 => {
            let length = usize::from(bytes.byte() % 100);
            let text = bytes.take(length).text();
            let read = fen::read(&text, CastlingMode::Chess960, Tolerance::Lenient);
            read.ok().map(|read| read.position)
        }
        _ => strewn(bytes).validate(Tolerance::Lenient).ok(),
    }
}

/// A position after some moves from a start. `None` if the start is not legal.
pub fn position(bytes: &mut Bytes<'_>) -> Option<Position> {
    let plies = usize::from(bytes.byte() % 64);
    let mut position = start(bytes)?;
    let mut moves = bytes.take(plies);
    while !moves.is_empty() {
        match step(&position, &mut moves) {
            Some(next) => position = next,
            None => break,
        }
    }
    Some(position)
}

/// The position after the move that the next byte picks; `None` at mate and stalemate.
pub fn step(position: &Position, bytes: &mut Bytes<'_>) -> Option<Position> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let m = moves[usize::from(bytes.byte()) % moves.len()];
    Some(position.play_unchecked(m))
}

/// An arbitrary setup: two kings, up to thirty other pieces, castling rights and an en passant
/// square.
fn strewn(bytes: &mut Bytes<'_>) -> Setup {
    let mut setup = Setup::empty();
    let flags = bytes.byte();
    let square = |bits: u8| Square::ALL[usize::from(bits % 64)];
    if flags & 1 != 0 {
        setup.turn = Color::Black;
    }
    setup.en_passant = (flags & 2 != 0).then(|| square(bytes.byte()));
    for _ in 0..flags >> 3 {
        let choice = usize::from(bytes.byte());
        let role = Role::ALL[choice / 2 % 5];
        let piece = Piece::new(Color::ALL[choice % 2], role);
        setup.board.put(square(bytes.byte()), piece);
    }
    for color in Color::ALL {
        let king = Piece::new(color, Role::King);
        setup.board.put(square(bytes.byte()), king);
    }
    if flags & 4 != 0 {
        let corners = Bitboard(u64::from(bytes.byte()) | u64::from(bytes.byte()) << 56);
        setup.castling = CastlingRights::from_rooks(corners);
    }
    setup
}
