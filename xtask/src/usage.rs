//! Wrong usage: what was typed, what was expected, and the nearest name there is.

use std::fmt;

/// Says that the command line makes no sense. The program exits with 2.
#[derive(Debug)]
pub struct WrongUsage(String);

impl WrongUsage {
    /// Wraps a message that names the bad value.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (`cargo xtask help` lists the commands)", self.0)
    }
}

impl std::error::Error for WrongUsage {}

/// Refuses `found`, which is none of `known`, and suggests the nearest of them.
pub fn unknown(kind: &str, found: &str, known: &[&str]) -> WrongUsage {
    match nearest(found, known) {
        Some(near) => WrongUsage::new(format!(
            "there is no {kind} {found:?}, did you mean {near:?}?"
        )),
        None => WrongUsage::new(format!(
            "there is no {kind} {found:?}, expected one of {}",
            known.join(", ")
        )),
    }
}

/// Refuses any argument.
pub fn expect_none(arguments: &[String]) -> Result<(), WrongUsage> {
    match arguments.first() {
        Some(argument) => Err(unexpected(argument)),
        None => Ok(()),
    }
}

/// Refuses an argument that has no meaning where it stands.
pub fn unexpected(argument: &str) -> WrongUsage {
    WrongUsage::new(format!("unexpected argument {argument:?}"))
}

/// Returns the known name that a slip of the fingers turns into `found`.
fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let (distance, name) = known
        .iter()
        .map(|name| (edit_distance(found, name), *name))
        .min_by_key(|(d, _)| *d)?;
    // Two edits cover a transposition; a short name must still share something with the input.
    (distance <= 2 && distance < name.chars().count()).then_some(name)
}

/// Counts the insertions, deletions and substitutions between two words.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, from_char) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to_char) in to.iter().enumerate() {
            let substitute = diagonal + usize::from(from_char != *to_char);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_edits() {
        assert_eq!(edit_distance("", "tidy"), 4);
        assert_eq!(edit_distance("tidy", "tidy"), 0);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("benhc", &["tidy", "bench"]), Some("bench"));
        assert_eq!(nearest("deploy", &["tidy", "bench"]), None);
    }
}
