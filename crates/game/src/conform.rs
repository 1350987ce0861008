//! The promises of the contract, as checks that every game inherits with one call.
//!
//! A game's tests call [`check`] for a few option sets, and [`fuzz`] once. Each check plays random games and looks at every
//! position on the way; a broken promise panics with the position text, so that the failure can be replayed.

mod story;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub use story::{story, tellings};

use crate::{
    Accumulate, Draw, Edit, Features, Frame, Game, Item, Line, MOST_FEATURES, Numbered, Point, Rect, Rng,
    Scene, Seat, Spot, Symmetric, Tall, Turn, Unfold, Values, random_move,
};

/// Stops a random game of a game without a bound on its length.
const ENDLESS: usize = 20_000;

/// Checks everything: [`rules`], [`drawing`] and [`symmetry`], over 40 random games each.
pub fn check<G: Game + Draw + Symmetric>(game: &G) {
    rules(game, 40);
    drawing(game, 40);
    symmetry(game, 40);
}

/// Plays `games` random games, calling `visit` at every position, the last one included.
fn walk<G: Game>(game: &G, games: u64, visit: impl FnMut(&Line<G>)) {
    walk_seeds(game, 0..games, visit);
}

/// The same with one game for each seed.
fn walk_seeds<G: Game>(game: &G, seeds: Range<u64>, mut visit: impl FnMut(&Line<G>)) {
    for seed in seeds {
        let mut line = Line::new(game.clone(), game.start());
        let mut rng = Rng::new(seed);
        let mut moves = Vec::new();
        let bound = game.longest().unwrap_or(ENDLESS);
        visit(&line);
        while line.turn() != Turn::Over {
            assert!(
                line.moves().len() < bound,
                "a game lasts longer than {bound} plies: {}",
                game.write(line.state())
            );
            let mv = random_move(game, line.state(), &mut rng, &mut moves).expect("a move before the end");
            line.play(mv).expect("random moves are legal");
            visit(&line);
        }
    }
}

/// Checks the rules: moves are unique, sorted and legal; texts survive round trips; the incremental key equals the recomputed
/// one and different positions have different keys; odds add up to 1; a game is over exactly when there are no moves; it ends
/// within its bound; outcomes name a winner.
pub fn rules<G: Game>(game: &G, games: u64) {
    assert!((2..=crate::MAX_SEATS).contains(&game.seats()));
    let again = G::new(&game.options()).unwrap_or_else(|e| panic!("its own options are refused: {e:?}"));
    assert_eq!(again.options(), game.options());
    assert_eq!(again.start(), game.start(), "the same options give the same start");
    let mut moves = Vec::new();
    let mut keys = HashMap::new();
    walk(game, games, |line| {
        let state = line.state();
        let text = game.write(state);
        assert!(text.is_ascii() && !text.contains('\n'), "a position is one line of ASCII: {text}");
        assert_eq!(game.read(&text).as_ref(), Ok(state), "reading back {text}");
        assert_eq!(G::options_of(&text), Ok(game.options()), "options of {text}");
        assert_eq!(game.key(state), game.key_from_scratch(state), "incremental key at {text}");
        let known = keys.entry(game.key(state)).or_insert_with(|| *state);
        assert_eq!(known, state, "two positions share a key: {text}");

        game.moves(state, &mut moves);
        assert!(moves.is_sorted_by(|a, b| a < b), "moves are sorted and unique at {text}: {moves:?}");
        assert_eq!(moves.is_empty(), game.turn(state) == Turn::Over, "over exactly when no moves at {text}");
        let mut texts = HashSet::new();
        for &mv in &moves {
            let written = game.write_move(state, mv);
            assert_eq!(game.read_move(state, &written), Ok(mv), "reading back the move {written} at {text}");
            let lower = written.to_lowercase();
            assert_eq!(game.read_move(state, &lower), Ok(mv), "reading {lower} at {text}");
            assert!(texts.insert(written.clone()), "two moves are written {written} at {text}");
        }
        match game.turn(state) {
            Turn::Player(seat) => assert!(seat.index() < game.seats(), "seat at {text}"),
            Turn::Chance => {
                let total: f64 = moves.iter().map(|&mv| game.odds(state, mv)).sum();
                assert!((total - 1.0).abs() < 1e-9, "odds add up to {total} at {text}");
                assert!(moves.iter().all(|&mv| game.odds(state, mv) > 0.0), "impossible event at {text}");
                let mut rng = Rng::new(game.key(state));
                for _ in 0..20 {
                    let mv = game.sample(state, &mut rng, &mut Vec::new());
                    assert!(moves.binary_search(&mv).is_ok(), "sampled an impossible event at {text}");
                }
            }
            Turn::Over => {
                let outcome = game.outcome(state);
                assert!(!outcome.winners.is_empty(), "somebody wins or all draw at {text}");
                assert!(outcome.winners.iter().all(|seat| seat.index() < game.seats()));
                assert!(!outcome.ending.is_empty());
            }
        }
    });
}

