//! Numbers in attributes, with three decimals.
//!
//! The general formatting of floating-point numbers takes a good part of a small program, and a
//! thousandth of a unit is not visible.

use core::fmt;

/// A number that is written with at most three decimals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (self.0 * 1000.0).round() as i64;
        let (whole, part) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
        if thousandths < 0 {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        match part {
            0 => Ok(()),
            _ if part % 100 == 0 => write!(f, ".{}", part / 100),
            _ => write!(f, ".{part:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact_to_a_thousandth() {
        let texts = [
            (0.0, "0"),
            (-400.0, "-400"),
            (0.5, "0.5"),
            (-0.25, "-0.250"),
            (12.3456, "12.346"),
            (0.0004, "0"),
            (-0.0004, "0"),
        ];
        for (value, text) in texts {
            assert_eq!(Number(value).to_string(), text);
        }
    }
}
