//! What the page promises everywhere: messages are never cut, several are a list, the board gets the
//! space, acts are answered, and the board is painted before the program arrives.

use anyhow::{Result, ensure};
use browser::{Page, SecondBrowser, Size, scenario};
use serde_json::json;

use crate::network::{fragment, invitation, open_table, play, sit};
use crate::single::{open, people};
use crate::table::{square, type_move, type_moves, wait_for_step};

/// The list of messages: the height of its box and of its content, and the height of the column.
fn messages(page: &Page) -> Result<[f64; 3]> {
    let script = "const list = document.querySelector('.messages-list');
        const column = document.querySelector('.side').getBoundingClientRect();
        return [list.clientHeight, list.scrollHeight, column.height]";
    Ok(serde_json::from_value(page.script(script, &[])?)?)
}

/// Where the controls are.
fn controls(page: &Page) -> Result<serde_json::Value> {
    page.script(
        "return [...document.querySelectorAll('.controls button')].map((button) => {
             const { x, y, width, height } = button.getBoundingClientRect();
             return [x, y, width, height] })",
        &[],
    )
}

/// Whether an element is whole on the screen and nothing covers its middle.
pub fn is_whole(page: &Page, selector: &str) -> Result<bool> {
    let script = "const e = document.querySelector(arguments[0]), r = e.getBoundingClientRect();
        const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
        return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth
            && e.contains(top)";
    Ok(page.script(script, &[selector.into()])? == true)
}

#[test]
fn a_message_takes_its_height_from_the_moves_and_scrolls_past_a_limit() {
    scenario("long-message", |page| {
        open(page)?;
        page.resize(Size::LAPTOP)?;
        people(page, "", "")?;
        let before = controls(page)?;
        // A comment as long as this is refused with its beginning.
        let long = format!("1. e4 e5 2. {} *", "Zz9".repeat(200));
        page.paste(&long)?;
        page.wait("[data-testid=notice]")?;
        let [height, content, column] = messages(page)?;
        ensure!(
            height >= content || height > 0.3 * column,
            "{height} of {content}"
        );
        ensure!(height <= 0.4 * column + 1.0, "{height} of {column}");
        ensure!(controls(page)? == before, "a control moved");
        // Several messages: nothing of them is out of reach.
        page.script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
            &[],
        )?;
        type_move(page, "d4")?;
        page.wait_text("[data-testid=line]", "The browser cannot keep this game")?;
        type_move(page, "xx")?;
        page.wait_until("there are two notices", || {
            Ok((page.count("[data-testid=notice]")? == 2).then_some(()))
        })?;
        ensure!(controls(page)? == before, "a control moved");
        ensure!(is_whole(
            page,
            "[data-testid=notice] [data-action=dismiss]"
        )?);
        page.screenshot("long-message")?;
        // On a phone it is a sheet that scrolls to its end and can be put away.
        for size in [Size::PHONE, Size::PHONE_ON_ITS_SIDE] {
            page.resize(size)?;
            page.paste(&long)?;
            page.wait_text("[data-testid=notice]", "The rest of the game was left out.")?;
            let script = "const list = document.querySelector('.messages-list');
                const notice = [...list.querySelectorAll('[data-testid=notice]')]
                    .find((notice) => notice.textContent.includes('left out'));
                const seen = list.getBoundingClientRect();
                notice.querySelector('[data-action=dismiss]').scrollIntoView({ block: 'end' });
                const end = notice.querySelector('[data-action=dismiss]').getBoundingClientRect();
                return seen.top >= 0 && seen.bottom <= innerHeight && end.bottom <= seen.bottom + 1";
            ensure!(page.script(script, &[])? == true, "{size}");
            page.screenshot(&format!("long-message-{}", size.width))?;
        }
        Ok(())
    });
}

#[test]
fn two_offers_at_once_have_their_own_buttons() {
    scenario("two-offers", |ann| {
        open_table(ann, |page| page.click("[name=game][value=chess]"))?;
        let link = invitation(ann, "black")?;
        sit(ann, "white", "Ann")?;
        let bo = SecondBrowser::start(ann.home(), &fragment(&link)?)?;
        sit(&bo, "black", "Bo")?;
        play(ann, "e2e4", 1)?;
        play(&bo, "e7e5", 2)?;
        ann.click("[data-action=draw]")?;
        ann.click("[data-action=takeback]")?;
        ann.wait_text("[data-testid=line]", "You offered a draw.")?;
        for size in [Size::LAPTOP, Size::PHONE, Size::PHONE_ON_ITS_SIDE] {
            bo.resize(size)?;
            bo.wait_text("[data-testid=line]", "Ann asks to take back a move.")?;
            for answer in [
                "accept-draw",
                "decline-draw",
                "accept-takeback",
                "decline-takeback",
            ] {
                // Without scrolling.
                bo.wait_until(&format!("{answer} is in sight, {size}"), || {
                    Ok(is_whole(&bo, &format!("[data-action={answer}]"))?.then_some(()))
                })?;
            }
            bo.screenshot(&format!("two-offers-{}x{}", size.width, size.height))?;
        }
        bo.click("[data-action=decline-takeback]")?;
        ann.wait_text("[data-testid=line]", "Bo refuses the takeback.")?;
        bo.click("[data-action=accept-draw]")?;
        ann.wait_text("[data-testid=turn]", "A draw")?;
        // One click leads to the analysis of the game.
        ann.click("[data-action=analyze]")?;
        ann.wait("[data-testid=analyse]")?;
        ann.wait_text("[data-testid=log]", "e5")?;
        ann.wait_text("[data-testid=title]", "Ann \u{2013} Bo")?;
        ann.wait_text("[data-testid=clocks]", ":")
    });
}

