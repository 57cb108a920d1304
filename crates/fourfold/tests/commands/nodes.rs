//! One server and two nodes behind nginx, with the configurations in `ops/`, on a port that is not
//! the usual one.

use std::collections::BTreeSet;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;
use wire::Seat;

use crate::support::serving::{Player, Serving, create_as, create_at};

const ONE: &str = include_str!("../../../../ops/nginx.conf");
const NODES: &str = include_str!("../../../../ops/nginx-nodes.conf");

/// The proxy, ended with the test.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        // Its worker ends with it.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn is_nginx_missing() -> bool {
    let is_missing = Command::new("nginx").arg("-v").output().is_err();
    if is_missing {
        testkit::skipped("nginx", "it is not installed, so no proxy was tested");
    }
    is_missing
}

/// Starts nginx with a configuration, in which the servers of the example are replaced.
fn start_proxy(folder: &std::path::Path, site: &str, port: u16, nodes: [&str; 2]) -> Proxy {
    let site = site
        .replace("127.0.0.1:4004", nodes[0])
        .replace("127.0.0.1:4005", nodes[1])
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"))
        .replace("server_name chess.example.org;", "");
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {kind};\n"))
        .concat();
    let whole = format!(
        "pid nginx.pid;\nerror_log error.log;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n"
    );
    fs::write(folder.join("nginx.conf"), whole).unwrap();
    let child = Command::new("nginx")
        .args(["-g", "daemon off;", "-e", "error.log", "-c", "nginx.conf"])
        .arg("-p")
        .arg(folder)
        .stderr(Stdio::null())
        .spawn();
    let proxy = Proxy(child.unwrap());
    // Far more than a busy machine needs.
    for _ in 0..6_000 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return proxy;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let log = fs::read_to_string(folder.join("error.log")).unwrap_or_default();
    panic!("nginx does not listen: {log}");
}

#[test]
fn a_page_behind_a_proxy_creates_tables_and_a_foreign_one_is_logged() {
    if is_nginx_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (port, own_port) = (free_port(), free_port().to_string());
    let origin = format!("http://127.0.0.1:{port}");
    let args = ["--behind-proxy", "--public-origin", &origin];
    let mut server = Serving::start_at(&own_port, &args);
    let own = format!("127.0.0.1:{own_port}");
    let _proxy = start_proxy(folder.path(), ONE, port, [&own, &own]);
    let proxied = format!("127.0.0.1:{port}");
    let asked = json!({"game":"chess","watch":"anyone"});
    create_as(&proxied, Some(&origin), &asked).unwrap();
    let refused = create_as(&proxied, Some("http://example.org"), &asked).unwrap_err();
    assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
    server.stop();
    let log = server.log();
    assert!(
        log.contains("http://example.org") && log.contains(&origin),
        "the log says what was expected: {log}"
    );
}

#[test]
fn two_nodes_behind_a_proxy_are_one_server_to_players() {
    if is_nginx_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let origin = format!("http://127.0.0.1:{port}");
    let start = |node: &str| {
        let (args, port) = (
            ["--node", node, "--behind-proxy", "--public-origin", &origin],
            free_port().to_string(),
        );
        (Serving::start_at(&port, &args), format!("127.0.0.1:{port}"))
    };
    let ((_first, first), (_second, second)) = (start("a"), start("b"));
    let _proxy = start_proxy(folder.path(), NODES, port, [&first, &second]);
    let proxied = format!("127.0.0.1:{port}");
    let mut nodes = BTreeSet::new();
    for _ in 0..4 {
        let created = create_at(&proxied, &json!({"game":"chess","watch":"anyone"}));
        nodes.insert(created.table.chars().next().unwrap());
        let mut players = [Seat::White, Seat::Black].map(|seat| {
            let mut player = Player::new(&created.table, &created.invitations[&seat]);
            player.come(&proxied).unwrap();
            player
        });
        let command = json!({"type":"do","id":"1","ply":0,"act":{"do":"move","move":"e2e4"}});
        players[0].listen_to(4).unwrap();
        let seq = players[0].ask("1", &command).unwrap();
        players[1].listen_to(seq).unwrap();
        assert_eq!(players[1].table().ply(), 1);
    }
    assert_eq!(nodes, BTreeSet::from(['a', 'b']), "both nodes have tables");
}
