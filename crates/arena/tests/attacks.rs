//! Attacks on the machine that bots run on: each is tried under every isolation, by bots of root and by bots of an ordinary user.
//!
//! The tests here start this very program again, as that user and with that isolation, for the one test that does nothing otherwise.

use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use ludus_arena::{BotCommand, Caps, Contestant, Fault, Isolation};

/// An ordinary user: nobody's account, and none of those that bots get.
const ORDINARY: u32 = 60_123;

/// Where the program that is started again finds the folder to work in.
const HOME: &str = "LUDUS_TEST_HOME";
/// What it is to do.
const PART: &str = "LUDUS_TEST_PART";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Root,
    Ordinary,
}

/// Those that this process can be.
fn everybody() -> Vec<Who> {
    if rustix::process::geteuid().is_root() { vec![Who::Root, Who::Ordinary] } else { vec![Who::Ordinary] }
}

/// A folder as a person has it: a plan, a rival's bot, keys, and the attacker's own entry. Outside every folder that only root can enter, and outside
/// those that a bot has of its own under the same name.
fn home(name: &str, who: Who) -> PathBuf {
    let path = Path::new("/var/tmp").join(format!("ludus-attacks-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    for folder in ["rival", ".ssh", "entry", "cargo/bin"] {
        std::fs::create_dir_all(path.join(folder)).expect("a folder");
    }
    for (file, text) in [
        ("rival/bot.py", "secret moves"),
        ("t.toml", "game = \"x\""),
        (".ssh/id", "a key"),
        ("cargo/credentials.toml", "a password"),
        ("cargo/bin/tool", "a tool"),
        ("entry/bot.c", include_str!("attacks/attacker.c")),
    ] {
        std::fs::write(path.join(file), text).expect("written");
    }
    std::fs::set_permissions(path.join(".ssh"), PermissionsExt::from_mode(0o700)).expect("it can be closed");
    let path = path.canonicalize().expect("it is there");
    if who == Who::Ordinary && rustix::process::geteuid().is_root() {
        give(&path);
    }
    path
}

fn give(path: &Path) {
    chown(path, Some(ORDINARY), Some(ORDINARY)).expect("root can give files away");
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let inner = entry.path();
        if inner.is_dir() {
            give(&inner)
        } else {
            chown(&inner, Some(ORDINARY), Some(ORDINARY)).expect("as above")
        }
    }
}

/// This program again, as that user, for one part.
fn again(home: &Path, who: Who, isolation: &str, part: &str) -> Command {
    let program = std::env::current_exe().expect("this program");
    let mut own = program.clone();
    let open = |folder: &Path| folder.metadata().is_ok_and(|about| about.permissions().mode() & 1 != 0);
    if !program.ancestors().skip(1).all(open) {
        own = home.join("tests");
        std::fs::copy(&program, &own).expect("a copy that everybody can reach");
    }
    let mut command = Command::new(own);
    command.args(["--exact", "attacks::a_part", "--nocapture", "--test-threads=1"]).current_dir(home);
    command
        .env_clear()
        .envs([("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LUDUS_TEST_SECRET", "do not tell")]);
    command.env("LUDUS_ISOLATION", isolation).env(PART, part).env(HOME, home).env("HOME", home);
    command.env("CARGO_HOME", home.join("cargo"));
    if who == Who::Ordinary && rustix::process::geteuid().is_root() {
        command.uid(ORDINARY).gid(ORDINARY);
    }
    command.stdin(Stdio::null());
    command
}

