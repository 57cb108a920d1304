//! `fourfold table LINK --json`: the messages of a table on stdin and stdout.
//!
//! The client sends hello for the bot, with the key of the link. When it reconnects, it sends hello
//! again, with what the bot has received. Everything else is forwarded unchanged, so a bot in any
//! language needs no socket. The bot must repeat requests that were not acknowledged before the
//! connection broke.

use std::io::{Write, stdout};
use std::sync::mpsc::TryRecvError;

use table_client::{Client, Cut};
use terminal::table_lines::typed_lines;

use crate::exit::Status;

/// Forwards messages until the table or the bot ends the session.
pub fn run(mut client: Client) -> anyhow::Result<Status> {
    client.connect()?;
    let lines = typed_lines();
    loop {
        match lines.try_recv() {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => client.say_text(line),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(Status::Fine),
        }
        match client.next_text() {
            Ok(None) => {}
            Ok(Some(text)) => {
                let mut out = stdout().lock();
                writeln!(out, "{text}")?;
                out.flush()?;
                // The bot may understand messages that this version does not.
                if let Ok(message) = serde_json::from_str(&text)
                    && client.take(&message).is_err()
                {
                    return Ok(Status::Refused);
                }
            }
            Err(Cut) if client.reconnect().is_err() => return Ok(Status::Refused),
            Err(Cut) => {}
        }
    }
}
