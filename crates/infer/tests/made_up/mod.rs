//! A made-up game for the tests: counters of three colours on a board, taken from piles into rows.
#![allow(dead_code)]

use game::facts::{Schema, SortId};

/// A board of `rows` x `columns` cells and everything the tests speak of.
pub fn schema(rows: i32, columns: i32) -> Schema {
    let mut schema = Schema::new();
    let names =
        (0..rows * columns).map(|i| format!("{}{}", (b'a' + (i % columns) as u8) as char, i / columns + 1));
    let cell = schema.named("cell", names);
    let colour = schema.named("colour", ["red", "green", "blue"]);
    let row = schema.numbers("row", 1..=5);
    let at =
        |r: i32, c: i32| ((0..rows).contains(&r) && (0..columns).contains(&c)).then_some(columns * r + c);
    let pairs = |steps: &[(i32, i32)]| -> Vec<[i32; 2]> {
        let mut all = Vec::new();
        for i in 0..rows * columns {
            let (r, c) = (i / columns, i % columns);
            all.extend(steps.iter().filter_map(|(dr, dc)| Some([i, at(r + dr, c + dc)?])));
        }
        all
    };
    schema.position("free", &[cell], "the cell is free");
    schema.position("mine", &[cell], "the cell is mine");
    schema.position("theirs", &[cell], "the cell is theirs");
    schema.relation("up", &[cell, cell], "the second cell is above the first", pairs(&[(1, 0)]));
    schema.relation("side", &[cell, cell], "the cells are side by side", pairs(&[(0, 1), (0, -1)]));
    schema.relation("near", &[cell, cell], "the cells touch", pairs(&[(0, 1), (0, -1), (1, 0), (-1, 0)]));
    let corners = [[0], [columns - 1], [columns * (rows - 1)], [rows * columns - 1]];
    schema.relation("corner", &[cell], "the cell is a corner", corners);
    schema.position("pile", &[SortId::INT, colour, SortId::INT], "a pile holds counters of a colour");
    schema.position("room", &[SortId::INT, row, colour, SortId::INT], "a player's row has room for a colour");
    schema.position("placed", &[SortId::INT, row, colour], "a player has placed a colour in a row");
    schema.position("me", &[SortId::INT], "the player whose view it is");
    schema.position("player", &[SortId::INT], "a player");
    schema.movement(
        "take",
        &[SortId::INT, colour, SortId::INT, row],
        "takes counters from a pile into a row",
    );
    schema.event("took", &[SortId::INT, colour, SortId::INT], "a player took counters of a colour");
    schema.event("passed", &[SortId::INT], "a player passed");
    schema.constant("players", 2);
    schema
}

/// A small generator of random numbers, so that failures can be repeated.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n.max(1)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A text with every kind of statement.
pub const SAMPLE: &str = r#"# Every kind of statement once.
const many = 3.
const goal_depth = 4.
weight block = 8.
group filling: best.

reach(C) if mine(C).
reach(C) if free(C), near(C, D), reach(D).
lonely(C) if mine(C), not touched(C).
touched(C) if mine(C), near(C, D), mine(D).
wanted(P, R, C) if room(P, R, C, N), N > 0, not placed(P, R, C).
missing(P, C, N) if player(P), pile(_, C, _), N = 5 - count { placed(P, R, C) }.
opponent(P) if player(P), me(M), P != M.

score 2 per reach(C) "{C} can be reached".
score -3 per lonely "a counter stands alone".

rule overflow: for move take(S, Colour, N, Row)
    if me(P), room(P, Row, Colour, K), Over = N - K, Over > 0
    then -10 * Over "spills {Over} {Colour} {Over|one: counter|other: counters}" claims literal.
rule blocks: for move take(_S, Colour, _N, _Row)
    if opponent(P), wanted(P, Row2, Colour)
    then block "player {P} wants {Colour} in row {Row2}" claims literal.
rule fits in filling: for move take(_S, C, N, R) if me(P), room(P, R, C, N) then 5 "fits row {R} exactly" claims literal.
rule started in filling: for move take(_S, C, _N, R) if me(P), room(P, R, C, K), K < R then 3 "continues row {R}" claims literal.
veto own_goal: for move take(_S, C, N, 5) if N > many, me(P), placed(P, _, C) "never more than three into row 5" claims literal.
template completion(Row in 1..5, Points in [7, 9, 11, 13, 15]):
    for move take(_S, C, N, Row) if me(P), room(P, Row, C, K), N >= K then Points "completes row {Row}" claims literal.
template deny(P, C): for move take(_S, C, _N, _R) if me(_M) then 4 "player {P} hoards {C}" claims literal.

goal complete(P, C, 0) if player(P), missing(P, C, 0).
goal complete(P, C, N) if N > 0, room(P, R, C, _), not placed(P, R, C), M = N - 1,
    assume placed(P, R, C) in complete(P, C, M).
rule plan: for move take(_S, C, _N, _R) if me(P), missing(P, C, N), complete(P, C, N) then 10 - N "{N} more of {C}" claims literal.

event hoarding(P, C): within last 2 * players moves, count took(P, C, _) >= 2.
event quiet(P): within this round, player(P), no took(P, _, _).
event copied(P, Q, C): within game, took(P, C, _) then no passed(_) then took(Q, C, _), P != Q.
on hoarding(P, C) if opponent(P): add deny(P, C) until end of round.
rule calm: for move take(_S, _C, _N, _R) if quiet(P), me(P) then 1 "player {P} has not taken anything" claims literal.
rule copycat: for move take(_S, C, _N, _R) if copied(_P, Q, C), me(Q) then 1 "{C} again" claims literal.

message sr overflow "prosipa {Over} {Over|one: žeton|few: žetona|other: žetona} boje {Colour}".
message pt overflow "derrama {Over} {Over|one: ficha|other: fichas} {Colour}".
word sr red "crvena".
word pt red "vermelha".
"#;
