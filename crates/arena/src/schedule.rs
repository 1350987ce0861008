//! Who meets whom: round robin, gauntlet, Swiss, knockout.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The form of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first, or the first few, meet everybody else.
    Gauntlet,
    /// A number of rounds among neighbours in the table.
    Swiss,
    /// Who loses a meeting is out.
    Knockout,
}

/// A meeting of two players, by their numbers in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// Number of the meeting, from 0, the same in every run of a tournament.
    pub meeting: usize,
    /// Round, from 0.
    pub round: usize,
    /// One player.
    pub a: usize,
    /// The other.
    pub b: usize,
}

/// What meetings came to so far: points of `a` and of `b`.
pub type Met = (Pairing, f64, f64);

/// Hands out meetings, round by round. Later rounds follow from the results of earlier ones and from nothing else.
#[derive(Clone, Debug)]
pub struct Scheduler {
    form: Form,
    players: usize,
    rounds: usize,
    challengers: usize,
    round: usize,
    given: usize,
    queue: VecDeque<(usize, usize)>,
    /// Players that sat a Swiss round out.
    byes: Vec<usize>,
    /// What sitting out is worth.
    bye: f64,
}

impl Scheduler {
    /// A schedule for so many players; `rounds` counts in a Swiss tournament only, `challengers` in a gauntlet.
    pub fn new(form: Form, players: usize, rounds: usize, challengers: usize) -> Scheduler {
        let (queue, byes) = (VecDeque::new(), Vec::new());
        let mut scheduler =
            Scheduler { form, players, rounds, challengers, round: 0, given: 0, queue, byes, bye: 1.0 };
        scheduler.queue = scheduler.pairs(&[]).into();
        scheduler
    }

    /// With so many points for who sits a Swiss round out.
    #[must_use]
    pub fn with_bye(self, points: f64) -> Scheduler {
        Scheduler { bye: points, ..self }
    }

    /// The next meeting of this round; `None` when the round has been handed out.
    #[expect(clippy::should_implement_trait, reason = "a schedule goes on after None, an iterator need not")]
    pub fn next(&mut self) -> Option<Pairing> {
        let (a, b) = self.queue.pop_front()?;
        let pairing = Pairing { meeting: self.given, round: self.round, a, b };
        self.given += 1;
        Some(pairing)
    }

    /// Goes on to the next round, given the results of all meetings so far; `false` when the tournament is over.
    pub fn advance(&mut self, met: &[Met]) -> bool {
        self.round += 1;
        self.queue = self.pairs(met).into();
        !self.queue.is_empty()
    }

    /// Players that sat out, once for each time.
    pub fn byes(&self) -> &[usize] {
        &self.byes
    }