/// Checks the sums that states keep for an evaluation: at every position they are what adding up anew gives.
pub fn sums<G: Accumulate>(game: &G, games: u64) {
    walk(game, games, |line| {
        let state = line.state();
        assert_eq!(game.sums(state), game.sums_from_scratch(state), "sums kept at {}", game.write(state));
    });
}

/// Checks the drawing: every move has a path of hotspots that exist in the scene and in the text, paths are different and none
/// begins with another, hotspots stay put, and nothing lies outside the picture.
pub fn drawing<G: Game + Draw>(game: &G, games: u64) {
    let mut moves = Vec::new();
    walk(game, games, |line| {
        let state = line.state();
        let text = game.write(state);
        let drawn = scene(&game.scene(state), &game.scene(&game.start()), &text);
        let board = game.text(state);
        let written: HashSet<_> = board.spots().iter().map(|s| s.spot).collect();
        if !matches!(game.turn(state), Turn::Player(_)) {
            return;
        }
        game.moves(state, &mut moves);
        let mut paths: Vec<_> = moves.iter().map(|&mv| game.path(state, mv)).collect();
        paths.sort();
        for path in &paths {
            assert!(!path.is_empty(), "a move has no path at {text}");
            assert!(
                path.iter().all(|spot| drawn.contains(spot)),
                "path {path:?} is not in the scene at {text}"
            );
            assert!(
                path.iter().all(|spot| written.contains(spot)),
                "path {path:?} is not in the text at {text}"
            );
        }
        for pair in paths.windows(2) {
            assert!(!pair[1].starts_with(&pair[0]), "path {:?} begins with {:?} at {text}", pair[1], pair[0]);
        }
    });
}

/// Checks one picture against that of the start, and returns its hotspots.
fn scene(scene: &Scene, first: &Scene, text: &str) -> HashSet<Spot> {
    assert_eq!(
        (scene.width, scene.height),
        (first.width, first.height),
        "the picture keeps its size: {text}"
    );
    let drawn: HashSet<_> = scene.hotspots.iter().map(|h| h.spot).collect();
    assert_eq!(drawn.len(), scene.hotspots.len(), "hotspot numbers are unique at {text}");
    let within = |r: Rect, of: Rect| {
        r.x >= of.x - 1e-3
            && r.y >= of.y - 1e-3
            && r.x + r.w <= of.x + of.w + 1e-3
            && r.y + r.h <= of.y + of.h + 1e-3
    };
    for hotspot in &scene.hotspots {
        let (r, whole) = (hotspot.at, Rect::new(0.0, 0.0, scene.width, scene.height));
        assert!(within(r, whole), "hotspot {hotspot:?} lies outside the picture at {text}");
        assert!(!hotspot.label.is_empty());
        let before = first.hotspots.iter().find(|h| h.spot == hotspot.spot);
        assert!(before.is_none_or(|h| within(r, h.at)), "a hotspot moved at {text}");
    }
    drawn
}

