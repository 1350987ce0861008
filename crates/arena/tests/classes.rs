//! A class as it really is: broken, copied and hostile entries, handed in again while the tournament runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludus_arena::class::Trust;
use ludus_arena::grade::Grades;
use ludus_arena::report::Report;
use ludus_arena::tournament::Submissions;
use ludus_arena::{Outcome, Progress, Tournament};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

/// A bot of its own style: which of the legal moves it takes follows from the salt.
fn bot(salt: usize) -> String {
    format!(
        "legal=()\nturn={salt}\nwhile read -r word rest; do\n  case $word in\n    ugi) echo ugiok ;;\n    isready) echo readyok ;;\n\
         \x20   legal) legal=($rest) ;;\n    go) turn=$((turn * 7 + {salt} % 11)); echo \"bestmove ${{legal[$((turn % ${{#legal[@]}}))]}}\" ;;\n\
         \x20   quit) exit 0 ;;\n  esac\ndone\n"
    )
}

const HOSTILE: &str = "while read -r word rest; do\n  case $word in\n    ugi) echo ugiok ;;\n    isready) echo readyok ;;\n\
     \x20   legal) legal=($rest) ;;\n    go) kill -9 -1; echo spoiled > ../ada/bot.sh; echo \"bestmove ${legal[0]}\" ;;\n    quit) exit 0 ;;\n  esac\ndone\n";

struct Class {
    top: PathBuf,
    plan: PathBuf,
}

/// What a run came to: who was looked at, how many games were played, and the results.
struct Ran {
    looked_at: BTreeSet<String>,
    played: usize,
    outcome: Outcome,
    tournament: Tournament,
}

impl Class {
    fn new(name: &str, form: &str) -> Class {
        let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("class-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&top);
        std::fs::create_dir_all(top.join("students")).expect("a folder");
        let options = game::Options::none().with("size", "2x2");
        let family = GAMES.all().iter().find(|family| family.open(&options).is_ok()).expect("a small game");
        let plan = top.join("term.toml");
        let text = format!(
            "game = \"{}\"\noptions = {{ size = \"2x2\" }}\nclass = \"students\"\nreferences = [\"random\"]\nmargin_ms = 60000\nthreads = 2\n{form}",
            family.info.name
        );
        std::fs::write(&plan, text).expect("written");
        Class { top, plan }
    }

    fn hand_in(&self, name: &str, script: &str) {
        let folder = self.top.join("students").join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("bot.toml"), "run = [\"bash\", \"bot.sh\"]\n").expect("written");
        std::fs::write(folder.join("bot.sh"), script).expect("written");
    }

    fn take_back(&self, name: &str) {
        std::fs::remove_dir_all(self.top.join("students").join(name)).expect("removed");
    }

    /// Runs until so many games have been played in this run.
    fn run(&self, submissions: Submissions, most: usize) -> Ran {
        let looked_at = Mutex::new(BTreeSet::new());
        let note = |entry: &ludus_arena::class::Inspected| {
            looked_at.lock().unwrap().insert(entry.name.clone());
        };
        let tournament =
            Tournament::read(&GAMES, &self.plan, (Trust::Nobody, submissions), &note).expect("a class");
        let (stop, played) = (AtomicBool::new(false), AtomicUsize::new(0));
        let count = |_: &Progress<'_>| {
            if played.fetch_add(1, Ordering::Relaxed) + 1 >= most {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let outcome =
            tournament.run(&self.plan.with_extension("journal.jsonl"), &stop, &count).expect("it runs");
        let looked_at = looked_at.into_inner().unwrap();
        Ran { looked_at, played: played.into_inner(), outcome, tournament }
    }
}

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| name.to_string()).collect()
}

/// Who met whom how often.
fn meetings(outcome: &Outcome) -> BTreeMap<BTreeSet<String>, usize> {
    let mut met = BTreeMap::new();
    for entry in &outcome.entries {
        *met.entry(entry.names().iter().map(|name| name.to_string()).collect()).or_default() += 1;
    }
    met
}

