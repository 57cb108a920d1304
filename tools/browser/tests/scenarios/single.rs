//! A game on one board: against the engine, between people, under the Laws.

use anyhow::{Result, ensure};
use browser::{Key, Page, Pointer, Size, scenario};
use serde_json::json;

use crate::table::{
    choose, expect_board_in_view, square, square_that_is, type_move, wait_for_step,
};

/// Opens the page for one board.
pub fn open(page: &Page) -> Result<()> {
    page.open("/#play")?;
    page.wait("[data-testid=play]").map(drop)
}

/// Starts a game between two people with this clock and from this start.
pub fn people(page: &Page, control: &str, start: &str) -> Result<()> {
    begin(page, "0", control, start)
}

/// Starts a game against a level of the engine; `0` is a person.
pub fn begin(page: &Page, opponent: &str, control: &str, start: &str) -> Result<()> {
    page.click("[data-action=new]")?;
    for (name, value) in [
        ("opponent", opponent),
        ("control", control),
        ("start", start),
    ] {
        page.fill(&format!("dialog[open] [data-field={name}]"), value)?;
    }
    page.click("[data-action=begin]")?;
    page.wait_gone("dialog[open]")
}

#[test]
fn the_start_page_leads_to_both_games_and_back() {
    scenario("doors", |page| {
        page.open("/#")?;
        page.wait("#doors:not([hidden])")?;
        page.screenshot("doors")?;
        page.click("[data-door=play]")?;
        page.wait("[data-testid=play]")?;
        type_move(page, "e4")?;
        wait_for_step(page, 2)?;
        page.click(".brand a")?;
        page.wait("[data-running=play]:not([hidden])")?;
        page.click("[data-door=four]")?;
        page.wait("[data-testid=app]")?;
        ensure!(page.count("[data-testid=tour]")? == 0);
        page.click(".brand a")?;
        page.click("[data-door=tour]")?;
        page.wait_text("[data-testid=tour]", "Chapter 1 of")
            .map(drop)
    });
}

#[test]
fn the_engine_answers_and_a_premove_is_played() {
    scenario("engine-answers", |page| {
        open(page)?;
        // The request to the engine is held back, so that it is certainly thinking.
        page.script(
            "const post = Worker.prototype.postMessage; window.held = [];
             Worker.prototype.postMessage = function (message) {
                 if (window.held && String(message).startsWith('go|')) window.held.push([this, message]);
                 else post.call(this, message) };
             window.letThink = () => {
                 const held = window.held; window.held = null;
                 for (const [worker, message] of held) worker.postMessage(message) }",
            &[],
        )?;
        page.drag(Pointer::Mouse, &square("game", "e2"), &square("game", "e4"))?;
        wait_for_step(page, 1)?;
        page.wait_text("[data-testid=turn]", "is thinking")?;
        page.click("[data-action=menu]")?;
        ensure!(
            page.wait("[data-action=claim]")?
                .attribute("disabled")?
                .is_some(),
            "there is no claim for the engine"
        );
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("dialog[open]")?;
        // A premove tints its squares, and a right click, Escape or a click elsewhere cancels it.
        let premove = || -> Result<()> {
            page.click(&square("game", "g1"))?;
            page.click(&square("game", "f3"))?;
            for name in ["g1", "f3"] {
                page.wait(&square_that_is("game", name, "premove"))?;
            }
            page.wait_text("[data-testid=live]", "Premove from g1 to f3.")
        };
        premove()?;
        page.right_drag(&square("game", "d5"), &square("game", "d5"))?;
        page.wait_gone(".cell.premove")?;
        page.wait_text("[data-testid=live]", "Premove canceled.")?;
        ensure!(page.count("[data-drawn]")? == 0, "nothing is drawn");
        premove()?;
        page.press(&[Key::ESCAPE])?;
        page.wait_gone(".cell.premove")?;
        premove()?;
        page.click(".headline-words")?;
        page.wait_gone(".cell.premove")?;
        premove()?;
        ensure!(
            page.count("[data-step='2']")? == 0,
            "the engine still thinks"
        );
        page.script("window.letThink()", &[])?;
        // The premove is played after the reply, and is answered too.
        wait_for_step(page, 4)?;
        page.wait(&format!("{}[data-piece=W-knight]", square("game", "f3")))?;
        page.wait_gone(".cell.premove")?;
        page.screenshot("one-board")?;
        // A reload continues the game, and the engine still answers.
        page.reload()?;
        page.wait("[data-testid=play]")?;
        wait_for_step(page, 4)?;
        page.click("[data-action=undo]")?;
        wait_for_step(page, 2)?;
        type_move(page, "d4")?;
        wait_for_step(page, 4)
    });
}

