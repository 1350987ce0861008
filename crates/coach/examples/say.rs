//! Says what the coach says about a position: GAME OPTIONS(k=v,..) MOVES MOVE|- MS LANG.
use std::time::Duration;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options = args[1].split(',').filter(|s| !s.is_empty()).fold(game::Options::none(), |o, kv| {
        let (k, v) = kv.split_once('=').unwrap();
        o.with(k, v)
    });
    let games = registry::games();
    let family = games.find(&args[0]).unwrap();
    let mut board = if args[1].starts_with('@') {
        family.open_at(&game::Options::none(), &args[1][1..]).unwrap()
    } else {
        family.open(&options).unwrap()
    };
    for mv in args[2].split_whitespace() {
        if mv == "deal" {
            board.deal(&mut game::Rng::new(1));
            continue;
        }
        if let Some(n) = mv.strip_prefix("random") {
            let mut rng = game::Rng::new(n.parse().unwrap_or(1));
            for _ in 0..n.parse::<usize>().unwrap_or(1) {
                if board.deal(&mut rng).is_some() {
                    continue;
                }
                let mut bot = board.bot("level3", rng.bits()).unwrap();
                if board.over() {
                    break;
                }
                let t = bot
                    .think(
                        board.as_ref(),
                        &game::Control::new(game::Limits { nodes: Some(2000), ..Default::default() }),
                        table::Wanted::best(),
                    )
                    .unwrap();
                board.play(&t.mv).unwrap();
            }
            board.deal(&mut rng);
            continue;
        }
        board.play(mv).unwrap();
    }
    let mv = args.get(3).map(String::as_str).filter(|m| *m != "-");
    let ms: u64 = args.get(4).and_then(|t| t.parse().ok()).unwrap_or(2000);
    let lang = args.get(5).map_or("en", String::as_str).parse().unwrap();
    if let Some(p) = board.picture() {
        for row in p.text.rows() {
            println!("{}", row.iter().map(|(c, _)| *c).collect::<String>());
        }
    }
    println!("{}", board.position());
    if mv == Some("each") {
        let legal = board.legal();
        let step = (legal.len() / 10).max(1);
        for mv in legal.iter().step_by(step) {
            let q = ludus_coach::Question {
                lang,
                ..ludus_coach::Question::new(Some(mv), ludus_coach::Budget::Time(Duration::from_millis(ms)))
            };
            let e = ludus_coach::explain(board.as_ref(), &q).unwrap();
            println!("[{:?}] {}", e.class, e.text);
        }
        return;
    }
    let started = std::time::Instant::now();
    let e = ludus_coach::explain(
        board.as_ref(),
        &ludus_coach::Question {
            lang,
            ..ludus_coach::Question::new(mv, ludus_coach::Budget::Time(Duration::from_millis(ms)))
        },
    )
    .unwrap();
    println!("[{} {:?}] {}", e.mv, e.class, e.text);
    for r in &e.reasons {
        println!("   - {:?} {}", r.story, r.line.join(" "));
    }
    println!(
        "   verdict {:?} {:.2} {:.2} {}",
        e.verdict.exact,
        e.verdict.value,
        e.verdict.win,
        e.verdict.pv.join(" ")
    );
    println!("   best {:?}", e.best.iter().map(|b| &b.mv).collect::<Vec<_>>());
    for a in &e.alternatives {
        println!(
            "   alt {} {:?} {:.2} {:.2} {:?}: {}",
            a.judged.mv, a.relation, a.judged.verdict.value, a.judged.verdict.win, a.answer, a.text
        );
    }
    for r in &e.dropped {
        println!("   dropped {}", r.text);
    }
    println!("   {:?}", started.elapsed());
}
