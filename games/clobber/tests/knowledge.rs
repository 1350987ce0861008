//! The shipped knowledge: it loads clean, says what it should, is right where it claims to know, and plays.

use game::{Evaluate, Evaluator, Game, Options, Rng, Seat, Turn};
use infer::conform::{self, BackEnds, Case, Reader};
use ludus_clobber::{Clobber, State};

const PACK: &str = "clobber";

fn game(size: &str) -> Clobber {
    Clobber::new(&Options::none().with("size", size)).expect("a size on offer")
}

#[test]
fn the_text_is_clean_and_translated() {
    for size in ["2x2", "3x5", "5x6", "10x10"] {
        let kb = conform::load(&game(size), PACK);
        conform::clean(&kb);
        conform::translated(&kb);
    }
}

const SAID: &[Case<'_>] = &[
    ("XXO1/3X X", "", "own_turn", 220, "it is the turn of X"),
    ("XXO1/3X X", "", "own_play", 60, "our stone on A2 is in play"),
    ("XXO1/3X X", "", "other_play", -60, "the opponent's stone on C2 is in play"),
    ("XXO1/3X X", "", "other_alone", 90, "the opponent's stone on C2 stands alone at the front"),
    ("XXO1/3X O", "", "own_alone", -90, "our stone on C2 stands alone at the front"),
    ("XO/2 X", "A2B2", "last_word", 2000, "leaves the opponent without a move"),
    (
        "XO3/3XO/XO3 X",
        "A1B1",
        "last_pair",
        1000,
        "decides the game: 2 lonely pairs are left, an even number, and the opponent has to begin",
    ),
    (
        "XO3/3XO X",
        "A2B2",
        "first_pair",
        -1000,
        "1 lonely pair is left, an odd number: the opponent makes the last move",
    ),
    ("OXXXO/2O2 X", "C2C1", "drops_out", -60, "leaves 1 own stone out of play"),
    ("OXO1XO/6 X", "B2C2", "shuts_out", 60, "puts 1 stone of the opponent out of play"),
    ("XXO/2O X", "B2C2", "exposes", -90, "leaves 1 more own stone alone at the front"),
    ("XOX/1O1 X", "A2B2", "joins", 180, "leaves 2 fewer own stones alone at the front"),
    ("XOO/3 X", "A2B2", "isolates", 90, "leaves 1 more stone of the opponent alone at the front"),
    ("XO2/2XO X", "A2B2", "relieves", -90, "leaves 1 fewer stone of the opponent alone at the front"),
    ("OXXXO/2O2 X", "C2C1", "splits", 3, "splits the stones into groups"),
];

#[test]
fn rules_say_what_they_should() {
    conform::says::<Clobber>(PACK, SAID);
    // The side to move is whose view it is, so that the turn is never the other's here.
    let shown = SAID.iter().map(|case| case.2).chain(["other_turn"]);
    conform::complete(&conform::load(&game("5x6"), PACK), shown);
}

fn both_back_ends_agree<B: game::bits::Word>(size: &str, positions: usize) {
    let game = game(size);
    let mut back_ends = BackEnds::<_, B>::new(&game, PACK);
    let mut rng = Rng::new(5);
    for _ in 0..positions {
        back_ends.check(&conform::stroll(&game, 60, &mut rng).0);
    }
}

#[test]
fn words_and_tuples_agree() {
    both_back_ends_agree::<u64>("5x6", 100);
    both_back_ends_agree::<u128>("10x10", 20);
    conform::opposite(&game("5x6"), PACK, 20, 50, 3);
}

/// The scores are the evaluation, said in rules.
#[test]
fn scores_agree_with_the_evaluation() {
    let game = game("5x6");
    let evaluator = game.evaluator("support").expect("the evaluation");
    let mut reader = Reader::new(&game, PACK);
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let state = conform::unfinished(&game, 25, &mut rng);
        reader.see(&state);
        let sign = if state.side() == Seat::FIRST { 1 } else { -1 };
        assert_eq!(reader.engine.score(), sign * evaluator.value(&game, &state), "{}", game.write(&state));
    }
}

/// Whether the side to move wins, by trying everything.
fn wins_by_force(game: &Clobber, state: &State) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().any(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        !wins_by_force(game, &next)
    })
}

#[test]
fn what_rules_call_decided_is_decided() {
    let game = game("4x4");
    let mut reader = Reader::new(&game, PACK);
    let (mut rng, mut seen, mut moves) = (Rng::new(8), [0; 3], Vec::new());
    for _ in 0..150 {
        let mut state = game.start();
        while let Turn::Player(_) = game.turn(&state) {
            reader.see(&state);
            game.moves(&state, &mut moves);
            // Early positions are too many to try and decide nothing.
            for &mv in moves.iter().filter(|_| moves.len() < 8) {
                let mut after = state;
                game.play(&mut after, mv);
                for reason in reader.reasons(&state, mv, "en") {
                    let claims = ["last_word", "last_pair", "first_pair"];
                    let Some(claim) = claims.iter().position(|&rule| rule == reason.rule) else { continue };
                    let at = format!("{} in {}", game.write_move(&state, mv), game.write(&state));
                    assert_eq!(wins_by_force(&game, &after), claim == 2, "{at}");
                    seen[claim] += 1;
                }
            }
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
    assert!(seen.iter().all(|&times| times > 5), "each claim is made a few times: {seen:?}");
}

#[test]
fn rules_alone_beat_random_play() {
    let [first, second] = conform::duel(&mut Reader::new(&game("5x6"), PACK), 20, conform::random);
    let won = first.wins + second.wins;
    println!("{won} of 40 against random");
    assert!(won >= 32, "{won} of 40 against random");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    conform::survives_noise(&game("3x3"), PACK, 10_000, 2);
}
