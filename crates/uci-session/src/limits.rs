//! Converts the arguments of `go` to search limits.

use std::time::Duration;

use chess::Color;
use engine::{ClockLimits, Limits};
use uci::Go;

/// The limits that a `go` command sets for the side to move. A negative time counts as zero.
///
/// `searchmoves` is not included, because it must be checked against the position.
#[must_use]
pub fn limits(go: &Go, turn: Color) -> Limits {
    let clock = go.clock(turn);
    let clock_limits = clock.time.map(|time| ClockLimits {
        time: milliseconds(time),
        increment: milliseconds(clock.increment.unwrap_or(0)),
        moves_to_go: go.movestogo.map(saturated).filter(|&moves| moves > 0),
    });
    Limits {
        depth: go.depth.map(saturated),
        nodes: go.nodes,
        mate: go.mate.map(saturated),
        movetime: go.movetime.filter(|_| !go.infinite).map(milliseconds),
        clock: clock_limits.filter(|_| !go.infinite),
        ..Limits::default()
    }
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use uci::Command;

    use super::*;

    fn read(line: &str, turn: Color) -> Limits {
        let read = Command::read(line.as_bytes()).expect("is a command");
        let Command::Go(go) = read.command else {
            panic!("{line} is not go");
        };
        limits(&go, turn)
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let line = "go wtime 60000 btime 30000 winc 100 binc 50 movestogo 7";
        let white = read(line, Color::White).clock.expect("has a clock");
        assert_eq!(white.time, Duration::from_secs(60));
        assert_eq!(white.increment, Duration::from_millis(100));
        assert_eq!(white.moves_to_go, Some(7));
        let black = read(line, Color::Black).clock.expect("has a clock");
        assert_eq!(black.time, Duration::from_secs(30));
        assert_eq!(black.increment, Duration::from_millis(50));
    }

    #[test]
    fn a_negative_time_is_zero_and_zero_moves_to_go_are_ignored() {
        let clock = read("go wtime -5 btime 1 movestogo 0", Color::White).clock;
        let clock = clock.expect("has a clock");
        assert_eq!(clock.time, Duration::ZERO);
        assert_eq!(clock.moves_to_go, None);
    }

    #[test]
    fn an_infinite_search_ignores_time_and_keeps_the_rest() {
        let line = "go infinite movetime 5 wtime 5 btime 5 depth 9 nodes 100";
        let limits = read(line, Color::White);
        assert_eq!((limits.movetime, limits.clock), (None, None));
        assert_eq!((limits.depth, limits.nodes), (Some(9), Some(100)));
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        assert_eq!(
            read("go depth 99999999999", Color::White).depth,
            Some(u32::MAX)
        );
        assert_eq!(read("go mate 3", Color::White).mate, Some(3));
    }
}
