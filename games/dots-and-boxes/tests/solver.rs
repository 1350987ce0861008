//! The exact solver, against plain brute force and against known values.

use game::{Control, Game, Greedy, Limits, Options, Rng, Solve, Solver};
use ludus_dots_and_boxes::{DotsAndBoxes, State, Wide, Word};

const MEMORY: usize = 16 << 20;

fn game<W: Word>(size: &str) -> DotsAndBoxes<W> {
    DotsAndBoxes::new(&Options::none().with("size", size)).unwrap_or_else(|e| panic!("{size}: {e:?}"))
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

/// The position with these arcs drawn, all by the first seat, which owns all closed boxes and is to move.
fn position<W: Word>(game: &DotsAndBoxes<W>, drawn: W) -> State<W> {
    let size = game.board().size();
    let grid = |rows: usize, columns: usize, has: &dyn Fn(usize, usize) -> bool| {
        let row = |r: usize| (0..columns).map(|c| if has(r, c) { '1' } else { '0' }).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    };
    let board = game.board();
    let closed = board.closed(drawn);
    let text = format!(
        "{} {} {} 1",
        grid(size.rows + 1, size.columns, &|r, c| drawn.has(board.horizontal(r, c).index())),
        grid(size.rows, size.columns + 1, &|r, c| drawn.has(board.vertical(r, c).index())),
        grid(size.rows, size.columns, &|r, c| closed.has(r * size.columns + c)),
    );
    game.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// What is still to be won by the side to move, for every set of open arcs among those of `open`: the definition, nothing else.
struct BruteForce {
    arcs: Vec<usize>,
    values: Vec<i8>,
}

impl BruteForce {
    fn new<W: Word>(game: &DotsAndBoxes<W>, open: W) -> BruteForce {
        let arcs: Vec<usize> = open.elements().collect();
        let index_of = |arc: usize| arcs.iter().position(|&a| a == arc);
        // Boxes that are open already; each as the set of its open arcs.
        let boxes: Vec<u32> = game
            .board()
            .boxes()
            .iter()
            .map(|sides| sides.elements().filter_map(index_of).fold(0, |set, i| set | 1 << i))
            .filter(|&set| set != 0)
            .collect();
        let beside: Vec<Vec<u32>> = (0..arcs.len())
            .map(|i| boxes.iter().copied().filter(|set| set >> i & 1 == 1).collect())
            .collect();
        let mut values = vec![0i8; 1 << arcs.len()];
        for set in 1..values.len() as u32 {
            let value = |i: usize| {
                let rest = set & !(1 << i);
                let closed = beside[i].iter().filter(|&&sides| sides & rest == 0).count() as i8;
                if closed > 0 { closed + values[rest as usize] } else { -values[rest as usize] }
            };
            values[set as usize] = (set as u64).elements().map(value).max().expect("an open arc");
        }
        BruteForce { arcs, values }
    }

    /// The open arcs of the `index`-th position.
    fn open<W: Word>(&self, index: usize) -> W {
        (index as u64).elements().fold(W::EMPTY, |set, i| set | W::bit(self.arcs[i]))
    }
}

/// Checks the value of a position, and that the line is legal and keeps the value move by move.
fn check<W: Word>(
    game: &DotsAndBoxes<W>,
    solver: &mut <DotsAndBoxes<W> as Solve>::Solver,
    open: W,
    brute: &BruteForce,
    value: impl Fn(&BruteForce, W) -> i32,
) {
    let mut state = position(game, game.board().full() & !open);
    let text = game.write(&state);
    let solved = solver.solve(game, &state, &unlimited()).expect("no limit");
    let ahead = i32::from(state.scores()[0]);
    assert_eq!(solved.value, ahead + value(brute, open), "value of {text}");
    assert_eq!(solved.line.first(), Some(&solved.best));
    let mut moves = Vec::new();
    for mv in solved.line {
        game.moves(&state, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} in the line from {text}");
        game.play(&mut state, mv);
        let [first, second] = state.scores().map(i32::from);
        let rest = value(brute, game.board().full() & !state.drawn());
        let margin = first - second + if state.side() == game::Seat::FIRST { rest } else { -rest };
        assert_eq!(margin, solved.value, "after {mv:?} in the line from {text}");
    }
}

fn lookup<W: Word>(brute: &BruteForce, open: W) -> i32 {
    let index =
        brute.arcs.iter().enumerate().filter(|&(_, &arc)| open.has(arc)).fold(0, |set, (i, _)| set | 1 << i);
    brute.values[index].into()
}

#[test]
fn every_position_of_small_boards_is_right() {
    for size in ["1x1", "1x2", "1x3", "1x4", "2x2"] {
        let game = game::<u64>(size);
        let brute = BruteForce::new(&game, game.board().full());
        let mut solver = game.solver(MEMORY);
        for index in 1..brute.values.len() {
            check(&game, &mut solver, brute.open(index), &brute, lookup);
        }
    }
}

#[test]
fn sampled_positions_of_middling_boards_are_right() {
    for (size, step) in [("2x3", 41), ("1x6", 503), ("2x4", 1009), ("3x3", 5003)] {
        let game = game::<u64>(size);
        let brute = BruteForce::new(&game, game.board().full());
        let mut solver = game.solver(MEMORY);
        for index in (1..brute.values.len()).step_by(step) {
            check(&game, &mut solver, brute.open(index), &brute, lookup);
        }
    }
}

/// Random sets of open arcs on larger boards, few enough for brute force.
fn endgames<W: Word>(size: &str, count: u64, most: usize) {
    let game = game::<W>(size);
    let mut solver = game.solver(MEMORY);
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut arcs: Vec<usize> = game.board().full().elements().collect();
        rng.shuffle(&mut arcs);
        // Half of the positions crowd their open arcs into a corner of the numbering, so that boxes stay open.
        if seed % 2 == 1 {
            let near = rng.below(arcs.len());
            arcs.sort_by_key(|&arc| arc.abs_diff(near) / 3);
        }
        let open = arcs.iter().take(most).fold(W::EMPTY, |set, &arc| set | W::bit(arc));
        let brute = BruteForce::new(&game, open);
        check(&game, &mut solver, open, &brute, lookup);
    }
}

#[test]
fn random_endgames_of_larger_boards_are_right() {
    endgames::<u64>("3x4", 150, 17);
    endgames::<u64>("4x4", 100, 17);
    endgames::<u64>("5x5", 100, 17);
    endgames::<u128>("5x6", 60, 16);
    endgames::<u128>("7x7", 30, 16);
    endgames::<Wide>("10x10", 30, 15);
}

#[test]
fn empty_boards_have_their_known_values() {
    let mut checked = 0;
    for line in include_str!("dots-values.csv").lines().skip(1) {
        let fields: Vec<&str> = line.splitn(4, ',').collect();
        let [rows, columns, value, _] = fields[..] else { panic!("{line}") };
        let Ok(value) = value.parse::<i32>() else { continue };
        let game = game::<u64>(&format!("{rows}x{columns}"));
        // The rest take longer than a test should.
        if game.board().arcs() > 31 {
            continue;
        }
        let solved = game.solver(64 << 20).solve(&game, &game.start(), &unlimited()).expect("no limit");
        assert_eq!(solved.value, value, "{line}");
        checked += 1;
    }
    assert!(checked >= 16, "only {checked} boards");
}

/// Threads share the work; what they find is the same, and they end when they are told to.
#[test]
fn two_threads_find_what_one_finds() {
    for (size, value) in [("2x5", -2), ("3x4", 0)] {
        let game = game::<u64>(size);
        let mut solver = game.solver(64 << 20);
        solver.set_threads(2);
        let solved = solver.solve(&game, &game.start(), &unlimited()).expect("no limit");
        assert_eq!(solved.value, value, "{size}");
    }
    let game = game::<u64>("5x5");
    let control = Control::new(Limits { nodes: Some(200_000), ..Limits::default() });
    let mut solver = game.solver(MEMORY);
    solver.set_threads(2);
    assert_eq!(solver.solve(&game, &game.start(), &control), None);
    let state = position(&game, game.board().full() & !0b1111);
    assert!(solver.solve(&game, &state, &unlimited()).is_some());
}

#[test]
fn positions_of_the_data_have_their_known_values() {
    for line in include_str!("dots-positions.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [rows, columns, drawn, value] = fields[..] else { panic!("{line}") };
        let game = game::<u64>(&format!("{rows}x{columns}"));
        let state = position(&game, u64::from_str_radix(drawn, 16).unwrap());
        let closed = i32::from(state.scores()[0]);
        let solved = game.solver(MEMORY).solve(&game, &state, &unlimited()).expect("no limit");
        assert_eq!(solved.value - closed, value.parse::<i32>().unwrap(), "{line}");
    }
}

#[test]
fn points_already_scored_count() {
    let game = game::<u64>("1x2");
    let mut solver = game.solver(MEMORY);
    for (text, value) in
        [("10/10 110 10 1", 2), ("10/10 110 10 2", 0), ("10/10 110 20 1", 0), ("11/11 110 10 1", 2)]
    {
        let solved = solver.solve(&game, &game.read(text).unwrap(), &unlimited()).expect("no limit");
        assert_eq!(solved.value, value, "{text}");
    }
}

/// Who wins is the sign of the value, and the move that is named keeps the win.
#[test]
fn winners_are_told_as_the_values_say() {
    let game = game::<u64>("4x4");
    for seed in 0..30 {
        let (mut state, mut rng, mut moves) = (game.start(), Rng::new(seed), Vec::new());
        while game.board().arcs() - state.drawn().count() > 20 + seed as usize % 5 {
            game.moves(&state, &mut moves);
            let mv = rng.pick(&moves).expect("a move");
            game.play(&mut state, mv);
        }
        let mut solver = game.solver(MEMORY);
        let wins = solver.wins(&game, &state, &unlimited()).expect("no limit");
        let value = game.solver(MEMORY).solve(&game, &state, &unlimited()).expect("no limit").value;
        assert_eq!(wins.is_some(), value > 0, "{}", game.write(&state));
        let Some(mv) = wins else { continue };
        let mover = state.side();
        game.play(&mut state, mv);
        let after = solver.solve(&game, &state, &unlimited()).expect("no limit").value;
        assert!(if state.side() == mover { after > 0 } else { after < 0 }, "{}", game.write(&state));
    }
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    assert_eq!(game.solver(MEMORY).wins(&game, &game.start(), &Control::new(limits)), None);
}

/// What players rely on when they decide whether to ask the solver at all.
#[test]
fn the_range_is_judged_well_enough() {
    let game = game::<u64>("5x5");
    for seed in 0..10 {
        let (mut state, mut rng, mut moves) = (game.start(), Rng::new(seed), Vec::new());
        while game.board().arcs() - state.drawn().count() > 33 {
            game.moves(&state, &mut moves);
            moves.retain(|&mv| game.gain(&state, mv) >= 0);
            let mv = rng.pick(&moves).expect("a safe move");
            game.play(&mut state, mv);
        }
        let mut solver = game.solver(MEMORY);
        solver.solve(&game, &state, &unlimited()).expect("no limit");
        let nodes = solver.nodes();
        let text = game.write(&state);
        assert!(solver.in_range(&game, &state, 16 * nodes), "{text} needs only {nodes} nodes");
        assert!(!solver.in_range(&game, &state, nodes / 16), "{text} needs {nodes} nodes");
    }
}

#[test]
fn a_limit_gives_no_answer_rather_than_a_guess() {
    let game = game::<u64>("5x5");
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut solver = game.solver(MEMORY);
    assert_eq!(solver.solve(&game, &game.start(), &Control::new(limits)), None);
    assert!(!solver.in_range(&game, &game.start(), 1_000_000));
    // The same solver still answers what it can.
    let state = position(&game, game.board().full() & !0b1111);
    assert!(solver.in_range(&game, &state, 1_000));
    assert!(solver.solve(&game, &state, &unlimited()).is_some());
}
