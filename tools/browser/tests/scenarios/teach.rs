//! The explanations: what is playable, what is not, and why.

use anyhow::{Result, ensure};
use browser::{Page, Size, scenario};

use crate::table::{
    BEFORE_GHOST, MIDDLEGAME, expect_piece, square, square_that_is, type_move, type_moves,
    wait_for_step,
};

#[test]
fn a_grabbed_piece_shows_three_kinds_of_squares_on_both_boards() {
    scenario("highlights", |page| {
        type_moves(page, "e2e3 e2e3 b7b5 f7f6")?;
        page.click(&square("NW", "f1"))?;
        for board in ["NW", "NE"] {
            page.wait(&square_that_is(board, "f1", "grabbed"))?;
            for to in ["e2", "d3", "c4", "b5"] {
                page.wait(&square_that_is(board, to, "playable"))?;
            }
        }
        page.wait(&square_that_is("NW", "a6", "only-here"))?;
        ensure!(page.count(&square_that_is("NE", "a6", "only-here"))? == 0);
        ensure!(page.count("[data-board=SW] .playable, [data-board=SE] .playable")? == 0);

        page.hover(&square("NW", "a6"))?;
        page.wait_text("[data-testid=reason]", "Legal on NW only")?;
        page.wait_text(
            "[data-testid=reason]",
            "On NE East's pawn on b5 is in the way",
        )?;
        page.wait(&square_that_is("NE", "b5", "to-blame"))?;
        page.screenshot("teaching")?;
        expect_clear(page, &[("NW", "a6"), ("NW", "f1")])?;
        // Elsewhere the bubble goes away, and the piece stays in hand.
        page.hover(".headline-words")?;
        page.wait_gone("[data-testid=reason]")?;

        // A click explains too; it plays nothing and keeps the piece selected.
        page.click(&square("NW", "a6"))?;
        page.wait(&square_that_is("NW", "f1", "grabbed"))?;
        // Clicking the piece again, or an unrelated square, deselects it.
        page.click(&square("NE", "f1"))?;
        page.wait_gone(".grabbed")?;
        page.click(&square("NW", "f1"))?;
        page.wait(".grabbed")?;
        page.click(&square("SE", "e5"))?;
        page.wait_gone(".grabbed")
    });
}

/// The bubble covers no part of these squares.
fn expect_clear(page: &Page, squares: &[(&str, &str)]) -> Result<()> {
    let script = "const [board, square] = arguments;
        const bubble = document.querySelector('[data-testid=reason]').getBoundingClientRect();
        const rect = document.querySelector(`[data-board=${board}] [data-square=${square}] .square`);
        const matrix = rect.getScreenCTM(), steps = [0.02, 0.25, 0.5, 0.75, 0.98];
        const { x, y, width, height } = rect.getBBox();
        return steps.flatMap((right) => steps.map((down) =>
            new DOMPoint(x + right * width, y + down * height).matrixTransform(matrix)))
            .filter((point) => point.x > bubble.left && point.x < bubble.right
                && point.y > bubble.top && point.y < bubble.bottom).length";
    for &(board, square) in squares {
        let covered = page.script(script, &[board.into(), square.into()])?;
        ensure!(covered == 0, "{square} on {board} is covered");
    }
    Ok(())
}

#[test]
fn the_reason_covers_neither_its_square_nor_the_piece_in_hand() {
    scenario("bubble", |page| {
        for (name, size) in [
            ("desktop", Size::DESKTOP),
            ("laptop", Size::LAPTOP),
            ("phone", Size::PHONE),
            ("low", Size::PHONE_ON_ITS_SIDE),
        ] {
            page.resize(size)?;
            // Barred squares near every edge, for every player.
            for (moves, board, from) in [
                ("e2e3 e2e3 b7b5 f7f6", "NW", "f1"),
                ("e2e4 d2d4 c7c5 e7e5 g1f3 c2c4", "NE", "c5"),
                ("e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6", "NE", "h5"),
            ] {
                page.open("/#1.")?;
                page.wait_gone("[data-step]")?;
                type_moves(page, moves)?;
                page.click(&square(board, from))?;
                page.wait(&square_that_is(board, from, "grabbed"))?;
                let barred = page.script(
                    "return [...document.querySelectorAll('.only-here')].map((cell) =>
                        [cell.closest('[data-board]').dataset.board, cell.dataset.square])",
                    &[],
                )?;
                let barred: Vec<(String, String)> = serde_json::from_value(barred)?;
                for (on, to) in &barred {
                    page.hover(&square(on, to))?;
                    page.wait_text("[data-testid=reason]", &format!("Legal on {on} only"))?;
                    expect_clear(page, &[(on, to), (board, from)])?;
                }
            }
            page.screenshot(&format!("bubble-{name}"))?;
        }
        Ok(())
    });
}

#[test]
fn a_capture_on_one_board_makes_a_ghost_that_cannot_move() {
    scenario("ghost", |page| {
        type_moves(page, BEFORE_GHOST)?;
        type_move(page, "h5g6")?;
        wait_for_step(page, 9)?;
        page.wait(&square_that_is("SW", "g6", "haunted-square"))?;
        page.wait(&square_that_is("NW", "g6", "captured"))?;
        ensure!(page.count(&square_that_is("NE", "g6", "captured"))? == 0);
        page.wait("[data-ghosts-of=W][data-ghosts='1']")?;
        page.wait_text("[data-testid=story]", "it is a ghost now")?;
        page.wait_text("[data-testid=line]", "West is in check on NW, waiting")?;
        page.wait("[data-step='9'].diverged")?;
        let name = page.attribute(&square("SW", "g6"), "aria-label")?;
        ensure!(name.starts_with("g6, West's pawn, ghost"), "{name}");

        page.hover(&square("SW", "g6"))?;
        page.wait_text("[data-testid=reason]", "West's pawn is a ghost")
    });
}

#[test]
fn a_middlegame_shows_ghosts_and_checks_of_waiting_players() {
    scenario("middlegame", |page| {
        type_moves(page, MIDDLEGAME)?;
        page.wait_text("[data-testid=line]", "East is in check on NE, waiting")?;
        ensure!(page.count(".haunted-square")? == 5);
        expect_piece(page, "SE", "b5", "E-pawn")?;
        page.screenshot("middlegame")
    });
}

#[test]
fn teaching_can_be_switched_off() {
    scenario("teaching-off", |page| {
        page.click("[data-action=teaching]")?;
        page.click(&square("NW", "e2"))?;
        page.wait(&square_that_is("NW", "e2", "grabbed"))?;
        ensure!(page.count(".playable")? == 0 && page.count("[data-testid=reason]")? == 0);
        page.click(&square("NW", "e4"))?;
        wait_for_step(page, 1)?;
        // It stays off after a reload.
        page.reload()?;
        page.wait("[data-action=teaching][aria-pressed=false]")?;
        Ok(())
    });
}
