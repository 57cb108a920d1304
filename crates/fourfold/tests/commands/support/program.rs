//! Runs the real program to its end.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs `fourfold` in a folder with this input.
pub fn run(folder: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo has built the program");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.into();
    // Answers may exceed the pipe buffer, so they are read while requests are written. A program
    // that does not read its input has closed it.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("its output is piped");
    writer.join().expect("writing does not panic");
    output
}
