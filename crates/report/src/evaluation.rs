//! The value of a position.

use core::fmt;
use core::str::FromStr;

use chess::{Color, Position};
use game::Outcome;

/// The value of a position from White's point of view.
///
/// As text it is the argument of `[%eval]` in PGN: pawns such as `-0.25`, or `#5` and `#-5` for
/// mates. The result of a finished game has no such text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    Centipawns(i32),
    /// This side mates in this many moves.
    Mate(Color, u32),
    Over(Outcome),
}

/// A text is not the argument of `[%eval]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEvaluationError;

impl Evaluation {
    /// The result of a position without legal moves.
    #[must_use]
    pub fn of_final(position: &Position) -> Option<Evaluation> {
        match (position.has_legal_moves(), position.is_check()) {
            (true, _) => None,
            (false, true) => Some(Evaluation::Over(Outcome::Win(!position.turn()))),
            (false, false) => Some(Evaluation::Over(Outcome::Draw)),
        }
    }

    /// The value of the position one move of this side earlier, if the move is the best.
    #[must_use]
    pub fn before(self, mover: Color) -> Evaluation {
        match self {
            Evaluation::Mate(side, moves) if side == mover => Evaluation::Mate(side, moves + 1),
            Evaluation::Over(Outcome::Win(side)) => Evaluation::Mate(side, 1),
            Evaluation::Over(Outcome::Draw) => Evaluation::Centipawns(0),
            other => other,
        }
    }

    /// The usual notation for people: `+0.35`, `#3`, `#−2`, `1–0`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Evaluation::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { '\u{2212}' } else { '+' };
                let (pawns, rest) = (centipawns.abs() / 100, centipawns.abs() % 100);
                format!("{sign}{pawns}.{rest:02}")
            }
            Evaluation::Mate(Color::White, moves) => format!("#{moves}"),
            Evaluation::Mate(Color::Black, moves) => format!("#\u{2212}{moves}"),
            Evaluation::Over(Outcome::Win(Color::White)) => "1\u{2013}0".to_owned(),
            Evaluation::Over(Outcome::Win(Color::Black)) => "0\u{2013}1".to_owned(),
            Evaluation::Over(Outcome::Draw) => "\u{bd}\u{2013}\u{bd}".to_owned(),
        }
    }
}

impl Evaluation {
    /// The same in at most four characters and a sign, where space is scarce: `+0.3`, `+12`, `#3`.
    #[must_use]
    pub fn short(self) -> String {
        match self {
            Evaluation::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { '\u{2212}' } else { '+' };
                let tenths = (centipawns.abs() + 5) / 10;
                match tenths < 100 {
                    true => format!("{sign}{}.{}", tenths / 10, tenths % 10),
                    false => format!("{sign}{}", tenths / 10),
                }
            }
            Evaluation::Mate(_, moves) => format!("#{moves}"),
            Evaluation::Over(_) => self.words(),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Evaluation::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let (pawns, rest) = (centipawns.abs() / 100, centipawns.abs() % 100);
                write!(f, "{sign}{pawns}.{rest:02}")
            }
            Evaluation::Mate(Color::White, moves) => write!(f, "#{moves}"),
            Evaluation::Mate(Color::Black, moves) => write!(f, "#-{moves}"),
            Evaluation::Over(outcome) => write!(f, "{outcome}"),
        }
    }
}

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, ParseEvaluationError> {
        read(text).ok_or(ParseEvaluationError)
    }
}

fn read(text: &str) -> Option<Evaluation> {
    if let Some(mate) = text.strip_prefix('#') {
        let side = if mate.starts_with('-') {
            Color::Black
        } else {
            Color::White
        };
        let moves: u32 = mate.trim_start_matches(['-', '+']).parse().ok()?;
        return (moves <= 1_000).then_some(Evaluation::Mate(side, moves));
    }
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    if !text.chars().all(is_number) {
        return None;
    }
    let pawns: f64 = text.parse().ok()?;
    Some(Evaluation::Centipawns(
        (pawns * 100.0).round().clamp(-32_000.0, 32_000.0) as i32,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_as_they_are_written() {
        for text in ["0.00", "0.35", "-0.05", "-12.05", "#3", "#-12"] {
            let read: Evaluation = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        assert_eq!("+1.2".parse(), Ok(Evaluation::Centipawns(120)));
        assert_eq!("17".parse(), Ok(Evaluation::Centipawns(1_700)));
        for odd in ["", "#", "#x", "NaN", "inf", "1e5", "1-0", "#99999999999"] {
            assert_eq!(
                odd.parse::<Evaluation>(),
                Err(ParseEvaluationError),
                "{odd}"
            );
        }
    }

    #[test]
    fn short_words_fit_a_narrow_bar() {
        let short = |centipawns| Evaluation::Centipawns(centipawns).short();
        assert_eq!(
            [short(0), short(34), short(-1_204)],
            ["+0.0", "+0.3", "\u{2212}12"]
        );
        assert_eq!([short(994), short(995)], ["+9.9", "+10"]);
        assert_eq!(Evaluation::Mate(Color::Black, 12).short(), "#12");
    }

    #[test]
    fn a_mate_is_a_move_farther_before_the_move_of_the_mating_side() {
        let mate = Evaluation::Mate(Color::White, 2);
        assert_eq!(mate.before(Color::White), Evaluation::Mate(Color::White, 3));
        assert_eq!(mate.before(Color::Black), mate);
        let won = Evaluation::Over(Outcome::Win(Color::Black));
        assert_eq!(won.before(Color::Black), Evaluation::Mate(Color::Black, 1));
        let drawn = Evaluation::Over(Outcome::Draw);
        assert_eq!(drawn.before(Color::White), Evaluation::Centipawns(0));
    }
}
