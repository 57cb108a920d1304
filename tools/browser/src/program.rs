//! Child processes of a scenario: started, read until they print their address, and stopped by
//! their own handle.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

/// A child process that is stopped when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
}

impl Program {
    /// Starts a program and returns it with the first line of its output that `find` accepts.
    pub fn start<T>(
        program: &OsStr,
        arguments: &[&str],
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<(Program, T)> {
        let name = program.display();
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        let output = child.stdout.take();
        let mut started = Program { child };
        let mut lines = BufReader::new(output.context("the output is piped")?).lines();
        for line in lines.by_ref() {
            let line = line.with_context(|| format!("cannot read what {name} says"))?;
            if let Some(found) = find(&line) {
                // The rest is read and dropped, or a verbose program would block.
                thread::spawn(move || lines.for_each(drop));
                return Ok((started, found));
            }
        }
        bail!(
            "{name} ended without saying where it is ({})",
            started.child.wait()?
        )
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have exited by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