/// Runs a part under both isolations as everybody.
fn under_all(part: &str) {
    for who in everybody() {
        for isolation in ["bubblewrap", "landlock"] {
            let home = home(&format!("{part}-{isolation}-{who:?}"), who);
            let done = again(&home, who, isolation, part).output().expect("this program runs");
            let [out, err] =
                [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            assert!(done.status.success(), "{part} under {isolation} as {who:?}:\n{out}\n{err}");
            assert!(out.contains("the part is over"), "{part} was not tried:\n{out}\n{err}");
            for line in out.lines().filter(|line| line.starts_with("NOT TRIED")) {
                // Past the test's own output, which nobody sees of a test that passes.
                let _ = writeln!(std::io::stderr(), "{part} under {isolation} as {who:?}: {line}");
            }
            std::fs::remove_dir_all(&home).expect("removed");
        }
    }
}

#[test]
fn bots_can_do_nothing_to_others() {
    under_all("everything");
}

#[test]
fn caps_count_everything() {
    under_all("caps");
}

/// Bots see the files that they are made of, builds the compiler: no neighbours, no passwords.
#[test]
fn bots_and_builds_see_their_own() {
    under_all("sight");
}

/// Hostile bots change nothing for the others.
#[test]
fn the_honest_play_as_if_alone() {
    under_all("honest");
}

/// Not even when the arbiter is killed, and not even without isolation.
#[test]
fn nothing_outlives_the_arbiter() {
    for who in everybody() {
        for isolation in ["bubblewrap", "landlock", "none"] {
            let home = home(&format!("outlive-{isolation}-{who:?}"), who);
            let mark = home.join("entry").display().to_string();
            let mut arbiter: Child =
                again(&home, who, isolation, "linger").spawn().expect("this program runs");
            wait_for(|| running(&mark).len() >= 9, "the daemons run");
            arbiter.kill().expect("it runs");
            arbiter.wait().expect("it was killed");
            wait_for(|| running(&mark).is_empty(), &format!("{isolation} as {who:?}: everything has ended"));
            std::fs::remove_dir_all(&home).expect("removed");
        }
    }
}

fn wait_for(mut done: impl FnMut() -> bool, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < deadline, "this did not come true: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Processes with this in their command line that are no tests.
fn running(mark: &str) -> Vec<i32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let marked = |id: &i32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(mark)
    };
    ids.filter(marked).collect()
}

/// Does nothing unless another test has started this program for it.
#[test]
fn a_part() {
    let (Ok(part), Ok(home)) = (std::env::var(PART), std::env::var(HOME)) else { return };
    let home = PathBuf::from(home);
    Isolation::chosen().expect("the isolation that was asked for works here");
    build(&home);
    match part.as_str() {
        "everything" => everything(&home),
        "caps" => caps(&home),
        "sight" => sight(&home),
        "linger" => linger(&home),
        "honest" => crate::hostile::the_honest_play_as_if_alone(&home.join("players")),
        other => panic!("there is no part '{other}'"),
    }
    println!("the part is over");
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

fn build(home: &Path) {
    let entry = home.join("entry");
    std::fs::write(
        entry.join("bot.toml"),
        "build = [\"cc\", \"-w\", \"-o\", \"bot\", \"bot.c\"]\nrun = [\"./bot\"]\n",
    )
    .expect("written");
    ludus_arena::class::prepare(&entry, Caps::default()).expect("the attacker is built");
}

/// The attacker with a deed. It is told of its folder only so that its processes can be found.
fn attacker(home: &Path, deed: &str, caps: Caps) -> Contestant {
    let (arbiter, entry) = (std::process::id().to_string(), home.join("entry"));
    let program = entry.join("bot").display().to_string();
    let run = words(&[&program, deed, &arbiter, &home.display().to_string()]);
    let command = BotCommand {
        program: program.into(),
        arguments: run[1..].to_vec(),
        folder: Some(entry),
        shown: vec![],
    };
    Contestant::process(command, caps)
}

fn answer(bot: &mut Contestant) -> Result<String, Fault> {
    let plain = |family: &&table::Family| family.open(&Options::none()).is_ok_and(|b| b.to_move().is_some());
    let games = registry::games();
    let family = games.all().iter().find(plain).expect("a game without luck at the start");
    let board = family.open(&Options::none()).expect("the game opens");
    let control = Control::new(Limits { time: Some(Duration::from_secs(30)), ..Limits::default() });
    bot.think(board.as_ref(), &control).map(|thought| thought.mv).map_err(|lapse| lapse.fault)
}

fn everything(home: &Path) {
    let before = snapshot(home);
    let pattern = std::fs::read_to_string("/proc/sys/kernel/core_pattern").expect("readable");
    let mut bot = attacker(home, "everything", Caps::default());
    let played = answer(&mut bot);
    let notes = bot.transcript().unwrap_or_default().notes;
    assert!(played.is_ok(), "{played:?}\n{notes}");
    let done: BTreeSet<&str> = notes.lines().filter(|line| line.starts_with("DONE")).collect();
    assert!(done.is_empty(), "the attacker did: {done:#?}");
    assert!(notes.contains("all tried") && notes.contains("\nscratch\n"), "{notes}");
    assert!(notes.lines().filter(|line| line.starts_with("refused")).count() > 80, "{notes}");
    assert_eq!(snapshot(home), before, "files were changed");
    assert_eq!(std::fs::read_to_string("/proc/sys/kernel/core_pattern").expect("readable"), pattern);
    for kind in ["shm", "msg", "sem"] {
        let all = std::fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
        assert!(!all.contains(&0x1ad05.to_string()), "something was left: {all}");
    }
}

/// Every file with its mode, its owner, its times and what is in it.
fn snapshot(folder: &Path) -> BTreeSet<String> {
    use std::os::unix::fs::MetadataExt;
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, about) = (entry.path(), entry.metadata().expect("it is there"));
        let text = if about.is_file() { std::fs::read(&path).unwrap_or_default().len() } else { 0 };
        let times = (about.mtime(), about.mtime_nsec());
        all.insert(format!("{} {:o} {} {times:?} {text}", path.display(), about.mode(), about.uid()));
        if about.is_dir() {
            all.extend(snapshot(&path));
        }
    }
    all
}

