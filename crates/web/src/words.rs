//! Turns messages of other crates into sentences.

/// A text with a capital letter and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{stop}", first.to_ascii_uppercase(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_full_stop() {
        assert_eq!(sentence("on NE it is pinned"), "On NE it is pinned.");
        assert_eq!(sentence("what now?"), "What now?");
        assert_eq!(sentence(""), "");
    }
}
