//! Every page at every size and in both themes: nothing is out of reach for assistive technology, and
//! nothing is wider than the screen.

use anyhow::{Result, ensure};
use browser::{Key, Page, Size, scenario};

use crate::access::{expect_access, expect_contrast};
use crate::habits::expect_purposes;
use crate::network::{open_table, sit};
use crate::referee::audit;
use crate::single::people;
use crate::table::{
    BEFORE_PROMOTION, DOUBLE_MATE, MIDDLEGAME, choose, square, type_move, type_moves, wait_for_step,
};

const SIZES: [Size; 6] = [
    Size::PHONE,
    Size::PHONE_ON_ITS_SIDE,
    Size::TABLET,
    Size::OLD_SCREEN,
    Size::LAPTOP,
    Size::DESKTOP,
];

/// The sizes at which dialogs are looked at.
const DIALOG_SIZES: [Size; 3] = [Size::PHONE, Size::PHONE_ON_ITS_SIDE, Size::LAPTOP];

/// Looks at the page as it is, at every size and in both themes.
fn look(page: &Page, name: &str) -> Result<()> {
    look_at(page, name, &SIZES)
}

fn look_at(page: &Page, name: &str, sizes: &[Size]) -> Result<()> {
    for &size in sizes {
        page.resize(size)?;
        for (theme, check) in [
            ("light", expect_access as fn(&Page) -> Result<()>),
            ("dark", expect_contrast),
        ] {
            page.prefer(&[("prefers-color-scheme", theme)])?;
            // The start page has no program, and leaves the theme to the style sheet.
            page.wait(&format!("html[data-theme={theme}], html:not([data-theme])"))?;
            check(page).map_err(|error| error.context(format!("{name}, {size}, {theme}")))?;
        }
        let wide = "return document.documentElement.scrollWidth - innerWidth";
        let overhang = page.script(wide, &[])?;
        ensure!(
            overhang.as_i64() <= Some(0),
            "{name}, {size}: {overhang} pixels too wide"
        );
        let picture = format!("everywhere-{name}-{}x{}", size.width, size.height);
        page.screenshot(&picture)?;
    }
    page.resize(Size::DESKTOP)
}

/// Opens each dialog in turn and looks at it.
fn look_at_dialogs(page: &Page, name: &str, actions: &[&str]) -> Result<()> {
    for action in actions {
        match action.strip_prefix("more/") {
            Some(rare) => choose(page, rare)?,
            None => page.click(&format!("[data-action={action}]"))?,
        }
        page.wait("dialog[open] h2")?;
        look_at(
            page,
            &format!("{name}-{}", action.replace('/', "-")),
            &DIALOG_SIZES,
        )?;
        page.click("dialog[open] [data-action=close]")?;
        page.wait_gone("dialog[open]")?;
    }
    Ok(())
}

#[test]
fn the_start_page_can_be_used_by_everyone() {
    scenario("everywhere-start", |page| {
        page.open("/#")?;
        page.reload()?;
        page.wait("#doors:not([hidden])")?;
        look(page, "start")?;
        page.click("[data-door=play]")?;
        page.wait("[data-testid=play]")?;
        type_move(page, "e4")?;
        wait_for_step(page, 2)?;
        page.open("/?continue#")?;
        page.wait("[data-running=play]:not([hidden])")?;
        look_at(page, "start-continue", &DIALOG_SIZES)
    });
}

#[test]
fn four_boards_can_be_used_by_everyone() {
    scenario("everywhere-four", |page| {
        type_moves(page, MIDDLEGAME)?;
        look(page, "four")?;
        look_at_dialogs(
            page,
            "four",
            &[
                "help",
                "look",
                "menu",
                "more/load",
                "more/share",
                "end",
                "more/new",
                "more/recent",
                "players",
            ],
        )?;
        page.click("[data-action=tour]")?;
        page.wait("[data-testid=tour-text]")?;
        look(page, "four-tour")?;
        page.click("[data-action=tour-leave]")?;
        page.click("[data-magnify=NE]")?;
        page.wait("[data-view=single]")?;
        look(page, "four-magnified")
    });
}

#[test]
fn four_boards_with_a_chooser_and_an_ending_can_be_used_by_everyone() {
    scenario("everywhere-four-end", |page| {
        type_moves(page, BEFORE_PROMOTION)?;
        page.click(&square("SW", "c7"))?;
        page.click(&square("SW", "d8"))?;
        page.wait("[data-testid=chooser]")?;
        look(page, "four-chooser")?;
        page.click("[data-promote=q]")?;
        wait_for_step(page, 18)?;
        choose(page, "new")?;
        page.click("[data-action=confirm-new]")?;
        page.wait_gone("[data-step]")?;
        type_moves(page, DOUBLE_MATE)?;
        look(page, "four-mate")
    });
}

