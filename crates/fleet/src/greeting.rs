//! The first line that a server says, heard before the client listens: what speaks there is NATS, or is told in a sentence.

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server::ANSWER;
use crate::trouble::plain;

/// The longest first line.
const LONGEST: usize = 64 << 10;
/// The port where servers are unless somebody says otherwise.
const PORT: u16 = 4222;

/// Hears the greeting of a server, `INFO {...}`, and hangs up. Servers that are spoken to first (websockets) are left to the client.
///
/// # Errors
/// A sentence when nobody is there, nobody speaks, or what speaks is no NATS server.
pub(crate) async fn heard(address: &str) -> Result<(), String> {
    let Ok(known) = address.parse::<async_nats::ServerAddr>() else { return Ok(()) };
    if known.is_websocket() {
        return Ok(());
    }
    let port = if known.port() == 0 { PORT } else { known.port() };
    let far = |error: &dyn std::fmt::Display| format!("cannot reach a server at {address}: {error}");
    let reached = timeout(ANSWER, TcpStream::connect((known.host().trim_matches(['[', ']']), port))).await;
    let mut stream = reached.map_err(|_| far(&"it does not answer"))?.map_err(|error| far(&error))?;
    let mut said = Vec::new();
    let line = async {
        let mut part = [0; 4096];
        while !said.contains(&b'\n') && said.len() < LONGEST {
            match stream.read(&mut part).await {
                Ok(0) | Err(_) => break,
                Ok(read) => said.extend_from_slice(&part[..read]),
            }
        }
    };
    let spoke = timeout(ANSWER, line).await.is_ok();
    if said.starts_with(b"INFO {") && said.contains(&b'\n') {
        return Ok(());
    }
    let shown: String =
        plain(&String::from_utf8_lossy(&said[..said.len().min(240)])).chars().take(60).collect();
    Err(match (said.is_empty(), spoke) {
        (true, true) => far(&"it hangs up without a word"),
        (true, false) => far(&"it does not say a word"),
        _ => format!("what answers at {address} is no NATS server: it says '{shown}'"),
    })
}
