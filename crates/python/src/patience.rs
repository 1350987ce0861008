//! Work that may take long: without the interpreter's lock, and ended by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::refusal::{failed, wrong};

/// How often Ctrl-C is looked for.
const GLANCE: Duration = Duration::from_millis(50);

/// Does the work in a thread of its own while this one watches for Ctrl-C, which sets `stop`. The exception of an interrupt is raised once the work
/// has ended; a panic becomes an exception too.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (alive, ended) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                let _alive = alive;
                work()
            });
            let mut interrupt = None;
            while ended.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
                if interrupt.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    stop.store(true, Ordering::Relaxed);
                    interrupt = Some(error);
                }
            }
            let done = worker.join().map_err(|_| failed("the work ended by a fault of the program"));
            interrupt.map_or(done, Err)
        })
    })
}

/// A time as people give it: seconds, or a text such as `500ms`.
#[derive(FromPyObject)]
pub(crate) enum Time {
    Seconds(f64),
    Text(String),
}

impl Time {
    pub(crate) fn read(&self) -> PyResult<Duration> {
        let text = match self {
            Time::Seconds(seconds) => seconds.to_string(),
            Time::Text(text) => text.clone(),
        };
        let refused = || wrong(format!("cannot read the time '{text}'; expected something like 2s or 500ms"));
        game::read_time(&text).ok_or_else(refused)
    }
}
