//! Common interactions: keys, wheel, clicks elsewhere, arrows, sounds, pictures and dropped files.

use anyhow::{Result, ensure};
use browser::{Key, Page, Size, scenario};
use serde_json::json;

use crate::picture::expect_colors;
use crate::table::{
    BEFORE_GHOST, choose, square, square_that_is, type_move, type_moves, wait_for_step,
};

#[test]
fn arrow_keys_and_wheel_scrub_regardless_of_focus() {
    scenario("scrub-anywhere", |page| {
        type_moves(page, BEFORE_GHOST)?;
        // After a click on a square, the arrow keys still step through the game.
        page.click(&square("NW", "e5"))?;
        page.press(&[Key::LEFT])?;
        wait_for_step(page, 7)?;
        page.click("[data-action=typed]")?;
        page.press(&[Key::LEFT])?;
        wait_for_step(page, 6)?;
        page.wheel(".stage", -120)?;
        wait_for_step(page, 5)?;
        page.wheel(".stage", 120)?;
        wait_for_step(page, 6)?;
        page.wait("main.past")?;
        page.wait_text("[data-testid=past]", "6/8")?;
        page.click("[data-action=present]")?;
        wait_for_step(page, 8)
    });
}

#[test]
fn a_click_elsewhere_deselects() {
    scenario("let-go", |page| {
        page.click(&square("NW", "e2"))?;
        page.wait(&square_that_is("NW", "e2", "grabbed"))?;
        page.click(".facts")?;
        page.wait_gone(&square_that_is("NW", "e2", "grabbed"))?;
        page.click("[data-action=help]")?;
        page.wait("dialog[open]")?;
        // The backdrop is the dialog itself, outside of its content.
        page.script(
            "document.querySelector('dialog[open]').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))",
            &[],
        )?;
        page.wait_gone("dialog[open]")
    });
}

#[test]
fn moves_are_typed_as_people_write_them() {
    scenario("typed", |page| {
        for (step, text) in [
            "e2-e4", "e4", "e7e5", "e5", "Nf3", "Nf3", "Nc6", "Nc6", "Bc4", "Bc4", "Bc5", "Bc5",
            "O-O",
        ]
        .into_iter()
        .enumerate()
        {
            type_move(page, text)?;
            wait_for_step(page, step + 1)?;
        }
        type_move(page, "Qd4")?;
        page.wait_text("[data-testid=notice]", "no queen of South can go to d4")?;
        page.press(&[Key::ESCAPE])?;
        page.click(".facts")?;
        page.press(&[Key::SHIFT, Key('U')])?;
        page.wait("[data-view=upright]").map(drop)
    });
}

#[test]
fn the_focus_follows_the_player_to_move() {
    scenario("focus-follows", |page| {
        page.focus(&square("NW", "e1"))?;
        page.press(&[Key::TAB])?;
        page.press(&[Key::SHIFT, Key::TAB])?;
        // From e1 to e2, up and on, for every orientation of the board.
        page.focus(&square("NW", "e2"))?;
        page.press(&[Key::ENTER])?;
        page.focus(&square("NW", "e4"))?;
        page.press(&[Key::ENTER])?;
        wait_for_step(page, 1)?;
        let board = page.script(
            "return document.activeElement.closest('[data-board]').dataset.board",
            &[],
        )?;
        ensure!(board == "SW", "the focus is on {board}");
        Ok(())
    });
}

#[test]
fn each_board_marks_its_last_move() {
    scenario("last-moves", |page| {
        type_moves(page, "e2e4 d2d4")?;
        for (board, to) in [("NW", "e4"), ("NE", "e4"), ("SW", "d4"), ("SE", "d4")] {
            page.wait(&square_that_is(board, to, "came"))?;
        }
        Ok(())
    });
}

#[test]
fn arrows_are_drawn_with_the_right_button() {
    scenario("arrows", |page| {
        page.right_drag(&square("NE", "g1"), &square("NE", "f3"))?;
        page.wait("[data-board=NE] [data-drawn=arrow]")?;
        page.right_drag(&square("NE", "d4"), &square("NE", "d4"))?;
        page.wait("[data-board=NE] [data-drawn=circle]")?;
        page.right_drag(&square("NE", "g1"), &square("NE", "f3"))?;
        page.wait_gone("[data-drawn=arrow]")?;
        // The keys of the colors are those of one board.
        page.right_drag_with(&[Key::SHIFT], &square("SW", "d2"), &square("SW", "d4"))?;
        page.wait("[data-board=SW] [data-drawn=arrow][data-ink=red]")?;
        page.right_drag_with(&[Key::ALT], &square("NE", "d4"), &square("NE", "d4"))?;
        page.wait("[data-board=NE] [data-drawn=circle][data-ink=blue]")?;
        page.click(&square("SW", "e5"))?;
        page.wait_gone("[data-drawn]")
    });
}

