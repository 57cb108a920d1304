//! A socket to a table.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};

use crate::app::browser;

/// An event of a socket.
pub enum Told {
    Opened,
    Heard(String),
    /// It was closed, or could not be opened.
    Closed,
}

/// A socket; dropping it closes it and removes its callbacks.
pub struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut()>,
}

impl Socket {
    /// Opens a socket to a table; `None` if the browser refuses the address.
    pub fn open(table: &str, tell: impl Fn(Told) + Clone + 'static) -> Option<Socket> {
        // http becomes ws, and https becomes wss.
        let address = browser::beside(&format!("t/{table}/ws")).replacen("http", "ws", 1);
        let socket = WebSocket::new(&address).ok()?;
        let (opened, heard, closed) = (tell.clone(), tell.clone(), tell);
        let opened = Closure::<dyn FnMut()>::new(move || opened(Told::Opened));
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                heard(Told::Heard(text));
            }
        });
        let closed = Closure::<dyn FnMut()>::new(move || closed(Told::Closed));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Socket {
            socket,
            _opened: opened,
            _heard: heard,
            _closed: closed,
        })
    }

    /// Sends a message; one that cannot be sent is repeated after the next welcome.
    pub fn send(&self, text: &str) {
        let _ = self.socket.send_with_str(text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
