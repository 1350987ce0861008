//! Judges all moves of a position at once, as far as that is cheap.

use game::bits::Word;

use crate::board::LONGEST_SIDE;
use crate::solver::cuts::Cuts;
use crate::solver::ground::{Build, Ground, Node};
use crate::solver::lines::Lines;
use crate::solver::promise::Promise;
use crate::solver::strips::MOVE;

/// A move that no cheap bound decides: how well it looks, then its cell in the lowest eight bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate(i32);

impl Candidate {
    #[inline(always)]
    pub(crate) fn new(score: i32, cell: usize) -> Candidate {
        Candidate(score << 8 | (cell as i32 & 0xff))
    }

    /// The lower cell of the domino in the mover's view.
    #[inline(always)]
    pub(crate) fn cell(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// Room for the work on one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sieve {
    /// The cuts for the mover and for the other player.
    cuts: [Cuts; 2],
    /// The lines of the mover and of the other player.
    lines: [Lines; 2],
}

impl Sieve {
    /// Puts the moves in large regions that no cheap bound decides on the list; `true` when one is seen to win, which is only looked for if they
    /// are to be `ranked`.
    pub(crate) fn sift<W: Word>(
        &mut self,
        ground: &Ground<W>,
        viewer: usize,
        here: &Node<W>,
        ranked: bool,
        moves: &mut Vec<Candidate>,
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these builds are only chosen when the processor has the instructions.
        unsafe {
            match ground.build {
                Build::Any => {}
                Build::Square if W::BITS == 64 => {
                    return self.sift_modern::<W, 8>(ground, viewer, here, ranked, moves);
                }
                Build::Square if W::BITS == 128 => {
                    return self.sift_modern::<W, 9>(ground, viewer, here, ranked, moves);
                }
                Build::Modern | Build::Square => {
                    return self.sift_modern::<W, 0>(ground, viewer, here, ranked, moves);
                }
            }
        }
        self.sift_any::<W, 0>(ground, viewer, here, ranked, moves)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn sift_modern<W: Word, const SIDE: usize>(
        &mut self,
        ground: &Ground<W>,
        viewer: usize,
        here: &Node<W>,
        ranked: bool,
        moves: &mut Vec<Candidate>,
    ) -> bool {
        self.sift_any::<W, SIDE>(ground, viewer, here, ranked, moves)
    }

    #[inline(always)]
    fn sift_any<W: Word, const SIDE: usize>(
        &mut self,
        ground: &Ground<W>,
        viewer: usize,
        here: &Node<W>,
        ranked: bool,
        moves: &mut Vec<Candidate>,
    ) -> bool {
        if here.large.is_empty() {
            return false;
        }
        let [view, other] = ground.views::<SIDE>(viewer);
        let [mine, theirs] = &mut self.cuts;
        let (apart, sure) = other.without_safe(view.turn(here.large));
        theirs.look(&other, apart, here.small[1].with(sure));
        let (winning, losing) = (Promise::to_win_second(here.free), Promise::to_win_first(-here.free));
        // First what all moves leave to the other player, then the rest: short loops keep more of the processor's memory accesses going.
        let starts = view.starts(here.large);
        let mut open = [0; LONGEST_SIDE];
        let mut left = [[0; LONGEST_SIDE]; LONGEST_SIDE];
        for (row, (open, left)) in open.iter_mut().zip(&mut left).enumerate().take(view.rows - 1) {
            let mut rest = view.row(starts, row);
            while rest != 0 {
                let column = rest.trailing_zeros() as usize % LONGEST_SIDE;
                rest &= rest - 1;
                let theirs = theirs.joint(column).after_flat(&other, 3 << row);
                left[column] = theirs.cold();
                *open |= usize::from(!theirs.exceeds(losing)) << column;
            }
        }
        if !ranked {
            for (row, (open, left)) in open.iter().zip(&left).enumerate().take(view.rows - 1) {
                let mut rest = *open;
                while rest != 0 {
                    let column = rest.trailing_zeros() as usize % LONGEST_SIDE;
                    rest &= rest - 1;
                    moves.push(Candidate::new(-left[column], row * view.columns + column));
                }
            }
            return false;
        }
        let (apart, sure) = view.without_safe(here.large);
        mine.look(&view, apart, here.small[0].with(sure));
        let safe = here.large & !apart;
        let [my_lines, their_lines] = &mut self.lines;
        let total =
            my_lines.look(&other, here.cells[1]) - their_lines.look(&view, here.cells[0]) + 4 * here.free;
        for (row, (open, left)) in open.iter().zip(&left).enumerate().take(view.rows - 1) {
            let [joint, next_joint] = [row, row + 1].map(|row| mine.joint(row));
            let [line, next_line] = [row, row + 1].map(|row| their_lines.line(row));
            let mut rest = *open;
            while rest != 0 {
                let column = rest.trailing_zeros() as usize % LONGEST_SIDE;
                let square = 1 << column;
                rest &= rest - 1;
                let cell = row * view.columns + column;
                // At most as many safe dominoes are lost as safe cells are covered.
                let lost = MOVE * (safe & view.domino(cell)).count() as i16;
                let mine = joint.after_upright(next_joint, &view, square).with(-lost);
                if mine.exceeds(winning) {
                    return true;
                }
                let counted = my_lines.line(column).own_move(other.weights(), 3 << row)
                    - line.other_move(next_line, view.weights(), square);
                moves.push(Candidate::new(total + counted + mine.cold() - left[column], cell));
            }
        }
        false
    }
}
