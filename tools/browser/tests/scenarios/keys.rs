//! A whole game without a pointer.

use anyhow::{Context, Result, ensure};
use browser::{Key, Page, scenario};

use crate::table::{
    BEFORE_PROMOTION, DOUBLE_MATE, boards_of, log, square, square_that_is, type_moves,
    wait_for_step,
};

#[test]
fn a_game_to_mate_by_keys_alone() {
    scenario("keyboard", |page| {
        for (ply, token) in DOUBLE_MATE.split(' ').enumerate() {
            let board = boards_of(ply)[ply / 4 % 2];
            tab_to_board(page, board)?;
            walk(page, board, &token[..2])?;
            page.press(&[Key::ENTER])?;
            walk(page, board, &token[2..])?;
            page.press(&[Key(' ')])?;
            wait_for_step(page, ply + 1)?;
        }
        page.wait_text("[data-testid=verdict]", "East and West win")?;
        page.wait_text("[data-testid=live]", "East and West win")?;
        ensure!(log(page)?.len() == 8);
        Ok(())
    });
}

#[test]
fn keys_deselect_promote_help_undo_and_rotate() {
    scenario("other-keys", |page| {
        tab_to_board(page, "NW")?;
        walk(page, "NW", "e2")?;
        page.press(&[Key::ENTER])?;
        page.wait(".grabbed")?;
        page.press(&[Key::ESCAPE])?;
        page.wait_gone(".grabbed")?;
        ensure!(
            focused_square(page)? == "e2",
            "the focus stays with the piece"
        );
        page.press(&[Key::HOME])?;
        let home = focused_square(page)?;
        page.press(&[Key::END])?;
        ensure!(home != focused_square(page)?);

        page.press(&[Key('m')])?;
        page.wait("[data-view=single]")?;
        page.press(&[Key::ESCAPE])?;
        page.wait("[data-view=compass]")?;
        page.press(&[Key('u')])?;
        page.wait("[data-view=upright]")?;
        page.press(&[Key('u')])?;
        page.wait("[data-view=compass]")?;
        page.press(&[Key('?')])?;
        page.wait_text("dialog[open]", "Duplicate chess in a minute")?;
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("[data-testid=dialog][open]")?;

        type_moves(page, BEFORE_PROMOTION)?;
        tab_to_board(page, "SW")?;
        walk(page, "SW", "c7")?;
        page.press(&[Key::ENTER])?;
        walk(page, "SW", "d8")?;
        page.press(&[Key::ENTER])?;
        page.wait("[data-testid=chooser]")?;
        page.press(&[Key::RIGHT, Key::ENTER])?;
        wait_for_step(page, 18)?;
        ensure!(log(page)?.last().is_some_and(|token| token == "c7d8r"));
        page.press(&[Key::CONTROL, Key('z')])?;
        wait_for_step(page, 17)
    });
}

#[test]
fn keys_typed_without_a_pause_belong_to_the_chooser_on_four_boards() {
    scenario("quick-promotion", |page| {
        type_moves(page, BEFORE_PROMOTION)?;
        let choose = |keys: &[Key]| -> Result<()> {
            tab_to_board(page, "SW")?;
            walk(page, "SW", "c7")?;
            page.press(&[Key::ENTER])?;
            walk(page, "SW", "d8")?;
            page.press(&[&[Key::ENTER], keys].concat())
        };
        // Escape closes the chooser and nothing else; the focus is where it was.
        choose(&[Key::RIGHT])?;
        page.press(&[Key::CONTROL, Key('z')])?;
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("[data-testid=chooser]")?;
        ensure!(focused_square(page)? == "d8");
        wait_for_step(page, 17)?;
        // The knight by the last of the pieces, by its letter, and by Tab.
        for keys in [
            &[Key::LEFT, Key::ENTER] as &[Key],
            &[Key('n')],
            &[Key::TAB, Key::TAB, Key::TAB, Key(' ')],
        ] {
            choose(keys)?;
            wait_for_step(page, 18)?;
            ensure!(log(page)?.last().is_some_and(|token| token == "c7d8n"));
            // The board's own place is still the square of the promotion.
            page.wait(&format!("{}[tabindex='0']", square("SW", "d8")))?;
            page.press(&[Key::CONTROL, Key('z')])?;
            wait_for_step(page, 17)?;
        }
        Ok(())
    });
}

