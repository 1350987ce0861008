//! A tournament that is stopped at any moment goes on to the same table.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludus_arena::Tournament;
use ludus_arena::journal::Journal;

const PLAYERS: &str = "[[player]]\nname = \"a\"\nplayer = \"random\"\n[[player]]\nname = \"b\"\nplayer = \"greedy\"\n\
                       [[player]]\nname = \"c\"\nplayer = \"random\"\n[[player]]\nname = \"d\"\nplayer = \"greedy\"\n";

fn tournament(form: &str) -> Tournament {
    let game = table::families().last().expect("there are games").info.name;
    let text = format!(
        "game = \"{game}\"\nform = \"{form}\"\nrounds = 3\npairs = 2\nnodes = 50\nseed = 7\nthreads = 2\n{PLAYERS}"
    );
    let path = file(&format!("{form}.toml"));
    std::fs::write(&path, text).expect("written");
    Tournament::read(&path).expect("a tournament")
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn stopping_and_resuming_changes_nothing() {
    for form in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let tournament = tournament(form);
        let whole = tournament
            .run(&file(&format!("{form}-whole")), &AtomicBool::new(false), &|_, _| {})
            .expect("it runs");
        let journal = file(&format!("{form}-parts"));
        for round in 0..20 {
            let (stop, games) = (AtomicBool::new(false), AtomicUsize::new(0));
            let one_more = |_: &ludus_arena::journal::Entry, _: &ludus_arena::Standings| {
                if games.fetch_add(1, Ordering::Relaxed) >= round % 2 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            tournament.run(&journal, &stop, &one_more).expect("it runs");
            // A crash in the middle of a line: the journal ends with half a game.
            let mut text = std::fs::read_to_string(&journal).expect("a journal");
            text += "{\"meeting\":0,\"ga";
            std::fs::write(&journal, text).expect("written");
        }
        let resumed = tournament.run(&journal, &AtomicBool::new(false), &|_, _| {}).expect("it runs");
        assert_eq!(resumed, whole, "{form}");
        let (_, entries) = Journal::open(&journal).expect("a whole journal");
        assert_eq!(entries.len(), whole.games, "no game is lost or played twice");
        assert!(entries.iter().all(|entry| entry.record.replay().is_ok()), "every game can be replayed");
    }
}
