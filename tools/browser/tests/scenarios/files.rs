//! Saves, links and recovery, and hostile imitations of them.

use anyhow::{Result, ensure};
use browser::{Page, scenario};

use crate::table::{BEFORE_GHOST, choose, log, type_move, type_moves, wait_for_step};

#[test]
fn a_game_is_saved_and_loaded_through_real_files() {
    scenario("save-load", |page| {
        type_moves(page, BEFORE_GHOST)?;
        let moves = log(page)?;
        choose(page, "save")?;
        let (name, content) = page.download()?;
        ensure!(name == "duplicate-chess-8-moves.json", "{name}");
        let text = String::from_utf8(content.clone())?;
        ensure!(text.contains("duplicate-chess"), "{text}");

        choose(page, "new")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_gone("[data-step]")?;
        let file = page.file("game.json", &content)?;
        choose(page, "load")?;
        page.upload("[data-action=file]", &file)?;
        page.wait_text("[data-testid=notice]", "Loaded a game of 8 moves")?;
        ensure!(log(page)? == moves);
        Ok(())
    });
}

#[test]
fn a_link_holds_the_game_and_the_move_that_is_shown() {
    scenario("link", |page| {
        type_moves(page, "e2e4 d2d4 e7e5")?;
        page.click("[data-step='2']")?;
        choose(page, "share")?;
        let link = page.value("[data-testid=link]")?;
        let Some((_, fragment)) = link.split_once('#') else {
            anyhow::bail!("no fragment in {link}");
        };
        page.click("[data-action=close]")?;
        choose(page, "new")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_gone("[data-step]")?;

        page.open(&format!("/#{fragment}"))?;
        wait_for_step(page, 2)?;
        ensure!(log(page)? == ["e2e4", "d2d4", "e7e5"]);
        ensure!(page.address()?.ends_with("#four"), "a link is used once");
        Ok(())
    });
}

#[test]
fn the_clipboard_takes_the_link() {
    scenario("clipboard", |page| {
        page.allow_clipboard()?;
        type_moves(page, "e2e4")?;
        choose(page, "share")?;
        page.click("[data-action=copy-link]")?;
        page.wait_text("dialog[open]", "Copied to the clipboard")?;
        let copied = page.script("return navigator.clipboard.readText()", &[])?;
        ensure!(
            copied.as_str().is_some_and(|text| text.ends_with("#1.Mc")),
            "{copied}"
        );
        Ok(())
    });
}

#[test]
fn a_reload_continues_the_game() {
    scenario("reload", |page| {
        type_moves(page, "e2e4 d2d4 e7e5")?;
        page.reload()?;
        wait_for_step(page, 3)?;
        page.wait_text("[data-testid=notice]", "Welcome back")?;
        // A corrupt slot costs at most one move.
        page.script(
            "const number = (k) => +localStorage.getItem(k).split(' ')[1]; \
             const keys = Object.keys(localStorage).filter((k) => k.startsWith('fourfold.game')); \
             keys.sort((a, b) => number(b) - number(a)); \
             localStorage.setItem(keys[0], localStorage.getItem(keys[0]).slice(0, -2))",
            &[],
        )?;
        page.reload()?;
        wait_for_step(page, 2)?;
        type_move(page, "e7e5")?;
        wait_for_step(page, 3)
    });
}

#[test]
fn hostile_saves_are_refused_and_change_nothing() {
    scenario("hostile-saves", |page| {
        type_moves(page, "e2e4 d2d4")?;
        choose(page, "load")?;
        let start = r#"{"variant":"duplicate-chess","version":1,"moves":["#;
        let deep = format!("{start}{}", "[".repeat(100_000));
        for text in [
            "<img src=x onerror=\"globalThis.evil=1\">",
            "{\"variant\":\"<script>globalThis.evil=1</script>\",\"version\":1,\"moves\":[]}",
            &format!(r#"{start}{{"player":"N","from":"e2","to":"e5"}}]}}"#),
            &format!(r#"{start}{{"player":"W","from":"e7","to":"e5"}}]}}"#),
            "javascript:alert(1)",
            "\u{202e}\u{0}\u{fffd}",
            &deep,
        ] {
            let file = page.file("hostile.json", text.as_bytes())?;
            page.upload("[data-action=file]", &file)?;
            page.wait_text("[data-testid=dialog-notice]", "The game is unchanged")?;
            page.script(
                "document.querySelector('[data-action=dismiss]').click()",
                &[],
            )?;
            page.wait_gone("[data-testid=dialog-notice]")?;
        }
        page.click("[data-action=close]")?;
        expect_intact(page)
    });
}

#[test]
fn hostile_links_are_refused_and_change_nothing() {
    scenario("hostile-links", |page| {
        type_moves(page, "e2e4 d2d4")?;
        for fragment in [
            "1.AAAA",
            "2.McLb",
            "1.Mc%3Cscript%3Eevil%3C/script%3E",
            "1.McLb.resign-X",
            "1.McLb.draw.stalemate-maybe",
        ] {
            page.open(&format!("/#{fragment}"))?;
            page.wait("[data-testid=notice][data-good=false]")?;
            page.wait_text("[data-testid=notice]", "The game is unchanged")?;
            page.click("[data-action=dismiss]")?;
        }
        // Text that is not a game leads to the start page, and the game can be continued from
        // there.
        page.open("/#top")?;
        page.wait("#doors:not([hidden])")?;
        page.click("[data-door=four]")?;
        page.wait("[data-testid=log]")?;
        expect_intact(page)
    });
}

fn expect_intact(page: &Page) -> Result<()> {
    ensure!(log(page)? == ["e2e4", "d2d4"]);
    let evil = page.script("return typeof evil", &[])?;
    ensure!(evil == "undefined", "a script was run: {evil}");
    Ok(())
}
