//! A slow line to a server. Chromium's own emulation reaches neither the workers of a page nor its
//! service worker, which fetch most of the bytes.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use browser::Program;

/// The speed of the line, shared by all connections.
const BYTES_PER_SECOND: f64 = 50_000.0;

/// How long a request takes to the server and back.
const LATENCY: Duration = Duration::from_millis(400);

/// How many bytes are passed on at a time: about a packet.
const PACKET: usize = 1_400;

/// When the line is free again.
type Line = Arc<Mutex<Instant>>;

/// Opens a line to a server of its own, which runs until it is dropped, and returns the address of the
/// page.
pub fn open() -> Result<(Program, String)> {
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
    let home = format!("http://{}", listener.local_addr()?);
    // A port that was free a moment ago.
    let server = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let port = server.port().to_string();
    let (program, _) = browser::serve(&port, &["--public-origin", &home])?;
    let server = server.to_string();
    let line = Line::new(Mutex::new(Instant::now()));
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (server, line) = (server.clone(), Line::clone(&line));
            thread::spawn(move || connect(client, &server, &line));
        }
    });
    Ok((program, home))
}

fn connect(client: TcpStream, server: &str, line: &Line) -> Option<()> {
    thread::sleep(LATENCY);
    let server = TcpStream::connect(server).ok()?;
    let (requests, answers) = (client.try_clone().ok()?, server.try_clone().ok()?);
    thread::spawn(move || {
        pass(requests, server, |_| thread::sleep(LATENCY));
    });
    pass(answers, client, |bytes| {
        let mut free = line.lock().unwrap_or_else(PoisonError::into_inner);
        let passing = Duration::from_secs_f64(bytes as f64 / BYTES_PER_SECOND);
        *free = (*free).max(Instant::now()) + passing;
        let wait = free.saturating_duration_since(Instant::now());
        drop(free);
        thread::sleep(wait);
    });
    Some(())
}

/// Passes bytes on after a pause for each packet.
fn pass(mut from: TcpStream, mut to: TcpStream, pause: impl Fn(usize)) {
    let mut packet = [0; PACKET];
    while let Ok(count @ 1..) = from.read(&mut packet) {
        pause(count);
        if to.write_all(&packet[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
