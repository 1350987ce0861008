//! What rules may know of Azul: the boards, the table, the bag, and what has been taken so far.
//!
//! Facts are raw: what a move completes, spills, blocks or prepares is for the rules to find out. Players, rows, columns and lines are
//! numbered from 1, as people do; row 0 as the target of a move is the floor. Colours, sources and sets of rows or colours have names.
//!
//! The sets `my_..` and `their_..` are for scores of positions, which a search computes with words. "Their" is the rival: of the
//! opponents the one with the most points, the earliest in turn among equals.
//!
//! ## Facts
//!
//! | | fact | meaning |
//! |---|---|---|
//! | always | `player(P)` | P plays |
//! | | `belongs(R, C, K)` | the place of colour C in row R of the wall is column K |
//! | | `penalty(F, N)` | F things on the floor cost N points |
//! | | `rounds(N)` | N is a number of rounds to plan for, 1 to 4 |
//! | | `row_added(S, R, T)`, `colour_added(S, C, T)` | the set S and one more element make the set T |
//! | | `below(X, Y)`, `right(X, Y)` | cell Y of a wall is below X, or right of it |
//! | | `mild(F)`, `bad(F)`, `worst(F)` | place F of the floor costs 1, 2 or 3 points |
//! | position | `me(P)`, `opponent(P)` | whose view it is, and who plays against them |
//! | | `score(P, N)` | P has N points on the track |
//! | | `wall(P, R, C)` | row R of the wall of P holds colour C |
//! | | `line(P, R, C, N)` | line R of P holds N tiles of colour C, at least one |
//! | | `open(P, R, C, N)` | line R of P may take colour C and has room for N tiles |
//! | | `runs(P, R, C, H, V)` | a tile of C moved from line R (open for C) to the wall stands in runs of H across and V down, if of the lines above it those that are full now are moved first |
//! | | `floor(P, F)` | F things lie on the floor of P |
//! | | `group(S, C, N)` | source S holds N tiles of colour C, at least one |
//! | | `table(C, N)`, `bag(C, N)`, `lid(C, N)` | N tiles of colour C lie at all sources together, in the bag, in the lid |
//! | | `marker_in_centre` | nobody has taken the first-player marker |
//! | | `round(N)` | it is round N |
//! | | `my_space(X)`, `their_space(X)` | space X of the score track is reached |
//! | | `my_tile(X)`, `their_tile(X)` | cell X of the wall is taken |
//! | | `my_due(X)`, `their_due(X)` | a full line will fill cell X when the round ends |
//! | | `my_slot(X)`, `their_slot(X)` | slot X of the lines that are begun but not full holds a tile |
//! | | `my_floor(F)`, `their_floor(F)` | place F of the floor is taken |
//! | move | `take(S, C, N, R)` | takes N tiles of colour C from source S into line R, or to the floor (0) |
//! | | `reckoning(P, N)` | P would have N points, bonuses included, if the game ended right after the move |
//! | log | `took(P, C, N, R)` | P took N tiles of colour C into line R, or to the floor (0) |
//! | | `took_marker(P)` | P took the first-player marker |
//! | | `spilled(P, N)` | N tiles fell to the floor of P |

use game::facts::{Describe, EventLog, Facts, PredId, Schema, SortId};
use game::{Game, Seat, Turn};

use crate::board::FLOOR;
use crate::floor::FLOOR_PLACES;
use crate::moves::Action;
use crate::state::DEALT;
use crate::{Azul, Board, Colour, Floor, Move, Source, State, Wall};

/// The predicates that change, in the order in which [`Azul::schema`] declares them.
mod id {
    use super::PredId;

    pub(super) const ME: PredId = PredId(0);
    pub(super) const OPPONENT: PredId = PredId(1);
    pub(super) const SCORE: PredId = PredId(2);
    pub(super) const WALL: PredId = PredId(3);
    pub(super) const LINE: PredId = PredId(4);
    pub(super) const OPEN: PredId = PredId(5);
    pub(super) const RUNS: PredId = PredId(6);
    pub(super) const FLOOR: PredId = PredId(7);
    pub(super) const GROUP: PredId = PredId(8);
    pub(super) const TABLE: PredId = PredId(9);
    pub(super) const BAG: PredId = PredId(10);
    pub(super) const LID: PredId = PredId(11);
    pub(super) const MARKER_IN_CENTRE: PredId = PredId(12);
    pub(super) const ROUND: PredId = PredId(13);
    /// The sets of the player whose view it is; those of the rival follow in the same order.
    pub(super) const MINE: [PredId; 5] = [PredId(14), PredId(15), PredId(16), PredId(17), PredId(18)];
    pub(super) const THEIRS: [PredId; 5] = [PredId(19), PredId(20), PredId(21), PredId(22), PredId(23)];
    pub(super) const TAKE: PredId = PredId(24);
    pub(super) const RECKONING: PredId = PredId(25);
    pub(super) const TOOK: PredId = PredId(26);
    pub(super) const TOOK_MARKER: PredId = PredId(27);
    pub(super) const SPILLED: PredId = PredId(28);
}