fn caps(home: &Path) {
    let sentence = ludus_arena::sandbox::cgroup::sentence();
    println!("{sentence}");
    let caps = Caps { memory: 128 << 20, processes: 50, scratch: 16 << 20, ..Caps::default() };
    let fault = |deed: &str| {
        let memory = if deed == "pipes" { 48 << 20 } else { caps.memory };
        let mut bot = attacker(home, deed, Caps { memory, ..caps });
        let played = answer(&mut bot).map(|_| ());
        (played, bot.transcript().unwrap_or_default().notes)
    };
    assert_eq!(fault("chain").0, Err(Fault::Processes), "a hundred processes, each in the one before");
    assert_eq!(fault("together").0, Err(Fault::Memory), "memory of several processes");
    assert_eq!(fault("tables").0, Err(Fault::Memory), "tables of memory that is only read");
    assert_eq!(fault("sockets").0, Err(Fault::Memory), "buffers of sockets");
    let (played, notes) = fault("sharing");
    assert_eq!(played, Ok(()), "what is shared counts once: {notes}");
    for deed in ["fill", "fill-removed", "fill-deep", "fill-closed", "fill-many"] {
        let (played, notes) = fault(deed);
        let held = played == Err(Fault::Storage) || (played.is_ok() && notes.contains("full 28"));
        assert!(held, "{deed}: {played:?} {notes}");
    }
    // A bus error where the folder is full, the watcher where it lies on the disk.
    let (played, notes) = fault("fill-mapped");
    assert!(matches!(played, Err(Fault::Storage | Fault::Crash)), "fill-mapped: {played:?} {notes}");
    let (played, notes) = fault("threads");
    let held = played == Err(Fault::Processes) || (played.is_ok() && notes.contains("few threads"));
    assert!(held, "threads: {played:?} {notes}");
    if sentence.contains("by control groups") {
        let (played, notes) = fault("pipes");
        assert_eq!(played, Err(Fault::Memory), "what only the kernel counts: {notes}");
    } else {
        println!("NOT TRIED: what control groups alone can count; {sentence}");
    }
}

fn sight(home: &Path) {
    let entry = home.join("entry");
    let build =
        |script: &str| ludus_arena::build::build(&words(&["sh", "-c", script]), &entry, Caps::default());
    assert!(build("cat $CARGO_HOME/bin/tool > seen.txt && test -n \"$LUDUS_SCRATCH\"").is_ok());
    assert_eq!(std::fs::read_to_string(entry.join("seen.txt")).expect("it was made"), "a tool");
    for script in
        ["cat $CARGO_HOME/credentials.toml", "cat ../rival/bot.py", "cat ../.ssh/id", "echo x > ../t.toml"]
    {
        assert!(build(script).is_err(), "a build did: {script}");
    }
    let script = home.join("bot.sh");
    let text = "while read -r w m rest; do case $w in ugi) echo ugiok;; isready) echo readyok;; legal) l=$m;; \
                go) for f in HOME/t.toml HOME/.ssh/id HOME/rival/bot.py; do cat $f && l=caught; done; echo bestmove $l;; esac; done";
    std::fs::write(&script, text.replace("HOME", &home.display().to_string())).expect("written");
    let command = BotCommand::parse(&format!("bash {}", script.display())).expect("a command");
    let mut bot = Contestant::process(command, Caps::default());
    assert!(answer(&mut bot).is_ok(), "{:?}", bot.transcript());
}

fn linger(home: &Path) {
    let mut bot = attacker(home, "daemons", Caps::default());
    answer(&mut bot).expect("it plays");
    std::thread::sleep(Duration::from_secs(200));
}
