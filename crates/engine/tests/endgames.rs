//! Won endgames are won: a few of each; `cargo bench -p engine --bench endgames` plays a
//! thousand.

#[path = "support/conversion.rs"]
mod conversion;

use conversion::{ENDGAMES, End, play_out};

#[test]
fn won_endgames_end_in_mate() {
    for endgame in &ENDGAMES {
        let results = play_out(endgame, 3, 15_000, 1);
        for (end, count) in &results.counts {
            // The clock may run out on a long mate; nothing else may come between.
            let excused = *end == End::FiftyMoves && endgame.name == "KQvKR";
            assert!(
                *end == End::Mate || excused,
                "{}: {count} ended by {end}, such as from {}",
                endgame.name,
                results.examples[end]
            );
        }
    }
}
