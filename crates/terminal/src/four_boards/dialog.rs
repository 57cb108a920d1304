//! The commands of a person, and the replies.

use std::path::Path;
use std::{fs, io};

use chess::Square;
use duplicate::notation::{MoveError, read_move};
use duplicate::{BoardName, Declaration, DuplicateGame, SyncedMove, save};
use rival::{Level, Rival};

use super::seats::{Occupant, Seats, seat_of};
use super::{explain, picture, read};

pub enum Reply {
    Nothing,
    Say(String),
    /// Print this and show the boards.
    Show(String),
    Quit,
}

const HELP: &str = "\
e2e4          plays this move on both boards of the player on turn (e7e8q promotes)
why e2e4      says what the move would do, or which board forbids it and why
grab NW e2    where this piece can go, on both boards and on one only
moves         all legal moves
undo, redo    takes the last step back (with programs: to a person's turn), or makes it again
show 12       looks at the game after 12 steps; `show` alone returns to the end
log           the moves by rounds
hint          what the strongest program would play here
eval          what each player may expect, at a glance
seat S 5      lets a program of level 5 play South; `seat S human` gives the seat back
draw          declares a draw for all
resign S      South resigns
save FILE     saves the game (JSON); `line` and `link` print it
load FILE     loads a game in any form
new           starts again
quit          leaves";

pub fn respond(game: &mut DuplicateGame, seats: &mut Seats, line: &str) -> Reply {
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    match (command, rest.as_slice()) {
        ("", _) => Reply::Nothing,
        ("help" | "?", _) => Reply::Say(HELP.to_owned()),
        ("quit" | "exit", _) => Reply::Quit,
        ("why", [text]) => Reply::Say(match read_move(game, text) {
            Ok(m) | Err(MoveError::Refused { m, .. }) => explain::why(game, m),
            Err(error) => error.to_string(),
        }),
        ("grab", [board, square]) => grab(game, board, square),
        ("moves", []) => Reply::Say(texts(&game.legal_moves())),
        ("undo", []) => stepped(undo(game, seats), "there is nothing to take back"),
        ("redo", []) => stepped(game.redo(), "there is nothing to redo"),
        ("show", _) => {
            let steps = rest.first().map_or(Ok(usize::MAX), |word| word.parse());
            match steps {
                Ok(steps) => {
                    game.show(steps);
                    Reply::Show(String::new())
                }
                Err(_) => Reply::Say("expected a number of steps, such as `show 12`".to_owned()),
            }
        }
        ("hint", []) => Reply::Say(hint(game)),
        ("eval", []) => Reply::Say(explain::payoffs(&rival::payoff(game.boards()))),
        ("seat", [seat, occupant]) => match (seat_of(seat), occupant.parse::<Occupant>()) {
            (Some(seat), Ok(occupant)) => {
                seats.0[seat] = occupant;
                Reply::Say(match occupant {
                    Occupant::Human => format!("{seat} is played by a person"),
                    Occupant::Program(level) => format!("{seat} is played by a program, {level}"),
                })
            }
            (None, _) => Reply::Say(format!("expected N, S, E or W, found {seat:?}")),
            (_, Err(error)) => Reply::Say(format!("{error:#}")),
        },
        ("log", []) => Reply::Say(picture::log(game)),
        ("line", []) => Reply::Say(save::to_line(game)),
        ("link", []) => Reply::Say(save::to_link(game)),
        ("draw", []) => declared(game, Declaration::Draw),
        ("resign", [seat]) => match seat_of(seat) {
            Some(seat) => declared(game, Declaration::Resignation(seat)),
            None => Reply::Say(format!("expected N, S, E or W, found {seat:?}")),
        },
        ("resign", []) => Reply::Say("expected the player, such as `resign S`".to_owned()),
        ("save", [file]) => Reply::Say(saved(game, file)),
        ("load", [file]) => load(game, file),
        ("new", []) => {
            *game = DuplicateGame::with_rulings(*game.rulings());
            Reply::Show(String::new())
        }
        _ if rest.is_empty() => play(game, command),
        _ => Reply::Say(format!(
            "expected a move or a command, found {line:?}; try `help`"
        )),
    }
}

fn play(game: &mut DuplicateGame, word: &str) -> Reply {
    let m = match read_move(game, word) {
        Ok(m) => m,
        Err(error @ MoveError::Unreadable(_)) => {
            return Reply::Say(format!("{error}; try `help`"));
        }
        Err(error) => return Reply::Say(error.to_string()),
    };
    match game.play(m) {
        Ok(played) => {
            let mut text = explain::played(played.seat, &played.effects);
            for seat in played.passed_over.iter() {
                text = format!("{text}\n{seat} has no move and is passed over");
            }
            Reply::Show(text.trim().to_owned())
        }
        Err(refusal) => Reply::Say(refusal.to_string()),
    }
}

/// Takes back a step, and then steps of programs until it is a person's turn.
fn undo(game: &mut DuplicateGame, seats: &Seats) -> bool {
    if !game.undo() {
        return false;
    }
    while seats.any_human() && seats.0[game.turn()] != Occupant::Human && game.undo() {}
    true
}

fn hint(game: &DuplicateGame) -> String {
    match Rival::new(Level::BEST, 1).think(game) {
        Some(chosen) => explain::chosen(game, &chosen),
        None => "the game is over".to_owned(),
    }
}

fn grab(game: &DuplicateGame, board: &str, square: &str) -> Reply {
    let board_name = BoardName::from_name(&board.to_uppercase());
    match (board_name, square.parse::<Square>()) {
        (Some(board), Ok(square)) => Reply::Say(explain::touched(&game.touch(board, square))),
        _ => Reply::Say("expected a board and a square, such as `grab NW e2`".to_owned()),
    }
}

fn declared(game: &mut DuplicateGame, declaration: Declaration) -> Reply {
    match game.declare(declaration) {
        Ok(_) => Reply::Show(String::new()),
        Err(refusal) => Reply::Say(refusal.to_string()),
    }
}

/// Saves to a file. An existing file is replaced only if this program could load it as a game, so
/// that neither other files nor games of a newer version are lost.
fn saved(game: &DuplicateGame, file: &str) -> String {
    let is_replaceable = match fs::read_to_string(file) {
        Ok(text) => text.is_empty() || save::load(&text).is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if !is_replaceable {
        return format!("{file} exists and is not a game of this version: choose another name");
    }
    match whole_file::write(Path::new(file), save::to_json(game).as_bytes()) {
        Ok(()) => format!("saved to {file}"),
        Err(error) => format!("cannot write {file}: {error}"),
    }
}

fn load(game: &mut DuplicateGame, file: &str) -> Reply {
    match read(Path::new(file)).map(|text| save::load(&text)) {
        Ok(Ok(loaded)) => {
            *game = loaded;
            Reply::Show(String::new())
        }
        Ok(Err(error)) => Reply::Say(format!("{file} is refused: {error}")),
        Err(error) => Reply::Say(format!("{error:#}")),
    }
}

fn stepped(done: bool, otherwise: &str) -> Reply {
    if done {
        Reply::Show(String::new())
    } else {
        Reply::Say(otherwise.to_owned())
    }
}

fn texts(moves: &[SyncedMove]) -> String {
    if moves.is_empty() {
        return "there is no move".to_owned();
    }
    let texts: Vec<String> = moves.iter().map(SyncedMove::to_string).collect();
    texts.join(" ")
}
