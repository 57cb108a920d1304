//! The messages of a socket.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::new_table::is_false;
use crate::{ClocksShown, Event, ID_MAX, MESSAGE_MAX, NAME_MAX, Offered, Seat, VERSION, Wish};

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromClient {
    Hello {
        /// The version of the protocol.
        v: u32,
        /// An invitation, or the key of a seat or of the host; without one, the client is a
        /// spectator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The last event that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<u64>,
        /// The name of a player who sits down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The free seat that a client with an open invitation takes; without one, it looks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Chosen by a client that takes a free seat. If the answer is lost, the same hello gets
        /// the same seat; nobody else can know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether to send the legal moves when it is this client's turn.
        #[serde(default, skip_serializing_if = "is_false")]
        legal: bool,
    },
    /// A command. The client chooses the id; repeating it changes nothing.
    Do {
        id: String,
        /// The number of moves that the client has seen; needed for moves, claims and takebacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u64>,
        act: Act,
    },
    /// Tells the others at the table one of a few things.
    Signal { signal: Signal },
    /// Requests a [`FromServer::Pong`]. A client that pings is away when it stops.
    Ping {
        /// Returned unchanged.
        n: u64,
    },
}

/// An action of a player or the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Act {
    Move {
        /// The move, in UCI notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// Claim a draw, now or with a move.
    Claim {
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    Offer {
        what: Offered,
    },
    Accept {
        what: Offered,
    },
    Decline {
        what: Offered,
    },
    Resign,
    /// Stand up before the start.
    Stand,
    /// Seat a program.
    Fill {
        seat: Seat,
        /// Its level, from 1 to 10 on one board and to 8 on four.
        level: u8,
        /// The minimum time of its moves, at most [`PACE_MAX_MS`](crate::PACE_MAX_MS); by default the server's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pace_ms: Option<u32>,
    },
    Start,
    /// Stop the clocks, if all people agree: the same as offering a pause.
    Pause,
    Resume,
    /// Decide what happens to an absent seat.
    Absent {
        wish: Wish,
    },
    /// Issue an invitation for a seat: the host for one that is free or away, a player for their
    /// own, to continue on another device. The reply is [`FromServer::Invited`], and the previous
    /// key of the seat is revoked.
    Invite {
        seat: Seat,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer {
    /// The reply to [`FromClient::Hello`].
    Welcome {
        /// The version of the protocol.
        v: u32,
        you: You,
        /// The last event of the log.
        head: u64,
        /// What the client does not have yet.
        #[serde(flatten)]
        history: History,
        /// The time of the table.
        now: u64,
        /// The clocks; `None` without a time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksShown>,
        /// The free seats, for a client with an open invitation and no seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        free: Vec<Seat>,
    },
    Event(Box<Event>),
    /// It is the turn of a client that wants to be told the legal moves.
    Turn {
        /// The number of moves played.
        ply: u64,
        /// In UCI notation.
        legal: Vec<String>,
    },
    /// A command was executed and is stored.
    Done {
        id: String,
        /// The event that it led to.
        seq: u64,
    },
    Refused {
        /// Its id; empty if the message had none.
        id: String,
        code: String,
        words: String,
        /// The number of moves played, if the command was for another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u64>,
    },
    /// The reply to [`Act::Invite`].
    Invited {
        id: String,
        seat: Seat,
        key: String,
    },
    /// The reply to [`FromClient::Ping`].
    Pong {
        /// What the client sent.
        n: u64,
        /// The time of the table.
        now: u64,
    },
    Presence(Presence),
    /// A player says something.
    Signal {
        seat: Seat,
        signal: Signal,
    },
    Bye(Bye),
}

/// What players can tell each other. There is no free text, which somebody would have to moderate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    Hello,
    GoodMove,
    Thanks,
    OneMoment,
    GoodGame,
}

impl Signal {
    pub const ALL: [Signal; 5] = [
        Signal::Hello,
        Signal::GoodMove,
        Signal::Thanks,
        Signal::OneMoment,
        Signal::GoodGame,
    ];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Signal::Hello => "hello",
            Signal::GoodMove => "good_move",
            Signal::Thanks => "thanks",
            Signal::OneMoment => "one_moment",
            Signal::GoodGame => "good_game",
        }
    }

    /// What people read.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Signal::Hello => "Hello!",
            Signal::GoodMove => "Good move!",
            Signal::Thanks => "Thanks!",
            Signal::OneMoment => "One moment, please.",
            Signal::GoodGame => "Good game!",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Signal> {
        Signal::ALL.into_iter().find(|signal| signal.name() == name)
    }
}