    fn pairs(&mut self, met: &[Met]) -> Vec<(usize, usize)> {
        let n = self.players;
        match self.form {
            Form::RoundRobin if self.round == 0 => {
                (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
            }
            Form::Gauntlet if self.round == 0 => {
                let first = self.challengers.clamp(1, n);
                (0..first).flat_map(|a| (first..n).map(move |b| (a, b))).collect()
            }
            Form::Swiss if self.round < self.rounds => self.swiss(met),
            Form::Knockout => self.knockout(met),
            _ => Vec::new(),
        }
    }

    /// From the top of the table down, each meets the next player below that it has not met; the lowest without a bye sits out when the number is
    /// odd.
    fn swiss(&mut self, met: &[Met]) -> Vec<(usize, usize)> {
        let mut points = vec![0.0; self.players];
        for (pairing, a, b) in met {
            points[pairing.a] += a;
            points[pairing.b] += b;
        }
        for &bye in &self.byes {
            points[bye] += self.bye;
        }
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by(|&x, &y| points[y].total_cmp(&points[x]).then(x.cmp(&y)));
        if order.len() % 2 == 1 {
            let at = order.iter().rposition(|player| !self.byes.contains(player)).unwrap_or(order.len() - 1);
            self.byes.push(order.remove(at));
        }
        let known =
            |x: usize, y: usize| met.iter().any(|(p, ..)| (p.a, p.b) == (x, y) || (p.a, p.b) == (y, x));
        let mut pairs = Vec::new();
        while !order.is_empty() {
            let first = order.remove(0);
            let at = order.iter().position(|&other| !known(first, other)).unwrap_or(0);
            pairs.push((first, order.remove(at)));
        }
        pairs
    }

    /// Those still in, in the order of the list: first against last; the first ones wait when the number is not a power of two. A tied meeting is
    /// won by the one earlier in the list.
    fn knockout(&self, met: &[Met]) -> Vec<(usize, usize)> {
        let lost = |player: usize| {
            met.iter().any(|&(p, a, b)| {
                if a >= b {
                    p.b.max(p.a) == player && a == b || a > b && p.b == player
                } else {
                    p.a == player
                }
            })
        };
        let left: Vec<usize> = (0..self.players).filter(|&player| !lost(player)).collect();
        if left.len() < 2 {
            return Vec::new();
        }
        let games = left.len() - left.len().next_power_of_two() / 2;
        let playing = &left[left.len() - 2 * games..];
        (0..games).map(|i| (playing[i], playing[playing.len() - 1 - i])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a schedule in which the lower number always wins.
    fn run(form: Form, players: usize, rounds: usize) -> Vec<Vec<(usize, usize)>> {
        let mut scheduler = Scheduler::new(form, players, rounds, 1);
        let (mut met, mut all) = (Vec::new(), Vec::new());
        loop {
            let mut round = Vec::new();
            while let Some(p) = scheduler.next() {
                round.push((p.a, p.b));
                met.push(if p.a < p.b { (p, 2.0, 0.0) } else { (p, 0.0, 2.0) });
            }
            all.push(round);
            if !scheduler.advance(&met) {
                return all;
            }
        }
    }

    #[test]
    fn schedules_are_as_they_should_be() {
        assert_eq!(run(Form::RoundRobin, 3, 0), [vec![(0, 1), (0, 2), (1, 2)]]);
        assert_eq!(run(Form::Gauntlet, 4, 0), [vec![(0, 1), (0, 2), (0, 3)]]);
        assert_eq!(run(Form::Knockout, 4, 0), [vec![(0, 3), (1, 2)], vec![(0, 1)]]);
        assert_eq!(run(Form::Knockout, 5, 0), [vec![(3, 4)], vec![(0, 3), (1, 2)], vec![(0, 1)]]);
    }

    #[test]
    fn nobody_meets_twice_in_a_short_swiss() {
        let rounds = run(Form::Swiss, 8, 3);
        let mut all: Vec<(usize, usize)> =
            rounds.into_iter().flatten().map(|(a, b)| (a.min(b), a.max(b))).collect();
        let games = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((games, all.len()), (12, 12));
        assert_eq!(run(Form::Swiss, 5, 2).into_iter().flatten().count(), 4);
    }

    #[test]
    fn the_lowest_sit_out_once_each() {
        let mut scheduler = Scheduler::new(Form::Swiss, 3, 3, 1).with_bye(2.0);
        let mut met = Vec::new();
        loop {
            while let Some(p) = scheduler.next() {
                met.push(if p.a < p.b { (p, 2.0, 0.0) } else { (p, 0.0, 2.0) });
            }
            if !scheduler.advance(&met) {
                break;
            }
        }
        let mut byes = scheduler.byes().to_vec();
        assert_eq!(byes[0], 2, "at first the last of the list");
        byes.sort_unstable();
        assert_eq!(byes, [0, 1, 2]);
    }

    #[test]
    fn several_can_run_the_gauntlet() {
        let mut scheduler = Scheduler::new(Form::Gauntlet, 4, 0, 2);
        let pairs: Vec<_> = std::iter::from_fn(|| scheduler.next()).map(|p| (p.a, p.b)).collect();
        assert_eq!(pairs, [(0, 2), (0, 3), (1, 2), (1, 3)]);
    }
}
