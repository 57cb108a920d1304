//! Games by mouse, by touch and by typing, and stepping back through them.

use anyhow::{Result, ensure};
use browser::{Page, Pointer, Size, scenario};

use crate::table::{
    BEFORE_PROMOTION, DOUBLE_MATE, choose, click_moves, expect_piece, log, square, square_that_is,
    type_move, type_moves, wait_for_step,
};

#[test]
fn a_game_by_clicking_turned_squares_ends_in_a_double_mate() {
    scenario("clicks", |page| {
        click_moves(page, DOUBLE_MATE)?;
        page.wait_text("[data-testid=verdict]", "Checkmate: East and West win")?;
        page.wait_text("[data-testid=line]", "North is checkmated on NW and NE")?;
        for (seat, score) in [("N", "loss"), ("S", "draw"), ("E", "win"), ("W", "win")] {
            page.wait(&format!("[data-result={seat}][data-score={score}]"))?;
        }
        page.wait_text("[data-testid=provisional]", "both checking opponents win")?;
        ensure!(log(page)? == DOUBLE_MATE.split(' ').collect::<Vec<_>>());
        for board in ["NW", "NE"] {
            page.wait(&square_that_is(board, "e1", "in-check"))?;
        }
        ensure!(
            page.count("[data-active=true]")? == 0,
            "no player is to move"
        );
        page.screenshot("end")
    });
}

#[test]
fn a_piece_is_dragged_on_every_turned_board() {
    scenario("drag", |page| {
        for (step, board, from, to, piece) in [
            (1, "NW", "e2", "e4", "N-pawn"),
            (2, "SE", "g1", "f3", "S-knight"),
            (3, "NE", "e7", "e5", "E-pawn"),
            (4, "SW", "b8", "c6", "W-knight"),
        ] {
            page.drag(Pointer::Mouse, &square(board, from), &square(board, to))?;
            wait_for_step(page, step)?;
            expect_piece(page, board, to, piece)?;
            expect_piece(page, board, from, "")?;
        }
        // A drag that misses keeps the piece selected and the game unchanged.
        page.drag(Pointer::Mouse, &square("NW", "d2"), &square("NW", "d6"))?;
        page.wait(&square_that_is("NW", "d2", "grabbed"))?;
        ensure!(log(page)?.len() == 4);
        Ok(())
    });
}

#[test]
fn a_finger_plays_on_a_phone() {
    scenario("finger", |page| {
        page.resize(Size::PHONE)?;
        page.wait("[data-view=upright]")?;
        page.tap(Pointer::Touch, &square("NW", "e2"))?;
        page.wait(&square_that_is("NE", "e4", "playable"))?;
        page.tap(Pointer::Touch, &square("NW", "e4"))?;
        wait_for_step(page, 1)?;
        // The boards of the next player are upright now.
        page.tap(Pointer::Touch, &square("SW", "d2"))?;
        page.wait(&square_that_is("SE", "d4", "playable"))?;
        Ok(())
    });
}

#[test]
fn a_pawn_becomes_what_is_chosen_at_its_square() {
    scenario("promotion", |page| {
        type_moves(page, BEFORE_PROMOTION)?;
        page.click(&square("SW", "c7"))?;
        page.click(&square("SW", "d8"))?;
        page.wait("[data-testid=chooser]")?;
        let focused = page.focused()?.attribute("data-promote")?;
        ensure!(focused.as_deref() == Some("q"), "the queen has the focus");
        page.screenshot("promotion")?;
        page.click("[data-promote=n]")?;
        wait_for_step(page, 18)?;
        for board in ["SW", "SE"] {
            expect_piece(page, board, "d8", "S-knight")?;
        }
        ensure!(log(page)?.last().is_some_and(|token| token == "c7d8n"));
        page.wait_gone("[data-testid=chooser]")
    });
}

#[test]
fn the_game_is_walked_through_and_taken_back() {
    scenario("history", |page| {
        type_moves(page, "e2e4 d2d4 e7e5 d7d5 g1f3")?;
        page.click("[data-action=back]")?;
        wait_for_step(page, 4)?;
        expect_piece(page, "NW", "g1", "N-knight")?;
        page.click("[data-action=first]")?;
        expect_piece_soon(page, "NW", "e2", "N-pawn")?;
        page.click("[data-action=last]")?;
        wait_for_step(page, 5)?;
        page.click("[data-step='2']")?;
        expect_piece_soon(page, "SW", "d4", "S-pawn")?;
        expect_piece(page, "NE", "e7", "E-pawn")?;
        // The slider, moved by keys.
        page.fill("[data-action=scrub]", "3")?;
        wait_for_step(page, 3)?;

        page.click("[data-action=undo]")?;
        wait_for_step(page, 4)?;
        ensure!(
            log(page)?.len() == 4,
            "undo takes back the last move of the game"
        );
        page.click("[data-action=redo]")?;
        wait_for_step(page, 5)?;
        // A move in the past replaces what came after it.
        page.click("[data-step='2']")?;
        type_move(page, "a7a6")?;
        wait_for_step(page, 3)?;
        ensure!(log(page)? == ["e2e4", "d2d4", "a7a6"]);
        page.wait_text("[data-testid=notice]", "replaces 3 later moves")
    });
}

#[test]
fn letters_that_are_not_a_move_get_an_explanation() {
    scenario("typed", |page| {
        for (text, answer) in [
            ("hello", "is not a move: type it as e2e4"),
            ("e2e5", "is legal on neither board"),
            ("<b>x", "is not a move: type it as e2e4"),
        ] {
            page.fill("[data-action=typed]", "")?;
            type_move(page, text)?;
            page.wait_text("[data-testid=notice]", answer)?;
        }
        ensure!(log(page)?.is_empty());
        Ok(())
    });
}

#[test]
fn a_game_ends_by_declaration_and_a_new_one_begins() {
    scenario("declared", |page| {
        type_moves(page, "e2e4")?;
        page.click("[data-action=end]")?;
        page.click("[data-action=resign][data-seat=E]")?;
        page.wait_text("[data-testid=line]", "East resigns")?;
        page.wait("[data-testid=provisional]")?;
        page.click("[data-action=undo]")?;
        page.click("[data-action=end]")?;
        page.click("[data-action=declare-draw]")?;
        page.wait_text("[data-testid=verdict]", "all draw")?;
        choose(page, "new")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_text("[data-testid=turn]", "North to move")?;
        ensure!(log(page)?.is_empty());
        Ok(())
    });
}

fn expect_piece_soon(page: &Page, board: &str, name: &str, piece: &str) -> Result<()> {
    page.wait(&format!("{}[data-piece={piece}]", square(board, name)))
        .map(drop)
}
