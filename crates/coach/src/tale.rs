//! What literally happens along a line of play, added up, and how two lines differ.

use game::Event;
use table::Match;

use crate::verdict::View;

/// The longest stretch of a line that is told, in plies and in turns; a turn is what a seat does before another one moves.
const FAR: usize = 24;
const TURNS: u32 = 5;

/// How lines are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// By their first turns, the nearer the more it counts.
    Near,
    /// By all that is known of them.
    Far,
}

impl Reach {
    /// What a turn further away is worth.
    fn fading(self) -> f64 {
        if self == Reach::Near { 0.75 } else { 1.0 }
    }
}

/// The share of the whole difference at which a stretch of a line is long enough to tell.
const ENOUGH: f64 = 0.9;

/// A line of play with what happens at each of its plies.
#[derive(Clone, Debug)]
pub(crate) struct Tale {
    /// The moves, from the position told about.
    pub(crate) line: Vec<String>,
    /// Who makes each of them, by seat from 0; `None` for chance.
    pub(crate) movers: Vec<Option<usize>>,
    /// What each of them does.
    events: Vec<Vec<Event>>,
    /// What can be counted before the first move and after each.
    standings: Vec<Vec<Event>>,
    /// Whether the game is over at the end of the line.
    pub(crate) over: bool,
}

/// Something that happens in a line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fact {
    /// What, added up over the stretch that is told.
    pub(crate) event: Event,
    /// The first ply of the line at which it happens, from 0.
    pub(crate) first: usize,
    /// The last ply of the line that belongs to it.
    pub(crate) last: usize,
    /// The turn of the line in which it happens, from 0.
    pub(crate) turn: u32,
}

/// How one fact of a line differs from another line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Difference {
    /// The fact as it is in the line where it happens, or happens more.
    pub(crate) fact: Fact,
    /// Which line that is.
    pub(crate) side: Side,
    /// What the difference is worth to the viewer when the first line is played and not the second, in hundredths of a point.
    pub(crate) worth: i32,
}

/// One of two lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    First,
    Second,
}

impl Tale {
    /// The story of a line that begins at this board; `None` when the game tells none. The line ends where it cannot be played.
    pub(crate) fn of(board: &dyn Match, line: &[String]) -> Option<Tale> {
        let mut ahead = board.fork();
        let begun = ahead.moves().len();
        let mut tale = Tale {
            line: Vec::new(),
            movers: Vec::new(),
            events: Vec::new(),
            standings: vec![board.told()?.standing()],
            over: board.over(),
        };
        for mv in line.iter().take(FAR) {
            let mover = ahead.to_move();
            let Ok(mv) = ahead.play(mv) else { break };
            let told = ahead.told()?;
            tale.events.push(told.story(begun + tale.line.len()));
            tale.standings.push(told.standing());
            drop(told);
            tale.line.push(mv);
            tale.movers.push(mover);
            tale.over = ahead.over();
        }
        Some(tale)
    }

    pub(crate) fn plies(&self) -> usize {
        self.line.len()
    }

    /// What happens in the plies of `range`, turn by turn: what a seat does before another one moves is added up.
    pub(crate) fn facts(&self, range: std::ops::Range<usize>) -> Vec<Fact> {
        let mut facts: Vec<Fact> = Vec::new();
        let (mut begun, mut turn) = (0, 0);
        for ply in 0..range.end.min(self.events.len()) {
            if ply > 0 && self.movers[ply] != self.movers[ply - 1] {
                (begun, turn) = (facts.len(), turn + 1);
            }
            if ply < range.start {
                continue;
            }
            for event in &self.events[ply] {
                match facts[begun..].iter_mut().find(|fact| fact.event.joins(event)) {
                    Some(fact) => {
                        fact.event.join(event.clone());
                        fact.last = ply;
                    }
                    None => facts.push(Fact { event: event.clone(), first: ply, last: ply, turn }),
                }
            }
        }
        facts
    }

    /// How many plies are compared.
    fn reached(&self, reach: Reach) -> usize {
        if reach == Reach::Far {
            return self.plies();
        }
        let changes = (1..self.plies()).filter(|&ply| self.movers[ply] != self.movers[ply - 1]);
        changes.into_iter().nth(TURNS as usize - 1).unwrap_or(self.plies()).min(FAR)
    }

