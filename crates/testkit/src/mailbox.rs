//! A reference implementation of the rules, as simple as possible.
//!
//! It makes every pseudo-legal move on a copy of the board and keeps it if the own king is not
//! attacked afterward. Nothing is precomputed or optimized, so that each rule can be checked against
//! the Laws of Chess.

mod text;

/// A square as file and rank, each 0 to 7.
type Spot = (i8, i8);

const EMPTY: char = '.';

const STRAIGHT: [Spot; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Spot; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [Spot; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The reference position: reads a FEN, returns the legal moves and the FENs after them.
///
/// Moves are UCI, with castling always written as king takes rook.
///
/// ```
/// use testkit::Mailbox;
/// let start = Mailbox::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(start.moves().len(), 20);
/// assert_eq!(
///     start.play("e2e4").fen(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// By rank, then file: a FEN letter, or a dot for an empty square.
    squares: [[char; 8]; 8],
    white_to_move: bool,
    /// The squares of rooks that may still castle.
    rights: Vec<Spot>,
    /// The square that a pawn has just crossed with a double step, even if nothing can capture there.
    passed: Option<Spot>,
    halfmoves: u32,
    fullmoves: u32,
}

/// A pseudo-legal move.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    from: Spot,
    to: Spot,
    /// The lowercase letter of the promotion piece.
    promotion: Option<char>,
}

