//! The commands of the page of a table, and its effects outside its own state.

use wire::{About, Act, Seat};

use super::address::Role;
use crate::effects::{Common, Copied};

/// A command of a person, the server or the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The socket is open.
    Opened,
    Heard(String),
    /// The socket is closed, or could not be opened.
    Closed,
    /// The description of the server; `None` if there is no server.
    Server(Option<About>),
    /// A reply on the second socket of a host.
    HeardAsHost(String),
    /// A person takes a seat with an invitation, under this name.
    Sit(Seat, String),
    /// A command of the player or the host.
    Do(Act),
    Tick,
    /// The page is visible again, or the network is back.
    Wake,
    Retry,
    /// Opens or closes a dialog.
    Open(Option<Dialog>),
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
    /// Copies a link to the clipboard; without a role, the link for spectators.
    CopyLink(Option<Role>),
    /// Shares a link with another app of the device.
    ShareLink(Option<Role>),
    /// Whether the text was copied to the clipboard.
    Copied(Copied),
}

topics! { Command { Copied => Copied, } }

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Confirms a resignation.
    Resign,
    Invite(Seat),
    /// Moving the own seat to another device.
    Device,
    /// Everything that is rarely needed.
    More,
    Help,
}

/// An effect that only the page can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open a socket to the table, closing an open one.
    Connect,
    Disconnect,
    Send(String),
    /// Open a second socket, send both messages when the server has answered the first, and close
    /// it after the reply: a host who plays sends a command as the host.
    AskAsHost {
        hello: String,
        /// The command.
        ask: String,
    },
    /// Request the description of the server.
    AskServer,
    /// Store the keys, the seat and the name, and remove a key from the address.
    KeepKeys,
    Common(Common),
    Vibrate,
    /// Share a link with another app of the device.
    Share(String),
    /// Log an internal error to the console.
    Report(String),
}

topics! { Effect { Common => Common, } }