#[test]
fn one_board_can_be_used_by_everyone() {
    scenario("everywhere-play", |page| {
        page.open("/#play")?;
        page.wait("[data-testid=play]")?;
        page.paste("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 *")?;
        wait_for_step(page, 8)?;
        look(page, "play")?;
        look_at_dialogs(
            page,
            "play",
            &[
                "new",
                "menu",
                "more/load",
                "more/share",
                "more/claim",
                "resign",
                "look",
                "help",
            ],
        )?;
        people(page, "5+0", "8/P6k/8/8/8/8/8/K5R1 w - - 0 1")?;
        page.click(&square("game", "a7"))?;
        page.click(&square("game", "a8"))?;
        page.wait("[data-testid=chooser]")?;
        look(page, "play-chooser")?;
        page.click("[data-promote=q]")?;
        wait_for_step(page, 1)?;
        page.click("[data-action=resign]")?;
        page.click("[data-action=confirm-resign]")?;
        page.wait_text("[data-testid=turn]", "White wins")?;
        look(page, "play-end")
    });
}

#[test]
fn analysis_can_be_used_by_everyone() {
    scenario("everywhere-analyse", |page| {
        page.open("/#analyse")?;
        page.wait("[data-testid=analyse]")?;
        // With evaluations there is a report.
        page.paste(
            "[Event \"?\"]\n\n{[%eval 0.2]} 1. f3 {[%eval -0.6]} e5 {[%eval -0.6]} 2. g4 $4 {[%eval #-1]} \
             (2. e4 {better} Nc6) 2... Qh4# 0-1",
        )?;
        page.click("[data-order='3']")?;
        page.wait("[data-testid=report]")?;
        look(page, "analyse")?;
        look_at_dialogs(page, "analyse", &["open", "share", "help"])?;
        page.click("[data-action=edit]")?;
        page.wait("[data-testid=editor]")?;
        look(page, "analyse-editor")?;
        page.press(&[Key::ESCAPE])?;
        page.paste("[White \"Anna\"]\n\n1. e4 *\n\n[White \"Cleo\"]\n\n1. d4 *\n")?;
        page.wait("dialog[open] [data-game='1']")?;
        look_at(page, "analyse-games", &DIALOG_SIZES)
    });
}

#[test]
fn the_referee_can_be_used_by_everyone() {
    scenario("everywhere-referee", |page| {
        page.open("/#referee")?;
        page.wait("[data-testid=referee]")?;
        look(page, "referee-empty")?;
        audit(page)?;
        look(page, "referee")?;
        look_at_dialogs(page, "referee", &["help"])?;
        page.click("[data-of=time_forfeit]")?;
        page.wait("[data-testid=conclusion]")?;
        look(page, "referee-board")
    });
}

#[test]
fn tables_can_be_used_by_everyone() {
    scenario("everywhere-table", |page| {
        page.open("/#online")?;
        page.wait("[data-testid=new-table]")?;
        look(page, "new-table")?;
        open_table(page, |page| {
            page.click("[name=game][value=chess]")?;
            page.click("[data-field=host-starts]")
        })?;
        look(page, "lobby")?;
        page.click("[data-seat=black] [data-action=invite]")?;
        page.wait("dialog[open] [data-testid=qr]")?;
        look_at(page, "invitation", &DIALOG_SIZES)?;
        page.click("dialog[open] [data-action=close]")?;
        page.wait_gone("dialog[open]")?;
        sit(page, "white", "Ann")?;
        page.wait_text("[data-seat=white] [data-testid=who]", "Ann (you)")?;
        page.click("[data-seat=black] [data-action=fill]")?;
        page.click("[data-action=start]")?;
        page.wait_text("[data-testid=turn]", "Your move")?;
        look(page, "table-for-two")?;
        expect_purposes(
            page,
            &[
                ("resign", "confirm-resign"),
                ("more/claim", "close"),
                ("more/share", "copy-link"),
                ("help", "close"),
            ],
        )
    });
}

#[test]
fn tables_with_four_boards_can_be_used_by_everyone() {
    scenario("everywhere-table-four", |page| {
        open_table(page, |page| page.click("[data-field=host-starts]"))?;
        sit(page, "north", "Nora")?;
        page.wait_text("[data-seat=north] [data-testid=who]", "Nora (you)")?;
        for seat in ["south", "east", "west"] {
            page.click(&format!("[data-seat={seat}] [data-action=fill]"))?;
            page.wait_text(&format!("[data-seat={seat}] [data-testid=who]"), "Program")?;
        }
        page.click("[data-action=start]")?;
        page.wait_text("[data-testid=turn]", "Your move")?;
        look(page, "table-for-four")
    });
}
