//! Claims of rules against brute force on small boards: what is so is confirmed with its line, what is not so is refused.

use std::path::PathBuf;

use expert::{ClaimQuestion, Claimed, Knowledge, Replay, Status, claims};
use game::{Game, Line, Options, Rng, Seat, Turn};
use ludus_domineering::Domineering;

type Small = Domineering<u64>;

/// A folder of one knowledge file, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, text: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("ludus-claims-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        std::fs::write(folder.join("domineering.rules"), text).expect("a file in it");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(size: &str, moves: usize, seed: u64) -> Line<Small> {
    let game = Small::new(&Options::none().with("size", size)).expect("a size that fits");
    let mut line = Line::new(game.clone(), game.start());
    let mut rng = Rng::new(seed);
    for _ in 0..moves {
        let Some(mv) = rng.pick(&line.legal()) else { break };
        line.play(mv).expect("a legal move");
    }
    line
}

/// Everything that the rules of a text claim in a position, move by move.
fn asked(text: &str, name: &str, line: &Line<Small>, nodes: u64) -> Vec<(String, Vec<Claimed>)> {
    let folder = Folder::with(name, text);
    let knowledge = Knowledge::new(Some(&folder.0));
    let question = ClaimQuestion { nodes, replay: Some(7), ..ClaimQuestion::default() };
    let found = claims(&knowledge, line, &question).expect("somebody is to move");
    found.into_iter().map(|of_move| (of_move.mv, of_move.claims)).collect()
}

fn wins(line: &Line<Small>, seat: Seat) -> bool {
    match line.turn() {
        Turn::Over => line.outcome().is_some_and(|outcome| outcome.value(seat) > 0.0),
        Turn::Player(mover) => {
            let mut tries = line.legal().into_iter().map(|mv| {
                let mut next = line.clone();
                next.play(mv).expect("a legal move");
                wins(&next, seat)
            });
            if mover == seat { tries.any(|won| won) } else { tries.all(|won| won) }
        }
        Turn::Chance => unreachable!("there is no chance in this game"),
    }
}

/// Whether a side has a strategy by which `so` becomes true within some plies.
fn can(
    line: &Line<Small>,
    by: &dyn Fn(Seat) -> bool,
    plies: usize,
    so: &dyn Fn(&Line<Small>) -> bool,
) -> bool {
    if so(line) {
        return true;
    }
    let Turn::Player(mover) = line.turn() else { return false };
    if plies == 0 {
        return false;
    }
    let mut tries = line.legal().into_iter().map(|mv| {
        let mut next = line.clone();
        next.play(mv).expect("a legal move");
        can(&next, by, plies - 1, so)
    });
    if by(mover) { tries.any(|won| won) } else { tries.all(|won| won) }
}

fn after(line: &Line<Small>, mv: &str) -> Line<Small> {
    let mut next = line.clone();
    let mv = next.game().read_move(next.state(), mv).expect("a move");
    next.play(mv).expect("a legal move");
    next
}

const BRAG: &str = "rule brag: for move put(_C, _D) if me(_P) then 1 \"wins by force\" claims wins.\n\
                    rule doom: for move put(_C, _D) if me(_P) then -1 \"loses by force\" claims loses.\n";

#[test]
fn a_rule_that_promises_a_win_on_every_move_is_believed_only_where_it_is_so() {
    let (mut refused, mut confirmed) = (0, 0);
    for seed in 0..6 {
        let line = start("4x4", 2, seed);
        let Some(me) = line.turn().seat() else { continue };
        for (mv, found) in asked(BRAG, "brag", &line, 20_000) {
            let truth = wins(&after(&line, &mv), me);
            for claim in found {
                let expected =
                    if truth == (claim.rule == "brag") { Status::Confirmed } else { Status::Refuted };
                assert_eq!(claim.status, expected, "{} {mv} in {:?}", claim.rule, line.moves());
                assert!(!claim.may_be_spoken(), "it fires on every move, so it says nothing");
                assert_eq!(claim.line[0], mv);
                confirmed += usize::from(claim.status == Status::Confirmed);
                refused += usize::from(claim.status == Status::Refuted);
            }
        }
    }
    assert!(refused > 0 && confirmed > 0, "{refused} {confirmed}");
    let large = start("8x8", 0, 0);
    for (_, found) in asked(BRAG, "large", &large, 100) {
        assert!(found.iter().all(|claim| claim.status == Status::Undecided && !claim.may_be_spoken()));
    }
}

