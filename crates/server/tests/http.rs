//! Which request gets which response, without a network.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HeaderName, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{Method, Request, Response, StatusCode};
use server::{Assets, CONTENT_SECURITY_POLICY, File, app};
use tokio::runtime;
use tower::ServiceExt;

const PAGE: &[u8] = b"<!doctype html><title>the page</title>";
const PAGE_GZIP: &[u8] = b"stands for the page after gzip";
const PAGE_BROTLI: &[u8] = b"stands for the page after brotli";
const FILES: [File; 3] = [
    File {
        name: "index.html",
        plain: PAGE,
        gzip: Some(PAGE_GZIP),
        brotli: Some(PAGE_BROTLI),
    },
    File {
        name: "web_bg-0123.wasm",
        plain: b"\0asm",
        gzip: None,
        brotli: None,
    },
    File {
        name: "web-4567.js",
        plain: b"export {}",
        gzip: None,
        brotli: None,
    },
];

struct Answer {
    response: Response<()>,
    body: Vec<u8>,
}

impl Answer {
    fn status(&self) -> StatusCode {
        self.response.status()
    }

    fn header(&self, name: impl Into<HeaderName>) -> Option<&str> {
        let value = self.response.headers().get(name.into())?;
        Some(value.to_str().unwrap())
    }
}

/// Sends a request with headers to an app with these files.
fn ask(files: &[File], method: Method, path: &str, headers: &[(HeaderName, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let request = request.body(Body::empty()).unwrap();
    let runtime = runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let response = app(Assets::new(files)).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        Answer {
            response: Response::from_parts(parts, ()),
            body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
        }
    })
}

fn get(path: &str, headers: &[(HeaderName, &str)]) -> Answer {
    ask(&FILES, Method::GET, path, headers)
}

#[test]
fn the_page_is_revalidated_each_time() {
    for path in ["/", "/index.html", "/?from=a-link"] {
        let answer = get(path, &[]);
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.body, PAGE);
        assert_eq!(
            answer.header(CONTENT_TYPE),
            Some("text/html; charset=utf-8")
        );
        assert_eq!(answer.header(CACHE_CONTROL), Some("no-cache"));
    }
}

#[test]
fn content_hashed_files_are_cached_forever() {
    let answer = get("/web_bg-0123.wasm", &[]);
    assert_eq!(answer.header(CONTENT_TYPE), Some("application/wasm"));
    assert_eq!(
        answer.header(CACHE_CONTROL),
        Some("public, max-age=31536000, immutable")
    );
    let script = get("/web-4567.js", &[]);
    assert_eq!(
        script.header(CONTENT_TYPE),
        Some("text/javascript; charset=utf-8")
    );
}

#[test]
fn the_encoding_is_negotiated_and_each_has_its_own_etag() {
    let brotli = get("/", &[(ACCEPT_ENCODING, "gzip, deflate, br, zstd")]);
    assert_eq!(brotli.body, PAGE_BROTLI);
    assert_eq!(brotli.header(CONTENT_ENCODING), Some("br"));
    // As browsers ask over plain HTTP.
    let gzip = get("/", &[(ACCEPT_ENCODING, "gzip, deflate")]);
    assert_ne!(brotli.header(ETAG), gzip.header(ETAG));
    assert_eq!(gzip.body, PAGE_GZIP);
    assert_eq!(gzip.header(CONTENT_ENCODING), Some("gzip"));
    assert_eq!(gzip.header(VARY), Some("accept-encoding"));
    let plain = get("/", &[(ACCEPT_ENCODING, "gzip;q=0")]);
    assert_eq!(plain.body, PAGE);
    assert_eq!(plain.header(CONTENT_ENCODING), None);
    assert_eq!(plain.header(VARY), Some("accept-encoding"));
    assert_ne!(gzip.header(ETAG), plain.header(ETAG));
    let without = get("/web-4567.js", &[(ACCEPT_ENCODING, "gzip")]);
    assert_eq!(without.header(CONTENT_ENCODING), None);
}