/// The sets of one player, in the order of [`id::MINE`]: name, and what it means that an element is in it.
const SETS: [(&str, &str); 5] = [
    ("space", "this space of the score track is reached"),
    ("tile", "this cell of the wall is taken"),
    ("due", "a full line will fill this cell of the wall when the round ends"),
    ("slot", "this slot of the lines that are begun but not full holds a tile"),
    ("floor", "this place of the floor is taken"),
];

/// Spaces of the score track, as many as a set may have.
const SPACES: usize = 255;

/// The names of all sets of five elements, the set as bits of its index.
fn subsets(empty: &str, elements: [&str; 5]) -> Vec<String> {
    (0..32)
        .map(|set| {
            let members: Vec<&str> = (0..5).filter(|i| set >> i & 1 == 1).map(|i| elements[i]).collect();
            if members.is_empty() { empty.to_string() } else { members.join(", ") }
        })
        .collect()
}

/// Every set of five with every element it lacks (numbered from `first`), and the set with it.
fn additions(first: i32) -> impl Iterator<Item = [i32; 3]> {
    (0..32).flat_map(move |set| {
        (0..5).filter(move |i| set >> i & 1 == 0).map(move |i| [set, i + first, set | 1 << i])
    })
}

/// The first `count` elements of a set.
fn first(count: usize) -> [u64; 4] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    })
}

/// A seat as rules number it.
fn number(seat: usize) -> i32 {
    seat as i32 + 1
}

impl Board {
    /// The final points, bonuses included, if the round were tiled and the game over now.
    pub(crate) fn reckoned(mut self) -> i32 {
        self.tile();
        self.score() + self.wall.bonus().points()
    }

    fn describe(&self, player: i32, facts: &mut Facts) {
        facts.add(id::SCORE, &[player, self.score()]);
        facts.add(id::FLOOR, &[player, self.floor.len() as i32]);
        let mut wall = self.wall;
        for row in 0..5 {
            let (line, number) = (self.lines[row], row as i32 + 1);
            if let Some(colour) = line.colour() {
                facts.add(id::LINE, &[player, number, colour.index() as i32, line.count() as i32]);
            }
            for colour in Colour::ALL {
                let c = colour.index() as i32;
                if self.wall.has(row, colour) {
                    facts.add(id::WALL, &[player, number, c]);
                }
                if self.open >> (6 * colour.index() + row) & 1 == 1 {
                    facts.add(id::OPEN, &[player, number, c, number - line.count() as i32]);
                    let (across, down) = wall.runs(row, colour);
                    facts.add(id::RUNS, &[player, number, c, across as i32, down as i32]);
                }
            }
            if let Some(colour) = line.colour().filter(|_| line.count() > row) {
                wall.place(row, colour);
            }
        }
    }

    fn describe_sets(&self, sets: [PredId; 5], facts: &mut Facts) {
        let (mut due, mut slots) = (0, 0);
        for (row, line) in self.lines.iter().enumerate() {
            match line.colour() {
                Some(colour) if line.count() > row => due |= 1 << (5 * row + Wall::column(row, colour)),
                _ => slots |= ((1 << line.count()) - 1) << (row * (row + 1) / 2),
            }
        }
        let [spaces, tiles, dues, begun, floor] = sets;
        facts.set(spaces, &first((self.score() as usize).min(SPACES)));
        facts.set(tiles, &[self.wall.cells().into()]);
        facts.set(dues, &[due]);
        facts.set(begun, &[slots]);
        facts.set(floor, &[(1 << self.floor.len().min(FLOOR_PLACES)) - 1]);
    }
}

