//! Nothing is lost silently on the pages with one board: replaced games, full storage, corrupt
//! slots, and other tabs, both in play and in analysis.

use anyhow::{Result, ensure};
use browser::{Page, scenario};
use serde_json::json;

use crate::keeping::kept;
use crate::single::{open, people};
use crate::table::{choose, log, type_move, wait_for_step};

/// The pages with one board, and how to recognize them.
const PAGES: [&str; 2] = ["play", "analyse"];

fn open_page(page: &Page, name: &str) -> Result<()> {
    page.open(&format!("/#{name}"))?;
    page.wait(&format!("[data-testid={name}]")).map(drop)
}

/// Plays a move, in play or in analysis.
fn play_a_move(page: &Page, name: &str) -> Result<()> {
    if name == "play" {
        people(page, "", "")?;
    }
    type_move(page, "e4")?;
    page.wait_text("[data-testid=log]", "e4")
}

#[test]
fn a_replaced_game_can_be_restored() {
    scenario("play-replaced", |page| {
        open(page)?;
        people(page, "", "")?;
        for (step, san) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
            type_move(page, san)?;
            wait_for_step(page, step + 1)?;
        }
        // By a link, by paste, and by a new game.
        page.open("/#play?moves=d2d4")?;
        wait_for_step(page, 1)?;
        page.wait_text("[data-testid=line]", "can be restored")?;
        page.click("[data-action=remedy]")?;
        wait_for_step(page, 3)?;
        page.paste("1. c4 c5 *")?;
        wait_for_step(page, 2)?;
        page.click("[data-action=remedy]")?;
        wait_for_step(page, 3)?;
        people(page, "", "")?;
        page.wait_text("[data-testid=line]", "can be restored")?;
        // It survives a reload, and is found in the menu.
        page.reload()?;
        page.wait("[data-testid=play]")?;
        choose(page, "bring-back")?;
        wait_for_step(page, 3)?;
        ensure!(log(page)? == ["e4", "e5", "Nf3"]);
        Ok(())
    });
}

#[test]
fn full_storage_is_reported_on_every_page() {
    for name in PAGES {
        scenario(&format!("full-store-{name}"), |page| {
            open_page(page, name)?;
            if name == "play" {
                people(page, "", "")?;
            }
            page.script(
                "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
                &[],
            )?;
            type_move(page, "e4")?;
            page.wait_text("[data-testid=line]", "The browser cannot keep this game")?;
            page.click("[data-action=remedy]")?;
            let (file, content) = page.download()?;
            ensure!(file.ends_with(".pgn") && !content.is_empty(), "{file}");
            Ok(())
        });
    }
}

#[test]
fn corrupt_storage_is_reported_on_every_page() {
    for (name, slot) in [("play", "fourfold.play.0"), ("analyse", "fourfold.study.0")] {
        scenario(&format!("spoiled-store-{name}"), |page| {
            let script = "localStorage.setItem(arguments[0], 'fourfold-autosave-1 nonsense')";
            page.script(script, &[json!(slot)])?;
            open_page(page, name)?;
            page.wait_text("[data-testid=line]", "could not be read")
        });
    }
}

#[test]
fn tabs_notice_each_other_on_every_page() {
    let game = "fourfold-game-1\n0 0 inf 0 standard \
                rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nm d2d4\nm d7d5";
    let study = "fourfold-study-1\n2 white 1\n1. d4 d5 *\n";
    for (name, slot, text) in [
        ("play", "fourfold.play.0", game),
        ("analyse", "fourfold.study.0", study),
    ] {
        scenario(&format!("two-tabs-{name}"), |page| {
            open_page(page, name)?;
            play_a_move(page, name)?;
            page.script(
                "const [key, newValue] = arguments;
                 window.dispatchEvent(new StorageEvent('storage', { key, newValue }))",
                &[json!(slot), json!(kept(99, text))],
            )?;
            page.wait_text("[data-testid=line]", "Another tab goes on")?;
            page.click("[data-action=remedy]")?;
            page.wait_text("[data-testid=line]", "Loaded the game from the other tab.")?;
            page.wait_text("[data-testid=log]", "d5")
        });
    }
}

#[test]
fn a_new_version_is_announced_on_every_page() {
    scenario("new-version", |page| {
        for name in ["", "play", "analyse", "four"] {
            page.open(&format!("/#{name}"))?;
            let script = "window.dispatchEvent(new Event('fourfold-new-version'))";
            page.script(script, &[])?;
            page.wait_text("[data-testid=new-version]", "A new version is ready")?;
            page.click("[data-action=later]")?;
            page.wait_gone("[data-testid=new-version]")?;
        }
        Ok(())
    });
}

#[test]
fn names_of_a_loaded_game_are_shown() {
    scenario("names", |page| {
        let pgn = "[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n\n1. e4 {well} e5 *";
        for (name, where_named) in [
            ("play", "[data-strip=White]"),
            ("analyse", "[data-testid=title]"),
        ] {
            open_page(page, name)?;
            page.paste(pgn)?;
            page.wait_text(where_named, "Anand, V")?;
        }
        page.screenshot("names")
    });
}
