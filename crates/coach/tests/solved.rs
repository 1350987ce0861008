//! In solved territory: verdicts are proved, nothing that keeps the result is blamed, nothing that loses it passes, and every line can be replayed.

use std::path::PathBuf;

use game::{Control, Limits, Options, Rng};
use ludus_coach::{Budget, Class, Explanation, Question, Reason, Relation, explain};
use table::expert::Lang;
use table::{Best, Games, Match, Means};

/// Enough for the solver on these boards.
const NODES: Budget = Budget::Nodes(400_000);

/// How many random positions of each line, and how many moves of each.
const POSITIONS: u64 = 4;
const MOVES: usize = 6;

/// Every board of the games' lists, after random moves.
fn positions(games: &Games) -> Vec<Box<dyn Match>> {
    let mut all = Vec::new();
    for family in games {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games").join(family.info.name);
        let Ok(text) = std::fs::read_to_string(folder.join("coach.txt")) else { continue };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (options, plies) = line.split_once(' ').expect("options and a number");
            let pair = |pair: &str| pair.split_once('=').map(|(a, b)| (a.to_string(), b.to_string()));
            let options = options.split(',').filter_map(pair);
            let options = options.fold(Options::none(), |all, (name, value)| all.with(&name, &value));
            for seed in 1..=POSITIONS {
                let mut board = family.open(&options).expect("a board of the list");
                let mut rng = Rng::new(seed);
                for _ in 0..plies.trim().parse().expect("a number") {
                    let legal = board.legal();
                    if let Some(mv) = legal.get(rng.below(legal.len().max(1))) {
                        board.play(mv).expect("a legal move");
                    }
                }
                if board.to_move().is_some() {
                    all.push(board);
                }
            }
        }
    }
    all
}

/// The true value of a move for its mover: who wins (1, 0, -1), then points.
fn truth(board: &dyn Match, mv: &str) -> (i32, i32) {
    let seat = board.to_move().expect("somebody to move");
    let mut after = board.fork();
    after.play(mv).expect("a legal move");
    if let Some(ending) = after.ending() {
        let result = match ending.winners.as_slice() {
            [winner] if *winner == seat + 1 => 1,
            [_] => -1,
            _ => 0,
        };
        let margin = ending.scores[seat] - ending.scores[1 - seat];
        let points = matches!(board.info().objective, game::Objective::Points(_));
        return (result, if points { margin } else { result });
    }
    let control = Control::new(Limits::default());
    let solved = after.solve(Means::memory(16 << 20), &control, Best::Any).expect("a solved position");
    let result = match solved.winner {
        Some(winner) if winner == seat + 1 => 1,
        Some(_) => -1,
        None => 0,
    };
    let same = after.to_move() == Some(seat);
    (result, if same { solved.value } else { -solved.value })
}

fn check(board: &dyn Match, told: &Explanation, values: &[(String, (i32, i32))]) {
    let value = |mv: &str| values.iter().find(|(known, _)| known == mv).expect("a legal move").1;
    let best = values.iter().map(|(_, value)| *value).max().expect("a legal move");
    let own = value(&told.mv);
    let place = format!("{} {}: {}", board.position(), told.mv, told.text);
    assert!(told.verdict.exact, "not proved: {place}");
    assert_eq!(
        (told.verdict.value, 2.0 * told.verdict.win - 1.0),
        (f64::from(own.1), f64::from(own.0)),
        "{place}"
    );
    for judged in &told.best {
        assert_eq!(value(&judged.mv), best, "not best: {} in {place}", judged.mv);
    }
    assert_eq!(told.best.iter().any(|judged| judged.mv == told.mv), own == best, "{place}");
    let blamed = matches!(told.class, Class::Mistake | Class::Blunder | Class::MissedWin);
    assert_eq!(blamed, own.0 < best.0, "{:?} for {place}", told.class);
    if own == best {
        assert!(matches!(told.class, Class::Best | Class::OnlyMove), "{:?} for {place}", told.class);
    }
    let only = values.iter().filter(|(_, value)| value.0 == best.0).count() == 1 && own.0 == best.0;
    assert!(told.class == Class::OnlyMove || !only || own.0 < 1, "only move not named: {place}");
    if own.0 < best.0 {
        assert!(told.statement.contains(&told.best[0].mv), "the better move is not named: {place}");
        assert!(!told.reasons.is_empty(), "no refutation: {place}");
    }
    for other in &told.alternatives {
        let relation = match value(&other.judged.mv).cmp(&own) {
            std::cmp::Ordering::Less => Relation::Worse,
            std::cmp::Ordering::Equal => Relation::Equal,
            std::cmp::Ordering::Greater => Relation::Better,
        };
        assert_eq!(other.relation, relation, "{} in {place}", other.judged.mv);
    }
    for reason in told.reasons.iter().filter(|reason| reason.pass.is_none()) {
        assert!(!reason.text.is_empty() && !reason.line.is_empty(), "{reason:?} in {place}");
        let mut ahead = board.fork();
        for mv in &reason.line {
            ahead.play(mv).unwrap_or_else(|error| panic!("{error} in {reason:?} of {place}"));
        }
    }
    assert!(told.reasons.len() <= 3, "{place}");
}

