//! The circumstances of a page: its size, preferences of the person, permissions, and the time.

use anyhow::Result;
use serde_json::{Value, json};

use super::Page;
use crate::driver::Browser;
use crate::session::Unsupported;
use crate::size::Size;

impl Page {
    /// Changes the size of the page.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn resize(&self, size: Size) -> Result<()> {
        if self.session.browser == Browser::Firefox {
            return self.resize_window(size);
        }
        let metrics = json!({
            "width": size.width,
            "height": size.height,
            "deviceScaleFactor": if size.mobile { 2 } else { 1 },
            "mobile": size.mobile,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)?;
        let touch = json!({ "enabled": size.mobile });
        self.devtools("Emulation.setTouchEmulationEnabled", touch)?;
        self.settle(size)
    }

    /// Waits until the page has its size and has been drawn with it.
    fn settle(&self, size: Size) -> Result<()> {
        let script = "
            const [width, height] = arguments;
            if (!matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches) return false;
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            return frame().then(frame).then(() => true)";
        let sizes = [size.width.into(), size.height.into()];
        self.wait_until(&format!("the page is {size}"), || {
            Ok((self.script(script, &sizes)? == true).then_some(()))
        })
    }

    /// Sizes the window so that the page has the requested size.
    fn resize_window(&self, size: Size) -> Result<()> {
        let (mut width, mut height) = (size.width, size.height);
        for _ in 0..2 {
            let rect = json!({ "x": 0, "y": 0, "width": width, "height": height });
            self.session.post("/window/rect", &rect)?;
            let inner = self.script("return [innerWidth, innerHeight]", &[])?;
            let (now_width, now_height): (u32, u32) = serde_json::from_value(inner)?;
            if (now_width, now_height) == (size.width, size.height) {
                return Ok(());
            }
            width += size.width.saturating_sub(now_width);
            height += size.height.saturating_sub(now_height);
        }
        let why = format!("the window does not become {size}");
        Err(Unsupported(why).into())
    }

    /// Sets media preferences: `("prefers-color-scheme", "dark")`, `("prefers-reduced-motion",
    /// "reduce")`, `("forced-colors", "active")`.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn prefer(&self, tastes: &[(&str, &str)]) -> Result<()> {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = tastes.iter().map(feature).collect();
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .map(drop)
    }

    /// Lets the page use the clipboard without a prompt.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn allow_clipboard(&self) -> Result<()> {
        // Firefox does not prompt after a click.
        if self.session.browser == Browser::Firefox {
            return Ok(());
        }
        let permissions =
            json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.devtools("Browser.grantPermissions", permissions)
            .map(drop)
    }

    /// Sends a command to the developer tools and returns the reply.
    ///
    /// # Errors
    ///
    /// The browser does not support it or refuses it.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.session.devtools(command, parameters)
    }

    /// Stops the time of the page. From now on it passes only by [`Page::pass`], so that a scenario
    /// does not depend on the speed of the machine. A reload ends this.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn stop_time(&self) -> Result<()> {
        let script =
            "window.stoppedAt = performance.now(); performance.now = () => window.stoppedAt";
        self.script(script, &[]).map(drop)
    }

    /// Lets some seconds of the page's stopped time pass.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn pass(&self, seconds: f64) -> Result<()> {
        let script = "window.stoppedAt += 1000 * arguments[0]";
        self.script(script, &[seconds.into()]).map(drop)
    }
}
