//! The prover's verdicts are true.

mod agreement;
mod brute;
mod small;
mod vectors;

use chess::{Color, Position};
use fourfold_referee::Verdict;

/// Checks a `Yes`: the line must be legal and end in mate by this side.
fn replay(position: &Position, side: Color, verdict: &Verdict) {
    let Verdict::Yes(line) = verdict else {
        return;
    };
    let mut end = *position;
    for &m in line {
        end = end
            .play(m)
            .unwrap_or_else(|error| panic!("{position}: {error:?} in the line {line:?}"));
    }
    assert!(
        end.is_checkmate() && end.turn() != side,
        "{position}: {line:?} ends without a mate by {side} in {end}"
    );
}
