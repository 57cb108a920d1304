//! Turns a compiled app and its handwritten files into a folder that any web server can serve.
//!
//! - [`bundle`] gives every file a name with a fingerprint of its content, so that browsers can cache
//!   it forever, and updates references between the files.
//! - [`folder`] writes the result with compressed copies, only if it changed.
//! - [`styles`] makes one style sheet of those that the page links.
//! - [`parts`] merges the scripts of a program that was split into parts.
//!
//! The program of this package adds the generated JavaScript bindings, which need a heavy dependency;
//! everything in the library is tested without it.

pub mod bundle;
pub mod folder;
pub mod parts;
pub mod styles;
