//! A tournament of twelve bots in several languages, six of them hostile: it finishes, and nobody is harmed.
//!
//! The hostile ones are bounded themselves, so that a sandbox that fails cannot take the machine down: at most 300 processes, 2 GB, 60 s, and
//! connections to this machine only.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_arena::starter::Starter;
use ludus_arena::{Isolation, Plan, Tournament};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

/// A bot in C that greets and then does this when asked to move.
fn in_c(deed: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n\
         static char line[1 << 16];\n\
         int main(void) {{ while (fgets(line, sizeof line, stdin)) {{\n\
         if (!strncmp(line, \"ugi\", 3)) puts(\"ugiok\");\n\
         else if (!strncmp(line, \"isready\", 7)) puts(\"readyok\");\n\
         else if (!strncmp(line, \"go\", 2)) {{ {deed} }}\n\
         else if (!strncmp(line, \"quit\", 4)) break;\n\
         fflush(stdout); }} return 0; }}\n"
    )
}

const LOOP: &str = "time_t t = time(0); while (time(0) - t < 2) {} sleep(60);";

const MEMORY: &str = "for (int i = 0; i < 250; i++) { char *p = malloc(8 << 20); if (p) memset(p, 1, 8 << 20); usleep(2000); } sleep(30);";

const FORKS: &str = "for (int i = 0; i < 300; i++) if (fork() == 0) { sleep(30); _exit(0); } sleep(30);";

const FLOOD: &str = "for (long i = 0; i < 20000000; i++) putchar('x'); sleep(30);";

const ILLEGAL: &str = "const rl = require('readline').createInterface({ input: process.stdin });\n\
    rl.on('line', l => { if (l === 'ugi') console.log('ugiok'); else if (l === 'isready') console.log('readyok');\n\
    else if (l.startsWith('go')) console.log('bestmove everything'); else if (l === 'quit') process.exit(); });\n";

/// Tries everything it must not do, says on stderr what it got, and gives up.
const SPY: &str = r#"
import os, socket, sys
loot = []
def attempt(what, deed):
    try:
        deed()
        loot.append(what)
    except Exception as refused:
        print(what, refused, file=sys.stderr)
def read(path):
    with open(path) as file: file.read(1)
def write(path):
    with open(path, "a") as file: file.write("spoiled")
def connect():
    socket.create_connection(("127.0.0.1", PORT), 2).close()
for line in sys.stdin:
    word = line.split(" ")[0].strip()
    if word == "ugi": print("ugiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go":
        attempt("read a rival", lambda: read("../GOOD/bot.c"))
        attempt("write a rival", lambda: write("../GOOD/bot.c"))
        attempt("read the canary", lambda: read("CANARY"))
        attempt("write the canary", lambda: write("CANARY"))
        attempt("read the passwords", lambda: read("/etc/shadow"))
        attempt("write outside", lambda: write(os.path.join(os.path.dirname("CANARY"), "spy-was-here")))
        attempt("connect", connect)
        attempt("kill", lambda: os.kill(ARBITER, 0))
        sys.exit("loot: " + ", ".join(loot) if loot else "nothing to be had")
"#;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path.canonicalize().expect("it exists")
}

/// Writes and builds a hostile bot; returns the words that run it.
fn build_hostile(folder: &Path, file: &str, text: &str) -> Vec<String> {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join(file), text).expect("written");
    let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    match file.rsplit('.').next() {
        Some("c") => {
            let manifest = format!("build = [\"cc\", \"-o\", \"bot\", {file:?}]\nrun = [\"./bot\"]\n");
            std::fs::write(folder.join("bot.toml"), manifest).expect("written");
            ludus_arena::class::prepare(folder, Default::default()).expect("built");
            words(&["./bot"])
        }
        Some("py") => words(&["python3", file]),
        _ => words(&["node", file]),
    }
}

/// Every file below a folder with its content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.clone(), std::fs::read(&path).unwrap_or_default());
        }
    }
    all
}

/// Whether a process still works below the folder, after some time to be reaped on a busy machine.
fn anybody_left(folder: &Path) -> bool {
    let works_here = || {
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let folders = all.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok());
        folders.into_iter().any(|cwd| cwd.starts_with(folder))
    };
    let deadline = Instant::now() + Duration::from_secs(120);
    while works_here() {
        if Instant::now() > deadline {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn hostile_bots_harm_nobody() {
    assert_ne!(Isolation::best(), Isolation::None, "{}", Isolation::None.sentence());
    let top = folder("hostile");
    let canary = top.join("outside").join("canary.txt");
    std::fs::create_dir_all(top.join("outside")).expect("a folder");
    std::fs::write(&canary, "alive").expect("written");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("it can");
    let port = listener.local_addr().expect("an address").port();

    let options = game::Options::none().with("size", "3x3");
    let family = GAMES.all().iter().find(|family| family.open(&options).is_ok()).expect("a small game");
    let mut plan = format!(
        "game = \"{}\"\noptions = {{ size = \"3x3\" }}\nform = \"swiss\"\nrounds = 2\ntime_ms = 1000\nmargin_ms = 5000\n\
         memory_mb = 100\nprocesses = 40\nseed = 3\nthreads = 2\n",
        family.info.name
    );
    let mut add = |name: &str, folder: &Path, run: &[String]| {
        plan += &format!(
            "[[player]]\nname = \"{name}\"\nfolder = {:?}\nrun = {run:?}\n",
            folder.display().to_string()
        );
    };
    for language in ["c", "c++", "python", "javascript", "bash", "rust"] {
        let starter = Starter::find(language).expect("a starter");
        let home = top.join(language);
        starter.write(&home).and_then(|_| starter.build(&home)).expect("a starter is built");
        add(language, &home, &starter.run.iter().map(|word| word.to_string()).collect::<Vec<_>>());
    }
    let spy = SPY
        .replace("CANARY", &canary.display().to_string())
        .replace("GOOD", "c")
        .replace("PORT", &port.to_string())
        .replace("ARBITER", &std::process::id().to_string());
    let villains = [
        ("loop", "bot.c", in_c(LOOP), "timeout"),
        ("memory", "bot.c", in_c(MEMORY), "too much memory"),
        ("forks", "bot.c", in_c(FORKS), "too many processes"),
        ("flood", "bot.c", in_c(FLOOD), "flood of output"),
        ("illegal", "bot.js", ILLEGAL.to_string(), "illegal move"),
        ("spy", "bot.py", spy, "crash"),
    ];
    for (name, file, text, _) in &villains {
        let run = build_hostile(&top.join(name), file, text);
        add(name, &top.join(name), &run);
    }

    let before = contents(&top);
    let tournament = Plan::parse(&registry::games(), &plan)
        .and_then(|plan| Tournament::new(&registry::games(), plan))
        .expect("a tournament");
    let outcome =
        tournament.run(&top.join("journal"), &AtomicBool::new(false), &|_| {}).expect("it finishes");
    eprintln!("{}\n{}", Isolation::best().sentence(), outcome.standings.text());

    assert_eq!(outcome.standings.games, 2 * 6 * 2);
    for row in &outcome.standings.rows {
        match villains.iter().find(|(name, ..)| *name == row.name) {
            Some((name, _, _, reason)) => {
                assert!(row.tally.losses > 0, "{name} has not lost");
                let expected = BTreeMap::from([(reason.to_string(), row.tally.losses)]);
                assert_eq!(row.faults, expected, "{name} loses by its fault and by nothing else");
            }
            None => assert!(row.faults.is_empty(), "{} was disturbed: {:?}", row.name, row.faults),
        }
    }
    assert!(outcome.entries.iter().all(|entry| entry.record.replay(&registry::games()).is_ok()));
    assert!(!anybody_left(&top), "something is still running");
    let mut after = contents(&top);
    after.remove(&top.join("journal"));
    assert_eq!(before, after, "files have changed");
    let said: Vec<&str> =
        outcome.entries.iter().flat_map(|entry| &entry.transcripts).map(|said| said.notes.trim()).collect();
    assert!(said.iter().any(|notes| notes.ends_with("nothing to be had")), "the spy has tried: {said:?}");
    assert!(!said.iter().any(|notes| notes.contains("loot: ")), "the spy got something: {said:?}");
    assert!(listener.accept().is_err(), "somebody got out");
    let _ = std::fs::remove_dir_all(&top);
}

/// A bot in C that takes one of the legal moves by fixed arithmetic, or does something else instead.
fn chooser(salt: u32, deed: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n#include <signal.h>\n#include <unistd.h>\n\
         static char line[1 << 16], legal[1 << 16], *moves[4096];\n\
         int main(void) {{ unsigned n, h; while (fgets(line, sizeof line, stdin)) {{\n\
         if (!strncmp(line, \"ugi\", 3)) puts(\"ugiok\");\n\
         else if (!strncmp(line, \"isready\", 7)) puts(\"readyok\");\n\
         else if (!strncmp(line, \"legal \", 6)) strcpy(legal, line + 6);\n\
         else if (!strncmp(line, \"quit\", 4)) break;\n\
         else if (!strncmp(line, \"go\", 2)) {{ h = {salt}; for (char *c = legal; *c; c++) h = h * 31 + *c;\n\
         n = 0; for (char *w = strtok(legal, \" \\n\"); w; w = strtok(0, \" \\n\")) moves[n++] = w;\n\
         {deed} printf(\"bestmove %s\\n\", moves[h % n]); }}\n\
         fflush(stdout); }} return 0; }}\n"
    )
}

/// Six honest bots meet each other as if the six hostile ones were not there: the same moves in every game, so the same table. `attacks` asks for it under every isolation and as
/// everybody.
pub(crate) fn the_honest_play_as_if_alone(top: &Path) {
    let hostile = [
        ("early", "puts(\"bestmove nothing\"); puts(\"bestmove nothing\");"),
        ("gone", "_exit(7);"),
        ("deaf", "close(0); close(1); _exit(0);"),
        ("killer", "kill(-1, SIGKILL); kill(getppid(), SIGKILL); abort();"),
        ("bytes", "for (int i = 0; i < 4000; i++) putchar(i % 255 + 1); puts(\"\\nbestmove ???\");"),
        ("endless", "for (;;) { puts(\"info string x\"); }"),
    ];
    let options = game::Options::none().with("size", "3x3");
    let family = GAMES.all().iter().find(|family| family.open(&options).is_ok()).expect("a small game");
    let head = format!(
        "game = \"{}\"\noptions = {{ size = \"3x3\" }}\ntime_ms = 2000\nmargin_ms = 60000\nthreads = 2\n",
        family.info.name
    );
    let entry = |name: &str, text: String| {
        let words = build_hostile(&top.join(name), "bot.c", &text);
        format!(
            "[[player]]\nname = \"{name}\"\nfolder = {:?}\nrun = {words:?}\n",
            top.join(name).display().to_string()
        )
    };
    let honest: Vec<String> =
        (0..6).map(|at| entry(&format!("honest{at}"), chooser(at * 17 + 1, ""))).collect();
    let mixed: Vec<String> = hostile.iter().map(|(name, deed)| entry(name, chooser(1, deed))).collect();
    let play = |players: String, journal: &str| {
        let plan = Plan::parse(&GAMES, &format!("{head}{players}")).expect("a plan");
        let tournament = Tournament::new(&GAMES, plan).expect("a tournament");
        tournament.run(&top.join(journal), &AtomicBool::new(false), &|_| {}).expect("it finishes")
    };
    let alone = play(honest.concat(), "alone");
    let among: Vec<String> = honest.iter().zip(&mixed).flat_map(|(a, b)| [b.clone(), a.clone()]).collect();
    let among = play(among.concat(), "among");
    let games = |outcome: &ludus_arena::Outcome| -> BTreeMap<(Vec<String>, usize), Vec<String>> {
        let between =
            outcome.entries.iter().filter(|e| e.names().iter().all(|name| name.starts_with("honest")));
        let key = |e: &ludus_arena::journal::Entry| (e.names().map(str::to_string).to_vec(), e.game);
        between.map(|e| (key(e), e.record.moves.clone())).collect()
    };
    assert_eq!(games(&alone).len(), 30);
    assert_eq!(games(&alone), games(&among));
    for row in &among.standings.rows {
        assert_eq!(row.faults.is_empty(), row.name.starts_with("honest"), "{}: {:?}", row.name, row.faults);
    }
    assert!(!anybody_left(top), "something is still running");
}
