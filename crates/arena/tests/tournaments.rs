//! Tournaments: stopped at any moment they go on to the same table; every feature of the file does what it says.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludus_arena::arbiter::ADJUDICATED;
use ludus_arena::class::Trust;
use ludus_arena::grade::Grades;
use ludus_arena::report::Report;
use ludus_arena::starter::Starter;
use ludus_arena::tournament::Submissions;
use ludus_arena::{Outcome, Plan, Progress, Standings, Tournament};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

const PLAYERS: &str = "[[player]]\nname = \"a\"\nplayer = \"random\"\n[[player]]\nname = \"b\"\nplayer = \"greedy\"\n\
                       [[player]]\nname = \"c\"\nplayer = \"random\"\n[[player]]\nname = \"d\"\nplayer = \"greedy\"\n";

/// A tournament in the game of this place in the registry.
fn tournament(family: &table::Family, settings: &str) -> Tournament {
    let text = format!("game = \"{}\"\nseed = 7\nthreads = 2\n{settings}\n", family.info.name);
    Plan::parse(&registry::games(), &text)
        .and_then(|plan| Tournament::new(&registry::games(), plan))
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn last() -> &'static table::Family {
    GAMES.all().last().expect("there are games")
}

/// A game in which size can be chosen small and nobody deals.
fn small() -> (&'static table::Family, &'static str) {
    let options = game::Options::none().with("size", "3x3");
    let found = GAMES.all().iter().find(|family| family.open(&options).is_ok());
    (found.expect("a game with a size"), "options = { size = \"3x3\" }")
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn run(tournament: &Tournament, name: &str) -> Outcome {
    tournament.run(&file(name), &AtomicBool::new(false), &|_| {}).expect("it runs")
}

#[test]
fn stopping_and_resuming_changes_nothing() {
    for form in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let settings = format!("form = \"{form}\"\nrounds = 3\npairs = 2\nnodes = 50\n{PLAYERS}");
        let tournament = tournament(last(), &settings);
        let whole = run(&tournament, &format!("{form}-whole"));
        let journal = file(&format!("{form}-parts"));
        for round in 0..20 {
            let (stop, games) = (AtomicBool::new(false), AtomicUsize::new(0));
            let one_more = |_: &Progress<'_>| {
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
        let resumed = tournament.run(&journal, &AtomicBool::new(false), &|_| {}).expect("it runs");
        assert_eq!(resumed.standings, whole.standings, "{form}");
        assert_eq!(resumed.entries.len(), whole.standings.games, "no game is lost or played twice");
        assert!(
            resumed.entries.iter().all(|entry| entry.record.replay(&registry::games()).is_ok()),
            "every game can be replayed"
        );
    }
}

/// A journal of other players or other rules is not continued by mistake.
#[test]
fn a_changed_tournament_does_not_go_on() {
    let journal = file("changed");
    let stop = AtomicBool::new(false);
    tournament(last(), PLAYERS).run(&journal, &stop, &|_| {}).expect("it runs");
    let other = tournament(last(), &format!("pairs = 2\n{PLAYERS}"));
    let error = other.run(&journal, &stop, &|_| {}).expect_err("it is another tournament");
    assert!(error.contains("the journal of another tournament"), "{error}");
}

#[test]
fn who_sits_out_gets_the_points_of_a_won_meeting() {
    let three = PLAYERS
        .split_inclusive("[[player]]")
        .take(4)
        .collect::<String>()
        .replace("\n[[player]]\nname = \"d\"", "");
    let three = three.trim_end_matches("[[player]]").to_string();
    let settings = format!("form = \"swiss\"\nrounds = 3\npairs = 1\nnodes = 50\n{three}");
    let outcome = run(&tournament(last(), &settings), "byes");
    assert_eq!(outcome.standings.rows.iter().map(|row| row.byes).collect::<Vec<_>>(), [1, 1, 1]);
    let points: f64 = outcome.standings.rows.iter().map(|row| row.tally.points).sum();
    assert_eq!(points, 3.0 * 2.0 + 3.0 * 2.0, "three meetings of two games, three byes");

    // Whoever reads the plan and the journal counts the same, at the end and on the way.
    let plan = Plan::parse(&registry::games(), &format!("game = \"{}\"\n{settings}", last().info.name))
        .expect("a plan");
    let so_far = |games: usize| Standings::so_far(&plan, &outcome.names, &outcome.entries[..games]);
    assert_eq!(so_far(outcome.entries.len()), outcome.standings);
    let byes = |games| so_far(games).rows.iter().map(|row| row.byes).sum::<usize>();
    assert_eq!([0, 1, 2, 4].map(byes), [1, 1, 2, 3], "a round begins when the one before is over");
}

/// Bots that fail get random moves instead of losing, and their failures are written down.
#[test]
fn failing_bots_may_go_on_with_random_moves() {
    let (family, options) = small();
    let folder = file("dunce");
    std::fs::create_dir_all(&folder).expect("a folder");
    let script = "while read -r w r; do case $w in ugi) echo ugiok;; isready) echo readyok;; go) echo bestmove zz;; esac; done";
    std::fs::write(folder.join("bot.sh"), script).expect("written");
    let dunce = format!(
        "[[player]]\nname = \"dunce\"\nrun = [\"bash\", \"bot.sh\"]\nfolder = \"{}\"\n\
         [[player]]\nname = \"other\"\nplayer = \"random\"\n",
        folder.display()
    );
    let kind = run(
        &tournament(
            family,
            &format!("{options}\npairs = 3\nonfail = \"random\"\nmargin_ms = 60000\n{dunce}"),
        ),
        "kind",
    );
    assert!(!kind.standings.endings.contains_key("illegal move"), "{:?}", kind.standings.endings);
    let row = kind.standings.rows.iter().find(|row| row.name == "dunce").expect("it played");
    assert!(row.faults["illegal move"] >= 6, "{:?}", row.faults);
    let strict =
        run(&tournament(family, &format!("{options}\npairs = 3\nmargin_ms = 60000\n{dunce}")), "strict");
    assert_eq!(strict.standings.endings["illegal move"], 6);
    let failed = &strict.entries[0];
    let seat = failed.failures[0].seat;
    assert!(
        failed.transcripts[seat].talk.iter().any(|line| line == "< bestmove zz"),
        "the transcript is kept"
    );
}

/// Proved positions end the game, with the same winner as playing on perfectly would have.
#[test]
fn solvers_adjudicate() {
    let (family, options) = small();
    let settings =
        format!("{options}\npairs = 2\nadjudicate_nodes = 100000\nadjudicate_after = 1\n{PLAYERS}");
    let outcome = run(&tournament(family, &settings), "proved");
    assert_eq!(outcome.standings.endings.keys().collect::<Vec<_>>(), [ADJUDICATED]);
    assert!(
        outcome.entries.iter().all(|entry| entry.record.moves.len() == 1),
        "not before a move, and then at once"
    );
    assert!(outcome.entries.iter().all(|entry| entry.record.replay(&registry::games()).is_ok()));
}

/// A bot is told of its clock, and a clock that has run out loses the game. Any machine is far faster than the pace of the plan, so the times are those of the plan by sixteen.
#[test]
fn clocks_run_out() {
    let (family, options) = small();
    let folder = file("slow");
    std::fs::create_dir_all(&folder).expect("a folder");
    let script = "while read -r w a b; do case $w in ugi) echo ugiok;; isready) echo readyok;; legal) m=$a;; \
                  go) echo go $a $b >&2; sleep 0.3; echo bestmove $m;; esac; done";
    std::fs::write(folder.join("bot.sh"), script).expect("written");
    let slow = format!(
        "[[player]]\nname = \"slow\"\nrun = [\"bash\", \"bot.sh\"]\nfolder = \"{}\"\n\
         [[player]]\nname = \"other\"\nplayer = \"random\"\n",
        folder.display()
    );
    let times = "clock_ms = 1600\nincrement_ms = 320\npace = 1";
    let outcome = run(&tournament(family, &format!("{options}\n{times}\n{slow}")), "clock");
    let scaled =
        outcome.entries.iter().all(|entry| entry.record.remarks.concat().contains("multiplied by 0.06"));
    assert!(scaled, "records say how long clocks were");
    let row = outcome.standings.rows.iter().find(|row| row.name == "slow").expect("it played");
    // A game may also end before the slow one has to move at all.
    assert!(row.faults.get("timeout").is_some_and(|&games| games > 0), "{:?}", outcome.standings.endings);
    assert_eq!(row.tally.wins, 0, "{:?}", outcome.standings.endings);
    let notes: String =
        outcome.entries.iter().flat_map(|entry| &entry.transcripts).map(|t| t.notes.as_str()).collect();
    assert!(notes.contains("go p1time 100 p2time 100 p1inc 20 p2inc 20"), "{notes}");
}

/// Several sets of options in one meeting, each from both sides.
#[test]
fn variants_are_played_in_turn() {
    let (family, _) = small();
    let settings =
        format!("variants = [{{ size = \"2x2\" }}, {{ size = \"3x3\" }}]\nform = \"gauntlet\"\n{PLAYERS}");
    let outcome = run(&tournament(family, &settings), "variants");
    let sizes: Vec<&str> =
        outcome.entries.iter().take(4).map(|entry| entry.record.options["size"].as_str()).collect();
    assert_eq!(sizes, ["2x2", "2x2", "3x3", "3x3"]);
    assert_eq!(outcome.standings.games, 3 * 4);
}

/// A class: good entries play and are graded, and each wrong one is told what is wrong with it.
#[test]
fn a_class_is_built_checked_and_graded() {
    let (family, options) = small();
    let folder = file("class");
    let student = |name: &str| folder.join("students").join(name);
    for (name, language) in [("ada", "bash"), ("bob", "c")] {
        Starter::find(language).and_then(|starter| starter.write(&student(name))).expect("a starter");
    }
    for (name, files) in [
        (
            "cy",
            vec![
                ("bot.toml", "build = [\"cc\", \"bot.c\"]\nrun = [\"./a.out\"]\n"),
                ("bot.c", "int main( {"),
            ],
        ),
        ("dee", vec![("notes.txt", "soon")]),
        ("eve", vec![("bot.toml", "run = [\"bash\", \"bot.sh\"]\n"), ("bot.sh", "echo hi; exit 3")]),
        ("fay", vec![("bot.toml", "runs = [\"bash\"]\n")]),
    ] {
        std::fs::create_dir_all(student(name)).expect("a folder");
        for (file, text) in files {
            std::fs::write(student(name).join(file), text).expect("written");
        }
    }
    let path = folder.join("term.toml");
    let text = format!(
        "game = \"{}\"\n{options}\nclass = \"students\"\nreferences = [\"random\", \"greedy\"]\nmargin_ms = 60000\n",
        family.info.name
    );
    std::fs::write(&path, text).expect("written");
    let tournament =
        Tournament::read(&GAMES, &path, (Trust::Nobody, Submissions::Taken), &|_| {}).expect("a class");
    assert_eq!(tournament.names(), ["ada", "bob"]);
    for (name, part) in [
        ("cy", "'cc bot.c' failed"),
        ("dee", "bot.toml cannot be read"),
        ("eve", "exit status: 3"),
        ("fay", "bot.toml is wrong: line 1: unknown field `runs`"),
    ] {
        let entry = tournament.class().iter().find(|entry| entry.name == name).expect("it is listed");
        let problem = entry.problem.as_deref().unwrap_or("nothing");
        assert!(problem.contains(part), "{name}: {problem}");
    }
    let stop = AtomicBool::new(false);
    let outcome = tournament.run(&path.with_extension("journal.jsonl"), &stop, &|_| {}).expect("it runs");
    let grading = tournament.grading().expect("a grading").expect("a grading");
    let graded = grading.run(&path.with_extension("grades.jsonl"), &stop, &|_| {}).expect("it runs");
    let grades = Grades::of(&graded, 2, 2);
    assert_eq!((grades.references.len(), grades.rows.len(), graded.standings.games), (2, 2, 8));
    let report = Report {
        title: "term".into(),
        family,
        outcome: &outcome,
        class: tournament.class(),
        grades: Some(&grades),
        graded: Some(&graded),
        alike: &tournament.alike(),
    };
    report.write(&path).expect("a report");
    let html = std::fs::read_to_string(path.with_extension("html")).expect("a page");
    for part in ["<svg", "may not play yet", "int main", "term.games/1-1.html", "Grades"] {
        assert!(html.contains(part), "the report has no {part}");
    }
    assert!(!html.contains("src=") && !html.contains("<link"), "the page needs nothing else");
    let replay = std::fs::read_to_string(folder.join("term.games/1-1.html")).expect("a page");
    assert_eq!(replay.matches("class=\"board\"").count(), outcome.entries[0].record.moves.len() + 1);
    let games = std::fs::read_to_string(path.with_extension("games.jsonl")).expect("the games");
    assert!(
        games
            .lines()
            .all(|line| table::Record::read(line)
                .is_ok_and(|record| record.replay(&registry::games()).is_ok()))
    );
}

/// Two tournaments never write one journal: the second says who has it.
#[test]
fn a_journal_has_one_writer() {
    let (family, options) = small();
    let tournament = tournament(family, &format!("{options}\n{PLAYERS}"));
    let journal = file("one-writer");
    let first = std::sync::Once::new();
    let refused = |_: &Progress<'_>| {
        first.call_once(|| {
            let error = tournament.run(&journal, &AtomicBool::new(false), &|_| {}).expect_err("it is taken");
            assert!(error.contains(&format!("process {}", std::process::id())), "{error}");
            assert!(error.contains("is playing this tournament already"), "{error}");
        });
    };
    let outcome = tournament.run(&journal, &AtomicBool::new(false), &refused).expect("it runs");
    assert_eq!(outcome.entries.len(), 12);
}

