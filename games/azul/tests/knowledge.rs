//! The shipped knowledge: it loads clean, gives the points of its tables, says what is true, and plays.

#![allow(clippy::unwrap_used)]

mod expert;

use azul::Azul;
use expert::{Expert, load};
use game::facts::EventLog;
use game::{Game, Greedy, Rng, Seat, Turn};
use ludus_azul as azul;

const PACKS: [&str; 2] = ["azul", "aizul"];

fn check_text<const N: usize>(pack: &str) {
    let kb = load::<N>(pack);
    assert!(kb.warnings().list().is_empty(), "{pack}: {}", kb.warnings().render());
    for lang in ["sr", "pt"] {
        assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "{pack} in {lang}");
    }
    assert!(kb.rules().count() >= 12);
}

#[test]
fn the_texts_are_clean_and_translated() {
    for pack in PACKS {
        check_text::<2>(pack);
        check_text::<3>(pack);
        check_text::<4>(pack);
    }
}

const EXAMPLE: &str = "c 4 1 1 RR/BBB/-/-/- *YK 4.4.4.4.4 7.12.8.14.12 45:B4/1B3/5/3B1/5:-/-/B2/-/-:WWWYY \
                       42:2R2/3R1/4R/1KWBY/5:-/-/-/R3/-:-";

/// Language, and the sentences for blocking the row, the colour and the end of the game.
const EXAMPLE_SAYS: [(&str, [&str; 3]); 3] = [
    (
        "en",
        [
            "blocks row 4 of player 2, who needs 1 more red there: 0 tiles of red will be left on the table",
            "player 2 could complete red in 2 rounds (+10 at the end; missing in rows 4, 5). Blocking: no tile of it is left on the table",
            "player 2 could complete row 4 in 1 round and end the game (missing red), while you lead by only 3. Blocking red: no tile of it is left on the table",
        ],
    ),
    (
        "sr",
        [
            "blokira red 4 igrača 2, kome tu nedostaje još 1 (boja: crvena): na stolu te boje ostaje 0",
            "igrač 2 bi mogao da dovrši crvenu boju za 2 runde (+10 na kraju; nedostaje u redovima 4, 5). Blokiranje: na stolu te boje više nema",
            "igrač 2 bi mogao da dovrši red 4 za 1 rundu i završi partiju (nedostaje crvena), a prednost ti je samo 3 poena. Blokiranje crvene boje: na stolu je više nema",
        ],
    ),
    (
        "pt",
        [
            "bloqueia a linha 4 do jogador 2, a quem falta 1 lá (cor: vermelha): na mesa restam 0 dessa cor",
            "o jogador 2 poderia completar a cor vermelha em 2 rodadas (+10 no fim; falta nas linhas 4, 5). Bloqueio: não resta essa cor na mesa",
            "o jogador 2 poderia completar a linha 4 em 1 rodada e encerrar o jogo (falta vermelha), e você lidera por apenas 3. Bloqueio da cor vermelha: não resta nenhuma na mesa",
        ],
    ),
];

#[test]
fn the_worked_example_comes_out_in_three_languages() {
    let game = Azul::<2>;
    let state = game.read(EXAMPLE).unwrap();
    let mut expert = Expert::<2>::new("aizul");
    let best = expert.choose(&state, &EventLog::default());
    assert_eq!(game.write_move(&state, best), "1R2");
    for (lang, sentences) in EXAMPLE_SAYS {
        let reasons = expert.reasons(&state, best, lang);
        for (rule, sentence) in ["blocks_row", "stops_colour", "stops_row_narrow"].into_iter().zip(sentences)
        {
            let found: Vec<&str> =
                reasons.iter().filter(|r| r.rule == rule).map(|r| r.text.as_str()).collect();
            assert_eq!(found, [sentence], "{rule} in {lang}");
        }
    }
}

/// Plays a game; the expert has the first seat or the second, and the other player is given. 2 for a win, 1 for a draw.
fn play(expert: &mut Expert<2>, seat: Seat, seed: u64, mut other: impl FnMut(&azul::State<2>, &mut Rng) -> azul::Move) -> u32 {
    let (game, mut rng) = (Azul::<2>, Rng::new(seed));
    let (start, mut played) = (game.start(), Vec::new());
    let (mut state, mut log, mut moves) = (start, EventLog::default(), Vec::new());
    loop {
        let mv = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample(&state, &mut rng, &mut moves),
            Turn::Player(mover) if mover == seat => {
                log.clear();
                azul_log(&start, &played, &mut log);
                expert.choose(&state, &log)
            }
            Turn::Player(_) => other(&state, &mut rng),
        };
        played.push(mv);
        game.play(&mut state, mv);
    }
    let winners = game.outcome(&state).winners;
    match (winners.contains(seat), winners.contains(seat.other())) {
        (true, false) => 2,
        (true, true) => 1,
        _ => 0,
    }
}

fn azul_log(start: &azul::State<2>, moves: &[azul::Move], log: &mut EventLog) {
    game::facts::Describe::event_log(&Azul::<2>, start, moves, log);
}

fn random(state: &azul::State<2>, rng: &mut Rng) -> azul::Move {
    let mut moves = Vec::new();
    Azul::<2>.moves(state, &mut moves);
    rng.pick(&moves).unwrap()
}

fn naive(state: &azul::State<2>, rng: &mut Rng) -> azul::Move {
    let mut moves = Vec::new();
    Azul::<2>.moves(state, &mut moves);
    let best = moves.iter().map(|&mv| Azul::<2>.gain(state, mv)).max().unwrap();
    moves.retain(|&mv| Azul::<2>.gain(state, mv) == best);
    rng.pick(&moves).unwrap()
}

/// The share of points in per cent over games from both seats.
fn share(pack: &str, games: u64, other: fn(&azul::State<2>, &mut Rng) -> azul::Move) -> f64 {
    let mut expert = Expert::<2>::new(pack);
    let won: u32 = (0..games).map(|seed| play(&mut expert, Seat::new((seed % 2) as usize), seed / 2, other)).sum();
    50.0 * f64::from(won) / games as f64
}

#[test]
fn rules_alone_beat_chance() {
    for pack in PACKS {
        let share = share(pack, 20, random);
        assert!(share >= 95.0, "{pack}: {share} %");
    }
}

#[test]
fn rules_alone_hold_against_the_naive_player() {
    let games = std::env::var("LUDUS_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    for (pack, at_least) in PACKS.into_iter().zip([60.0, 45.0]) {
        let started = std::time::Instant::now();
        let share = share(pack, games, naive);
        println!("{pack}: {share} % of {games} games in {:?}", started.elapsed());
        assert!(share >= at_least, "{pack}: {share} %");
    }
}