/// Checks the pictures for small screens: the hotspots are those of the other picture and stay put, whoever is at the front is not on a card and
/// everybody else is, and whatever the seat at the front can touch is large enough for fingers.
pub fn tall<G: Tall>(game: &G, games: u64) {
    let mut moves = Vec::new();
    walk(game, games, |line| {
        let state = line.state();
        let text = game.write(state);
        let wide: HashSet<_> = game.scene(state).hotspots.iter().map(|h| h.spot).collect();
        let fronts = Seat::all(game.seats())
            .flat_map(|front| [(front, Frame::Square(front)), (front, Frame::Tall(front))]);
        for (front, frame) in fronts {
            let picture = game.near(state, frame);
            let (higher, fingers) = match frame {
                Frame::Tall(_) => (true, 9.0),
                Frame::Square(_) | Frame::Wide => (false, 16.0),
            };
            assert!(
                !higher || picture.height > picture.width,
                "a tall picture is higher than wide at {text}"
            );
            let drawn = scene(&picture, &game.near(&game.start(), frame), &text);
            assert_eq!(drawn, wide, "all pictures have the same hotspots at {text}");
            let mut cards: Vec<_> = picture.cards.iter().map(|card| card.seat).collect();
            cards.sort_unstable();
            let others: Vec<_> = Seat::all(game.seats()).filter(|&seat| seat != front).collect();
            assert_eq!(cards, others, "a card for everybody else at {text}");
            if game.turn(state) != Turn::Player(front) {
                continue;
            }
            game.moves(state, &mut moves);
            let touched: HashSet<_> = moves.iter().flat_map(|&mv| game.path(state, mv)).collect();
            for hotspot in picture.hotspots.iter().filter(|h| touched.contains(&h.spot)) {
                let least = hotspot.area().w.min(hotspot.area().h);
                assert!(fingers * least >= picture.width - 0.01, "{hotspot:?} is too small at {text}");
            }
        }
    });
}

/// Checks what moves set off: the last step shows the position after the move, points come from within the picture, and what is won and lost is what the
/// outcome or the next position counts, as `score` reads it.
pub fn unfolding<G: Unfold>(game: &G, games: u64, score: impl Fn(&G::State, Seat) -> i32) {
    let (mut moves, mut told) = (Vec::new(), 0);
    walk(game, games, |line| {
        let state = line.state();
        if !matches!(game.turn(state), Turn::Player(_)) {
            return;
        }
        let (text, picture) = (game.write(state), game.scene(state));
        game.moves(state, &mut moves);
        for &mv in &moves {
            let Some(chapter) = game.unfold(state, mv, Frame::Wide) else { continue };
            told += 1;
            let mut after = *state;
            game.play(&mut after, mv);
            assert_eq!(chapter.steps.last().map(|step| step.state), Some(after), "the last step at {text}");
            for gain in chapter.steps.iter().flat_map(|step| &step.gains) {
                let inside =
                    (0.0..picture.width).contains(&gain.at.x) && (0.0..picture.height).contains(&gain.at.y);
                assert!(inside, "{gain:?} is outside the picture at {text}");
            }
            for seat in Seat::all(game.seats()) {
                let [won, lost] = chapter.sums(seat);
                assert_eq!(
                    score(state, seat) + won + lost,
                    score(&after, seat),
                    "the points of {seat:?} at {text}"
                );
            }
        }
    });
    assert!(told > 0, "no move sets anything off");
}