/// The role of a client at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// Their seat; `None` for the host and for spectators.
    pub seat: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub host: bool,
    /// The key of the seat, when an invitation was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The part of the log that a client lacks, or the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// The events that are missing.
    Events(Vec<Event>),
    /// The state, if too many events are missing.
    Snapshot(serde_json::Value),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Whether each seat is connected.
    pub seats: BTreeMap<Seat, bool>,
    pub spectators: u32,
    /// Since which time of the table the people who are not connected, or silent, have been away.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<Seat, u64>,
}

/// The end of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    pub code: String,
    /// After how many milliseconds to reconnect; `None` if the client should not.
    pub retry: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMessage {
    #[error("expected at most {MESSAGE_MAX} bytes, found {0}")]
    TooLong(usize),
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
    /// The first message of a client with this key, which has this much of the log.
    #[must_use]
    pub fn hello(key: Option<String>, have: Option<u64>, name: Option<String>) -> FromClient {
        FromClient::Hello {
            v: VERSION,
            key,
            have,
            name,
            seat: None,
            id: None,
            legal: false,
        }
    }

    /// Parses a message and checks its limits.
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
            FromClient::Do { id, .. } | FromClient::Hello { id: Some(id), .. } if !is_id(id) => {
                Err(BadMessage::BadId)
            }
            FromClient::Hello {
                name: Some(name), ..
            } if !is_name(name) => Err(BadMessage::BadName),
            FromClient::Hello { .. }
            | FromClient::Do { .. }
            | FromClient::Signal { .. }
            | FromClient::Ping { .. } => Ok(message),
        }
    }
}

fn is_id(id: &str) -> bool {
    (1..=ID_MAX).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The zero-width joiner, which makes one emoji of several.
const JOINER: char = '\u{200d}';

/// The maximum number of combining marks on one character. Vietnamese needs two.
const MARKS_MAX: usize = 2;

/// Whether a name can be displayed: no control characters, nothing that reorders or hides text, and
/// no tower of marks that reaches into other lines.
fn is_name(name: &str) -> bool {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}' | '\u{2028}' | '\u{2029}')
    };
    let is_edged = name.starts_with(char::is_whitespace) || name.ends_with(char::is_whitespace);
    let is_short = (1..=NAME_MAX).contains(&name.chars().count());
    is_short && !is_edged && !name.contains(is_hidden) && is_well_joined(name)
}

/// Whether joiners join two characters, none of them a plain letter, and marks stand on a character
/// and not on many others.
fn is_well_joined(name: &str) -> bool {
    let mut marks = MARKS_MAX;
    let mut before = None;
    for c in name.chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        let can_join = before.is_some_and(|c: char| !c.is_ascii() && c != JOINER);
        let is_loose =
            (c == JOINER && !can_join) || (before == Some(JOINER) && (c.is_ascii() || is_mark(c)));
        if marks > MARKS_MAX || is_loose {
            return false;
        }
        before = Some(c);
    }
    before != Some(JOINER)
}

/// Whether a character is drawn on the one before it.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

impl core::fmt::Debug for FromClient {
    /// Shows everything but the key and the id, which is as good as one.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            FromClient::Hello {
                v,
                key,
                have,
                name,
                seat,
                id,
                legal,
            } => f
                .debug_struct("Hello")
                .field("v", v)
                .field("key", &key.as_ref().map(|_| "***"))
                .field("have", have)
                .field("name", name)
                .field("seat", seat)
                .field("id", &id.as_ref().map(|_| "***"))
                .field("legal", legal)
                .finish(),
            FromClient::Do { id, ply, act } => f
                .debug_struct("Do")
                .field("id", id)
                .field("ply", ply)
                .field("act", act)
                .finish(),
            FromClient::Signal { signal } => f.debug_tuple("Signal").field(signal).finish(),
            FromClient::Ping { n } => f.debug_struct("Ping").field("n", n).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_of_people_and_emoji_are_accepted() {
        for name in [
            "Ann",
            "Zoë",
            "Nguye\u{302}\u{303}n",
            "ที่นี่",
            "王さん",
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "🏳\u{fe0f}\u{200d}🌈",
            "👍🏽",
        ] {
            assert!(is_name(name), "{name}");
        }
    }

    #[test]
    fn what_hides_reorders_or_towers_is_refused() {
        for name in [
            "",
            " Ann",
            "A\u{301}\u{302}\u{303}",
            "\u{301}Ann",
            "A\u{200d}nn",
            "\u{200d}👩",
            "👩\u{200d}",
            "👩\u{200d}\u{200d}👩",
            "Ann\u{202e}nnA",
            "A\u{200b}nn",
            "A\nnn",
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
