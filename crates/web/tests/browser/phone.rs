//! A phone: whole games by touch alone, nothing too small for a finger, nothing that scrolls sideways.

use game::Options;
use serde_json::{Value, json};

use crate::chromium::{Chromium, serve};
use crate::{MOST_MOVES, READY, assert_content, good_path};

/// What can be touched now and is less than 40 pixels wide or high. Places that are no rectangles are squares that stand on a corner.
const TOO_SMALL: &str = "[...document.querySelectorAll('.hotspot.open, button, .button, summary, select, textarea, input[type=text], label:has(> input), .top a')]
    .filter((part) => part.checkVisibility())
    .map((part) => { const r = part.getBoundingClientRect();
        return [(part.getAttribute('aria-label') ?? part.textContent).slice(0, 40), Math.min(r.width, r.height) * (part.localName === 'path' ? Math.SQRT1_2 : 1)]; })
    .filter(([, side]) => side > 1 && side < 39.95)";

/// A board with places too small for fingers on a phone.
const LARGE: &str = "16x16";

/// Pieces that lie on each other, however little.
const PILED: &str = "(() => { const boxes = [...document.querySelectorAll('.piece[data-on]')].map((piece) => piece.getBoundingClientRect());
    return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; })()";

fn check_page(browser: &mut Chromium, what: &str) {
    let wide = browser.eval("document.documentElement.scrollWidth").as_u64();
    assert!(wide <= Some(390), "{what} is {wide:?} wide on a phone");
    let small = browser.eval(TOO_SMALL);
    assert_eq!(small, json!([]), "{what} has what fingers miss");
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
        assert_eq!(
            browser.eval("document.querySelector('input[name=sound]').checked"),
            json!(false),
            "phones are silent"
        );
        browser.wait(READY);
        assert_eq!(browser.eval(PILED), json!(0), "{name}: every piece has a place of its own");
        let board = family.open(&Options::none()).expect("the game opens");
        let mut player = board.named_bot("level5", 1).expect("a player");
        let mut moves = 0;
        while let Some(path) = good_path(&mut browser, player.as_mut(), family) {
            assert!(moves < MOST_MOVES, "{name} does not come to an end");
            let before = browser.eval("document.querySelector('game-play').view.ply");
            for (at, spot) in path.iter().enumerate() {
                check_page(&mut browser, name);
                if at > 0 {
                    // What was taken can go to several places; they are lit.
                    let lit = browser.eval("document.querySelectorAll('.targets .legal .row, .targets .legal .mark, .targets .legal path').length");
                    assert!(lit.as_u64() >= Some(1), "{name} lights nothing");
                }
                browser.tap(&format!(".hotspot[data-spot='{spot}']"));
            }
            browser.wait(&format!("document.querySelector('game-play').view.ply > {before}"));
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

/// All games fit a phone: their boards are as wide as it is, everything is large enough for fingers, and no page scrolls sideways.
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
        assert!(width >= Some(380.0), "{name} is {width:?} wide on a phone");
        let within_reach = "['hint', 'why', 'undo'].every((name) => { const r = document.querySelector(`button[data-do=${name}]`).getBoundingClientRect(); return r.top > innerHeight / 2 && r.bottom <= innerHeight; })";
        assert_eq!(
            browser.eval(within_reach),
            json!(true),
            "{name}: a button is not within reach of the thumb"
        );
        for page in ["new", "editor"] {
            browser.visit(&format!("{server}/{page}/{name}"));
            check_page(&mut browser, &format!("/{page}/{name}"));
        }
    }
    assert_content(&mut browser, &server);
}

/// On a board whose places are too small for fingers, the first touch comes nearer, and the next one plays.
#[test]
fn a_large_board_comes_nearer() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    browser.prefer("light");
    browser.touching();
    let games = registry::games();
    let sizes =
        |family: &table::Family| family.info.options.iter().any(|option| option.choices.contains(&LARGE));
    let name = games.all().iter().find(|family| sizes(family)).expect("a game with a large board").info.name;
    let large = json!({ "game": name, "option-size": LARGE, "opponent": "random" });
    crate::begin(&mut browser, &server, &large);
    browser.wait(READY);
    let spot = crate::some_path(&mut browser, 100).expect("a move")[0];
    let place = format!(".hotspot[data-spot='{spot}']");
    browser.tap(&place);
    browser.wait("document.querySelector('game-board').classList.contains('near')");
    assert_eq!(browser.eval("document.querySelector('game-play').view.ply"), json!(0));
    check_page(&mut browser, "a board that came nearer");
    browser.tap(&place);
    browser.wait("document.querySelector('game-play').view.ply >= 2");
    assert_content(&mut browser, &server);
}

/// Tables of three and four on every screen: the whole board is seen, fingers reach everything, and everybody else's things come to the front by a tap.
#[test]
fn tables_of_three_and_four_fit_every_screen() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    browser.prefer("light");
    let games = registry::games();
    let many =
        games.all().iter().find(|family| family.info.options.iter().any(|spec| spec.name == "players"));
    let name = many.expect("a game for more than two").info.name;
    for players in [3, 4] {
        browser.size(390, 844);
        let fields = json!({ "game": name, "option-players": players.to_string(), "opponent": "level1" });
        crate::begin(&mut browser, &server, &fields);
        browser.wait(READY);
        let what = format!("{name} for {players}");
        check_page(&mut browser, &what);
        let cards =
            "[...document.querySelectorAll('.card-spot')].map((card) => card.getAttribute('data-front'))";
        let others = browser.eval(cards);
        assert_eq!(others.as_array().map(Vec::len), Some(players - 1), "{what}: a card for everybody else");
        for other in others.as_array().expect("cards").iter().filter_map(Value::as_str) {
            browser.click(&format!(".card-spot[data-front='{other}']"));
            browser.wait(&format!("!{cards}.includes({other:?})"));
        }
        // A finger that goes across the cards turns them too.
        let before = browser.eval(cards);
        browser.touching();
        browser.swipe(".card-spot", 150.0);
        browser.wait(&format!("JSON.stringify({cards}) !== JSON.stringify({before})"));
        // What a button has brought is seen.
        browser.click("button[data-do=hint]");
        browser.wait("(() => { const hint = document.querySelector('ol.hint').getBoundingClientRect(); return hint.height > 0 && hint.top >= 0 && hint.bottom <= innerHeight; })()");
        let game = browser.eval("location.href");
        for (width, height) in [(1024, 768), (1600, 1000)] {
            browser.size(width, height);
            browser.visit(game.as_str().expect("an address"));
            browser.wait(READY);
            let board = browser.eval("(() => { const r = document.querySelector('svg.ludus').getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })()");
            let side = |at: usize| board[at].as_f64().expect("a number");
            assert!(side(0) >= 0.0 && side(1) >= 0.0, "{what} at {width}: {board}");
            assert!(
                side(2) <= f64::from(width) && side(3) <= f64::from(height),
                "{what} at {width}: {board}"
            );
        }
    }
    assert_content(&mut browser, &server);
}
