//! Reasons beside the board, and lessons for learners.

use game::{Options, Rng};
use serde_json::{Value, json};
use table::{Family, Session};

use crate::chromium::{Chromium, EFFORT, serve};
use crate::{assert_content, begin, click_move, some_path};

/// The panel has answered.
const ANSWERED: &str = "!document.querySelector('.answer').hidden && !document.querySelector('why-panel').classList.contains('asking')";

#[test]
fn reasons_light_the_board_and_any_other_move_can_be_asked_about() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    for family in &registry::games().that_can("explain") {
        begin(&mut browser, &server, &json!({ "game": family.info.name, "opponent": "expert" }));
        browser.eval("localStorage.setItem('why', 'no')");
        let path = some_path(&mut browser, 2).expect("a move");
        click_move(&mut browser, &path);
        some_path(&mut browser, 0).expect("the computer has answered");
        let last = browser
            .eval("document.querySelector('game-play').view.moves.filter((m) => m.seat > 0).at(-1).text");
        browser.click("button[data-do=why]");
        browser.wait(ANSWERED);
        assert_eq!(browser.eval("document.querySelector('why-panel').view.move"), last);

        // A reason in focus points at the board; every one names its rule.
        let reasons = browser.eval("document.querySelectorAll('.reason .rule').length");
        if reasons != json!(0) {
            browser.eval("[...document.querySelectorAll('.reason')].find((r, at) => document.querySelector('why-panel').view.reasons[at].cells.length > 0)?.focus()");
            browser.wait("document.querySelector('.notes .lit') !== null && document.querySelector('.notes .engine') !== null");
        }

        // Another move, from the list and then on the board; the game itself stays where it is.
        let ply = browser.eval("document.querySelector('game-play').view.ply");
        browser.click(".other");
        browser.wait(&format!("document.querySelector('why-panel').past && document.querySelector('why-panel').view.move !== {last}"));
        let path = browser.eval("document.querySelector('game-board').paths.at(-1)");
        for spot in path[1].as_array().expect("a path") {
            browser.click(&format!(".hotspot[data-spot='{spot}']"));
        }
        browser.wait(&format!("document.querySelector('why-panel').view.move === {}", path[0]));
        assert_eq!(browser.eval("document.querySelector('game-play').view.ply"), ply);
        browser.click("button.back");
        browser.wait("!document.querySelector('why-panel').past");
        browser.wait(ANSWERED);
        assert_eq!(
            browser.eval("document.querySelector('game-board').paths.length"),
            browser.eval("document.querySelector('game-play').view.board.paths.length")
        );

        // The first move in the list has reasons of its own.
        browser.click(".moves li button");
        browser.wait(&format!("{ANSWERED} && document.querySelector('why-panel').past && document.querySelector('why-panel').view.ply < {ply}"));
    }
    assert_content(&mut browser, &server);
}

/// The coach finds some move of a late position poor, and the page says so.
#[test]
fn learners_hear_what_was_better() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    let poor: Vec<(&str, Poor)> = registry::games()
        .that_can("draw")
        .all()
        .iter()
        .filter_map(|f| Some((f.info.name, poor_move(f)?)))
        .collect();
    assert!(poor.len() >= 2, "the coach finds no poor moves");
    for (name, Poor { position, mv }) in poor {
        let fields = json!({ "game": name, "opponent": "human", "teach": "yes", "position": position });
        begin(&mut browser, &server, &fields);
        browser.wait(crate::READY);
        let path = browser.eval(&format!(
            "document.querySelector('game-board').paths.find(([text]) => text === {mv:?})[1]"
        ));
        let path: Vec<u64> = path.as_array().expect("a path").iter().filter_map(Value::as_u64).collect();
        for spot in &path {
            browser.click(&format!(".hotspot[data-spot='{spot}']"));
        }
        // A blunder is held back until it is meant.
        browser.wait(
            "document.querySelector('game-play').view.ply > 0 || !document.querySelector('.warning').hidden",
        );
        if browser.eval("!document.querySelector('.warning').hidden") == json!(true) {
            browser.click("button[data-do=insist]");
        }
        browser.wait("!document.querySelector('.lesson.told').hidden");
        let better = browser.eval("document.querySelector('game-play').view.lesson.better");
        browser.click("button[data-do=lesson]");
        browser.wait(&format!("document.querySelector('why-panel').view?.move === {better}"));
    }
    assert_content(&mut browser, &server);
}

/// A move that costs something, and where.
struct Poor {
    position: String,
    mv: String,
}

/// The last one of a random game that the coach, looking as hard as the page does, calls an error.
fn poor_move(family: &Family) -> Option<Poor> {
    let board = family.open(&Options::none()).expect("the game opens");
    let mut session = Session::of_people(board, 3);
    let mut rng = Rng::new(5);
    let mut positions = Vec::new();
    session.settle();
    while session.to_move().is_some() {
        let legal = session.board().legal();
        positions.push(session.board().position());
        session.play(&legal[rng.below(legal.len())], 0).expect("a legal move");
        session.settle();
    }
    positions.into_iter().rev().take(8).find_map(|position| {
        let board = family.open_at(&Options::none(), &position).expect("the position of a game");
        let is_error = |mv: &String| {
            let question = coach::Question::new(Some(mv), EFFORT);
            coach::explain(board.as_ref(), &question).is_ok_and(|told| told.class.is_error())
        };
        let mv = board.legal().into_iter().take(6).find(is_error)?;
        Some(Poor { position, mv })
    })
}
