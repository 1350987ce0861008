//! Proof-number search for forced wins.
//!
//! One side, the attacker, is to be proved to win. Every position carries two numbers: how many positions must still be won to prove it, and how
//! many must be held to disprove it. The search always walks to a position that matters to both, and ends when one of the numbers of the
//! root is zero (depth-first proof-number search, after Nagai).
//!
//! A proof rests on finished games alone. A position that stands earlier in the line counts as not won, so no proof leans on a repetition; and because
//! every proved position knows how far its win is at most, playing to the nearest one never repeats a position either.
//! What is *not* proved says nothing: the disproofs found here depend on the line and on the moves that were left out.

use game::Game;

use crate::board::Square;
use crate::moves::Move;
use crate::rules::Tablut;
use crate::state::{Side, State};
use crate::threat::{threatened, winning};

/// More than any sum of numbers that are not infinite.
const INFINITE: u32 = 1 << 30;

/// Lines are given up where they get this long.
const LONGEST: usize = 120;

/// Which of the attacker's moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Those that threaten to win with the next move, so that the defender's answers are few.
    Threats,
    /// All.
    Everything,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The attacker wins.
    Proved,
    /// There is no proof of this width; the attacker may still win in another way.
    NoProof,
    /// The effort was spent first.
    Unfinished,
}

/// What is known of a position: the numbers to prove and to disprove it, and once it is proved, at most how many plies the win takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) prove: u32,
    pub(crate) disprove: u32,
    pub(crate) plies: u16,
}

impl Numbers {
    const NEW: Numbers = Numbers { prove: 1, disprove: 1, plies: 0 };
    const LOST: Numbers = Numbers { prove: INFINITE, disprove: 0, plies: 0 };

    const fn won(plies: u16) -> Numbers {
        Numbers { prove: 0, disprove: INFINITE, plies }
    }
}

/// Remembered numbers, by the two halves of a 128-bit hash: no position is ever mistaken for another.
pub(crate) struct Table {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    name: [u64; 2],
    numbers: Numbers,
    /// Nodes spent below, so that what was cheap is forgotten first.
    effort: u32,
}

/// Slots that a position may be in.
const WAYS: usize = 4;

impl Table {
    /// A table of about so many bytes.
    pub(crate) fn new(memory: usize) -> Table {
        let sets = (memory / size_of::<Slot>() / WAYS).max(16);
        let empty = Slot { name: [0; 2], numbers: Numbers::NEW, effort: 0 };
        Table { slots: vec![empty; sets * WAYS] }
    }

    fn set(&mut self, name: [u64; 2]) -> &mut [Slot] {
        let sets = (self.slots.len() / WAYS) as u128;
        let at = ((name[0] as u128 * sets) >> 64) as usize * WAYS;
        &mut self.slots[at..at + WAYS]
    }

    fn get(&mut self, name: [u64; 2]) -> Option<Numbers> {
        self.set(name).iter().find(|slot| slot.name == name).map(|slot| slot.numbers)
    }

    fn put(&mut self, name: [u64; 2], numbers: Numbers, effort: u32) {
        let set = self.set(name);
        let same = set.iter().position(|slot| slot.name == name);
        let cheapest = || (0..WAYS).min_by_key(|&i| set[i].effort).unwrap_or(0);
        let at = same.unwrap_or_else(cheapest);
        set[at] = Slot { name, numbers, effort };
    }
}

/// A move and what is known of the position behind it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) state: State,
    pub(crate) numbers: Numbers,
}

/// One search for one side's win.
pub(crate) struct Proof<'a> {
    table: &'a mut Table,
    attacker: Side,
    width: Width,
    /// Positions of the match that may not come again.
    past: &'a [u64],
    /// Tells apart what was proved under different pasts.
    salt: u64,
    path: Vec<u64>,
    moves: Vec<Move>,
    spare: Vec<Vec<Child>>,
    /// Positions looked at.
    nodes: u64,
    /// Called now and then with the positions since the last call; says whether to stop.
    spend: &'a mut dyn FnMut(u64) -> bool,
    reported: u64,
    stopped: bool,
}