impl Mailbox {
    /// The legal moves as UCI, in alphabetical order.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal().into_iter().map(Attempt::uci).collect();
        moves.sort();
        moves
    }

    /// The position after a legal move.
    ///
    /// # Panics
    ///
    /// Panics if the move is not among the [`moves`](Mailbox::moves).
    #[must_use]
    pub fn play(&self, uci: &str) -> Mailbox {
        let legal = self.legal();
        let attempt = legal.into_iter().find(|attempt| attempt.uci() == uci);
        match attempt {
            Some(attempt) => self.after(attempt),
            None => panic!("{uci} is not legal in {}", self.fen()),
        }
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.white_to_move), !self.white_to_move)
    }

    fn legal(&self) -> Vec<Attempt> {
        let mut attempts = self.attempts();
        attempts.retain(|&attempt| self.is_legal(attempt));
        attempts
    }

    fn is_legal(&self, attempt: Attempt) -> bool {
        if self.is_castling(attempt) && !self.may_castle(attempt) {
            return false;
        }
        let next = self.after(attempt);
        !next.is_attacked(next.king(self.white_to_move), !self.white_to_move)
    }

    fn at(&self, spot: Spot) -> Option<char> {
        let (file, rank) = spot;
        let row = self.squares.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn put(&mut self, (file, rank): Spot, piece: char) {
        self.squares[rank as usize][file as usize] = piece;
    }

    fn is_empty(&self, spot: Spot) -> bool {
        self.at(spot) == Some(EMPTY)
    }

    /// Whether a piece of this side stands here.
    fn is_of(&self, spot: Spot, white: bool) -> bool {
        self.at(spot)
            .is_some_and(|piece| piece != EMPTY && piece.is_ascii_uppercase() == white)
    }

    /// Whether this side's piece of this kind, an uppercase letter, stands here.
    fn stands(&self, spot: Spot, white: bool, kind: char) -> bool {
        self.is_of(spot, white)
            && self
                .at(spot)
                .is_some_and(|piece| piece.to_ascii_uppercase() == kind)
    }

    fn king(&self, white: bool) -> Spot {
        spots()
            .find(|&spot| self.stands(spot, white, 'K'))
            .expect("each side has a king")
    }

    /// Whether a piece of this side attacks the square, found by looking outward from the square.
    fn is_attacked(&self, spot: Spot, by_white: bool) -> bool {
        let stands = |spot, kind| self.stands(spot, by_white, kind);
        let pawns_come_from = if by_white { -1 } else { 1 };
        LEAPS.iter().any(|&leap| stands(plus(spot, leap), 'N'))
            || stands(plus(spot, (-1, pawns_come_from)), 'P')
            || stands(plus(spot, (1, pawns_come_from)), 'P')
            || STRAIGHT.iter().chain(&DIAGONAL).any(|&way| {
                let first = self.first_piece(spot, way);
                let slider = if way.0 == 0 || way.1 == 0 { 'R' } else { 'B' };
                stands(plus(spot, way), 'K') || stands(first, 'Q') || stands(first, slider)
            })
    }

    /// The first occupied square in a direction, or a square off the board.
    fn first_piece(&self, from: Spot, way: Spot) -> Spot {
        let mut spot = plus(from, way);
        while self.is_empty(spot) {
            spot = plus(spot, way);
        }
        spot
    }

    fn attempts(&self) -> Vec<Attempt> {
        let mut attempts = Vec::new();
        for from in spots().filter(|&spot| self.is_of(spot, self.white_to_move)) {
            match self.at(from).map(|piece| piece.to_ascii_uppercase()) {
                Some('P') => self.pawn_attempts(from, &mut attempts),
                Some('N') => self.leaper_attempts(from, &LEAPS, &mut attempts),
                Some('B') => self.slider_attempts(from, &DIAGONAL, &mut attempts),
                Some('R') => self.slider_attempts(from, &STRAIGHT, &mut attempts),
                Some('Q') => {
                    self.slider_attempts(from, &STRAIGHT, &mut attempts);
                    self.slider_attempts(from, &DIAGONAL, &mut attempts);
                }
                _ => self.king_attempts(from, &mut attempts),
            }
        }
        attempts
    }

    fn leaper_attempts(&self, from: Spot, leaps: &[Spot], attempts: &mut Vec<Attempt>) {
        for &leap in leaps {
            let to = plus(from, leap);
            if self.is_empty(to) || self.is_of(to, !self.white_to_move) {
                attempts.push(Attempt::new(from, to));
            }
        }
    }

    fn slider_attempts(&self, from: Spot, ways: &[Spot], attempts: &mut Vec<Attempt>) {
        for &way in ways {
            let mut to = plus(from, way);
            while self.is_empty(to) {
                attempts.push(Attempt::new(from, to));
                to = plus(to, way);
            }
            if self.is_of(to, !self.white_to_move) {
                attempts.push(Attempt::new(from, to));
            }
        }
    }

    fn king_attempts(&self, from: Spot, attempts: &mut Vec<Attempt>) {
        self.leaper_attempts(from, &STRAIGHT, attempts);
        self.leaper_attempts(from, &DIAGONAL, attempts);
        let home = home_rank(self.white_to_move);
        for &rook in self.rights.iter().filter(|rook| rook.1 == home) {
            attempts.push(Attempt::new(from, rook));
        }
    }

    fn pawn_attempts(&self, from: Spot, attempts: &mut Vec<Attempt>) {
        let (forward, start) = if self.white_to_move { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        let step = plus(from, (0, forward));
        if self.is_empty(step) {
            targets.push(step);
            let double = plus(step, (0, forward));
            if from.1 == start && self.is_empty(double) {
                targets.push(double);
            }
        }
        for sideways in [-1, 1] {
            let to = plus(from, (sideways, forward));
            if self.is_of(to, !self.white_to_move) || self.passed == Some(to) {
                targets.push(to);
            }
        }
        for to in targets {
            if to.1 == 0 || to.1 == 7 {
                for promotion in ['n', 'b', 'r', 'q'] {
                    attempts.push(Attempt {
                        promotion: Some(promotion),
                        ..Attempt::new(from, to)
                    });
                }
            } else {
                attempts.push(Attempt::new(from, to));
            }
        }
    }

    /// A king that moves onto a piece of its own side castles with it.
    fn is_castling(&self, attempt: Attempt) -> bool {
        self.is_of(attempt.to, self.white_to_move)
    }

    /// The conditions of FIDE article 3.8.2 and of Chess960: the squares that king and rook cross and
    /// reach are empty except for the two themselves, and no square that the king leaves, crosses or
    /// reaches is attacked.
    fn may_castle(&self, attempt: Attempt) -> bool {
        let (king, rook) = (attempt.from, attempt.to);
        let (king_to, rook_to) = castling_targets(king, rook);
        let is_free =
            |&file: &i8| self.is_empty((file, king.1)) || file == king.0 || file == rook.0;
        let is_safe = |&file: &i8| !self.is_attacked((file, king.1), !self.white_to_move);
        files(king.0, king_to).iter().all(is_free)
            && files(rook.0, rook_to).iter().all(is_free)
            && files(king.0, king_to).iter().all(is_safe)
    }

    fn after(&self, attempt: Attempt) -> Mailbox {
        let Attempt { from, to, .. } = attempt;
        let mut next = self.clone();
        let piece = self.at(from).unwrap_or(EMPTY);
        let is_pawn = piece.eq_ignore_ascii_case(&'P');
        next.put(from, EMPTY);
        if self.is_castling(attempt) {
            let (king_to, rook_to) = castling_targets(from, to);
            let rook = self.at(to).unwrap_or(EMPTY);
            next.put(to, EMPTY);
            next.put((king_to, from.1), piece);
            next.put((rook_to, from.1), rook);
        } else {
            let promoted = attempt.promotion.map(|kind| self.in_color(kind));
            next.put(to, promoted.unwrap_or(piece));
            if is_pawn && self.passed == Some(to) {
                next.put((to.0, from.1), EMPTY);
            }
        }
        let moves_king = piece.eq_ignore_ascii_case(&'K');
        next.rights.retain(|&rook| {
            let is_own = rook.1 == home_rank(self.white_to_move);
            rook != from && rook != to && !(moves_king && is_own)
        });
        let is_double_step = is_pawn && (to.1 - from.1).abs() == 2;
        next.passed = is_double_step.then_some((from.0, (from.1 + to.1) / 2));
        let captures = self.is_of(to, !self.white_to_move);
        next.halfmoves = if is_pawn || captures {
            0
        } else {
            // The half-move clock of a position has sixteen bits.
            (self.halfmoves + 1).min(65_535)
        };
        next.fullmoves = self.fullmoves + u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next
    }

    /// The letter of a piece of the side to move.
    fn in_color(&self, kind: char) -> char {
        if self.white_to_move {
            kind.to_ascii_uppercase()
        } else {
            kind
        }
    }
}

impl Attempt {
    fn new(from: Spot, to: Spot) -> Attempt {
        Attempt {
            from,
            to,
            promotion: None,
        }
    }

    fn uci(self) -> String {
        let mut text = text::name(self.from) + &text::name(self.to);
        text.extend(self.promotion);
        text
    }
}

fn plus(spot: Spot, way: Spot) -> Spot {
    (spot.0 + way.0, spot.1 + way.1)
}

/// All squares of the board.
fn spots() -> impl Iterator<Item = Spot> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn home_rank(white: bool) -> i8 {
    if white { 0 } else { 7 }
}

/// The target files of king and rook in castling: g and f, or c and d.
fn castling_targets(king: Spot, rook: Spot) -> (i8, i8) {
    if rook.0 > king.0 { (6, 5) } else { (2, 3) }
}

/// The files between two files, inclusive.
fn files(from: i8, to: i8) -> Vec<i8> {
    (from.min(to)..=from.max(to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(position: &Mailbox, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |attempt| count(&position.after(attempt), depth - 1);
        position.legal().into_iter().map(next).sum()
    }

    #[test]
    fn perft_matches_the_published_counts() {
        for (fen, depth, nodes) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                3,
                8_902,
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                3,
                97_862,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3, 9_483),
        ] {
            assert_eq!(count(&Mailbox::from_fen(fen), depth), nodes, "{fen}");
        }
    }

    #[test]
    fn castling_is_king_takes_rook() {
        let trade = Mailbox::from_fen("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        assert!(trade.moves().contains(&"f1g1".to_owned()));
        assert_eq!(trade.play("f1g1").fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }

    #[test]
    fn castling_is_illegal_if_the_rook_uncovers_a_check() {
        let bared = Mailbox::from_fen("4k3/8/8/8/8/8/8/qRK5 w B - 0 1");
        assert!(!bared.moves().contains(&"c1b1".to_owned()));
    }

    #[test]
    #[should_panic(expected = "e2e5 is not legal")]
    fn an_illegal_move_panics() {
        let _ = Mailbox::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").play("e2e5");
    }
}
