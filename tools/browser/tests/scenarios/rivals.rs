//! Programs at the four boards.

use anyhow::{Result, ensure};
use browser::{Page, scenario};

use crate::table::{log, type_move, wait_for_step};

/// Lets a program play a seat, through the dialog.
fn seat(page: &Page, seat: &str, level: u8) -> Result<()> {
    let select = format!("[data-action=seat][data-seat={seat}]");
    page.fill(&select, &level.to_string())
}

/// Seats programs of a level, which move as fast as they can.
fn seat_all(page: &Page, seats: &[&str], level: u8) -> Result<()> {
    page.click("[data-action=players]")?;
    page.wait("dialog[open]")?;
    for name in seats {
        seat(page, name, level)?;
    }
    let fastest = page.value("[data-action=pace] option:first-child")?;
    page.fill("[data-action=pace]", &fastest)?;
    page.click("dialog [data-action=close]")?;
    page.wait_gone("dialog[open]")
}

/// Plays the first move that the page offers: pieces are touched in the order of their squares.
fn play_anything(page: &Page, army: &str, board: &str) -> Result<()> {
    let pieces = page.all(&format!("[data-board={board}] [data-piece^='{army}-']"))?;
    for piece in pieces {
        piece.click()?;
        let to = page.all(&format!("[data-board={board}] .playable"))?;
        if let Some(square) = to.first() {
            return square.click();
        }
    }
    anyhow::bail!("{army} has no move")
}

/// Whether the game is over.
fn is_over(page: &Page) -> Result<bool> {
    Ok(page.count("[data-testid=verdict]")? > 0)
}

#[test]
fn a_beginner_loses_to_level_three_and_learns_why() {
    scenario("rivals-lost", |page| {
        seat_all(page, &["S"], 1)?;
        seat_all(page, &["E", "W"], 3)?;
        while !is_over(page)? {
            let moves = log(page)?.len();
            ensure!(moves < 600, "the game has no end");
            play_anything(page, "N", "NW")?;
            page.wait_until("it is North's turn again", || {
                let is_north = log(page)?.len() >= moves + 4;
                Ok((is_north || is_over(page)?).then_some(()))
            })?;
        }
        page.wait("[data-testid=verdict][data-cause=checkmate]")?;
        let why = page.text("[data-testid=line]")?;
        ensure!(why.contains("check on") && why.contains(" on "), "{why:?}");
        page.screenshot("rivals-lost")
    });
}

#[test]
fn programs_wait_while_paused_and_seats_change_hands() {
    scenario("rivals-pause", |page| {
        seat_all(page, &["S", "E", "W"], 2)?;
        page.click("[data-action=players]")?;
        page.click("[data-action=pause]")?;
        page.click("dialog [data-action=close]")?;
        type_move(page, "e2e4")?;
        wait_for_step(page, 1)?;
        // South waits; a person takes the seat and moves.
        page.wait_text("[data-testid=turn]", "South to move")?;
        page.click("[data-action=players]")?;
        seat(page, "S", 0)?;
        page.click("dialog [data-action=close]")?;
        type_move(page, "d2d4")?;
        wait_for_step(page, 2)?;
        ensure!(log(page)? == ["e2e4", "d2d4"]);
        // The others go on, up to North.
        page.click("[data-action=players]")?;
        page.click("[data-action=pause]")?;
        page.click("dialog [data-action=close]")?;
        wait_for_step(page, 4)?;
        page.wait_text("[data-testid=turn]", "North to move")?;
        // A new move at an earlier step cuts off the rest, and programs answer it.
        let before = log(page)?;
        page.click("[data-step='1']")?;
        wait_for_step(page, 1)?;
        page.wait_text("[data-testid=turn]", "South to move")?;
        type_move(page, "g1f3")?;
        wait_for_step(page, 4)?;
        let after = log(page)?;
        ensure!(
            after[..2] == ["e2e4", "g1f3"] && before[1] == "d2d4",
            "{after:?}"
        );
        Ok(())
    });
}

#[test]
fn north_plays_against_three_programs() {
    scenario("rivals", |page| {
        page.click("[data-action=players]")?;
        page.wait("dialog[open]")?;
        for name in ["S", "E", "W"] {
            seat(page, name, 3)?;
        }
        page.click("dialog [data-action=close]")?;
        page.wait_gone("dialog[open]")?;
        type_move(page, "e2e4")?;
        // Three programs answer one after another, and North is to move again.
        wait_for_step(page, 4)?;
        page.wait_text("[data-testid=turn]", "North to move")?;
        page.click("[data-action=players]")?;
        page.wait("dialog[open]")?;
        page.click("[data-action=expects]")?;
        page.wait_text("[data-testid=notice]", "West expects")?;
        page.click("[data-action=players]")?;
        page.wait("dialog[open]")?;
        page.click("[data-action=hint]")?;
        page.wait_text("[data-testid=notice]", "A good move for North")?;
        // Undo returns to the person's turn.
        page.click("[data-action=undo]")?;
        page.wait("[data-action=undo][disabled]")?;
        page.wait_text("[data-testid=turn]", "North to move")
    });
}
