//! The tags of a game.

use core::fmt;
use core::ops::Range;

/// The Seven Tag Roster: the tags that every game should have, in order.
pub const SEVEN_TAG_ROSTER: [&str; 7] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The value of a roster tag if it is unknown.
fn unknown_value(name: &str) -> Option<&'static str> {
    match name {
        "Date" => Some("????.??.??"),
        "Result" => Some("*"),
        _ if SEVEN_TAG_ROSTER.contains(&name) => Some("?"),
        _ => None,
    }
}

/// Tags and their values, each name once, in the order of the file.
///
/// Equality ignores the order. A missing tag of the roster equals one with an unknown value.
///
/// ```
/// use fourfold_game::pgn::Tags;
/// let mut tags = Tags::new();
/// tags.set("White", "Morphy")?;
/// tags.set("Event", "?")?;
/// let mut others = Tags::new();
/// others.set("White", "Morphy")?;
/// assert_eq!(tags, others);
/// # Ok::<(), fourfold_game::pgn::TagNameError>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    /// Names and values one after the other, so that reading many games does not allocate each tag.
    text: String,
    entries: Vec<Entry>,
}

/// The names and values of some [`Tags`], in the order of the file.
///
/// ```
/// use fourfold_game::pgn::Tags;
/// let mut tags = Tags::new();
/// tags.set("White", "Morphy")?;
/// for (name, value) in &tags {
///     assert_eq!((name, value), ("White", "Morphy"));
/// }
/// # Ok::<(), fourfold_game::pgn::TagNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TagsIter<'t> {
    text: &'t str,
    entries: core::slice::Iter<'t, Entry>,
}

