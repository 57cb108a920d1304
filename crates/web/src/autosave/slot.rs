//! A stored game, and its recovery.
//!
//! Two slots are written alternately, each with a sequence number and a checksum. An interrupted
//! write can corrupt one slot; the other still has the previous state. The text of the game is an
//! ordinary save, checked like any other when it is read.

use repeatable::Fnv;

pub const SLOTS: usize = 2;

const MARK: &str = "fourfold-autosave-1";

/// A game in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Increases with every write.
    pub number: u64,
    /// The saved game.
    pub text: String,
}

impl Kept {
    #[must_use]
    pub fn slot(&self) -> usize {
        (self.number % SLOTS as u64) as usize
    }

    #[must_use]
    pub fn write(&self) -> String {
        let checksum = checksum(self.number, &self.text);
        format!("{MARK} {} {checksum:016x}\n{}", self.number, self.text)
    }

    /// Parses a slot; `None` if it is corrupt.
    #[must_use]
    pub fn read(slot: &str) -> Option<Kept> {
        let (head, text) = slot.split_once('\n')?;
        let mut words = head.split(' ');
        if words.next() != Some(MARK) {
            return None;
        }
        let number = words.next()?.parse().ok()?;
        let found = u64::from_str_radix(words.next()?, 16).ok()?;
        let whole = words.next().is_none() && found == checksum(number, text);
        whole.then(|| Kept {
            number,
            text: text.to_owned(),
        })
    }
}

/// The valid slots, newest first.
#[must_use]
pub fn newest_first<'s>(slots: impl IntoIterator<Item = Option<&'s str>>) -> Vec<Kept> {
    let mut newest: Vec<Kept> = Vec::new();
    // There are two slots: a sort of the standard library would be a lot of code in every page.
    for kept in slots.into_iter().flatten().filter_map(Kept::read) {
        let at = newest.partition_point(|other| other.number >= kept.number);
        newest.insert(at, kept);
    }
    newest
}

/// It detects torn writes, not forgery.
pub fn checksum(number: u64, text: &str) -> u64 {
    let hash = Fnv::of(&number.to_le_bytes());
    hash.with(text.as_bytes()).value()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(number: u64, text: &str) -> Kept {
        Kept {
            number,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_slot_round_trips_and_the_slots_alternate() {
        for (number, text) in [(0, ""), (1, "{}"), (u64::MAX, "two\nlines")] {
            let written = kept(number, text);
            assert_eq!(Kept::read(&written.write()), Some(written));
        }
        assert_ne!(kept(6, "").slot(), kept(7, "").slot());
    }

    #[test]
    fn any_torn_or_edited_slot_is_skipped() {
        let whole = kept(7, "{\"moves\":[]}").write();
        for end in 0..whole.len() {
            assert_eq!(Kept::read(&whole[..end]), None, "cut at {end}");
        }
        assert_eq!(Kept::read(&whole.replace("moves", "mover")), None);
        assert_eq!(Kept::read(&whole.replace(" 7 ", " 8 ")), None);
        assert_eq!(Kept::read("<script>alert(1)</script>"), None);
    }

    #[test]
    fn the_newest_valid_slot_comes_first() {
        let (old, new) = (kept(3, "old").write(), kept(4, "new").write());
        let slots = newest_first([Some(old.as_str()), Some(new.as_str())]);
        assert_eq!(slots[0].text, "new");
        let torn = &new[..new.len() - 1];
        let slots = newest_first([Some(old.as_str()), Some(torn), None]);
        assert_eq!(slots.len(), 1);
        assert_eq!(slots[0].text, "old");
    }
}
