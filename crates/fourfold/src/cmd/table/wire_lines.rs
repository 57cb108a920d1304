//! `fourfold table LINK --json`: the messages of a table on stdin and stdout.
//!
//! The client says hello for the bot, with the key of the link. After a cut it says hello again, with
//! what the bot has received. Everything else is passed on as it is, so a bot in any language needs
//! no socket of its own. The bot has to repeat requests that were not answered before the cut.

use std::io::{Write, stdout};
use std::sync::mpsc::TryRecvError;

use table_client::{Client, Cut};
use terminal::table_lines::typed_lines;

use crate::output::Status;

/// Passes messages on until the table or the bot ends it.
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
                // A bot may understand what we do not.
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
