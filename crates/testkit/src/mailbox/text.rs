//! FEN of the reference implementation.

use super::{EMPTY, Mailbox, Spot, home_rank, spots};

impl Mailbox {
    /// Reads a FEN: standard, X-FEN or Shredder-FEN, in canonical form.
    ///
    /// # Panics
    ///
    /// Panics if the text is not a FEN. Legality is not checked.
    #[must_use]
    pub fn from_fen(fen: &str) -> Mailbox {
        let fields: Vec<&str> = fen.split(' ').collect();
        let [board, turn, castling, passed, halfmoves, fullmoves] = fields[..] else {
            panic!("expected six fields in {fen:?}");
        };
        let mut position = Mailbox {
            squares: [[EMPTY; 8]; 8],
            white_to_move: turn == "w",
            rights: Vec::new(),
            passed: spots().find(|&spot| name(spot) == passed),
            halfmoves: halfmoves.parse().expect("the clock is a number"),
            fullmoves: fullmoves.parse().expect("the move number is a number"),
        };
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i8,
                    None => {
                        position.put((file, rank), letter);
                        file += 1;
                    }
                }
            }
            assert_eq!(file, 8, "expected eight files in {row:?}");
        }
        for letter in castling.chars().filter(|&letter| letter != '-') {
            let rook = position.castling_rook(letter);
            position.rights.push(rook.expect("a rook is there"));
        }
        position
    }

    /// The FEN, with an en passant square only if a capture is legal, and castling rights as X-FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        let rows: Vec<String> = (0..8).rev().map(|rank| self.row(rank)).collect();
        let turn = if self.white_to_move { "w" } else { "b" };
        let passed = self.passed.filter(|&to| self.can_capture_passed(to));
        format!(
            "{} {turn} {} {} {} {}",
            rows.join("/"),
            self.castling(),
            passed.map_or("-".to_owned(), name),
            self.halfmoves,
            self.fullmoves
        )
    }

    fn row(&self, rank: usize) -> String {
        let mut row: String = self.squares[rank].iter().collect();
        for empty in (1..=8).rev() {
            row = row.replace(&EMPTY.to_string().repeat(empty), &empty.to_string());
        }
        row
    }

    fn can_capture_passed(&self, to: Spot) -> bool {
        self.legal()
            .iter()
            .any(|attempt| attempt.to == to && self.stands(attempt.from, self.white_to_move, 'P'))
    }

    fn castling_rook(&self, letter: char) -> Option<Spot> {
        let white = letter.is_ascii_uppercase();
        let king = self.king(white);
        let mut rooks: Vec<Spot> = (0..8)
            .map(|file| (file, home_rank(white)))
            .filter(|&spot| self.stands(spot, white, 'R'))
            .collect();
        match letter.to_ascii_lowercase() {
            'k' => rooks.retain(|rook| rook.0 > king.0),
            'q' => rooks.retain(|rook| rook.0 < king.0),
            file => rooks.retain(|&rook| name(rook).starts_with(file)),
        }
        if letter.eq_ignore_ascii_case(&'k') {
            rooks.last().copied()
        } else {
            rooks.first().copied()
        }
    }

    fn castling(&self) -> String {
        let mut field = String::new();
        for white in [true, false] {
            let king = self.king(white);
            let mut rooks: Vec<Spot> = self.rights.clone();
            rooks.retain(|rook| rook.1 == home_rank(white));
            // The king side comes first.
            rooks.sort();
            rooks.reverse();
            for rook in rooks {
                let side = if rook.0 > king.0 { 'k' } else { 'q' };
                let letter = if self.castling_rook(in_case(side, white)) == Some(rook) {
                    side
                } else {
                    name(rook).remove(0)
                };
                field.push(in_case(letter, white));
            }
        }
        if field.is_empty() {
            field.push('-');
        }
        field
    }
}

fn in_case(letter: char, white: bool) -> char {
    if white {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

/// The name of a square, such as `e4`.
pub(super) fn name((file, rank): Spot) -> String {
    let file = char::from(b'a' + file as u8);
    format!("{file}{}", rank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canonical_fen_survives_a_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "r3k2r/8/8/8/8/8/8/RR2K1RR w GBkq - 12 34",
            "8/8/3k4/8/3K4/8/7R/7R b - - 99 120",
        ] {
            assert_eq!(Mailbox::from_fen(fen).fen(), fen);
        }
    }

    #[test]
    fn an_en_passant_square_is_dropped_when_nothing_can_capture() {
        let pinned = Mailbox::from_fen("8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1");
        assert_eq!(pinned.fen(), "8/8/3p4/KPp4r/8/8/8/k7 w - - 0 1");
    }
}
