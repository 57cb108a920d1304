//! Open offers, and who has agreed to them so far.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use wire::{Offered, Seat};

/// The open offers, at most one of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Offers {
    standing: BTreeMap<Offered, Offer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub by: Seat,
    /// Who has agreed, including the player who made it.
    pub agreed: BTreeSet<Seat>,
}

impl Offers {
    pub fn get(&self, what: Offered) -> Option<&Offer> {
        self.standing.get(&what)
    }

    /// Makes an offer, or agrees to the open one.
    pub fn agree(&mut self, what: Offered, seat: Seat) {
        let offer = self.standing.entry(what).or_insert_with(|| Offer {
            by: seat,
            agreed: BTreeSet::new(),
        });
        offer.agreed.insert(seat);
    }

    pub fn end(&mut self, what: Offered) {
        self.standing.remove(&what);
    }

    /// Ends the offers that a move of this seat answers: moving declines a draw offer of others,
    /// and all other offers were about the previous position.
    pub fn end_by_move(&mut self, seat: Seat) {
        self.standing
            .retain(|&what, offer| what == Offered::Draw && offer.agreed.contains(&seat));
    }

    pub fn clear(&mut self) {
        self.standing.clear();
    }
}
