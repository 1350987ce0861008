//! Turns at what is dear: so many questions are worked on at once, the others wait, fairly between browsers and not too many of them.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use tokio::sync::oneshot;

use crate::failure::Failure;
use crate::fair::Fair;
use crate::lobby::is_name;
use crate::visitor::cookie;

/// Questions of one browser that may wait.
const MOST_OF_ONE: usize = 4;
/// Questions of all that may wait.
const MOST_OF_ALL: usize = 100;

/// Who asks: a browser by its mark, or else by the address it asks from.
pub struct Asker(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Infallible> {
        let mark = cookie(&parts.headers, "browser").filter(|mark| is_name(mark)).map(str::to_string);
        let address =
            || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|from| from.0.ip().to_string());
        Ok(Asker(mark.or_else(address).unwrap_or_default()))
    }
}

/// Hands out turns.
pub struct Turns {
    inner: Mutex<Inner>,
}

struct Inner {
    free: usize,
    waiting: Fair<oneshot::Sender<Turn>>,
}

/// A turn; the next begins when it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    whose: String,
}

impl Turns {
    /// So many at once.
    pub fn new(at_once: usize) -> Arc<Turns> {
        Arc::new(Turns { inner: Mutex::new(Inner { free: at_once.max(1), waiting: Fair::default() }) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn take(self: &Arc<Turns>, asker: &Asker) -> Result<Turn, Failure> {
        let (give, given) = oneshot::channel();
        {
            let mut inner = self.lock();
            if inner.free > 0 {
                inner.free -= 1;
                inner.waiting.begin(&asker.0);
                return Ok(Turn { turns: self.clone(), whose: asker.0.clone() });
            }
            if inner.waiting.waiting_for(&asker.0) >= MOST_OF_ONE || inner.waiting.len() >= MOST_OF_ALL {
                return Err(Failure::busy());
            }
            inner.waiting.push(&asker.0, give);
        }
        given.await.map_err(|_| Failure::busy())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut inner = self.turns.lock();
        inner.waiting.done(&self.whose);
        // Those who have gone meanwhile are passed over.
        while let Some((whose, give)) = inner.waiting.next() {
            if give.is_closed() {
                inner.waiting.done(&whose);
                continue;
            }
            drop(inner);
            // Should they go just now, the turn comes back and is handed on from there.
            let _ = give.send(Turn { turns: self.turns.clone(), whose });
            return;
        }
        inner.free += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn turns_are_fair_bounded_and_come_back() {
        let turns = Turns::new(1);
        let asker = |name: &str| Asker(name.to_string());
        let first = turns.take(&asker("ana")).await.unwrap();
        let waiting = |name: &str| {
            let (turns, who) = (turns.clone(), asker(name));
            tokio::spawn(async move { turns.take(&who).await })
        };
        let mut many = Vec::new();
        for _ in 0..MOST_OF_ONE {
            many.push(waiting("ana"));
            tokio::task::yield_now().await;
        }
        assert!(matches!(turns.take(&asker("ana")).await, Err(Failure::Busy(_))), "a fifth must not wait");
        let ben = waiting("ben");
        tokio::task::yield_now().await;
        let gone = many.remove(0);
        gone.abort();
        let _ = gone.await;
        drop(first);
        let ben = ben.await.unwrap().unwrap();
        drop(ben);
        for one in many {
            drop(one.await.unwrap().unwrap());
        }
        assert_eq!(turns.lock().free, 1);
    }
}
