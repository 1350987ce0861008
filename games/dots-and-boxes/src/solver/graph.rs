//! A quiet position as a graph: what is joined to what by how long a chain.
//!
//! Where a chain runs over the board does not matter. The nodes of the graph are the *joints*, boxes of degree three or four; its links are the
//! chains between them and from them to the border, possibly of no boxes at all, and then the link is an arc that is safe to draw. Chains and
//! loops that touch no joint are not in the graph.

use crate::grid::{Anatomy, Grid};
use crate::solver::pile::{PileId, Piles};
use crate::{Board, Word};

/// The border as the end of a chain. No board has so many boxes that it could be a joint.
pub(crate) const BORDER: u8 = 127;
/// The end of a link that is not there.
const NOWHERE: u8 = 126;

/// A chain as seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// The joint at the other end, or [`BORDER`].
    pub to: u8,
    /// How many boxes the chain has.
    pub length: u8,
}

/// The links of a joint, those that are there first. A chain that leads back to its joint is there twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub links: [Link; 4],
    degree: u8,
}

impl Joint {
    const NO_LINK: Link = Link { to: NOWHERE, length: 0 };
    const NEW: Joint = Joint { links: [Joint::NO_LINK; 4], degree: 0 };

    /// Whether all its links lead to the border.
    #[inline]
    pub fn is_lone(&self) -> bool {
        self.links.iter().all(|link| link.to >= NOWHERE)
    }

    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Link> {
        self.links[..self.degree as usize & 7].iter()
    }

    #[inline]
    fn degree(&self) -> usize {
        self.degree.into()
    }

    #[inline]
    fn link(&self, index: usize) -> Link {
        self.links[index & 3]
    }

    fn add(&mut self, link: Link) {
        self.links[self.degree as usize] = link;
        self.degree += 1;
    }

    #[inline]
    fn remove(&mut self, index: usize) -> Link {
        self.degree -= 1;
        let link = self.links[index & 3];
        self.links[index & 3] = self.links[self.degree as usize & 3];
        self.links[self.degree as usize & 3] = Joint::NO_LINK;
        link
    }

    #[inline]
    fn find(&self, link: Link) -> usize {
        self.iter().position(|&other| other == link).expect("both ends of a chain know it")
    }

    #[inline]
    fn replace(&mut self, old: Link, new: Link) {
        let index = self.find(old);
        self.links[index & 3] = new;
    }
}

/// The joints and how they are linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    joints: Vec<Joint>,
}

impl Graph {
    #[inline]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    #[inline]
    pub fn copy_from(&mut self, other: &Graph) {
        self.joints.clear();
        self.joints.extend_from_slice(&other.joints);
    }

    /// The graph of a set of open arcs without boxes of degree one.
    pub fn read<W: Word>(&mut self, board: &Board<W>, anatomy: &Anatomy<W>, open: W) {
        self.joints.clear();
        let mut index = vec![BORDER; board.boxes().len()];
        for (number, joint) in anatomy.many.elements().enumerate() {
            index[joint] = number as u8;
        }
        for joint in anatomy.many.elements() {
            let mut links = Joint::NEW;
            for arc in (board.boxes()[joint] & open).elements() {
                let (end, length) = follow(board, anatomy, open, joint, arc);
                links.add(Link { to: end.map_or(BORDER, |end| index[end]), length });
            }
            self.joints.push(links);
        }
    }

    /// What drawing the arc that links a joint with another one or the border is about: how many boxes the chains have that it makes, and how many
    /// arcs of the joints lead to the border.
    #[inline]
    fn prospects(&self, joint: usize, link: Link) -> [i32; 2] {
        let (mut chain, mut arcs) = (0, 0);
        for joint in [joint, link.to.into()].into_iter().filter_map(|end| self.joints.get(end)) {
            let lengths = joint.iter().map(|link| i32::from(link.length)).sum::<i32>();
            chain += if joint.degree == 3 { 1 + lengths } else { 0 };
            arcs += joint.iter().filter(|link| link.to == BORDER && link.length == 0).count() as i32;
        }
        [chain, arcs]
    }

    /// The place of a safe move, which draws this link of a joint: those that make long chains come first, then openings, the shortest first, then moves at the border. So the
    /// play stays in one place, and many ways lead to the same few positions.
    #[inline]
    pub fn order(&self, joint: usize, link: Link) -> i32 {
        let [chain, arcs] = self.prospects(joint, link);
        10 * i32::from(link.to == BORDER) + 5 * arcs - 6 * chain
    }

