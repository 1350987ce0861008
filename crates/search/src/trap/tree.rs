//! The tree of a plan: places where we are to move, our choices there, and the replies that are expected.

use std::collections::HashMap;
use std::ops::Range;

use game::Game;

/// How many choices and replies a tree holds at most.
const ROOM: usize = 1 << 21;

/// The value of a choice is trusted as if it had been tried so many times more, with the mean of its place.
const DOUBT: f32 = 2.0;

/// How likely we are to win, as far as that is known, and how often it has been tried.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Worth {
    pub(super) value: f32,
    /// Whether the value is certain.
    pub(super) settled: bool,
    pub(super) visits: u32,
    sum: f32,
}

impl Worth {
    /// What is certain.
    pub(super) fn certain(value: f32) -> Worth {
        Worth { value, settled: true, ..Worth::default() }
    }

    /// Counts a result.
    pub(super) fn count(&mut self, result: f32) {
        self.visits += 1;
        self.sum += result;
        if !self.settled {
            self.value = self.mean();
        }
    }

    pub(super) fn settle(&mut self, value: f32) {
        (self.value, self.settled) = (value, true);
    }

    /// The value of a choice, as far as it is to be trusted at a place with this mean.
    fn trusted(&self, mean: f32) -> f32 {
        let visits = self.visits as f32;
        (self.value * visits + mean * DOUBT) / (visits + DOUBT)
    }

    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }
}

/// A position with us to move.
#[derive(Default, Debug)]
pub(super) struct Place {
    pub(super) worth: Worth,
    /// Its choices; none before it has been visited often enough.
    choices: Range<u32>,
    /// How many visits it needs before a solver judges it next.
    pub(super) judged_at: u32,
}

/// One of our moves.
#[derive(Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) worth: Worth,
    replies: Range<u32>,
}

/// Where a reply leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Unseen,
    /// To the place of this number.
    Place(u32),
    /// To the end of the game, worth this much.
    End(f32),
    /// Somewhere where we are not to move.
    Elsewhere,
}

/// A move of the opponent.
#[derive(Debug)]
pub(super) struct Reply<M> {
    pub(super) mv: M,
    pub(super) next: Next,
}

/// What is known so far. Different orders of moves lead to the same place.
pub(crate) struct Tree<G: Game> {
    places: Vec<Place>,
    choices: Vec<Choice<G::Move>>,
    replies: Vec<Reply<G::Move>>,
    numbers: HashMap<u64, u32>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Tree<G> {
        Tree { places: Vec::new(), choices: Vec::new(), replies: Vec::new(), numbers: HashMap::new() }
    }
}

impl<G: Game> Tree<G> {
    /// The number of the place with this key, which is added if it is new.
    pub(super) fn number(&mut self, key: u64, judged_at: u32) -> u32 {
        let new = self.places.len() as u32;
        let number = *self.numbers.entry(key).or_insert(new);
        if number == new {
            self.places.push(Place { judged_at, ..Place::default() });
        }
        number
    }

    pub(super) fn place(&mut self, number: u32) -> &mut Place {
        &mut self.places[number as usize]
    }

    pub(super) fn choice(&mut self, at: usize) -> &mut Choice<G::Move> {
        &mut self.choices[at]
    }

    pub(super) fn reply(&mut self, at: usize) -> &mut Reply<G::Move> {
        &mut self.replies[at]
    }

    /// Where the choices of a place are.
    pub(super) fn choices_of(&self, number: u32) -> Range<usize> {
        wide(&self.places[number as usize].choices)
    }

    pub(super) fn choices(&self, number: u32) -> &[Choice<G::Move>] {
        &self.choices[self.choices_of(number)]
    }

    /// Where the replies to a choice are; nowhere before it is tried.
    pub(super) fn replies_to(&self, at: usize) -> Range<usize> {
        wide(&self.choices[at].replies)
    }

    /// Whether nothing more should be added.
    pub(super) fn is_full(&self) -> bool {
        self.choices.len() + self.replies.len() >= ROOM
    }

    /// Whether there is room for another move's thinking.
    pub(super) fn has_room(&self) -> bool {
        self.choices.len() + self.replies.len() <= ROOM / 2
    }

    pub(super) fn add_choices(&mut self, number: u32, moves: impl Iterator<Item = G::Move>) {
        let from = self.choices.len() as u32;
        self.choices.extend(moves.map(|mv| Choice { mv, worth: Worth::default(), replies: 0..0 }));
        self.places[number as usize].choices = from..self.choices.len() as u32;
    }

    pub(super) fn add_replies(&mut self, at: usize, moves: impl Iterator<Item = G::Move>) {
        let from = self.replies.len() as u32;
        self.replies.extend(moves.map(|mv| Reply { mv, next: Next::Unseen }));
        self.choices[at].replies = from..self.replies.len() as u32;
    }

    /// One of the replies to a choice, by lot, but if possible none that is settled: those are known well enough.
    pub(super) fn open_reply(&self, at: usize, lot: usize) -> usize {
        let replies = self.replies_to(at);
        let turned = |step: usize| replies.start + (lot % replies.len() + step) % replies.len();
        let open = |&place: &usize| match self.replies[place].next {
            Next::Place(number) => !self.places[number as usize].worth.settled,
            Next::End(_) => false,
            Next::Unseen | Next::Elsewhere => true,
        };
        (0..replies.len()).map(turned).find(open).unwrap_or(turned(0))
    }

    /// Counts a result that came of a choice at a place.
    pub(super) fn count(&mut self, number: u32, at: usize, result: f32) {
        let after = self.after(at);
        let choice = &mut self.choices[at].worth;
        choice.count(result);
        match after {
            Some((value, true)) => choice.settle(value),
            Some((value, false)) => choice.value = value,
            None => {}
        }
        let place = &mut self.places[number as usize];
        place.worth.count(result);
        let mean = place.worth.mean();
        let (mut surest, mut most, mut settled) = (0.0f32, 0.0f32, true);
        for choice in &self.choices[wide(&place.choices)] {
            if choice.worth.settled {
                surest = surest.max(choice.worth.value);
            } else {
                settled = false;
                most = most.max(choice.worth.trusted(mean));
            }
        }
        if settled || surest >= 1.0 {
            place.worth.settle(surest);
        } else {
            place.worth.value = surest.max(most);
        }
    }

    /// What a choice is worth by what is known of the replies to it, and whether that is certain.
    fn after(&self, at: usize) -> Option<(f32, bool)> {
        let replies = &self.replies[self.replies_to(at)];
        let (mut sum, mut seen, mut settled) = (0.0, 0, true);
        for reply in replies {
            let worth = match reply.next {
                Next::Place(number) => self.places[number as usize].worth,
                Next::End(value) => Worth::certain(value),
                Next::Elsewhere => return None,
                Next::Unseen => {
                    settled = false;
                    continue;
                }
            };
            sum += worth.value;
            seen += 1;
            settled &= worth.settled;
        }
        (seen > 0).then_some((sum / seen as f32, settled))
    }
}

fn wide(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