#[test]
fn the_engine_mates_and_the_sides_change_for_a_rematch() {
    scenario("engine-mates", |page| {
        open(page)?;
        // The strongest level mates White on the next move.
        begin(
            page,
            "10",
            "",
            "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
        )?;
        type_move(page, "g4")?;
        page.wait_text("[data-testid=turn]", "Black wins")?;
        page.wait_text("[data-testid=line]", "article 5.1.1")?;
        page.wait(&square_that_is("game", "e1", "mated"))?;
        // A takeback leads to the person's turn, and the mate can be played again.
        choose(page, "undo")?;
        page.wait_text("[data-testid=turn]", "White to move")?;
        choose(page, "redo")?;
        page.wait_text("[data-testid=turn]", "Black wins")?;
        page.click("[data-action=rematch]")?;
        // The colors are swapped: now the engine has White and begins.
        wait_for_step(page, 1)?;
        page.wait_text("[data-testid=turn]", "Black to move")
    });
}

const SHUFFLE: [&str; 7] = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"];

#[test]
fn a_draw_is_claimed_with_a_named_move_and_a_wrong_claim_is_answered() {
    scenario("claims", |page| {
        open(page)?;
        people(page, "10+0", "")?;
        // A claim that would be wrong is asked about first.
        choose(page, "claim")?;
        page.wait_text("[data-testid=doubt]", "occurs once, not three times")?;
        page.wait_text("[data-testid=doubt]", "the opponent gets 1 minute more")?;
        // Enter costs nothing.
        page.wait_until("the way out has the focus", || {
            let script = "return document.activeElement.dataset.action";
            Ok((page.script(script, &[])? == "close").then_some(()))
        })?;
        page.press(&[Key::ENTER])?;
        page.wait_gone("dialog[open]")?;
        page.wait_text("[data-strip=Black] [data-testid=clock]", "10:00")?;
        choose(page, "claim")?;
        page.click("[data-action=claim-anyway]")?;
        page.wait_text("[data-testid=line]", "Wrong claim: ")?;
        page.wait_text("[data-testid=live]", "Wrong claim: ")?;
        page.wait_text("[data-testid=line]", "9.5.3")?;
        page.wait_text("[data-strip=Black] [data-testid=clock]", "11:00")?;
        for (step, san) in SHUFFLE.into_iter().enumerate() {
            type_move(page, san)?;
            wait_for_step(page, step + 1)?;
        }
        page.wait_text("[data-action=claim-named]", "Claim with Ng8")?;
        page.wait_text("[data-testid=live]", "Black may claim a draw with Ng8")?;
        choose(page, "claim-with")?;
        page.wait_text("[data-testid=line]", "Once named, the move stands")?;
        page.wait_text("[data-testid=live]", "Once named, the move stands")?;
        page.click(&square("game", "f6"))?;
        page.click(&square("game", "g8"))?;
        page.wait_text("[data-testid=turn]", "a draw")?;
        page.wait_text("[data-testid=line]", "9.2.1")?;
        // The game stays: its moves can be viewed and taken back.
        choose(page, "undo")?;
        page.wait_text("[data-testid=turn]", "to move")?;
        page.wait_text("[data-testid=line]", "taken back")?;
        page.wait_text("[data-testid=live]", "taken back")
    });
}

