//! The scenes at tables over the network, with people in other browsers.

use anyhow::{Context, Result};
use browser::{Key, Page, SecondBrowser};

use crate::scenes::{DOUBLE_MATE, shown};

/// A game of two people; Ann has made a premove.
pub fn one_board(ann: &Page) -> Result<()> {
    let _bo = two_people(ann)?;
    ann.click("[data-board=game] [data-square=f1]")?;
    ann.click("[data-board=game] [data-square=c4]")?;
    shown(ann, ".cell.premove")
}

/// Two offers wait for an answer.
pub fn two_offers(ann: &Page) -> Result<()> {
    let bo = two_people(ann)?;
    play(&bo, "b8c6", 4)?;
    bo.click("[data-action=draw]")?;
    bo.click("[data-action=takeback]")?;
    shown(ann, "[data-action=accept-draw]")?;
    shown(ann, "[data-action=accept-takeback]")
}

/// A game of one person against three programs.
pub fn four_boards(page: &Page) -> Result<()> {
    open_table(page, "duplicate")?;
    sit(page, "north", "Nora")?;
    for seat in ["south", "east", "west"] {
        page.click(&format!("[data-seat={seat}] [data-action=fill]"))?;
        shown(
            page,
            &format!("[data-seat={seat}][data-free=false], [data-testid=log]"),
        )?;
    }
    play(page, "e2e4", 4)
}

/// The mate of North on both boards.
pub fn mate(north: &Page) -> Result<()> {
    open_table(north, "duplicate")?;
    let mut others = Vec::new();
    for (seat, name) in [("south", "Sam"), ("east", "Eve"), ("west", "Wim")] {
        others.push(guest(north, seat, name)?);
    }
    sit(north, "north", "Nora")?;
    for (ply, token) in DOUBLE_MATE.split(' ').enumerate() {
        let page = match ply % 4 {
            0 => north,
            other => &others[other - 1],
        };
        play(page, token, ply + 1)?;
    }
    north.wait_text("[data-testid=turn]", "East and West win")
}

/// A game of Ann and Bo after three moves.
fn two_people(ann: &Page) -> Result<SecondBrowser> {
    open_table(ann, "chess")?;
    let bo = guest(ann, "black", "Bo")?;
    sit(ann, "white", "Ann")?;
    play(ann, "e2e4", 1)?;
    play(&bo, "e7e5", 2)?;
    play(ann, "g1f3", 3)?;
    Ok(bo)
}

fn open_table(page: &Page, game: &str) -> Result<()> {
    page.open("/#online")?;
    shown(page, "[data-testid=new-table]")?;
    page.click(&format!("[name=game][value={game}]"))?;
    page.click("[data-action=open-table]")?;
    shown(page, ".seat-row")
}

/// Someone who follows an invitation and sits down.
fn guest(host: &Page, seat: &str, name: &str) -> Result<SecondBrowser> {
    host.click(&format!("[data-seat={seat}] [data-action=invite]"))?;
    shown(host, "dialog[open] [data-testid=qr]")?;
    let link = host.value("dialog[open] [data-testid=link]")?;
    host.click("dialog[open] [data-action=close]")?;
    host.wait_gone("dialog[open]")?;
    let (_, fragment) = link.split_once('#').context("the link has a fragment")?;
    let page = SecondBrowser::start(host.home(), &format!("/#{fragment}"))?;
    sit(&page, seat, name)?;
    Ok(page)
}

fn sit(page: &Page, seat: &str, name: &str) -> Result<()> {
    page.click("[data-field=name]")?;
    page.type_text(name)?;
    page.click(&format!("[data-seat={seat}] [data-action=sit]"))
}

/// Types a move and waits until there are this many.
fn play(page: &Page, token: &str, plies: usize) -> Result<()> {
    page.wait_text("[data-testid=turn]", "Your move")?;
    page.focus("[data-action=typed]")?;
    page.type_text(token)?;
    page.press(&[Key::ENTER])?;
    shown(page, &format!("[data-testid=log] [data-step='{plies}']"))
}
