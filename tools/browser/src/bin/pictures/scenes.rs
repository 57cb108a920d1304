//! The scenes: what each picture shows, and how a page gets there.

use anyhow::Result;
use browser::{Key, Page};

use crate::tables;

/// The folder of the pictures, below that of all screenshots.
pub const FOLDER: &str = "pictures";

pub struct Scene {
    pub name: &'static str,
    pub reach: fn(&Page) -> Result<()>,
}

pub const SCENES: &[Scene] = &[
    Scene {
        name: "start",
        reach: |page| page.open("/#").and_then(|()| shown(page, "#doors")),
    },
    Scene {
        name: "start-continue",
        reach: |page| {
            one_board(page, "play", MIDDLEGAME)?;
            page.open("/#")?;
            shown(page, "[data-running=any]:not([hidden])")
        },
    },
    Scene {
        name: "play",
        reach: |page| one_board(page, "play", MIDDLEGAME),
    },
    Scene {
        name: "play-wrong-claim",
        reach: |page| {
            one_board(page, "play", MIDDLEGAME)?;
            page.click("[data-action=menu]")?;
            page.click("dialog[open] [data-action=claim]")?;
            shown(page, "[data-action=claim-anyway]")
        },
    },
    Scene {
        name: "looks",
        reach: |page| {
            one_board(page, "play", MIDDLEGAME)?;
            page.click("[data-action=look]")?;
            shown(page, "dialog[open]")
        },
    },
    Scene {
        name: "play-new",
        reach: |page| {
            one_board(page, "play", "")?;
            page.click("[data-action=new]")?;
            shown(page, "dialog[open]")
        },
    },
    Scene {
        name: "play-claim",
        reach: |page| one_board(page, "play", THREEFOLD),
    },
    Scene {
        name: "play-mate",
        reach: |page| one_board(page, "play", MATE),
    },
    Scene {
        name: "four",
        reach: |page| four_boards(page, FOUR),
    },
    Scene {
        name: "four-refusal",
        reach: |page| {
            four_boards(page, FOUR)?;
            page.click("[data-board=SW] [data-square=c7]")?;
            shown(page, "[data-testid=notice], [data-testid=line]")
        },
    },
    Scene {
        name: "four-why",
        reach: |page| {
            four_boards(page, BARRED)?;
            page.click("[data-board=NW] [data-square=f1]")?;
            page.hover("[data-board=NW] [data-square=a6]")?;
            shown(page, "[data-testid=reason]")
        },
    },
    Scene {
        name: "four-mate",
        reach: |page| four_boards(page, DOUBLE_MATE),
    },
    Scene {
        name: "four-tour",
        reach: |page| {
            page.click("[data-action=tour]")?;
            shown(page, "[data-testid=tour]")
        },
    },
    Scene {
        name: "analysis",
        reach: |page| one_board(page, "analyse", MIDDLEGAME),
    },
    Scene {
        name: "analysis-set-up",
        reach: |page| {
            one_board(page, "analyse", MIDDLEGAME)?;
            page.click("[data-action=edit]")?;
            shown(page, "[data-testid=editor]")
        },
    },
    Scene {
        name: "analysis-lines",
        reach: |page| {
            one_board(page, "analyse", MIDDLEGAME)?;
            page.click("[data-action=engine]")?;
            shown(page, "[data-testid=worth]")
        },
    },
    Scene {
        name: "analysis-report",
        reach: |page| {
            one_board(page, "analyse", MIDDLEGAME)?;
            page.click("[data-action=report]")?;
            shown(page, "[data-testid=report]")?;
            page.wait_gone("[data-testid=report-progress]")?;
            page.click("[data-judged$=blunder]:not([disabled])")
        },
    },
    Scene {
        name: "analysis-games",
        reach: |page| {
            one_board(page, "analyse", "")?;
            page.paste(TOURNAMENT)?;
            shown(page, "dialog[open] [data-game='2']")
        },
    },
    Scene {
        name: "referee",
        reach: |page| {
            page.open("/#referee")?;
            shown(page, "[data-testid=referee]")
        },
    },
    Scene {
        name: "referee-findings",
        reach: findings,
    },
    Scene {
        name: "referee-finding",
        reach: |page| {
            findings(page)?;
            page.click("[data-of]")?;
            shown(page, "[data-testid=finding]")
        },
    },
    Scene {
        name: "table-new",
        reach: |page| {
            page.open("/#online")?;
            shown(page, "[data-testid=new-table]")
        },
    },
    Scene {
        name: "table",
        reach: |page| {
            page.open("/#online")?;
            shown(page, "[data-testid=new-table]")?;
            page.click("[data-action=open-table]")?;
            shown(page, ".seat-row")
        },
    },
    Scene {
        name: "table-one",
        reach: tables::one_board,
    },
    Scene {
        name: "table-one-offers",
        reach: tables::two_offers,
    },
    Scene {
        name: "table-four",
        reach: tables::four_boards,
    },
    Scene {
        name: "table-four-mate",
        reach: tables::mate,
    },
];

