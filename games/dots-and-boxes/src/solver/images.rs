//! One position to stand for all that are the same but for a rotation, a reflection, or which of two equal arcs is open.

use game::Size;

use crate::{Arc, Board, Word};

/// Finds the representative of a set of open arcs.
#[derive(Clone, Debug)]
pub(crate) struct Images<W> {
    /// Pairs of arcs that lead from the same box out of the board and so are interchangeable: the second is open only if the first is.
    twins: Vec<(usize, usize)>,
    left_right: Map<W>,
    top_down: Map<W>,
    transpose: Option<Map<W>>,
    /// Whether reflections exchange twins, as they do on a board one box wide.
    thin: bool,
}

/// Where a map takes sets of arcs, eight arcs at a time.
#[derive(Clone, Debug)]
struct Map<W>(Vec<[W; 256]>);

impl<W: Word> Map<W> {
    fn new(board: &Board<W>, map: usize) -> Map<W> {
        let image = |arc: usize| match arc < board.arcs() {
            true => W::bit(board.map_arc(map, Arc(arc as u8)).index()),
            false => W::ZERO,
        };
        let byte = |byte: usize| {
            std::array::from_fn(|set| {
                (set as u64).elements().fold(W::ZERO, |images, bit| images | image(8 * byte + bit))
            })
        };
        Map((0..board.arcs().div_ceil(8)).map(byte).collect())
    }

    #[inline]
    fn apply(&self, arcs: W) -> W {
        let mut image = W::ZERO;
        for (index, table) in self.0.iter().enumerate() {
            image |= table[(arcs.chunk(index / 8) >> (8 * (index % 8))) as u8 as usize];
        }
        image
    }
}

impl<W: Word> Images<W> {
    pub fn new(board: &Board<W>) -> Images<W> {
        let Size { rows, columns } = board.size();
        Images {
            twins: twins(board),
            left_right: Map::new(board, 1),
            top_down: Map::new(board, 2),
            transpose: (rows == columns).then(|| Map::new(board, 4)),
            thin: rows == 1 || columns == 1,
        }
    }

    /// The representative.
    #[inline]
    pub fn representative(&self, open: W) -> W {
        let open = self.order_twins(open);
        let upright = self.smallest_reflection(open);
        match &self.transpose {
            None => upright,
            Some(map) => upright.min(self.smallest_reflection(self.order_twins(map.apply(open)))),
        }
    }

    #[inline]
    fn smallest_reflection(&self, open: W) -> W {
        let mut images = [self.left_right.apply(open), self.top_down.apply(open), W::ZERO];
        images[2] = self.top_down.apply(images[0]);
        if self.thin {
            images = images.map(|image| self.order_twins(image));
        }
        open.min(images[0]).min(images[1]).min(images[2])
    }

    #[inline]
    fn order_twins(&self, mut open: W) -> W {
        for &(first, second) in &self.twins {
            let swap = open >> second & !(open >> first) & W::bit(0);
            open ^= swap << first | swap << second;
        }
        open
    }
}

/// Enough pairs of border arcs of the same box, in an order that sorts three or four of them.
fn twins<W: Word>(board: &Board<W>) -> Vec<(usize, usize)> {
    let mut twins = Vec::new();
    for &sides in board.boxes() {
        let border: Vec<usize> =
            sides.elements().filter(|&arc| board.beside[arc].iter().any(|b| b.bit.is_empty())).collect();
        for last in (1..border.len()).rev() {
            twins.extend((0..last).map(|i| (border[i], border[i + 1])));
        }
    }
    twins
}
