//! Arrows and circles in the comments of a move, as `[%cal Gd2d4]` and `[%csl Rd4]`.

use chess::Square;
use game::pgn::Node;

use crate::view::{Drawn, Ink};

/// The names of the commands for circles and arrows.
const CIRCLES: &str = "csl";
const ARROWS: &str = "cal";

const LETTERS: [(char, Ink); 4] = [
    ('G', Ink::Green),
    ('R', Ink::Red),
    ('B', Ink::Blue),
    ('Y', Ink::Yellow),
];

pub(super) fn of(node: &Node) -> Vec<Drawn> {
    let commands = node.comments.iter().flat_map(|comment| comment.commands());
    let drawings = commands.filter(|command| [CIRCLES, ARROWS].contains(&command.name));
    let words = drawings.flat_map(|command| command.argument.split(','));
    words.filter_map(|word| read(word.trim())).collect()
}

pub(super) fn set(node: &mut Node, drawings: &[Drawn]) {
    let written = |is_circle: bool| {
        let here = drawings
            .iter()
            .filter(|drawn| drawn.is_circle() == is_circle);
        let words: Vec<String> = here.map(|drawn| write(*drawn)).collect();
        (!words.is_empty()).then(|| words.join(","))
    };
    for (name, is_circle) in [(ARROWS, false), (CIRCLES, true)] {
        node.set_command(name, written(is_circle).as_deref());
    }
}

fn read(word: &str) -> Option<Drawn> {
    let letter = word.chars().next()?;
    let (_, ink) = LETTERS.into_iter().find(|(known, _)| *known == letter)?;
    let square = |range: core::ops::Range<usize>| word.get(range)?.parse::<Square>().ok();
    let from = square(1..3)?;
    let to = match word.len() {
        3 => from,
        5 => square(3..5)?,
        _ => return None,
    };
    Some(Drawn { from, to, ink })
}

fn write(drawn: Drawn) -> String {
    let mut letters = LETTERS.into_iter();
    let letter = letters.find(|(_, ink)| *ink == drawn.ink);
    let letter = letter.map_or('G', |(letter, _)| letter);
    match drawn.is_circle() {
        true => format!("{letter}{}", drawn.from),
        false => format!("{letter}{}{}", drawn.from, drawn.to),
    }
}