const MIDDLEGAME: &str = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5c6,d7c6,e1g1,f7f6,d2d4,e5d4,f3d4,c6c5,d4b3,d8d1,f1d1,\
    c8g4,f2f3,g4e6,b1c3,f8d6,c1e3,b7b6,a2a4,e8c8,a4a5,c8b7,e4e5,d6e7,d1d8,e7d8,c3e4,b7c6,a5b6,c7b6";

/// The third time of one position: the player to move may claim.
const THREEFOLD: &str = "g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8";

const MATE: &str = "f2f3,e7e5,g2g4,d8h4";

/// A middlegame with ghosts of three players and two checks.
const FOUR: &str = "c2c4 a2a3 g7g6 d7d6 d2d4 g2g3 d7d6 e7e5 b1c3 g1f3 f8g7 c8e6 d1a4 f1h3 b7b5 e6d7 c3b5 e2e4 \
    g7d4 d8g5 b5c7 h3d7 e8f8 e8d8 c7e6";

/// After these, the bishop on f1 of NW could go to a6 on that board only.
const BARRED: &str = "e2e3 e2e3 b7b5 f7f6";

/// A mate on both boards of North.
pub const DOUBLE_MATE: &str = "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4";

/// A tournament with a finding of each common kind.
const TOURNAMENT: &str = r#"[Event "Club Open"]
[Round "3"]
[White "Anna, A."]
[Black "Ben"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "Club Open"]
[Round "3"]
[White "Núñez"]
[Black "Okafor"]
[Result "0-1"]
[SetUp "1"]
[FEN "8/8/3k4/8/3K4/8/7R/8 w - - 0 1"]
[Termination "Time forfeit"]

1. Rh3 Kc6 0-1

[Event "Club Open"]
[Round "3"]
[White "Eve"]
[Black "Fay"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

"#;

pub fn shown(page: &Page, selector: &str) -> Result<()> {
    page.wait(selector).map(drop)
}

/// Opens a page for one board with a game.
fn one_board(page: &Page, route: &str, moves: &str) -> Result<()> {
    page.open(&format!("/#{route}?moves={moves}"))?;
    shown(page, "[data-board=game] [data-square=e4]")?;
    match moves.split(',').filter(|token| !token.is_empty()).count() {
        0 => Ok(()),
        _ => shown(page, "[data-testid=log] [aria-current=true]"),
    }
}

/// Types the moves of a game on four boards.
fn four_boards(page: &Page, moves: &str) -> Result<()> {
    for token in moves.split(' ') {
        page.click("[data-action=typed]")?;
        page.type_text(token)?;
        page.press(&[Key::ENTER])?;
    }
    let last = moves.split(' ').count();
    shown(page, &format!("[data-step='{last}'][aria-current=true]"))
}

fn findings(page: &Page) -> Result<()> {
    page.open("/#referee")?;
    let file = page.file("open.pgn", TOURNAMENT.as_bytes())?;
    page.upload("[data-action=files]", &file)?;
    page.wait_text("[data-testid=headline]", "3 games")
}