    /// The first ply at which somebody else than `seat` moves.
    pub(crate) fn reply(&self, seat: usize) -> Option<usize> {
        self.movers.iter().position(|mover| mover.is_some_and(|mover| mover != seat))
    }

    /// What can be counted after so many plies.
    pub(crate) fn standing(&self, plies: usize) -> &[Event] {
        &self.standings[plies.min(self.standings.len() - 1)]
    }

    /// What everything that happens in the first plies is worth to the viewer.
    fn balance(&self, plies: usize, view: View, reach: Reach) -> i32 {
        self.facts(0..plies).iter().map(|fact| view.weight(fact, reach)).sum()
    }
}

impl View {
    /// What an event is worth to the viewer: others' gains count against it.
    pub(crate) fn worth(self, event: &Event) -> i32 {
        if event.who.index() == self.seat {
            event.worth
        } else {
            -event.worth / (self.seats as i32 - 1).max(1)
        }
    }
}

impl View {
    /// What a fact counts when lines are compared: its worth, less the further away it is.
    fn weight(self, fact: &Fact, reach: Reach) -> i32 {
        (f64::from(self.worth(&fact.event)) * reach.fading().powi(fact.turn as i32)) as i32
    }
}

/// The shortest stretch from the start at which most of the difference between two lines has happened, as far as it speaks for the first; `None` when it
/// never does.
pub(crate) fn horizon(first: &Tale, second: &Tale, view: View, reach: Reach) -> Option<usize> {
    let longest = first.reached(reach).min(second.reached(reach));
    let lead = |plies: usize| first.balance(plies, view, reach) - second.balance(plies, view, reach);
    let most = (1..=longest).map(lead).max().filter(|&most| most > 0)?;
    (1..=longest).find(|&plies| f64::from(lead(plies)) >= ENOUGH * f64::from(most))
}

/// How the first plies of two lines differ, the weightiest difference first; only facts that have a worth.
pub(crate) fn differences(
    first: &Tale,
    second: &Tale,
    plies: usize,
    view: View,
    reach: Reach,
) -> Vec<Difference> {
    let (ours, theirs) = (first.facts(0..plies), second.facts(0..plies));
    let same = |a: &Fact, b: &Fact| a.event.kind == b.event.kind && a.event.who == b.event.who;
    let total = |facts: &[Fact], fact: &Fact| -> i32 {
        facts.iter().filter(|other| same(other, fact)).map(|other| view.weight(other, reach)).sum()
    };
    let mut found: Vec<Difference> = Vec::new();
    for (side, facts, others) in [(Side::First, &ours, &theirs), (Side::Second, &theirs, &ours)] {
        for fact in facts {
            let (here, there) = (total(facts, fact), total(others, fact));
            let known = found.iter().any(|known| same(&known.fact, fact));
            if known || here.abs() <= there.abs() {
                continue;
            }
            let worth = if side == Side::First { here - there } else { there - here };
            // What happens in both lines, if not at the same time, is no difference.
            let shared = |other: &Fact| others.iter().any(|there| there.event == other.event);
            let own = facts.iter().filter(|other| same(other, fact));
            let telling =
                own.max_by_key(|other| (!shared(other), other.event.worth.abs(), -(other.first as i32)));
            found.push(Difference { fact: telling.unwrap_or(fact).clone(), side, worth });
        }
    }
    found.sort_by_key(|difference| -difference.worth.abs());
    found
}

/// How what can be counted differs after the first plies of two lines: the kind that speaks most for the first, with what it is worth.
pub(crate) fn standing_apart(first: &[Event], second: &[Event], view: View) -> Option<(&'static str, i32)> {
    let total = |events: &[Event], kind: &str| -> i32 {
        events.iter().filter(|event| event.kind == kind).map(|event| view.worth(event)).sum()
    };
    let lead = |kind: &'static str| (kind, total(first, kind) - total(second, kind));
    first.iter().map(|event| lead(event.kind)).max_by_key(|(_, lead)| *lead).filter(|(_, lead)| *lead > 0)
}