    /// Takes a chain away. Chains and loops that come loose go to the pile. Returns how many boxes besides those of the chain are taken with it:
    /// some, if the chain leads back to a joint that has only one more link.
    #[inline]
    pub fn cut(&mut self, joint: usize, index: usize, piles: &mut Piles, pile: &mut PileId) -> u8 {
        let link = self.joints[joint].remove(index);
        let here = Link { to: joint as u8, length: link.length };
        if link.to == BORDER {
            self.contract(joint, piles, pile);
            return 0;
        }
        let other = link.to as usize;
        let twin = self.joints[other].find(here);
        self.joints[other].remove(twin);
        if other != joint {
            // Contracting a joint moves only joints that come after it.
            self.contract(joint.max(other), piles, pile);
            self.contract(joint.min(other), piles, pile);
            return 0;
        }
        if self.joints[joint].degree > 1 {
            self.contract(joint, piles, pile);
            return 0;
        }
        let stem = self.joints[joint].remove(0);
        if stem.to == BORDER {
            self.delete(joint);
            return 1 + stem.length;
        }
        let foot = stem.to as usize;
        let twin = self.joints[foot].find(Link { to: joint as u8, length: stem.length });
        self.joints[foot].remove(twin);
        self.contract(foot.max(joint), piles, pile);
        self.contract(foot.min(joint), piles, pile);
        1 + stem.length
    }

    /// Makes a joint part of a chain if it has two links only, and deletes it if it has none.
    #[inline]
    fn contract(&mut self, joint: usize, piles: &mut Piles, pile: &mut PileId) {
        match self.joints[joint].degree {
            0 => return self.delete(joint),
            2 => {}
            _ => return,
        }
        let [one, two, ..] = self.joints[joint].links;
        let length = one.length + two.length + 1;
        let here = |link: Link| Link { to: joint as u8, length: link.length };
        if one.to == BORDER && two.to == BORDER {
            *pile = piles.with_chain(*pile, length.into());
        } else if one.to as usize == joint {
            *pile = piles.with_loop(*pile, 1 + usize::from(one.length));
        } else {
            for (link, beyond) in [(one, two), (two, one)] {
                if link.to != BORDER {
                    self.joints[link.to as usize].replace(here(link), Link { to: beyond.to, length });
                }
            }
        }
        self.delete(joint);
    }

    /// Deletes a joint that nothing is linked to; the last one takes its place.
    #[inline]
    fn delete(&mut self, joint: usize) {
        self.joints.swap_remove(joint);
        let last = self.joints.len();
        if joint == last {
            return;
        }
        for index in 0..self.joints[joint].degree() {
            let to = self.joints[joint].link(index).to;
            if to == BORDER {
                continue;
            }
            let to = if to as usize == last { joint } else { to as usize };
            for link in &mut self.joints[to].links {
                if link.to as usize == last {
                    link.to = joint as u8;
                }
            }
        }
    }
}

/// The joint at the end of the chain that leaves a joint by an arc, if it does not lead to the border, and how many boxes the chain has.
fn follow<W: Word>(
    board: &Board<W>,
    anatomy: &Anatomy<W>,
    open: W,
    joint: usize,
    arc: usize,
) -> (Option<usize>, u8) {
    let (mut at, mut arc, mut length) = (W::bit(joint), arc, 0);
    loop {
        let [one, other] = &board.beside[arc];
        let next = if one.bit == at { other } else { one };
        if next.bit.is_empty() {
            return (None, length);
        }
        if (next.bit & anatomy.two).is_empty() {
            return (Some(next.bit.lowest()), length);
        }
        at = next.bit;
        length += 1;
        arc = (next.sides & open & !W::bit(arc)).lowest();
    }
}

/// The pile of the chains and loops that touch no joint.
pub(crate) fn loose<W: Word>(grid: &Grid<W>, anatomy: &Anatomy<W>, open: W, piles: &mut Piles) -> PileId {
    let (mut pile, mut rest) = (Piles::EMPTY, anatomy.two);
    while !rest.is_empty() {
        let run = grid.run(open, anatomy, W::bit(rest.lowest()), anatomy.two);
        rest &= !run.boxes;
        pile = match run.is_loop() {
            _ if run.joined => pile,
            true => piles.with_loop(pile, run.length),
            false => piles.with_chain(pile, run.length),
        };
    }
    pile
}
