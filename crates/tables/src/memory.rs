//! What a table remembers about commands. It is not part of the state: it is needed to decide on
//! commands, and clients that start from a snapshot do without it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use wire::{Body, By, Event, Offered};

/// The commands that led to events, and how often each offer was made since the last move.
///
/// A clone shares the memory, so the tables that are computed for each command do not copy it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The events of commands by person and id, with the digest of the command.
    commands: Arc<HashMap<(By, String), (u64, String)>>,
    offers: BTreeMap<(By, Offered), u32>,
}

impl Memory {
    /// The event that a command of this person led to, and the digest of the command.
    pub fn command(&self, person: By, id: &str) -> Option<&(u64, String)> {
        self.commands.get(&(person, id.to_owned()))
    }

    /// How often someone has made this offer since the last move.
    pub fn offers(&self, person: By, what: Offered) -> u32 {
        self.offers.get(&(person, what)).copied().unwrap_or(0)
    }

    /// Records an event that this person caused.
    pub fn note(&mut self, person: By, event: &Event) {
        if let (Some(id), Some(act)) = (&event.cmd, &event.act) {
            let commands = Arc::make_mut(&mut self.commands);
            commands.insert((person, id.clone()), (event.seq, act.clone()));
        }
        match &event.body {
            Body::Moved { .. } | Body::Claimed { text: Some(_), .. } => self.offers.clear(),
            Body::Offered { what } => *self.offers.entry((person, *what)).or_default() += 1,
            // A wrong claim counts as a draw offer.
            Body::Claimed { text: None, .. } => {
                *self.offers.entry((person, Offered::Draw)).or_default() += 1;
            }
            Body::Created { .. }
            | Body::Seated { .. }
            | Body::Stood
            | Body::Filled { .. }
            | Body::Started
            | Body::Accepted { .. }
            | Body::Declined { .. }
            | Body::Resigned
            | Body::Flagged { .. }
            | Body::Absent { .. }
            | Body::Held
            | Body::Resumed
            | Body::Unknown => {}
        }
    }
}
