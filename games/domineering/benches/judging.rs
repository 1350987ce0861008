//! Alpha-beta judging by the knowledge file, next to the same judgement written by hand: equal trees, so that nodes a second compare.

use std::sync::Arc;
use std::time::{Duration, Instant};

use expert::RulesEvaluator;
use game::{Control, Evaluator, Game, Limits, Line, Options, Size};
use ludus_domineering::{Domineering, State};
use search::alphabeta::{AlphaBeta, Settings};
use search::{Ask, Player};

/// The least share of the speed by hand that judging by rules must reach.
const BAR: f64 = 0.25;

/// Boards with the depth searched.
const BOARDS: [(Size, u32); 2] = [(Size { rows: 8, columns: 8 }, 8), (Size { rows: 6, columns: 6 }, 12)];

/// How often each search is repeated; the fastest time counts, since it is the least disturbed.
const REPEATS: usize = 5;

/// The scores of the default pack, computed with words on boards of up to eight columns.
#[derive(Clone, Copy)]
struct ByHand {
    rows: u32,
    columns: u32,
    not_last: u64,
}

impl ByHand {
    fn new(size: Size) -> ByHand {
        let cells = (0..size.cells()).filter(|cell| cell % size.columns != size.columns - 1);
        let not_last = cells.fold(0, |set, cell| set | 1 << cell);
        ByHand { rows: size.rows as u32, columns: size.columns as u32, not_last }
    }

    /// The places of `free` whose second cell is `step` further; `mask` are the cells that have such a neighbour.
    #[inline]
    fn places(free: u64, step: u32, mask: u64) -> u64 {
        free & free >> step & mask
    }

    /// Every other place of each row of places.
    #[inline]
    fn apart(places: u64, step: u32, longest: u32) -> u64 {
        let next = places & places << step;
        let mut chosen = places & !next;
        for _ in 1..longest / 2 {
            chosen |= chosen << (2 * step) & next;
        }
        chosen
    }

    /// Squares of four free cells of which a domino on one half makes the other half safe: `own` and `other` are the places of both players.
    #[inline]
    fn areas(own: u64, own_step: u32, other: u64, other_step: u32, not_last: [u64; 2]) -> u64 {
        let behind = other << other_step;
        let fresh = own & !behind & !(behind >> own_step);
        let closed = own & !other & !(other >> own_step);
        let [own_ahead, own_behind] = [own >> other_step & not_last[0], (own & not_last[1]) << other_step];
        fresh & own_ahead | closed & own_behind
    }
}

impl Evaluator<Domineering<u64>> for ByHand {
    #[inline]
    fn value(&self, game: &Domineering<u64>, state: &State<u64>) -> i32 {
        let ByHand { rows, columns, not_last } = *self;
        let free = game.free(state);
        let upright = Self::places(free, columns, !0);
        let flat = Self::places(free, 1, not_last);
        let upright_only = free & !(flat | flat << 1);
        let flat_only = free & !(upright | upright << columns);
        let real = [Self::apart(upright, columns, rows), Self::apart(flat, 1, columns)];
        let safe = [
            Self::apart(Self::places(upright_only, columns, !0), columns, rows),
            Self::apart(Self::places(flat_only, 1, not_last), 1, columns),
        ];
        let area = [
            Self::areas(upright, columns, flat, 1, [not_last; 2]),
            Self::areas(flat, 1, upright, columns, [!0; 2]),
        ];
        let count = |sets: [u64; 2]| sets[0].count_ones() as i32 - sets[1].count_ones() as i32;
        let turn = if state.side().index() == 0 { 45 } else { -45 };
        turn + 50 * count(real) + 50 * count(safe) + 4 * count([upright, flat]) + 6 * count(area)
    }
}

/// Nodes, and the fastest time, of a search to a depth from an empty board.
fn search<E: Evaluator<Domineering<u64>> + Clone>(
    game: &Domineering<u64>,
    depth: u32,
    evaluator: &E,
) -> (u64, Duration) {
    let line = Line::new(game.clone(), game.start());
    let mut fastest = Duration::MAX;
    let mut nodes = 0;
    for _ in 0..REPEATS {
        let mut player = AlphaBeta::new(evaluator.clone(), Settings::default());
        let control = Control::new(Limits { depth: Some(depth), ..Limits::default() });
        let begun = Instant::now();
        nodes = player.think(&line, &control, Ask::best()).nodes;
        fastest = fastest.min(begun.elapsed());
    }
    (nodes, fastest)
}

fn main() {
    println!(
        "Alpha-beta from an empty board, one thread, the fastest of {REPEATS} runs; the trees are equal.\n"
    );
    println!(
        "{:<8} {:>5} {:>9} {:>16} {:>16} {:>7}",
        "board", "depth", "nodes", "by hand nodes/s", "rules nodes/s", "share"
    );
    let mut least = f64::MAX;
    for (size, depth) in BOARDS {
        let options = Options::none().with("size", size.to_string());
        let game = Domineering::<u64>::new(&options).expect("boards of up to 64 cells");
        let (nodes, by_hand) = search(&game, depth, &ByHand::new(size));
        let (same, by_rules) = search(&game, depth, &RulesEvaluator::new(Arc::default(), None));
        assert_eq!(nodes, same, "both judge alike, so both search the same tree");
        let speed = |time: Duration| nodes as f64 / time.as_secs_f64();
        let share = by_hand.as_secs_f64() / by_rules.as_secs_f64();
        let (hand, rules) = (speed(by_hand), speed(by_rules));
        println!("{:<8} {depth:>5} {nodes:>9} {hand:>16.0} {rules:>16.0} {share:>7.2}", size.to_string());
        least = least.min(share);
    }
    let verdict = if least >= BAR { "met" } else { "MISSED" };
    println!("\nleast share {least:.2}   bar {BAR} or more   {verdict}");
}
