//! Stories and standings, against the scores of the rules and against everything that can still happen.

use std::collections::BTreeSet;

use game::{Detail, Event, Game, Options, Rng, Seat, Story, conform, random_move};
use ludus_taiji::{State, Taiji, Taiji64, Word};

fn board<W: Word>(size: &str, groups: usize) -> Taiji<W> {
    Taiji::new(&Options::none().with("size", size).with("groups", groups)).expect("a size on offer")
}

#[test]
fn everything_told_has_its_words_and_every_word_its_story() {
    let mut told = BTreeSet::new();
    told.extend(conform::story(&board::<u64>("2x3", 2), 1));
    told.extend(conform::story(&board::<u64>("7", 1), 1));
    told.extend(conform::story(&board::<u128>("9x9", 2), 1));
    told.extend(conform::story(&board::<u128>("11", 3), 1));
    conform::tellings::<Taiji64>(&told);
}

fn standing<W: Word>(game: &Taiji<W>, state: &State<W>, kind: &str, who: Seat) -> Event {
    let told = game.standing(state);
    told.into_iter().find(|event| event.kind == kind && event.who == who).expect("it is always told")
}

fn points_add_up<W: Word>(size: &str, groups: usize, games: u64) {
    let game = board::<W>(size, groups);
    let mut moves = Vec::new();
    for seed in 0..games {
        let (mut rng, mut state, mut lead) = (Rng::new(seed), game.start(), 0);
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            for event in game.story(&state, mv) {
                lead += if event.who == Seat::FIRST { event.worth } else { -event.worth };
            }
            game.play(&mut state, mv);
            let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| {
                let event = standing(&game, &state, "score", seat);
                assert_eq!(event.count, game.score(&state, seat), "{}", game.write(&state));
                event.count
            });
            assert_eq!(lead, 100 * (white - black), "{}", game.write(&state));
        }
    }
}

#[test]
fn points_that_are_told_add_up_to_the_score() {
    points_add_up::<u64>("5x6", 1, 20);
    points_add_up::<u64>("7", 2, 10);
    points_add_up::<u128>("9x9", 3, 4);
}

/// How many cells are connected to a cell of a colour.
fn size<W: Word>(game: &Taiji<W>, state: &State<W>, who: Seat, cell: usize) -> usize {
    game.board().flood(W::bit(cell), state.of(who)).count()
}

/// Whether some line of play makes the group of this cell larger.
fn ever_grows(game: &Taiji64, state: &State<u64>, who: Seat, cell: usize) -> bool {
    let now = size(game, state, who, cell);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().any(|&mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        size(game, &next, who, cell) > now || ever_grows(game, &next, who, cell)
    })
}

#[test]
fn groups_are_told_shut_in_when_and_only_when_nothing_can_make_them_larger() {
    let game = board::<u64>("3x4", 1);
    let (mut moves, mut found) = (Vec::new(), 0);
    for seed in 0..60 {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            let (before, told) = (state, game.story(&state, mv));
            game.play(&mut state, mv);
            if game.empty(&state).count() > 6 {
                continue;
            }
            for who in [Seat::FIRST, Seat::SECOND] {
                let mut expected = BTreeSet::new();
                game.board().each_group(state.of(who), |group| {
                    let cell = group.lowest();
                    let old = group & before.of(who);
                    let could = old.count() < group.count() || ever_grows(&game, &before, who, cell);
                    if group.count() > 2 && could && !ever_grows(&game, &state, who, cell) {
                        expected.insert(cell as u16);
                    }
                });
                found += expected.len();
                let shut = told.iter().filter(|event| event.kind == "shut-in" && event.who == who);
                let shut: BTreeSet<u16> = shut.map(|event| event.places[0].0).collect();
                assert_eq!(shut, expected, "{}", game.write(&state));
            }
        }
    }
    assert!(found > 40, "only {found} groups were shut in");
}

#[test]
fn room_is_where_the_next_half_raises_the_score() {
    let game = board::<u64>("5x5", 2);
    let mut moves = Vec::new();
    for seed in 0..10 {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) {
            let who = state.side();
            let mut cells = BTreeSet::new();
            for &mv in &moves {
                let mut next = state;
                game.play(&mut next, mv);
                if game.score(&next, who) > game.score(&state, who) {
                    cells.insert(game.cells(mv).0 as u16);
                }
            }
            let room = standing(&game, &state, "room", who);
            assert_eq!(room.places.iter().map(|spot| spot.0).collect::<BTreeSet<u16>>(), cells);
            assert_eq!(room.count as usize, cells.len());
            game.play(&mut state, mv);
        }
    }
}

/// The story of a move, an event a line.
fn tell(position: &str, mv: &str) -> Vec<String> {
    let game = Taiji64::new(&Taiji64::options_of(position).expect("a board")).expect("a size on offer");
    let state = game.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mv = game.read_move(&state, mv).expect("a legal move");
    let detail = |(_, detail): &(_, Detail)| match detail {
        Detail::Number(n) => n.to_string(),
        Detail::Word(word) => (*word).to_string(),
        Detail::Name(name) => name.clone(),
    };
    let line = |event: &Event| {
        let details: Vec<String> = event.details.iter().map(detail).collect();
        let who = game.seat_name(event.who);
        format!("{} {who} {} [{}] {}", event.kind, event.count, event.names.join(" "), details.join(" = "))
    };
    game.story(&state, mv).iter().map(|event| line(event).trim_end().to_string()).collect()
}

#[test]
fn moves_are_told_as_players_tell_them() {
    for (position, mv, told) in [
        ("3/3/3 O 1", "B2B3", vec!["starts White 1 [B2]", "gives White 1 [B3]"]),
        // The second group counts only when two do.
        ("OX2/4/4 O 1", "D1D2", vec![]),
        ("OX2/4/4 O 2", "D1D2", vec!["starts White 1 [D1]", "gives White 1 [D2]"]),
    ] {
        assert_eq!(tell(position, mv), told, "{mv} at {position}");
    }
    for (position, mv, line) in [
        // White's two pairs become five; Black's three cells and one become five.
        ("OO1OO/XX1XX/5 O 1", "C3C2", "joins White 1 [C3] 2 + 2 = 5"),
        ("OO1OO/XX1XX/5 O 1", "C3C2", "gives-join White 1 [C2] 2 + 2 = 5"),
        ("OO1OO/XX1XX/5 O 1", "C3C2", "shut-in White 1 [A3] 5"),
        // The same cells the other way round keep both apart.
        ("OO1OO/XX1XX/5 O 1", "C2C3", "blocks White 1 [C2] 2 + 2 = 5"),
        ("OO1OO/XX1XX/5 O 1", "C2C3", "blocks-own White 1 [C3] 2 + 2 = 5"),
    ] {
        let told = tell(position, mv);
        assert!(told.iter().any(|told| told == line), "{mv} at {position} is told {told:?}, without {line}");
    }
}
