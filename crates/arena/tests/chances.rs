//! What judgements are worth: the data of the games, and positions that tell when judgements have changed.

use std::path::PathBuf;
use std::sync::Arc;

use game::{Control, Limits, Links, Options};
use ludus_arena::calibration::sample::{self, Games, Row, judge_by_strongest};
use ludus_arena::calibration::{Reliability, examine};
use table::{Family, Match, Thought, Wanted};

/// After how many nodes the positions were judged.
const NODES: u64 = 2_000;

fn folder(family: &Family) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games").join(family.info.name)
}

/// The games whose judgements are measured, with their usual boards.
fn measured(games: &table::Games) -> Vec<(&Family, Box<dyn Match>)> {
    let opened =
        games.all().iter().map(|family| (family, family.open(&Options::none()).expect("the usual board")));
    opened.filter(|(_, board)| board.standing().is_some()).collect()
}

/// The sampled positions of a game: a file for each board that was measured.
fn samples(family: &Family) -> Vec<(String, Vec<Row>)> {
    let Ok(files) = std::fs::read_dir(folder(family).join("tests/chances")) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let rows = text.lines().map(|line| serde_json::from_str(line).expect("a judged position")).collect();
        (path.file_stem().expect("a name").to_string_lossy().into_owned(), rows)
    };
    paths.iter().map(read).collect()
}

fn think(family: &Family, position: &str, player: &str) -> Thought {
    let board = family.open_at(&Options::none(), position).expect("a position of the game");
    let control = Control::new(Limits { nodes: Some(NODES), ..Limits::default() });
    let mut bot = board.named_bot(player, 7).expect("a player of every game");
    bot.think(board.as_ref(), &control, Wanted { lines: 3, report: None }).expect("a thought")
}

#[test]
fn every_link_is_for_a_board_there_is_and_says_how_it_was_made() {
    let games = registry::games();
    let measured = measured(&games);
    assert!(measured.len() >= 5, "five games are measured");
    for (family, usual) in measured {
        let text =
            std::fs::read_to_string(folder(family).join("chances.txt")).expect("every game has chances");
        let links = Links::read(&text).unwrap_or_else(|problem| panic!("{}: {problem}", family.info.name));
        assert_eq!(links.to_string(), text, "{} is written as links are", family.info.name);
        for link in &links.all {
            let options = link.board.split(',').filter_map(|part| part.split_once('='));
            let options = options.fold(Options::none(), |options, (name, value)| options.with(name, value));
            let board = family.open(&options).unwrap_or_else(|problem| panic!("{}: {problem}", link.board));
            let standing = board.standing().expect("a phase");
            assert_eq!(standing.link(&link.judge), Some(link));
            assert!(board.named_bot(&link.judge, 1).is_ok(), "{} cannot play {}", link.judge, link.board);
            assert!(link.card.len() >= 3, "{} {} has no card", family.info.name, link.board);
        }
        let standing = usual.standing().expect("a phase");
        let link = standing.link(&standing.judge);
        assert_eq!(
            link.map(|link| &link.board),
            Some(&standing.board),
            "the usual board of {} is not measured",
            family.info.name
        );
    }
}

#[test]
fn positions_are_judged_as_when_the_links_were_fitted() {
    for family in registry::games().all() {
        for (name, rows) in samples(family) {
            let mut moved = 0.0;
            for row in &rows {
                let now = judge_by_strongest(family, row, NODES).expect("a judgement");
                let now = now.unwrap_or_else(|| panic!("{} is solved by now; sample it anew", row.position));
                moved += (now.usual - row.usual).abs() / rows.len() as f64;
            }
            assert!(
                moved < 0.02,
                "chances of {} {name} have moved by {moved:.3}: fit the links anew with `ludus calibrate`",
                family.info.name
            );
        }
    }
}

#[test]
fn chances_mean_what_they_say_in_the_sample() {
    let games = registry::games();
    for (family, _) in measured(&games) {
        let samples = samples(family);
        assert!(!samples.is_empty(), "no positions of {} are kept", family.info.name);
        for (name, rows) in samples {
            let board = family.open_at(&Options::none(), &rows[0].position).expect("a position of the game");
            let judge = board.standing().expect("a phase").judge;
            let findings = examine(board.as_ref(), &judge, &rows, 0).expect("a game that is measured");
            let Reliability { error, luck, loss, .. } = findings.measured;
            let name = format!("{} {name}", family.info.name);
            // Sixty games leave much to luck.
            assert!(error < luck + 0.06, "{name}: {}", findings.sentence());
            assert!(loss < findings.usual.loss + 0.01, "{name}: {}", findings.sentence());
        }
    }
}

#[test]
fn the_link_changes_what_is_shown_and_nothing_else() {
    for family in registry::games().all() {
        for (_, rows) in samples(family) {
            for row in rows.iter().take(4) {
                for player in ["master", "level5", "level2"] {
                    let shown = think(family, &row.position, player);
                    let usual = think(family, &row.position, &format!("{player}:chances=usual"));
                    assert_eq!((&shown.mv, shown.score, &shown.pv), (&usual.mv, usual.score, &usual.pv));
                    let moves = |thought: &Thought| -> Vec<String> {
                        thought.lines.iter().map(|line| line.mv.clone()).collect()
                    };
                    assert_eq!(moves(&shown), moves(&usual), "{player} at {}", row.position);
                    let sure = |win: f64| win <= 0.0 || win >= 1.0;
                    assert_eq!(sure(shown.win), sure(usual.win), "{player} at {}", row.position);
                }
            }
        }
    }
}

#[test]
fn sampled_games_do_not_depend_on_the_number_of_threads() {
    let games = registry::games();
    for (family, board) in measured(&games) {
        let play = |numbers, threads| {
            let plan = Games { numbers, nodes: 20..=40, positions: 2, judge: None, seed: 3, threads };
            sample::play(family, board.as_ref(), &plan, &Arc::default()).expect("games")
        };
        let all = play(0..3, 1);
        assert!(all.iter().all(Row::is_sound), "{}", family.info.name);
        assert_eq!(all, [play(0..1, 1), play(1..3, 2)].concat(), "{}", family.info.name);
    }
}
