//! Stories: every word of them holds on the board, and the points add up.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};

use azul::{Action, Azul, Colour, Move, Source, State};
use game::{Detail, Event, Game, Greedy, Rng, Story, Turn, conform};
use ludus_azul as azul;

/// One take with its story.
struct Told<'a, const N: usize> {
    before: &'a State<N>,
    mv: Move,
    after: &'a State<N>,
    events: Vec<Event>,
}

impl<const N: usize> Told<'_, N> {
    fn text(&self) -> String {
        format!("{} at {}", Azul::<N>.write_move(self.before, self.mv), Azul::<N>.write(self.before))
    }

    /// Whether the take ended the round.
    fn round_over(&self) -> bool {
        Azul::<N>.turn(self.after).seat().is_none()
    }

    fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Event> {
        self.events.iter().filter(move |event| event.kind == kind)
    }
}

/// Calls `visit` with every take of a game in which players often, but not always, take what looks most; returns the last position.
fn play<const N: usize>(seed: u64, mut visit: impl FnMut(&Told<N>)) -> State<N> {
    let (game, mut rng, mut moves) = (Azul::<N>, Rng::new(seed), Vec::new());
    let mut state = game.start();
    loop {
        let mv = match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance => game.sample(&state, &mut rng, &mut moves),
            Turn::Player(_) => {
                game.moves(&state, &mut moves);
                rng.shuffle(&mut moves);
                match rng.below(4) {
                    0 => moves[0],
                    _ => moves.iter().copied().max_by_key(|&mv| game.gain(&state, mv)).unwrap(),
                }
            }
        };
        let (before, events) = (state, game.story(&state, mv));
        game.play(&mut state, mv);
        match mv.action() {
            Action::Deal(_) => assert!(events.is_empty(), "deals have no story"),
            Action::Take { .. } => visit(&Told { before: &before, mv, after: &state, events }),
        }
    }
}

fn number(event: &Event, name: &str) -> i32 {
    match event.details.iter().find(|(key, _)| *key == name) {
        Some((_, Detail::Number(number))) => *number,
        _ => panic!("no number {name} in {event:?}"),
    }
}

fn colour(event: &Event) -> Colour {
    let word = |(key, detail): &(&str, Detail)| match detail {
        Detail::Word(word) if *key == "Colour" => word.chars().next(),
        _ => None,
    };
    match event.details.iter().find_map(word) {
        Some('b') if event.details.contains(&("Colour", Detail::Word("black"))) => Colour::Black,
        letter => Colour::of(letter.unwrap()).unwrap(),
    }
}

/// Tiles of a colour at all sources.
fn on_table<const N: usize>(state: &State<N>, colour: Colour) -> i32 {
    let factories = state.factories().iter().map(|tiles| tiles.count(colour)).sum::<usize>();
    (factories + state.tiles(Source::CENTRE).count(colour)) as i32
}

fn worths_make_the_final_score<const N: usize>(games: u64) {
    for seed in 0..games {
        let mut sums = [0; N];
        let last = play::<N>(seed, |told| {
            for event in &told.events {
                sums[event.who.index()] += event.worth;
            }
            let mut stands = [0; N];
            for event in Azul::<N>.standing(told.after) {
                stands[event.who.index()] += event.worth;
            }
            assert_eq!(stands, sums, "the story so far makes the standing, after {}", told.text());
        });
        let scores = Azul::<N>.outcome(&last).scores;
        assert_eq!(
            sums[..],
            scores[..N].iter().map(|&points| 100 * points).collect::<Vec<_>>(),
            "game {seed}"
        );
    }
}

#[test]
fn the_worths_of_a_game_add_up_to_its_scores() {
    worths_make_the_final_score::<2>(60);
    worths_make_the_final_score::<3>(20);
    worths_make_the_final_score::<4>(20);
}