#[test]
fn a_class_hands_in_again_while_it_plays() {
    let class = Class::new("resubmitted", "");
    let long: String = (0..12)
        .map(|i| format!("if (( turn > {i} )); then turn=$((turn * {i} + 3)); else turn=$((turn - 1)); fi\n"))
        .collect();
    let copied = format!("value=1\n{}{}", long, bot(5));
    class.hand_in("ada", &bot(3));
    class.hand_in("bob", &copied);
    class.hand_in("cat", &copied.replace("turn", "step").replace("value=1", "# all my own work\nother=2"));
    class.hand_in("dan", "exit 3");
    class.hand_in("eve", HOSTILE);
    class.hand_in("fay", &bot(8));

    let first = class.run(Submissions::Taken, 7);
    assert_eq!(first.looked_at, names(&["ada", "bob", "cat", "dan", "eve", "fay"]));
    assert!(first.played >= 7, "{}", first.played);

    // Ada has found something better, Dan has mended his, Fay has left and Gus is late.
    class.hand_in("ada", &bot(4));
    class.hand_in("dan", &bot(9));
    class.take_back("fay");
    class.hand_in("gus", "exit 4");
    let second = class.run(Submissions::Taken, 5);
    assert_eq!(second.looked_at, names(&["ada", "dan", "gus"]), "the others are as they were");

    class.hand_in("gus", &bot(10));
    let third = class.run(Submissions::Taken, usize::MAX);
    assert_eq!(third.looked_at, names(&["gus"]));
    let players = ["ada", "bob", "cat", "dan", "eve", "gus"];
    let met = meetings(&third.outcome);
    assert_eq!(met.len(), players.len() * (players.len() - 1) / 2);
    assert!(met.values().all(|&games| games == 2), "no game is lost or doubled: {met:?}");
    assert!(third.outcome.withdrawn > 0, "what Ada and Fay had played is kept and does not count");
    let journal = std::fs::read_to_string(class.plan.with_extension("journal.jsonl")).expect("a journal");
    assert_eq!(journal.lines().count() - 1, third.outcome.entries.len() + third.outcome.withdrawn);
    let rows = &third.outcome.standings.rows;
    assert!(rows.iter().filter(|row| row.name != "eve").all(|row| row.faults.is_empty()), "{rows:?}");

    let again = class.run(Submissions::Taken, usize::MAX);
    assert_eq!((again.played, again.looked_at.len()), (0, 0));
    assert_eq!(again.outcome.standings, third.outcome.standings);
    class.hand_in("ada", &bot(2));
    let frozen = class.run(Submissions::Frozen, usize::MAX);
    assert_eq!((frozen.played, frozen.looked_at.len()), (0, 0), "the tournament is frozen");
    assert_eq!(frozen.outcome.standings, third.outcome.standings);
    class.hand_in("ada", &bot(4));

    report(&class, &third);
    let _ = std::fs::remove_dir_all(&class.top);
}

/// Grades for everybody, a hyphen for what is not played yet, copies, pages of the games.
fn report(class: &Class, ran: &Ran) {
    let grading = ran.tournament.grading().expect("a grading").expect("a grading");
    let journal = class.plan.with_extension("grades.jsonl");
    let write = |graded: &Outcome| {
        let grades = Grades::of(graded, ran.tournament.names().len(), grading.games_of_a_meeting());
        let alike = ran.tournament.alike();
        let report = Report {
            title: "term".into(),
            family: ran.tournament.family(),
            outcome: &ran.outcome,
            class: ran.tournament.class(),
            grades: Some(&grades),
            graded: Some(graded),
            alike: &alike,
        };
        report.write(&class.plan).expect("a report");
        (grades, alike)
    };
    let none = grading.run(&journal, &AtomicBool::new(true), &|_| {}).expect("it does not begin");
    let (grades, _) = write(&none);
    assert!(grades.rows.iter().all(|row| row.grade.is_none() && row.text() == "-"), "{grades:?}");
    let graded = grading.run(&journal, &AtomicBool::new(false), &|_| {}).expect("it runs");
    let (grades, alike) = write(&graded);
    assert!(grades.rows.iter().all(|row| row.grade.is_some()), "{grades:?}");
    let pairs: Vec<&[String; 2]> = alike.iter().map(|alike| &alike.names).collect();
    assert_eq!(pairs, [&["bob".to_string(), "cat".to_string()]]);
    let csv = std::fs::read_to_string(class.plan.with_extension("csv")).expect("a table");
    assert_eq!(csv.lines().count(), 1 + ran.tournament.class().len(), "{csv}");
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| columns(line) == 12), "{csv}");
    let html = std::fs::read_to_string(class.plan.with_extension("html")).expect("a page");
    for part in ["Submissions that look alike", "bob and cat share", "term.grading/1-1.html"] {
        assert!(html.contains(part), "the report has no {part}");
    }
    assert!(class.top.join("term.grading/1-1.html").is_file());
}

/// Three meet in six rounds, so two of them meet again and again, as the same submissions: what they have played is neither forgotten nor played anew.
#[test]
fn those_who_meet_again_have_played_each_time() {
    let class = Class::new("again", "form = \"swiss\"\nrounds = 6\n");
    for (salt, name) in ["ada", "bob", "cat"].into_iter().enumerate() {
        class.hand_in(name, &bot(salt + 3));
    }
    let begun = class.run(Submissions::Taken, 5);
    let ended = class.run(Submissions::Taken, usize::MAX);
    assert_eq!(begun.played + ended.played, 12);
    assert_eq!((ended.outcome.entries.len(), ended.outcome.withdrawn), (12, 0));
    let again = class.run(Submissions::Taken, usize::MAX);
    assert_eq!((again.played, &again.outcome.standings), (0, &ended.outcome.standings));
    let _ = std::fs::remove_dir_all(&class.top);
}
