//! Several threads at one search.
//!
//! All of them search the same position and share what they find in a table. So that they do not do the same work, each says which
//! positions it is at, and the others leave those for later, when the table may know about them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::{Control, Limits};

/// How many places there are.
const PLACES: usize = 1 << 12;

/// The positions that threads are at. It is a hint, no lock: one that is overwritten or left behind costs time but does no harm.
#[derive(Debug, Default)]
pub struct Peers {
    /// Keys by their place; none when there is one thread only.
    places: Vec<AtomicU64>,
}

impl Peers {
    /// Several threads, none of them anywhere yet. A thread on its own has the default.
    pub fn new() -> Peers {
        Peers { places: std::iter::repeat_with(AtomicU64::default).take(PLACES).collect() }
    }

    #[inline]
    fn place(&self, key: u64) -> Option<&AtomicU64> {
        self.places.get(key as usize % PLACES)
    }

    /// Whether a thread is at the position with this key.
    #[inline]
    pub fn are_at(&self, key: u64) -> bool {
        self.place(key).is_some_and(|place| place.load(Relaxed) == key)
    }

    /// A thread has come to this position.
    #[inline]
    pub fn enter(&self, key: u64) {
        if let Some(place) = self.place(key) {
            place.store(key, Relaxed);
        }
    }

    /// It has left it again.
    #[inline]
    pub fn leave(&self, key: u64) {
        if let Some(place) = self.place(key) {
            place.store(0, Relaxed);
        }
    }
}

/// Sets all searchers to the same work, each in a thread of its own, until one has an answer or `control` ends the work.
pub fn race<S: Send, T: Send>(
    searchers: &mut [S],
    control: &Control,
    work: impl Fn(&mut S, &Control) -> Option<T> + Sync,
) -> Option<T> {
    let race = control.part(Limits::default());
    let run = |searcher: &mut S| {
        let answer = work(searcher, &race);
        race.stop();
        answer
    };
    thread::scope(|scope| {
        let threads: Vec<_> = searchers.iter_mut().map(|searcher| scope.spawn(|| run(searcher))).collect();
        let answers = threads.into_iter().map(|thread| thread.join().expect("searching does not panic"));
        answers.fold(None, Option::or)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_answer_ends_the_race() {
        let mut searchers = [1u64, 2, 3];
        let work = |searcher: &mut u64, control: &Control| {
            // The others look for something that is not there.
            while *searcher != 2 && !control.spend(1) {}
            (*searcher == 2).then_some("found")
        };
        let control = Control::new(Limits::default());
        assert_eq!(race(&mut searchers, &control, work), Some("found"));
        assert!(!control.stopped(), "only the race is over");
    }

    #[test]
    fn who_is_alone_meets_nobody() {
        let (alone, several) = (Peers::default(), Peers::new());
        for peers in [&alone, &several] {
            peers.enter(7);
        }
        assert!(!alone.are_at(7) && several.are_at(7));
        several.leave(7);
        assert!(!several.are_at(7));
    }
}
