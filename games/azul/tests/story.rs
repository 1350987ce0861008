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
        let mut never: Vec<(&str, usize, Vec<(&str, Detail)>)> = Vec::new();
        play::<N>(seed, |told| {
            for event in &told.events {
                let about = (event.kind, event.who.index(), event.details.clone());
                assert!(!never.contains(&about), "{event:?} was out of reach, {}", told.text());
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
                    }
                    "row-shut" => never.push(("row", about.1, about.2)),
                    "column-shut" => never.push(("column", about.1, about.2)),
                    "colour-shut" => never.push(("colour", about.1, about.2)),
                    _ => {}
                }
            }
            if told.round_over() {
                never.clear();
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
