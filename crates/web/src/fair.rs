//! Queues that are fair between those who wait: whoever has the least under way comes first, among them who was served longest ago, and then who has
//! waited longest.

use std::collections::{HashMap, VecDeque};

/// Things that wait, each for somebody.
pub struct Fair<T> {
    waiting: VecDeque<(String, T)>,
    running: HashMap<String, usize>,
    /// When somebody was served last, by a count of all that were.
    served: HashMap<String, u64>,
    count: u64,
}

/// So many are remembered; beyond, everybody begins anew.
const MOST_REMEMBERED: usize = 10_000;

impl<T> Default for Fair<T> {
    fn default() -> Fair<T> {
        Fair { waiting: VecDeque::new(), running: HashMap::new(), served: HashMap::new(), count: 0 }
    }
}

impl<T> Fair<T> {
    /// Things that wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Things that wait for somebody.
    pub fn waiting_for(&self, whom: &str) -> usize {
        self.waiting.iter().filter(|(who, _)| who == whom).count()
    }

    /// Lets something wait.
    pub fn push(&mut self, whose: &str, thing: T) {
        self.waiting.push_back((whose.to_string(), thing));
    }

    /// How many things come before the first that `is_it`, as things stand; `None` when it does not wait.
    pub fn ahead(&self, is_it: impl Fn(&T) -> bool) -> Option<usize> {
        let place = |at: usize| {
            let who = &self.waiting[at].0;
            let (under_way, last) = (self.running.get(who), self.served.get(who));
            (under_way.copied().unwrap_or(0), last.copied().unwrap_or(0), at)
        };
        let own = place(self.waiting.iter().position(|(_, thing)| is_it(thing))?);
        Some((0..self.waiting.len()).filter(|&at| place(at) < own).count())
    }

    /// The next one, under way from now on until [`Fair::done`].
    pub fn next(&mut self) -> Option<(String, T)> {
        let under_way = |who: &String| self.running.get(who).copied().unwrap_or(0);
        let last = |who: &String| self.served.get(who).copied().unwrap_or(0);
        let waiting = self.waiting.iter().enumerate();
        let (at, _) = waiting.min_by_key(|(at, (who, _))| (under_way(who), last(who), *at))?;
        let (who, thing) = self.waiting.remove(at)?;
        self.begin(&who);
        Some((who, thing))
    }

    /// Something of theirs is under way that never waited.
    pub fn begin(&mut self, whose: &str) {
        *self.running.entry(whose.to_string()).or_default() += 1;
        if self.served.len() >= MOST_REMEMBERED {
            self.served.clear();
        }
        self.count += 1;
        self.served.insert(whose.to_string(), self.count);
    }

    /// Something of theirs has ended.
    pub fn done(&mut self, whose: &str) {
        if let Some(running) = self.running.get_mut(whose) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(whose);
            }
        }
    }

    /// Forgets all that wait.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_one_waits_for_the_first_of_another() {
        let mut fair = Fair::default();
        for (who, what) in [("ana", 1), ("ana", 2), ("ana", 3), ("ben", 4)] {
            fair.push(who, what);
        }
        let mut order = Vec::new();
        while let Some((_, what)) = fair.next() {
            order.push(what);
        }
        assert_eq!(order, [1, 4, 2, 3]);
        ["ana", "ana", "ana", "ben"].iter().for_each(|who| fair.done(who));
        fair.push("ben", 5);
        fair.push("ana", 6);
        assert_eq!(fair.next().map(|(_, what)| what), Some(5), "ben was served longer ago");
        fair.done("ben");
        assert!(fair.running.is_empty());
    }
}
