//! Makes pictures of every page at three widths: `cargo run -p ludus-web --example screenshots -- docs/screenshots`.

#[allow(dead_code, reason = "the driver serves other programs too")]
#[path = "../tests/browser/chromium.rs"]
mod chromium;

use std::path::Path;
use std::process::{Command, Stdio};

use chromium::{Chromium, serve};

/// Widths and heights: a phone, a tablet, a wide screen.
const SIZES: [(u32, u32); 3] = [(390, 844), (1024, 800), (1600, 1000)];

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/screenshots".into());
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let server = serve();
    let mut browser = Chromium::start(1024, 800);
    browser.prefer("light");
    let addresses = prepare(&mut browser, &server);
    for (width, height) in SIZES {
        browser.size(width, height);
        for (name, address) in &addresses {
            for colours in ["light", "dark"] {
                if colours == "dark" && width != 1600 {
                    continue;
                }
                browser.prefer(colours);
                browser.visit(address);
                std::thread::sleep(std::time::Duration::from_millis(if name.starts_with("analyse") {
                    2_500
                } else {
                    300
                }));
                let dark = if colours == "dark" { "-dark" } else { "" };
                save(&folder.join(format!("{name}-{width}{dark}.png")), &browser.screenshot());
            }
        }
    }
}

/// Plays a few moves of every game and gives the pages to look at.
fn prepare(browser: &mut Chromium, server: &str) -> Vec<(String, String)> {
    let mut addresses = Vec::new();
    browser.visit(&format!("{server}/"));
    for family in table::families() {
        let name = family.info.name;
        let script = format!(
            "(async () => {{
                const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }});
                const game = (await send('/games', {{ game: '{name}' }})).url;
                for (let n = 0; n < 5; n++) {{
                    let state;
                    do {{ state = await (await fetch(game + '/state')).json(); }} while (state.thinking);
                    if (state.over) break;
                    const hint = await (await send(game + '/hint', {{}})).json();
                    await send(game + '/move', {{ move: hint.move, ply: state.ply }});
                }}
                const study = (await send(game + '/analyse', {{}})).url;
                return [game, study];
            }})()"
        );
        let made = browser.eval(&script);
        for (kind, index) in [("play", 0), ("analyse", 1)] {
            addresses.push((format!("{kind}-{name}"), made[index].as_str().expect("an address").to_string()));
        }
    }
    let first = table::families()[0].info.name;
    for (name, path) in [
        ("home", String::new()),
        ("setup", format!("new/{first}")),
        ("rules", format!("rules/{first}")),
        ("editor", format!("editor/{first}")),
        ("trouble", "nowhere".into()),
    ] {
        addresses.push((name.to_string(), format!("{server}/{path}")));
    }
    addresses
}

/// Writes a picture that came in base 64, with the system's own decoder.
fn save(path: &Path, base64: &str) {
    use std::io::Write;
    let file = std::fs::File::create(path).expect("the file can be made");
    let mut decoder =
        Command::new("base64").arg("-d").stdin(Stdio::piped()).stdout(file).spawn().expect("base64 is there");
    decoder.stdin.take().expect("a pipe").write_all(base64.as_bytes()).expect("base64 reads");
    assert!(decoder.wait().is_ok_and(|status| status.success()), "{}", path.display());
}
