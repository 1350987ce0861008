//! A phone: whole games by touch alone, nothing too small for a finger, nothing that scrolls sideways.

use game::Options;
use serde_json::{Value, json};

use crate::chromium::{Chromium, serve};
use crate::{MOST_MOVES, READY, assert_content, good_path};

/// Pixels that a finger hits.
const FINGER: f64 = 40.0;

/// What can be touched on the board now, and is too small.
const TOO_SMALL: &str = "[...document.querySelectorAll('.hotspot.open')].map((spot) => { const r = spot.getBoundingClientRect(); return [spot.getAttribute('aria-label'), Math.min(r.width, r.height)]; })";

fn check_page(browser: &mut Chromium, what: &str) {
    let wide = browser.eval("document.documentElement.scrollWidth").as_u64();
    assert!(wide <= Some(390), "{what} is {wide:?} wide on a phone");
}

/// Games with a picture for phones are played from the first page to their end by touch.
#[test]
fn a_whole_game_by_touch() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    browser.prefer("light");
    browser.touching();
    for family in &registry::games().that_can("tall") {
        let name = family.info.name;
        browser.visit(&format!("{server}/"));
        check_page(&mut browser, "the first page");
        browser.tap(&format!("article:has(a[href='/new/{name}']) form button"));
        browser.wait("document.querySelector('game-play')?.view != null");
        assert_eq!(browser.eval("document.documentElement.dataset.shape"), json!("tall"));
        let board = family.open(&Options::none()).expect("the game opens");
        let mut player = board.named_bot("level5", 1).expect("a player");
        let mut moves = 0;
        while let Some(path) = good_path(&mut browser, player.as_mut(), family) {
            assert!(moves < MOST_MOVES, "{name} does not come to an end");
            let before = browser.eval("document.querySelector('game-play').view.ply");
            for spot in &path {
                let small = browser.eval(TOO_SMALL);
                for spot in small.as_array().expect("a list") {
                    assert!(spot[1].as_f64() >= Some(FINGER), "{spot} is too small for a finger");
                }
                browser.tap(&format!(".hotspot[data-spot='{spot}']"));
            }
            browser.wait(&format!("document.querySelector('game-play').view.ply > {before}"));
            check_page(&mut browser, name);
            moves += 1;
        }
        browser.wait(READY);
        assert_eq!(browser.eval("document.querySelector('game-play').view.over"), json!(true));

        // What each round brought stays and can be read.
        let rounds = browser.eval("document.querySelectorAll('round-list li').length").as_u64();
        assert!(rounds >= Some(1), "no round is listed");

        // Somebody else's board comes to the front by a tap on its card.
        let front = "document.querySelector('.card-spot')?.getAttribute('data-front')";
        let card = browser.eval(front);
        if let Value::String(seat) = &card {
            browser.tap(&format!(".card-spot[data-front='{seat}']"));
            browser.wait(&format!("{front} !== {seat:?}"));
        }
    }
    assert_content(&mut browser, &server);
}

/// The steps of a round are shown one after the other, and can be cut short.
#[test]
fn the_end_of_a_round_can_be_watched_and_skipped() {
    let server = serve();
    let mut browser = Chromium::start(1024, 900);
    for family in &registry::games().that_can("unfold") {
        crate::begin(&mut browser, &server, &json!({ "game": family.info.name, "opponent": "random" }));
        let mut turn = 0;
        while browser.eval("document.querySelector('game-play').view.rounds.length") == json!(0) {
            let path = crate::some_path(&mut browser, turn).expect("a move");
            crate::click_move(&mut browser, &path);
            browser.wait(READY);
            turn += 1;
        }
        assert_eq!(
            browser.eval("document.querySelector('.skip-round')"),
            json!(null),
            "no movement was wanted"
        );
        browser.eval("localStorage.setItem('speed', 'slow')");
        browser.click("round-list li button");
        browser.wait(
            "document.querySelector('.gain') !== null && document.querySelector('.skip-round') !== null",
        );
        browser.click(".skip-round");
        browser.wait(
            "document.querySelector('.skip-round') === null && document.querySelector('.gain') === null",
        );
        browser.wait(READY);
    }
    assert_content(&mut browser, &server);
}

/// All games fit a phone: their boards are as wide as it is, and no page scrolls sideways.
#[test]
fn every_game_fits_a_phone() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        crate::begin(&mut browser, &server, &json!({ "game": name, "opponent": "random" }));
        browser.wait(READY);
        check_page(&mut browser, name);
        let width =
            browser.eval("document.querySelector('svg.ludus').getBoundingClientRect().width").as_f64();
        assert!(width >= Some(360.0), "{name} is {width:?} wide on a phone");
        browser.visit(&format!("{server}/editor/{name}"));
        check_page(&mut browser, &format!("the editor of {name}"));
    }
    assert_content(&mut browser, &server);
}
