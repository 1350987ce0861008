//! Two browsers at one game: each moves for its own seat, both see everything.

use serde_json::json;

use crate::chromium::{Chromium, Reach, serve_to};
use crate::{assert_content, begin, click_move, some_path};

#[test]
fn two_browsers_share_a_game_by_link() {
    let server = serve_to(Reach::Network);
    let mut ana = Chromium::start(1024, 900);
    let mut bo = Chromium::start(390, 844);
    let name = registry::games().all()[1].info.name;
    begin(&mut ana, &server, &json!({ "game": name, "opponent": "guest" }));
    let link = ana.eval("document.querySelector('.link-to-keep a').href");

    // Bo looks on until he sits down; Ana sees it without a reload.
    bo.visit(link.as_str().expect("a link"));
    bo.eval("localStorage.setItem('speed', 'none')");
    bo.wait("document.querySelector('game-play').view !== undefined");
    assert_eq!(bo.eval("document.querySelector('game-board').paths.length"), json!(0));
    bo.click("form.sit button");
    bo.wait("document.querySelector('form.sit') === null");
    ana.wait("document.querySelectorAll('.who strong')[1].textContent === 'Person'");

    for turn in 0..3 {
        for browser in [&mut ana, &mut bo] {
            let path = some_path(browser, turn).expect("a move");
            click_move(browser, &path);
            assert_eq!(browser.eval("document.querySelector('game-board').paths.length"), json!(0));
        }
    }
    let moves = "document.querySelector('game-play').view.moves.length";
    ana.wait(&format!("{moves} === 6"));
    assert_eq!(bo.eval(moves), json!(6));
    for browser in [&mut ana, &mut bo] {
        assert_content(browser, &server);
    }
}
