//! Accessibility: names, contrast, focus order, structure.

use std::sync::Once;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser::{Key, Page, scenario, skipped};
use serde_json::{Value, json};

use crate::table::type_moves;

/// Everything that can be activated and has no name.
const NAMELESS: &str = "
    const name = (e) => e.getAttribute('aria-label') || e.textContent.trim()
        || (e.labels?.[0]?.textContent ?? '').trim()
        || document.getElementById(e.getAttribute('aria-labelledby'))?.textContent;
    return [...document.querySelectorAll(
        'button, a[href], input, textarea, summary, dialog[open], [role=button], [role=grid], [role=gridcell], [role=region], [role=img]')]
        .filter((e) => !name(e)).map((e) => e.outerHTML.slice(0, 160));";

/// Every visible text of the page, except in drawings, with a contrast below 4.5 to 1.
const FAINT: &str = "
    // A mixed color is written as color(srgb 0.1 0.2 0.3), and others as rgb(25, 51, 76).
    const parse = (c) => {
        const m = c.match(/[\\d.]+/g).map(Number);
        const scale = c.startsWith('color(') ? 255 : 1;
        return { rgb: m.slice(0, 3).map((v) => v * scale), a: m[3] ?? 1 };
    };
    const linear = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ground = (e) => {
        for (; e; e = e.parentElement) {
            const { rgb, a } = parse(getComputedStyle(e).backgroundColor);
            if (a === 1) return rgb;
        }
        return [255, 255, 255];
    };
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;
        const box = e.getBoundingClientRect();
        if (!walk.currentNode.textContent.trim() || box.width < 2 || box.height < 2) continue;
        if (e.closest('svg, .visually-hidden, [hidden], :disabled')) continue;
        const [one, other] = [light(parse(getComputedStyle(e).color).rgb), light(ground(e))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${e.textContent.slice(0, 60)}`);
    }
    return found;";

/// What axe-core complains about, in a few words each.
const VIOLATIONS: &str = "
    const [rules] = arguments;
    const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
    return axe.run(document, options).then(({ violations }) =>
        violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) =>
            `${html.slice(0, 200)}: ${failureSummary}`) })))";

/// The tab order: nothing twice, no positive tabindex, one stop for each board.
const STOPS: &str = "
    return [...document.querySelectorAll('[tabindex], button, input, a[href], textarea, summary')]
        .filter((e) => e.tabIndex >= 0 && !e.disabled && e.getClientRects().length)
        .map((e) => ({ force: e.tabIndex > 0, board: e.matches('.cell') ? e.closest('.board').dataset.board : '' }));";

#[test]
fn boards_are_grids_with_one_tab_stop_in_page_order() {
    scenario("order", |page| {
        ensure!(page.count("[role=grid]")? == 4);
        ensure!(page.count("[role=grid] > [role=row]")? == 32);
        ensure!(page.count("[role=row] > [role=gridcell]")? == 256);
        let stops = page.script(STOPS, &[])?;
        let stops = stops.as_array().cloned().unwrap_or_default();
        ensure!(stops.iter().all(|stop| stop["force"] == false));
        let boards: Vec<&str> = stops
            .iter()
            .filter_map(|stop| stop["board"].as_str())
            .filter(|board| !board.is_empty())
            .collect();
        ensure!(boards == ["NW", "NE", "SW", "SE"], "{boards:?}");
        // The actual tab stops: nothing twice, and every stop has a name.
        let mut names = Vec::new();
        for _ in 0..stops.len() {
            page.press(&[Key::TAB])?;
            let script = "const e = document.activeElement; \
                const board = e.closest('.board')?.dataset.board; \
                return `${board} ${e.tagName} ${e.getAttribute('aria-label') ?? e.textContent}`";
            let name = page.script(script, &[])?;
            ensure!(!names.contains(&name), "{name} is a stop twice");
            names.push(name);
        }
        Ok(())
    });
}

#[test]
fn one_board_is_one_tab_stop() {
    scenario("order-one-board", |page| {
        for name in ["play", "analyse"] {
            page.open(&format!("/#{name}"))?;
            page.wait(&format!("[data-testid={name}]"))?;
            let mut on_board = 0;
            let mut names = Vec::new();
            loop {
                page.press(&[Key::TAB])?;
                let script = "const e = document.activeElement; \
                    return [e.tagName, e.getAttribute('aria-label') ?? e.textContent]";
                let stop = page.script(script, &[])?;
                ensure!(stop[0] != "svg", "{name}: the drawing is a tab stop");
                // Around once.
                if names.first() == Some(&stop) || names.len() > 100 {
                    break;
                }
                on_board += usize::from(page.focused()?.attribute("data-square")?.is_some());
                names.push(stop);
            }
            ensure!(on_board == 1, "{name}: {on_board} stops on the board");
        }
        Ok(())
    });
}

#[test]
fn a_screen_reader_hears_every_move() {
    scenario("live", |page| {
        type_moves(page, "e2e4")?;
        page.wait_text(
            "[data-testid=live]",
            "North played e2e4 on NW and NE. South to move.",
        )?;
        ensure!(page.attribute("[data-testid=live]", "aria-live")? == "polite");
        ensure!(page.attribute("html", "lang")? == "en");
        Ok(())
    });
}

/// Checks that everything on the page has a name and enough contrast, and lets axe-core look at it. The
/// first two are what matters most; axe-core is not on every machine.
pub fn expect_access(page: &Page) -> Result<()> {
    nothing_found(page, "without a name", NAMELESS, &[])?;
    nothing_found(page, "too faint", FAINT, &[])?;
    let_axe_look(page, &[])
}

/// Checks what depends on the theme.
pub fn expect_contrast(page: &Page) -> Result<()> {
    nothing_found(page, "too faint", FAINT, &[])?;
    let_axe_look(page, &[json!(["color-contrast"])])
}

/// Runs the rules of axe-core, or some of them.
fn let_axe_look(page: &Page, rules: &[Value]) -> Result<()> {
    static SKIP: Once = Once::new();
    let Ok(script) = env::var("FOURFOLD_AXE") else {
        let why = env::var("FOURFOLD_NO_AXE").unwrap_or_else(|_| "no script is named".to_owned());
        SKIP.call_once(|| skipped("axe-core", &why));
        return Ok(());
    };
    if page.script("return typeof axe", &[])? == "undefined" {
        let source =
            fs::read_to_string(&script).with_context(|| format!("cannot read {script}"))?;
        page.script(&source, &[])?;
    }
    nothing_found(page, "found by axe-core", VIOLATIONS, rules)
}

fn nothing_found(page: &Page, what: &str, script: &str, arguments: &[Value]) -> Result<()> {
    let found = page.script(script, arguments)?;
    ensure!(found == Value::Array(Vec::new()), "{what}: {found:#}");
    Ok(())
}