/// Checks the setting up of positions: the sheet of a position looks like its picture and its dials stand as they can, every touch with every brush and every
/// turn of a dial gives a draft that can be drawn again, taking away never ends, and noise is no danger.
pub fn editing<G: Edit>(game: &G, games: u64) {
    let brushes = game.brushes().len();
    assert!(game.brushes().last().is_some_and(|brush| brush.piece.is_none()), "the last brush takes away");
    let mut rng = Rng::new(games);
    let mut drafts = vec![game.blank(), String::new(), "? ? ?".to_string()];
    walk(game, games, |line| {
        let text = game.write(line.state());
        if matches!(game.turn(line.state()), Turn::Player(_)) {
            let sheet = game.sheet(&text, Frame::Wide);
            assert_eq!(sheet.items, game.scene(line.state()).items, "the sheet of {text}");
            let noisy: String = text.chars().filter(|_| rng.below(9) > 0).collect();
            drafts.extend([text, noisy]);
        }
    });
    for draft in &drafts {
        let sheet = game.sheet(draft, Frame::Wide);
        let spots: HashSet<_> = sheet.hotspots.iter().map(|hotspot| hotspot.spot).collect();
        assert_eq!(spots.len(), sheet.hotspots.len(), "hotspot numbers are unique on the sheet of {draft}");
        let strange = Spot(u16::MAX);
        for spot in
            sheet.hotspots.iter().map(|hotspot| hotspot.spot).filter(|_| rng.below(4) == 0).chain([strange])
        {
            for brush in 0..=brushes {
                let after = game.touch(draft, spot, brush);
                game.sheet(&after, Frame::Tall(Seat::FIRST));
                game.sheet(&after, Frame::Square(Seat::FIRST));
            }
        }
        for (index, dial) in game.dials(draft).iter().enumerate() {
            assert!(dial.takes(&dial.value), "{} stands at {} in {draft}", dial.label, dial.value);
            let words = match &dial.values {
                Values::Numbers(low, high) => vec![low.to_string(), high.to_string(), "nonsense".to_string()],
                Values::Words(words) => {
                    words.iter().map(|(word, _)| word.clone()).chain([String::new()]).collect()
                }
            };
            for word in words {
                let after = game.set(draft, index, &word);
                let now = &game.dials(&after)[index];
                assert!(!dial.takes(&word) || now.value == word, "{} set to {word} in {draft}", dial.label);
            }
        }
    }
}

/// Checks the symmetries: map 0 is the identity, every map has an inverse among the maps, images of moves are the moves of the image,
/// playing commutes with mapping, and outcomes follow.
pub fn symmetry<G: Game + Symmetric>(game: &G, games: u64) {
    let (mut moves, mut mapped) = (Vec::new(), Vec::new());
    walk(game, games, |line| {
        let state = line.state();
        let text = game.write(state);
        assert_eq!(game.image(0, state), *state, "map 0 is the identity");
        for map in 0..game.order() {
            let image = game.image(map, state);
            assert_eq!(game.key(&image), game.key_from_scratch(&image), "key of image {map} of {text}");
            assert!(
                (0..game.order()).any(|back| game.image(back, &image) == *state),
                "map {map} has no inverse"
            );
            let turn = match game.turn(state) {
                Turn::Player(seat) => Turn::Player(game.image_seat(map, seat)),
                other => other,
            };
            assert_eq!(game.turn(&image), turn, "turn of image {map} of {text}");
            game.moves(state, &mut moves);
            let mut images: Vec<_> = moves.iter().map(|&mv| game.image_move(map, state, mv)).collect();
            for (&mv, &mv_image) in moves.iter().zip(&images) {
                let (mut then_map, mut map_then) = (*state, image);
                game.play(&mut then_map, mv);
                game.play(&mut map_then, mv_image);
                assert_eq!(game.image(map, &then_map), map_then, "map {map} and play commute at {text}");
            }
            images.sort();
            game.moves(&image, &mut mapped);
            assert_eq!(images, mapped, "moves of image {map} of {text}");
            if game.turn(state) == Turn::Over {
                let (here, there) = (game.outcome(state), game.outcome(&image));
                for seat in Seat::all(game.seats()) {
                    let twin = game.image_seat(map, seat);
                    assert_eq!(
                        here.winners.contains(seat),
                        there.winners.contains(twin),
                        "winner of image {map} of {text}"
                    );
                    assert_eq!(
                        here.scores[seat.index()],
                        there.scores[twin.index()],
                        "score of image {map} of {text}"
                    );
                }
            }
        }
    });
}

