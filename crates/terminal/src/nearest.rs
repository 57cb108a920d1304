//! Suggestions for mistyped names.

use strsim::osa_distance;

/// Returns the name that a word was probably meant to be.
///
/// A name matches if one typing mistake separates it from the word: a letter missing, added,
/// replaced, or swapped with its neighbor. Names of six letters or more may have two. Words of
/// fewer than four letters match nothing: most of them are moves.
///
/// ```
/// use terminal::nearest_name;
/// assert_eq!(nearest_name("drwa", ["resign", "draw"]), Some("draw"));
/// assert_eq!(nearest_name("rad1", ["resign", "redo"]), None);
/// ```
pub fn nearest_name<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() < 4 {
        return None;
    }
    names
        .into_iter()
        .map(|name| (osa_distance(word, name), name))
        .filter(|(mistakes, name)| *mistakes <= if name.len() < 6 { 1 } else { 2 })
        .min_by_key(|(mistakes, _)| *mistakes)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_with_the_fewest_mistakes_is_suggested() {
        let names = ["rounds", "round", "draw"];
        assert_eq!(nearest_name("roun", names), Some("round"));
        assert_eq!(nearest_name("ruonsd", names), Some("rounds"));
    }

    #[test]
    fn far_names_and_short_words_get_no_suggestion() {
        assert_eq!(nearest_name("deploy", ["draw", "resign"]), None);
        assert_eq!(nearest_name("dra", ["draw"]), None);
    }
}
