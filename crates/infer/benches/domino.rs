//! One evaluation of a domino board by five means, in one run: values must agree, speeds are compared.
//!
//! The facts are the free cells of an 8x8 board. A domino fits vertically where a cell and the one above are
//! free, horizontally where a cell and the one to the right are; such a place is safe when no domino of the
//! other direction can ever touch it. The value is a weighted count of the four sets.

use std::hint::black_box;
use std::time::{Duration, Instant};

use game::facts::{EventLog, Schema};
use infer::{Engine, Kb};
use ludus_infer as infer;

const BOARDS: usize = 1000;

const RULES: &str = r#"
vertical(C)   if free(C), up(C, D), free(D).
horizontal(C) if free(C), right(C, D), free(D).
open_side(C)  if side(C, N), free(N).
open_end(C)   if end(C, N), free(N).
safe_vertical(C)   if vertical(C), not open_side(C), up(C, D), not open_side(D).
safe_horizontal(C) if horizontal(C), not open_end(C), right(C, D), not open_end(D).
score 10 per vertical(C).
score -10 per horizontal(C).
score 15 per safe_vertical(C).
score -15 per safe_horizontal(C).
"#;

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The same by hand, compiled for a processor of the last ten years instead of the build's default.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn by_hand_modern(free: u64) -> i32 {
    by_hand(free)
}

/// The same evaluation as a programmer would write it.
#[inline(always)]
fn by_hand(free: u64) -> i32 {
    let vertical = free & free >> 8;
    let horizontal = free & free >> 1 & NOT_RIGHT;
    let open_side = free >> 1 & NOT_RIGHT | free << 1 & NOT_LEFT;
    let open_end = free >> 8 | free << 8;
    let safe_vertical = vertical & !open_side & !(open_side >> 8);
    let safe_horizontal = horizontal & !open_end & !(open_end >> 1);
    let count = |set: u64| set.count_ones() as i32;
    10 * (count(vertical) - count(horizontal)) + 15 * (count(safe_vertical) - count(safe_horizontal))
}

mod datalog {
    //! The same rules compiled into the binary by a Datalog macro.
    #![allow(clippy::all, missing_docs)]

    ascent::ascent! {
        pub struct Domino;
        relation free(i32);
        relation up(i32, i32);
        relation right(i32, i32);
        relation side(i32, i32);
        relation end(i32, i32);
        relation vertical(i32);
        relation horizontal(i32);
        relation open_side(i32);
        relation open_end(i32);
        relation safe_vertical(i32);
        relation safe_horizontal(i32);
        vertical(c) <-- free(c), up(c, d), free(d);
        horizontal(c) <-- free(c), right(c, d), free(d);
        open_side(c) <-- side(c, n), free(n);
        open_end(c) <-- end(c, n), free(n);
        safe_vertical(c) <-- vertical(c), !open_side(c), up(c, d), !open_side(d);
        safe_horizontal(c) <-- horizontal(c), !open_end(c), right(c, d), !open_end(d);
    }
}

struct Pairs {
    up: Vec<(i32, i32)>,
    right: Vec<(i32, i32)>,
    side: Vec<(i32, i32)>,
    end: Vec<(i32, i32)>,
}

fn pairs() -> Pairs {
    let at = |r: i32, c: i32| ((0..8).contains(&r) && (0..8).contains(&c)).then_some(8 * r + c);
    let all = |dr: i32, dc: i32| -> Vec<(i32, i32)> {
        let from = (0..64).map(|i| (i / 8, i % 8));
        from.filter_map(|(r, c)| Some((8 * r + c, at(r + dr, c + dc)?))).collect()
    };
    let side = [all(0, 1), all(0, -1)].concat();
    let end = [all(1, 0), all(-1, 0)].concat();
    Pairs { up: all(1, 0), right: all(0, 1), side, end }
}

/// Runs `work` over all boards again and again for a while, `step` boards at a time; nanoseconds a board when
/// each piece takes as long as in its fastest, that is least disturbed, run.
fn time(step: usize, milliseconds: u64, mut work: impl FnMut(std::ops::Range<usize>)) -> f64 {
    let mut best = vec![Duration::MAX; BOARDS / step];
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(milliseconds) {
        for (piece, best) in best.iter_mut().enumerate() {
            let begun = Instant::now();
            work(piece * step..(piece + 1) * step);
            *best = begun.elapsed().min(*best);
        }
    }
    best.iter().sum::<Duration>().as_nanos() as f64 / BOARDS as f64
}

