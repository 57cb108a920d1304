//! Loading the app: it arrives, is protected, and is cached.

use anyhow::{Result, ensure};
use browser::{Page, Size, scenario};
use serde_json::{Value, json};

/// The files of all parts, as patterns of the browser.
const PARTS: [&str; 2] = ["*chunk_*", "*split_*"];

#[test]
fn the_app_loads_without_errors() {
    scenario("start", |page| {
        page.wait("main.stage")?;
        ensure!(
            page.count("#loading")? == 0,
            "the notice is gone once the app is there"
        );
        ensure!(
            page.script("return document.title", &[])?
                == json!("Duplicate chess \u{2013} Fourfold")
        );
        page.screenshot("start")
    });
}

#[test]
fn a_page_that_fails_to_load_is_reported_and_retried() {
    scenario("missing-part", |page| {
        page.open("/")?;
        page.wait("[data-door=analyse]")?;
        page.devtools("Network.enable", json!({}))?;
        page.devtools("Network.setBypassServiceWorker", json!({ "bypass": true }))?;
        page.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true }))?;
        page.devtools("Network.setBlockedURLs", json!({ "urls": PARTS }))?;
        page.click("[data-door=analyse]")?;
        page.wait("#loading[role=alert]")?;
        page.devtools("Network.setBlockedURLs", json!({ "urls": [] }))?;
        page.click("#loading button")?;
        page.wait("[data-testid=analyse]")?;
        page.wait_gone("#loading")?;
        // The browser itself reports what failed to load.
        page.complaints().map(drop)
    });
}

#[test]
fn the_page_is_isolated_from_other_sites() {
    scenario("isolated", |page| {
        // Both cross-origin headers must be right for this to be true.
        ensure!(page.script("return crossOriginIsolated", &[])? == Value::Bool(true));
        Ok(())
    });
}

#[test]
fn the_policy_keeps_foreign_code_out() {
    scenario("policy", |page| {
        for (what, script, directive) in [
            (
                "an inline script",
                "const s = document.createElement('script'); s.textContent = 'globalThis.evil = 1'; document.body.append(s)",
                "script-src-elem",
            ),
            (
                "an inline style",
                "const s = document.createElement('style'); s.textContent = 'p {}'; document.body.append(s)",
                "style-src-elem",
            ),
            (
                "a foreign image",
                "new Image().src = 'http://127.0.0.1:9/x.png'",
                "img-src",
            ),
            (
                "a foreign request",
                "fetch('http://127.0.0.1:9/').catch(() => {})",
                "connect-src",
            ),
            (
                "a frame",
                "const f = document.createElement('iframe'); f.src = 'http://127.0.0.1:9/'; document.body.append(f)",
                "frame-src",
            ),
        ] {
            page.script(script, &[])?;
            page.wait_until(&format!("{what} is kept out"), || {
                let complaints = page.complaints()?;
                let found = complaints
                    .iter()
                    .any(|complaint| complaint.message.starts_with(directive));
                Ok(found.then_some(()))
            })?;
        }
        ensure!(page.script("return typeof evil", &[])? == json!("undefined"));
        // The console message about the last of them may arrive late.
        page.open("/")?;
        page.complaints().map(drop)
    });
}

#[test]
fn everything_comes_from_this_server_and_is_kept() {
    scenario("resources", |page| {
        let home = origin(page)?;
        let script = "return performance.getEntriesByType('resource').map((entry) => entry.name)";
        let resources = page.script(script, &[])?;
        let resources: Vec<&str> = resources
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        ensure!(
            resources.iter().any(|name| name.ends_with(".wasm")),
            "found {resources:?}"
        );
        for name in &resources {
            ensure!(name.starts_with(&home), "{name} is not from {home}");
        }
        // The second visit transfers nothing but the page itself.
        page.reload()?;
        page.wait_gone("#loading")?;
        let script = "return performance.getEntriesByType('resource').filter((entry) => entry.transferSize > 0).map((entry) => entry.name)";
        let sent = page.script(script, &[])?;
        ensure!(sent == json!([]), "sent again: {sent}");
        Ok(())
    });
}

#[test]
fn a_phone_does_not_scroll_sideways() {
    scenario("phone", |page| {
        page.resize(Size::PHONE)?;
        page.reload()?;
        page.wait_gone("#loading")?;
        let script = "return document.documentElement.scrollWidth - innerWidth";
        let overhang = page.script(script, &[])?;
        ensure!(
            overhang.as_i64().is_some_and(|overhang| overhang <= 0),
            "{overhang} pixels too wide"
        );
        page.screenshot("phone")
    });
}

#[test]
fn an_unknown_address_leads_back() {
    scenario("lost", |page| {
        page.open("/nothing/here")?;
        page.wait_text("h1", "There is nothing at this address")?;
        // The browser itself reports the 404, and requests an icon that does not exist either.
        page.complaints()?;
        page.click("a")?;
        page.wait("#doors:not([hidden])")?;
        Ok(())
    });
}

fn origin(page: &Page) -> Result<String> {
    let origin = page.script("return location.origin", &[])?;
    Ok(origin.as_str().unwrap_or_default().to_owned())
}
