//! A table over a network in lines of text, to play at or to watch.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use table_client::Client;
use tables::{Occupant, Phase, Playing, Table};
use wire::{Act, Body, By, Event, FromServer, Offered, Seat, Signal, Wish};

use crate::board::letters;
use crate::four_boards::picture;
use crate::plain::Plain;

const HELP: &str = "\
a move          as e4, Nf3 or e2e4
draw            offers a draw, or accepts the one that is offered; takeback, rematch, pause likewise
claim [MOVE]    claims a draw by the Laws
decline WHAT    declines a draw, takeback, rematch or pause
resume          lets the clocks run again
resign, stand   gives up; leaves the seat before the start
fill SEAT N     puts a program of level N on a seat; start begins (both for the host)
absent WHAT     when the player to move is away: win, draw or program
say WHAT        tells the others hello, good_move, thanks, one_moment or good_game
board, moves, clocks, who, quit";

/// What a line of a player means.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Act(Act),
    Signal(Signal),
    Show(Show),
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Show {
    Board,
    Moves,
    Clocks,
    Sender,
    Help,
}

/// The lines of standard input as they arrive.
#[must_use]
pub fn typed_lines() -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else {
                return;
            };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Plays or watches until the player leaves or the table closes.
///
/// # Errors
///
/// Returns an error if the table cannot be joined or followed, or the terminal fails.
pub fn play(mut client: Client) -> anyhow::Result<()> {
    client.join()?;
    let mut out = Plain::new(io::stdout().lock());
    match client.seat() {
        Some(seat) => writeln!(out, "You are {seat}. Type help for what you can type.")?,
        None if client.free_seats().is_empty() => {
            writeln!(out, "You are watching. Type quit to leave.")?;
        }
        None => {
            let free: Vec<&str> = client.free_seats().iter().map(|seat| seat.name()).collect();
            let first = free[0];
            let free = free.join(", ");
            writeln!(
                out,
                "Free seats: {free}. To sit down, open the link with --seat {first}."
            )?;
        }
    }
    if let Some(table) = client.table() {
        writeln!(out, "{}", show(table, Show::Board))?;
    }
    let lines = typed_lines();
    let mut is_open = true;
    loop {
        match lines.try_recv() {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => match client.table().map(|table| read(&line, table)) {
                Some(Ok(Wanted::Quit)) => return Ok(()),
                Some(Ok(Wanted::Act(act))) => client.act(act),
                Some(Ok(Wanted::Signal(signal))) => client.signal(signal),
                Some(Ok(Wanted::Show(what))) => {
                    if let Some(table) = client.table() {
                        writeln!(out, "{}", show(table, what))?;
                    }
                }
                Some(Err(words)) => writeln!(out, "{words}")?,
                None => {}
            },
            Err(TryRecvError::Empty) => {}
            // Lines of a script may all be read before they are answered.
            Err(TryRecvError::Disconnected) => is_open = false,
        }
        if !is_open && !client.is_waiting() {
            return Ok(());
        }
        if let Some(message) = client.next_message()? {
            tell(&mut out, &client, &message)?;
        }
        out.flush()?;
    }
}

fn tell(out: &mut impl Write, client: &Client, message: &FromServer) -> anyhow::Result<()> {
    match message {
        FromServer::Event(event) => {
            writeln!(out, "{}", describe(event))?;
            if let Some(table) = client.table()
                && *table.phase() == Phase::Playing
                && Some(table.turn()) == client.seat()
                && event.ended.is_none()
            {
                writeln!(out, "It is your move.")?;
            }
        }
        FromServer::Signal { seat, signal } => writeln!(out, "{seat}: {}", signal.words())?,
        FromServer::Refused { words, .. } => writeln!(out, "Refused: {words}.")?,
        FromServer::Welcome { .. }
        | FromServer::Turn { .. }
        | FromServer::Done { .. }
        | FromServer::Invited { .. }
        | FromServer::Pong { .. }
        | FromServer::Presence(_)
        | FromServer::Bye(_) => {}
    }
    Ok(())
}

/// Reads what a player types at this table.
fn read(line: &str, table: &Table) -> Result<Wanted, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let act = match words.as_slice() {
        ["quit" | "exit"] => return Ok(Wanted::Quit),
        ["help" | "?"] => return Ok(Wanted::Show(Show::Help)),
        ["board"] => return Ok(Wanted::Show(Show::Board)),
        ["moves"] => return Ok(Wanted::Show(Show::Moves)),
        ["clocks"] => return Ok(Wanted::Show(Show::Clocks)),
        ["who"] => return Ok(Wanted::Show(Show::Sender)),
        ["say", what] => {
            let signal = Signal::from_name(what).ok_or_else(|| unknown(line))?;
            return Ok(Wanted::Signal(signal));
        }
        ["claim"] => Act::Claim { text: None },
        ["claim", text] => Act::Claim {
            text: Some(read_move(text, table)?),
        },
        ["decline", what] => Act::Decline {
            what: Offered::from_name(what).ok_or_else(|| unknown(line))?,
        },
        ["resume"] => Act::Resume,
        ["resign"] => Act::Resign,
        ["stand"] => Act::Stand,
        ["start"] => Act::Start,
        ["fill", seat, level] => Act::Fill {
            seat: seat.parse().map_err(|_| unknown(line))?,
            level: level.parse().map_err(|_| unknown(line))?,
            pace_ms: None,
        },
        ["absent", wish] => Act::Absent {
            wish: match *wish {
                "win" => Wish::Win,
                "draw" => Wish::Draw,
                "program" => Wish::Program,
                _ => return Err(unknown(line)),
            },
        },
        [word] => match Offered::from_name(word) {
            Some(what) if table.undecided_on(what).is_empty() => Act::Offer { what },
            Some(what) => Act::Accept { what },
            None => Act::Move {
                text: read_move(word, table)?,
            },
        },
        _ => return Err(unknown(line)),
    };
    Ok(Wanted::Act(act))
}