fn main() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    // Between a quarter and seven eighths of the cells are free.
    let boards: Vec<u64> = (0..BOARDS)
        .map(|i| match i % 4 {
            0 => random() & random(),
            1 => random(),
            2 => random() | random(),
            _ => random() | random() | random(),
        })
        .collect();
    let expected: Vec<i32> = boards.iter().map(|&b| by_hand(b)).collect();

    let pairs = pairs();
    let mut schema = Schema::new();
    let cell = schema.named("cell", (0..64).map(|i| format!("{}{}", (b'a' + i % 8) as char, i / 8 + 1)));
    let free = schema.position("free", &[cell], "the cell is free");
    let mut relation = |name: &str, pairs: &[(i32, i32)]| {
        schema.relation(name, &[cell, cell], "neighbours", pairs.iter().map(|&(a, b)| [a, b]));
    };
    relation("up", &pairs.up);
    relation("right", &pairs.right);
    relation("side", &pairs.side);
    relation("end", &pairs.end);
    let kb = match Kb::load("domino.rules", RULES, &schema) {
        Ok(kb) => kb,
        Err(diagnostics) => panic!("{diagnostics}"),
    };
    let plan = kb.bit_plan::<u64>().expect("every rule fits the bit-parallel back end");

    let hand = time(BOARDS, 600, |range| {
        for &board in &boards[range] {
            black_box(by_hand(black_box(board)));
        }
    });
    #[cfg(target_arch = "x86_64")]
    let modern = std::arch::is_x86_feature_detected!("avx2").then(|| {
        time(BOARDS, 600, |range| {
            for &board in &boards[range] {
                // SAFETY: processors with AVX2 have the other instructions too.
                black_box(unsafe { by_hand_modern(black_box(board)) });
            }
        })
    });
    #[cfg(not(target_arch = "x86_64"))]
    let modern = None;
    for (&board, &value) in boards.iter().zip(&expected) {
        assert_eq!(plan.eval(&[board]), value);
    }
    let single = time(BOARDS, 600, |range| {
        for &board in &boards[range] {
            black_box(plan.eval(&[black_box(board)]));
        }
    });
    let groups: Vec<[u64; 8]> = boards.chunks_exact(8).map(|c| c.try_into().expect("eight boards")).collect();
    for (group, values) in groups.iter().zip(expected.chunks_exact(8)) {
        assert_eq!(plan.eval_group(&[*group]), values);
    }
    let grouped = time(BOARDS, 600, |_| {
        for group in &groups {
            black_box(plan.eval_group(black_box(&[*group])));
        }
    });

    let log = EventLog::default();
    let mut engine = Engine::new(kb.clone());
    let mut facts = schema.facts();
    let mut tuple = |board: u64| {
        facts.set(free, &[board]);
        engine.position(&facts, &log);
        engine.score()
    };
    for (&board, &value) in boards.iter().zip(&expected) {
        assert_eq!(tuple(board), value);
    }
    let tuples = time(20, 1500, |range| {
        for &board in &boards[range] {
            black_box(tuple(board));
        }
    });

    let datalog = |board: u64| {
        let mut program = datalog::Domino::default();
        program.free = (0..64).filter(|i| board >> i & 1 == 1).map(|i| (i,)).collect();
        program.up = pairs.up.clone();
        program.right = pairs.right.clone();
        program.side = pairs.side.clone();
        program.end = pairs.end.clone();
        program.run();
        10 * (program.vertical.len() as i32 - program.horizontal.len() as i32)
            + 15 * (program.safe_vertical.len() as i32 - program.safe_horizontal.len() as i32)
    };
    for (&board, &value) in boards.iter().zip(&expected) {
        assert_eq!(datalog(board), value);
    }
    let ascent = time(20, 1500, |range| {
        for &board in &boards[range] {
            black_box(datalog(board));
        }
    });

    println!("A domino board 8x8, {BOARDS} random positions, one thread; all values equal.");
    println!("{} instructions and {} weighted counts\n", plan.instructions(), 4);
    println!("{:<34} {:>12} {:>14} {:>10}", "", "ns/position", "positions/s", "x by hand");
    for (name, ns) in [
        ("hand-written bitboard", hand),
        ("hand-written, popcnt and avx2", modern.unwrap_or(hand)),
        ("bit-parallel, one at a time", single),
        ("bit-parallel, groups of eight", grouped),
        ("tuple engine", tuples),
        ("ascent 0.8", ascent),
    ] {
        println!("{name:<34} {ns:>12.2} {:>14.0} {:>10.2}", 1e9 / ns, ns / hand);
    }
    let verdict = |met: bool| if met { "met" } else { "MISSED" };
    println!();
    println!(
        "one at a time / by hand  {:8.2}   bar  6 or less   {}",
        single / hand,
        verdict(single <= 6.0 * hand)
    );
    println!(
        "groups / by hand         {:8.2}   bar  3 or less   {}",
        grouped / hand,
        verdict(grouped <= 3.0 * hand)
    );
    println!(
        "ascent / one at a time   {:8.0}   bar  300 or more {}",
        ascent / single,
        verdict(ascent >= 300.0 * single)
    );
}
