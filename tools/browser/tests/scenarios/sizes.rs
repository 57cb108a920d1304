//! The table on every screen: phones, tablets and laptops, by touch and by mouse.

use anyhow::{Result, ensure};
use browser::{Page, Pointer, Size, scenario};
use serde_json::{Value, json};

use crate::table::{DOUBLE_MATE, MIDDLEGAME, boards_of, square, type_moves, wait_for_step};

/// A game of eighty moves, ten rounds of which go back and forth.
const LONG: &str = "e2e4 e2e4 e7e5 e7e5 g1f3 g1f3 b8c6 b8c6 f1c4 f1c4 f8c5 f8c5 d2d3 d2d3 d7d6 d7d6 \
    b1c3 b1c3 g8f6 g8f6 e1g1 e1g1 e8g8 e8g8 a2a3 a2a3 a7a6 a7a6 h2h3 h2h3 h7h6 h7h6 c1d2 c1d2 c8d7 \
    c8d7 a1b1 a1b1 a8b8 a8b8 b2b3 b2b3 b7b6 b7b6 d1e2 d1e2 d8e7 d8e7 f1e1 f1e1 f8e8 f8e8 e1d1 e1d1 \
    e8d8 e8d8 d1e1 d1e1 d8f8 d8f8 g1h1 g1h1 g8h8 g8h8 g2g3 g2g3 g7g6 g7g6 h1g2 h1g2 h8g7 h8g7 f3g1 \
    f3g1 f6g8 f6g8 g1f3 g1f3 g8f6 g8f6";

/// A game on one board with captures, checks and castling.
const ONE_BOARD: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1 Bg4 f3 Be6 Nc3 \
    Bd6 Be3 b6 a4 O-O-O a5 Kb7 e5 Be7 Rxd8 Bxd8 Ne4 Kc6 axb6 cxb6 Nbxc5 Bc8 Nxa6 fxe5 Nb4+";

fn middlegame() -> Vec<&'static str> {
    MIDDLEGAME.split(' ').collect()
}

fn long() -> Vec<&'static str> {
    LONG.split_whitespace().collect()
}

#[test]
fn pieces_stand_upright_for_every_seat_and_labels_have_their_own_place() {
    scenario("upright-means-upright", |page| {
        page.click("[data-action=upright]")?;
        page.wait("[data-view=upright]")?;
        for (ply, m) in ["e2e4", "e2e4", "e7e5", "e7e5"].into_iter().enumerate() {
            let board = boards_of(ply)[0];
            // The crown of a king is above its base, whatever seat it belongs to.
            for king in ["e1", "e8"] {
                let script = "const [board, square] = arguments;
                    const cell = document.querySelector(`[data-board=${board}] [data-square=${square}]`);
                    const at = cell.getBoundingClientRect();
                    const middle = [at.x + at.width / 2, at.y + at.height / 2];
                    const use = [...document.querySelectorAll(`[data-board=${board}] .pieces use`)]
                        .find((use) => { const r = use.getBoundingClientRect();
                            return r.left < middle[0] && r.right > middle[0]
                                && r.top < middle[1] && r.bottom > middle[1]; });
                    const { b, d } = use.getScreenCTM();
                    return d > 0 && Math.abs(b) < 0.01";
                let stands = page.script(script, &[board.into(), king.into()])?;
                ensure!(stands == true, "{king} on {board} at ply {ply}");
            }
            let overlaps = page.script(
                "const [board] = arguments;
                 const label = document.querySelector(`[data-magnify=${board}] .board-name`)
                     .getBoundingClientRect();
                 return [...document.querySelectorAll(`[data-board=${board}] .coordinate`)]
                     .map((text) => text.getBoundingClientRect())
                     .filter((r) => r.left < label.right && r.right > label.left
                         && r.top < label.bottom && r.bottom > label.top).length",
                &[board.into()],
            )?;
            ensure!(
                overlaps == 0,
                "the label of {board} meets a coordinate at ply {ply}"
            );
            crate::table::type_move(page, m)?;
            wait_for_step(page, ply + 1)?;
        }
        page.screenshot("upright-east")
    });
}

