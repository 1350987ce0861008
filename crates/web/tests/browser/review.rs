//! A game is lost, reviewed and looked through; what is kept is taken along and forgotten.

use serde_json::json;

use crate::chromium::{Chromium, serve};
use crate::{assert_content, begin, click_move, some_path};

#[test]
fn a_lost_game_is_reviewed_on_a_phone() {
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    let name = registry::games().all()[1].info.name;
    begin(&mut browser, &server, &json!({ "game": name, "opponent": "random" }));
    for pick in 0..3 {
        let path = some_path(&mut browser, pick).expect("a move");
        click_move(&mut browser, &path);
    }
    browser.wait(crate::READY);
    assert_eq!(browser.eval("document.querySelector('.end-card').hidden"), json!(true));
    browser.click("button[data-do=resign]");
    browser.click("button[data-do=resign]");
    browser.wait("!document.querySelector('.end-card').hidden");
    browser.click("form.ended button");
    browser.wait("document.querySelector('game-review')?.view?.stage === 'complete'");
    let made = browser.eval("document.querySelector('game-review').view.of");
    assert_eq!(browser.eval("document.querySelectorAll('.reviewed .class-sign').length"), made);
    let wide = browser.eval("document.documentElement.scrollWidth").as_u64();
    assert!(wide <= Some(390), "the page is wider than a phone: {wide:?}");

    // Keys step through the game; a line is played on the board and left again.
    browser.press("Home");
    browser.wait("document.querySelector('game-review').ply === 0");
    for _ in 0..2 {
        browser.press("ArrowRight");
    }
    browser.wait("document.querySelector('game-review').ply > 1 && document.querySelector('.verdict-text').textContent !== ''");
    // On to a move with a line of several moves.
    browser.eval("(() => { const review = document.querySelector('game-review'); return review.go(review.view.moves.find((move) => move.line.length > 1 && move.ply < review.view.moves.length).ply); })()");
    browser.wait("!document.querySelector('.line-steps').hidden");
    let before = browser.eval("document.querySelector('game-board svg').outerHTML");
    browser.eval("document.querySelector('.line-steps button:last-of-type').click()");
    browser.wait("document.querySelector('game-review').step > 0");
    browser.press("ArrowRight");
    browser.wait("document.querySelector('game-review').step === -1");
    assert_ne!(browser.eval("document.querySelector('game-board svg').outerHTML"), before);

    // A reload shows the same, complete and at the same move.
    let ply = browser.eval("document.querySelector('game-review').ply");
    let address = browser.eval("location.href");
    browser.visit(address.as_str().expect("an address"));
    browser.wait(&format!("document.querySelector('game-review')?.view?.stage === 'complete' && document.querySelector('game-review').ply === {ply}"));

    // Everything is forgotten on request.
    browser.visit(&format!("{server}/yours"));
    browser.click("input[name=sure]");
    browser.click("form.forget button");
    browser.wait("!document.querySelector('main').textContent.includes('1 review')");
    browser.visit(&format!("{server}/"));
    assert_eq!(browser.eval("document.querySelectorAll('a.row').length"), json!(0));
    assert_content(&mut browser, &server);
}
