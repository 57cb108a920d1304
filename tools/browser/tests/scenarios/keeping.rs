//! Nothing is lost silently: recent games, full storage, other tabs, replaced lines, rulings and
//! boards that were set up, and the app without a network.

use anyhow::{Result, ensure};
use browser::{Key, Page, scenario};
use serde_json::json;

use crate::table::{BEFORE_GHOST, choose, expect_piece, log, type_move, type_moves, wait_for_step};

#[test]
fn a_replaced_game_can_be_found_again() {
    scenario("recent-games", |page| {
        type_moves(page, BEFORE_GHOST)?;
        page.open("/#1.McLb")?;
        page.wait_text("[data-testid=notice]", "among the recent games")?;
        wait_for_step(page, 2)?;
        page.click("[data-action=remedy]")?;
        page.wait("[data-testid=recent] li")?;
        page.click("[data-testid=recent] input")?;
        page.press(&[Key::CONTROL, Key('a')])?;
        page.type_text("My game")?;
        page.press(&[Key::TAB])?;
        page.reload()?;
        page.wait_gone("#loading")?;
        choose(page, "recent")?;
        let name = page.value("[data-testid=recent] input")?;
        ensure!(name == "My game", "{name}");
        page.click("[data-action=open-recent]")?;
        wait_for_step(page, 8)
    });
}

#[test]
fn full_storage_is_reported_at_once_with_a_way_out() {
    scenario("full-store", |page| {
        page.script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
            &[],
        )?;
        type_moves(page, "e2e4")?;
        page.wait_text("[data-testid=notice]", "The browser cannot keep this game")?;
        page.click("[data-action=remedy]")?;
        let (name, content) = page.download()?;
        ensure!(name.ends_with(".json") && !content.is_empty());
        Ok(())
    });
}

#[test]
fn two_tabs_notice_each_other() {
    scenario("two-tabs", |page| {
        type_moves(page, "e2e4")?;
        // Another tab writes the slot; the browser notifies only other tabs.
        page.script(
            "const frame = document.createElement('iframe'); document.body.append(frame);
             const key = Object.keys(localStorage).filter((k) => k.startsWith('fourfold.game')).sort().at(-1);
             const value = localStorage.getItem(key);
             window.dispatchEvent(new StorageEvent('storage', { key, newValue: arguments[0] }))",
            &[json!(kept(99, "1.McLb"))],
        )?;
        page.wait_text("[data-testid=notice]", "Another tab goes on")?;
        page.click("[data-action=remedy]")?;
        page.wait_text(
            "[data-testid=notice]",
            "Loaded the game from the other tab.",
        )?;
        wait_for_step(page, 2)
    });
}

/// A slot as the page writes it.
pub fn kept(number: u64, text: &str) -> String {
    let bytes = number.to_le_bytes().into_iter().chain(text.bytes());
    let sum = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("fourfold-autosave-1 {number} {sum:016x}\n{text}")
}

#[test]
fn a_replaced_line_can_be_restored() {
    scenario("replaced-line", |page| {
        type_moves(page, BEFORE_GHOST)?;
        page.click("[data-step='2']")?;
        type_move(page, "a7a6")?;
        page.wait_text("[data-testid=notice]", "replaces 6 later moves")?;
        page.click("[data-action=remedy]")?;
        page.wait_until("the line is back", || {
            Ok((log(page)?.len() == 8).then_some(()))
        })
    });
}

#[test]
fn rulings_are_chosen_shown_and_carried_by_links() {
    scenario("rulings", |page| {
        choose(page, "new")?;
        page.click("[data-testid=choose-rulings] summary")?;
        page.click("[data-ruling=stalemate] input[value=pass]")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_text("[data-testid=rulings]", "stalemate pass")?;
        type_moves(page, "e2e4")?;
        choose(page, "share")?;
        let link = page.value("[data-testid=link]")?;
        ensure!(link.ends_with("stalemate-pass"), "{link}");
        page.press(&[Key::ESCAPE])?;
        choose(page, "new")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_gone("[data-testid=rulings]")?;
        let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
        page.open(&format!("/#{fragment}"))?;
        page.wait_text("[data-testid=rulings]", "stalemate pass")
    });
}

#[test]
fn a_table_starts_from_boards_that_were_set_up() {
    scenario("set-up", |page| {
        choose(page, "new")?;
        page.click("[data-testid=set-up] summary")?;
        set_up(page, "N\nnonsense")?;
        page.wait_text(
            "[data-testid=setup-error]",
            "Expected the seat to move and four boards",
        )?;
        let bare = "4k3/P7/8/8/8/8/8/4K3 - -";
        set_up(
            page,
            &format!("N\nNW {bare}\nNE {bare}\nSW {bare}\nSE {bare}"),
        )?;
        page.wait_gone("dialog[open]")?;
        expect_piece(page, "NW", "a7", "N-pawn")?;
        type_move(page, "a8=Q")?;
        wait_for_step(page, 1)?;
        page.reload()?;
        page.wait_gone("#loading")?;
        expect_piece(page, "SE", "a7", "S-pawn")?;
        page.wait_text("[data-testid=rulings]", "The boards were set up")
    });
}

fn set_up(page: &Page, text: &str) -> Result<()> {
    page.fill("[data-action=setup-text]", text)?;
    page.click("[data-action=confirm-setup]")
}

#[test]
fn the_app_starts_without_a_network() {
    scenario("offline", |page| {
        type_moves(page, "e2e4 d2d4")?;
        page.script("return navigator.serviceWorker.ready.then(() => true)", &[])?;
        page.reload()?;
        page.wait_gone("#loading")?;
        page.devtools("Network.enable", json!({}))?;
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
        page.devtools("Network.emulateNetworkConditions", offline)?;
        page.reload()?;
        page.wait_gone("#loading")?;
        wait_for_step(page, 2)?;
        let manifest = page.script(
            "return document.querySelector('link[rel=manifest]').href",
            &[],
        )?;
        ensure!(
            manifest
                .as_str()
                .is_some_and(|href| href.ends_with(".webmanifest"))
        );
        Ok(())
    });
}
