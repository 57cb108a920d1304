//! The normal distribution.

/// The probability that a standard normal variable is at most `x`.
pub(super) fn cumulative(x: f64) -> f64 {
    0.5 * complementary_error(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function, by a Chebyshev fit with relative error below 1.2e-7.
fn complementary_error(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let exponent = FIT
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum * t + coefficient);
    let tail = t * (-x * x + exponent).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_quantiles_are_matched() {
        for (x, probability) in [
            (0.0, 0.5),
            (1.644_854, 0.95),
            (1.959_964, 0.975),
            (-3.0, 0.001_350),
        ] {
            assert!(
                (cumulative(x) - probability).abs() < 1e-6,
                "at {x}: {}",
                cumulative(x)
            );
        }
    }
}