/// Checks what is told to a net: every feature that is set has words of its own, and the place that it speaks of is on the board, under one name,
/// which is that of the hotspot if there is one.
pub fn features<G: Features + Draw>(game: &G, games: u64) {
    assert!(game.features() <= MOST_FEATURES);
    let mut known = HashMap::new();
    walk(game, games, |line| {
        let state = line.state();
        if game.turn(state) == Turn::Over {
            return;
        }
        let (text, scene) = (game.write(state), game.scene(state));
        // Games of two are told as the first seat sees them.
        for viewer in Seat::all(if game.seats() == 2 { 1 } else { game.seats() }) {
            let mut words = [0; MOST_FEATURES / 64];
            game.tell(state, viewer, &mut words);
            let mut said = HashSet::new();
            for index in (0..MOST_FEATURES).filter(|index| words[index / 64] >> (index % 64) & 1 == 1) {
                assert!(index < game.features(), "feature {index} is one too many at {text}");
                let feature = game.feature(index, viewer);
                let feature = feature.unwrap_or_else(|| panic!("feature {index} says nothing at {text}"));
                assert!(said.insert(feature.to_string()), "'{feature}' is said twice at {text}");
                let Some(site) = feature.site else { continue };
                let holds =
                    |r: Rect, p: Point| (r.x..=r.x + r.w).contains(&p.x) && (r.y..=r.y + r.h).contains(&p.y);
                let on = |item: &Item| match item {
                    Item::Place { at, .. } => holds(*at, site.at.centre()),
                    Item::Area { corners, .. } => {
                        Rect::around(corners).is_some_and(|at| holds(at, site.at.centre()))
                    }
                    _ => false,
                };
                assert!(scene.items.iter().any(on), "{} is off the board: {:?}", site.name, site.at);
                let touched = scene.hotspots.iter().find(|hotspot| hotspot.at == site.at);
                let same = |label: &str| label.to_lowercase().starts_with(&site.name.to_lowercase());
                assert!(touched.is_none_or(|h| same(&h.label)), "{} is {touched:?}", site.name);
                let before = *known.entry(site.name.clone()).or_insert(site.at);
                assert_eq!(before, site.at, "{} is at two places", site.name);
            }
        }
    });
    let places: HashSet<String> = known.values().map(|at| format!("{at:?}")).collect();
    assert_eq!(places.len(), known.len(), "a place has two names: {known:?}");
}

/// Checks the numbers of moves and what is shown of positions: the legal moves of a position have different numbers, all below the bound; a number
/// has one text; every number of an observation is spoken for; and positions that look the same to the player to move have the same moves.
pub fn numbers<G: Numbered>(game: &G, games: u64) {
    let view = game.view();
    assert_eq!(view.shape.first(), Some(&view.says.len()), "every part of an observation says something");
    let said: HashSet<&String> = view.says.iter().collect();
    assert_eq!(said.len(), view.says.len(), "nothing is said twice: {:?}", view.says);
    let mut looks = HashMap::new();
    let mut texts = HashMap::new();
    let mut moves = Vec::new();
    walk(game, games, |line| {
        let state = line.state();
        let text = game.write(state);
        let mut values = vec![0; view.len()];
        for viewer in Seat::all(game.seats()) {
            values.fill(0);
            game.observe(state, viewer, &mut values);
        }
        let Turn::Player(seat) = game.turn(state) else { return };
        game.moves(state, &mut moves);
        let mut actions: Vec<usize> = moves.iter().map(|&mv| game.action(state, mv)).collect();
        assert!(actions.iter().all(|&action| action < game.actions()), "a number is too large at {text}");
        let mut scratch = Vec::new();
        assert_eq!(game.count(state, &mut scratch), moves.len(), "moves are counted wrongly at {text}");
        assert_eq!(game.nth(state, moves.len(), &mut scratch), None, "there is a move too many at {text}");
        for (index, (&mv, &action)) in moves.iter().zip(&actions).enumerate() {
            assert_eq!(game.nth(state, index, &mut scratch), Some(mv), "the order of moves at {text}");
            assert_eq!(game.numbered(state, action, &mut scratch), Some(mv), "the move {action} at {text}");
            let written = game.write_move(state, mv);
            let known = texts.entry(action).or_insert_with(|| written.clone());
            assert_eq!(*known, written, "one number has two texts at {text}");
        }
        let stride = game.actions() / 8 + 1;
        for action in (moves.len() % stride..=game.actions()).step_by(stride) {
            let found = game.numbered(state, action, &mut scratch).is_some();
            assert_eq!(found, actions.contains(&action), "whether {action} is a move at {text}");
        }
        actions.sort_unstable();
        assert!(actions.is_sorted_by(|a, b| a < b), "two moves have one number at {text}");
        values.fill(0);
        game.observe(state, seat, &mut values);
        let known = looks.entry(values).or_insert_with(|| actions.clone());
        assert_eq!(*known, actions, "another position looks like {text} and has other moves");
    });
}

