//! A small client for tests: one request, one connection.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// What came back.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Where it leads, if anywhere.
    pub location: Option<String>,
    /// The body.
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }
}

/// Asks; the server must be there.
pub fn request(address: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
    try_request(address, method, path, body).expect("the server answers")
}

/// Asks; `None` when the server is gone before it has answered in full.
pub fn try_request(address: &str, method: &str, path: &str, body: Option<&Value>) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(120))).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let header = |name: &str| {
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_string()).next()
    };
    let whole = header("content-length").is_none_or(|length| length.parse() == Ok(body.len()));
    let status = head.split(' ').nth(1)?.parse().ok()?;
    whole.then(|| Answer { status, location: header("location"), text: body.to_string() })
}
