//! Training as users run it: the program itself, killed at any moment.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use game::{Options, Rng};
use table::learn::{Course, Lessons, Place, Shelf};
use table::{Family, Match, Training, TrainingError};

static GAMES: std::sync::LazyLock<table::Games> = std::sync::LazyLock::new(registry::games);

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn ludus(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn find(able: impl Fn(&dyn Match) -> bool) -> &'static Family {
    let fits = |family: &&Family| family.open(&Options::none()).is_ok_and(|board| able(board.as_ref()));
    GAMES.all().iter().find(fits).expect("a game that can be learned")
}

/// The file in the folder whose name ends so.
fn file(folder: &Path, ending: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == ending))
}

/// A run of the program, killed at the end.
struct Run(Child);

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Trains in `whole` without a break and in `parts` with kills, at moments when there is something to go on from, and compares the nets.
fn kill_and_compare(arguments: &[&str], ending: &str) {
    let folders = [folder(&format!("whole-{ending}")), folder(&format!("parts-{ending}"))];
    let [whole, parts] = &folders;
    let train = |folder: &Path| {
        let out = folder.display().to_string();
        ludus(&[&["train"], arguments, &["--threads", "1", "--games", "0", "--out", &out]].concat())
    };
    let finish = |folder: &Path| {
        let done = train(folder).output().expect("the program runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{told}");
        (told, std::fs::read(file(folder, ending).expect("a net")).expect("readable"))
    };
    let (mut rng, mut kills) = (Rng::new(17), 0);
    'kills: while kills < 3 {
        let mut command = train(parts);
        let mut run = Run(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs"));
        let deadline = Instant::now() + Duration::from_secs(120);
        let written = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        let before = file(parts, "training").and_then(|path| written(&path));
        // The first checkpoint of a run comes after its first round.
        while file(parts, "training").and_then(|path| written(&path)) == before {
            assert!(Instant::now() < deadline, "no checkpoint within two minutes");
            // On a busy machine it may be through with everything before it is looked at.
            if run.0.try_wait().expect("asked").is_some() {
                break 'kills;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(rng.below(50) as u64));
        kills += 1;
    }
    let (told, net) = finish(parts);
    assert!(kills == 0 || told.contains("going on from round"), "{told}");
    assert!(net == finish(whole).1, "a training that was killed comes to the same net");
    folders.iter().for_each(|folder| drop(std::fs::remove_dir_all(folder)));
}

#[test]
fn a_killed_training_by_self_play_goes_on() {
    let course = Course::new(1, 0);
    let family = find(|board| board.to_move().is_some() && board.train(course, None).is_ok());
    kill_and_compare(&[family.info.name, "--rounds", "20", "--seed", "3"], "candidate");
}

#[test]
fn a_killed_training_from_games_goes_on() {
    let family = find(|board| board.imitate(Lessons::default(), &[], None).is_ok());
    let folder = folder("records");
    let records = folder.join("games.jsonl");
    let mut rng = Rng::new(1);
    let lines: Vec<String> = (0..20)
        .map(|_| {
            let mut board = family.open(&Options::none()).expect("it opens");
            while !board.over() && board.moves().len() < 100 {
                let legal = board.legal();
                board.play(&legal[rng.below(legal.len())]).expect("a legal move");
            }
            serde_json::json!({ "moves": board.moves().join(" ") }).to_string()
        })
        .collect();
    std::fs::write(&records, lines.join("\n")).expect("written");
    let records = records.display().to_string();
    let seed = ["--method", "seed", "--rounds", "12", "--selfplay", "2", "--records", &records];
    kill_and_compare(&[&[family.info.name][..], &seed].concat(), "net");
    let _ = std::fs::remove_dir_all(&folder);
}

/// Files that are not the net expected: a sentence, and the evaluation built in.
#[test]
fn a_net_that_cannot_be_used_is_reported() {
    let course = Course::new(1, 0);
    let by_self_play = find(|board| board.to_move().is_some() && board.train(course, None).is_ok());
    let board = by_self_play.open(&Options::none()).expect("it opens");
    report_broken(by_self_play, "alphabeta:eval=net", board.train(course, None));
    let from_games = find(|board| board.imitate(Lessons::default(), &[], None).is_ok());
    let board = from_games.open(&Options::none()).expect("it opens");
    report_broken(from_games, "meanmax:net", board.imitate(Lessons::default(), &[], None));
}

/// Has the player use the weights of a training, whole and broken.
fn report_broken(family: &Family, player: &str, training: Result<Box<dyn Training>, TrainingError>) {
    let training = training.expect("it can be trained");
    let folder = folder("broken");
    let weights = training.weights();
    let path = Shelf::file(&folder, &training.layout(), Place::Net);
    let newer = [&weights[..8], &[9, 0], &weights[10..]].concat();
    let mut damaged = weights.clone();
    damaged[weights.len() / 2] ^= 1;
    let nets = folder.display().to_string();
    let think = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        let arguments =
            ["think", family.info.name, "--player", player, "--depth", "3", "--nets", &nets, "--json"];
        let done = ludus(&arguments).output().expect("the program runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{told}");
        let thought: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert!(thought["move"].is_string(), "{thought}");
        // Some players also tell how far they have got.
        told.lines()
            .filter(|line| line.starts_with("ludus:"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    assert_eq!(think(&weights), "");
    for (bytes, complaint) in [
        (&b"nonsense"[..], "not a file of weights"),
        (&weights[..weights.len() / 2], "bytes long where"),
        (&newer, "have format 9"),
        (&damaged, "are damaged"),
        (&[], "not a file of weights"),
    ] {
        let told = think(bytes);
        assert!(told.starts_with("ludus: cannot use") && told.contains(complaint), "{complaint}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
