//! Slow, greedy and malformed peers, over real sockets.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use server::{Assets, File, Limits, ServeError, Server, app};
use tokio::net::TcpSocket;
use tokio::runtime;
use tokio::sync::oneshot;

/// More than the buffers of a connection hold.
static LARGE: [u8; 64 << 20] = [0; 64 << 20];

const FILES: [File; 2] = [
    File {
        name: "index.html",
        plain: b"the page",
        gzip: None,
        brotli: None,
    },
    File {
        name: "large.bin",
        plain: &LARGE,
        gzip: None,
        brotli: None,
    },
];

const QUICK: Limits = Limits {
    connections: 4,
    connections_per_address: usize::MAX,
    request: Duration::from_secs(1),
    answer: Duration::from_millis(400),
    shutdown: Duration::from_millis(300),
};

/// More than any machine needs. What takes this long would never happen.
const FOREVER: Duration = Duration::from_secs(300);

const ANY_PORT: &str = "127.0.0.1:0";

/// A server on its own thread, stopped when it is dropped.
struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Running {
    fn start(limits: Limits) -> Running {
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let server = Server::bind(ANY_PORT.parse().unwrap(), limits)
                    .await
                    .unwrap();
                tell.send(server.address()).unwrap();
                let stop = async { drop(stopped.await) };
                server.run(app(Assets::new(&FILES)), stop).await;
            });
        });
        Running {
            address: told.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(FOREVER)).unwrap();
        stream
    }

    /// Stops the server and waits until it has stopped.
    fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads until the peer closes; an aborted connection counts as closed.
fn drain(stream: &mut TcpStream) -> Vec<u8> {
    let mut received = Vec::new();
    match stream.read_to_end(&mut received) {
        Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("{error}"),
        _ => received,
    }
}

/// Sends a request and reads the whole response.
fn ask(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).unwrap();
    String::from_utf8(drain(stream)).unwrap()
}

fn assert_serves(server: &Running) {
    let answer = ask(
        &mut server.connect(),
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nthe page"), "{answer}");
}

#[test]
fn a_browser_is_served() {
    assert_serves(&Running::start(Limits::default()));
}

#[test]
fn a_request_that_never_ends_is_cut_off() {
    let server = Running::start(QUICK);
    let mut idle = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    assert!(drain(&mut idle).is_empty());
    drain(&mut slow);
    assert_serves(&server);
}

#[test]
fn an_idle_connection_is_closed() {
    let server = Running::start(QUICK);
    let answer = ask(
        &mut server.connect(),
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    );
    assert!(answer.ends_with("the page"), "{answer}");
}

#[test]
fn a_response_that_is_not_read_is_cut_off() {
    let server = Running::start(QUICK);
    let mut greedy = server.connect();
    greedy
        .write_all(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .unwrap();
    // Reads nothing until the server has closed the connection, so that writing fails.
    while greedy.write_all(b"x").is_ok() {
        thread::sleep(Duration::from_millis(10));
    }
    let received = drain(&mut greedy).len();
    assert!(received < LARGE.len(), "{received} bytes arrived");
}

#[test]
fn surplus_peers_wait_for_a_free_connection() {
    let server = Running::start(QUICK);
    let crowd: Vec<TcpStream> = (0..3 * QUICK.connections)
        .map(|_| server.connect())
        .collect();
    assert_serves(&server);
    drop(crowd);
}

#[test]
fn too_many_connections_from_one_address_do_not_block_others() {
    let server = Running::start(Limits {
        connections: 8,
        connections_per_address: 3,
        // An idle connection is not closed for another reason.
        request: 2 * FOREVER,
        ..QUICK
    });
    let held: Vec<TcpStream> = (0..3).map(|_| server.connect()).collect();
    assert!(drain(&mut server.connect()).is_empty());
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let other = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        socket.connect(server.address).await.unwrap()
    });
    let mut other = other.into_std().unwrap();
    other.set_nonblocking(false).unwrap();
    let asked = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(ask(&mut other, asked).ends_with("the page"));
    drop(held);
}

#[test]
fn malformed_and_oversized_requests_are_refused_and_others_served() {
    let server = Running::start(QUICK);
    let bloat = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
        "y".repeat(40_000)
    );
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(1_000));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "z".repeat(70_000));
    for request in [
        &bloat,
        &many,
        &long,
        "\0\0\0\0",
        "GET\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\n",
    ] {
        let mut stream = server.connect();
        // The server may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let answer = String::from_utf8_lossy(&drain(&mut stream)).into_owned();
        assert!(
            !answer.starts_with("HTTP/1.1 200"),
            "{request:.40}: {answer}"
        );
    }
    assert_serves(&server);
}

#[test]
fn shutdown_does_not_wait_for_open_connections() {
    let mut server = Running::start(Limits {
        request: 2 * FOREVER,
        ..QUICK
    });
    let _idle = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET / HT").unwrap();
    server.stop();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn a_taken_port_is_an_error_that_names_it() {
    let taken = TcpListener::bind(ANY_PORT).unwrap();
    let address = taken.local_addr().unwrap();
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let result = runtime.unwrap().block_on(Server::bind(address, QUICK));
    let error = result.expect_err("the port is taken");
    assert_eq!(error.to_string(), format!("cannot listen on {address}"));
    let ServeError::Listen { source, .. } = error else {
        panic!("{error:?}");
    };
    assert_eq!(source.kind(), io::ErrorKind::AddrInUse);
}