/// A broken last line is cut off, whatever is in it; any other is named with its number and a way out, which works.
#[test]
fn broken_lines_are_cut_or_named() {
    let (family, options) = small();
    let tournament = tournament(family, &format!("{options}\n{PLAYERS}"));
    let journal = file("broken");
    let whole = tournament.run(&journal, &AtomicBool::new(false), &|_| {}).expect("it runs");
    let text = std::fs::read_to_string(&journal).expect("a journal");
    let again = |bytes: &[u8]| {
        std::fs::write(&journal, bytes).expect("written");
        tournament.run(&journal, &AtomicBool::new(false), &|_| {})
    };
    for end in [&b"{\"meeting\":0,\"ga"[..], b"\0\0\0\0\0\n", b"\xff\xfe\n", b"{]\n"] {
        let resumed = again(&[text.as_bytes(), end].concat()).expect("the end is cut off");
        assert_eq!(resumed.standings, whole.standings);
        assert_eq!(std::fs::read_to_string(&journal).expect("a journal"), text);
    }
    let mut lines: Vec<&str> = text.lines().collect();
    for wrong in ["{\"meeting\":0,\"ga", "{}", &lines[4].replace("\"players\":[", "\"players\":[77")] {
        let mut spoilt = lines.clone();
        spoilt[4] = wrong;
        let error = again((spoilt.join("\n") + "\n").as_bytes()).expect_err("a line is broken");
        assert!(error.contains("line 5 of the journal") && error.contains("sed -i 5d"), "{error}");
    }
    lines.remove(4);
    let resumed = again((lines.join("\n") + "\n").as_bytes()).expect("without the line it goes on");
    assert_eq!(resumed.standings, whole.standings);
    let doubled = format!("{text}{}\n", text.lines().last().expect("a game"));
    assert_eq!(again(doubled.as_bytes()).expect("it runs").entries.len(), whole.entries.len());
}

