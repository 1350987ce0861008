//! Bots as processes: every starter plays, every hostile bot loses by name, and nothing is left behind.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use ludus_arena::check::check;
use ludus_arena::starter::{STARTERS, Starter};
use ludus_arena::{BotCommand, Caps, Contestant, Fault, Isolation};

/// Nothing takes so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

/// The usual caps, for bots that are not hurried.
fn patient() -> Caps {
    Caps { start: LAST_RESORT, margin: LAST_RESORT, ..Caps::default() }
}

/// The first game of the registry that nobody has to deal in.
fn family() -> &'static table::Family {
    let plain = |family: &&table::Family| family.open(&Options::none()).is_ok_and(|b| b.to_move().is_some());
    GAMES.all().iter().find(plain).expect("a game without luck at the start")
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

fn on_machine(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    program.contains('/') || std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A short game, so that the check is quick.
fn smallest() -> Options {
    let small = Options::none().with("size", "3x3");
    if family().open(&small).is_ok() { small } else { Options::none() }
}

#[test]
fn every_starter_passes_the_check() {
    let (mut played, mut missing) = (Vec::new(), Vec::new());
    for starter in STARTERS {
        let tools = [starter.build.first(), starter.run.first()];
        if !tools.into_iter().flatten().all(|tool| on_machine(tool)) {
            missing.push(starter.language);
            continue;
        }
        let folder = folder(&format!("starter-{}", starter.language));
        Starter::find(starter.language).and_then(|s| s.write(&folder)).expect("a starter can be written");
        starter.build(&folder).expect("a starter can be built");
        let command = BotCommand::new(&words(starter.run), Some(&folder)).expect("a command");
        let caps = Caps { start: LAST_RESORT, margin: Duration::from_secs(30), ..Caps::default() };
        let checked = check(family(), &smallest(), &command, caps, &mut |_| {}).expect("the game opens");
        assert!(checked.passed(), "{}: {checked:#?}", starter.language);
        played.push(starter.language);
    }
    assert!(
        missing.is_empty(),
        "checked {played:?}, but these are not on this machine (`cargo xtask test` installs them): {missing:?}"
    );
}

/// Answers the greeting in a shell, then runs `body` when asked to move.
fn shell_bot(name: &str, body: &str) -> (PathBuf, BotCommand) {
    let folder = folder(name);
    let text = format!(
        "while read -r w first rest; do case $w in ugi) echo ugiok;; isready) echo readyok;; legal) m=$first;; \
         go) {body};; quit) break;; esac; done\n"
    );
    std::fs::write(folder.join("bot.sh"), text).expect("the bot can be written");
    let command = BotCommand::new(&words(&["bash", "bot.sh"]), Some(&folder)).expect("a shell");
    (folder, command)
}

fn answer(bot: &mut Contestant) -> Result<String, Fault> {
    answer_within(bot, LAST_RESORT)
}

fn answer_within(bot: &mut Contestant, time: Duration) -> Result<String, Fault> {
    let board = family().open(&Options::none()).expect("the game opens");
    let control = Control::new(Limits { time: Some(time), ..Limits::default() });
    bot.think(board.as_ref(), &control).map(|thought| thought.mv).map_err(|lapse| lapse.fault)
}

/// Every hostile bot is bounded itself: at most 300 processes, 2 GB, 200 s, loopback only. Only those that never answer are hurried.
#[test]
fn hostile_bots_lose_by_name() {
    let fork = "i=0; while [ $i -lt 200 ]; do sleep 200 & i=$((i+1)); done; wait";
    let hog = "head -c 600000000 /dev/zero | tail -c 500000000 | sleep 200";
    let moment = Duration::from_secs(1);
    for (name, body, time, expected) in [
        ("loop", "t=$SECONDS; while [ $((SECONDS-t)) -lt 200 ]; do :; done", moment, Fault::Timeout),
        ("silent", "sleep 200", moment, Fault::Timeout),
        ("crash", "echo oh no >&2; exit 3", LAST_RESORT, Fault::Crash),
        ("illegal", "echo bestmove nonsense", LAST_RESORT, Fault::IllegalMove),
        ("flood", "head -c 30000000 /dev/zero | tr '\\\\0' 'x'; sleep 200", LAST_RESORT, Fault::Flood),
        ("fork", fork, LAST_RESORT, Fault::Processes),
        ("hog", hog, LAST_RESORT, Fault::Memory),
    ] {
        let (_, command) = shell_bot(name, &body.replace("\\\\", "\\"));
        let caps = Caps { memory: 128 << 20, processes: 50, start: LAST_RESORT, ..Caps::default() };
        let mut bot = Contestant::process(command, caps);
        assert_eq!(answer_within(&mut bot, time), Err(expected), "{name}: {:?}", bot.transcript());
        drop(bot);
        assert!(!running(&format!("{name}-{}", std::process::id())), "{name} left a process running");
    }
}

/// Whether a process still works in a folder with this in its path, after some time to be reaped on a busy machine.
fn running(part: &str) -> bool {
    let deadline = Instant::now() + LAST_RESORT;
    while works_in(part) {
        if Instant::now() > deadline {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

fn works_in(part: &str) -> bool {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok())
        .any(|cwd| cwd.display().to_string().contains(part))
}

/// A spy that could read or reach anything answers with an illegal move that says what it got.
#[test]
fn spies_see_nothing() {
    assert_ne!(Isolation::best(), Isolation::None, "{}", Isolation::None.sentence());
    let secret = folder("secret").join("secret.txt");
    std::fs::write(&secret, "moves of another bot").expect("written");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let body = format!(
        "if cat {0} 2>/dev/null || cat /etc/passwd 2>/dev/null || echo x 2>/dev/null >>{0} || \
         (: </dev/tcp/127.0.0.1/{port}) 2>/dev/null; then echo bestmove caught; \
         elif ! echo own >$LUDUS_SCRATCH/own.txt; then echo bestmove no-scratch; \
         elif echo own 2>/dev/null >own.txt; then echo bestmove spoiled; else echo bestmove $m; fi",
        secret.display()
    );
    let (folder, command) = shell_bot("spy", &body);
    let mut bot = Contestant::process(command, patient());
    assert!(answer(&mut bot).is_ok(), "the spy got through: {:?}", bot.transcript());
    assert!(!folder.join("own.txt").exists(), "its own folder is to be read only");
    assert_eq!(std::fs::read_to_string(&secret).expect("read"), "moves of another bot");
}

/// After a crash the next move comes from a fresh process.
#[test]
fn a_crashed_bot_is_restarted() {
    let body = "if [ -e once ]; then echo bestmove $m; else exit 1; fi";
    let (folder, command) = shell_bot("phoenix", body);
    let mut bot = Contestant::process(command, patient());
    assert_eq!(answer(&mut bot), Err(Fault::Crash));
    std::fs::write(folder.join("once"), "").expect("written");
    assert!(answer(&mut bot).is_ok());
}

/// The check names the step at which each broken bot fails.
#[test]
fn broken_bots_fail_at_their_step() {
    let polite = |deeds: &str| {
        format!(
            "while read -r w a b; do case $w in ugi) echo ugiok;; isready) echo readyok;; legal) m=$a;; {deeds} esac; done"
        )
    };
    let (hurried, patient) = (Duration::from_millis(700), LAST_RESORT);
    for (name, script, start, steps) in [
        // A slow machine may see it alive for a moment.
        ("dead", "exit 1".to_string(), patient, 1..=2),
        ("mute", "sleep 200".to_string(), hurried, 2..=2),
        ("unready", "read -r x; echo ugiok; exit 1".to_string(), patient, 3..=3),
        ("moody", polite("*) exit 1;;"), patient, 4..=4),
        ("cheat", polite("go) echo bestmove zz;;"), patient, 5..=5),
        ("slow", polite("go) sleep 6.5; echo bestmove $m;;"), patient, 6..=6),
        (
            "forgetful",
            polite("position) p=$b;; go) [ -n \"$p\" ] && exit 1; echo bestmove $m;;"),
            patient,
            7..=7,
        ),
        ("clingy", polite("go) echo bestmove $m;; quit) sleep 200;;"), patient, 8..=8),
    ] {
        // A second for a move, and the way there and back on a busy machine.
        let caps = Caps { start, margin: Duration::from_secs(5), ..Caps::default() };
        let folder = folder(name);
        std::fs::write(folder.join("bot.sh"), script).expect("written");
        let command = BotCommand::new(&words(&["bash", "bot.sh"]), Some(&folder)).expect("a shell");
        let checked = check(family(), &smallest(), &command, caps, &mut |_| {}).expect("the game opens");
        assert!(steps.contains(&checked.steps.len()), "{name}: {checked:#?}");
        assert!(!checked.passed(), "{name}");
    }
}

/// What this process holds: bytes of memory, and open files.
fn held() -> (usize, usize) {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("readable");
    let resident: usize = pages.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number");
    (resident * 4096, std::fs::read_dir("/proc/self/fd").expect("readable").count())
}

/// Tells a copy of this program to play, so that no other test runs in the process whose memory is measured.
const ALONE: &str = "LUDUS_ALONE";

/// Many games between two processes that live on leave nothing behind (`cargo run --example overhead` plays ten thousand, and measures the time of a move).
#[test]
fn many_games_leak_nothing() {
    if std::env::var_os(ALONE).is_some() {
        return play_many_games();
    }
    let program = std::env::current_exe().expect("this program");
    let done = std::process::Command::new(program)
        .args(["--exact", "bots::many_games_leak_nothing", "--nocapture"])
        .env(ALONE, "yes")
        .output()
        .expect("this program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

fn play_many_games() {
    let starter = Starter::find("c").expect("a starter");
    let folder = folder("many");
    starter.write(&folder).and_then(|_| starter.build(&folder)).expect("built");
    let command = BotCommand::new(&words(starter.run), Some(&folder)).expect("a command");
    let mut bots: Vec<Contestant> = (0..2).map(|_| Contestant::process(command.clone(), patient())).collect();
    let mut play = |seed: u64| {
        let board = family().open(&smallest()).expect("the game opens");
        bots.iter_mut().for_each(|bot| bot.new_game(board.as_ref(), 0).expect("it lives on"));
        let mut session = table::Session::new(board, vec![String::new(); 2], seed);
        let whole = Control::new(Limits::default());
        let failures = ludus_arena::arbiter::arbitrate(&mut session, &mut bots, &Default::default(), &whole);
        assert!(failures.is_empty() && session.over(), "{failures:?}");
    };
    (0..100).for_each(&mut play);
    let before = held();
    (100..700).for_each(&mut play);
    let after = held();
    assert!(after.0 < before.0 + (16 << 20), "{before:?} -> {after:?}");
    // Whoever watches the bots has files open now and then, so the least of many looks counts.
    let least = (0..1000).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(2));
        held().1
    });
    assert!(least.min() <= Some(before.1), "files stay open: {before:?} -> {after:?}");
}

/// A bot that plays the first legal move, and does this in Python when it starts and when it is asked to move.
fn in_python(folder: &Path, start: &str, deed: &str) -> BotCommand {
    let text = format!(
        "import os, sys, time\n{start}\nlegal = []\nfor line in sys.stdin:\n    words = line.split()\n    if not words: continue\n\
         \x20   if words[0] == 'ugi': print('ugiok', flush=True)\n    if words[0] == 'isready': print('readyok', flush=True)\n\
         \x20   if words[0] == 'legal': legal = words[1:]\n    if words[0] == 'quit': break\n    if words[0] == 'go':\n        {deed}\n\
         \x20       print('bestmove', legal[0], flush=True)\n"
    );
    std::fs::write(folder.join("bot.py"), text).expect("written");
    BotCommand::new(&words(&["python3", "bot.py"]), Some(folder)).expect("a command")
}

#[test]
fn a_bot_keeps_to_its_cores() {
    let folder = folder("cores");
    let deed = "print('before', len(os.sched_getaffinity(0)), file=sys.stderr)\n        try: os.sched_setaffinity(0, range(64))\n        \
                except OSError as refused: print(refused, file=sys.stderr)\n        print('after', len(os.sched_getaffinity(0)), file=sys.stderr)";
    let command = in_python(&folder, "", deed);
    let caps = Caps { cores: Some(1), ..patient() };
    let mut bot = Contestant::process(command, caps);
    let board = family().open(&smallest()).expect("a board");
    bot.think(board.as_ref(), &Control::new(Limits::default())).expect("a move");
    let many = std::thread::available_parallelism().map_or(1, usize::from);
    let notes = || bot.transcript().map(|said| said.notes).unwrap_or_default();
    let deadline = Instant::now() + LAST_RESORT;
    while !notes().contains("after") && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    let notes = notes();
    assert!(many == 1 || notes.contains("before 1") && notes.contains("after 1"), "{notes}");
    let _ = std::fs::remove_dir_all(&folder);
}

/// A bot may take its time to start: the clock begins when it is ready.
#[test]
fn starting_is_on_nobodys_clock() {
    use ludus_arena::arbiter::{Terms, arbitrate};
    let folder = folder("slow-start");
    let slow = in_python(&folder, "time.sleep(3)", "pass");
    let board = family().open(&smallest()).expect("a board");
    let names = board.seat_names().iter().map(|name| name.to_string()).collect();
    let clock = ludus_arena::Clock { total: LAST_RESORT, increment: LAST_RESORT };
    let mut session = table::Session::new(board, names, 1);
    let other = Contestant::new(session.board(), &"random".parse().unwrap(), 1, patient()).unwrap();
    let mut bots = vec![Contestant::process(slow, patient()), other];
    let (terms, whole) = (Terms { clock: Some(clock), ..Terms::default() }, Control::new(Limits::default()));
    let failures = arbitrate(&mut session, &mut bots, &terms, &whole);
    assert_eq!(failures, []);
    let first = session.record().times_ms[0];
    assert!(first < 3000, "the first move took {first} ms, with the start in it");
    let _ = std::fs::remove_dir_all(&folder);
}

/// A match says why a bot failed, with its last words, and so do its records.
#[test]
fn a_match_tells_why_a_bot_failed() {
    let folder = folder("failing");
    in_python(&folder, "", "print('out of ideas', file=sys.stderr); sys.exit(3)");
    let program = format!("exec:{}: python3 bot.py", folder.display());
    let duel = ludus_arena::Duel {
        family: family().clone(),
        options: smallest(),
        players: [program.parse().expect("a program"), "random".parse().expect("a player")],
        pairs: 1,
        openings: ludus_arena::Openings::Random(0),
        sprt: None,
        terms: Default::default(),
        seed: 1,
        log: None,
    };
    let crew = ludus_arena::Crew::threads(1);
    let report = duel.run(&crew, None, &std::sync::atomic::AtomicBool::new(false), &|_| {}).expect("a match");
    let told: Vec<(usize, &str)> = report.remarks().collect();
    assert_eq!(told.len(), 2, "{told:?}");
    for part in ["failed at move", "crash", "> go", "stderr: out of ideas"] {
        assert!(told[0].1.contains(part), "no '{part}' in {}", told[0].1);
    }
    let again = table::Record::read(&report.records[0].write()).expect("it is read back");
    assert_eq!(again.remarks.len(), 1);
    assert!(again.replay(&GAMES).is_ok());
    let _ = std::fs::remove_dir_all(&folder);
}
