//! A match that is killed again and again loses no game and leaves no process running.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const KILLS: u64 = 200;

fn runner(journal: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
    command
        .args([
            "match",
            "-engine",
            "cmd=internal",
            "name=one",
            "-engine",
            "cmd=internal",
        ])
        .args([
            "name=two",
            "option.Hash=1",
            "-each",
            "nodes=400",
            "-rounds",
            "40",
        ])
        .args(["-maxmoves", "60", "-concurrency", "2", "-json"])
        .args(["-date", "2024.01.31", "-journal"])
        .arg(journal)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_run_killed_two_hundred_times_ends_with_the_same_bytes() {
    let whole = scratch("kill-whole.jsonl");
    assert!(runner(&whole).status().unwrap().success());
    let killed = scratch("kill-killed.jsonl");
    let mut size = 0;
    for kill in 0..KILLS {
        let mut child: Child = runner(&killed).spawn().unwrap();
        // At a different moment each time, sometimes after a finished pair or two.
        sleep(Duration::from_millis(3 + kill * 37 % 60));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::metadata(&killed).map_or(0, |data| data.len());
        assert!(now + 100_000 >= size, "finished games are kept");
        size = now;
    }
    assert!(runner(&killed).status().unwrap().success());
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&killed).unwrap());
}

/// Whether a process with this argument is running.
#[cfg(target_os = "linux")]
fn runs(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("Linux lists its processes");
    processes.filter_map(Result::ok).any(|entry| {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command)
            .split('\0')
            .any(|word| word == argument)
    })
}

#[cfg(target_os = "linux")]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = std::time::Instant::now();
    while !is_so() {
        // Far more than a busy machine needs: a hang becomes a failure.
        assert!(begin.elapsed() < Duration::from_secs(300), "never: {what}");
        sleep(Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_a_killed_runner() {
    // A shell that ignores the end of its input stands in for a hanging engine.
    let mark = format!("orphan-{}", std::process::id());
    let script = "echo uciok; while read line; do echo readyok; done; sleep 600";
    let journal = scratch("kill-orphan.jsonl");
    let stub = scratch("kill-stub.sh");
    fs::write(&stub, script).unwrap();
    let args = format!("args={} {mark}", stub.display());
    let mut runner = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args([
            "match",
            "-engine",
            "cmd=sh",
            "name=a",
            &args,
            "-engine",
            "cmd=internal",
        ])
        .args(["name=b", "-each", "st=100", "-journal"])
        .arg(&journal)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the engine starts", || runs(&mark));
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_until("the engine is gone", || !runs(&mark));
}
