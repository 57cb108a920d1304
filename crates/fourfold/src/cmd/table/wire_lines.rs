//! `fourfold table LINK --json`: the messages of a table on stdin and stdout.
//!
//! Hello is said for the bot, with the key of the link, and again after a cut, with what the bot has
//! heard. Everything else is passed on as it is, so a bot in any language needs no socket of its own.
//! What the bot said and was not answered is the bot's to repeat after the next `welcome`.

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use super::client::{Client, Cut};
use crate::output::Status;

/// The lines of stdin, as they come.
pub fn input() -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in stdin().lock().lines() {
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

/// Passes messages on until the table or the bot has enough.
pub fn run(mut client: Client) -> anyhow::Result<Status> {
    client.connect()?;
    let lines = input();
    loop {
        match lines.try_recv() {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => client.say_text(line)?,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(Status::Fine),
        }
        match client.next_text() {
            Ok(None) => {}
            Ok(Some(text)) => {
                let mut out = stdout().lock();
                writeln!(out, "{text}")?;
                out.flush()?;
                // A bot may understand what we do not.
                if let Ok(message) = serde_json::from_str(&text)
                    && client.take(&message).is_err()
                {
                    return Ok(Status::Refused);
                }
            }
            Err(Cut) if client.come_back().is_err() => return Ok(Status::Refused),
            Err(Cut) => {}
        }
    }
}
