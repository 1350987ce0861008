//! What a net saw, as users ask for it: in words, in JSON and for a picture.

use std::path::Path;
use std::process::{Command, Stdio};

use game::{MOST_FEATURES, OptionSpec, Options, Rng};
use serde_json::Value;
use table::learn::{Course, Net, Place, Quantised, Shelf};
use table::{Match, Session};

/// The net as it is before it has proved anything.
const PLAYER: &str = "alphabeta:eval=candidate";

#[test]
fn what_a_net_saw_is_told_in_words_and_on_the_board() {
    for family in &registry::games().that_can("learn") {
        let last = |option: &OptionSpec| Some((option.name, *option.choices.last()?));
        let widest = family.info.options.iter().filter_map(last);
        let widest = widest.fold(Options::none(), |options, (name, value)| options.with(name, value));
        for options in [Options::none(), widest] {
            tell_what_a_net_saw(family.open(&options).expect("options of the game"));
        }
    }
}

/// A net for the board that has not learned anything and says a lot.
fn net(board: &dyn Match) -> Quantised {
    let fresh = board.train(Course::new(1, 0), None).expect("a game that can be learned");
    let (bytes, layout) = (fresh.weights(), fresh.layout());
    let fits = |inputs: &usize| Quantised::from_bytes(&bytes, &layout, *inputs).is_ok();
    let inputs = (1..=MOST_FEATURES).find(fits).expect("the net of a fresh training");
    let (mut net, mut rng) = (Net::new(inputs, 16, 5), Rng::new(7));
    net.second.iter_mut().for_each(|weight| *weight = 2.0 * rng.unit() as f32 - 1.0);
    Quantised::new(&net, layout)
}

fn run(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    let done = command.args(arguments).stdin(Stdio::null()).output().expect("the program runs");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

/// Asks a net what it sees in a position near the start, which says which options it has.
fn tell_what_a_net_saw(board: Box<dyn Match>) {
    let (name, seats) = (board.info().name, board.seat_names().len());
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saw-{name}-{seats}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (out, picture) = (folder.display().to_string(), folder.join("map.svg").display().to_string());
    let net = net(board.as_ref());
    let file = Shelf::file(&folder, net.layout(), Place::Candidate);
    std::fs::write(file, net.to_bytes()).expect("written");
    let mut session = Session::of_people(board, 1);
    for _ in 0..4 {
        session.settle();
        let mv = session.board().legal().pop().expect("the game has begun");
        session.play(&mv, 0).expect("a legal move");
    }
    session.settle();
    let (position, mv) = (session.board().position(), session.board().legal().remove(0));
    let place = ["--position", &position, "--nets", &out];
    let explain = |more: &[&str]| {
        run(&[&["explain", name], &place[..], &["--move", &mv, "--player", PLAYER, "--nodes", "500"], more]
            .concat())
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
