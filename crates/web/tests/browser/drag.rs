//! Moves that are drawn from one place to another: by mouse and by finger, in every game that has such moves.

use serde_json::{Value, json};

use crate::chromium::{Chromium, Pointer, serve};
use crate::{READY, assert_content, begin};

/// A move of at least two places, the first two of which are seen whole and covered by nothing: its places, the longest way first.
const DRAWN: &str = "document.querySelector('game-board').paths.map(([, path]) => path).filter((path) => path.length > 1)
    .map((path) => [path, path.slice(0, 2).map((spot) => { const r = document.querySelector(`.hotspot[data-spot='${spot}']`).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })])
    .filter(([path, ends]) => ends.every(([x, y], at) => document.elementFromPoint(x, y)?.getAttribute('data-spot') === String(path[at])))
    .sort(([, a], [, b]) => Math.hypot(b[0][0] - b[1][0], b[0][1] - b[1][1]) - Math.hypot(a[0][0] - a[1][0], a[0][1] - a[1][1]))[0]?.[0] ?? null";

/// A game has moves of several places, or of one; of the latter there is nothing to draw, and a touch plays them.
#[test]
fn moves_are_drawn_by_mouse_and_by_finger() {
    let server = serve();
    let mut drawn: Vec<&str> = Vec::new();
    for pointer in [Pointer::Mouse, Pointer::Finger] {
        let mut browser = match pointer {
            Pointer::Mouse => Chromium::start(1280, 900),
            Pointer::Finger => Chromium::start(390, 844),
        };
        if pointer == Pointer::Finger {
            browser.touching();
        }
        for family in &registry::games().that_can("draw") {
            let name = family.info.name;
            begin(&mut browser, &server, &json!({ "game": name, "opponent": "human" }));
            browser.wait(READY);
            if browser
                .eval("document.querySelector('game-board').paths.every(([, path]) => path.length === 1)")
                == json!(true)
            {
                continue;
            }
            let Value::Array(path) = browser.eval(DRAWN) else { panic!("{name} shows no move to draw") };
            let place = |at: usize| format!(".hotspot[data-spot='{}']", path[at]);
            let before = browser.eval("[scrollY, document.querySelector('game-play').view.ply]");
            // Let go where it began, nothing has happened.
            browser.drag(pointer, &place(0), &place(0));
            browser.press("Escape");
            browser.drag(pointer, &place(0), &place(1));
            for at in 2..path.len() {
                browser.click(&place(at));
            }
            browser.wait(&format!("document.querySelector('game-play').view.ply > {}", before[1]));
            assert_eq!(browser.eval("scrollY"), before[0], "{name}: the page went along");
            assert_eq!(browser.eval("document.querySelectorAll('.dragged').length"), json!(0));
            drawn.push(name);
        }
        assert_content(&mut browser, &server);
    }
    let by_each = drawn.len() / 2;
    assert!(by_each >= 3 && drawn[..by_each] == drawn[by_each..], "{drawn:?}");
}
