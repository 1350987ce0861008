//! Judging positions without looking ahead: by boxes, by third sides, by chains.

use game::{AnyEvaluator, Evaluate, Evaluator, Level, Seat};

use crate::grid::{Anatomy, Grid};
use crate::solver::capture::{Spoils, capture};
use crate::solver::pile::Kind;
use crate::{Arc, DotsAndBoxes, State, Word};

impl<W: Word> Evaluate for DotsAndBoxes<W> {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        ("chains", "boxes, and what the chains and loops will bring if the safe moves run out as it seems"),
        ("boxes", "own boxes minus the opponent's"),
        ("three-sides", "10 a box, minus 5 for each box left with three sides"),
    ];

    /// Each level scores, against the one below it, 63, 70, 68, 62, 69, 67, 65, 66, 77 % (200 paired games each on 5x6, two random plies first).
    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 300.0),
        Level::new(1, 1_000, 240.0),
        Level::new(1, 2_000, 192.0),
        Level::new(1, 2_000, 147.0),
        Level::new(2, 4_000, 185.9),
        Level::new(2, 4_000, 148.7),
        Level::new(2, 4_000, 119.0),
        Level::new(2, 4_000, 95.2),
        Level::new(2, 10_000, 44.0),
        Level::new(3, 20_000, 68.7),
    ];

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        match name {
            "chains" => Some(Box::new(Chains)),
            "boxes" => Some(Box::new(Boxes)),
            "three-sides" => Some(Box::new(ThreeSides)),
            _ => None,
        }
    }

    /// Captures.
    #[inline]
    fn noisy(&self, state: &State<W>, mv: Arc) -> bool {
        let drawn = state.drawn() | W::bit(mv.index());
        self.board().beside[mv.index()].iter().any(|beside| drawn.covers(beside.sides))
    }

    /// Boxes first; then arcs that give nothing away, those first that leave the opponent few such arcs; then gifts.
    #[inline]
    fn promise(&self, state: &State<W>) -> impl Fn(Arc) -> i32 {
        let before = self.board().full() & !state.drawn();
        move |mv| {
            let open = before & !W::bit(mv.index());
            let worth = |sides: W| match (open & sides).count() {
                0 => 100,
                1 => -20,
                2 => 2,
                _ => 1,
            };
            let beside = &self.board().beside[mv.index()];
            beside.iter().filter(|b| !b.bit.is_empty()).map(|b| worth(b.sides)).sum()
        }
    }
}

/// How many boxes the first seat is ahead.
fn lead<W: Word>(state: &State<W>) -> i32 {
    let [first, second] = state.scores().map(i32::from);
    first - second
}

/// The value for the first seat of something that is worth `value` to the side to move.
fn for_first<W: Word>(state: &State<W>, value: i32) -> i32 {
    if state.side() == Seat::FIRST { value } else { -value }
}

/// Own boxes minus the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Boxes;

impl<W: Word> Evaluator<DotsAndBoxes<W>> for Boxes {
    fn value(&self, _game: &DotsAndBoxes<W>, state: &State<W>) -> i32 {
        100 * lead(state)
    }
}

/// 10 a box, minus 5 for each box left with three sides, which the side not to move is the one to have left; ten times that, because values
/// are in hundredths of a box.
#[derive(Clone, Copy, Debug)]
pub struct ThreeSides;

impl<W: Word> Evaluator<DotsAndBoxes<W>> for ThreeSides {
    fn value(&self, game: &DotsAndBoxes<W>, state: &State<W>) -> i32 {
        let open = game.board().full() & !state.drawn();
        let three_sided = game.grid().anatomy(open).one.count() as i32;
        100 * lead(state) + for_first(state, 50 * three_sided)
    }
}

/// Takes what can be taken, plays one line of safe moves to its end to guess who will have to open the first chain, and counts what the chains and
/// loops bring from there. The longer the line of safe moves, the less its end is believed.
#[derive(Clone, Copy, Debug)]
pub struct Chains;

/// How the rest of the game seems to go.
pub(crate) struct Outlook<W> {
    /// What the side to move takes at once.
    spoils: Spoils<W>,
    /// How many arcs give nothing away before the first chain must be opened.
    pub(crate) safe_moves: i32,
    /// What the rest is worth, once everything is taken, to whoever moves then.
    pub(crate) rest: i32,
}

impl<W: Word> Evaluator<DotsAndBoxes<W>> for Chains {
    fn value(&self, game: &DotsAndBoxes<W>, state: &State<W>) -> i32 {
        let Outlook { spoils, safe_moves, rest } = Outlook::new(game, state);
        // Full belief when no safe move is left; half of it with eight to go.
        let sure = spoils.value(rest);
        let unsure = spoils.taken;
        let belief = 800 / (8 + safe_moves);
        100 * lead(state) + for_first(state, (sure - unsure) * belief + 100 * unsure)
    }
}

impl<W: Word> Outlook<W> {
    /// Looks from a position to the end.
    pub(crate) fn new(game: &DotsAndBoxes<W>, state: &State<W>) -> Outlook<W> {
        let grid = game.grid();
        let spoils = capture(grid, game.board().full() & !state.drawn());
        let (open, safe_moves) = play_safe(game, spoils.rest);
        let opened = open_all(grid, open);
        let rest = if safe_moves % 2 == 0 { opened } else { -opened };
        Outlook { spoils, safe_moves, rest }
    }
}

/// Draws arcs that give nothing away until there is none; what is left open, and how many were drawn.
fn play_safe<W: Word>(game: &DotsAndBoxes<W>, open: W) -> (W, i32) {
    let grid = game.grid();
    let Anatomy { two, mut three, .. } = grid.anatomy(open);
    let (mut open, mut safe, mut drawn) = (open, open & !grid.arcs(two), 0);
    while !safe.is_empty() {
        let arc = safe.lowest();
        open ^= W::bit(arc);
        safe ^= W::bit(arc);
        drawn += 1;
        for beside in &game.board().beside[arc] {
            if !(beside.bit & three).is_empty() {
                safe &= !beside.sides;
            }
            three ^= beside.bit;
        }
    }
    (open, drawn)
}

/// What the side to move gets when no safe move is left and chains and loops are opened from the shortest to the longest. Boxes where
/// chains meet are counted with one of them.
fn open_all<W: Word>(grid: &Grid<W>, open: W) -> i32 {
    let anatomy = grid.anatomy(open);
    // How many there are of each length, short chains, long chains and loops together in the order in which they are opened.
    let mut chains = [0u8; 128];
    let mut loops = [0u8; 128];
    let mut two = anatomy.two;
    let mut joints = anatomy.many;
    while !two.is_empty() {
        let run = grid.run(open, &anatomy, W::bit(two.lowest()), anatomy.two);
        two &= !run.boxes;
        let joint = grid.neighbours(&anatomy, run.boxes) & joints;
        let length = run.length + usize::from(!joint.is_empty());
        if !joint.is_empty() {
            joints &= !W::bit(joint.lowest());
        }
        let counts = if !run.joined && run.is_loop() { &mut loops } else { &mut chains };
        counts[length.min(127)] += 1;
    }
    // Backwards from the last one: opening is worth the more the less is at stake.
    let mut value = 0;
    for length in (1..128).rev() {
        for _ in 0..loops[length] {
            value = Kind::Loop.open(length as i32, value);
        }
        for _ in 0..chains[length] {
            value = Kind::of_chain(length).open(length as i32, value);
        }
    }
    value
}
