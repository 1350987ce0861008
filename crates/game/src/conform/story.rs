//! The promises of stories: facts that have words in every language and places on the board.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::walk_seeds;
use crate::{Detail, Draw, Event, Spoken, Spot, Story, Turn};

/// The languages in which every kind of event is told.
const LANGUAGES: [&str; 3] = ["en", "sr", "pt"];
/// What every sentence may use besides the details of its event.
const COMMON: [&str; 4] = ["Who", "Whom", "N", "Names"];
/// Of how many moves of a position the story is looked at.
const MOVES: usize = 12;

/// The sentences of a game: by kind, then by language.
type Tellings<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>;

/// Checks the stories of four random games that follow from `seed`, and returns the kinds that were told.
///
/// Every event has a sentence in each language that needs nothing the event does not have, words that are known in other languages, a seat of
/// this game, and places that are hotspots. A standing has the same kinds for the same seats at every position, each once. A passed position is
/// a position like any other, with somebody else to move. Collect the kinds of several boards and hand them to [`tellings`].
pub fn story<G: Story + Draw + Spoken>(game: &G, seed: u64) -> BTreeSet<&'static str> {
    let sentences = sentences(G::TELLINGS);
    let words: HashSet<&str> = G::WORDS.lines().filter_map(|line| line.split(" | ").next()).collect();
    let scene = game.scene(&game.start());
    let spots: HashSet<Spot> = scene.hotspots.iter().map(|hotspot| hotspot.spot).collect();
    let (mut told, mut moves, mut kept) = (BTreeSet::new(), Vec::new(), None);
    let first = seed.wrapping_mul(4);
    walk_seeds(game, first..first.saturating_add(4), |line| {
        let state = line.state();
        let text = game.write(state);
        let mut look = |event: &Event| {
            told.insert(event.kind);
            let problem = problem(event, &sentences, &words, &spots, game.seats());
            assert!(problem.is_none(), "{}: {event:?} at {text}", problem.unwrap_or_default());
        };
        let standing = game.standing(state);
        standing.iter().for_each(&mut look);
        let mut kinds: Vec<_> = standing.iter().map(|event| (event.kind, event.who.index())).collect();
        kinds.sort_unstable();
        assert!(kinds.windows(2).all(|pair| pair[0] != pair[1]), "a standing is told twice at {text}");
        let always = kept.get_or_insert_with(|| kinds.clone());
        assert_eq!(*always, kinds, "a standing tells the same kinds everywhere, also at {text}");

        game.moves(state, &mut moves);
        for &mv in moves.iter().step_by(moves.len().div_ceil(MOVES).max(1)) {
            game.story(state, mv).iter().for_each(&mut look);
        }
        check_passed(game, state);
    });
    told
}

/// Checks that the kinds that were told are all that the game has sentences for.
pub fn tellings<G: Story>(told: &BTreeSet<&str>) {
    let sentences = sentences(G::TELLINGS);
    let silent: Vec<_> = sentences.keys().filter(|kind| !told.contains(**kind)).collect();
    assert!(silent.is_empty(), "these kinds have sentences but are never told: {silent:?}");
}

fn check_passed<G: Story>(game: &G, state: &G::State) {
    let Some(passed) = game.passed(state) else { return };
    let text = game.write(&passed);
    assert_eq!(game.key(&passed), game.key_from_scratch(&passed), "key of the passed position {text}");
    assert_eq!(game.read(&text).as_ref(), Ok(&passed), "reading back the passed position {text}");
    if let (Turn::Player(before), Turn::Player(after)) = (game.turn(state), game.turn(&passed)) {
        assert_ne!(before, after, "nobody passed at {text}");
    }
}

/// What is wrong with an event, if anything is.
fn problem(
    event: &Event,
    sentences: &Tellings,
    words: &HashSet<&str>,
    spots: &HashSet<Spot>,
    seats: usize,
) -> Option<String> {
    if event.who.index() >= seats {
        return Some("nobody sits there".into());
    }
    if let Some(place) = event.places.iter().find(|place| !spots.contains(place)) {
        return Some(format!("{place:?} is not on the board"));
    }
    let details: Vec<&str> = event.details.iter().map(|(name, _)| *name).collect();
    if details.iter().any(|name| COMMON.contains(name)) {
        return Some(format!("a detail has one of the names {COMMON:?}"));
    }
    for (_, detail) in &event.details {
        match detail {
            Detail::Word(word) if !words.contains(word) => {
                return Some(format!("'{word}' is not among the game's words"));
            }
            _ => {}
        }
    }
    let Some(told) = sentences.get(event.kind) else { return Some("no sentence tells it".into()) };
    for sentence in told.values() {
        for name in variables(sentence).into_iter().map(|(name, _)| name) {
            if !COMMON.contains(&name) && !details.contains(&name) {
                return Some(format!("'{sentence}' needs {name}"));
            }
            if name == "Names" && event.names.is_empty() && event.count != 0 {
                return Some(format!("'{sentence}' needs names"));
            }
        }
    }
    None
}

/// Reads what a game says, and checks that every kind is told well-formed in every language.
fn sentences(text: &str) -> Tellings<'_> {
    let mut sentences = Tellings::new();
    let mut kind = None;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if !line.starts_with(' ') {
            let name = line.trim_end();
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(plain), "the kind '{name}' is not lower case with hyphens");
            assert!(sentences.insert(name, BTreeMap::new()).is_none(), "'{name}' is told twice");
            kind = Some(name);
            continue;
        }
        if line.trim() == "costs" {
            continue;
        }
        let told = kind.and_then(|kind| sentences.get_mut(kind)).expect("a kind before its sentences");
        let (language, sentence) = line.trim().split_once(' ').expect("a language, then a sentence");
        if language == "rules" {
            continue;
        }
        assert!(LANGUAGES.contains(&language), "'{language}' is not one of {LANGUAGES:?}");
        assert!(told.insert(language, sentence.trim()).is_none(), "said twice: {line}");
        check_sentence(language, sentence.trim());
    }
    for (kind, told) in &sentences {
        assert_eq!(told.len(), LANGUAGES.len(), "'{kind}' is told in {:?} only", told.keys());
    }
    sentences
}

fn check_sentence(language: &str, sentence: &str) {
    assert!(!sentence.ends_with(['.', '!']), "a full stop ends '{sentence}'");
    assert!(!sentence.contains("  "), "two spaces in '{sentence}'");
    for (name, forms) in variables(sentence) {
        let has = |form: &str| forms.contains(&form);
        assert!(
            forms.is_empty() || has("other"),
            "the choice on {name} needs the form other in '{sentence}'"
        );
        let few = language != "sr" || !has("one") || has("few");
        assert!(few, "the choice on {name} needs the form few in '{sentence}'");
    }
}

/// The variables of a sentence, each with the forms to choose from.
fn variables(sentence: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        assert!(!before.contains('}'), "a brace closes nothing in '{sentence}'");
        let (inside, after) =
            after.split_once('}').unwrap_or_else(|| panic!("an open brace in '{sentence}'"));
        let mut parts = inside.split('|');
        let name = parts.next().unwrap_or_default();
        let form = |part| str::split_once(part, ':').unwrap_or_else(|| panic!("no form in '{sentence}'")).0;
        found.push((name, parts.map(|part| form(part).trim()).collect()));
        rest = after;
    }
    assert!(!rest.contains('}'), "a brace closes nothing in '{sentence}'");
    found
}
