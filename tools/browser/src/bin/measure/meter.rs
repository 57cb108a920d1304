//! Measures what one action costs the page.

use anyhow::{Context, Result};
use browser::Page;
use serde_json::{Value, json};

/// A point on the page.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    x: f64,
    y: f64,
}

/// Performs actions on a page and reads the browser's counters before and after.
#[derive(Debug)]
pub struct Meter<'a> {
    page: &'a Page,
}

/// Records long tasks: those of more than 50 milliseconds of wall time, as the browser reports
/// them. On a busy machine this includes short tasks that had to wait.
#[derive(Debug)]
pub struct LongTasks<'a> {
    page: &'a Page,
}

impl<'a> LongTasks<'a> {
    /// Records from now until the page is reloaded.
    pub fn watch(page: &'a Page) -> Result<LongTasks<'a>> {
        let script = "window.held = []; new PerformanceObserver((list) => \
             held.push(...list.getEntries().map((entry) => entry.duration)))\
             .observe({ type: 'longtask' })";
        page.script(script, &[])?;
        Ok(LongTasks { page })
    }

    /// The duration of each, in milliseconds.
    pub fn take(self) -> Result<Vec<f64>> {
        let held = self.page.script("return window.held", &[])?;
        Ok(serde_json::from_value(held)?)
    }
}

/// The cost of one action, in milliseconds of the page's thread.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub script: f64,
    /// Style calculation.
    pub style: f64,
    pub layout: f64,
    /// All work of the thread, including the meter's own requests.
    pub all: f64,
}

impl Cost {
    /// Script, style and layout.
    pub fn work(&self) -> f64 {
        self.script + self.style + self.layout
    }
}

impl<'a> Meter<'a> {
    /// Starts counting CPU time.
    pub fn new(page: &'a Page) -> Result<Meter<'a>> {
        page.devtools("Performance.disable", json!({}))?;
        page.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }))?;
        Ok(Meter { page })
    }

    /// Finds the middle of an element and scrolls it into view.
    pub fn middle(&self, selector: &str) -> Result<Point> {
        let script = "const element = document.querySelector(arguments[0]); \
             element.scrollIntoView({ block: 'nearest' }); \
             const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]";
        let value = self.page.script(script, &[json!(selector)])?;
        let (x, y) = serde_json::from_value(value).with_context(|| format!("no {selector}"))?;
        Ok(Point { x, y })
    }

    /// Clicks with the mouse already there.
    pub fn click(&self, point: Point) -> Result<Cost> {
        self.mouse("mouseMoved", point, 0)?;
        self.settle()?;
        self.cost(|| {
            self.mouse("mousePressed", point, 1)?;
            self.mouse("mouseReleased", point, 1)
        })
    }

    pub fn key(&self, key: &str) -> Result<Cost> {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => 0,
        };
        let stroke = |kind: &str| json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
        self.cost(|| {
            self.page
                .devtools("Input.dispatchKeyEvent", stroke("rawKeyDown"))?;
            self.page
                .devtools("Input.dispatchKeyEvent", stroke("keyUp"))
                .map(drop)
        })
    }

    fn cost(&self, act: impl FnOnce() -> Result<()>) -> Result<Cost> {
        let before = self.read()?;
        act()?;
        self.settle()?;
        let after = self.read()?;
        Ok(Cost {
            script: after.script - before.script,
            style: after.style - before.style,
            layout: after.layout - before.layout,
            all: after.all - before.all,
        })
    }

    fn mouse(&self, kind: &str, point: Point, clicks: u32) -> Result<()> {
        let parameters = json!({
            "type": kind,
            "x": point.x,
            "y": point.y,
            "button": if clicks > 0 { "left" } else { "none" },
            "clickCount": clicks,
        });
        self.page
            .devtools("Input.dispatchMouseEvent", parameters)
            .map(drop)
    }

    /// Waits until the result has been painted.
    fn settle(&self) -> Result<()> {
        let expression = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))";
        let parameters = json!({ "expression": expression, "awaitPromise": true });
        self.page.devtools("Runtime.evaluate", parameters).map(drop)
    }

    /// The CPU time of all tasks of the page so far.
    pub fn tasks_ms(&self) -> Result<f64> {
        Ok(self.read()?.all)
    }

    /// Reads the counters, which only grow.
    fn read(&self) -> Result<Cost> {
        let answer = self.page.devtools("Performance.getMetrics", json!({}))?;
        let metrics = answer["metrics"]
            .as_array()
            .context("the browser has no counters")?;
        let counter = |name: &str| {
            let named = |metric: &&Value| metric["name"] == name;
            let metric = metrics
                .iter()
                .find(named)
                .and_then(|metric| metric["value"].as_f64());
            metric
                .map(|seconds| seconds * 1_000.0)
                .with_context(|| format!("no counter {name}"))
        };
        Ok(Cost {
            script: counter("ScriptDuration")?,
            style: counter("RecalcStyleDuration")?,
            layout: counter("LayoutDuration")?,
            all: counter("TaskDuration")?,
        })
    }
}
