//! The start of a game: the tags Variant, SetUp and FEN.

use chess::fen::{self, CastlingMode, FenError, ReadFen};
use chess::{Position, Tolerance};

use crate::Start;

use super::{Problem, Tags};

/// A problem with the start of a game, and the tag that has it.
pub(super) type StartProblem = (Problem, &'static str);

/// Reads the start of a game and adds its problems to the warnings.
pub(super) fn read_start(
    tags: &Tags,
    tolerance: Tolerance,
    warnings: &mut Vec<StartProblem>,
) -> Result<Start, StartProblem> {
    let is_chess960 = match tags.get("Variant") {
        None => false,
        Some(name) => is_chess960(name).ok_or((Problem::UnsupportedVariant, "Variant"))?,
    };
    let has_set_up = tags.get("SetUp").is_some_and(|value| value.trim() == "1");
    let Some(text) = tags.get("FEN").filter(|text| !text.trim().is_empty()) else {
        if has_set_up {
            warnings.push((Problem::SetUpWithoutFen, "SetUp"));
        }
        let mode = if is_chess960 {
            warnings.push((Problem::Chess960WithoutFen, "Variant"));
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        };
        return Ok(Start {
            position: Position::start(),
            mode,
        });
    };
    if !has_set_up {
        warnings.push((Problem::FenWithoutSetUp, "FEN"));
    }
    let (read, mode) =
        read_fen(text, is_chess960, tolerance).map_err(|error| (Problem::BadFen(error), "FEN"))?;
    if mode == CastlingMode::Chess960 && !is_chess960 {
        warnings.push((Problem::Chess960WithoutVariant, "FEN"));
    }
    let odd = read.warnings.into_iter();
    warnings.extend(odd.map(|warning| (Problem::OddFen(warning), "FEN")));
    Ok(Start {
        position: read.position,
        mode,
    })
}

/// Reads a FEN as Chess960 if a tag says so or if it is valid in no other way.
fn read_fen(
    text: &str,
    is_chess960: bool,
    tolerance: Tolerance,
) -> Result<(ReadFen, CastlingMode), FenError> {
    if is_chess960 {
        let read = fen::read(text, CastlingMode::Chess960, tolerance)?;
        return Ok((read, CastlingMode::Chess960));
    }
    let error = match fen::read(text, CastlingMode::Standard, Tolerance::Strict) {
        Ok(read) => return Ok((read, CastlingMode::Standard)),
        Err(error) => error,
    };
    if let Ok(read) = fen::read(text, CastlingMode::Chess960, Tolerance::Strict) {
        return Ok((read, CastlingMode::Chess960));
    }
    match tolerance {
        Tolerance::Strict => Err(error),
        Tolerance::Lenient => {
            let read = fen::read(text, CastlingMode::Standard, Tolerance::Lenient)?;
            Ok((read, CastlingMode::Standard))
        }
    }
}

/// Whether a value of the Variant tag means orthodox chess or Chess960.
pub(super) fn is_supported(variant: &str) -> bool {
    is_chess960(variant).is_some()
}

/// Whether a value of the Variant tag means Chess960.
pub(super) fn names_chess960(variant: &str) -> bool {
    is_chess960(variant) == Some(true)
}

/// Whether a variant name means Chess960 or, under any of its names, orthodox chess; `None` for
/// other variants.
fn is_chess960(name: &str) -> Option<bool> {
    let plain: String = name
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    match plain.as_str() {
        "" | "standard" | "chess" | "normal" | "classical" | "classic" | "orthodox"
        | "orthochess" | "fromposition" | "regular" => Some(false),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "fischerandomchess" | "frc" | "freestyle" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (Result<Start, StartProblem>, Vec<&'static str>) {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value).unwrap();
        }
        let mut warnings = Vec::new();
        let start = read_start(&tags, Tolerance::Lenient, &mut warnings);
        let codes = warnings.iter().map(|(problem, _)| problem.code());
        (start, codes.collect())
    }

    #[test]
    fn names_of_variants() {
        for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random"] {
            assert_eq!(is_chess960(name), Some(true), "{name}");
        }
        for name in ["Standard", "From Position", "?", "chess"] {
            assert_eq!(is_chess960(name), Some(false), "{name}");
        }
        for name in ["Atomic", "Crazyhouse", "Duplicate"] {
            assert_eq!(is_chess960(name), None, "{name}");
        }
    }

    #[test]
    fn a_fen_that_only_chess960_can_read_is_chess960() {
        let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let (start, warnings) = read(&[("SetUp", "1"), ("FEN", fen)]);
        assert_eq!(start.unwrap().mode, CastlingMode::Chess960);
        assert_eq!(warnings, ["chess960_without_variant"]);
    }

    #[test]
    fn odd_positions_are_read_with_a_warning_and_illegal_ones_are_refused() {
        let (start, warnings) = read(&[("SetUp", "1"), ("FEN", "8/8/3k4/8/3K4/8/7R/7R w - -")]);
        assert!(start.is_ok());
        assert_eq!(warnings, ["field_count"]);
        let (start, _) = read(&[("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")]);
        assert!(matches!(start, Err((Problem::BadFen(_), "FEN"))));
        let (start, warnings) = read(&[("Variant", "Chess960")]);
        assert_eq!(start.unwrap().mode, CastlingMode::Chess960);
        assert_eq!(warnings, ["chess960_without_fen"]);
    }
}
