//! Load on tables, compared with a bare axum echo server: messages per second, latency of
//! acknowledgments and reconnections, and the cost of many sockets.
//!
//! Server and clients are separate processes: this program starts itself in other roles. The
//! figures are ratios of two things measured in one run, and each is printed next to its goal.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

mod drive;
mod serve;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use drive::{Plan, Result};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["serve", "echo"] => serve::echo(),
        ["serve", "memory"] => serve::tables(None),
        ["serve", "sqlite", path] => serve::tables(Some(path)),
        ["drive", plan] => drive::run(&serde_json::from_str(plan).unwrap()),
        words => measure(words.contains(&"--many")),
    }
}

/// A server in a separate process.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(words: &[&str]) -> Serving {
        let mut child = itself()
            .arg("serve")
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut address).unwrap();
        Serving {
            child,
            address: address.trim().to_owned(),
        }
    }

    fn drive(&self, plan: &Plan) -> Result {
        let plan = Plan {
            address: self.address.clone(),
            ..plan.clone()
        };
        let driven = itself()
            .arg("drive")
            .arg(serde_json::to_string(&plan).unwrap())
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(driven.status.success(), "the clients failed");
        serde_json::from_slice(&driven.stdout).unwrap()
    }

    /// The peak memory of the server so far, in mebibytes; `None` if the system does not report it.
    fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes / 1024)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn itself() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

fn line(what: &str, value: String, goal: &str, is_met: bool) {
    let verdict = if is_met { "met" } else { "missed" };
    println!("{what:<64} {value:>16}   {goal:<28} {verdict}");
}

fn measure(with_many: bool) {
    let echo = Serving::start(&["echo"]);
    let memory = Serving::start(&["memory"]);
    let saturating = Plan::chess(64);
    let echoing = Plan {
        is_echo: true,
        ..saturating.clone()
    };
    // Alternates the two; the fastest run of each counts.
    let (mut echo_rate, mut table_rate) = (0.0_f64, 0.0_f64);
    for round in 1..=3 {
        let (a, b) = (echo.drive(&echoing), memory.drive(&saturating));
        println!(
            "round {round}: echo {:>8.0} messages/s, tables {:>8.0} messages/s",
            a.messages_per_second, b.messages_per_second
        );
        echo_rate = echo_rate.max(a.messages_per_second);
        table_rate = table_rate.max(b.messages_per_second);
    }
    let ratio = table_rate / echo_rate;
    line(
        "messages per second, memory ÷ echo",
        format!("{ratio:.2}"),
        "at least 0.5",
        ratio >= 0.5,
    );

    // A move takes four messages, an echo two.
    let half = |plan: &Plan, rate: f64, per_turn: f64| Plan {
        turns_per_second: Some(rate / per_turn / 2.0),
        ..plan.clone()
    };
    let echo_half = echo.drive(&half(&echoing, echo_rate, 2.0));
    let table_half = memory.drive(&half(&saturating, table_rate, 4.0));
    let ratio = table_half.p99_us as f64 / echo_half.p99_us as f64;
    let shown = format!("{} ÷ {} µs", table_half.p99_us, echo_half.p99_us);
    line(
        "acknowledgment p99 at half of saturation, memory ÷ echo",
        shown,
        "at most 2",
        ratio <= 2.0,
    );

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.db");
    let sqlite = Serving::start(&["sqlite", file.to_str().unwrap()]);
    let fsync = fsync_p99(&folder.path().join("fsync"));
    let kept = sqlite.drive(&half(&saturating, table_rate.min(4_000.0), 4.0));
    let goal = echo_half.p99_us + 2 * fsync;
    line(
        "acknowledgment p99, SQLite FULL",
        format!("{} µs", kept.p99_us),
        &format!("at most {goal} µs"),
        kept.p99_us <= goal,
    );

    let resumed = memory.drive(&Plan {
        is_resuming: true,
        ..Plan::chess(200)
    });
    line(
        "resume p99",
        format!("{} µs", resumed.p99_us),
        "at most 200,000 µs",
        resumed.p99_us <= 200_000,
    );

    let clocked = memory.drive(&Plan {
        is_clocked: true,
        ..Plan::chess(8)
    });
    line(
        "clock error p99",
        format!("{} µs", clocked.p99_us),
        "at most 10,000 µs",
        clocked.p99_us <= 10_000,
    );

    if with_many {
        let crowded = Serving::start(&["memory"]);
        let many = crowded.drive(&Plan {
            turns: 12,
            turns_per_second: Some(400.0),
            ..Plan::duplicate(2_000)
        });
        let used = crowded.memory();
        line(
            "2,000 tables, 16,000 sockets, a move every 5 s: p99",
            format!("{} µs", many.p99_us),
            "at most 50,000 µs",
            many.p99_us <= 50_000,
        );
        if let Some(used) = used {
            line(
                "the same: memory",
                format!("{used} MiB"),
                "at most 1,536 MiB",
                used <= 1_536,
            );
        }
    } else {
        println!(
            "--many measures 2,000 tables with 16,000 sockets too; server and clients open 17,000 files each"
        );
    }
}

/// How long the disk takes to write a page, at the 99th percentile, in microseconds.
fn fsync_p99(path: &std::path::Path) -> u64 {
    let mut file = File::create(path).unwrap();
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let begin = Instant::now();
            file.write_all(&[0; 4096]).unwrap();
            file.sync_data().unwrap();
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    u64::try_from(times[times.len() * 99 / 100].as_micros()).unwrap()
}