#[test]
fn an_ending_is_read_whole_on_a_phone_and_put_away() {
    for (name, size) in [("tall", Size::PHONE), ("low", Size::PHONE_ON_ITS_SIDE)] {
        scenario(&format!("ending-{name}"), |page| {
            page.resize(size)?;
            // The double mate of eight moves.
            page.open("/#1.NVIQ0k0kOeJR7f7f")?;
            expect_ending(page, &format!("ending-{name}"))
        });
    }
}

/// The double mate of North is explained whole, and can be put away and shown again.
pub fn expect_ending(page: &Page, name: &str) -> Result<()> {
    let line = "[data-testid=line]";
    for words in [
        "North is checkmated on NW and NE",
        "West's queen on h4 gives check on NW.",
        "East's queen on h4 gives check on NE.",
        "North: loss, South: draw, East: win, West: win.",
        "Provisional ruling",
    ] {
        page.wait_text(line, words)?;
    }
    let [height, content, _] = messages(page)?;
    ensure!(content <= height + 1.0, "{content} in {height}");
    ensure!(is_whole(page, ".message[data-tone=verdict] p")?);
    page.screenshot(name)?;
    page.click("[data-action=put-away]")?;
    page.wait_until("the boards are in sight", || {
        Ok(is_whole(page, &square("NE", "e1"))?.then_some(()))
    })?;
    page.click("[data-action=put-away]")?;
    page.wait_text(line, "North is checkmated")
}

#[test]
fn a_phone_on_its_side_has_the_board_at_full_height_and_both_clocks() {
    scenario("low-board", |page| {
        page.resize(Size::PHONE_ON_ITS_SIDE)?;
        open(page)?;
        people(page, "5+0", "")?;
        for (name, board) in [("play", "game"), ("analyse", "game"), ("four", "NW")] {
            page.open(&format!("/#{name}"))?;
            page.wait_gone("#loading")?;
            expect_full_height(page, name, board)?;
        }
        // The report of a game, and a finding of the referee.
        page.open("/#analyse")?;
        page.wait("[data-testid=analyse]")?;
        page.paste("1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 $2 {[%eval -1.1]} Nf6 *")?;
        page.wait("[data-testid=report]")?;
        expect_full_height(page, "report", "game")?;
        page.open("/#referee")?;
        let file = page.file("open.pgn", b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n")?;
        page.upload("[data-action=files]", &file)?;
        page.click("[data-of]")?;
        expect_full_height(page, "finding", "game")?;
        // Tables.
        for (game, seat, board) in [("chess", "white", "game"), ("duplicate", "north", "NW")] {
            table_of_programs(page, game, seat)?;
            expect_full_height(page, &format!("table-{game}"), board)?;
            if game == "chess" {
                expect_clocks(page)?;
            }
        }
        open(page)?;
        expect_clocks(page)
    });
}

/// A table at which the person sits and programs have all other seats.
fn table_of_programs(page: &Page, game: &str, seat: &str) -> Result<()> {
    open_table(page, |page| {
        page.click(&format!("[name=game][value={game}]"))?;
        page.click("[data-field=host-starts]")
    })?;
    sit(page, seat, "Ann")?;
    page.wait_text(
        &format!("[data-seat={seat}] [data-testid=who]"),
        "Ann (you)",
    )?;
    while page.count("[data-free=true]")? > 0 {
        let free = page.count("[data-free=true]")?;
        page.click("[data-free=true] [data-action=fill]")?;
        page.wait_until("a program sits down", || {
            Ok((page.count("[data-free=true]")? < free).then_some(()))
        })?;
    }
    page.click("[data-action=start]")?;
    page.wait_text("[data-testid=turn]", "Your move")
}

fn expect_clocks(page: &Page) -> Result<()> {
    for side in ["White", "Black"] {
        let clock = format!("[data-strip={side}] .clock");
        ensure!(is_whole(page, &clock)?, "{side}");
    }
    Ok(())
}

/// The board has nearly the whole height of the screen.
fn expect_full_height(page: &Page, name: &str, board: &str) -> Result<()> {
    page.wait(&square(board, "a1"))?;
    let script = "const edge = (square) => document.querySelector(
                    `[data-board=${arguments[0]}] [data-square=${square}]`).getBoundingClientRect();
                const [top, bottom] = [edge('a8').top, edge('a1').bottom];
                return top >= 0 && bottom <= innerHeight ? (bottom - top) / innerHeight : 0";
    page.wait_until(&format!("the board of {name} fills the height"), || {
        let share = page.script(script, &[board.into()])?;
        Ok((share.as_f64() >= Some(0.92)).then_some(()))
    })?;
    page.screenshot(&format!("low-{name}"))
}

