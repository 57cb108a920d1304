//! The colors of the four seats, with tests that they can be distinguished.
//!
//! On every board one of the dark colors (North, South: White) meets one of the light ones (East,
//! West: Black), so the armies differ in lightness even if hues are lost. The tests measure the
//! distance of all pairs for each of the three kinds of color blindness and in gray, and the
//! contrast of every text color in the style sheet.

use duplicate::Seat;

/// A color in CSS notation, such as `#1f5fd0`.
#[must_use]
pub const fn seat_color(seat: Seat) -> &'static str {
    match seat {
        Seat::North => "#1f5fd0",
        Seat::South => "#c83a1a",
        Seat::East => "#c7a0ff",
        Seat::West => "#ffc423",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color;
    use duplicate::BoardName;

    const STYLE: &str = include_str!("../static/style.css");

    type Linear = [f64; 3];

    fn linear(color: &str) -> Linear {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            match value <= 0.04045 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        assert!(color.starts_with('#') && color.len() == 7, "{color}");
        [channel(1), channel(3), channel(5)]
    }

    fn luminance(color: &str) -> f64 {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// How a color appears without one kind of cones, or without any color; after Machado, Oliveira
    /// and Fernandes, 2009.
    const SIGHTS: [(&str, [Linear; 3]); 5] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "no red cones",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "no green cones",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "no blue cones",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
        ("gray", [[0.2126, 0.7152, 0.0722]; 3]),
    ];

    fn seen(color: &str, sight: &[Linear; 3]) -> Linear {
        let color = linear(color);
        sight.map(|row| row.iter().zip(color).map(|(a, b)| a * b).sum::<f64>())
    }

    /// The distance of two colors in Oklab, where 0.02 is just noticeable.
    fn distance(one: Linear, other: Linear) -> f64 {
        let oklab = |color: Linear| {
            let [r, g, b] = color.map(|channel| channel.clamp(0.0, 1.0));
            let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
            let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
            let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
            [
                0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
                1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
                0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
            ]
        };
        let squares = oklab(one).into_iter().zip(oklab(other));
        squares.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn enemy_colors_differ_for_every_kind_of_color_vision() {
        for board in BoardName::ALL {
            let [one, other] = Color::ALL.map(|color| seat_color(board.player(color)));
            for (name, sight) in SIGHTS {
                let apart = distance(seen(one, &sight), seen(other, &sight));
                assert!(apart > 0.2, "{board}: {name}: {apart:.3}");
            }
        }
    }

    #[test]
    fn all_four_colors_differ_unless_color_vision_is_absent() {
        for (index, &one) in Seat::ALL.iter().enumerate() {
            for &other in &Seat::ALL[index + 1..] {
                for (name, sight) in &SIGHTS[..4] {
                    let [one, other] = [one, other].map(|seat| seen(seat_color(seat), sight));
                    assert!(distance(one, other) > 0.1, "{name}");
                }
            }
        }
    }

    /// The value of a custom property in a theme: light is 0, dark is 1.
    fn token(name: &str, theme: usize) -> &'static str {
        let needle = format!("--{name}:");
        let at = STYLE.find(&needle).unwrap_or_else(|| panic!("no {name}"));
        let rest = &STYLE[at + needle.len()..];
        let value = rest[..rest.find(';').unwrap()].trim();
        match value.strip_prefix("light-dark(") {
            None => value,
            Some(pair) => {
                let mut values = pair.trim_end_matches(')').split(", ");
                values
                    .nth(theme)
                    .unwrap_or_else(|| panic!("{name}: {value}"))
            }
        }
    }

    #[test]
    fn the_style_sheet_uses_these_colors() {
        for seat in Seat::ALL {
            let name = seat.to_string().to_ascii_lowercase();
            assert_eq!(token(&name, 0), seat_color(seat));
            assert_eq!(token(&name, 1), seat_color(seat), "the same in the dark");
        }
    }

    #[test]
    fn all_text_can_be_read_in_both_themes() {
        let pairs = [
            ("ink", "page"),
            ("ink", "card"),
            ("ink", "inset"),
            ("quiet", "page"),
            ("quiet", "card"),
            ("quiet", "inset"),
            ("accent-ink", "accent"),
            ("danger-ink", "card"),
            ("danger-ink", "danger-wash"),
            ("warning-ink", "card"),
            ("warning-ink", "page"),
            ("warning-ink", "warning-wash"),
            ("offer-ink", "card"),
            ("offer-ink", "offer-wash"),
            ("note-ink", "note-wash"),
            ("note-ink", "card"),
            ("frame-ink", "frame"),
            ("on-north", "north"),
            ("on-south", "south"),
            ("on-east", "east"),
            ("on-west", "west"),
        ];
        for theme in [0, 1] {
            for (text, ground) in pairs {
                let ratio = contrast(token(text, theme), token(ground, theme));
                assert!(
                    ratio >= 4.5,
                    "{text} on {ground} in theme {theme}: {ratio:.2}"
                );
            }
        }
    }

    const BOARD: &str = include_str!("../static/board.css");
    const LOOK: &str = include_str!("../static/look.css");
    const SINGLE: &str = include_str!("../static/single.css");

    /// The value of a property in a rule; the selector is the beginning of a line.
    fn property<'s>(sheet: &'s str, selector: &str, name: &str) -> Option<&'s str> {
        let mut rules = sheet.match_indices(selector);
        let (at, _) = rules.find(|(at, _)| *at == 0 || sheet[..*at].ends_with('\n'))?;
        let rule = &sheet[at..at + sheet[at..].find('}')?];
        let value = &rule[rule.find(&format!("  {name}:"))? + name.len() + 3..];
        Some(value[..value.find(';')?].trim())
    }

    /// A color in a theme: a plain one, a pair, or a mixture with the color of a square.
    fn color(value: &str, theme: usize, square: &str) -> String {
        if let Some(pair) = value.strip_prefix("light-dark(") {
            let mut values = pair.trim_end_matches(')').split(", ");
            return values.nth(theme).expect(value).to_owned();
        }
        let Some(mixture) = value.strip_prefix("color-mix(in srgb, ") else {
            return match value.strip_prefix("var(--") {
                None => value.to_owned(),
                Some(name) => token(name.trim_end_matches(')'), theme).to_owned(),
            };
        };
        let (one, rest) = mixture.split_once(' ').unwrap_or_else(|| panic!("{value}"));
        let share: f64 = rest[..rest.find('%').unwrap()].parse().unwrap();
        let one = color(one, theme, square);
        let channel = |at: usize| {
            let of = |color: &str| f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap());
            (of(&one) * share + of(square) * (100.0 - share)) / 100.0
        };
        let [r, g, b] = [channel(1), channel(3), channel(5)].map(|channel| channel.round() as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// The colors of light and dark squares of every board in a theme.
    fn squares(theme: usize) -> Vec<(&'static str, [String; 2])> {
        let boards = crate::look::BOARDS.iter().map(|&(_, name, _)| {
            let selector = format!("[data-board=\"{name}\"]");
            let of = |square: &str| match property(LOOK, &selector, &format!("--{square}")) {
                Some(value) => color(value, theme, ""),
                None => token(square, theme).to_owned(),
            };
            (name, [of("square-light"), of("square-dark")])
        });
        boards.collect()
    }

    #[test]
    fn pieces_stand_out_on_every_square_of_every_board() {
        // Pieces, also ghosts, are told from a square by their outline, which no set changes.
        assert!(
            !LOOK.contains("--outline"),
            "a set with an outline of its own"
        );
        let grounds = [
            (".cell.came .square,", ".cell.left .square.dark"),
            (".cell.in-check .square", ".cell.in-check .square"),
            (".cell.mated .square", ".cell.mated .square"),
            (".cell.premove .square {", ".cell.premove .square.dark"),
        ];
        for theme in [0, 1] {
            let outline = token("outline", theme);
            for (board, [light, dark]) in squares(theme) {
                let mut seen = vec![light.clone(), dark.clone()];
                for (on_light, on_dark) in grounds {
                    for (selector, square) in [(on_light, &light), (on_dark, &dark)] {
                        let fill = property(BOARD, selector, "fill").expect(selector);
                        // A check is mixed with the light square on both.
                        let square = match fill.contains("square-light") {
                            true => &light,
                            false => square,
                        };
                        seen.push(color(fill, theme, square));
                    }
                }
                for ground in seen {
                    let ratio = contrast(outline, &ground);
                    assert!(ratio >= 3.0, "{board}, theme {theme}: {ground}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn captured_pieces_stand_out_on_the_page() {
        let outline = property(SINGLE, ".taken-pieces {\n  --outline", "--outline");
        let outline = outline.expect("captured pieces have an outline of their own");
        for theme in [0, 1] {
            let ratio = contrast(&color(outline, theme, ""), token("page", theme));
            assert!(ratio >= 3.0, "theme {theme}: {ratio:.2}");
        }
    }
}
