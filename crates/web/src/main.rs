//! The program that the browser runs. On other platforms it only says where it belongs.

#[cfg(target_arch = "wasm32")]
fn main() {
    web::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this program runs in a browser: start it with `cargo xtask run`");
}
