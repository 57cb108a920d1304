//! Generated games to fill a file, the same for the same seed.
//!
//! They should look like real games to a PGN reader, not to a player: captures are made when they
//! win material, checks are preferred, and the rest is random. Tags, clocks, comments, glyphs and
//! variations occur about as often as in files of online games.

use std::fmt::Write;

use chess::{Move, MoveKind, Position, Role};
use repeatable::Random;

const NAMES: [&str; 8] = [
    "Anderssen, Adolf",
    "Morphy, Paul",
    "Steinitz, Wilhelm",
    "Menchik, Vera",
    "Lasker, Emanuel",
    "Capablanca, José Raúl",
    "Gaprindashvili, Nona",
    "Tal, Mikhail",
];

const REMARKS: [&str; 4] = [
    "The threat is stronger than its execution.",
    "A novelty, prepared at home.",
    "Better was to castle at once; now the king stays in the middle for good.",
    "time trouble",
];

/// Appends one game to a text and returns the number of moves in its main line.
pub fn write_game(text: &mut String, number: usize, random: &mut Random) -> usize {
    let plies = 30 + random.below(60) + random.below(60);
    let has_clocks = !random.one_in(3);
    let has_evaluations = has_clocks && random.one_in(6);
    let moves = play(plies, random);
    let result = match &moves.last {
        last if last.is_checkmate() && last.turn().is_white() => "0-1",
        last if last.is_checkmate() => "1-0",
        last if last.is_stalemate() => "1/2-1/2",
        _ => ["1-0", "0-1", "1/2-1/2"][random.below(3)],
    };
    write_tags(text, number, result, random);
    let mut line = Line {
        text,
        column: 0,
        needs_number: true,
    };
    let mut position = Position::start();
    let mut clocks = [600 + random.below(1200), 600 + random.below(1200)];
    for (ply, &m) in moves.moves.iter().enumerate() {
        line.play(&position, m);
        let before = position;
        position = position.play_unchecked(m);
        if random.one_in(40) {
            line.word(["$1", "$2", "$5", "$14"][random.below(4)]);
        }
        if has_clocks {
            let clock = &mut clocks[ply % 2];
            *clock = clock.saturating_sub(random.below(20)) + 2;
            let time = format!("[%clk 0:{:02}:{:02}]", *clock / 60, *clock % 60);
            let evaluation = random.below(300) as f64 / 100.0 - 1.5;
            if has_evaluations {
                line.comment(&format!("[%eval {evaluation:.2}] {time}"));
            } else {
                line.comment(&time);
            }
        } else if random.one_in(30) {
            line.comment(REMARKS[random.below(REMARKS.len())]);
        }
        if random.one_in(80) {
            line.variation(&before, random);
        }
    }
    line.word(result);
    text.push_str("\n\n");
    moves.moves.len()
}

fn write_tags(text: &mut String, number: usize, result: &str, random: &mut Random) {
    let (white, black) = (random.below(NAMES.len()), random.below(NAMES.len()));
    let tags = [
        ("Event", format!("Generated open, section {}", number % 97)),
        ("Site", "Nowhere".to_owned()),
        (
            "Date",
            format!("20{:02}.{:02}.??", number % 26, number % 12 + 1),
        ),
        ("Round", (number % 11 + 1).to_string()),
        ("White", NAMES[white].to_owned()),
        ("Black", NAMES[black].to_owned()),
        ("Result", result.to_owned()),
        ("WhiteElo", (1800 + random.below(1000)).to_string()),
        ("BlackElo", (1800 + random.below(1000)).to_string()),
        ("TimeControl", "600+2".to_owned()),
    ];
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
    }
    text.push('\n');
}

struct Played {
    moves: Vec<Move>,
    last: Position,
}

fn play(plies: usize, random: &mut Random) -> Played {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(m) = choose(&position, random) else {
            break;
        };
        moves.push(m);
        position = position.play_unchecked(m);
    }
    Played {
        moves,
        last: position,
    }
}

/// The most active of a few random moves.
fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    (0..4)
        .filter(|_| !moves.is_empty())
        .map(|_| moves[random.below(moves.len())])
        .max_by_key(|&m| liveliness(position, m))
}

fn liveliness(position: &Position, m: Move) -> i32 {
    let value = |role: Role| [1, 3, 3, 5, 9, 0][role as usize];
    let mover = position.board().role_at(m.from()).map_or(0, value);
    let gain = position
        .captured_by(m)
        .map_or(0, |role| 10 * value(role) - mover);
    let castles = i32::from(m.kind() == MoveKind::Castle) * 20;
    let promotes = m.promoted_to().map_or(0, |role| 10 * value(role));
    let checks = i32::from(position.play_unchecked(m).is_check()) * 4;
    gain + castles + promotes + checks - mover / 3
}

/// Wraps words to lines of eighty characters.
struct Line<'t> {
    text: &'t mut String,
    column: usize,
    needs_number: bool,
}

impl Line<'_> {
    fn word(&mut self, word: &str) {
        if self.column + word.len() + 1 > 80 {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    fn comment(&mut self, comment: &str) {
        self.word(&format!("{{{comment}}}"));
        self.needs_number = true;
    }

    fn play(&mut self, position: &Position, m: Move) {
        if position.turn().is_white() {
            self.word(&format!("{}.", position.fullmoves()));
        } else if self.needs_number {
            self.word(&format!("{}...", position.fullmoves()));
        }
        self.needs_number = false;
        self.word(&position.san(m).to_string());
    }

    fn variation(&mut self, position: &Position, random: &mut Random) {
        self.word("(");
        self.needs_number = true;
        let mut position = *position;
        for _ in 0..1 + random.below(6) {
            let Some(m) = choose(&position, random) else {
                break;
            };
            self.play(&position, m);
            position = position.play_unchecked(m);
        }
        self.word(")");
        self.needs_number = true;
    }
}
