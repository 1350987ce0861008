//! Reasons beside the board, and lessons for learners.

use serde_json::json;

use crate::chromium::{Chromium, serve};
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

/// Takes the first game in which any first move is proved to be poor.
#[test]
fn learners_hear_what_was_better() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    let mut heard = false;
    for family in &registry::games().that_can("explain") {
        begin(
            &mut browser,
            &server,
            &json!({ "game": family.info.name, "opponent": "random", "teach": "yes" }),
        );
        for n in 0..12 {
            let Some(path) = some_path(&mut browser, n + 1) else { break };
            click_move(&mut browser, &path);
            browser.wait(crate::READY);
            std::thread::sleep(std::time::Duration::from_millis(700));
            if browser.eval("document.querySelector('.lesson').hidden") == json!(false) {
                heard = true;
                break;
            }
        }
        if heard {
            break;
        }
    }
    assert!(heard, "random moves were never blamed");
    let better = browser.eval("document.querySelector('game-play').view.lesson.better");
    browser.click("button[data-do=lesson]");
    browser.wait(&format!("document.querySelector('why-panel').view?.move === {better}"));
    assert_content(&mut browser, &server);
}
