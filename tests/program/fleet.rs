//! Many machines as users run them: workers and the server are killed at any moment, and the table is that of one process.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use game::{Control, Limits, Options};
use table::{Best, Means};

use crate::served::{Served, wait_for};

mod trouble;

/// Nothing stands still so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

/// The program, run by a command that is followed by it; by nothing when that is empty.
fn ludus_through(through: &[String], arguments: &[&str]) -> Command {
    let mut words = through.iter().map(String::as_str).chain([env!("CARGO_BIN_EXE_ludus")]);
    let mut command = Command::new(words.next().expect("there is at least the program"));
    command.args(words).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ludus(arguments: &[&str]) -> Command {
    ludus_through(&[], arguments)
}

fn printed(arguments: &[&str]) -> String {
    printed_through(&[], arguments)
}

fn printed_through(through: &[String], arguments: &[&str]) -> String {
    let done = ludus_through(through, arguments).output().expect("the program runs");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The smallest game that has sizes.
fn small_game() -> &'static str {
    let options = Options::none().with("size", "4x4");
    let games = registry::games();
    let family = games.all().iter().find(|family| family.open(&options).is_ok()).expect("a small game");
    family.info.name
}

fn told(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// A helping machine that is killed when the test is over, whatever becomes of it.
pub struct Helper(Child);

impl Helper {
    pub fn start(address: &str) -> Helper {
        Helper::start_through(&[], address)
    }

    fn start_through(through: &[String], address: &str) -> Helper {
        let work = ["work", "--on", address, "--threads", "1", "--patience", "2s"];
        let mut command = ludus_through(through, &work);
        Helper(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs"))
    }
}

impl Helper {
    /// A signal to the process that works, and not to the one that watches it.
    fn signal(&self, signal: i32) {
        let id = self.0.id();
        let works = wait_for("who works", || {
            let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
            children.split_whitespace().next()?.parse::<i32>().ok()
        });
        // SAFETY: a signal to a process of this test, which its watcher has not waited for or will not miss.
        unsafe { libc::kill(works, signal) };
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn interrupt(child: &Child) {
    // SAFETY: a signal to a child that has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
}

/// After so many pairs of games a worker is killed, so many times.
const PAIRS_A_KILL: usize = 14;
const KILLS: usize = 17;

#[test]
fn a_match_on_machines_that_die_gives_the_table_of_one_process() {
    let folder = folder("fleet");
    let journal = folder.join("journal");
    let mut game =
        vec!["match", small_game(), "--size", "4x4", "--a", "alphabeta", "--b", "mcts", "--games", "500"];
    game.extend(["--nodes", "400", "--seed", "5", "--json"]);
    let alone = printed(&game);
    let mut served = Served::start("machines", "");
    let address = served.address();
    let mut helpers: Vec<Helper> = (0..3).map(|_| Helper::start(&address)).collect();
    game.extend(["--on", &address, "--journal", journal.to_str().expect("plain letters")]);
    let mut submitter = ludus(&game).spawn().expect("the program runs");
    let (mut kills, mut news) = (0, (0, Instant::now()));
    // Somebody is killed after every so many pairs, and not after so many seconds, in which a slow machine may do nothing at all: three workers need less than two seconds
    // for them. No job can be given up for it by chance. Where a machine goes with its watcher nobody blames its jobs; kills that a watcher sees are fewer than make a job
    // suspect; and all kills and restarts together are fewer than the workers that must be lost for a job to be given up unseen.
    while submitter.try_wait().expect("a child").is_none() {
        let count = lines(&journal);
        if count != news.0 {
            news = (count, Instant::now());
        }
        assert!(news.1.elapsed() < LAST_RESORT, "nothing goes on after {count} lines");
        if count >= PAIRS_A_KILL * (kills + 1) && kills < KILLS {
            kills += 1;
            if kills == 4 || kills == 11 {
                // The watcher sees it, and starts another.
                helpers[0].signal(libc::SIGKILL);
            } else {
                helpers.remove(0);
                helpers.push(Helper::start(&address));
            }
            if kills == 5 || kills == 12 {
                served.restart();
            }
            if kills == 8 {
                // Whoever submitted is killed too, and asks again.
                submitter.kill().and_then(|()| submitter.wait()).expect("a child");
                submitter = ludus(&game).spawn().expect("the program runs");
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let done = submitter.wait_with_output().expect("its output");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let together = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(together, alone);
    assert!(kills > KILLS / 2, "only {kills} were killed");
    // Those that were killed stay in the list for a minute.
    wait_for("the machines in the list, and no job", || {
        let listed = told(&printed(&["fleet", "--on", &address, "--json"]));
        let names: Vec<&str> =
            listed["machines"].as_array()?.iter().filter_map(|machine| machine["name"].as_str()).collect();
        let listens = |helper: &Helper| {
            let number = format!("-{}", helper.0.id());
            names.iter().any(|name| name.ends_with(&number))
        };
        (helpers.iter().all(listens) && listed["waiting"].as_object()?.is_empty()).then_some(())
    });
    let mut helper = helpers.remove(0);
    interrupt(&helper.0);
    assert!(helper.0.wait().expect("a child").success(), "it ends when it is asked to");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_match_goes_on_after_it_was_interrupted() {
    let folder = folder("match-journal");
    let journal = folder.join("journal");
    let mut game =
        vec!["match", small_game(), "--size", "4x4", "--a", "alphabeta", "--b", "mcts", "--games", "80"];
    game.extend(["--nodes", "300", "--threads", "1", "--json"]);
    let whole = printed(&game);
    game.extend(["--journal", journal.to_str().expect("plain letters")]);
    let mut first = ludus(&game).spawn().expect("the program runs");
    wait_for("pairs", || (lines(&journal) > 3).then_some(()));
    interrupt(&first);
    let mut told = String::new();
    first.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
    assert!(first.wait().expect("a child").success(), "{told}");
    assert_eq!(printed(&game), whole);
    assert_eq!(lines(&journal), 41);
    let other = [&game[..], &["--seed", "9"]].concat();
    let refused = ludus(&other).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is the journal of another match"));
    let _ = std::fs::remove_dir_all(&folder);
}

/// A tournament with a bot in a folder, a proof and an audit: on machines they come to the same as here.
#[test]
fn tournaments_proofs_and_audits_on_machines_are_those_of_one_process() {
    let folder = folder("fleet-tournament").canonicalize().expect("it exists");
    let served = Served::start("tournament", "");
    let address = served.address();
    let _helpers: Vec<Helper> = (0..2).map(|_| Helper::start(&address)).collect();
    let value = |text: &str| (told(text)["winner"].clone(), told(text)["value"].clone());
    let game = small_game();
    let plain = value(&printed(&["solve", game, "--size", "8x8", "--json"]));
    let kept = folder.join("proof").display().to_string();
    let split = ["solve", game, "--size", "8x8", "--split", "1000", "--keep", &kept, "--json"];
    assert_eq!(value(&printed(&[&split[..], &["--on", &address]].concat())), plain);
    let answers = lines(Path::new(&kept));
    assert!(answers > 2, "it was not split");
    assert_eq!(value(&printed(&split)), plain, "what is kept is enough");
    assert_eq!(lines(Path::new(&kept)), answers);
    let threads = ["solve", game, "--size", "8x8", "--split", "1000", "--threads", "2", "--json"];
    assert_eq!(value(&printed(&threads)), plain);
    let mut audit =
        vec!["audit", game, "--size", "4x4", "--games", "3", "--positions", "1", "--nodes", "500", "--json"];
    let alone = printed(&audit);
    audit.extend(["--on", &address]);
    assert_eq!(printed(&audit), alone);

    let tuned = |name: &str, on: &[&str]| {
        let out = folder.join(name).display().to_string();
        let tune = [
            "rules",
            "tune",
            game,
            "--size",
            "4x4",
            "--rounds",
            "2",
            "--pairs",
            "3",
            "--measure",
            "2",
            "--out",
            &out,
        ];
        printed(&[&tune[..], on].concat());
        std::fs::read_to_string(out).expect("a text of rules")
    };
    assert_eq!(tuned("together.rules", &["--on", &address]), tuned("alone.rules", &[]));

    let apart = arena::Isolation::chosen().is_ok_and(|isolation| isolation != arena::Isolation::None);
    let plan = crate::arena::plan(&folder, "here");
    let alone = printed(&["tournament", plan.to_str().expect("plain letters")]);
    let there = folder.join("there.toml");
    std::fs::copy(&plan, &there).expect("a copy");
    if apart {
        assert_eq!(printed(&["tournament", there.to_str().expect("plain letters"), "--on", &address]), alone);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Proofs in parts by one thread, so that the same questions are asked every time. Points, wins, and equal points that somebody wins.
#[test]
fn proofs_in_parts_say_what_those_alone_say_for_a_bounded_number_of_nodes() {
    let folder = folder("parts");
    let mut split = 0;
    for size in ["2x3", "3x3", "3", "4", "7x7"] {
        let options = Options::none().with("size", size);
        for family in registry::games().all() {
            let Ok(board) = family.open(&options) else { continue };
            // The same table, and the few boards that are small enough.
            let control = Control::new(Limits { nodes: Some(20_000), ..Limits::default() });
            let Some(alone) = board.solve(Means::memory(64 << 20), &control, Best::Any) else { continue };
            let place = folder.join(format!("{}-{size}", family.info.name));
            let kept = place.to_str().expect("plain letters");
            let most = (alone.nodes / 20).max(40).to_string();
            let solve = ["solve", family.info.name, "--size", size, "--split", &most, "--memory", "64"];
            let parts = told(&printed(&[&solve[..], &["--keep", kept, "--json"]].concat()));
            assert_eq!(parts["winner"].as_u64(), alone.winner.map(|seat| seat as u64), "{kept}");
            assert_eq!(parts["value"], alone.value, "{kept}");
            let nodes = parts["nodes"].as_u64().expect("a number");
            assert!(nodes <= 3 * alone.nodes + 2_000, "{kept}: {nodes} nodes, alone {}", alone.nodes);
            split += usize::from(lines(&place) > 2);
            // Positions that are worth the same, as mirror images are, are asked about once.
            let text = std::fs::read_to_string(&place).expect("a file");
            let asked: Vec<(String, i64)> = text
                .lines()
                .filter_map(|line| {
                    let kept = told(line);
                    Some((kept[0].as_str()?.to_string(), kept[1]["aim"].as_i64()?))
                })
                .collect();
            assert_eq!(asked.iter().collect::<HashSet<_>>().len(), asked.len(), "{kept}");
        }
    }
    assert!(split > 3, "only {split} boards were split");
    let _ = std::fs::remove_dir_all(&folder);
}

/// Neither matches nor tournaments nor proofs listen, or speak to anybody, as long as nobody says `--on`.
#[cfg(target_os = "linux")]
#[test]
fn without_a_server_no_port_is_opened() {
    let folder = folder("no-port");
    let [plan, games, proof] =
        ["long.toml", "games", "proof"].map(|name| folder.join(name).display().to_string());
    let player = |name: &str| format!("[[player]]\nname = \"{name}\"\nplayer = \"{name}\"\n");
    let game = small_game();
    let text = format!("game = \"{game}\"\npairs = 100000\nnodes = 200\nthreads = 2\n");
    std::fs::write(&plan, text + &player("level1") + &player("level2")).expect("a file");
    let contest = ["match", game, "--a", "level1", "--b", "level2", "--games", "1000000", "--nodes", "200"];
    let solve = ["solve", game, "--size", "9x9", "--split", "100", "--threads", "2"];
    let runs = [
        ([&contest[..], &["--journal", &games]].concat(), "games"),
        (vec!["tournament", &plan], "long.journal.jsonl"),
        ([&solve[..], &["--keep", &proof]].concat(), "proof"),
    ];
    for (arguments, journal) in runs {
        let mut command = ludus(&arguments);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
        let under_way = Helper(child);
        wait_for("work", || (lines(&folder.join(journal)) > 2).then_some(()));
        assert_eq!(ports(under_way.0.id()), [""; 0], "{arguments:?}");
    }
    // The test sees ports where there are some.
    let open = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let number = format!(":{:04X} ", open.local_addr().expect("it has one").port());
    assert!(ports(std::process::id()).iter().any(|line| line.contains(&number)));
    let _ = std::fs::remove_dir_all(&folder);
}

/// The lines of the system's lists of ports that are about a process.
#[cfg(target_os = "linux")]
fn ports(process: u32) -> Vec<String> {
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).expect("the process is there").flatten();
    let links = open.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let sockets: HashSet<String> = links
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_string()))
        .collect();
    let lists = ["tcp", "tcp6", "udp", "udp6"].map(|list| format!("/proc/{process}/net/{list}"));
    let text: String = lists.iter().filter_map(|list| std::fs::read_to_string(list).ok()).collect();
    text.lines()
        .filter(|line| line.split_whitespace().nth(9).is_some_and(|number| sockets.contains(number)))
        .map(str::to_string)
        .collect()
}

/// A net and a review: the same bytes from one thread, from four, and from three machines.
#[test]
fn nets_and_reviews_of_machines_are_those_of_one_process() {
    let folder = folder("fleet-training");
    let served = Served::start("training", "");
    let address = served.address();
    let _helpers: Vec<Helper> = (0..3).map(|_| Helper::start(&address)).collect();
    let game = small_game();
    let net = |name: &str, how: &[&str]| {
        let out = folder.join(name);
        let mut train = vec!["train", game, "--size", "4x4", "--rounds", "2", "--deep", "2", "--games", "0"];
        let place = out.display().to_string();
        train.extend(["--hidden", "16", "--out", &place]);
        printed(&[&train[..], how].concat());
        let nets = std::fs::read_dir(&out).expect("a folder").flatten().map(|file| file.path());
        let net = nets.into_iter().find(|path| path.extension().is_some_and(|e| e == "candidate"));
        std::fs::read(net.expect("a net")).expect("it can be read")
    };
    let alone = net("alone", &["--threads", "1"]);
    assert!(net("threads", &["--threads", "4"]) == alone, "four threads");
    assert!(net("together", &["--on", &address]) == alone, "three machines");

    let games = folder.join("games").display().to_string();
    let mut played = vec!["match", game, "--size", "5x5", "--a", "level2", "--b", "level3", "--games", "2"];
    played.extend(["--nodes", "500", "--record", &games]);
    printed(&played);
    let review = ["review", &games, "--nodes", "20000", "--json"];
    let alone = printed(&[&review[..], &["--threads", "1"]].concat());
    assert_eq!(printed(&[&review[..], &["--on", &address]].concat()), alone);
    let listed = printed(&["fleet", "--on", &address, "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(listed["runs"].as_array().map(Vec::len), Some(0), "nothing is left of them: {listed}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn without_a_server_there_is_one_sentence() {
    for arguments in
        [&["work", "--on", "nats://127.0.0.1:1"][..], &["fleet", "--on", "127.0.0.1:1"], &["fleet"]]
    {
        let done = ludus(arguments).output().expect("the program runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && told.lines().count() == 1, "{arguments:?}: {told}");
    }
    let unit = printed(&["work", "--on", "nats://teacher:4222", "--print-unit"]);
    assert!(unit.contains("\"work\" \"--on\" \"nats://teacher:4222\"\n"), "{unit}");
}
