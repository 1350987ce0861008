//! A small tournament in the data folder, for pages that show one.

use game::{Control, Limits, Options};
use serde_json::json;
use table::Wanted;

use crate::chromium::folder;

/// Who plays: names, and what they are.
const PLAYERS: [(&str, &str); 4] =
    [("Dada", "random"), ("Magpie", "greedy"), ("Pip", "level1"), ("Lena", "level2")];

/// Lays the files of a tournament called `cup` into the data folder.
pub fn lay_out() {
    let folder = folder().join("tournaments");
    std::fs::create_dir_all(&folder).expect("a folder");
    let family = &registry::games().all()[1].clone();
    let mut plan = format!("game = \"{}\"\n", family.info.name);
    for (name, player) in PLAYERS {
        plan += &format!("[[player]]\nname = \"{name}\"\nplayer = \"{player}\"\n");
    }
    std::fs::write(folder.join("cup.toml"), plan).expect("a file");
    let mut journal = String::new();
    let pairs = (0..PLAYERS.len()).flat_map(|a| (a + 1..PLAYERS.len()).map(move |b| [a, b]));
    for (meeting, players) in pairs.enumerate() {
        for game in 0..2 {
            let entry = json!({
                "meeting": meeting, "game": game, "players": players, "failures": [],
                "transcripts": [{ "talk": [], "notes": "e4 looks good to me\n" }, { "talk": [], "notes": "" }],
                "record": played(family, players, game),
            });
            journal += &(entry.to_string() + "\n");
        }
    }
    std::fs::write(folder.join("cup.journal.jsonl"), journal).expect("a file");
}

/// A game of two players; every second one has the seats swapped.
fn played(family: &table::Family, players: [usize; 2], game: usize) -> table::Record {
    let board = family.open(&Options::none()).expect("the game opens");
    let seated = |seat: usize| PLAYERS[players[(seat + game) % 2]];
    let seed = (players[0] * 8 + players[1] * 2 + game) as u64;
    let mut bots: Vec<_> =
        (0..2).map(|seat| board.named_bot(seated(seat).1, seed).expect("a player")).collect();
    let names = (0..2).map(|seat| seated(seat).0.to_string()).collect();
    let mut session = table::Session::new(board, names, seed);
    while let Some(seat) = session.to_move() {
        let control = Control::new(Limits { nodes: Some(2_000), ..Limits::default() });
        let thought = bots[seat].think(session.board(), &control, Wanted::best()).expect("a move");
        session.play(&thought.mv, 5).expect("a legal move");
    }
    session.record()
}