/// How many plies of a game are played and scrubbed while the controls are watched.
const WATCHED: usize = 44;

#[test]
fn controls_do_not_move_while_a_game_is_played_and_scrubbed() {
    for (name, size) in [("desktop", Size::DESKTOP), ("laptop", Size::LAPTOP)] {
        scenario(&format!("still-{name}"), |page| {
            page.resize(size)?;
            // Forty plies and more, and a game with captures, ghosts and checks to tell of.
            for moves in [&long()[..WATCHED], &middlegame()] {
                page.open("/#1.")?;
                page.wait_until("the link is used", || {
                    Ok(page.address()?.ends_with("#four").then_some(()))
                })?;
                page.wait_gone("[data-step]")?;
                watch_controls(page, moves)?;
            }
            Ok(())
        });
    }
}

#[test]
fn controls_of_one_board_stand_still_too() {
    let moves: Vec<&str> = ONE_BOARD.split(' ').collect();
    scenario("still-one-board", |page| {
        page.resize(Size::LAPTOP)?;
        page.open("/#play?moves=")?;
        page.wait_text("[data-testid=turn]", "White to move")?;
        watch_controls(page, &moves)
    });
}

/// Plays a game, goes back to its start and forward again; no control may move by a pixel.
fn watch_controls(page: &Page, moves: &[&str]) -> Result<()> {
    let moved = page.script(WATCH, &[json!(moves)])?;
    ensure!(moved == Value::Null, "{moved}");
    Ok(())
}

/// Acts as a person does and measures after every frame. Returns what moved, or went wrong.
const WATCH: &str = "
    const [moves] = arguments;
    const find = (action) => document.querySelector(`[data-action=${action}]`);
    const places = () => JSON.stringify(
        [...document.querySelectorAll('.bar button, .controls button, .controls input, .scrub button')]
            .map((control) => { const r = control.getBoundingClientRect();
                return [control.dataset.action, r.x, r.y, r.width, r.height] }));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const play = (move) => {
        const field = find('typed');
        field.value = move;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        find('play').click();
    };
    const first = places();
    // What is shown is the current step of the log, and none at the start.
    const check = async (deed, step) => {
        for (let frames = 0; frames < 60; frames += 1) {
            await frame();
            const now = places();
            if (now !== first) return `after ${deed}: ${first} became ${now}`;
            const current = document.querySelector('[data-step][aria-current=true]');
            if (Number(current?.dataset.step ?? 0) === step) return null;
        }
        return `after ${deed}: step ${step} is not shown`;
    };
    return (async () => {
        for (let step = 1; step <= moves.length; step += 1) {
            play(moves[step - 1]);
            const moved = await check(moves[step - 1], step);
            if (moved) return moved;
        }
        for (let step = moves.length - 1; step >= 0; step -= 1) {
            find('back').click();
            const moved = await check(`going back to ${step}`, step);
            if (moved) return moved;
        }
        for (let step = 1; step <= moves.length; step += 1) {
            find('forward').click();
            const moved = await check(`going forward to ${step}`, step);
            if (moved) return moved;
        }
        return null;
    })()";

#[test]
fn thirty_clicks_on_previous_go_back_thirty_moves() {
    scenario("thirty-clicks", |page| {
        page.resize(Size::LAPTOP)?;
        let moves = long();
        type_moves(page, &moves[..40].join(" "))?;
        let at = page.wait("[data-action=back]")?;
        // One spot on the screen, whatever is there.
        for _ in 0..30 {
            at.click()?;
        }
        wait_for_step(page, 10)?;
        for _ in 0..2 {
            page.click("[data-action=first]")
                .or_else(|_| Ok::<(), anyhow::Error>(()))?;
        }
        ensure!(page.count("dialog[open]")? == 0, "no dialog was opened");
        Ok(())
    });
}