fn promises_are_kept<const N: usize>(games: u64) {
    for seed in 0..games {
        // What each line of each player was said to bring.
        let mut promised: HashMap<(usize, i32), i32> = HashMap::new();
        play::<N>(seed, |told| {
            for event in told.of("fills").chain(told.of("lifts")) {
                *promised.entry((event.who.index(), number(event, "Row"))).or_default() += event.count;
            }
            let mut gained = [0; N];
            for event in told.of("reaches") {
                let key = (event.who.index(), number(event, "Row"));
                assert_eq!(promised.remove(&key), Some(event.count), "{event:?}, {}", told.text());
                gained[key.0] += event.count;
                let wall =
                    |state: &State<N>| state.board(event.who).wall().has(key.1 as usize - 1, colour(event));
                assert!(!wall(told.before) && wall(told.after), "{event:?}, {}", told.text());
            }
            for event in told.of("floor-cost") {
                gained[event.who.index()] -= event.count;
            }
            for seat in game::Seat::all(N) {
                let (before, after) = (told.before.board(seat), told.after.board(seat));
                assert_eq!(after.score() - before.score(), gained[seat.index()], "{}", told.text());
            }
            assert!(!told.round_over() || promised.is_empty(), "a full line stays, {}", told.text());
        });
    }
}

#[test]
fn full_lines_bring_what_was_promised_and_rounds_tell_every_point() {
    promises_are_kept::<2>(40);
    promises_are_kept::<3>(10);
    promises_are_kept::<4>(10);
}

fn what_is_out_of_reach_does_not_happen<const N: usize>(games: u64) {
    for seed in 0..games {
        // What was said not to happen in this round: goals of the wall, and lines of players.
        let mut never: Vec<Event> = Vec::new();
        let mut open: BTreeSet<(usize, i32)> = BTreeSet::new();
        play::<N>(seed, |told| {
            for event in &told.events {
                assert!(!never.iter().any(|goal| goal.joins(event)), "{event:?} was shut, {}", told.text());
                let shut = |kind| Event { kind, ..event.clone() };
                let lacks = |kind: &str| {
                    let held = told.after.board(event.who).lines()[number(event, "Row") as usize - 1];
                    let missing = number(event, "Row") - held.count() as i32;
                    assert_eq!(missing, number(event, "Missing"), "{kind} at {}", told.text());
                    on_table(told.after, colour(event)) - missing
                };
                match event.kind {
                    "starts" | "continues" if !told.round_over() => {
                        assert!(lacks(event.kind) >= 0, "{}", told.text());
                        assert_eq!(
                            on_table(told.after, colour(event)),
                            number(event, "Left"),
                            "{}",
                            told.text()
                        );
                    }
                    "strands" | "cut-off" if !told.round_over() => {
                        assert!(lacks(event.kind) < 0, "{}", told.text());
                        open.insert((event.who.index(), number(event, "Row")));
                    }
                    "fills" => {
                        let line = (event.who.index(), number(event, "Row"));
                        assert!(!open.contains(&line), "{event:?} was cut off, {}", told.text());
                    }
                    "row-shut" => never.push(shut("row")),
                    "column-shut" => never.push(shut("column")),
                    "colour-shut" => never.push(shut("colour")),
                    _ => {}
                }
            }
            if told.round_over() {
                never.clear();
                open.clear();
            }
        });
    }
}

#[test]
fn nothing_that_is_called_out_of_reach_happens_in_that_round() {
    what_is_out_of_reach_does_not_happen::<2>(60);
    what_is_out_of_reach_does_not_happen::<3>(20);
    what_is_out_of_reach_does_not_happen::<4>(20);
}

#[test]
fn the_end_of_the_game_is_brought_about_once_in_its_last_round() {
    let mut ended = 0;
    for seed in 0..60 {
        let mut announced = Vec::new();
        let last = play::<2>(seed, |told| {
            announced.extend(told.of("ends-game").map(|_| told.before.round()));
        });
        let by_row = Azul::<2>.outcome(&last).ending == "a row is complete";
        assert_eq!(announced, if by_row { vec![last.round()] } else { Vec::new() }, "game {seed}");
        ended += usize::from(by_row);
    }
    assert!(ended > 30, "most games end with a row, not {ended} of 60");
}

fn standings_say_what_ending_the_round_would_bring<const N: usize>(games: u64) {
    for seed in 0..games {
        play::<N>(seed, |told| {
            let standing = Azul::<N>.standing(told.after);
            for seat in game::Seat::all(N) {
                let count = |kind| {
                    let mut found = standing.iter().filter(|e| e.kind == kind && e.who == seat);
                    let event = found.next().unwrap();
                    assert!(found.next().is_none());
                    event.count
                };
                let board = told.after.board(seat);
                assert_eq!(count("score"), board.score());
                if told.round_over() {
                    assert_eq!((count("coming"), count("homeless")), (0, 0), "{}", told.text());
                    assert_eq!(count("bonus"), board.wall().bonus().points());
                }
                assert!(count("score") + count("coming") >= 0);
                assert_eq!(
                    count("open"),
                    board.lines().iter().zip(1..).filter(|(l, n)| l.count() > 0 && l.count() < *n).count()
                        as i32
                );
            }
        });
    }
}

