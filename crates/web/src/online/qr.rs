//! An address as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};

/// The white border that the standard requires, in modules.
const QUIET: i32 = 4;

/// A QR code as a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The side of the square with its border, in modules.
    pub side: i32,
    /// The dark modules as an SVG path: one run of a row after another.
    pub path: String,
}

/// The code of a text; `None` if the text is too long.
#[must_use]
pub fn draw(text: &str) -> Option<Drawing> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size())
                .take_while(|&x| code.get_module(x, y))
                .count();
            let run = i32::try_from(run).unwrap_or_default();
            if run > 0 {
                path.push_str(&format!("M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET));
            }
            x += run.max(1);
        }
    }
    let side = code.size() + 2 * QUIET;
    Some(Drawing { side, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_module_is_drawn_once() {
        let text = "https://example.org/#t/abc/north/0123456789abcdef";
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).unwrap();
        let dark = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .filter(|&(x, y)| code.get_module(x, y))
            .count();
        let drawing = draw(text).unwrap();
        let runs = drawing.path.split('h').skip(1).step_by(2);
        let drawn: usize = runs
            .map(|run| run.split('v').next().unwrap().parse::<usize>().unwrap())
            .sum();
        assert_eq!(drawn, dark);
        assert_eq!(drawing.side, code.size() + 8);
        assert_eq!(draw(&"x".repeat(5_000)), None);
    }
}
