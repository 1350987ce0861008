//! Names for positions, so that the same position is known again whatever it looks like on the board.

use crate::solver::graph::{Graph, Joint};

/// Names a graph, a pile, or both together, in 128 bits. The odds that any two of a thousand million different things share a key are less than
/// one to 10^19. The key of a whole is the sum of the keys of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Key(pub [u64; 2]);

impl Key {
    /// The key of something told apart by this number.
    #[inline]
    pub fn of(number: u64) -> Key {
        let word = |salt: u64| scramble(scramble(number ^ salt) ^ salt >> 32);
        Key([word(0x6a09_e667_f3bc_c908), word(0xbb67_ae85_84ca_a73b)])
    }

    /// Half of the key, where it does little harm if two things share it.
    #[inline]
    pub fn word(self) -> u64 {
        self.0[0]
    }
}

impl std::ops::Add for Key {
    type Output = Key;

    #[inline]
    fn add(self, other: Key) -> Key {
        Key([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }
}

impl std::ops::Sub for Key {
    type Output = Key;

    #[inline]
    fn sub(self, other: Key) -> Key {
        Key([self.0[0].wrapping_sub(other.0[0]), self.0[1].wrapping_sub(other.0[1])])
    }
}

/// Makes keys of graphs. Joints get colours such that equal ones look alike; looking further and further round them, colours become different.
#[derive(Clone, Debug)]
pub(crate) struct Namer {
    /// Tells lengths apart.
    weights: [u64; 128],
    /// The colours of the joints, and those that never change: of the border and of a link that is not there.
    colours: [u64; 128],
    next: [u64; 128],
}

impl Namer {
    pub fn new() -> Namer {
        let numbers = |salt: u64| std::array::from_fn(|index| scramble(scramble(index as u64 + salt)));
        Namer { weights: numbers(1 << 20), colours: numbers(1 << 40), next: [0; 128] }
    }

    /// The key of a graph. When all colours differ, each joint is named by its colour, and the next colour of a joint tells the names of all it is
    /// linked to: so the colours are the graph. Joints that look alike for good are told apart by marking one of them. Were they not truly
    /// alike, a graph might get two keys, which does no harm; two graphs never share one.
    pub fn key(&mut self, graph: &Graph) -> Key {
        let joints = graph.joints();
        self.colours[..joints.len()].fill(0);
        self.refine(joints);
        // Joints that touch no other joint are things of their own, and it does not matter if some look alike.
        let lone = joints
            .iter()
            .enumerate()
            .fold(0u128, |set, (index, joint)| set | u128::from(joint.is_lone()) << index);
        if lone.count_ones() as usize != joints.len() {
            let mut ties = usize::MAX;
            loop {
                self.refine(joints);
                let (now, tied) = self.ties(joints.len(), lone);
                if now == 0 {
                    break;
                }
                if now == ties {
                    self.colours[tied] = self.colours[tied].wrapping_add(1);
                    ties = usize::MAX;
                } else {
                    ties = now;
                }
            }
            self.refine(joints);
        }
        self.colours[..joints.len()].iter().fold(Key::default(), |key, &colour| key + Key::of(colour))
    }

    /// Gives each joint a colour that depends on its own and on those round it.
    #[inline]
    fn refine(&mut self, joints: &[Joint]) {
        for (index, joint) in joints.iter().enumerate() {
            let mut colour = self.colours[index & 127];
            for link in &joint.links {
                let other = self.colours[link.to as usize & 127];
                colour = colour
                    .wrapping_add(scramble(other.wrapping_add(self.weights[link.length as usize & 127])));
            }
            self.next[index & 127] = scramble(colour);
        }
        self.colours[..joints.len()].copy_from_slice(&self.next[..joints.len()]);
    }

    /// How many joints have the colour of an earlier one, and the one of them with the smallest colour.
    #[inline]
    fn ties(&self, count: usize, lone: u128) -> (usize, usize) {
        let (mut ties, mut smallest) = (0, usize::MAX);
        for (joint, colour) in self.colours[..count].iter().enumerate().skip(1) {
            if self.colours[..joint].contains(colour) && lone >> joint & 1 == 0 {
                ties += 1;
                if smallest == usize::MAX || *colour < self.colours[smallest] {
                    smallest = joint;
                }
            }
        }
        (ties, smallest)
    }
}

/// Scrambles a number.
#[inline]
fn scramble(number: u64) -> u64 {
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::{Game, Options, Rng};

    use super::*;
    use crate::grid::Grid;
    use crate::solver::capture::capture;
    use crate::solver::graph::loose;
    use crate::solver::pile::Piles;
    use crate::{Board, Medium, Small, Word};

    /// The key of a quiet position.
    struct Keys<W> {
        board: Board<W>,
        grid: Grid<W>,
        namer: Namer,
        piles: Piles,
        graph: Graph,
    }

    impl<W: Word> Keys<W> {
        fn new(board: &Board<W>) -> Keys<W> {
            let piles = Piles::new(board.boxes().len());
            let (board, grid) = (board.clone(), Grid::new(board));
            Keys { board, grid, namer: Namer::new(), piles, graph: Graph::default() }
        }

        fn key(&mut self, open: W) -> Key {
            let anatomy = self.grid.anatomy(open);
            let pile = loose(&self.grid, &anatomy, open, &mut self.piles);
            self.graph.read(&self.board, &anatomy, open);
            self.namer.key(&self.graph) + self.piles.key(pile)
        }
    }

    /// All positions of a board without boxes to take, and what they are worth by the rules alone.
    #[test]
    fn positions_of_different_value_have_different_keys() {
        let game = Small::new(&Options::none().with("size", "2x4")).unwrap();
        let board = game.board();
        let mut values = vec![0i8; 1 << board.arcs()];
        for open in 1..values.len() {
            let value = |arc: usize| {
                let rest = open & !(1 << arc);
                let closes = |sides: u64| sides & rest as u64 == 0;
                let beside = board.beside[arc].iter().filter(|b| !b.bit.is_empty());
                let closed = beside.filter(|b| closes(b.sides)).count() as i8;
                if closed > 0 { closed + values[rest] } else { -values[rest] }
            };
            values[open] = (open as u64).elements().map(value).max().unwrap();
        }
        let mut keys = Keys::new(board);
        let mut seen = HashMap::new();
        let mut positions = 0;
        for open in 1..values.len() {
            if !keys.grid.anatomy(open as u64).one.is_empty() {
                continue;
            }
            positions += 1;
            let key = keys.key(open as u64);
            let first = *seen.entry(key.0).or_insert(open);
            assert_eq!(values[first], values[open], "{first:x} and {open:x} have the same key");
        }
        assert!(4 * seen.len() < positions, "{} keys for {positions} positions", seen.len());
    }

    /// Rotations and reflections do not change the key, even of positions that look alike from several sides.
    #[test]
    fn images_share_their_key() {
        let game = Medium::new(&Options::none().with("size", "6x6")).unwrap();
        let board = game.board();
        let mut keys = Keys::new(board);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let drawn = board.full().elements().filter(|_| rng.below(100) < seed as usize % 60);
            let drawn = drawn.fold(0, |set, arc| set | 1 << arc);
            let symmetric = drawn | if seed % 3 == 0 { board.map_arcs(3, drawn) } else { 0 };
            let open = capture(&keys.grid, board.full() & !symmetric).rest;
            let key = keys.key(open);
            for map in 0..board.maps() {
                assert_eq!(keys.key(board.map_arcs(map, open)), key, "map {map} of {open:x}");
            }
        }
    }
}