#[test]
fn a_finger_drags_a_piece_and_scrolls_elsewhere() {
    scenario("touch-drag", |page| {
        page.resize(Size::PHONE)?;
        page.reload()?;
        page.wait("[data-view=upright]")?;
        page.drag(Pointer::Touch, &square("NW", "e2"), &square("NW", "e4"))?;
        wait_for_step(page, 1)?;
        ensure!(
            page.script("return scrollY", &[])? == 0,
            "the page stood still"
        );
        // A swipe over empty squares scrolls.
        let touch = |kind: &str, y: Option<i32>| {
            let points: Vec<Value> = y.iter().map(|y| json!({ "x": 180, "y": y })).collect();
            let event = json!({ "type": kind, "touchPoints": points });
            page.devtools("Input.dispatchTouchEvent", event).map(drop)
        };
        touch("touchStart", Some(210))?;
        for step in 1..10 {
            touch("touchMove", Some(210 - 15 * step))?;
        }
        touch("touchEnd", None)?;
        page.wait_until("the page has scrolled", || {
            let scrolled = page.script("return scrollY", &[])?;
            Ok((scrolled.as_f64() > Some(50.0)).then_some(()))
        })
    });
}

#[test]
fn messages_are_in_view_on_every_small_screen() {
    for (name, size) in [
        ("phone", Size::PHONE),
        ("side", Size::PHONE_ON_ITS_SIDE),
        ("tablet", Size::TABLET),
    ] {
        scenario(&format!("words-{name}"), |page| {
            page.resize(size)?;
            page.reload()?;
            page.wait_gone("#loading")?;
            let seen = |what: &str| -> Result<()> {
                let script = "const r = document.querySelector(arguments[0]).getBoundingClientRect();
                    return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth";
                ensure!(
                    page.script(script, &[what.into()])? == true,
                    "{what} is off screen"
                );
                Ok(())
            };
            page.wait_text("[data-testid=turn]", "North to move")?;
            seen("[data-testid=turn]")?;
            page.tap(Pointer::Touch, &square("NW", "e7"))?;
            page.wait("[data-testid=notice][data-good=false]")?;
            seen(".message")?;
            seen("[data-action=dismiss]")?;
            page.click("[data-action=dismiss]")?;
            page.click("[data-action=tour]")?;
            page.wait("[data-testid=tour-text]")?;
            seen("[data-testid=tour]")?;
            seen("[data-action=tour-forward]")?;
            page.screenshot(&format!("tour-{name}"))?;
            page.click("[data-action=tour-leave]")?;
            page.open("/#1.NVIQ0k0kOeJR7f7f")?;
            page.wait_text("[data-testid=turn]", "Checkmate")?;
            seen("[data-testid=turn]")?;
            seen(".message")?;
            page.screenshot(&format!("verdict-{name}"))
        });
    }
}

#[test]
fn a_tablet_shows_the_compass_and_a_phone_the_boards_of_the_player_to_move() {
    scenario("default-views", |page| {
        page.resize(Size::TABLET)?;
        type_moves(page, MIDDLEGAME)?;
        page.wait("[data-view=compass]")?;
        page.screenshot("tablet")?;
        page.resize(Size::PHONE_ON_ITS_SIDE)?;
        page.wait("[data-view=upright]")?;
        for board in ["SW", "SE"] {
            for corner in ["a1", "h8"] {
                let script =
                    "const r = document.querySelector(arguments[0]).getBoundingClientRect();
                    return r.top >= 0 && r.bottom <= innerHeight";
                let seen = page.script(script, &[square(board, corner).into()])?;
                ensure!(seen == true, "{corner} on {board} is off screen");
            }
        }
        page.screenshot("phone-on-its-side")
    });
}