#[test]
fn a_flag_with_a_dead_position_is_a_draw() {
    scenario("dead-flag", |page| {
        open(page)?;
        // White has a rook and can mate; Black has a bare king and cannot.
        page.stop_time()?;
        people(page, "0.1+0", "8/8/3k4/8/3K4/8/7R/8 w - - 0 1")?;
        type_move(page, "Rh1")?;
        type_move(page, "Ke6")?;
        wait_for_step(page, 2)?;
        page.pass(7.0)?;
        page.wait_text("[data-testid=turn]", "a draw")?;
        page.wait_text("[data-testid=line]", "White ran out of time")?;
        page.wait_text(
            "[data-testid=line]",
            "Black cannot mate by any series of legal moves",
        )?;
        page.screenshot("flag")
    });
}

#[test]
fn a_flag_that_loses_shows_a_mating_line() {
    scenario("mating-flag", |page| {
        open(page)?;
        page.stop_time()?;
        people(page, "0.1+0", "8/8/3k4/8/3K4/8/7R/8 b - - 0 1")?;
        type_move(page, "Kc6")?;
        type_move(page, "Rh6")?;
        wait_for_step(page, 2)?;
        page.pass(7.0)?;
        page.wait_text("[data-testid=turn]", "White wins")?;
        page.wait_text("[data-testid=line]", "Black ran out of time")?;
        page.wait("[data-testid=mate] button")?;
        page.screenshot("mating-flag")?;
        page.click("[data-testid=mate] button:last-child")?;
        page.wait_text("[data-testid=line]", "This mate was still possible")?;
        page.wait("[data-board=game] .mated")?;
        // The line is still there after a reload.
        page.reload()?;
        page.wait("[data-testid=mate] button").map(drop)
    });
}

#[test]
fn after_a_resignation_only_the_question_of_article_5_1_2_is_answered() {
    scenario("resigned", |page| {
        open(page)?;
        people(page, "", "")?;
        type_move(page, "e4")?;
        type_move(page, "e5")?;
        wait_for_step(page, 2)?;
        page.click("[data-action=resign]")?;
        page.click("[data-action=confirm-resign]")?;
        page.wait_text("[data-testid=turn]", "Black wins")?;
        page.wait_text(
            "[data-testid=line]",
            "White resigned (article 5.1.2). Black could still mate by a series of legal moves, so \
             Black wins.",
        )?;
        ensure!(page.count("[data-testid=mate]")? == 0, "no line is shown");
        Ok(())
    });
}

