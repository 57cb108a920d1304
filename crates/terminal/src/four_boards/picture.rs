//! A table as text: four boards, the moves by round, and the status.

use std::fmt::Write;

use chess::{Color, File, Piece, Rank, Square};
use duplicate::{BoardName, Boards, DuplicateGame, Seat, Step};

const WRITABLE: &str = "writing to a string cannot fail";

const FILES: &str = "     a b c d e f g h";

/// The four boards, NW and NE above, SW and SE below. An apostrophe marks a ghost, a star the boards
/// of the player to move. With the status and a prompt, they fit on a terminal of 24 lines.
#[must_use]
pub fn boards(boards: &Boards) -> String {
    let mut picture = String::new();
    let mut line = |left: &str, right: &str| {
        writeln!(picture, "{}", format!("{left:<30}{right}").trim_end()).expect(WRITABLE);
    };
    for row in [
        [BoardName::Nw, BoardName::Ne],
        [BoardName::Sw, BoardName::Se],
    ] {
        let [left, right] = row.map(|board| lines(boards, board));
        for (left, right) in left.iter().zip(&right) {
            line(left, right);
        }
    }
    line(FILES, FILES);
    picture
}

fn lines(boards: &Boards, board: BoardName) -> Vec<String> {
    let position = boards.position(board);
    let star = if boards.turn().plays_on(board) {
        "*"
    } else {
        " "
    };
    let check = if position.is_check() { ", check" } else { "" };
    let (white, black) = (board.player(Color::White), board.player(Color::Black));
    let mut lines = vec![format!("{star} {board}  {white} - {black}{check}")];
    let ghosts = boards.ghosts(board);
    for rank in Rank::ALL.into_iter().rev() {
        let mut line = format!("  {rank} ");
        for file in File::ALL {
            let square = Square::new(file, rank);
            let letter = position.board().piece_at(square).map_or('.', Piece::letter);
            let mark = if ghosts.contains(square) { '\'' } else { ' ' };
            line.extend([mark, letter]);
        }
        lines.push(line);
    }
    lines
}

/// The moves by round, one column per player; a dash for a player who had to pass.
#[must_use]
pub fn log(game: &DuplicateGame) -> String {
    let mut rounds: Vec<[Option<String>; 4]> = Vec::new();
    let mut last = Seat::West;
    for step in game.steps() {
        if let Step::Moved { seat, m } = step {
            if *seat <= last || rounds.is_empty() {
                rounds.push(Default::default());
            }
            if let Some(round) = rounds.last_mut() {
                round[*seat as usize] = Some(m.to_string());
            }
            last = *seat;
        }
    }
    let mut log = String::from("     North  South  East   West\n");
    for (number, round) in (1..).zip(&rounds) {
        let played = round.iter().rposition(Option::is_some).unwrap_or(0);
        let words = round[..=played].iter();
        let words: Vec<String> = words
            .map(|word| format!("{:<6}", word.as_deref().unwrap_or("-")))
            .collect();
        let line = format!("{number:>3}. {}", words.join(" "));
        writeln!(log, "{}", line.trim_end()).expect(WRITABLE);
    }
    log
}

/// The player to move and their checks, or how the game ended.
#[must_use]
pub fn status(game: &DuplicateGame) -> String {
    let boards = game.boards();
    let turn = game.turn();
    let mut status = match game.ending() {
        Some(ending) => {
            let mut text = ending.to_string();
            if let Some(why) = boards.why_mated() {
                write!(text, "\n  {why}").expect(WRITABLE);
            }
            for ruling in ending.provisional.iter() {
                let note = game.rulings().note(ruling);
                write!(text, "\n  provisional: {note}").expect(WRITABLE);
            }
            text
        }
        None => {
            let moves = boards.count_legal_moves();
            let plural = if moves == 1 { "" } else { "s" };
            format!("{turn} to move, {moves} move{plural}")
        }
    };
    if game.ending().is_none() {
        let checks: Vec<String> = Seat::ALL
            .into_iter()
            .filter_map(|seat| {
                let on = boards.checks_against(seat);
                let on: Vec<&str> = on.iter().map(|board| board.name()).collect();
                (!on.is_empty()).then(|| format!("{seat} is in check on {}", on.join(" and ")))
            })
            .collect();
        if !checks.is_empty() {
            write!(status, "\n  {}", checks.join(", ")).expect(WRITABLE);
        }
        if game.is_dead() {
            status.push_str("\n  nobody can be mated any more; you may declare a draw");
        }
    }
    status
}

#[cfg(test)]
mod tests {
    use duplicate::save;

    use super::*;

    #[test]
    fn the_boards_fit_on_a_small_terminal_with_their_header() {
        // The start, and a table at which North is in check.
        for moves in ["duplicate-chess 1", "f2f4 a2a3 e7e5 e7e5 a2a3 b2b3 d8h4"] {
            let game = save::load(moves).expect("the moves are legal");
            let boards = boards(game.boards());
            assert!(
                boards
                    .lines()
                    .next()
                    .is_some_and(|line| line.contains("NW"))
            );
            assert!(boards.lines().all(|line| line.len() <= 80));
            // The line that names the commands, and the prompt.
            let lines = boards.lines().count() + status(&game).lines().count() + 2;
            assert!(lines <= 24, "{lines}");
        }
    }
}