#[test]
fn verdicts_are_true_where_everything_is_known() {
    let games = registry::games();
    let mut looked = 0;
    for board in positions(&games) {
        let legal = board.legal();
        let values: Vec<_> = legal.iter().map(|mv| (mv.clone(), truth(board.as_ref(), mv))).collect();
        let chosen = explain(board.as_ref(), &Question::new(None, NODES)).expect("an explanation");
        check(board.as_ref(), &chosen, &values);
        assert!(matches!(chosen.class, Class::Best | Class::OnlyMove), "{}", chosen.text);
        for mv in legal.iter().step_by(legal.len().div_ceil(MOVES)) {
            let told = explain(board.as_ref(), &Question::new(Some(mv), NODES)).expect("an explanation");
            assert_eq!(&told.mv, mv);
            check(board.as_ref(), &told, &values);
            looked += 1;
        }
    }
    assert!(looked >= 100, "only {looked} moves were looked at");
}

/// Where the board looks the same from two sides, so do the verdicts: a mirror image of the best move is no worse, and none is listed beside it.
#[test]
fn mirror_images_are_one_move() {
    for family in &registry::games() {
        let board = family.open(&Options::none()).expect("usual options");
        let Some(images) = board.told().filter(|_| board.to_move().is_some()) else { continue };
        let ask = |mv: Option<&str>| {
            explain(board.as_ref(), &Question::new(mv, Budget::Nodes(20_000))).expect("an explanation")
        };
        let best = ask(None);
        let of = |mv: &String| images.images(std::slice::from_ref(mv)).concat();
        for other in &best.alternatives {
            assert!(!of(&best.mv).contains(&other.judged.mv), "{} beside {}", other.judged.mv, best.text);
        }
        let line = images.images(&best.verdict.pv).into_iter().find(|line| line[0] != best.mv);
        let Some(line) = line else { continue };
        let twin = ask(Some(&line[0]));
        assert!(matches!(twin.class, Class::Best | Class::OnlyMove), "{} after {}", twin.text, best.text);
        let mut ahead = board.fork();
        line.iter().for_each(|mv| assert!(ahead.play(mv).is_ok(), "{line:?}"));
    }
}

/// What is said to be met cannot be done any more, and what is said to be overlooked can: threats are tried out.
#[test]
fn threats_are_what_they_are_said_to_be() {
    let mut counts = [0, 0];
    let games = registry::games();
    for (family, seed) in games.all().iter().flat_map(|family| (1..=6).map(move |seed| (family, seed))) {
        let mut board = family.open(&Options::none()).expect("usual options");
        let mut rng = Rng::new(seed);
        for _ in 0..14 {
            while board.deal(&mut rng).is_some() {}
            let legal = board.legal();
            board.play(&legal[rng.below(legal.len())]).expect("a legal move");
        }
        while board.deal(&mut rng).is_some() {}
        for _ in 0..4 {
            let legal = board.legal();
            let mv = &legal[rng.below(legal.len())];
            let question = Question::new(Some(mv), Budget::Nodes(10_000));
            let told = explain(board.as_ref(), &question).expect("an explanation");
            let found = told.reasons.iter().chain(told.dropped.iter().flatten());
            for reason in found.filter(|reason| reason.pass == Some(0)) {
                let met = reason.text.contains("meets the threat");
                let stands = stands(board.as_ref(), mv, reason);
                assert_eq!(met, !stands, "{} in {}", reason.text, board.position());
                counts[usize::from(met)] += 1;
            }
        }
    }
    assert!(counts.iter().sum::<i32>() > 0, "nobody threatens anything");
}