/// A bot whose program is not there, or is there no more, loses by that name; everybody else plays.
#[test]
fn who_vanishes_loses() {
    let (family, options) = small();
    let top = file("vanishing");
    let home = top.join("bot");
    Starter::find("bash").and_then(|starter| starter.write(&home)).expect("a starter");
    let text = format!(
        "game = \"{}\"\n{options}\nmargin_ms = 5000\nthreads = 1\n\
         [[player]]\nname = \"here\"\nfolder = \"bot\"\nrun = [\"bash\", \"bot.sh\"]\n\
         [[player]]\nname = \"nowhere\"\nfolder = \"nothing\"\nrun = [\"bash\", \"bot.sh\"]\n\
         [[player]]\nname = \"unknown\"\nplayer = \"exec:no-such-program\"\n\
         [[player]]\nname = \"ours\"\nplayer = \"random\"\n",
        family.info.name
    );
    let path = top.join("t.toml");
    std::fs::write(&path, text).expect("written");
    let journal = path.with_extension("journal.jsonl");
    let read = || {
        Tournament::read(&GAMES, &path, (Trust::Nobody, Submissions::Taken), &|_| {}).expect("a tournament")
    };
    let absent: Vec<String> = read().absent().into_iter().map(|(name, _)| name).collect();
    assert_eq!(absent, ["nowhere", "unknown"]);
    let stop = AtomicBool::new(false);
    let one = |_: &Progress<'_>| stop.store(true, Ordering::Relaxed);
    read().run(&journal, &stop, &one).expect("it begins");
    std::fs::remove_dir_all(&home).expect("removed");
    let outcome = read().run(&journal, &AtomicBool::new(false), &|_| {}).expect("it goes on");
    assert_eq!(outcome.entries.len(), 12, "every game is decided");
    let fault = |name: &str| {
        let row = outcome.standings.rows.iter().find(|row| row.name == name).expect("it is in the table");
        row.faults.get("cannot start").copied().unwrap_or(0)
    };
    assert!(
        fault("here") > 0 && fault("nowhere") > 0 && fault("unknown") > 0,
        "{:?}",
        outcome.standings.rows
    );
    assert_eq!(fault("ours"), 0);
}

/// A tournament that would take all memory before its first game is refused at once.
#[test]
fn absurd_tournaments_are_refused() {
    let (family, options) = small();
    let variants: String = (0..900).map(|_| "{ size = \"3x3\" }, ").collect();
    let text = format!(
        "game = \"{}\"\n{options}\npairs = 90000\nvariants = [{variants}]\n{PLAYERS}",
        family.info.name
    );
    let error = Plan::parse(&GAMES, &text)
        .and_then(|plan| Tournament::new(&GAMES, plan))
        .map(|_| ())
        .expect_err("too many games");
    assert!(error.contains("games; expected at most 1000000"), "{error}");
    let named = format!("[[player]]\nname = \"{}\"\nplayer = \"random\"\n", "x".repeat(70_000));
    let text = format!("game = \"{}\"\n{options}\n{PLAYERS}{named}", family.info.name);
    let error = Plan::parse(&GAMES, &text).map(|_| ()).expect_err("no table is so wide");
    assert!(error.contains("has 70000 bytes; expected at most 255"), "{error}");
}