impl<const N: usize> State<N> {
    /// The opponent with the most points, the earliest in turn among equals.
    fn rival(&self, seat: Seat) -> &Board {
        let others = (1..N).map(|step| &self.boards[(seat.index() + step) % N]);
        others.rev().max_by_key(|board| board.score).expect("there are two players at least")
    }
}

impl<const N: usize> Describe for Azul<N> {
    const PACKS: &'static [(&'static str, &'static str)] = &[
        ("azul", include_str!("../knowledge/azul.rules")),
        ("aizul", include_str!("../knowledge/aizul.rules")),
    ];
    const SPOKEN: &'static str = include_str!("../knowledge/spoken.txt");

    fn schema(&self) -> Schema {
        let mut schema = Schema::new();
        let number = SortId::INT;
        let player = schema.numbers("player", 1..=N as i32);
        let row = schema.numbers("row", 0..=5);
        let column = schema.numbers("column", 0..=5);
        let colour = schema.named("colour", Colour::ALL.map(Colour::name));
        let factories = (1..=State::<N>::FACTORIES).map(|f| format!("factory {f}"));
        let source = schema.named("source", factories.chain(["centre".to_string()]));
        let rows = schema.named("rows", subsets("no row", ["1", "2", "3", "4", "5"]));
        let colours = schema.named("colours", subsets("no colour", Colour::ALL.map(Colour::name)));
        let cell = schema.named("cell", (0..25).map(|i| format!("row {} column {}", i / 5 + 1, i % 5 + 1)));
        let space = schema.named("space", (1..=SPACES).map(|i| format!("space {i}")));
        let slots = (1..=5).flat_map(|line| (1..=line).map(move |i| format!("line {line} slot {i}")));
        let slot = schema.named("slot", slots);
        let place = schema.named("place", (1..=FLOOR_PLACES).map(|i| format!("floor {i}")));

        schema.position("me", &[player], "the player whose view it is");
        schema.position("opponent", &[player], "the player plays against the one whose view it is");
        schema.position("score", &[player, number], "the points of the player on the track");
        schema.position("wall", &[player, row, colour], "the row of the player's wall holds the colour");
        schema.position("line", &[player, row, colour, number], "the player's line holds so many tiles");
        schema.position(
            "open",
            &[player, row, colour, number],
            "the line may take the colour and has so much room",
        );
        let doc = "a tile moved from this line to the wall would stand in runs of these lengths, across and down, \
                   if of the lines above it those that are full now are moved first";
        schema.position("runs", &[player, row, colour, number, number], doc);
        schema.position("floor", &[player, number], "so many things lie on the player's floor");
        schema.position("group", &[source, colour, number], "the source holds so many tiles of the colour");
        schema.position(
            "table",
            &[colour, number],
            "so many tiles of the colour lie at all sources together",
        );
        schema.position("bag", &[colour, number], "so many tiles of the colour are in the bag");
        schema.position("lid", &[colour, number], "so many tiles of the colour are in the lid");
        schema.position("marker_in_centre", &[], "nobody has taken the first-player marker");
        schema.position("round", &[number], "the number of the round");
        for (whose, player) in [("my", "the player whose view it is"), ("their", "the rival")] {
            for ((name, doc), sort) in SETS.into_iter().zip([space, cell, cell, slot, place]) {
                schema.position(&format!("{whose}_{name}"), &[sort], &format!("{doc} (of {player})"));
            }
        }
        let doc = "takes so many tiles of the colour from the source into the line, or to the floor (0)";
        schema.movement("take", &[source, colour, number, row], doc);
        let doc = "the points of the player, bonuses included, if the game ended right after the move";
        schema.movement("reckoning", &[player, number], doc);
        let doc = "the player took so many tiles of the colour into the line, or to the floor (0)";
        schema.event("took", &[player, colour, number, row], doc);
        schema.event("took_marker", &[player], "the player took the first-player marker");
        schema.event("spilled", &[player, number], "so many tiles fell to the player's floor");

        schema.relation("player", &[player], "plays", (1..=N as i32).map(|p| [p]));
        let places = (0..25).map(|i| [i / 5 + 1, (i % 5 + 5 - i / 5) % 5, i % 5 + 1]);
        schema.relation(
            "belongs",
            &[row, colour, column],
            "the column of the colour in the row of a wall",
            places,
        );
        let costs = (0..=FLOOR_PLACES + 1).map(|f| [f as i32, Floor::EMPTY.penalty_with(f)]);
        schema.relation(
            "penalty",
            &[number, number],
            "so many things on the floor cost so many points",
            costs,
        );
        schema.relation("rounds", &[number], "a number of rounds to plan for", (1..=4).map(|n| [n]));
        schema.relation(
            "row_added",
            &[rows, row, rows],
            "the first set and the row make the second",
            additions(1),
        );
        let doc = "the first set and the colour make the second";
        schema.relation("colour_added", &[colours, colour, colours], doc, additions(0));
        let below = (0..20).map(|i| [i, i + 5]);
        schema.relation("below", &[cell, cell], "the second cell is below the first", below);
        let right = (0..25).filter(|i| i % 5 < 4).map(|i| [i, i + 1]);
        schema.relation("right", &[cell, cell], "the second cell is right of the first", right);
        for (name, points, places) in [("mild", 1, 0..2), ("bad", 2, 2..5), ("worst", 3, 5..7)] {
            schema.relation(
                name,
                &[place],
                &format!("the place of the floor costs {points}"),
                places.map(|p| [p]),
            );
        }
        schema.constant("players", N as i32);
        schema.constant("dealt", (DEALT * State::<N>::FACTORIES) as i32);
        schema
    }

    fn position_facts(&self, state: &State<N>, seat: Seat, facts: &mut Facts) {
        facts.add(id::ME, &[number(seat.index())]);
        for (player, board) in state.boards.iter().enumerate() {
            if player != seat.index() {
                facts.add(id::OPPONENT, &[number(player)]);
            }
            board.describe(number(player), facts);
        }
        let sources = state.factories().iter().chain([&state.centre]);
        for (source, tiles) in sources.enumerate() {
            for colour in Colour::ALL.into_iter().filter(|&c| tiles.count(c) > 0) {
                facts.add(id::GROUP, &[source as i32, colour.index() as i32, tiles.count(colour) as i32]);
            }
        }
        let table = state.factories().iter().fold(state.centre, |sum, &tiles| sum + tiles);
        for (predicate, tiles) in [(id::TABLE, table), (id::BAG, state.bag), (id::LID, state.lid)] {
            for colour in Colour::ALL {
                facts.add(predicate, &[colour.index() as i32, tiles.count(colour) as i32]);
            }
        }
        if state.marker().is_none() {
            facts.add(id::MARKER_IN_CENTRE, &[]);
        }
        facts.add(id::ROUND, &[state.round.into()]);
        state.board(seat).describe_sets(id::MINE, facts);
        state.rival(seat).describe_sets(id::THEIRS, facts);
    }

    fn move_facts(&self, state: &State<N>, seat: Seat, mv: Move, facts: &mut Facts) {
        let Action::Take { source, colour, line } = mv.action() else { return };
        let from = if source == Source::CENTRE { State::<N>::FACTORIES } else { source.index() };
        let count = state.tiles(source).count(colour);
        let target = if line == FLOOR { 0 } else { line as i32 + 1 };
        facts.add(id::TAKE, &[from as i32, colour.index() as i32, count as i32, target]);
        for (player, &board) in state.boards.iter().enumerate() {
            let mut board = board;
            if player == seat.index() {
                if source == Source::CENTRE && state.marker().is_none() {
                    board.floor.drop_marker();
                }
                board.add(colour, count, line);
            }
            facts.add(id::RECKONING, &[number(player), board.reckoned()]);
        }
    }

    /// Only takes are counted as moves: deals are nobody's choice.
    fn event_log(&self, start: &State<N>, moves: &[Move], log: &mut EventLog) {
        let mut state = *start;
        let mut played = 0;
        for &mv in moves {
            if let (Turn::Player(seat), Action::Take { source, colour, line }) = (state.turn, mv.action()) {
                played += 1;
                let (player, round) = (number(seat.index()), state.round.into());
                let count = state.tiles(source).count(colour);
                let target = if line == FLOOR { 0 } else { line as i32 + 1 };
                let took = [player, colour.index() as i32, count as i32, target];
                log.push(id::TOOK, &took, played, round);
                if source == Source::CENTRE && state.marker().is_none() {
                    log.push(id::TOOK_MARKER, &[player], played, round);
                }
                let (placed, _) = state.board(seat).clone().add(colour, count, line);
                if placed < count {
                    log.push(id::SPILLED, &[player, (count - placed) as i32], played, round);
                }
            }
            self.play(&mut state, mv);
        }
        log.round = log.round.max(state.round.into());
    }
}
