//! Usage errors: what was typed, what was expected, and the nearest known name.

/// A usage error. The program exits with 2.
#[derive(Debug, thiserror::Error)]
#[error("{0} (`cargo xtask help` lists the commands)")]
pub struct WrongUsage(String);

impl WrongUsage {
    /// Wraps a message that names the bad value.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Refuses `found`, which is not in `known`, and suggests the nearest known name.
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

pub fn expect_none(arguments: &[String]) -> Result<(), WrongUsage> {
    match arguments.first() {
        Some(argument) => Err(unexpected(argument)),
        None => Ok(()),
    }
}

pub fn unexpected(argument: &str) -> WrongUsage {
    WrongUsage::new(format!("unexpected argument {argument:?}"))
}

/// Returns the known name that `found` was probably meant to be.
fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let (distance, name) = known
        .iter()
        .map(|name| (strsim::levenshtein(found, name), *name))
        .min_by_key(|(d, _)| *d)?;
    // Two edits cover a transposition; a short name must still share something with the input.
    (distance <= 2 && distance < name.chars().count()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("benhc", &["tidy", "bench"]), Some("bench"));
        assert_eq!(nearest("deploy", &["tidy", "bench"]), None);
    }
}
