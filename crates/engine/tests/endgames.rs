//! Won endgames end in mate. `cargo bench -p engine --bench endgames` plays a thousand of them.

#[path = "support/conversion.rs"]
mod conversion;

use conversion::{ENDGAMES, End, play_out};

#[test]
fn won_endgames_end_in_mate() {
    for endgame in &ENDGAMES {
        let results = play_out(endgame, 3, 15_000, 1);
        for (end, count) in &results.counts {
            // A long mate may exceed the fifty-move rule; no other end is acceptable.
            let excused = *end == End::FiftyMoves && endgame.name == "KQvKR";
            assert!(
                *end == End::Mate || excused,
                "{}: {count} ended by {end}, for example from {}",
                endgame.name,
                results.examples[end]
            );
        }
    }
}
