//! Reviews of whole games: every move once, the same whatever the number of threads, and resumable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{Control, Limits, Rng};
use ludus_coach::{Budget, Class, Notes, Plan, Progress, Review, Reviewed, review};
use table::{Games, Match, Wanted};

const NODES: u64 = 60_000;

/// A short game of every family: its beginning, played at random by one side and by level 2 on the other.
fn games_played(games: &Games, plies: usize) -> Vec<Box<dyn Match>> {
    let mut all = Vec::new();
    for family in games {
        let mut board = family.open(&game::Options::none()).expect("a game by default");
        let mut rng = Rng::new(7);
        let mut bot = board.named_bot("level2", 1).expect("a level");
        for ply in 0..plies {
            while board.deal(&mut rng).is_some() {}
            if board.to_move().is_none() {
                break;
            }
            let legal = board.legal();
            let control = Control::new(Limits { nodes: Some(500), ..Limits::default() });
            let mv = match ply % 3 {
                0 => legal[rng.below(legal.len())].clone(),
                _ => bot.think(board.as_ref(), &control, Wanted::best()).expect("a move").mv,
            };
            board.play(&mv).expect("a legal move");
        }
        all.push(board);
    }
    all
}

fn plan(threads: usize) -> Plan {
    Plan { threads, ..Plan::new(Budget::Nodes(NODES)) }
}

fn reviewed(board: &dyn Match, plan: &Plan, notes: &mut Notes) -> Review {
    review(board, plan, notes, &mut |_| ()).expect("a review")
}

#[test]
fn every_move_is_looked_at_whatever_the_threads() {
    let games = registry::games();
    for board in games_played(&games, 10) {
        let one = reviewed(board.as_ref(), &plan(1), &mut Notes::default());
        let two = reviewed(board.as_ref(), &plan(2), &mut Notes::default());
        assert_eq!(one, two, "{}", board.info().name);
        let played = board.movers().iter().filter(|mover| mover.is_some()).count();
        assert_eq!(one.moves.len(), played);
        assert!(one.complete && one.moments.len() <= 3);
        assert_eq!(one.players.len(), board.seat_names().len());
        assert_eq!(one.luck.is_some(), board.movers().contains(&None));
        for (moved, next) in one.moves.iter().zip(one.moves.iter().skip(1)) {
            assert!(moved.ply < next.ply);
        }
        for moved in &one.moves {
            assert_eq!(moved.mv, board.moves()[moved.ply - 1]);
            assert!(
                (0.0..=1.0).contains(&moved.loss.win) && !moved.text.is_empty() && !moved.line.is_empty()
            );
            assert!(moved.class != Class::Best || moved.loss.win < 0.1, "{moved:?}");
        }
        for player in &one.players {
            assert!(player.accuracy.is_none_or(|figure| (0.0..=100.0).contains(&figure)));
            assert_eq!(player.phases.len(), 3);
            // "What cost most", errors of one kind together, cost no less than any single error did.
            let own = |moved: &&Reviewed| moved.seat == player.seat && moved.class.is_error();
            let errors: Vec<&Reviewed> = one.moves.iter().filter(own).collect();
            let most = errors.iter().map(|moved| moved.loss.win).fold(0.0, f64::max);
            if most > 0.02 {
                let practise = player.practise.as_ref().expect("something to practise");
                let named = errors.iter().filter(|moved| practise.plies.contains(&moved.ply));
                let together: f64 = named.map(|moved| moved.loss.win.max(0.02)).sum();
                assert!(together >= most, "{practise:?}: {errors:?}");
            }
        }
        for ply in &one.moments {
            assert!(one.moves.iter().any(|moved| moved.ply == *ply));
        }
    }
}

#[test]
fn time_that_is_up_for_one_move_does_not_end_the_review() {
    let games = registry::games();
    let board = games_played(&games, 6).swap_remove(1);
    let stop = Arc::new(AtomicBool::new(false));
    let plan = Plan { stop: stop.clone(), ..Plan::new(Budget::Time(Duration::from_millis(300))) };
    let found = reviewed(board.as_ref(), &plan, &mut Notes::default());
    assert_eq!(found.moves.len(), 6);
    assert!(!stop.load(Ordering::Relaxed), "nobody has stopped it");
}

#[test]
fn a_review_goes_on_where_it_stopped() {
    let games = registry::games();
    let board = games_played(&games, 8).remove(1);
    let whole = reviewed(board.as_ref(), &plan(1), &mut Notes::default());
    let stop = Arc::new(AtomicBool::new(false));
    let mut notes = Notes::default();
    let mut after_three = |progress: &Progress<'_>| {
        if progress.done == 3 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let stopped = Plan { stop: stop.clone(), ..plan(1) };
    let part = review(board.as_ref(), &stopped, &mut notes, &mut after_three).expect("part of a review");
    assert!(!part.complete && part.moves.len() < whole.moves.len());
    let kept = serde_json::to_string(&notes).expect("plain data");
    let mut notes: Notes = serde_json::from_str(&kept).expect("the same notes");
    let rest = reviewed(board.as_ref(), &plan(1), &mut notes);
    assert_eq!(rest.moves, whole.moves);
    let again = reviewed(board.as_ref(), &plan(1), &mut notes);
    assert_eq!(again, rest);
}
