//! Messages over a connection: whole or not at all, and never later than asked.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use table::Wired;

use crate::fault::plain;

/// The longest message that is believed.
const LONGEST: usize = 1 << 20;

/// Time for the other side to take a message from us.
const SENDING: Duration = Duration::from_secs(5);

/// Time to let the other side read the last message before the connection goes.
const PARTING: Duration = Duration::from_millis(300);

pub(super) struct Channel(TcpStream);

/// Why there is no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    /// The other side has closed the connection.
    Closed,
    /// Nothing, or not everything, came in time.
    Late,
    /// What came is no message.
    Malformed(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Closed => f.write_str("the connection was closed"),
            Broken::Late => f.write_str("no message came in time"),
            Broken::Malformed(why) => write!(f, "a malformed message: {}", plain(why)),
        }
    }
}

impl Channel {
    pub(super) fn new(stream: TcpStream) -> io::Result<Channel> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING))?;
        Ok(Channel(stream))
    }

    pub(super) fn send(&mut self, wire: &dyn Wired, message: &str) -> Result<(), Broken> {
        self.0.write_all(&wire.pack(message)).map_err(|error| broken(&error))
    }

    pub(super) fn receive(&mut self, wire: &dyn Wired, deadline: Instant) -> Result<String, Broken> {
        let mut header = vec![0; wire.protocol().header];
        if self.fill(&mut header, deadline)? == 0 {
            return Err(Broken::Closed);
        }
        let length = wire.length(&header).map_err(Broken::Malformed)?;
        if length > LONGEST {
            return Err(Broken::Malformed(format!("a length of {length} bytes; expected at most {LONGEST}")));
        }
        let mut message = vec![0; length];
        if self.fill(&mut message, deadline)? < length {
            return Err(Broken::Malformed("the connection ended in the middle of it".into()));
        }
        String::from_utf8(message).map_err(|_| Broken::Malformed("it is not UTF-8".into()))
    }

    /// Fills the buffer and returns its length; 0 when the connection ended before the first byte.
    fn fill(&mut self, buffer: &mut [u8], deadline: Instant) -> Result<usize, Broken> {
        let mut read = 0;
        while read < buffer.len() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Broken::Late);
            }
            self.0.set_read_timeout(Some(left)).map_err(|error| broken(&error))?;
            match self.0.read(&mut buffer[read..]) {
                Ok(0) if read == 0 => return Ok(0),
                Ok(0) => return Err(Broken::Malformed("the connection ended in the middle of it".into())),
                Ok(n) => read += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(broken(&error)),
            }
        }
        Ok(read)
    }
}

fn broken(error: &io::Error) -> Broken {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Broken::Late,
        _ => Broken::Closed,
    }
}

impl Drop for Channel {
    /// Lets the last message arrive: a connection that is closed with bytes unread takes what it sent back.
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Write);
        let deadline = Instant::now() + PARTING;
        let mut rest = [0; 1024];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.0.set_read_timeout(Some(left)).is_err() {
                return;
            }
            if !matches!(self.0.read(&mut rest), Ok(n) if n > 0) {
                return;
            }
        }
    }
}