#[test]
fn keys_typed_without_a_pause_belong_to_the_chooser_on_one_board() {
    for name in ["play", "analyse", "referee"] {
        scenario(&format!("quick-promotion-{name}"), |page| {
            page.open(&format!("/#{name}"))?;
            page.wait(&format!("[data-testid={name}]"))?;
            page.paste("8/P6k/8/8/8/8/8/K5R1 w - - 0 1")?;
            page.wait(&format!("{}[data-piece=W-pawn]", square("game", "a7")))?;
            page.focus(&square("game", "a8"))?;
            page.press(&[Key::DOWN, Key::ENTER])?;
            page.wait(&square_that_is("game", "a8", "playable"))?;
            // Neither the board nor the page has a part in it.
            page.press(&[
                Key::UP,
                Key::ENTER,
                Key::RIGHT,
                Key('f'),
                Key::HOME,
                Key::ESCAPE,
            ])?;
            page.wait_gone("[data-testid=chooser]")?;
            ensure!(focused_square(page)? == "a8");
            let is_flipped = "const top = (name) =>
                document.querySelector(`[data-square=${name}]`).getBoundingClientRect().top;
                return top('a8') > top('a1')";
            ensure!(
                page.script(is_flipped, &[])? == false,
                "the board was flipped"
            );
            page.press(&[
                Key::DOWN,
                Key::ENTER,
                Key::UP,
                Key::ENTER,
                Key::RIGHT,
                Key::ENTER,
            ])?;
            page.wait(&format!("{}[data-piece=W-rook]", square("game", "a8")))?;
            ensure!(focused_square(page)? == "a8", "the focus is where it was");
            Ok(())
        });
    }
}

#[test]
fn keys_typed_without_a_pause_belong_to_a_dialog_until_it_closes() {
    scenario("quick-dialog", |page| {
        tab_to_board(page, "NW")?;
        walk(page, "NW", "e2")?;
        let is_upright = || page.count("[data-view=upright]").map(|count| count == 1);
        // Keys of the page do nothing below a dialog.
        page.press(&[Key('?'), Key('u'), Key('m')])?;
        page.wait("[data-testid=dialog][open]")?;
        ensure!(!is_upright()?);
        // They work at once when it is closed, and it can be opened again at once.
        page.press(&[Key::ESCAPE, Key('u'), Key('?')])?;
        page.wait_text("dialog[open]", "Duplicate chess in a minute")?;
        ensure!(is_upright()?);
        page.press(&[Key::ESCAPE])?;
        page.wait_gone("[data-testid=dialog][open]")?;
        ensure!(focused_square(page)? == "e2", "the focus is where it was");
        Ok(())
    });
}

/// Presses Tab until a square of the board has the focus.
///
/// Behind the last stop of the page, Firefox goes on to its own buttons, which a driver cannot press
/// Tab on. From there the way is back through the page, with Shift.
pub fn tab_to_board(page: &Page, board: &str) -> Result<()> {
    let mut keys = vec![Key::TAB];
    for _ in 0..80 {
        let script = "return document.activeElement.closest('g.board')?.dataset.board ?? ''";
        if page.script(script, &[])? == *board {
            return Ok(());
        }
        page.press(&keys)?;
        let script = "return /Firefox/.test(navigator.userAgent) && !document.hasFocus()";
        if page.script(script, &[])? == true {
            keys = vec![Key::SHIFT, Key::TAB];
        }
    }
    anyhow::bail!("Tab does not reach board {board}")
}

fn focused_square(page: &Page) -> Result<String> {
    let name = page.focused()?.attribute("data-square")?;
    name.context("no square has the focus")
}

/// Moves with the arrow keys, as seen on the rotated board.
pub fn walk(page: &Page, board: &str, to: &str) -> Result<()> {
    let from = focused_square(page)?;
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let files = i32::from(to[0]) - i32::from(from[0]);
    let ranks = i32::from(to[1]) - i32::from(from[1]);
    let mut keys = Vec::new();
    for (steps, forward) in [(files, 90), (ranks, 0)] {
        let direction = if steps < 0 { forward + 180 } else { forward };
        let key = arrow(board, direction);
        keys.extend(core::iter::repeat_n(key, steps.unsigned_abs() as usize));
    }
    page.press(&keys)?;
    let wanted = String::from_utf8_lossy(to).into_owned();
    page.wait_until(&format!("{wanted} has the focus"), || {
        Ok((focused_square(page)? == wanted).then_some(()))
    })
}

/// The arrow that leads up the ranks, rotated by these degrees.
fn arrow(board: &str, direction: i32) -> Key {
    let turn = match board {
        "NW" => 225,
        "NE" => 135,
        "SW" => 315,
        _ => 45,
    };
    // On a diamond, each key counts as rotated an eighth of a turn clockwise.
    match (direction + turn - 45).rem_euclid(360) {
        0 => Key::UP,
        90 => Key::RIGHT,
        180 => Key::DOWN,
        _ => Key::LEFT,
    }
}
