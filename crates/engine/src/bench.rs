//! The bench: a fixed set of positions searched to a fixed depth.
//!
//! The node count is a signature of the search. A change that is not meant to change play must
//! leave it unchanged on every machine.

use chess::Position;

use crate::control::{Control, Host};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::root::Root;

pub const BENCH_DEPTH: u32 = 12;

pub fn bench_positions() -> impl Iterator<Item = &'static str> {
    include_str!("bench/positions.epd").lines()
}

/// Searches each position with a fresh engine and returns the total number of nodes.
pub fn bench(engine: &mut Engine, depth: u32, host: &dyn Host) -> u64 {
    let mut nodes = 0;
    for fen in bench_positions() {
        let position = Position::from_fen(fen).expect("the positions of the bench are legal");
        engine.forget();
        let root = Root::new(position);
        let outcome = engine.search(&root, &Limits::depth(depth), &Control::new(), host);
        nodes += outcome.map_or(0, |outcome| outcome.effort.nodes);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::NullHost;

    #[test]
    fn the_bench_is_reproducible() {
        let mut engine = Engine::new(1).expect("there is memory for a small table");
        let first = bench(&mut engine, 4, &NullHost);
        assert_eq!(bench(&mut engine, 4, &NullHost), first);
        assert!(first > 1000);
    }
}