impl<'a> Proof<'a> {
    pub(crate) fn new(
        table: &'a mut Table,
        past: &'a [u64],
        attacker: Side,
        width: Width,
        spend: &'a mut dyn FnMut(u64) -> bool,
    ) -> Proof<'a> {
        Proof {
            table,
            attacker,
            width,
            past,
            salt: salt(past, attacker, width),
            path: Vec::new(),
            moves: Vec::new(),
            spare: Vec::new(),
            nodes: 0,
            spend,
            reported: 0,
            stopped: false,
        }
    }

    /// Searches until the position is proved, turns out to have no proof of this width, or the effort is spent.
    pub(crate) fn run(&mut self, state: &State) -> Verdict {
        self.path.clear();
        let numbers = self.search(state, INFINITE, INFINITE);
        (self.spend)(self.nodes - self.reported);
        self.reported = self.nodes;
        match numbers {
            Numbers { prove: 0, .. } => Verdict::Proved,
            Numbers { disprove: 0, .. } => Verdict::NoProof,
            _ => Verdict::Unfinished,
        }
    }

    /// A line of play from a proved position: the attacker by the shortest known win, the defender by the longest.
    pub(crate) fn line(&mut self, state: &State) -> Vec<Move> {
        let (mut line, mut state) = (Vec::new(), *state);
        self.path.clear();
        while state.ending.is_none() && line.len() < LONGEST {
            let mut children = Vec::new();
            self.path.push(state.key);
            self.expand(&state, &mut children);
            let proved = children.iter().filter(|child| child.numbers.prove == 0);
            let next = if state.side == self.attacker {
                proved.min_by_key(|child| child.numbers.plies)
            } else {
                proved.max_by_key(|child| child.numbers.plies)
            };
            let Some(next) = next else { break };
            line.push(next.mv);
            state = next.state;
        }
        line
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn search(&mut self, state: &State, prove: u32, disprove: u32) -> Numbers {
        let before = self.nodes;
        let mut children = self.spare.pop().unwrap_or_default();
        self.path.push(state.key);
        self.expand(state, &mut children);
        let numbers = loop {
            let numbers = self.sum_up(state, &children);
            if numbers.prove >= prove || numbers.disprove >= disprove || self.must_stop() {
                break numbers;
            }
            let (at, prove, disprove) = self.most_telling(state, &children, numbers, prove, disprove);
            let child = children[at].state;
            children[at].numbers = self.search(&child, prove, disprove);
        };
        self.path.pop();
        children.clear();
        self.spare.push(children);
        let effort = (self.nodes - before).min(u64::from(u32::MAX)) as u32;
        self.table.put(self.name(state), numbers, effort);
        numbers
    }

    fn must_stop(&mut self) -> bool {
        const OFTEN: u64 = 1000;
        if self.nodes - self.reported >= OFTEN {
            self.stopped |= (self.spend)(self.nodes - self.reported);
            self.reported = self.nodes;
        }
        self.stopped
    }

    /// Lists the moves that matter with what is known of them. An attacker's move that is left out counts as lost; a defender's is never left
    /// out.
    fn expand(&mut self, state: &State, children: &mut Vec<Child>) {
        let mut moves = std::mem::take(&mut self.moves);
        Tablut.moves(state, &mut moves);
        self.nodes += moves.len() as u64;
        for &mv in &moves {
            let mut next = *state;
            Tablut.play(&mut next, mv);
            let numbers = self.first_look(&next);
            if state.side == self.attacker {
                if numbers.prove == 0 {
                    children.clear();
                    children.push(Child { mv, state: next, numbers });
                    break;
                }
                if numbers.disprove == 0 {
                    continue;
                }
            }
            children.push(Child { mv, state: next, numbers });
            if state.side != self.attacker && numbers.disprove == 0 {
                break;
            }
        }
        self.moves = moves;
    }

    /// What can be said of a position without listing its moves.
    fn first_look(&mut self, state: &State) -> Numbers {
        if let Some(winner) = state.winner() {
            return if winner == self.attacker { Numbers::won(0) } else { Numbers::LOST };
        }
        if self.path.contains(&state.key) || self.past.contains(&state.key) || self.path.len() >= LONGEST {
            return Numbers::LOST;
        }
        if winning(state) {
            return if state.side == self.attacker { Numbers::won(1) } else { Numbers::LOST };
        }
        let threat = state.side == self.attacker || threatened(state);
        if self.width == Width::Threats && !threat {
            return Numbers::LOST;
        }
        let quiet = Numbers { prove: 12, ..Numbers::NEW };
        self.table.get(self.name(state)).unwrap_or(if threat { Numbers::NEW } else { quiet })
    }

    /// A position's numbers from its children's: the attacker needs one of them, the defender all.
    fn sum_up(&self, state: &State, children: &[Child]) -> Numbers {
        let attacks = state.side == self.attacker;
        let (mut least, mut sum) = (INFINITE, 0);
        let (mut nearest, mut farthest) = (u16::MAX, 0);
        for Child { numbers, .. } in children {
            let (one, all) =
                if attacks { (numbers.prove, numbers.disprove) } else { (numbers.disprove, numbers.prove) };
            least = least.min(one);
            sum = (sum + all).min(INFINITE);
            if numbers.prove == 0 {
                nearest = nearest.min(numbers.plies);
                farthest = farthest.max(numbers.plies);
            }
        }
        let (prove, disprove) = if attacks { (least, sum) } else { (sum, least) };
        match (prove, disprove) {
            (0, _) => Numbers::won(1 + if attacks { nearest } else { farthest }),
            (_, 0) => Numbers::LOST,
            (prove, disprove) => Numbers { prove, disprove, plies: 0 },
        }
    }

    /// The child to work on next, and how far.
    fn most_telling(
        &self,
        state: &State,
        children: &[Child],
        numbers: Numbers,
        prove: u32,
        disprove: u32,
    ) -> (usize, u32, u32) {
        let attacks = state.side == self.attacker;
        let key = |child: &Child| {
            let Numbers { prove, disprove, .. } = child.numbers;
            if attacks { (prove, disprove) } else { (disprove, prove) }
        };
        let (mut at, mut best, mut second) = (0, (u32::MAX, u32::MAX), INFINITE);
        for (i, child) in children.iter().enumerate() {
            let key = key(child);
            if key < best {
                second = best.0.min(INFINITE);
                (at, best) = (i, key);
            } else {
                second = second.min(key.0);
            }
        }
        // A little more than the second best needs, or the search would jump between the two.
        let enough = (second + second / 4 + 1).min(INFINITE);
        let Numbers { prove: p, disprove: d, .. } = children[at].numbers;
        if attacks {
            (at, prove.min(enough), (disprove - numbers.disprove).saturating_add(d).min(INFINITE))
        } else {
            (at, (prove - numbers.prove).saturating_add(p).min(INFINITE), disprove.min(enough))
        }
    }

    /// The name under which the table knows a position in this search.
    fn name(&self, state: &State) -> [u64; 2] {
        let king = if state.king == Square::NOWHERE { 0 } else { state.king.index() as u64 };
        let words = [
            state.white as u64,
            (state.white >> 64) as u64,
            state.black as u64,
            (state.black >> 64) as u64,
            self.salt ^ (king << 8 | state.side as u64),
        ];
        let second = words.iter().fold(0x243f_6a88_85a3_08d3, |hash: u64, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
            mixed ^ mixed >> 29
        });
        [state.key ^ self.salt.wrapping_mul(0xd6e8_feb8_6659_fd93), second | 1]
    }
}

/// A number of the past as a set, the attacker and the width: proofs are shared only between searches that agree in all three.
fn salt(past: &[u64], attacker: Side, width: Width) -> u64 {
    let mixed = past.iter().fold(0u64, |sum, key| sum.wrapping_add(key.wrapping_mul(0x9fb2_1c65_1e98_df25)));
    (mixed << 16) | (1 + attacker as u64 + 2 * u64::from(width == Width::Everything)) << 2
}
