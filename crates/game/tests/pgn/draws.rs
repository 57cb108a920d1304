//! Draws without a claim, as a checker finds them.

use super::{game, warnings};

#[test]
fn article_9_6_2_is_seen_at_once_when_the_start_has_a_clock() {
    let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 147 100\"]\n\n";
    let read = game(format!("{start}100. Rb1 Kd8 101. Rc1 Ke8 1/2-1/2\n"));
    assert_eq!(read.report.ended_ply, Some(3));
    assert_eq!(warnings(&read), ["moves_after_automatic_draw"]);
}
