//! The drawings of the six pieces.
//!
//! Each consists of a few closed outlines on a 100 by 100 canvas and a few inner strokes. The
//! outlines are filled with the color of the seat and have a dark edge, so one drawing serves four
//! players. The shapes are simple and broad, to be recognizable at 24 pixels and at any rotation.

use chess::Role;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Closed outlines, filled and stroked, from back to front.
    pub body: &'static [&'static str],
    /// Strokes inside the body.
    pub detail: &'static [&'static str],
}

#[must_use]
pub const fn drawing(role: Role) -> Drawing {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

const PAWN: Drawing = Drawing {
    body: &[
        "M38 45C36 58 33 64 27 71C24 75 23 80 23 86L77 86C77 80 76 75 73 71C67 64 64 58 62 45Z",
        "M50 14A15.5 15.5 0 1 1 50 45A15.5 15.5 0 1 1 50 14Z",
    ],
    detail: &["M31 75L69 75"],
};

const KNIGHT: Drawing = Drawing {
    body: &[concat!(
        "M30 86C31 72 43 66 46 54C40 58 35 60 31 65C28 69 21 68 18 63C15 58 18 53 21 48",
        "C25 41 26 33 33 26L32 13L42 20C58 20 69 29 74 42C79 55 79 70 78 86Z"
    )],
    detail: &["M53 30C63 38 67 54 66 76", "M36 36L41 33", "M23 58L26 56"],
};

const BISHOP: Drawing = Drawing {
    body: &[
        "M22 86C22 77 33 77 40 73L60 73C67 77 78 77 78 86Z",
        "M50 20C63 29 71 41 69 54C68 62 63 67 60 73L40 73C37 67 32 62 31 54C29 41 37 29 50 20Z",
        "M50 8A6.5 6.5 0 1 1 50 21A6.5 6.5 0 1 1 50 8Z",
    ],
    detail: &["M50 37L50 59", "M41 47L59 47"],
};

const ROOK: Drawing = Drawing {
    body: &[concat!(
        "M22 86L22 78L30 72L33 42L25 35L25 15L36.5 15L36.5 23L44.5 23L44.5 15L55.5 15L55.5 23",
        "L63.5 23L63.5 15L75 15L75 35L67 42L70 72L78 78L78 86Z"
    )],
    detail: &["M33 42L67 42", "M30 72L70 72"],
};

const QUEEN: Drawing = Drawing {
    body: &[
        "M23 86C23 80 24 76 26 72L74 72C76 76 77 80 77 86Z",
        "M16 32L30 55L33 24L44 52L50 20L56 52L67 24L70 55L84 32L74 72L26 72Z",
        "M15 25A5.5 5.5 0 1 1 15 36A5.5 5.5 0 1 1 15 25Z",
        "M33 15A5.5 5.5 0 1 1 33 26A5.5 5.5 0 1 1 33 15Z",
        "M50 11A5.5 5.5 0 1 1 50 22A5.5 5.5 0 1 1 50 11Z",
        "M67 15A5.5 5.5 0 1 1 67 26A5.5 5.5 0 1 1 67 15Z",
        "M85 25A5.5 5.5 0 1 1 85 36A5.5 5.5 0 1 1 85 25Z",
    ],
    detail: &["M31 63L69 63"],
};

const KING: Drawing = Drawing {
    body: &[
        "M46 5L54 5L54 11L61 11L61 19L54 19L54 32L46 32L46 19L39 19L39 11L46 11Z",
        "M23 86C23 80 24 76 27 72L73 72C76 76 77 80 77 86Z",
        "M50 38C56 25 85 24 84 44C83 57 73 62 73 72L27 72C27 62 17 57 16 44C15 24 44 25 50 38Z",
    ],
    detail: &["M50 38L50 63", "M34 63L66 63"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_closed_and_within_the_canvas() {
        for role in Role::ALL {
            let Drawing { body, detail } = drawing(role);
            assert!(body.iter().all(|path| path.ends_with('Z')), "{role:?}");
            for path in body.iter().chain(detail) {
                for number in path.split(|c: char| c.is_ascii_alphabetic() || c == ' ') {
                    if !number.is_empty() {
                        let value: f64 = number.parse().unwrap();
                        assert!((0.0..=100.0).contains(&value), "{role:?}: {number}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_paint_has_the_same_drawings() {
        const PAGE: &str = include_str!("../index.html");
        for role in Role::ALL {
            let Drawing { body, detail } = drawing(role);
            let paths = |class: &str, all: &[&str]| -> String {
                let paths = all.iter();
                paths
                    .map(|d| format!("<path class=\"{class}\" d=\"{d}\"/>"))
                    .collect()
            };
            let group = format!(
                "<g id=\"first-{role}\"><g class=\"shape\">{}{}</g><g class=\"disc\">\
                 <circle class=\"body\" cx=\"50\" cy=\"50\" r=\"38\"/>\
                 <text class=\"disc-letter\" x=\"50\" y=\"67\">{}</text></g></g>",
                paths("body", body),
                paths("detail", detail),
                role.letter()
            );
            assert!(PAGE.contains(&group), "{group}");
        }
    }

    #[test]
    fn no_two_pieces_share_an_outline() {
        for (index, &one) in Role::ALL.iter().enumerate() {
            for &other in &Role::ALL[index + 1..] {
                let last = |role| *drawing(role).body.last().unwrap();
                assert_ne!(last(one), last(other));
            }
        }
    }
}
