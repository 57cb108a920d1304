//! The guided tour.

use anyhow::{Result, ensure};
use browser::{Page, scenario};

use crate::table::{log, square_that_is, type_move, type_moves, wait_for_step};

/// Goes to the next stop of the tour.
fn go_forward(page: &Page) -> Result<()> {
    let count = page.text("[data-testid=tour] .count")?;
    page.click("[data-action=tour-forward]")?;
    page.wait_until("the tour goes on", || {
        Ok((page.text("[data-testid=tour] .count")? != count).then_some(()))
    })
}

#[test]
fn the_tour_goes_to_its_end_and_gives_the_game_back() {
    scenario("tour", |page| {
        type_moves(page, "e2e4 e2e4")?;
        page.click("[data-action=tour]")?;
        page.wait_text(
            "[data-testid=tour-text]",
            "Four players sit around four boards",
        )?;
        page.screenshot("tour")?;
        let mut stops = 1;
        while page.text("[data-action=tour-forward]")? != "Play as North" {
            go_forward(page)?;
            stops += 1;
            if stops == 5 {
                page.wait(&square_that_is("SW", "g6", "haunted-square"))?;
                page.wait_text("[data-testid=reason]", "West's pawn is a ghost")?;
            }
            ensure!(stops < 60, "the tour has no end");
        }
        ensure!(stops > 15, "found only {stops} stops");
        page.click("[data-action=tour-leave]")?;
        page.wait_gone("[data-testid=tour]")?;
        ensure!(log(page)? == ["e2e4", "e2e4"]);
        Ok(())
    });
}

#[test]
fn the_tour_ends_in_a_game_against_three_programs() {
    scenario("tour-play", |page| {
        page.click("[data-action=tour]")?;
        page.wait("[data-testid=tour]")?;
        let chapters = page.count("[data-chapter]")?;
        page.click(&format!("[data-chapter='{}']", chapters - 1))?;
        page.wait_text("[data-testid=tour]", "North against three programs")?;
        page.screenshot("tour-programs")?;
        while page.text("[data-action=tour-forward]")? != "Play as North" {
            go_forward(page)?;
        }
        page.click("[data-action=tour-forward]")?;
        page.wait_gone("[data-testid=tour]")?;
        page.wait_text("[data-testid=notice]", "You are North")?;
        type_move(page, "e2e4")?;
        wait_for_step(page, 4)?;
        page.wait_text("[data-testid=turn]", "North to move")
    });
}
