//! Pages for everybody: no complaint of the accessibility checker, and nothing wider than a phone.

use serde_json::{Value, json};

use crate::chromium::{Chromium, serve};
use crate::{assert_content, begin, click_move, cup, npm, some_path};

/// Violations, one line each.
const RUN: &str = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' | ')}`))";

/// A page that is not there.
const TROUBLE: &str = "nowhere";

#[test]
fn no_page_has_a_barrier() {
    let axe =
        std::fs::read_to_string(npm::modules().join("axe-core/axe.min.js")).expect("the checker is there");
    let server = serve();
    let mut browser = Chromium::start(390, 844);
    browser.prefer("light");
    let first = registry::games().all()[0].info.name;
    begin(&mut browser, &server, &json!({ "game": first, "opponent": "expert", "seat": "2" }));
    browser.eval("localStorage.setItem('why', 'yes')");
    let game = browser.eval("location.href");
    let study = browser.eval(
        "fetch(location.pathname + '/analyse', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((a) => a.url)",
    );
    let path = some_path(&mut browser, 1).expect("a move");
    click_move(&mut browser, &path);
    let review = browser.eval(
        "fetch(location.pathname + '/review', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((a) => a.url)",
    );
    let mut pages: Vec<String> =
        [game, study, review].iter().map(|url| url.as_str().expect("a page").to_string()).collect();
    cup::lay_out();
    for path in [
        "",
        "new/{}",
        "rules/{}",
        "editor/{}",
        "lab/{}",
        "tournaments",
        "reviews",
        "learn",
        "practice",
        "practice/{}",
        "yours",
        "statistics",
        "games",
        "offline",
        "learn/{}",
        "tournament/cup",
        "tournament/cup/meeting/1/2",
        "tournament/cup/game/0/0?ply=3",
        TROUBLE,
        "new/{}?position=nonsense",
    ] {
        pages.push(format!("{server}/{}", path.replace("{}", first)));
    }
    let mut barriers: Vec<String> = Vec::new();
    for (colours, width) in [("light", 390), ("dark", 1280)] {
        browser.prefer(colours);
        browser.size(width, 900);
        for page in &pages {
            browser.visit(page);
            browser.wait("document.querySelector('game-play') === null || document.querySelector('.answer')?.hidden === false");
            browser.eval(&axe);
            let found = browser.eval(RUN);
            let texts = found.as_array().expect("a list").iter().filter_map(Value::as_str);
            barriers.extend(texts.map(|text| format!("{page} ({colours}): {text}")));
            let wide = browser.eval("document.documentElement.scrollWidth").as_u64();
            assert!(wide <= Some(u64::from(width)), "{page} is {wide:?} wide on a screen of {width}");
        }
    }
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
    browser.complaints.retain(|complaint| !complaint.contains(TROUBLE) && !complaint.contains("nonsense"));
    assert_content(&mut browser, &server);
}

/// What is written on buttons, links and headings and reaches beyond them.
const CUT_OFF: &str = "[...document.querySelectorAll('button, .button, summary, label, h1, h2, legend, th, .top a')]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 2)
    .filter((part) => { const text = document.createRange(); text.selectNodeContents(part);
        const [inner, outer] = [text.getBoundingClientRect(), part.getBoundingClientRect()];
        return inner.width > outer.width + 0.5 || inner.left < outer.left - 1 || inner.right > outer.right + 1; })
    .map((part) => part.textContent.trim())";

/// Words are of different lengths in every language; none is cut off on any screen.
#[test]
fn no_word_is_cut_off_in_any_language() {
    let server = serve();
    let mut browser = Chromium::start(1024, 768);
    browser.prefer("light");
    let mut pages: Vec<String> =
        ["", "learn", "practice", "yours", "statistics", "reviews", "tournaments"].map(String::from).into();
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        begin(&mut browser, &server, &json!({ "game": name, "opponent": "human" }));
        let game = browser.eval("location.pathname");
        pages.push(game.as_str().expect("a path").trim_start_matches('/').to_string());
    }
    let first = registry::games().all()[0].info.name;
    pages
        .extend(["new", "editor", "practice", "learn", "lab", "rules"].map(|kind| format!("{kind}/{first}")));
    let mut cut: Vec<String> = Vec::new();
    for lang in ["en", "sr", "pt"] {
        browser.speak(&server, lang);
        for page in &pages {
            browser.size(1600, 1000);
            browser.visit(&format!("{server}/{page}"));
            for (width, height) in [(1600, 1000), (1024, 768), (390, 844)] {
                browser.size(width, height);
                let found = browser.eval(CUT_OFF);
                if found != json!([]) {
                    cut.push(format!("/{page} at {width}, {lang}: {found}"));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
    assert_content(&mut browser, &server);
}
