//! Helpers of the scenarios: squares, moves and how to make them.

use anyhow::{Result, ensure};
use browser::{Key, Page};

/// A game that ends by a mate on both boards of North, after eight moves.
pub const DOUBLE_MATE: &str = "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4";

/// After these, North can capture on one board only and makes a ghost on SW.
pub const BEFORE_GHOST: &str = "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6";

/// After these, South's pawn on c7 can capture on d8 and promote.
pub const BEFORE_PROMOTION: &str =
    "b2b4 c2c4 g8h6 b7b6 a2a3 c4c5 b7b5 e7e6 f2f4 c5b6 a7a5 c8b7 e2e3 b6c7 h6g4 d7d5 c2c3";

/// A middlegame with ghosts of three players and two checks.
pub const MIDDLEGAME: &str = "c2c4 a2a3 g7g6 d7d6 d2d4 g2g3 d7d6 e7e5 b1c3 g1f3 f8g7 c8e6 d1a4 f1h3 b7b5 e6d7 c3b5 e2e4 g7d4 d8g5 b5c7 h3d7 e8f8 e8d8 c7e6";

/// The selector of a square.
pub fn square(board: &str, square: &str) -> String {
    format!("[data-board={board}] [data-square={square}]")
}

/// The selector of a square in some state.
pub fn square_that_is(board: &str, name: &str, state: &str) -> String {
    format!("{}.{state}", square(board, name))
}

/// The boards of the player who makes the move with this number.
pub fn boards_of(ply: usize) -> [&'static str; 2] {
    [["NW", "NE"], ["SW", "SE"], ["NE", "SE"], ["NW", "SW"]][ply % 4]
}

/// Plays moves from the start by clicks, alternating between the two boards.
pub fn click_moves(page: &Page, moves: &str) -> Result<()> {
    for (ply, token) in moves.split(' ').enumerate() {
        let boards = boards_of(ply);
        page.click(&square(boards[ply / 4 % 2], &token[..2]))?;
        page.wait(&square_that_is(boards[0], &token[2..4], "playable"))?;
        page.click(&square(boards[(ply / 4 + 1) % 2], &token[2..4]))?;
        wait_for_step(page, ply + 1)?;
    }
    Ok(())
}

/// Chooses from the menu of rare actions.
pub fn choose(page: &Page, action: &str) -> Result<()> {
    page.click("[data-action=menu]")?;
    page.click(&format!("dialog[open] [data-action={action}]"))
}

/// Plays moves by typing them, from the shown state.
pub fn type_moves(page: &Page, moves: &str) -> Result<()> {
    for token in moves.split(' ') {
        type_move(page, token)?;
    }
    let last = moves.split(' ').count();
    wait_for_step(page, last)
}

/// Types a move and submits it.
pub fn type_move(page: &Page, token: &str) -> Result<()> {
    // The driver scrolls what it clicks below the sheet of a phone; the focus does not.
    page.focus("[data-action=typed]")?;
    page.type_text(token)?;
    page.press(&[Key::ENTER])
}

/// Waits until the log marks this step as the shown one.
pub fn wait_for_step(page: &Page, step: usize) -> Result<()> {
    page.wait(&format!("[data-step='{step}'][aria-current=true]"))
        .map(drop)
}

/// Checks which piece is on a square, such as `N-pawn`, or none.
pub fn expect_piece(page: &Page, board: &str, name: &str, piece: &str) -> Result<()> {
    let found = page.attribute(&square(board, name), "data-piece")?;
    ensure!(
        found == piece,
        "expected {piece:?} on {name} of {board}, found {found:?}"
    );
    Ok(())
}

/// The tokens of the log.
pub fn log(page: &Page) -> Result<Vec<String>> {
    let buttons = page.all("[data-testid=log] [data-step]")?;
    buttons.iter().map(browser::Element::text).collect()
}

/// Expects that the whole board is on the screen, and that nothing is wider than the screen.
pub fn expect_board_in_view(page: &Page) -> Result<()> {
    let inside = page.script(
        "return ['a1', 'h8'].every((square) => {
            const r = document.querySelector(`[data-square=${square}]`).getBoundingClientRect();
            return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth })
            && document.documentElement.scrollWidth <= innerWidth",
        &[],
    )?;
    ensure!(inside == true, "the board is cut off");
    Ok(())
}
