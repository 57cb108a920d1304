//! Turns a compiled app and its hand-written files into a folder that any host can serve.
//!
//! - [`bundle`] gives every file a name that holds its content's fingerprint, so that a browser may
//!   keep it for ever, and puts those names where the files mention each other.
//! - [`folder`] writes the result, compressed copies included, and only when it changed.
//! - [`fingerprint`] tells contents apart.
//! - [`parts`] joins the scripts of a program that was cut into parts.
//!
//! The program beside this library adds the generated glue between WebAssembly and the page, which
//! needs a heavy dependency; everything here is checked without it.

#![forbid(unsafe_code)]

pub mod bundle;
pub mod fingerprint;
pub mod folder;
pub mod parts;
