//! Tournaments and network games as users run them: the program itself, killed at any moment.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use game::Options;

/// Nothing takes so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

/// While this file is in its folder, the bot that is a process writes a line to it for every answer, and after so many answers it says nothing more.
const HELD: &str = "held";
const ANSWERS: usize = 6;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path.canonicalize().expect("it exists")
}

fn ludus(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the command prints, which must succeed.
fn printed(arguments: &[&str]) -> String {
    let done = ludus(arguments).output().expect("the program runs");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// A tournament of players that always do the same, one of them a process, in the smallest game that has sizes.
pub(crate) fn plan(folder: &Path, name: &str) -> PathBuf {
    let options = Options::none().with("size", "4x4");
    let games = registry::games();
    let family = games.all().iter().find(|family| family.open(&options).is_ok()).expect("a small game");
    let script = format!(
        "while read -r w a b; do case $w in ugi) echo ugiok;; isready) echo readyok;; legal) m=$a;; \
         go) if [ -e {HELD} ]; then echo >>{HELD}; [ $(wc -l <{HELD}) -gt {ANSWERS} ] && sleep 1000; fi; echo bestmove $m;; \
         quit) break;; esac; done\n"
    );
    std::fs::create_dir_all(folder.join("first")).expect("a folder");
    std::fs::write(folder.join("first/bot.sh"), script).expect("written");
    let mut text = format!(
        "game = \"{}\"\noptions = {{ size = \"4x4\" }}\nform = \"swiss\"\nrounds = 3\npairs = 12\nseed = 11\nthreads = 1\n\
         margin_ms = 600000\n[[player]]\nname = \"first\"\nfolder = \"first\"\nrun = [\"bash\", \"bot.sh\"]\n",
        family.info.name
    );
    for player in ["random", "greedy", "level2"] {
        text += &format!("[[player]]\nname = \"{player}\"\nplayer = \"{player}\"\n");
    }
    let path = folder.join(format!("{name}.toml"));
    std::fs::write(&path, text).expect("written");
    path
}

fn kill(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Whether a process still works below the folder, after some time to be reaped on a busy machine.
fn anybody_left(folder: &Path) -> bool {
    let works_here = || {
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok())
            .any(|cwd| cwd.starts_with(folder))
    };
    let deadline = Instant::now() + LAST_RESORT;
    while works_here() {
        if Instant::now() > deadline {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

/// Killed twenty times, each time a moment after a game has been written down, a tournament comes to the same table as one that was left alone, and its
/// bots die with it. A held bot sees to it that the tournament does not end before the last kill, however late that comes: in 20 runs it answers 120
/// times at most, and it has 72 games of two moves and more to play.
#[test]
fn a_killed_tournament_goes_on() {
    let folder = folder("killed");
    let (whole, parts) = (plan(&folder, "whole"), plan(&folder, "parts"));
    let table = |path: &Path| {
        let text = printed(&["tournament", &path.display().to_string(), "--json"]);
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["standings"].clone()
    };
    let expected = table(&whole);
    let lines = |path: &Path| {
        std::fs::read_to_string(path.with_extension("journal.jsonl")).map_or(0, |text| text.lines().count())
    };
    let mut rng = game::Rng::new(17);
    let held = folder.join("first").join(HELD);
    let mut growth = Vec::new();
    for _ in 0..20 {
        std::fs::write(&held, "").expect("written");
        let mut command = ludus(&["tournament", &parts.display().to_string()]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
        let (before, deadline) = (lines(&parts), Instant::now() + LAST_RESORT);
        while lines(&parts) <= before && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(rng.below(8) as u64));
        kill(child);
        growth.push(lines(&parts));
    }
    eprintln!("lines of the journal after each kill: {growth:?} of {}", lines(&whole));
    assert!(growth[19] < lines(&whole), "it had ended before the last kill: {growth:?}");
    assert!(!anybody_left(&folder), "a bot outlived the tournament");
    std::fs::remove_file(&held).expect("it is there");
    assert_eq!(table(&parts), expected);
    assert_eq!(lines(&parts), lines(&whole), "no game is lost or played twice");
    let _ = std::fs::remove_dir_all(&folder);
}

/// Two clients of ours on a server of ours, all as commands.
#[test]
fn host_and_join_play_a_game() {
    let wired =
        |family: &&table::Family| family.open(&Options::none()).is_ok_and(|board| board.wire().is_some());
    let games = registry::games();
    let family = games.all().iter().find(wired).expect("a game with a wire protocol");
    let sides = family.open(&Options::none()).expect("it opens").seat_names();
    let game = family.info.name;
    let mut host =
        ludus(&["host", game, "--port", "0", "--wait", "120s", "--json"]).spawn().expect("it runs");
    // It says at which free ports it waits, one line for each side.
    let mut told = BufReader::new(host.stderr.take().expect("a pipe")).lines();
    let mut port = |_| {
        let line = told.next().expect("a line").expect("readable");
        line.rsplit(':').next().expect("a port").to_string()
    };
    let ports: Vec<String> = sides.iter().map(&mut port).collect();
    let listening = std::thread::spawn(move || told.for_each(drop));
    let clients: Vec<Child> = sides
        .iter()
        .enumerate()
        .map(|(seat, side)| {
            let port = &ports[seat];
            let seed = (seat + 1).to_string();
            let words =
                ["join", game, "--as", side, "--port", port, "--player", "random", "--seed", &seed, "--json"];
            ludus(&words).spawn().expect("it runs")
        })
        .collect();
    let results: Vec<serde_json::Value> = [host]
        .into_iter()
        .chain(clients)
        .map(|child| {
            let done = child.wait_with_output().expect("it ends");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            serde_json::from_slice(&done.stdout).expect("JSON")
        })
        .collect();
    listening.join().expect("no panic");
    assert!(results[0]["result"]["winners"].is_array(), "{}", results[0]);
    assert!(results.iter().all(|result| result["moves"] == results[0]["moves"]));
    assert!(results.iter().all(|result| result["result"] == results[0]["result"]));
}

/// The first Ctrl-C ends a match within its games, whoever plays them, and the report is of the pairs that were played.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_a_match_within_a_game() {
    let game = on_a_large_board();
    let player = "alphabeta:depth=60";
    let mut words = vec!["match", game, "--size", "9x9", "--a", player, "--b", player, "--games", "4"];
    words.extend(["--time", "1h", "--json"]);
    let child = ludus(&words).spawn().expect("the program runs");
    wait_until_at_work(&child);
    assert!(interrupt(&child));
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(told["games"], 0);
}

/// The first Ctrl-C asks politely; the second ends the program at once, also where nobody looks for the first.
#[test]
#[cfg(target_os = "linux")]
fn a_second_interrupt_ends_it_at_once() {
    let mut words = vec!["audit", on_a_large_board(), "--size", "9x9", "--games", "1"];
    words.extend(["--move-nodes", "1000000000000000"]);
    let mut child = ludus(&words).spawn().expect("the program runs");
    wait_until_at_work(&child);
    let deadline = Instant::now() + LAST_RESORT;
    let mut interrupts = 0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        assert!(Instant::now() < deadline, "it goes on after {interrupts} interrupts");
        interrupts += usize::from(interrupt(&child));
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(interrupts >= 2, "it ended after the first");
    assert_eq!(status.code(), Some(130));
}

#[cfg(target_os = "linux")]
fn on_a_large_board() -> &'static str {
    let games = registry::games();
    let options = Options::none().with("size", "9x9");
    let family = games.all().iter().find(|family| family.open(&options).is_ok());
    family.expect("a large game").info.name
}

#[cfg(target_os = "linux")]
fn interrupt(child: &Child) -> bool {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    sent.is_ok_and(|status| status.success())
}

/// Waits until the child listens to interrupts and has begun to think: before that, one interrupt is always enough.
#[cfg(target_os = "linux")]
fn wait_until_at_work(child: &Child) {
    let said =
        |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
    let listens = || {
        let status = said("status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim();
        u64::from_str_radix(caught, 16).unwrap_or(0) & 0b10 != 0
    };
    let works = || {
        let stat = said("stat");
        let spent = stat.rsplit(')').next().and_then(|rest| rest.split(' ').nth(12)?.parse::<u64>().ok());
        spent.is_some_and(|ticks| ticks > 30)
    };
    let deadline = Instant::now() + LAST_RESORT;
    while !(listens() && works()) {
        assert!(Instant::now() < deadline, "it never listens");
        std::thread::sleep(Duration::from_millis(10));
    }
}