fn unknown(line: &str) -> String {
    format!("{} is not understood. Type help.", line.trim())
}

/// The move of a word, in UCI notation.
fn read_move(word: &str, table: &Table) -> Result<String, String> {
    let read = match table.playing() {
        Playing::Chess(game) => chess::notation::read_move(game.position(), word)
            .map(|m| m.to_uci(game.start().mode).to_string())
            .map_err(|error| error.to_string()),
        Playing::Duplicate(game) => duplicate::notation::read_move(&game, word)
            .map(|m| m.to_string())
            .map_err(|error| error.to_string()),
    };
    read.map_err(|why| format!("{word}: {why}. Type help for what you can type."))
}

fn show(table: &Table, what: Show) -> String {
    match (what, table.playing()) {
        (Show::Help, _) => HELP.to_owned(),
        (Show::Moves, _) => table.legal_moves().join(" "),
        (Show::Board, Playing::Chess(game)) => {
            let board = letters(game.position().board());
            format!("{board}{} to move", table.turn())
        }
        (Show::Board, Playing::Duplicate(four)) => {
            let boards = picture::boards(four.boards());
            format!("{boards}{} to move", table.turn())
        }
        (Show::Clocks, _) => match table.clocks_at(table.at()) {
            None => "no clocks".to_owned(),
            Some(clocks) => {
                let clock = |(seat, ms): (&Seat, &u64)| format!("{seat} {}", seconds(*ms));
                clocks.left.iter().map(clock).collect::<Vec<_>>().join(", ")
            }
        },
        (Show::Sender, _) => {
            let who = |(seat, occupant): (&Seat, &Occupant)| match occupant {
                Occupant::Nobody => format!("{seat}: nobody"),
                Occupant::Person { name } => {
                    format!("{seat}: {}", name.as_deref().unwrap_or("somebody"))
                }
                Occupant::Program { level, .. } => format!("{seat}: a program of level {level}"),
            };
            table.seats().iter().map(who).collect::<Vec<_>>().join("\n")
        }
    }
}

fn seconds(ms: u64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60)
}

fn describe(event: &Event) -> String {
    let by = match event.by {
        By::Seat(seat) => seat.to_string(),
        By::Host => "The host".to_owned(),
        By::Table => "The table".to_owned(),
    };
    let what = match &event.body {
        Body::Created { .. } => "The table was created".to_owned(),
        Body::Seated { seat, name } => match name {
            Some(name) => format!("{name} sits down as {seat}"),
            None => format!("{seat} sits down"),
        },
        Body::Stood => format!("{by} stands up"),
        Body::Filled { seat, level, .. } => format!("A program of level {level} plays {seat}"),
        Body::Started => "The game starts".to_owned(),
        Body::Moved { text, .. } => format!("{by} plays {text}"),
        Body::Claimed { right: true, .. } => format!("{by} claims a draw, rightly"),
        Body::Claimed { right: false, .. } => format!("{by} claims a draw, wrongly"),
        Body::Offered { what } => format!("{by} offers a {}", what.name()),
        Body::Accepted { what } => format!("{by} accepts the {}", what.name()),
        Body::Declined { what } => format!("{by} declines the {}", what.name()),
        Body::Resigned => format!("{by} resigns"),
        Body::Flagged { seat } => format!("{seat} ran out of time"),
        Body::Absent { seat, .. } => format!("{seat} is away, says {by}"),
        Body::Held => "The server was restarted, and the clocks are stopped".to_owned(),
        Body::Resumed => "The clocks run".to_owned(),
        Body::Unknown => "An event of a later version".to_owned(),
    };
    match &event.ended {
        Some(ended) => format!("{what}. {}.", ended.words),
        None => format!("{what}."),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn moves_are_typed_as_anywhere_else_and_refused_with_a_reason() {
        for (game, text, expected) in [
            ("chess", "Nf3", Ok("g1f3")),
            ("chess", "G1-F3", Ok("g1f3")),
            ("chess", "Ra3", Err("in the way")),
            ("duplicate", "Nf3", Ok("g1f3")),
            ("duplicate", "g1g3", Err("g1")),
            ("duplicate", "fish", Err("is not a move")),
        ] {
            let asked = json!({"game": game, "watch": "anyone"});
            let asked = serde_json::from_value(asked).unwrap();
            let table = Table::open(&asked, 0).unwrap().after().clone();
            match (read_move(text, &table), expected) {
                (Ok(text), Ok(expected)) => assert_eq!(text, expected),
                (Err(words), Err(expected)) => assert!(words.contains(expected), "{words}"),
                (read, expected) => panic!("{text}: {read:?} is not {expected:?}"),
            }
        }
    }
}