#[test]
fn a_game_that_is_over_at_its_start_says_why() {
    scenario("dead-start", |page| {
        open(page)?;
        people(page, "", "")?;
        type_move(page, "e4")?;
        wait_for_step(page, 1)?;
        people(page, "", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
        page.wait_text("[data-testid=turn]", "a draw")?;
        page.wait_text("[data-testid=line]", "The position is dead")?;
        page.wait_text("[data-testid=line]", "article 5.2.2")?;
        page.wait_text("[data-testid=live]", "article 5.2.2")?;
        page.click("[data-action=remedy]")?;
        wait_for_step(page, 1)
    });
}

#[test]
fn a_worker_that_dies_without_a_word_is_replaced() {
    scenario("dead-worker", |page| {
        open(page)?;
        page.stop_time()?;
        type_move(page, "e4")?;
        wait_for_step(page, 2)?;
        // The browser ends the worker while it thinks, and reports nothing.
        page.script(
            "const post = Worker.prototype.postMessage; window.posted = [];
             Worker.prototype.postMessage = function (message, ...rest) {
                 const isFirst = !window.posted.some((line) => line.startsWith('go|'));
                 window.posted.push(String(message));
                 if (isFirst && String(message).startsWith('go|')) this.terminate();
                 else post.call(this, message, ...rest) }",
            &[],
        )?;
        type_move(page, "d4")?;
        wait_for_step(page, 3)?;
        page.wait_text("[data-testid=turn]", "is thinking")?;
        page.pass(6.0)?;
        page.wait_until("the page asks for a sign of life", || {
            let posted = page.script("return window.posted.includes('ping')", &[])?;
            Ok((posted == true).then_some(()))
        })?;
        page.pass(26.0)?;
        // Another worker has the same request, and answers it.
        wait_for_step(page, 4)
    });
}

#[test]
fn a_game_is_loaded_and_its_link_leads_back_to_it() {
    scenario("load-game", |page| {
        open(page)?;
        type_move(page, "d4")?;
        choose(page, "load")?;
        let load = |text: &str| -> Result<()> {
            page.fill("dialog[open] [data-action=paste]", text)?;
            page.click("[data-action=open-text]")
        };
        load("hello")?;
        page.wait_text("[data-testid=dialog-notice]", "neither a FEN nor PGN")?;
        let clocks = "[TimeControl \"300+3\"]\n[Result \"1-0\"]\n\n";
        load(&format!(
            "{clocks}1. e4 {{[%clk 0:04:58]}} e5 {{[%clk 0:04:50]}} 2. Nf3 {{[%clk 0:04:40]}} 1-0"
        ))?;
        page.wait_gone("dialog[open]")?;
        wait_for_step(page, 3)?;
        page.wait_text("[data-testid=turn]", "White wins")?;
        page.wait_text("[data-strip=White] [data-testid=clock]", "4:40")?;
        page.click("[data-step='1']")?;
        choose(page, "share")?;
        let link = page.value("[data-testid=link]")?;
        page.wait_text("[data-testid=only-here]", "Nobody else can open this link")?;
        let pgn = page.value("[data-testid=text]")?;
        ensure!(
            pgn.contains("[%clk 0:04:50]") && pgn.contains("[Result \"1-0\"]"),
            "{pgn}"
        );
        let fragment = link.split_once('#').map(|(_, fragment)| fragment);
        page.click("[data-action=close]")?;
        people(page, "", "")?;
        page.open(&format!("/#{}", fragment.unwrap_or_default()))?;
        wait_for_step(page, 1)?;
        page.wait_text("[data-testid=turn]", "White wins")
    });
}

#[test]
fn the_screen_stays_awake_while_a_clock_runs() {
    scenario("awake", |page| {
        open(page)?;
        page.script(
            "window.locks = [];
             const request = () => { window.locks.push('on'); return Promise.resolve({ release() { window.locks.push('off') } }) };
             Object.defineProperty(navigator, 'wakeLock', { value: { request } })",
            &[],
        )?;
        people(page, "5+0", "")?;
        type_move(page, "e4")?;
        page.wait_until("the screen is kept awake", || {
            let last = page.script("return window.locks.at(-1) ?? ''", &[])?;
            Ok((last == "on").then_some(()))
        })?;
        page.click("[data-action=resign]")?;
        page.click("[data-action=confirm-resign]")?;
        page.wait_until("the screen may sleep", || {
            let last = page.script("return window.locks.at(-1) ?? ''", &[])?;
            Ok((last == "off").then_some(()))
        })
    });
}

#[test]
fn a_bad_start_or_clock_is_refused_beside_its_field() {
    scenario("bad-setting", |page| {
        open(page)?;
        page.click("[data-action=new]")?;
        for (field, value, says) in [
            ("control", "soon", "such as 5+3"),
            ("start", "960", "numbers from 0 to 959"),
            ("start", "<script>", "not a legal position"),
        ] {
            for name in ["control", "start"] {
                let value = if name == field { value } else { "" };
                page.fill(&format!("[data-field={name}]"), value)?;
            }
            page.click("[data-action=begin]")?;
            page.wait_text("[data-testid=field-error]", says)?;
        }
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("dialog[open]")
    });
}

#[test]
fn one_board_fits_every_screen() {
    for (name, size) in [
        ("phone", Size::PHONE),
        ("side", Size::PHONE_ON_ITS_SIDE),
        ("laptop", Size::LAPTOP),
    ] {
        scenario(&format!("one-board-{name}"), |page| {
            page.resize(size)?;
            open(page)?;
            expect_board_in_view(page)?;
            page.screenshot(&format!("one-board-{name}"))
        });
    }
}

#[test]
fn the_engine_plays_without_a_network() {
    scenario("one-board-offline", |page| {
        page.script("return navigator.serviceWorker.ready.then(() => true)", &[])?;
        page.reload()?;
        page.wait_gone("#loading")?;
        page.devtools("Network.enable", json!({}))?;
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
        page.devtools("Network.emulateNetworkConditions", offline)?;
        open(page)?;
        type_move(page, "d4")?;
        wait_for_step(page, 2)
    });
}
