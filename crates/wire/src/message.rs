//! The messages of a socket.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::new_table::is_false;
use crate::{Event, ID_MAX, MESSAGE_MAX, NAME_MAX, Offered, Seat, Wish};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromClient {
    /// The first message.
    Hello {
        /// The version of the messages.
        v: u32,
        /// An invitation, or the key of a seat or of the host; without one, a spectator comes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The last event that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<u64>,
        /// The name of a player who sits down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A command. The id is the client's own; repeating it changes nothing.
    Do {
        /// The id.
        id: String,
        /// How many moves the client has seen; needed for moves, claims and takebacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u64>,
        /// What is asked for.
        act: Act,
    },
    /// Asks for a [`FromServer::Pong`].
    Ping {
        /// Comes back.
        n: u64,
    },
}

/// What a player or the host asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Act {
    /// To move.
    Move {
        /// The move, as UCI writes it.
        #[serde(rename = "move")]
        text: String,
    },
    /// To claim a draw, now or with a move.
    Claim {
        /// The move.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// To offer something.
    Offer {
        /// What.
        what: Offered,
    },
    /// To accept an offer.
    Accept {
        /// What was offered.
        what: Offered,
    },
    /// To decline an offer.
    Decline {
        /// What was offered.
        what: Offered,
    },
    /// To resign.
    Resign,
    /// To stand up before the start.
    Stand,
    /// To put a program on a seat.
    Fill {
        /// Which.
        seat: Seat,
        /// How strong it is, from 1 to 10 on one board and to 8 on four.
        level: u8,
    },
    /// To start the game.
    Start,
    /// To stop the clocks, if all people agree: the same as an offer of a pause.
    Pause,
    /// To let the clocks run again.
    Resume,
    /// To decide what comes of a seat that is away.
    Absent {
        /// What.
        wish: Wish,
    },
    /// To invite for a seat: the host for one that is free or away, a player for their own, to go on
    /// with another device. The answer is [`FromServer::Invited`]; whoever had the key of the seat
    /// needs the invitation from then on.
    Invite {
        /// Which.
        seat: Seat,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer {
    /// The answer to [`FromClient::Hello`].
    Welcome {
        /// The version of the messages.
        v: u32,
        /// Who the client is here.
        you: You,
        /// The last event of the log.
        head: u64,
        /// What the client does not have yet.
        #[serde(flatten)]
        history: History,
        /// The time of the table.
        now: u64,
    },
    /// Something happened.
    Event(Event),
    /// A command was carried out, and is stored.
    Done {
        /// Its id.
        id: String,
        /// The event that it led to.
        seq: u64,
    },
    /// A command was not carried out.
    Refused {
        /// Its id; empty if the message had none.
        id: String,
        /// The short name of the reason.
        code: String,
        /// The reason in words.
        words: String,
    },
    /// The answer to [`Act::Invite`].
    Invited {
        /// The id of the command.
        id: String,
        /// The seat.
        seat: Seat,
        /// The invitation.
        key: String,
    },
    /// The answer to [`FromClient::Ping`].
    Pong {
        /// What the client sent.
        n: u64,
        /// The time of the table.
        now: u64,
    },
    /// Who is there.
    Presence(Presence),
    /// The server ends the connection.
    Bye(Bye),
}

/// Who a client is at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// Their seat; `None` for the host and for spectators.
    pub seat: Option<Seat>,
    /// Whether they are the host.
    #[serde(default, skip_serializing_if = "is_false")]
    pub host: bool,
    /// The key of the seat, when an invitation was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The part of the log that a client needs, or the state that it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// The events that are missing.
    Events(Vec<Event>),
    /// The state, where too many events are missing.
    Snapshot(serde_json::Value),
}

/// Who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Whether each seat is connected.
    pub seats: BTreeMap<Seat, bool>,
    /// How many watch.
    pub spectators: u32,
}

/// The end of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// The short name of the reason.
    pub code: String,
    /// After how many milliseconds to come back; `None` if the client should not.
    pub retry: Option<u64>,
}

/// Why a message of a client was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMessage {
    /// It is too long.
    #[error("expected at most {MESSAGE_MAX} bytes, found {0}")]
    TooLong(usize),
    /// It is not one of the messages.
    #[error("expected a message of version 1, found {0}")]
    NotUnderstood(String),
    /// The id of a command is empty, too long or not ASCII.
    #[error("expected an id of 1 to {ID_MAX} visible ASCII characters")]
    BadId,
    /// A name is empty, too long or has control characters.
    #[error("expected a name of 1 to {NAME_MAX} visible characters")]
    BadName,
}

impl BadMessage {
    /// The short name of the fault.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            BadMessage::TooLong(_) => "too_long",
            BadMessage::NotUnderstood(_) => "bad_message",
            BadMessage::BadId => "bad_id",
            BadMessage::BadName => "bad_name",
        }
    }
}

impl FromClient {
    /// Reads a message and checks its limits.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
    pub fn parse(text: &str) -> Result<FromClient, BadMessage> {
        if text.len() > MESSAGE_MAX {
            return Err(BadMessage::TooLong(text.len()));
        }
        let message = serde_json::from_str(text)
            .map_err(|error| BadMessage::NotUnderstood(error.to_string()))?;
        match &message {
            FromClient::Do { id, .. } if !is_id(id) => Err(BadMessage::BadId),
            FromClient::Hello {
                name: Some(name), ..
            } if !is_name(name) => Err(BadMessage::BadName),
            FromClient::Hello { .. } | FromClient::Do { .. } | FromClient::Ping { .. } => {
                Ok(message)
            }
        }
    }
}

fn is_id(id: &str) -> bool {
    (1..=ID_MAX).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether a name can be shown: no control characters, nothing that reorders or hides text.
fn is_name(name: &str) -> bool {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}' | '\u{2028}' | '\u{2029}')
    };
    let is_edged = name.starts_with(char::is_whitespace) || name.ends_with(char::is_whitespace);
    (1..=NAME_MAX).contains(&name.chars().count()) && !is_edged && !name.contains(is_hidden)
}

impl core::fmt::Debug for FromClient {
    /// Shows everything but the key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            FromClient::Hello { v, key, have, name } => f
                .debug_struct("Hello")
                .field("v", v)
                .field("key", &key.as_ref().map(|_| "***"))
                .field("have", have)
                .field("name", name)
                .finish(),
            FromClient::Do { id, ply, act } => f
                .debug_struct("Do")
                .field("id", id)
                .field("ply", ply)
                .field("act", act)
                .finish(),
            FromClient::Ping { n } => f.debug_struct("Ping").field("n", n).finish(),
        }
    }
}
