//! Download sizes after brotli: the start page, each entry until it can be used, and the worker.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use browser::Page;
use serde_json::{Value, json};

use crate::report::{self, Goal};

/// The sizes of all files by name after compression, from the service worker's list.
const SIZES: &str = "
    return (async () => {
        const list = await (await fetch('offline.js', { cache: 'reload' })).text();
        const names = ['index.html', ...list.match(/\\.\\/[\\w.-]+/g).map((name) => name.slice(2))];
        const sizes = {};
        for (const name of new Set(names)) {
            const answer = await fetch(`${name}?size`, { cache: 'reload' });
            await answer.arrayBuffer();
            const entry = performance.getEntriesByName(new URL(`${name}?size`, location).href).at(-1);
            if (entry) sizes[name] = entry.encodedBodySize;
        }
        return sizes;
    })()";

/// Notes when the notice of a page that is being fetched disappears: then the page can be used.
const WATCH: &str = "
    new MutationObserver((changes, watch) => {
        const isNotice = (node) => node.id === 'loading';
        if (!changes.some((change) => [...change.removedNodes].some(isNotice))) return;
        globalThis.usableAt = performance.now();
        watch.disconnect();
    }).observe(document, { childList: true, subtree: true })";

/// The names of the files that the current page requested: until it could be used, and afterwards.
const ASKED: &str = "
    const names = (isWanted) => performance.getEntriesByType('resource')
        .filter((entry) => isWanted(entry.startTime <= usableAt))
        .map((entry) => new URL(entry.name).pathname.slice(1));
    return [names((isBefore) => isBefore), names((isBefore) => !isBefore)]";

/// The pause after which a page is taken to have fetched everything that it fetches by itself.
const QUIET: Duration = Duration::from_millis(1_500);

/// The entries of the start page, with the sizes to aim at.
const ENTRIES: [(&str, u64); 5] = [
    ("play", 330_000),
    ("four", 300_000),
    ("analyse", 330_000),
    ("referee", 300_000),
    ("online", 400_000),
];

/// The sizes of the app's files.
struct Files(BTreeMap<String, u64>);

impl Files {
    fn read(page: &Page) -> Result<Files> {
        // Responses of a service worker are not compressed any more.
        page.devtools("Network.enable", json!({}))?;
        page.devtools("Network.setBypassServiceWorker", json!({ "bypass": true }))?;
        let sizes = page.script(SIZES, &[])?;
        page.devtools("Network.setBypassServiceWorker", json!({ "bypass": false }))?;
        let sizes = sizes.as_object().context("files have sizes")?;
        let size = |size: &Value| size.as_u64().unwrap_or(0);
        let sizes = sizes
            .iter()
            .map(|(name, bytes)| (name.clone(), size(bytes)));
        Ok(Files(sizes.collect()))
    }

    fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    fn sum(&self, is_wanted: fn(&str) -> bool) -> u64 {
        let wanted = self.0.iter().filter(|(name, _)| is_wanted(name));
        wanted.map(|(_, size)| size).sum()
    }
}

fn is_painted(name: &str) -> bool {
    name.ends_with(".html") || name.ends_with(".css") || name.starts_with("theme")
}

fn is_worker(name: &str) -> bool {
    name.starts_with("thinker") || name.starts_with("worker")
}

fn is_app(name: &str) -> bool {
    !is_worker(name) && !name.ends_with(".png")
}

/// Download sizes: the start page, each entry, and the worker.
pub fn measure(page: &Page) -> Result<Vec<Goal>> {
    let files = Files::read(page)?;
    let painted = files.sum(is_painted);
    let mut goals = vec![report::size("start page, HTML and CSS", painted, 30_000)];
    page.devtools("Page.enable", json!({}))?;
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": WATCH }),
    )?;
    println!(
        "an entry counts what it requests until it can be used; in parentheses is what it fetches \
         afterwards, when the browser is idle"
    );
    for (entry, most) in ENTRIES {
        let (before, after) = requests(page, entry)?;
        let sum = |names: &BTreeSet<String>| -> u64 {
            let app = names.iter().filter(|name| is_app(name));
            app.map(|name| files.of(name)).sum()
        };
        let later = sum(&after.difference(&before).cloned().collect());
        let total = sum(&before) + files.of("index.html");
        let name = format!("entry {entry} (later {later})");
        goals.push(report::size(&name, total, most));
    }
    println!(
        "all entries together: {} bytes after brotli",
        files.sum(is_app)
    );
    let worker = files.sum(is_worker);
    goals.push(report::size("worker with its network", worker, 500_000));
    page.open("/#four")?;
    page.wait("main.stage")?;
    Ok(goals)
}

/// The files that an entry requests until it can be used, and afterwards.
fn requests(page: &Page, entry: &str) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    page.open(&format!("/#{entry}"))?;
    page.reload()?;
    page.wait("main")?;
    page.wait_gone("#loading")?;
    let mut asked = page.script(ASKED, &[])?;
    loop {
        thread::sleep(QUIET);
        let now = page.script(ASKED, &[])?;
        if now == asked {
            break;
        }
        asked = now;
    }
    let names = |index: usize| -> BTreeSet<String> {
        let names = asked[index].as_array().into_iter().flatten();
        names.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Ok((names(0), names(1)))
}