#[test]
fn ten_lines_of_moves_are_visible_on_a_laptop() {
    scenario("ten-lines", |page| {
        page.resize(Size::LAPTOP)?;
        let rounds = [
            "g1f3", "g1f3", "g8f6", "g8f6", "f3g1", "f3g1", "f6g8", "f6g8",
        ];
        let mut moves = Vec::new();
        for pawn in ["a", "b", "c", "d"] {
            moves.extend([format!("{pawn}2{pawn}3"), format!("{pawn}2{pawn}3")]);
            moves.extend([format!("{pawn}7{pawn}6"), format!("{pawn}7{pawn}6")]);
            moves.extend(rounds.map(str::to_owned));
        }
        type_moves(page, &moves.join(" "))?;
        expect_lines(page, "four")?;
        open(page)?;
        people(page, "", "")?;
        let moves = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5 c4 c5 d4 d5";
        for (step, san) in moves.split(' ').enumerate() {
            type_move(page, san)?;
            wait_for_step(page, step + 1)?;
        }
        expect_lines(page, "play")?;
        for (game, seat) in [("chess", "white"), ("duplicate", "north")] {
            table_of_programs(page, game, seat)?;
            type_move(page, "e2e4")?;
            page.wait("[data-step='1']")?;
            expect_room(page, ".log tbody tr", &format!("table-{game}"))?;
        }
        page.open("/#analyse")?;
        page.wait("[data-testid=analyse]")?;
        page.paste("1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 $2 {[%eval -1.1]} Nf6 *")?;
        page.wait("[data-testid=report]")?;
        expect_room(page, ".main-line button", "report")
    });
}

/// Ten lines as high as this one would be visible.
fn expect_room(page: &Page, line: &str, name: &str) -> Result<()> {
    let script = "const box = document.querySelector('.log-scroll').getBoundingClientRect();
        const line = document.querySelector(arguments[0]).getBoundingClientRect();
        return (box.bottom - line.top + 1) / line.height";
    let lines = page.script(script, &[line.into()])?;
    page.screenshot(&format!("ten-lines-{name}"))?;
    ensure!(lines.as_f64() >= Some(10.0), "{name}: {lines} lines");
    Ok(())
}

fn expect_lines(page: &Page, name: &str) -> Result<()> {
    let script = "const box = document.querySelector('.log-scroll').getBoundingClientRect();
        return [...document.querySelectorAll('.log tbody tr')].filter((row) => {
            const r = row.getBoundingClientRect();
            return r.top >= box.top - 1 && r.bottom <= box.bottom + 1 }).length";
    let lines = page.script(script, &[])?;
    ensure!(lines.as_u64() >= Some(10), "{name}: {lines} lines");
    page.screenshot(&format!("ten-lines-{name}"))
}

