//! The door for whoever runs the server, on an address of its own: counters, tables, closing them.
//!
//! It asks nobody who they are, so it belongs on an address that only the machine itself reaches. A
//! page has no business here: whatever has an Origin is refused.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, ORIGIN};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};

use crate::hall::{Hall, TableFacts};

/// What is answered on the address of the administrator.
pub fn admin(hall: Hall) -> Router {
    Router::new()
        .route("/health", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics))
        .route("/tables", get(list))
        .route("/tables/{id}", delete(close))
        .layer(middleware::from_fn(without_pages))
        .with_state(hall)
}

async fn without_pages(request: Request, next: Next) -> Response {
    if request.headers().contains_key(ORIGIN) {
        return (StatusCode::FORBIDDEN, "no page may ask this\n").into_response();
    }
    next.run(request).await
}

async fn metrics(State(hall): State<Hall>) -> Response {
    let mut response = hall.metrics_text().into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// One line of JSON for each table that is kept.
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
