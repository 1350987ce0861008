//! What a net saw, as users ask for it: trained for a moment, then asked in words, in JSON and for a picture.

use std::path::Path;
use std::process::{Command, Stdio};

use game::{OptionSpec, Options};
use serde_json::Value;
use table::{Match, Session};

/// The net as it is before it has proved anything.
const PLAYER: &str = "alphabeta:eval=candidate";

#[test]
fn what_a_net_saw_is_told_in_words_and_on_the_board() {
    for family in table::families() {
        let last = |option: &OptionSpec| Some((option.name, *option.choices.last()?));
        let widest = family.info.options.iter().filter_map(last);
        let widest = widest.fold(Options::none(), |options, (name, value)| options.with(name, value));
        for options in [Options::none(), widest] {
            let board = family.open(&options).expect("options of the game");
            // Once for every game, and once more for what is different with more than two.
            if options == Options::none() || board.seat_names().len() > 2 {
                tell_what_a_net_saw(board, &options);
            }
        }
    }
}

fn run(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    let done = command.args(arguments).stdin(Stdio::null()).output().expect("the program runs");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

/// Trains a net for a moment and asks what it sees in a position near the start.
fn tell_what_a_net_saw(board: Box<dyn Match>, options: &Options) {
    let (name, seats) = (board.info().name, board.seat_names().len());
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saw-{name}-{seats}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (out, picture) = (folder.display().to_string(), folder.join("map.svg").display().to_string());
    let flags: Vec<String> =
        options.iter().flat_map(|(name, value)| [format!("--{name}"), value.to_string()]).collect();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let train = ["train", name, "--rounds", "1", "--games", "0", "--threads", "1", "--out", &out];
    run(&[&train[..], &flags].concat());
    let mut session = Session::new(board, vec!["human".to_string(); seats], 1);
    for _ in 0..4 {
        session.settle();
        let mv = session.board().legal().pop().expect("the game has begun");
        session.play(&mv, 0).expect("a legal move");
    }
    session.settle();
    let (position, mv) = (session.board().position(), session.board().legal().remove(0));
    let place = ["--position", &position, "--nets", &out];
    let explain = |more: &[&str]| {
        run(&[&["explain", name], &place[..], &["--move", &mv, "--player", PLAYER], more].concat())
    };
    let text = explain(&["--svg", &picture]);
    for part in ["\nvalue ", ": evaluation ", "\nby place:\n"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let map = std::fs::read_to_string(&picture).expect("a picture");
    assert!(map.contains("class=\"tint "), "nothing is marked on the board of {name}");
    let net = json(&explain(&["--json"]))["net"].clone();
    check(&net);
    if seats == 2 {
        let think = |player: &str, more: &[&str]| {
            run(&[&["think", name], &place[..], &["--depth", "1", "--player", player], more].concat())
        };
        assert!(think(PLAYER, &[]).contains("\nvalue "));
        assert!(!think("alphabeta", &[]).contains("\nvalue "), "others have no net");
        assert_eq!(json(&think(PLAYER, &["--json"]))["net"], net);
        assert!(json(&think("alphabeta", &["--json"])).get("net").is_none());
    }
    drop(std::fs::remove_dir_all(&folder));
}

/// Everything adds up, and every place that a feature speaks of is on the map.
fn check(net: &Value) {
    let number = |value: &Value, key: &str| value[key].as_f64().unwrap_or_else(|| panic!("{key} in {value}"));
    let same = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(same(number(net, "value"), number(net, "evaluation") + number(net, "net")), "{net}");
    let list = |key: &str| net[key].as_array().expect("a list").clone();
    let (features, places) = (list("features"), list("places"));
    assert!(!features.is_empty() && !places.is_empty());
    for told in features.iter().chain(&places) {
        assert!(same(number(told, "influence"), number(net, "value") - number(told, "without")), "{told}");
    }
    let known = |place: &Value| place.is_null() || places.iter().any(|told| told["place"] == *place);
    assert!(features.iter().all(|told| known(&told["place"])));
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
