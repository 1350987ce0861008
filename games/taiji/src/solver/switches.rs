//! Endings in which every region takes one more taijitu: settled without search.
//!
//! Let one group count, and let the largest live group of each colour be the only one that can still matter. Then the taijitu of one region
//! changes nothing in another, and a region is a *switch*: it adds `high` to White's margin if White plays there and `low` if Black does.
//! Nobody is ever worse off for playing in a switch, so both take turns at the one with the largest difference.

use super::position::{Group, Position, Stack};
use super::prospect::Prospect;
use crate::{Board, Word};

/// More switches than this are left to the search.
const MOST: usize = 24;

/// One colour's largest live group and what it may be joined with.
struct Camp<'s, W> {
    /// `None` when nothing that is left can change the colour's score.
    main: Option<Group<W>>,
    groups: &'s [Group<W>],
    open: W,
}

impl<'s, W: Word> Camp<'s, W> {
    /// Looks at a colour; `None` when more than one of its groups can matter.
    fn of(
        colour: usize,
        position: &Position<W>,
        prospect: &Prospect<W>,
        stack: &'s Stack<W>,
    ) -> Option<Self> {
        let (open, groups) = (prospect.open[colour], position.groups(colour, stack));
        if open.is_empty() {
            return Some(Camp { main: None, groups, open });
        }
        let relevant = || groups.iter().filter(|group| !(group.liberties & open).is_empty());
        let main = *relevant().max_by_key(|group| group.size)?;
        let least = prospect.ranges[colour].least;
        let others = relevant().map(|group| i32::from(group.size)).sum::<i32>() - i32::from(main.size);
        // Even all of the others together, with a cell of every region, must not outgrow what there is.
        let alone = i32::from(main.size) == least && others + open.count() as i32 / 2 <= least;
        alone.then_some(Camp { main: Some(main), groups, open })
    }

    /// By how much a half on `cell`, in `region`, makes the main group grow; `None` when that depends on other regions.
    fn gain(&self, cell: W, region: W) -> Option<i32> {
        let Some(main) = self.main else { return Some(0) };
        if (main.liberties & cell).is_empty() {
            return Some(0);
        }
        let mut gain = 1;
        for group in self.groups {
            if (group.liberties & cell).is_empty() || *group == main {
                continue;
            }
            if !(group.liberties & self.open & !region).is_empty() {
                return None;
            }
            gain += i32::from(group.size);
        }
        Some(gain)
    }
}

/// The margin for the mover, in a game in which one group counts; `None` when the position is not of this kind.
pub(super) fn margin<W: Word>(
    board: &Board<W>,
    position: &Position<W>,
    prospect: &Prospect<W>,
    stack: &Stack<W>,
) -> Option<i32> {
    let camps = [Camp::of(0, position, prospect, stack)?, Camp::of(1, position, prospect, stack)?];
    let mut switches = [(0, 0); MOST];
    let mut count = 0;
    let mut rest = position.live & (prospect.open[0] | prospect.open[1]);
    while !rest.is_empty() {
        let region = board.flood(rest.lowest_alone(), rest);
        rest &= !region;
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        let mut cells = region;
        while !cells.is_empty() {
            let white = cells.lowest_alone();
            cells &= !white;
            let gained = camps[0].gain(white, region)?;
            let mut others = board.neighbours(white) & region;
            while !others.is_empty() {
                let black = others.lowest_alone();
                others &= !black;
                let balance = gained - camps[1].gain(black, region)?;
                (low, high) = (low.min(balance), high.max(balance));
            }
        }
        *switches.get_mut(count)? = (high - low, low);
        count += 1;
    }
    let switches = &mut switches[..count];
    largest_first(switches);
    let mut white = prospect.ranges[0].least - prospect.ranges[1].least;
    for (turn, &(difference, low)) in switches.iter().enumerate() {
        let white_plays = (turn + position.side).is_multiple_of(2);
        white += low + if white_plays { difference } else { 0 };
    }
    Some(if position.side == 0 { white } else { -white })
}

fn largest_first(switches: &mut [(i32, i32)]) {
    switches.sort_unstable_by(|a, b| b.cmp(a));
}