#[test]
fn a_cached_version_is_not_sent_again() {
    let first = get("/", &[]);
    let tag = first.header(ETAG).unwrap();
    let again = get("/", &[(IF_NONE_MATCH, tag)]);
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert!(again.body.is_empty());
    assert_eq!(again.header(ETAG), Some(tag));
    assert_eq!(again.header(CACHE_CONTROL), Some("no-cache"));
    let other_coding = get("/", &[(IF_NONE_MATCH, tag), (ACCEPT_ENCODING, "gzip")]);
    assert_eq!(other_coding.status(), StatusCode::OK);
    let changed = [File {
        plain: b"another page",
        ..FILES[0]
    }];
    let changed = ask(&changed, Method::GET, "/", &[(IF_NONE_MATCH, tag)]);
    assert_eq!(changed.status(), StatusCode::OK);
}

#[test]
fn head_answers_like_get_without_a_body() {
    let head = ask(&FILES, Method::HEAD, "/", &[]);
    assert_eq!(head.status(), StatusCode::OK);
    assert!(head.body.is_empty());
    assert_eq!(
        head.header(CONTENT_LENGTH),
        Some(PAGE.len().to_string().as_str())
    );
    assert_eq!(head.header(ETAG), get("/", &[]).header(ETAG));
}

#[test]
fn other_methods_are_refused() {
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let answer = ask(&FILES, method.clone(), "/", &[]);
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(answer.header(ALLOW), Some("GET,HEAD"));
        assert_protected(&answer);
    }
}

/// Every response has the security headers.
fn assert_protected(answer: &Answer) {
    for (name, value) in [
        ("content-security-policy", CONTENT_SECURITY_POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(
            answer.header(HeaderName::from_static(name)),
            Some(value),
            "{name}"
        );
    }
    // No other site may read our responses.
    assert!(
        !answer
            .response
            .headers()
            .keys()
            .any(|name| name.as_str().starts_with("access-control"))
    );
}

#[test]
fn every_response_has_the_security_headers() {
    assert_protected(&get("/", &[]));
    assert_protected(&get("/web_bg-0123.wasm", &[]));
    assert_protected(&get("/nothing", &[]));
    let tag = get("/", &[]);
    assert_protected(&get("/", &[(IF_NONE_MATCH, tag.header(ETAG).unwrap())]));
    assert_protected(&ask(&[], Method::GET, "/", &[]));
}

#[test]
fn the_policy_allows_neither_eval_nor_inline_code() {
    for forbidden in [
        "'unsafe-eval'",
        "'unsafe-inline'",
        "*",
        "http:",
        "https:",
        "blob:",
    ] {
        assert!(
            !CONTENT_SECURITY_POLICY
                .split([' ', ';'])
                .any(|word| word == forbidden),
            "{forbidden}"
        );
    }
    assert!(CONTENT_SECURITY_POLICY.starts_with("default-src 'none';"));
}

#[test]
fn path_traversal_finds_nothing() {
    let corpus = include_str!("data/traversal.txt");
    let mut tried = 0;
    for path in corpus.lines().filter(|line| line.starts_with('/')) {
        let answer = get(path, &[]);
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header(LOCATION), None, "{path}");
        let body = String::from_utf8(answer.body).unwrap();
        assert!(body.contains("There is nothing at this address"), "{path}");
        tried += 1;
    }
    assert!(tried >= 40, "only {tried} paths were tried");
}

#[test]
fn a_program_without_the_app_says_what_to_do() {
    let answer = ask(&[], Method::GET, "/", &[]);
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    let body = String::from_utf8(answer.body).unwrap();
    assert!(body.contains("cargo xtask run"), "{body}");
    assert_eq!(
        ask(&[], Method::GET, "/other", &[]).status(),
        StatusCode::NOT_FOUND
    );
}
