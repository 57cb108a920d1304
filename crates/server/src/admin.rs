//! The admin port: metrics, the list of tables, and closing tables.
//!
//! It has no authentication, so it must only be reachable from the machine itself. Requests with an
//! `Origin` are refused, and so are requests whose `Host` is not the address itself, which prevents
//! DNS rebinding.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};

use crate::hall::{Hall, TableFacts};

/// Decides which requests may pass on the admin port.
#[derive(Clone, Debug)]
pub struct AdminGate {
    hosts: Arc<[String]>,
}

impl AdminGate {
    /// The gate of an admin port that listens on this address.
    #[must_use]
    pub fn new(address: SocketAddr) -> AdminGate {
        let port = address.port();
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        hosts.push(address.to_string());
        AdminGate {
            hosts: hosts.into(),
        }
    }

    fn lets_pass(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).into_iter();
        let (host, further) = (hosts.next(), hosts.next());
        let is_ours = host.is_some_and(|host| {
            let mut own = self.hosts.iter();
            own.any(|own| host.as_bytes().eq_ignore_ascii_case(own.as_bytes()))
        });
        is_ours && further.is_none() && !headers.contains_key(ORIGIN)
    }
}

pub fn admin(hall: Hall, gate: AdminGate) -> Router {
    Router::new()
        .route("/health", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics))
        .route("/tables", get(list))
        .route("/tables/{id}", delete(close))
        .layer(middleware::from_fn_with_state(gate, guard))
        .with_state(hall)
}

async fn guard(State(gate): State<AdminGate>, request: Request, next: Next) -> Response {
    if !gate.lets_pass(request.headers()) {
        let words = "pages may not use this port, and the Host must be its own address\n";
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    next.run(request).await
}

async fn metrics(State(hall): State<Hall>) -> Response {
    let mut response = hall.metrics_text().into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// One line of JSON for each stored table.
async fn list(State(hall): State<Hall>) -> Response {
    match hall.tables().await {
        Ok(tables) => {
            let line = |table: TableFacts| {
                let value = serde_json::json!({
                    "table": table.id,
                    "in_memory": table.in_memory,
                    "people": table.people,
                });
                format!("{value}\n")
            };
            let lines: String = tables.into_iter().map(line).collect();
            lines.into_response()
        }
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

async fn close(State(hall): State<Hall>, Path(id): Path<String>) -> Response {
    match hall.close_table(&id).await {
        Ok(true) => (StatusCode::OK, "closed\n").into_response(),
        Ok(false) => (StatusCode::NOT_FOUND, "there is no such table\n").into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    }
}