/// Whether the moves of a threat can be played after a move, and the same kind of thing happens.
fn stands(board: &dyn Match, mv: &str, threat: &Reason) -> bool {
    let mut after = board.fork();
    after.play(mv).expect("a legal move");
    let begun = after.moves().len();
    if !threat.line.iter().all(|mv| after.play(mv).is_ok()) {
        return false;
    }
    let told = after.told().expect("a game with stories");
    let kind = threat.story.as_deref();
    (begun..after.moves().len()).any(|ply| told.story(ply).iter().any(|event| Some(event.kind) == kind))
}

#[test]
fn every_language_says_the_same() {
    let games = registry::games();
    for board in positions(&games).iter().step_by(3) {
        let legal = board.legal();
        let mv = &legal[legal.len() / 2];
        let ask = |lang| {
            let question = Question { lang, ..Question::new(Some(mv), NODES) };
            explain(board.as_ref(), &question).expect("an explanation")
        };
        let [english, serbian, portuguese] = [Lang::En, Lang::Sr, Lang::Pt].map(ask);
        for other in [&serbian, &portuguese] {
            assert_eq!(english.verdict, other.verdict);
            assert_eq!(english.class, other.class);
            assert_eq!(english.reasons.len(), other.reasons.len());
            for (a, b) in english.reasons.iter().zip(&other.reasons) {
                assert_eq!((&a.story, &a.line), (&b.story, &b.line));
                assert_ne!(a.text, b.text);
            }
            for text in [&other.text, &other.statement] {
                assert!(!text.contains('{') && !text.contains("  "), "{text}");
                assert!(!text.contains(" the ") && !text.contains("proved"), "{text}");
            }
        }
        assert!(english.text.starts_with(&english.statement));
    }
}

#[test]
fn scripts_find_their_fields() {
    let games = registry::games();
    let board = positions(&games).into_iter().next().expect("a position");
    let told = explain(board.as_ref(), &Question::new(None, NODES)).expect("an explanation");
    let json = serde_json::to_value(&told).expect("plain data");
    for field in ["move", "text", "verdict", "best", "class", "reasons", "alternatives"] {
        assert!(json.get(field).is_some(), "no {field} in {json}");
    }
    for field in ["exact", "value", "win", "winner", "pv"] {
        assert!(json["verdict"].get(field).is_some(), "no {field} in the verdict of {json}");
        assert!(json["best"][0].get(field).is_some(), "no {field} in the best of {json}");
        assert!(json["alternatives"][0].get(field).is_some(), "no {field} in the alternatives of {json}");
    }
    for field in ["move", "relation", "answer", "text"] {
        assert!(json["alternatives"][0].get(field).is_some(), "no {field} in the alternatives of {json}");
    }
    assert!(explain(board.as_ref(), &Question::new(Some("nonsense"), NODES)).is_err());
}

#[test]
fn without_time_nothing_is_judged() {
    for family in &registry::games().that_can("draw") {
        let mut board = family.open(&Options::none()).expect("the usual board");
        while board.to_move().is_none() {
            board.deal(&mut Rng::new(1)).expect("a deal");
        }
        for mv in [None, board.legal().last().map(String::as_str)] {
            let told = explain(board.as_ref(), &Question::new(mv, Budget::Nodes(0))).expect("an explanation");
            assert!(told.statement.contains("only a guess"), "{}: {}", family.info.name, told.statement);
            assert!(told.alternatives.is_empty() && told.class == Class::Good, "{told:?}");
        }
    }
}