#[test]
fn the_board_is_painted_before_the_program_arrives() {
    scenario("first-board", |page| {
        page.open("/")?;
        page.wait("#doors:not([hidden])")?;
        page.devtools("Network.enable", json!({}))?;
        page.devtools("Network.setBypassServiceWorker", json!({ "bypass": true }))?;
        page.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true }))?;
        // The program never arrives.
        page.devtools("Network.setBlockedURLs", json!({ "urls": ["*.wasm"] }))?;
        page.script("localStorage.clear()", &[])?;
        for (name, size, shown) in [
            ("play", Size::DESKTOP, ".first-one .plane svg"),
            ("analyse", Size::DESKTOP, ".first-one .plane svg"),
            ("four", Size::DESKTOP, ".first-compass"),
            ("four", Size::PHONE, ".first-tall"),
            ("four", Size::PHONE_ON_ITS_SIDE, ".first-low"),
            ("1.McLb", Size::DESKTOP, ".first-compass"),
            ("t/7", Size::DESKTOP, ".first-bar .bar"),
            ("referee", Size::DESKTOP, ".first-bar .bar"),
            ("online", Size::DESKTOP, ".first-bar .bar"),
        ] {
            page.resize(size)?;
            page.open("/#top")?;
            page.open(&format!("/?{}-{name}#{name}", size.width))?;
            let painted = page.script(
                "const r = document.querySelector(arguments[0]).getBoundingClientRect();
                 return r.width > 300 && r.top >= 0",
                &[shown.into()],
            )?;
            ensure!(painted == true, "{name}, {size}");
            let name = name.replace('/', "");
            page.screenshot(&format!("first-{name}-{}", size.width))?;
        }
        // A kept game has another position, and the chosen pieces are there from the start.
        page.resize(Size::DESKTOP)?;
        page.script(
            "localStorage.setItem('fourfold.play.0', 'a game');
             localStorage.setItem('fourfold.look', 'pieces=letters')",
            &[],
        )?;
        for (name, pieces) in [
            ("play", "hidden"),
            ("play?new=3", "visible"),
            ("analyse", "visible"),
        ] {
            page.open("/#top")?;
            page.open(&format!("/?kept-{}#{name}", name.len()))?;
            let seen = page.script(
                "const seen = (selector) => getComputedStyle(document.querySelector(selector)).visibility;
                 const board = document.querySelector('.first-one .plane svg').getBoundingClientRect();
                 const pieces = getComputedStyle(document.querySelector('.first-one')).getPropertyValue('--disc');
                 return [board.width > 300, pieces, seen('#first-king .disc')]",
                &[],
            )?;
            ensure!(seen == json!([true, pieces, "visible"]), "{name}: {seen}");
            page.screenshot(&format!("first-kept-{}", name.len()))?;
        }
        page.script("localStorage.clear()", &[])?;
        page.devtools("Network.setBlockedURLs", json!({ "urls": [] }))?;
        page.open("/?again#play")?;
        page.wait("[data-testid=play]")?;
        page.wait_gone(".first")?;
        // The browser itself reports what failed to load.
        page.complaints().map(drop)
    });
}

#[test]
fn the_start_page_starts_a_game_with_one_click() {
    scenario("one-click", |page| {
        page.open("/#")?;
        page.wait("#doors:not([hidden])")?;
        ensure!(
            page.count("[data-running=any]:not([hidden])")? == 0,
            "nothing runs yet"
        );
        // A level starts a game, with the chosen clock.
        page.wait("a[href='#play?new=3']")?;
        page.click("label:has([value='5+3'])")?;
        page.screenshot("start-clock")?;
        page.click("a[href='#play?new=3&clock=5+3']")?;
        page.wait_text("[data-strip=White] [data-testid=clock]", "5:00")?;
        page.wait_text("[data-strip=Black]", "Fourfold, level 3")?;
        ensure!(page.script("return document.title", &[])? == "Your turn \u{2013} Fourfold");
        type_move(page, "e4")?;
        wait_for_step(page, 2)?;
        page.click(".brand a")?;
        page.wait("[data-running=any]:not([hidden])")?;
        ensure!(page.script("return document.title", &[])? == "Fourfold");
        page.click("[data-running=play] a")?;
        wait_for_step(page, 2)
    });
}

#[test]
fn a_finished_game_is_one_click_from_its_analysis() {
    scenario("to-analysis", |page| {
        open(page)?;
        people(page, "5+0", "")?;
        for (step, san) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
            type_move(page, san)?;
            wait_for_step(page, step + 1)?;
        }
        for action in ["rematch", "analyze", "new-game"] {
            ensure!(
                is_whole(page, &format!(".controls [data-action={action}]"))?,
                "{action}"
            );
        }
        page.click("[data-action=analyze]")?;
        page.wait("[data-testid=analyse]")?;
        page.wait_text("[data-testid=log]", "Qh4#")?;
        page.wait_text("[data-testid=clocks]", "White 0:0")
    });
}

#[test]
fn boards_and_pieces_have_looks_that_are_remembered() {
    scenario("looks", |page| {
        page.click("[data-action=look]")?;
        page.click("[name=board][value=green]")?;
        page.click("[name=pieces][value=letters]")?;
        page.click("[name=coordinates][value=off]")?;
        page.screenshot("looks")?;
        page.click("dialog[open] [data-action=close]")?;
        for name in ["play", "four"] {
            page.open(&format!("/?{name}#{name}"))?;
            // It is applied before the program runs.
            ensure!(page.attribute("html", "data-board")? == "green");
            page.wait("g.board")?;
            let shown = page.script(
                "const seen = (selector) => getComputedStyle(document.querySelector(selector)).visibility;
                 return [seen('.drawing'), seen('.coordinate'), seen('#piece-king .disc'), seen('#piece-king .shape')]",
                &[],
            )?;
            ensure!(
                shown == json!(["visible", "hidden", "visible", "hidden"]),
                "{shown}"
            );
            page.screenshot(&format!("looks-{name}"))?;
        }
        Ok(())
    });
}
