//! Bots as processes: every starter plays, every hostile bot loses by name, and nothing is left behind.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use ludus_arena::check::check;
use ludus_arena::starter::{STARTERS, Starter};
use ludus_arena::{BotCommand, Caps, Contestant, Fault, Isolation};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

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
        let caps = Caps { start: Duration::from_secs(40), margin: Duration::from_secs(5), ..Caps::default() };
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
    let board = family().open(&Options::none()).expect("the game opens");
    let control = Control::new(Limits { time: Some(Duration::from_secs(4)), ..Limits::default() });
    bot.think(board.as_ref(), &control).map(|thought| thought.mv).map_err(|lapse| lapse.fault)
}

/// Every hostile bot is bounded itself: at most 300 processes, 2 GB, 60 s, loopback only.
#[test]
fn hostile_bots_lose_by_name() {
    let fork = "i=0; while [ $i -lt 200 ]; do sleep 20 & i=$((i+1)); done; wait";
    let hog = "head -c 600000000 /dev/zero | tail -c 500000000 | sleep 20";
    for (name, body, expected) in [
        ("loop", "t=$SECONDS; while [ $((SECONDS-t)) -lt 20 ]; do :; done", Fault::Timeout),
        ("silent", "sleep 20", Fault::Timeout),
        ("crash", "echo oh no >&2; exit 3", Fault::Crash),
        ("illegal", "echo bestmove nonsense", Fault::IllegalMove),
        ("flood", "head -c 30000000 /dev/zero | tr '\\\\0' 'x'; sleep 20", Fault::Flood),
        ("fork", fork, Fault::Processes),
        ("hog", hog, Fault::Memory),
    ] {
        let (_, command) = shell_bot(name, &body.replace("\\\\", "\\"));
        let caps = Caps { memory: 128 << 20, processes: 50, ..Caps::default() };
        let mut bot = Contestant::process(command, caps);
        let started = Instant::now();
        assert_eq!(answer(&mut bot), Err(expected), "{name}: {:?}", bot.transcript());
        assert!(started.elapsed() < Duration::from_secs(15), "{name} was stopped too late");
        drop(bot);
        assert!(!running(&format!("{name}-{}", std::process::id())), "{name} left a process running");
    }
}

/// Whether a process still works in a folder with this in its path, after some time to be reaped on a busy machine.
fn running(part: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(5);
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
         (: </dev/tcp/127.0.0.1/{port}) 2>/dev/null; then echo bestmove caught; else echo own >own.txt; echo bestmove $m; fi",
        secret.display()
    );
    let (folder, command) = shell_bot("spy", &body);
    let mut bot = Contestant::process(command, Caps::default());
    assert!(answer(&mut bot).is_ok(), "the spy got through: {:?}", bot.transcript());
    assert!(folder.join("own.txt").exists(), "its own folder is its own");
    assert_eq!(std::fs::read_to_string(&secret).expect("read"), "moves of another bot");
}

/// After a crash the next move comes from a fresh process.
#[test]
fn a_crashed_bot_is_restarted() {
    let body = "if [ -e once ]; then echo bestmove $m; else touch once; exit 1; fi";
    let (_, command) = shell_bot("phoenix", body);
    let mut bot = Contestant::process(command, Caps::default());
    assert_eq!(answer(&mut bot), Err(Fault::Crash));
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
    for (name, script, start_ms, step) in [
        ("dead", "exit 1".to_string(), 3000, 1),
        ("mute", "sleep 20".to_string(), 700, 2),
        ("unready", "read -r x; echo ugiok; sleep 20".to_string(), 700, 3),
        ("moody", polite("*) exit 1;;"), 3000, 4),
        ("cheat", polite("go) echo bestmove zz;;"), 3000, 5),
        ("slow", polite("go) sleep 1.4; echo bestmove $m;;"), 6000, 6),
        ("forgetful", polite("position) p=$b;; go) [ -n \"$p\" ] && exit 1; echo bestmove $m;;"), 3000, 7),
        ("clingy", polite("go) echo bestmove $m;; quit) sleep 20;;"), 3000, 8),
    ] {
        let caps = Caps { start: Duration::from_millis(start_ms), ..Caps::default() };
        let folder = folder(name);
        std::fs::write(folder.join("bot.sh"), script).expect("written");
        let command = BotCommand::new(&words(&["bash", "bot.sh"]), Some(&folder)).expect("a shell");
        let checked = check(family(), &smallest(), &command, caps, &mut |_| {}).expect("the game opens");
        assert_eq!(checked.steps.len(), step, "{name}: {checked:#?}");
        assert!(!checked.passed(), "{name}");
    }
}

/// The way to a bot and back costs less than 0.3 ms a move (median); a busy machine is forgiven three times that.
#[test]
fn the_arbiter_is_quick() {
    let starter = Starter::find("c").expect("a starter");
    if !on_machine("cc") {
        eprintln!("not measured: there is no C compiler");
        return;
    }
    let folder = folder("quick");
    starter.write(&folder).and_then(|_| starter.build(&folder)).expect("built");
    let command = BotCommand::new(&words(starter.run), Some(&folder)).expect("a command");
    let mut bot = Contestant::process(command, Caps::default());
    let mut times: Vec<Duration> = (0..2000)
        .map(|_| {
            let started = Instant::now();
            answer(&mut bot).expect("a move");
            started.elapsed()
        })
        .collect();
    times.sort();
    let median = times[times.len() / 2];
    eprintln!("arbiter overhead: {median:?} a move (median of {})", times.len());
    assert!(median < Duration::from_micros(900), "{median:?}");
}

/// What this process holds: bytes of memory, and open files.
fn held() -> (usize, usize) {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("readable");
    let resident: usize = pages.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number");
    (resident * 4096, std::fs::read_dir("/proc/self/fd").expect("readable").count())
}

/// Many games between two processes that live on leave nothing behind (`cargo run --example overhead` plays ten thousand).
#[test]
fn many_games_leak_nothing() {
    let starter = Starter::find("c").expect("a starter");
    let folder = folder("many");
    starter.write(&folder).and_then(|_| starter.build(&folder)).expect("built");
    let command = BotCommand::new(&words(starter.run), Some(&folder)).expect("a command");
    let mut bots: Vec<Contestant> =
        (0..2).map(|_| Contestant::process(command.clone(), Caps::default())).collect();
    let mut play = |seed: u64| {
        let board = family().open(&smallest()).expect("the game opens");
        bots.iter_mut().for_each(|bot| bot.new_game(board.as_ref(), 0).expect("it lives on"));
        let mut session = table::Session::new(board, vec![String::new(); 2], seed);
        let failures = ludus_arena::arbiter::arbitrate(&mut session, &mut bots, &Default::default());
        assert!(failures.is_empty() && session.over(), "{failures:?}");
    };
    (0..100).for_each(&mut play);
    let before = held();
    (100..700).for_each(&mut play);
    let after = held();
    // Other tests of this file run at the same time and open files of their own.
    assert!(after.0 < before.0 + (16 << 20), "{before:?} -> {after:?}");
}
