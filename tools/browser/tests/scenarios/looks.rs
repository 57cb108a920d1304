//! Sizes, views and themes; the screenshots are kept for review.

use anyhow::{Result, ensure};
use browser::{Page, Size, scenario};

use crate::table::{MIDDLEGAME, square, type_moves};

#[test]
fn boards_stand_upright_and_can_be_magnified() {
    scenario("views", |page| {
        type_moves(page, MIDDLEGAME)?;
        page.click("[data-action=upright]")?;
        page.wait("[data-view=upright]")?;
        // The mover's home rank is at the bottom, and the mover's boards are the large ones.
        ensure!(bottom(page, "SW", "e1")? > bottom(page, "SW", "e8")?);
        ensure!(width(page, "SW")? > 1.2 * width(page, "NW")?);
        page.screenshot("upright")?;
        // With coordinates outside, the frames of all boards are wide.
        let frame = "return document.querySelector('[data-board=NE] .frame').getBBox().width";
        let thin = page.script(frame, &[])?.as_f64();
        page.click("[data-action=look]")?;
        page.click("[name=coordinates][value=outside]")?;
        page.click("dialog[open] [data-action=close]")?;
        page.wait_gone("dialog[open]")?;
        ensure!(thin < Some(840.0) && page.script(frame, &[])?.as_f64() > Some(860.0));
        page.screenshot("upright-outside")?;
        page.click("[data-magnify=NE]")?;
        page.wait("[data-view=single]")?;
        ensure!(width(page, "NE")? > 2.0 * width(page, "SW")?);
        page.screenshot("magnified")?;
        page.click("[data-magnify=NE]")?;
        page.wait("[data-view=upright]")?;
        Ok(())
    });
}

#[test]
fn dark_light_and_forced_colors() {
    scenario("colors", |page| {
        type_moves(page, MIDDLEGAME)?;
        page.prefer(&[("prefers-color-scheme", "dark")])?;
        page.wait("html[data-theme=dark]")?;
        page.screenshot("dark")?;
        page.click("[data-action=theme]")?;
        page.wait("html[data-theme=light]")?;
        page.prefer(&[
            ("forced-colors", "active"),
            ("prefers-reduced-motion", "reduce"),
        ])?;
        let script = "return getComputedStyle(document.querySelector('.surround.active .glow')).animationName";
        ensure!(page.script(script, &[])? == "none", "nothing moves");
        page.screenshot("forced-colors")
    });
}

#[test]
fn a_phone_has_large_squares_and_does_not_scroll_sideways() {
    scenario("phone-table", |page| {
        page.resize(Size::PHONE)?;
        type_moves(page, MIDDLEGAME)?;
        page.wait("[data-view=upright]")?;
        page.script("scrollTo(0, 0)", &[])?;
        let script = "return document.documentElement.scrollWidth <= innerWidth";
        ensure!(page.script(script, &[])? == true, "too wide");
        ensure!(width(page, "SW")? / 8.0 > 40.0, "a finger needs room");
        page.screenshot("phone-game")?;
        page.click("[data-action=upright]")?;
        page.wait("[data-view=compass]")?;
        ensure!(page.script(script, &[])? == true, "too wide");
        page.screenshot("phone-compass")
    });
}

fn width(page: &Page, board: &str) -> Result<f64> {
    let (left, right) = (edge(page, board, "a4", "x")?, edge(page, board, "h4", "x")?);
    let script = "return document.querySelector(arguments[0]).getBoundingClientRect().width";
    let side = page.script(script, &[square(board, "a4").into()])?;
    Ok((right - left).abs() + side.as_f64().unwrap_or_default())
}

fn bottom(page: &Page, board: &str, name: &str) -> Result<f64> {
    edge(page, board, name, "y")
}

fn edge(page: &Page, board: &str, name: &str, axis: &str) -> Result<f64> {
    let script =
        "return document.querySelector(arguments[0]).getBoundingClientRect()[arguments[1]]";
    let value = page.script(script, &[square(board, name).into(), axis.into()])?;
    Ok(value.as_f64().unwrap_or_default())
}