impl<'t> Iterator for TagsIter<'t> {
    type Item = (&'t str, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let Entry { name, value } = self.entries.next()?;
        Some((&self.text[name.clone()], &self.text[value.clone()]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl ExactSizeIterator for TagsIter<'_> {}

impl<'t> IntoIterator for &'t Tags {
    type Item = (&'t str, &'t str);
    type IntoIter = TagsIter<'t>;

    fn into_iter(self) -> TagsIter<'t> {
        self.iter()
    }
}

#[derive(Clone, Debug)]
struct Entry {
    name: Range<usize>,
    value: Range<usize>,
}

/// The error for an invalid tag name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a tag name of letters, digits and underscores, found {name:?}")]
pub struct TagNameError {
    /// The name.
    pub name: String,
}

/// Whether the standard allows a byte in a tag name.
#[inline]
pub(super) fn is_in_standard_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

fn is_standard_name(name: &str) -> bool {
    !name.is_empty() && name.as_bytes().iter().all(is_in_standard_name)
}

impl Tags {
    /// No tags.
    #[must_use]
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The number of tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a tag. Names are case-sensitive.
    ///
    /// ```
    /// use fourfold_game::pgn::Tags;
    /// let mut tags = Tags::new();
    /// tags.set("White", "Anderssen")?;
    /// assert_eq!((tags.get("White"), tags.get("white")), (Some("Anderssen"), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|entry| &self.text[entry.value.clone()])
    }

    /// The value of a roster tag, or its unknown value.
    ///
    /// ```
    /// use fourfold_game::pgn::Tags;
    /// assert_eq!(Tags::new().get_or_unknown("Date"), "????.??.??");
    /// ```
    #[must_use]
    pub fn get_or_unknown(&self, name: &'static str) -> &str {
        self.get(name).or(unknown_value(name)).unwrap_or("?")
    }

    /// Names and values, in the order of the file.
    pub fn iter(&self) -> TagsIter<'_> {
        TagsIter {
            text: &self.text,
            entries: self.entries.iter(),
        }
    }

    /// Sets or replaces a tag. Line ends in the value become blanks.
    ///
    /// ```
    /// use fourfold_game::pgn::Tags;
    /// let mut tags = Tags::new();
    /// tags.set("Site", "Vienna")?;
    /// assert_eq!(tags.get("Site"), Some("Vienna"));
    /// assert!(tags.set("a name", "with a blank").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the name if it is not a valid tag name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        if !is_standard_name(name) {
            return Err(TagNameError {
                name: name.to_owned(),
            });
        }
        let value = self.append(value.chars().map(|c| match c {
            '\n' | '\r' => ' ',
            '\0' => char::REPLACEMENT_CHARACTER,
            c => c,
        }));
        match self
            .entries
            .iter()
            .position(|entry| self.text[entry.name.clone()] == *name)
        {
            Some(index) => self.entries[index].value = value,
            None => {
                let name = self.append(name.chars());
                self.entries.push(Entry { name, value });
            }
        }
        Ok(())
    }

    /// The missing tags of the roster.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let begin = self.iter().map(|(name, _)| name).take(7);
        if begin.eq(SEVEN_TAG_ROSTER) {
            return Vec::new();
        }
        let is_missing = |name: &&str| self.get(name).is_none();
        SEVEN_TAG_ROSTER.into_iter().filter(is_missing).collect()
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &str) {
        let text = &self.text;
        self.entries
            .retain(|entry| text[entry.name.clone()] != *name);
    }

    /// The tags with names that the standard allows: other characters become underscores. If two names
    /// become the same, the first tag stays.
    pub(super) fn standardized(&self) -> Tags {
        if self.iter().all(|(name, _)| is_standard_name(name)) {
            return self.clone();
        }
        let (standard, odd): (Vec<_>, Vec<_>) =
            self.iter().partition(|(name, _)| is_standard_name(name));
        let mut tags = Tags::new();
        for (name, value) in standard.into_iter().chain(odd) {
            let is_standard = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let letters = name.chars().map(|c| if is_standard(c) { c } else { '_' });
            tags.add(&letters.collect::<String>(), value);
        }
        tags
    }

    /// Removes all tags.
    pub fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
    }

    /// Adds a tag unless its name exists; returns whether it was added.
    pub(super) fn add(&mut self, name: &str, value: &str) -> bool {
        if self.find(name).is_some() {
            return false;
        }
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        self.text.push_str(value);
        self.entries.push(Entry {
            name: start..middle,
            value: middle..self.text.len(),
        });
        true
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| self.text[entry.name.clone()] == *name)
    }

    fn append(&mut self, characters: impl Iterator<Item = char>) -> Range<usize> {
        let start = self.text.len();
        self.text.extend(characters);
        start..self.text.len()
    }

    /// Whether the other tags include all of these.
    fn is_said_by(&self, others: &Tags) -> bool {
        self.iter()
            .all(|(name, value)| others.get(name).or(unknown_value(name)) == Some(value))
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.is_said_by(other) && other.is_said_by(self)
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_replaces_and_adding_does_not() {
        let mut tags = Tags::new();
        tags.set("Site", "A").unwrap();
        tags.set("Site", "B").unwrap();
        assert!(!tags.add("Site", "C"));
        assert!(tags.add("site", "lower case is another name"));
        assert_eq!(tags.get("Site"), Some("B"));
        assert_eq!(tags.len(), 2);
        tags.remove("Site");
        assert_eq!(tags.get("Site"), None);
    }

    #[test]
    fn impossible_names_are_refused_and_values_made_one_line() {
        let mut tags = Tags::new();
        for name in [
            "",
            "two words",
            "quo\"te",
            "brack]et",
            "nul\0",
            "Eve<nt",
            "a.b",
            "é",
        ] {
            assert!(tags.set(name, "x").is_err(), "{name:?}");
        }
        tags.set("Site", "a\r\nb\0").unwrap();
        assert_eq!(tags.get("Site"), Some("a  b\u{fffd}"));
    }

    #[test]
    fn odd_names_become_standard_names_and_never_replace_a_tag() {
        let mut tags = Tags::new();
        for (name, value) in [
            ("a.b", "1"),
            ("a_b", "2"),
            ("Grö", "3"),
            ("a<b", "4"),
            ("c", "5"),
        ] {
            assert!(tags.add(name, value));
        }
        let standard = tags.standardized();
        let found: Vec<_> = standard.iter().collect();
        assert_eq!(found, [("a_b", "2"), ("c", "5"), ("Gr_", "3")]);
    }

    #[test]
    fn equality_ignores_order_and_what_is_unknown() {
        let of = |pairs: &[(&str, &str)]| {
            let mut tags = Tags::new();
            for (name, value) in pairs {
                tags.set(name, value).unwrap();
            }
            tags
        };
        assert_eq!(of(&[("A", "1"), ("B", "2")]), of(&[("B", "2"), ("A", "1")]));
        assert_eq!(of(&[]), of(&[("Result", "*"), ("Date", "????.??.??")]));
        assert_ne!(of(&[]), of(&[("Result", "1-0")]));
        assert_ne!(of(&[("A", "?")]), of(&[]));
        assert_ne!(of(&[("A", "1")]), of(&[("A", "2")]));
    }
}