/// Positions, a take, and its story: kinds with seat, count and worth.
const STORIES: &[(&str, &str, &str)] = &[
    // The end is coming anyway: player 1 has filled the last line of a row.
    (
        "c 5 2 1 Y/-/-/-/- * 15.17.18.18.18 0.0.0.0.0 0:4W/4K/4R/4Y/YRKW1:-/-/-/-/B5:- 0:5/5/5/5/5:-/-/-/-/-:-",
        "1Y2",
        "strands 2: 1 worth 0, reaches 1: 10 worth 0",
    ),
    // A column, a tile below that now touches one more, and the marker.
    (
        "c 4 2 1 -/-/-/-/- *BBYYRKK 5.5.4.1.5 5.10.7.10.2 9:B1R1W/W1Y1K/2BY1/R4/5:-/R2/R3/W4/B4:- 0:3KW/1BY1K/2B2/1K3/2K2:-/W2/K2/W4/R1:-",
        "cR1",
        "fills 2: 6 worth 700, lifts 2: 1 worth 0, column 2: 7 worth 700, marker 2: 1 worth -100",
    ),
    // A row, which ends the game, although the floor eats most of it; then the end of the round.
    (
        "c 5 2 1 -/-/-/-/- YYYY 0.0.0.0.0 3.11.13.9.11 10:BY1K1/W1YRK/K2Y1/2W2/5:R1/-/W3/B4/B5:W 0:B1RKW/WB2K/1WBY1/1K2Y/5:-/R2/K3/R2/B4:*KK",
        "cY1",
        "fills 2: 9 worth 900, row 2: 2 worth 200, ends-game 2: 1 worth 0, floor 2: 7 worth -700 YYY, \
         reaches 1: 6 worth 0, reaches 1: 2 worth 0, reaches 1: 6 worth 0, reaches 1: 1 worth 0, floor-cost 1: 1 worth 0, \
         reaches 2: 9 worth 0, reaches 2: 5 worth 0, reaches 2: 7 worth 0, floor-cost 2: 11 worth 0",
    ),
    // The last yellow tile: the opponent cannot finish a line, a column and a colour any more.
    (
        "c 5 2 1 -/-/-/-/- BBBBYKK 0.0.0.0.0 9.6.10.11.8 26:BY1K1/WBY1K/KW1YR/R2B1/4B:R1/-/B3/Y4/Y4:* 20:2RKW/W2RK/K3R/1KW1Y/5:-/Y1/W2/R4/W5:-",
        "cY2",
        "fills 2: 5 worth 500, cut-off 1: 1 worth 0, column-shut 1: 1 worth 0, colour-shut 1: 1 worth 0",
    ),
];

fn told(event: &Event) -> String {
    let names: String = event.names.iter().map(|name| format!(" {name}")).collect();
    format!("{} {}: {} worth {}{names}", event.kind, event.who.number(), event.count, event.worth)
}

#[test]
fn stories_of_known_positions() {
    for (position, mv, expected) in STORIES {
        let state = Azul::<2>.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let mv = Azul::<2>.read_move(&state, mv).unwrap_or_else(|e| panic!("{position}: {e}"));
        let story: Vec<String> = Azul::<2>.story(&state, mv).iter().map(told).collect();
        assert_eq!(story.join(", "), *expected, "{position}");
    }
}

#[test]
fn standings_match_the_boards() {
    standings_say_what_ending_the_round_would_bring::<2>(20);
    standings_say_what_ending_the_round_would_bring::<4>(5);
}

#[test]
fn every_kind_is_told_in_every_language() {
    let mut kinds = BTreeSet::new();
    kinds.extend(conform::story(&Azul::<2>, 1));
    kinds.extend(conform::story(&Azul::<3>, 2));
    kinds.extend(conform::story(&Azul::<4>, 3));
    for seed in 0..60 {
        play::<2>(seed, |told| kinds.extend(told.events.iter().map(|event| event.kind)));
    }
    conform::tellings::<Azul<2>>(&kinds);
}
