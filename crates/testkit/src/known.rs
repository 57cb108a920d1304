//! Named positions.

use chess::fen::{self, CastlingMode};
use chess::{Position, Tolerance};

/// A position that has caught bugs before.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What is special about it.
    pub name: &'static str,
    /// The position in canonical FEN.
    pub fen: &'static str,
    /// How to read its castling rights.
    pub mode: CastlingMode,
}

impl Known {
    /// The position.
    ///
    /// # Panics
    ///
    /// Panics if the FEN is refused. A test of this crate rules that out.
    #[must_use]
    pub fn position(&self) -> Position {
        match fen::read(self.fen, self.mode, Tolerance::Strict) {
            Ok(read) => read.position,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }
}

const fn standard(name: &'static str, fen: &'static str) -> Known {
    let mode = CastlingMode::Standard;
    Known { name, fen, mode }
}

const fn chess960(name: &'static str, fen: &'static str) -> Known {
    let mode = CastlingMode::Chess960;
    Known { name, fen, mode }
}

/// The known positions, covering all kinds of moves, pins, checks and endings.
#[rustfmt::skip]
pub const KNOWN: &[Known] = &[
    standard("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    standard("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    standard("rook endgame with en passant pins", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    standard("promotions and checks", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    standard("knight about to fork", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    standard("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    standard("all promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    standard("promotion takes a castling rook", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1"),
    standard("218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
    standard("en passant is legal", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
    standard("en passant by either of two pawns", "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1"),
    standard("en passant by the unpinned one of two pawns", "3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1"),
    standard("en passant takes the checker", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    standard("en passant is mate's only answer", "8/7p/p5pb/4k3/P1pPn3/8/P5PP/1rB2RK1 b - d3 0 28"),
    standard("double check", "4k3/8/8/8/8/3n4/4r3/4K3 w - - 0 1"),
    standard("crossed pins", "3r3k/8/b7/8/2N5/3KN2q/8/8 w - - 0 1"),
    standard("checkmate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    standard("stalemate", "7k/5Q2/8/8/8/8/8/7K b - - 0 1"),
    standard("bare kings", "8/8/3k4/8/3K4/8/8/8 w - - 0 1"),
    standard("a clock near its end", "8/8/3k4/8/3K4/8/7R/7R w - - 65535 40000"),
    chess960("king stays, rook leaps", "4k3/8/8/8/8/8/8/6KR w K - 0 1"),
    chess960("rook stays, king passes", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"),
    chess960("king and rook trade places", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1"),
    chess960("queen side from the b-file", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"),
    chess960("castling would bare the king", "4k3/8/8/8/8/8/8/qRK5 w Q - 0 1"),
    chess960("inner rooks may castle, outer ones not", "r3k2r/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1"),
    chess960("a long way past an attack", "3rk3/8/8/8/8/8/8/RK5R w KQ - 0 1"),
    chess960("Chess960 middlegame", "1r2nknr/4bpp1/pppp2qp/3PP3/7P/1P3P2/P1P1P2R/BRQBNKN1 w Qkq - 0 12"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fen_is_canonical() {
        for known in KNOWN {
            assert_eq!(known.position().to_string(), known.fen, "{}", known.name);
        }
    }
}
