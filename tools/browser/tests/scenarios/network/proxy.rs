//! A proxy that cuts connections. Chromium's offline emulation leaves open sockets alive.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result};

/// A way to a server that can be cut.
pub struct Proxy {
    home: String,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    server: Option<String>,
    live: Vec<TcpStream>,
}

impl Proxy {
    /// Listens on a free port. The threads end with the test.
    pub fn start() -> Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
        let home = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Mutex::new(Shared::default()));
        let for_threads = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let shared = Arc::clone(&for_threads);
                thread::spawn(move || lead(&client, &shared));
            }
        });
        Ok(Proxy { home, shared })
    }

    /// Where pages find it.
    pub fn home(&self) -> String {
        self.home.clone()
    }

    /// Leads to a server.
    pub fn lead_to(&self, server: &str) -> Result<()> {
        let address = server
            .strip_prefix("http://")
            .context("the server speaks http")?;
        self.shared.lock().expect("no thread panics").server = Some(address.to_owned());
        Ok(())
    }

    /// Cuts all connections that there are; new ones are let through.
    pub fn cut(&self) {
        for stream in self.shared.lock().expect("no thread panics").live.drain(..) {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A port that was free a moment ago.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
    Ok(listener.local_addr()?.port())
}

fn lead(client: &TcpStream, shared: &Mutex<Shared>) -> Option<()> {
    let address = shared.lock().expect("no thread panics").server.clone()?;
    let server = TcpStream::connect(address).ok()?;
    let (from_client, to_client) = (client.try_clone().ok()?, client.try_clone().ok()?);
    let (from_server, to_server) = (server.try_clone().ok()?, server.try_clone().ok()?);
    let streams = [client.try_clone().ok()?, server];
    shared
        .lock()
        .expect("no thread panics")
        .live
        .extend(streams);
    thread::spawn(move || pass(from_client, to_server));
    pass(from_server, to_client);
    Some(())
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}
