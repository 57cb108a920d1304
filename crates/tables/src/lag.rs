//! Lag compensation: how much network delay is refunded to a player.
//!
//! Each seat has a quota that grows with every move and is spent on measured lag. The numbers are
//! those of lichess's scalachess, which have proven themselves.

use clock::Terms;

/// The maximum gain of a quota per move, in milliseconds.
const GAIN_MAX_MS: u64 = 1_000;

/// The longest grace period when a flag falls, in milliseconds.
const GRACE_MAX_MS: u64 = 2_000;

/// The estimated number of moves in a game.
const MOVES: u32 = 40;

/// The gain of a quota per move: 0.4 % of the estimated time of a game, plus 0.15 s.
pub fn gain_ms(terms: &Terms) -> u64 {
    let per_move = terms.increment().saturating_add(terms.delay());
    let estimated = terms.base.saturating_add(per_move.saturating_mul(MOVES));
    let estimated = u64::try_from(estimated.as_millis()).unwrap_or(u64::MAX);
    (estimated / 250).saturating_add(150).min(GAIN_MAX_MS)
}

/// The quota at the start of a game.
pub fn at_start(gain_ms: u64) -> u64 {
    3 * gain_ms
}

/// How much of the lag of a move is refunded.
pub fn credit(quota_ms: u64, lag_ms: u64, elapsed_ms: u64) -> u64 {
    quota_ms.min(lag_ms).min(elapsed_ms)
}

/// The quota after a move.
pub fn after_move(quota_ms: u64, credit_ms: u64, gain_ms: u64) -> u64 {
    quota_ms
        .saturating_sub(credit_ms)
        .saturating_add(gain_ms)
        .min(7 * gain_ms)
}

/// How long to wait for a move after the flag has fallen here: it may be on its way.
pub fn grace(quota_ms: u64) -> u64 {
    quota_ms.min(GRACE_MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_grows_to_its_cap_and_pays_for_lag() {
        let gain = gain_ms(&"180+2".parse().expect("is a time control"));
        assert_eq!(gain, 1_000, "0.4 % of 260 s is more than a second");
        let bullet = gain_ms(&"60".parse().expect("is a time control"));
        assert_eq!(bullet, 390);
        let mut quota = at_start(bullet);
        assert_eq!(quota, 1_170);
        assert_eq!(credit(quota, 500, 10_000), 500);
        assert_eq!(credit(quota, 5_000, 10_000), 1_170);
        assert_eq!(credit(quota, 500, 20), 20, "not more than was used");
        for _ in 0..20 {
            quota = after_move(quota, 0, bullet);
        }
        assert_eq!(quota, 7 * bullet);
        assert_eq!(after_move(quota, quota, bullet), bullet);
        assert_eq!((grace(quota), grace(300)), (2_000, 300));
    }
}
