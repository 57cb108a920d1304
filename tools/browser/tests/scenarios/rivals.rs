//! Programs at the four boards.

use anyhow::Result;
use browser::{Page, scenario};

use crate::table::{type_move, wait_for_step};

/// Lets a program play a seat, through the dialog.
fn seat(page: &Page, seat: &str, level: u8) -> Result<()> {
    page.script(
        "const select = document.querySelector(`[data-action=seat][data-seat=${arguments[0]}]`);\
         select.value = arguments[1]; select.dispatchEvent(new Event('change', { bubbles: true }))",
        &[seat.into(), level.to_string().into()],
    )?;
    Ok(())
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
