//! What can be asked of the page of a table, and what it must do outside of its own state.

use wire::{About, Act, Seat};

use super::address::Role;
use crate::effects::{Common, Copied};

/// Something a person, the server or the page asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The socket is open.
    Opened,
    /// The socket has brought a message.
    Heard(String),
    /// The socket is closed, or could not be opened.
    Closed,
    /// The server has said what it is; `None` if there is no server.
    Server(Option<About>),
    /// The second socket of a host has brought an answer.
    HeardAsHost(String),
    /// Someone sits down on a seat with an invitation, under this name.
    Sit(Seat, String),
    /// The player or the host asks for something.
    Do(Act),
    /// Time has passed.
    Tick,
    /// The page is shown again, or the network is back.
    Wake,
    /// The connection is to be tried again.
    Retry,
    /// Opens a dialog, or closes it.
    Open(Option<Dialog>),
    /// Takes the notice away.
    Dismiss,
    /// A link to the clipboard; the one for people who watch without a role.
    CopyLink(Option<Role>),
    /// A link to another program of the device.
    ShareLink(Option<Role>),
    /// The text that was to be copied is in the clipboard, or not.
    Copied(Copied),
}

topics! { Command { Copied => Copied, } }

/// A window that asks or tells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Whether the player really resigns.
    Resign,
    /// The invitation to a seat.
    Invite(Seat),
    /// The own seat on another device.
    Device,
    /// How it all works.
    Help,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open a socket to the table; one that is open is closed.
    Connect,
    /// Close the socket.
    Disconnect,
    /// Send a message.
    Send(String),
    /// Open a second socket, say both when the server has answered the first, and close it after the
    /// answer: a host who plays asks for something as the host.
    AskAsHost {
        /// The greeting.
        hello: String,
        /// The command.
        ask: String,
    },
    /// Ask the server what it is.
    AskServer,
    /// Keep the keys, the seat and the name, and take a key out of the address.
    KeepKeys,
    /// What several pages ask for.
    Common(Common),
    /// Let the device tremble.
    Vibrate,
    /// Hand a link to another program of the device.
    Share(String),
    /// Tell the console that something is wrong with the program.
    Report(String),
}

topics! { Effect { Common => Common, } }
