//! Lag compensation: how much network delay is refunded to a player.
//!
//! Each seat has a quota that grows with every move and is spent on measured lag.

use wire::LagQuota;

/// How much of the lag of a move is refunded.
pub fn credit(quota_ms: u64, lag_ms: u64, elapsed_ms: u64) -> u64 {
    quota_ms.min(lag_ms).min(elapsed_ms)
}

pub fn after_move(quota_ms: u64, credit_ms: u64, lag: &LagQuota) -> u64 {
    quota_ms
        .saturating_sub(credit_ms)
        .saturating_add(lag.gain_ms)
        .min(lag.max_ms)
}

/// How long to wait for a move after the flag has fallen here: it may be on its way.
pub fn grace(quota_ms: u64, lag: &LagQuota) -> u64 {
    quota_ms.min(lag.grace_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_grows_to_its_cap_and_pays_for_lag() {
        let lag = LagQuota {
            start_ms: 1_170,
            gain_ms: 390,
            max_ms: 2_730,
            grace_ms: 2_000,
        };
        let mut quota = lag.start_ms;
        assert_eq!(credit(quota, 500, 10_000), 500);
        assert_eq!(credit(quota, 5_000, 10_000), 1_170);
        assert_eq!(credit(quota, 500, 20), 20, "not more than was used");
        for _ in 0..20 {
            quota = after_move(quota, 0, &lag);
        }
        assert_eq!(quota, lag.max_ms);
        assert_eq!(after_move(quota, quota, &lag), lag.gain_ms);
        assert_eq!((grace(quota, &lag), grace(300, &lag)), (2_000, 300));
    }
}
