//! The board as text, for every terminal.
//!
//! Brackets mark the squares of the last move and exclamation marks a king in check, so that nothing
//! depends on color alone.

use std::fmt::Write;

use chess::{Board, CastlingSide, Color, File, Move, MoveKind, Piece, Position, Rank, Square};
use clap::ValueEnum;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Figurines such as ♞
    Unicode,
    /// Letters in a frame of plus and minus
    Ascii,
    /// Letters only, for screen readers
    Letters,
    /// No board unless requested
    None,
}

/// What a board looks like.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub style: Style,
    pub color: bool,
}

/// How a square is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Plain,
    /// The last move started or ended here.
    LastMove,
    /// The king in check stands on it.
    Check,
}

/// The highlight of a square of this position after this move.
pub fn mark(position: &Position, last: Option<Move>, square: Square) -> Mark {
    let turn = position.turn();
    if position.is_check() && position.king(turn) == square {
        return Mark::Check;
    }
    match last {
        Some(m) if square == m.from() || square == landing(m, !turn) => Mark::LastMove,
        _ => Mark::Plain,
    }
}

/// The target square of a move; the king's target in castling.
pub fn landing(m: Move, mover: Color) -> Square {
    match m.kind() {
        MoveKind::Castle => CastlingSide::of_rook(m.from(), m.to()).king_to(mover),
        MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => m.to(),
    }
}

/// Files from left to right and ranks from top to bottom, as seen from the side at the bottom.
pub fn axes(bottom: Color) -> ([File; 8], [Rank; 8]) {
    let (mut files, mut ranks) = (File::ALL, Rank::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    (files, ranks)
}

/// A board in letters with coordinates, uppercase for White.
#[must_use]
pub fn letters(board: &Board) -> String {
    let mut picture = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        write!(picture, "  {rank} ").expect("writing to a string cannot fail");
        for file in File::ALL {
            let piece = board.piece_at(Square::new(file, rank));
            write!(picture, " {}", piece.map_or('.', Piece::letter))
                .expect("writing to a string cannot fail");
        }
        picture.push('\n');
    }
    picture.push_str("     a b c d e f g h\n");
    picture
}

/// Draws a board with coordinates.
pub fn draw(position: &Position, last: Option<Move>, bottom: Color, look: Look) -> String {
    let (files, ranks) = axes(bottom);
    let frame = format!("    {}+\n", "+---".repeat(8));
    let is_framed = look.style == Style::Ascii;
    let mut picture = String::new();
    for rank in ranks {
        if is_framed {
            picture.push_str(&frame);
        }
        write!(picture, "  {rank} ").expect("writing to a string cannot fail");
        for file in files {
            let square = Square::new(file, rank);
            if is_framed {
                picture.push('|');
            }
            picture.push_str(&cell(position, mark(position, last, square), square, look));
        }
        if is_framed {
            picture.push('|');
        }
        end_line(&mut picture);
    }
    if is_framed {
        picture.push_str(&frame);
    }
    picture.push_str("    ");
    for file in files {
        let label = if is_framed { "  {} " } else { " {} " };
        picture.push_str(&label.replace("{}", &file.to_string()));
    }
    end_line(&mut picture);
    picture
}

/// Ends a line without trailing spaces.
fn end_line(picture: &mut String) {
    picture.truncate(picture.trim_end().len());
    picture.push('\n');
}

/// A square, three characters wide.
fn cell(position: &Position, mark: Mark, square: Square, look: Look) -> String {
    let piece = position.board().piece_at(square);
    let figure = figure(piece, look);
    let text = match mark {
        Mark::Plain => format!(" {figure} "),
        Mark::LastMove => format!("[{figure}]"),
        Mark::Check => format!("!{figure}!"),
    };
    if !look.color {
        return text;
    }
    let ground = match (mark, square.is_dark()) {
        (Mark::Check, _) => 167,
        (Mark::LastMove, true) => 143,
        (Mark::LastMove, false) => 186,
        (Mark::Plain, true) => 137,
        (Mark::Plain, false) => 180,
    };
    let ink = match piece {
        Some(piece) if piece.color == Color::White => 231,
        _ => 16,
    };
    format!("\x1b[48;5;{ground}m\x1b[38;5;{ink}m{text}\x1b[0m")
}

pub fn figure(piece: Option<Piece>, look: Look) -> char {
    match (piece, look.style) {
        (None, Style::Unicode) => '·',
        (None, Style::Ascii) => ' ',
        (None, _) => '.',
        // On colored squares the ink shows the side, and filled figurines are easier to see.
        (Some(piece), Style::Unicode) if look.color => {
            Piece::new(Color::Black, piece.role).figurine()
        }
        (Some(piece), Style::Unicode) => piece.figurine(),
        (Some(piece), _) => piece.letter(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(fen: &str, last: Option<&str>, bottom: Color, style: Style) -> String {
        let mut position = Position::from_fen(fen).expect("is legal");
        let last = last.map(|text| {
            let m = position.parse_uci(text).expect("is legal");
            position = position.play_unchecked(m);
            m
        });
        let color = false;
        draw(&position, last, bottom, Look { style, color })
    }

    #[test]
    fn the_last_move_and_check_are_marked_without_color() {
        let picture = drawn(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            Some("h1h8"),
            Color::White,
            Style::Letters,
        );
        let expected = [
            "  8  .  .  .  . !k! .  . [R]",
            "  7  .  .  .  .  .  .  .  .",
            "  6  .  .  .  .  .  .  .  .",
            "  5  .  .  .  .  .  .  .  .",
            "  4  .  .  .  .  .  .  .  .",
            "  3  .  .  .  .  .  .  .  .",
            "  2  .  .  .  .  .  .  .  .",
            "  1  .  .  .  .  K  .  . [.]",
            "     a  b  c  d  e  f  g  h",
        ];
        assert_eq!(picture.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn castling_marks_where_the_king_went() {
        let picture = drawn(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            Some("e1g1"),
            Color::White,
            Style::Letters,
        );
        assert!(
            picture.contains("  1  .  .  .  . [.] R [K] .\n"),
            "{picture}"
        );
    }

    #[test]
    fn black_can_sit_at_the_bottom() {
        let picture = drawn(
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            None,
            Color::Black,
            Style::Unicode,
        );
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "  1  ·  ·  ·  ♔  ·  ·  ·  ♖");
        assert_eq!(lines[8], "     h  g  f  e  d  c  b  a");
    }

    #[test]
    fn the_frame_is_closed() {
        let picture = drawn(
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            None,
            Color::White,
            Style::Ascii,
        );
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), 18);
        assert_eq!(lines[1], "  8 |   |   |   |   | k |   |   |   |");
        assert!(
            lines[..17].iter().all(|line| line.chars().count() == 37),
            "{picture}"
        );
    }
}
