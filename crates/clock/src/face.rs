//! The display format of clocks.

use std::time::Duration;

/// Formats a time as a clock shows it: `1:02:03`, `4:05`, and with tenths below twenty seconds.
#[must_use]
pub fn face(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else if seconds < 20 {
        format!("0:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_appear_only_if_needed_and_tenths_near_the_end() {
        assert_eq!(face(Duration::from_secs(3723)), "1:02:03");
        assert_eq!(face(Duration::from_secs(245)), "4:05");
        assert_eq!(face(Duration::from_secs(20)), "0:20");
        assert_eq!(face(Duration::from_millis(9_340)), "0:09.3");
        assert_eq!(face(Duration::ZERO), "0:00.0");
    }
}
