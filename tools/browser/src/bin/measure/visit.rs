//! What a visitor waits for: the first visit on a slow line, a click on the board, and the report of
//! a game.

use anyhow::{Context, Result, ensure};
use browser::Page;
use serde_json::{Value, json};

use crate::meter::Meter;
use crate::report::{self, Figures, Goal};
use crate::slow_line;

/// How much slower the processor of a weak phone is. The workers keep their speed.
const SLOWDOWN: u32 = 4;

/// Notes when the board is painted, and when the program has replaced it.
const WATCH: &str = "
    globalThis.seen = {};
    const look = () => {
        const board = document.querySelector('.plane svg')?.getBoundingClientRect();
        // The next frame has been painted with it.
        if (!seen.painted && board?.width > 100) {
            seen.painted = -1;
            requestAnimationFrame(() => { seen.painted = performance.now(); });
        }
        if (!seen.usable && document.querySelector('[data-square=e2]')) seen.usable = performance.now();
        if (!(seen.painted > 0 && seen.usable)) requestAnimationFrame(look);
    };
    requestAnimationFrame(look)";

/// A game on one board, as clicks.
const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8 f1e1 a7a6 c4b3 c5a7 \
     h2h3 h7h6 b1d2 f8e8 d2f1 c8e6 b3c2 d6d5 e4d5 e6d5 f1g3 d8d7 c1e3 a7e3 e1e3 a8d8 d1e2 b7b5 a1e1 \
     a6a5 a2a3 a5a4";

/// A game of forty moves.
const GAME: &str = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7 5. Bf4 O-O 6. e3 Nbd7 7. a3 c5 8. cxd5 Nxd5 \
     9. Nxd5 exd5 10. dxc5 Nxc5 11. Be5 Bf5 12. Be2 Bf6 13. Bxf6 Qxf6 14. Nd4 Ne6 15. Nxf5 Qxf5 16. O-O Rfd8 \
     17. Bg4 Qe5 18. Qb3 Nc5 19. Qb5 b6 20. Rfd1 Rd6 21. Rd4 a6 22. Qb4 h5 23. Bh3 Rad8 24. g3 g5 25. Rad1 g4 \
     26. Bg2 Ne6 27. R4d3 d4 28. exd4 Qd5 29. Bxd5 Rxd5 30. Qc4 R5d6 31. d5 Nc7 32. Qf4 Ne8 33. Qg5+ Kf8 \
     34. Qxh5 Kg7 35. Qxg4+ Kf8 36. Re3 Nf6 37. Qf4 Kg7 38. Re7 R8d7 39. Rxd7 Rxd7 40. Qg5+ Kf8 *";

/// The first visit of the page for one board over a slow line, at an address of its own: nothing is
/// stored there.
pub fn first(page: &Page) -> Result<Vec<Goal>> {
    let (_server, home) = slow_line::open()?;
    page.devtools("Page.enable", json!({}))?;
    let watch = page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": WATCH }),
    )?;
    page.devtools(
        "Emulation.setCPUThrottlingRate",
        json!({ "rate": SLOWDOWN }),
    )?;
    page.visit(&format!("{home}/#play"))?;
    page.wait("[data-square=e2]")?;
    // The first move of the engine, in a game that is begun at once.
    page.click("[data-board=game] [data-square=e2]")?;
    page.click("[data-board=game] [data-square=e4]")?;
    page.wait("[data-step='2']")?;
    let seen = page.script("seen.replied = performance.now(); return seen", &[])?;
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }))?;
    page.devtools("Page.removeScriptToEvaluateOnNewDocument", watch)?;
    page.open("/#top")?;
    let at = |name: &str| seconds(&seen[name]);
    let slow = "first visit at 400 kbit/s, 400 ms, a quarter of the processor";
    Ok(vec![
        report::seconds(&format!("{slow}: board painted"), at("painted")?, 3.0),
        report::seconds(&format!("{slow}: usable"), at("usable")?, 8.2),
        report::seconds(&format!("{slow}: first reply"), at("replied")?, 20.0),
    ])
}

fn seconds(milliseconds: &Value) -> Result<f64> {
    let milliseconds = milliseconds.as_f64().filter(|ms| *ms > 0.0);
    Ok(milliseconds.context("the page noted no time")? / 1_000.0)
}

/// Clicks of two people on one board. A move takes two; the second, which plays it, is measured.
pub fn clicks(page: &Page) -> Result<Figures> {
    page.open("/#play")?;
    page.click("[data-action=new]")?;
    page.fill("dialog[open] [data-field=opponent]", "0")?;
    page.click("[data-action=begin]")?;
    page.wait_gone("dialog[open]")?;
    let meter = Meter::new(page)?;
    let mut moves = Figures::default();
    for (ply, m) in MOVES.split_whitespace().enumerate() {
        let square = |name: &str| format!("[data-board=game] [data-square={name}]");
        let (from, to) = (
            meter.middle(&square(&m[..2]))?,
            meter.middle(&square(&m[2..]))?,
        );
        meter.click(from)?;
        moves.push(meter.click(to)?);
        page.wait(&format!("[data-step='{}'][aria-current=true]", ply + 1))?;
    }
    Ok(moves)
}

/// The report of a game of forty moves: its first progress, and its end.
pub fn game_report(page: &Page) -> Result<Vec<Goal>> {
    page.open("/#analyse")?;
    page.wait("[data-testid=analyse]")?;
    page.paste(GAME)?;
    page.wait("[data-order='80']")?;
    let script = "
        const start = performance.now(), seen = {};
        document.querySelector('[data-action=report]').click();
        return new Promise((done) => {
            const look = () => {
                const progress = document.querySelector('[data-testid=report-progress]')?.textContent;
                const now = performance.now() - start;
                if (!seen.first && progress && !progress.startsWith('0 ')) seen.first = now;
                if (seen.first && !progress) return done({ ...seen, end: now });
                setTimeout(look, 10);
            };
            look();
        })";
    let seen = page.script(script, &[])?;
    let accuracy = page.text("[data-side=White] [data-testid=accuracy]")?;
    ensure!(accuracy.ends_with('%'), "the report ends with {accuracy:?}");
    Ok(vec![
        report::seconds(
            "report of 40 moves: first progress",
            seconds(&seen["first"])?,
            1.0,
        ),
        report::seconds("report of 40 moves", seconds(&seen["end"])?, 20.0),
    ])
}
