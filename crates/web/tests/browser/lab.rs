//! The rules lab: a weight changed, an error made and mended, a pack kept and played against.

use serde_json::json;

use crate::chromium::{Chromium, serve};
use crate::{assert_content, begin};

const EDIT: &str = "const t = document.querySelector('rules-lab textarea'); const set = (text) => { t.value = text; t.dispatchEvent(new Event('input')); };";

#[test]
fn rules_are_changed_checked_kept_and_played_by() {
    let server = serve();
    let mut browser = Chromium::start(1600, 1000);
    let name = registry::games().all()[1].info.name;
    browser.visit(&format!("{server}/lab/{name}"));
    browser.wait("document.querySelectorAll('.ranking details').length > 3");
    let best = browser.eval("document.querySelector('rules-lab').view.moves[0].points");

    // An error is named with its place, and the ranking of the last good text stays.
    browser
        .eval(&format!("(() => {{ {EDIT} window.good = t.value; set(t.value + '\\nrule nonsense('); }})()"));
    browser.wait("document.querySelectorAll('.remarks .error').length > 0");
    assert_eq!(
        browser.eval("/^\\d+:\\d+$/.test(document.querySelector('.remarks .error b').textContent) && document.querySelector('.gutter b') !== null"),
        json!(true)
    );
    browser.click(".remarks .error button");
    assert_eq!(browser.eval("document.activeElement.name"), json!("text"));
    assert_eq!(browser.eval("document.querySelectorAll('.ranking details').length > 3"), json!(true));

    // A broken text is not kept.
    browser.eval("document.querySelector('input[name=name]').value = 'browser-made'");
    browser.click("button[data-do=save]");
    browser.wait("document.querySelectorAll('.remarks .error').length > 0");
    assert_eq!(
        browser.eval("fetch(location.pathname + '/pack/browser-made').then((answer) => answer.status)"),
        json!(404)
    );
    browser.complaints.clear();

    // A rule of one's own shows in points and reasons.
    browser.eval(&format!(
        "(() => {{ {EDIT} set(window.good.replace(/^weight (\\w+) = (\\d+)/gm, (_, name, n) => `weight ${{name}} = ${{Number(n) + 100}}`)); }})()"
    ));
    browser.wait("document.querySelectorAll('.remarks .error').length === 0");
    let changed = browser.eval("document.querySelector('rules-lab textarea').value !== window.good");
    assert_eq!(changed, json!(true), "the text has no weight to change");
    browser.wait(&format!("document.querySelector('rules-lab').view.ok && document.querySelector('rules-lab').view.moves[0].points !== {best}"));

    browser.click("button[data-do=save]");
    browser.wait("new URLSearchParams(location.search).get('pack') === 'browser-made' && document.querySelectorAll('.ranking details').length > 3");
    browser.visit(&format!("{server}/new/{name}?pack=browser-made"));
    assert_eq!(
        browser.eval("document.querySelector('input[name=opponent]:checked').value"),
        json!("expert:pack=browser-made")
    );
    begin(
        &mut browser,
        &server,
        &json!({ "game": name, "opponent": "expert:pack=browser-made", "seat": "2" }),
    );
    browser.wait("document.querySelector('game-play').view.ply === 1");
    browser.click("button[data-do=why]");
    browser.wait("document.querySelector('why-panel').view?.pack === 'browser-made'");
    assert_content(&mut browser, &server);
}