#[test]
fn moves_are_heard_unless_sound_is_off() {
    scenario("sound", |page| {
        page.script(
            "window.tones = 0;
             const start = OscillatorNode.prototype.start;
             OscillatorNode.prototype.start = function (...a) { window.tones += 1; return start.apply(this, a) }",
            &[],
        )?;
        type_moves(page, "e2e4")?;
        ensure!(
            page.script("return window.tones", &[])? == 1,
            "a move makes a sound"
        );
        page.click("[data-action=sound]")?;
        type_move(page, "d2d4")?;
        wait_for_step(page, 2)?;
        ensure!(page.script("return window.tones", &[])? == 1, "silence");
        Ok(())
    });
}

#[test]
fn the_table_can_be_exported_as_a_picture() {
    scenario("pictures", |page| {
        type_moves(page, BEFORE_GHOST)?;
        choose(page, "share")?;
        page.click("[data-action=picture-svg]")?;
        let (name, content) = page.download()?;
        ensure!(name == "duplicate-chess.svg", "{name}");
        expect_colors(page, &name, &content)?;
        page.click("[data-action=picture-png]")?;
        let (name, content) = page.download()?;
        ensure!(
            name == "duplicate-chess.png" && content.starts_with(b"\x89PNG"),
            "{name}"
        );
        expect_colors(page, &name, &content).map(drop)
    });
}

#[test]
fn a_dropped_file_is_loaded() {
    scenario("drop", |page| {
        drop_file(page, "duplicate-chess 1 e2e4 d2d4")?;
        wait_for_step(page, 2)?;
        drop_file(page, "nonsense")?;
        page.wait_text("[data-testid=notice]", "The game is unchanged")
    });
}

fn drop_file(page: &Page, text: &str) -> Result<()> {
    page.script(
        "const transfer = new DataTransfer();
         transfer.items.add(new File([arguments[0]], 'game.txt'));
         document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))",
        &[json!(text)],
    )
    .map(drop)
}

#[test]
fn the_first_paint_follows_the_dark_mode_of_the_system() {
    scenario("first-paint", |page| {
        page.prefer(&[("prefers-color-scheme", "dark")])?;
        // Before any script runs, the style sheet alone decides.
        let script = "const root = document.documentElement; delete root.dataset.theme;
            return getComputedStyle(document.body).backgroundColor";
        ensure!(page.script(script, &[])? == "rgb(18, 21, 27)");
        page.resize(Size::PHONE)?;
        page.screenshot("phone-dark")
    });
}

#[test]
fn the_purpose_of_a_dialog_has_the_focus_and_escape_leads_out() {
    scenario("purpose", |page| {
        type_moves(page, "e2e4")?;
        expect_purposes(
            page,
            &[
                ("more/new", "confirm-new"),
                ("end", "declare-draw"),
                ("more/load", "open-text"),
                ("more/share", "copy-link"),
                ("more/recent", "close"),
                ("help", "close"),
                ("look", "close"),
            ],
        )?;
        page.open("/#play")?;
        page.wait("[data-testid=play]")?;
        expect_purposes(
            page,
            &[
                ("new", "begin"),
                ("resign", "confirm-resign"),
                // A wrong claim costs something, so its question is for leaving.
                ("more/claim", "close"),
                ("more/load", "open-text"),
                ("more/share", "copy-link"),
                ("menu", "close"),
                ("help", "close"),
            ],
        )?;
        page.open("/#analyse")?;
        page.wait("[data-testid=analyse]")?;
        expect_purposes(
            page,
            &[
                ("open", "open-text"),
                ("share", "copy-link"),
                ("help", "close"),
            ],
        )
    });
}

/// Opens each dialog in turn: its only primary button has the focus, and Escape leads out.
pub fn expect_purposes(page: &Page, dialogs: &[(&str, &str)]) -> Result<()> {
    for (action, purpose) in dialogs {
        match action.strip_prefix("more/") {
            Some(rare) => choose(page, rare)?,
            None => page.click(&format!("[data-action={action}]"))?,
        }
        page.wait(&format!("dialog[open] .primary[data-action={purpose}]"))?;
        page.wait_until("the primary button has the focus", || {
            let script = "return document.activeElement.dataset.action";
            Ok((page.script(script, &[])? == *purpose).then_some(()))
        })?;
        ensure!(
            page.count("dialog[open] .primary")? == 1,
            "{action}: one primary button"
        );
        page.wait("dialog[open] [data-action=close]")?;
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("dialog[open]")?;
    }
    Ok(())
}