const CELLS: &str = "rule theirs_soon: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims can(opponent, theirs(X), within 3).\n\
                     rule never_theirs: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims cannot(opponent, theirs(X), within 3).\n\
                     rule mine_soon: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims can(me, mine(X), within 2).\n\
                     rule stays: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims always(free(X), until 2).\n\
                     rule taken: for move put(_C, _D) if covers(X) then 1 \"{X}\" claims holds mine(X) new.\n\
                     rule idle: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims literal.\n";

#[test]
fn claims_about_cells_agree_with_brute_force() {
    for (size, moves, seed) in [("3x3", 1, 1), ("3x4", 2, 2), ("4x4", 5, 3)] {
        let line = start(size, moves, seed);
        let Some(me) = line.turn().seat() else { continue };
        let is_me = |seat: Seat| seat == me;
        let is_other = |seat: Seat| seat != me;
        for (mv, found) in asked(CELLS, "cells", &line, 100_000) {
            let next = after(&line, &mv);
            assert!(!found.is_empty());
            for claim in found {
                let cell = &claim.binding.iter().find(|(name, _)| name == "X").expect("its cell").1;
                let owner = |line: &Line<Small>| owner(line, cell);
                let theirs = |line: &Line<Small>| owner(line).is_some_and(is_other);
                let mine = |line: &Line<Small>| owner(line) == Some(me);
                let covered = |line: &Line<Small>| owner(line).is_some();
                let truth = match claim.rule.as_str() {
                    "theirs_soon" => can(&next, &is_other, 3, &theirs),
                    "never_theirs" => !can(&next, &is_other, 3, &theirs),
                    "mine_soon" => can(&next, &is_me, 2, &mine),
                    "stays" => !can(&next, &|_| true, 2, &covered),
                    "taken" => true,
                    _ => false,
                };
                let so = matches!(claim.status, Status::Confirmed | Status::Literal);
                assert_eq!(so, truth, "{} of {cell} after {mv} in {:?}", claim.rule, line.moves());
                assert_ne!(claim.status, Status::Undecided);
                if so && claim.rule != "idle" {
                    assert_eq!(claim.replay, Some(Replay::Proved), "{} of {cell}", claim.rule);
                }
                replays(&line, &claim.line);
            }
        }
    }
}

/// Every line that is shown can be played.
fn replays(line: &Line<Small>, shown: &[String]) {
    let mut line = line.clone();
    for mv in shown {
        line = after(&line, mv);
    }
}

/// Who covers a cell, found by playing the moves again.
fn owner(line: &Line<Small>, cell: &str) -> Option<Seat> {
    line.states().iter().zip(line.moves()).find_map(|(state, &mv)| {
        let game = line.game();
        let mover = game.turn(state).seat()?;
        let text = game.write_move(state, mv);
        let (column, row) = (text.as_bytes()[0], text[1..].parse::<u8>().ok()?);
        let second = if mover.index() == 0 { (column, row + 1) } else { (column + 1, row) };
        let is_it = |(column, row): (u8, u8)| format!("{}{row}", column as char) == cell;
        (is_it((column, row)) || is_it(second)).then_some(mover)
    })
}

#[test]
fn a_spent_budget_leaves_a_claim_open() {
    let line = start("6x6", 0, 0);
    let text = "rule far: for move put(_C, _D) if free(X), not covers(X) then 1 \"{X}\" claims cannot(opponent, theirs(X), until end of game).";
    let found = asked(text, "far", &line, 50);
    assert!(found.iter().flat_map(|(_, claims)| claims).any(|claim| claim.status == Status::Undecided));
    assert!(found.iter().flat_map(|(_, claims)| claims).all(|claim| claim.status != Status::Confirmed));
}
