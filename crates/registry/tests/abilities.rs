//! What games can do beyond their rules, and that those who can do it bring what it takes. What a game cannot do is no fault: tests over all games
//! leave it out, and this one says so (`cargo test -p ludus-registry abilities -- --nocapture`).

use std::path::{Path, PathBuf};

use table::expert::Lang;

/// Every ability that a seat can list, with what goes without it.
const ABILITIES: [(&str, &str); 20] = [
    ("draw", "no pictures, no play in the browser or on the whole screen"),
    ("edit", "positions are entered as text only"),
    ("tall", "phones show the same picture as wide screens"),
    ("unfold", "nothing to watch beyond the moves themselves"),
    ("greedy", "no greedy player, no evaluation"),
    ("evaluate", "no search but by random playouts, no levels, no master, no coach"),
    ("chances", "chances to win on the scale that all games share, not fitted to results"),
    ("solve", "the brute-force solver for small positions"),
    ("threaten", "no short cuts for wins at once"),
    ("explain", "no expert, no reasons, no lab"),
    ("learn", "no nets trained by self-play"),
    ("notated", "positions in one notation only"),
    ("numbered", "texts alone in Python, no arrays"),
    ("imitate", "no nets trained from games"),
    ("story", "no words for what happens in a line of play"),
    ("wire", "no protocol of its own over the network"),
    ("styles", "no named styles of play"),
    ("events", "no events with settings of their own"),
    ("words", "English only"),
    ("teach", "no puzzles, no lessons"),
];

fn file(game: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game).join(name)
}

#[test]
fn games_bring_what_their_abilities_take_and_may_lack_the_rest() {
    for family in &ludus_registry::games() {
        let (name, has) = (family.info.name, family.abilities());
        for ability in has {
            assert!(
                ABILITIES.iter().any(|(known, _)| known == ability),
                "{name}: {ability} is not described"
            );
        }
        for (ability, without) in ABILITIES.iter().filter(|(ability, _)| !has.contains(ability)) {
            println!("{name} does not {ability}: {without}");
        }
        for (optional, what) in
            [("cli.txt", "examples of commands"), ("signature.txt", "a pinned node count")]
        {
            if !file(name, optional).exists() {
                println!("{name} has no {optional}: {what} are not checked");
            }
        }
        let takes = |ability: &str, brings: bool, what: &str| {
            assert!(
                !has.contains(&ability) || brings,
                "{name} says it has the ability {ability}, but {what}"
            );
        };
        takes("styles", !family.styles().is_empty(), "STYLES names none");
        takes("events", !family.events().is_empty(), "EVENTS is empty");
        takes("teach", !family.puzzles().is_empty(), "PUZZLES is empty");
        takes("teach", !family.lessons().is_empty(), "LESSONS is empty");
        for lang in [Lang::Sr, Lang::Pt] {
            takes("words", family.rules(lang).is_some(), &format!("has no rules in {lang:?}"));
        }
    }
}