/// Feeds `cases` damaged and random texts to every parser of the game. They must not panic, and what they accept must survive a
/// round trip and allow play to go on to the end.
pub fn fuzz<G: Game>(game: &G, cases: u64) {
    let mut samples = Vec::new();
    let mut moves = Vec::new();
    walk(game, 6, |line| {
        let state = line.state();
        game.moves(state, &mut moves);
        let texts: Vec<String> = moves.iter().take(4).map(|&mv| game.write_move(state, mv)).collect();
        samples.push((*state, game.write(state), texts));
    });
    let mut rng = Rng::new(cases);
    for _ in 0..cases {
        let (state, position, texts) = &samples[rng.below(samples.len())];
        let damaged = damage(position, &mut rng);
        if let Ok(read) = game.read(&damaged) {
            let written = game.write(&read);
            assert_eq!(game.read(&written), Ok(read), "accepted {damaged:?} but cannot read {written:?}");
            assert_eq!(game.key(&read), game.key_from_scratch(&read), "key of {damaged:?}");
            let mut state = read;
            for _ in 0..8 {
                let Some(mv) = random_move(game, &state, &mut rng, &mut moves) else { break };
                game.play(&mut state, mv);
                let after = game.write(&state);
                assert_eq!(
                    game.read(&after),
                    Ok(state),
                    "{damaged:?} is accepted but leads to {after:?}, which is not"
                );
            }
        }
        if let Ok(options) = G::options_of(&damaged) {
            let _ = G::new(&options);
        }
        let text = texts.get(rng.below(texts.len().max(1))).map_or("", String::as_str);
        if let Ok(mv) = game.read_move(state, &damage(text, &mut rng)) {
            game.moves(state, &mut moves);
            assert!(moves.contains(&mv), "accepted the illegal move {mv:?} at {position}");
        }
    }
}

/// The text with a few random edits, or now and then a wholly random one.
fn damage(text: &str, rng: &mut Rng) -> String {
    const LETTERS: &[u8] = b"0123456789/ -.:*@#XOKWBYRabcdefghijkHVhv1w[],\t\"{}";
    let letter = |rng: &mut Rng| match rng.below(12) {
        0 => char::from_u32(rng.below(0x3000) as u32).unwrap_or('\u{fffd}'),
        _ => char::from(LETTERS[rng.below(LETTERS.len())]),
    };
    let mut letters: Vec<char> = match rng.below(10) {
        0 => (0..rng.below(40)).map(|_| letter(rng)).collect(),
        _ => text.chars().collect(),
    };
    for _ in 0..=rng.below(3) {
        let at = rng.below(letters.len() + 1);
        match rng.below(5) {
            0 => letters.insert(at, letter(rng)),
            1 if at < letters.len() => _ = letters.remove(at),
            2 if at < letters.len() => letters[at] = letter(rng),
            3 if at < letters.len() => {
                let other = rng.below(letters.len());
                letters.swap(at, other);
            }
            _ => letters.truncate(at.max(letters.len() / 2)),
        }
    }
    letters.into_iter().collect()
}
