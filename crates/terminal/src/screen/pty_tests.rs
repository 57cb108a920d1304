//! The full screen on a pseudoterminal: every way out restores the terminal.
//!
//! The program under test is this test binary, run again with a role in its environment.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use chess::Position;
use clock::TimeControl;
use game::Rules;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::super::board::Style;
use super::super::companion::Companion;
use super::*;

const ROLE: &str = "FOURFOLD_TEST_ROLE";
const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";
const MOUSE_OFF: &str = "\x1b[?1000l";

/// What the program does on the terminal. It is a test so that the test binary can run it alone.
/// Without a role it does nothing.
#[test]
fn role() {
    let Ok(role) = env::var(ROLE) else {
        return;
    };
    let dialog = Dialog::new(
        Position::start().into(),
        Rules::default(),
        TimeControl::Unlimited,
        Companion::default(),
    );
    let look = Look {
        style: Style::Letters,
        color: false,
    };
    if role == "panic" {
        let _screen = Screen::take().expect("there is a terminal");
        panic!("on purpose");
    }
    run(dialog, look).expect("the terminal works");
}

/// A pseudoterminal with a program on it.
struct Terminal {
    keyboard: File,
    device: File,
    child: Child,
    shown: Receiver<Vec<u8>>,
    text: String,
}

impl Terminal {
    /// Runs a shell command as a session leader on a new pseudoterminal.
    fn run(role: &str, arguments: &[&str]) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals");
        grantpt(&master).expect("is ours");
        unlockpt(&master).expect("is ours");
        let name = ptsname(&master, Vec::new()).expect("has a name");
        let name = name.to_str().expect("is plain text");
        let device = OpenOptions::new().read(true).write(true).open(name);
        let device = device.expect("can be opened");
        let size = Winsize {
            ws_row: 40,
            ws_col: 120,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&device, size).expect("can be set");
        let end = || Stdio::from(device.try_clone().expect("can be shared"));
        let child = Command::new("setsid")
            .arg("--ctty")
            .args(arguments)
            .env(ROLE, role)
            .env("TERM", "xterm")
            .env("PS1", "$ ")
            .env_remove("ENV")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("setsid is there");
        let keyboard = File::from(master);
        let mut screen = keyboard.try_clone().expect("can be shared");
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            keyboard,
            device,
            child,
            shown,
            text: String::new(),
        }
    }

    fn type_keys(&mut self, keys: &str) {
        let typed = self.keyboard.write_all(keys.as_bytes());
        typed.expect("the terminal is there");
    }

    /// Waits until a text appears after the one that was waited for before.
    fn wait_for(&mut self, expected: &str) {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(300) {
            if let Some(at) = self.text.find(expected) {
                self.text.drain(..at + expected.len());
                return;
            }
            if let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(100)) {
                self.text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
        panic!("expected {expected:?} after {:?}", self.text);
    }

    fn send(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("ids are small");
        kill_process(Pid::from_raw(id).expect("is not zero"), signal).expect("is running");
    }

    fn wait(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(300) {
            if let Some(status) = self.child.try_wait().expect("is ours") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the program does not end; shown: {:?}", self.text);
    }

    fn is_cooked(&self) -> bool {
        let modes = tcgetattr(&self.device).expect("is a terminal").local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// This binary, running only its role.
fn program() -> Vec<String> {
    let path = env::current_exe().expect("is known");
    let path = path.to_str().expect("is plain text").to_owned();
    let role = "screen::pty_tests::role";
    [&path, "--exact", role, "--nocapture", "--test-threads=1"]
        .map(str::to_owned)
        .to_vec()
}

fn on_terminal(role: &str) -> Terminal {
    let program = program();
    let words: Vec<&str> = program.iter().map(String::as_str).collect();
    let mut terminal = Terminal::run(role, &words);
    terminal.wait_for(TAKEN);
    terminal
}

#[test]
fn a_fatal_signal_restores_the_terminal() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut terminal = on_terminal("play");
        terminal.wait_for("White");
        assert!(!terminal.is_cooked());
        terminal.send(signal);
        terminal.wait_for(MOUSE_OFF);
        terminal.wait_for(GIVEN_BACK);
        let status = terminal.wait();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
        assert!(terminal.is_cooked());
    }
}

#[test]
fn ctrl_c_ends_the_program_as_an_interrupt_and_ctrl_q_as_leaving() {
    let mut terminal = on_terminal("play");
    terminal.wait_for("White");
    terminal.type_keys("\x03");
    terminal.wait_for(GIVEN_BACK);
    let status = terminal.wait();
    assert_eq!(status.signal(), Some(Signal::INT.as_raw()), "{status}");
    let mut terminal = on_terminal("play");
    terminal.wait_for("White");
    terminal.type_keys("\x11");
    terminal.wait_for(GIVEN_BACK);
    assert!(terminal.wait().success());
}

#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    let mut terminal = on_terminal("panic");
    terminal.wait_for(MOUSE_OFF);
    terminal.wait_for(GIVEN_BACK);
    terminal.wait_for("on purpose");
    terminal.wait();
    assert!(terminal.is_cooked());
}

#[test]
fn suspending_restores_the_terminal_and_resuming_redraws() {
    let mut terminal = Terminal::run("play", &["sh", "-i"]);
    terminal.wait_for("$ ");
    terminal.type_keys(&format!("{}\n", program().join(" ")));
    terminal.wait_for(TAKEN);
    terminal.wait_for("White");
    terminal.type_keys("\x1a");
    terminal.wait_for(MOUSE_OFF);
    terminal.wait_for(GIVEN_BACK);
    terminal.wait_for("$ ");
    assert!(terminal.is_cooked());
    terminal.type_keys("fg\n");
    terminal.wait_for(TAKEN);
    terminal.wait_for("White");
    terminal.type_keys("quit\r");
    terminal.wait_for(GIVEN_BACK);
    terminal.wait_for("$ ");
    assert!(terminal.is_cooked());
    terminal.type_keys("exit\n");
    assert!(terminal.wait().success());
}