#[test]
fn nothing_is_cut_off_or_scrolls_on_a_laptop() {
    for (name, size) in [("laptop", Size::LAPTOP), ("old", Size::OLD_SCREEN)] {
        scenario(&format!("fits-{name}"), |page| {
            page.resize(size)?;
            type_moves(page, &long()[..48].join(" "))?;
            let overhang = page.script(
                "const root = document.documentElement;
                 return [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]",
                &[],
            )?;
            ensure!(overhang == json!([0, 0]), "the page scrolls by {overhang}");
            let outside = page.script(
                "return [...document.querySelectorAll('.bar button, .frame, .board-label, .seat, \
                    .controls button, .log-box')]
                    .filter((e) => { const r = e.getBoundingClientRect();
                        return r.left < -0.5 || r.top < -0.5 || r.right > innerWidth + 0.5
                            || r.bottom > innerHeight + 0.5; })
                    .map((e) => e.className.baseVal ?? e.textContent)",
                &[],
            )?;
            ensure!(outside == json!([]), "cut off: {outside}");
            // The current move is in view, below the heading.
            for step in [48, 1, 24] {
                page.script(
                    "document.querySelector(arguments[0]).click()",
                    &[format!("[data-step='{step}']").into()],
                )?;
                page.wait_until("the current move is in view", || {
                    let script = "const box = document.querySelector('.log-scroll').getBoundingClientRect();
                        const head = document.querySelector('.log thead').getBoundingClientRect();
                        const r = document.querySelector('.log [aria-current=true]').getBoundingClientRect();
                        return r.top >= head.bottom - 1 && r.bottom <= box.bottom + 1";
                    Ok((page.script(script, &[])? == true).then_some(()))
                })?;
            }
            page.screenshot(&format!("fits-{name}"))
        });
    }
}

#[test]
fn eighty_plies_by_thumbs_with_the_turn_always_in_sight() {
    scenario("thumbs", |page| {
        page.resize(Size::PHONE)?;
        page.reload()?;
        page.wait("[data-view=upright]")?;
        for (ply, m) in long().into_iter().enumerate() {
            let board = boards_of(ply)[0];
            page.tap(Pointer::Touch, &square(board, &m[..2]))?;
            page.tap(Pointer::Touch, &square(board, &m[2..4]))?;
            let seat = ["North", "South", "East", "West"][(ply + 1) % 4];
            page.wait_text("[data-testid=turn]", &format!("{seat} to move"))?;
            let script =
                "const r = document.querySelector('[data-testid=turn]').getBoundingClientRect();
                return r.top >= 0 && r.bottom <= innerHeight";
            ensure!(
                page.script(script, &[])? == true,
                "the turn is out of view at {ply}"
            );
        }
        wait_for_step(page, 80)?;
        page.screenshot("phone-after-80")
    });
}

#[test]
fn coordinates_can_be_read_and_mate_cannot_be_missed() {
    scenario("readable", |page| {
        page.resize(Size::LAPTOP)?;
        type_moves(page, DOUBLE_MATE)?;
        // Small inside the squares, and larger on a frame for those who want them so.
        for (place, least) in [("inside", 9.0), ("outside", 11.0)] {
            page.click("[data-action=look]")?;
            page.click(&format!("[name=coordinates][value={place}]"))?;
            page.click("dialog[open] [data-action=close]")?;
            page.wait_gone("dialog[open]")?;
            let size = page.script(
                "const text = document.querySelector('[data-board=NW] .coordinate');
                 const { a, b } = text.getScreenCTM();
                 return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)",
                &[],
            )?;
            ensure!(
                size.as_f64().unwrap_or_default() >= least,
                "coordinates {place} of {size} pixels"
            );
        }
        for board in ["NW", "NE"] {
            page.wait(&format!("{}.mated", square(board, "e1")))?;
        }
        let verdict = page.text("[data-testid=verdict]")?;
        page.wait_text(
            "[data-testid=line]",
            "East's queen on h4 gives check on NE.",
        )?;
        ensure!(
            verdict.matches("East").count() == 2,
            "named once in the result and once in the list"
        );
        page.screenshot("mate")
    });
}
