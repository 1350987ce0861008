//! The bars of the coach, counted: whether its verdicts are true where everything is known, and whether its words fit its verdicts in strong play.

use coach::{Budget, Class, Explanation, Question, Relation, Status, explain};
use game::{Control, Event, Limits, Objective, Rng};
use serde::{Deserialize, Serialize};
use table::expert::COMMONPLACE;
use table::{Best, Match, Means};

use crate::walk::positions;
use crate::{Audited, Plan};

/// Bytes for the tables of the solver.
const TABLES: usize = 16 << 20;

/// How many moves of a position are asked about, besides the coach's own choice.
const ASKED: usize = 2;

/// How many positions of a game.
const OF_A_GAME: usize = 5;

/// So many games without anything to look at are enough.
const VAIN: usize = 200;

/// How many times the nodes for one move all moves of a position may cost together.
const ALL_MOVES: u64 = 10;

/// The loss of chances from which a move needs its refutation.
const BAD: f64 = 0.10;

/// How many examples of what fails are kept.
const EXAMPLES: usize = 12;

/// What the coach was found to be worth.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Bars {
    /// How many positions were looked at.
    pub positions: usize,
    /// How many answers of the coach.
    pub answers: usize,
    /// Answers whose verdict was proved.
    pub proved: usize,
    /// Answers about moves that throw the result, or a tenth of the chances, away.
    pub bad: usize,
    /// Sentences spoken in all, the verdict included.
    pub sentences: usize,
    /// Sentences that come from rules.
    pub ruled: usize,
    /// What must not be, one sentence each; at most a few.
    pub faults: Vec<String>,
    /// How many faults there were in all.
    pub failed: usize,
}

impl Bars {
    fn fault(&mut self, what: &str, board: &dyn Match, told: &Explanation) {
        self.failed += 1;
        if self.faults.len() < EXAMPLES {
            self.faults.push(format!("{what}: {} in {}: {}", told.mv, board.position(), told.text));
        }
    }

    fn add(&mut self, other: &Bars) {
        self.positions += other.positions;
        self.answers += other.answers;
        self.proved += other.proved;
        self.bad += other.bad;
        self.sentences += other.sentences;
        self.ruled += other.ruled;
        self.failed += other.failed;
        let room = EXAMPLES.saturating_sub(self.faults.len());
        self.faults.extend(other.faults.iter().take(room).cloned());
    }

    fn count(&mut self, told: &Explanation) {
        self.answers += 1;
        self.proved += usize::from(told.verdict.exact);
        self.sentences += 1 + told.reasons.len();
        self.ruled += told.reasons.iter().filter(|reason| reason.rule.is_some()).count();
    }

    /// Everything in a few words.
    pub fn text(&self) -> String {
        let Bars { positions, answers, proved, bad, ruled, failed, .. } = self;
        let mean = self.sentences as f64 / (*answers).max(1) as f64;
        let mut text = format!(
            "{positions} positions, {answers} answers, {proved} proved, {bad} about bad moves; {mean:.2} sentences an answer, {ruled} of them by rules; {failed} faults\n"
        );
        self.faults.iter().for_each(|fault| text += &format!("  {fault}\n"));
        text
    }
}

/// The true value of a move for its mover: who wins (1, 0, -1), then points.
type Value = (i32, i32);

/// Asks the coach about positions of self-play in which every move is solved, or a win is, and compares what it says with the solver. What is `known`
/// of the first games is not found out again; `watch` is told of every new game and how many positions are done; false stops.
///
/// # Errors
/// When the game has no player that could judge its moves.
pub fn verdicts(board: &dyn Match, plan: &Plan, known: &[Bars], watch: &mut Watch<'_>) -> Audited<Bars> {
    over_games(plan, known, watch, &|game, most| {
        let mut bars = Bars::default();
        let mut rng = Rng::derive(plan.seed, game);
        for place in played(board, &mut rng, plan, usize::MAX)? {
            if bars.positions == most {
                break;
            }
            let Some(values) = values(place.as_ref(), plan.deep) else { continue };
            bars.positions += 1;
            compare(place.as_ref(), &values, plan, &mut rng, &mut bars)?;
        }
        Ok(bars)
    })
}

/// Asks the coach for its choice in positions of strong play, and about a bad move of each. Otherwise as [`verdicts`].
///
/// # Errors
/// When the game has no player that could judge its moves.
pub fn strong(board: &dyn Match, plan: &Plan, known: &[Bars], watch: &mut Watch<'_>) -> Audited<Bars> {
    over_games(plan, known, watch, &|game, most| {
        let mut bars = Bars::default();
        let mut rng = Rng::derive(plan.seed, game);
        for place in played(board, &mut rng, plan, OF_A_GAME)?.iter().take(most) {
            bars.positions += 1;
            speak(place.as_ref(), plan, &mut rng, &mut bars)?;
        }
        Ok(bars)
    })
}

/// Who is told what a game came to, and how many positions are done; false stops.
pub type Watch<'a> = dyn FnMut(&Bars, usize) -> bool + 'a;

/// Adds up games, each asked for at most so many positions, until there are as many as planned.
fn over_games(
    plan: &Plan,
    known: &[Bars],
    watch: &mut Watch<'_>,
    look: &dyn Fn(u64, usize) -> Audited<Bars>,
) -> Audited<Bars> {
    let mut all = Bars::default();
    let mut vain = 0;
    for game in 0.. {
        let left = plan.positions - all.positions;
        if left == 0 || vain == VAIN {
            break;
        }
        let old = known.get(game).cloned();
        let is_new = old.is_none();
        let of_game = old.map_or_else(|| look(game as u64, left.min(OF_A_GAME)), Ok)?;
        vain = if of_game.positions == 0 { vain + 1 } else { 0 };
        all.add(&of_game);
        if is_new && !watch(&of_game, all.positions) {
            break;
        }
    }
    Ok(all)
}

/// Positions of a game of the strongest player against itself, in the order of a lot.
fn played(board: &dyn Match, rng: &mut Rng, plan: &Plan, most: usize) -> Audited<Vec<Box<dyn Match>>> {
    let mut bot = board.named_bot("master", rng.bits()).map_err(|e| e.to_string())?;
    positions(board, &mut *bot, &Plan { positions: most, ..plan.clone() }, rng)
}

fn ask(board: &dyn Match, mv: Option<&str>, plan: &Plan) -> Audited<Explanation> {
    explain(board, &Question::new(mv, Budget::Nodes(plan.coach))).map_err(|e| e.to_string())
}

/// What the solver knows of the moves within a few times as many nodes: all of them, or a win where only winning counts; `None` otherwise.
fn values(board: &dyn Match, nodes: u64) -> Option<Vec<(String, Option<Value>)>> {
    // What is not solved itself has hardly a move that is.
    let solution = solved(board, &nodes_for(nodes))?;
    let only_wins = matches!(board.info().objective, Objective::Win);
    let whole = nodes_for(ALL_MOVES * nodes);
    let value = |mv: String| {
        // The move that was found to win comes first, and is asked about whatever the others cost.
        let control = if mv == solution.mv { nodes_for(nodes) } else { whole.part(limit(nodes)) };
        let value = value(board, &mv, &control);
        (mv, value)
    };
    let values: Vec<_> = board.legal().into_iter().map(value).collect();
    let won = values.iter().any(|(_, value)| value.is_some_and(|value| value.0 > 0));
    (values.iter().all(|(_, value)| value.is_some()) || only_wins && won).then_some(values)
}

fn limit(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn nodes_for(nodes: u64) -> Control {
    Control::new(limit(nodes))
}

fn solved(board: &dyn Match, control: &Control) -> Option<table::Solution> {
    board.solve(Means::memory(TABLES), control, Best::Any)
}

fn value(board: &dyn Match, mv: &str, control: &Control) -> Option<Value> {
    let seat = board.to_move()?;
    let mut after = board.fork();
    after.play(mv).ok()?;
    let result = |winner: Option<usize>| winner.map_or(0, |winner| if winner == seat + 1 { 1 } else { -1 });
    if let Some(ending) = after.ending() {
        let winner = if ending.winners.len() == 1 { Some(ending.winners[0]) } else { None };
        let others = ending.scores.iter().enumerate().filter(|(other, _)| *other != seat);
        let margin = ending.scores.get(seat)? - others.map(|(_, score)| *score).max()?;
        let points = !matches!(board.info().objective, Objective::Win);
        return Some((result(winner), if points { margin } else { result(winner) }));
    }
    let solved = solved(after.as_ref(), control)?;
    // A tie on points that something else breaks is beyond a solver that counts points.
    if solved.winner.is_none() && broken(after.as_ref(), &solved.pv) {
        return None;
    }
    let same = after.to_move() == Some(seat);
    Some((result(solved.winner), if same { solved.value } else { -solved.value }))
}

/// Whether somebody wins at the end of a line.
fn broken(board: &dyn Match, line: &[String]) -> bool {
    let mut ahead = board.fork();
    let played = line.iter().all(|mv| ahead.play(mv).is_ok());
    played && ahead.ending().is_some_and(|ending| ending.winners.len() == 1)
}

/// What the coach says of its choice and of a few other moves, beside the truth.
fn compare(
    board: &dyn Match,
    values: &[(String, Option<Value>)],
    plan: &Plan,
    rng: &mut Rng,
    bars: &mut Bars,
) -> Audited<()> {
    check(board, &ask(board, None, plan)?, values, bars);
    let known: Vec<&String> = values.iter().filter(|(_, value)| value.is_some()).map(|(mv, _)| mv).collect();
    for _ in 0..ASKED.min(known.len()) {
        let mv = known[rng.below(known.len())];
        check(board, &ask(board, Some(mv), plan)?, values, bars);
    }
    Ok(())
}

fn check(board: &dyn Match, told: &Explanation, values: &[(String, Option<Value>)], bars: &mut Bars) {
    bars.count(told);
    let value = |mv: &str| values.iter().find(|(known, _)| known == mv).and_then(|(_, value)| *value);
    let Some(best) = values.iter().filter_map(|(_, value)| *value).max() else { return };
    let Some(own) = value(&told.mv) else {
        // The coach knows more than the solver was given time for; that it is no win is all that can be said against it.
        return;
    };
    let points = !matches!(board.info().objective, Objective::Win);
    let all_known = values.iter().all(|(_, value)| value.is_some());
    let mut faults = Vec::new();
    if !told.verdict.exact {
        // Where only a win is known, other moves may be judged.
        if all_known {
            faults.push("not proved");
        }
    } else if (2.0 * told.verdict.win - 1.0, told.verdict.value) != (f64::from(own.0), f64::from(own.1)) {
        faults.push("a wrong verdict");
    }
    let blamed = matches!(told.class, Class::Mistake | Class::Blunder | Class::MissedWin);
    if own.0 < best.0 {
        bars.bad += 1;
        if !blamed {
            faults.push("a move that throws the result passes");
        }
        if told.reasons.is_empty() {
            faults.push("no refutation");
        }
        if !told.best.iter().any(|best| told.statement.contains(&best.mv)) {
            faults.push("a thrown result is not named first");
        }
        if told.reasons.iter().any(|reason| reason.rule.is_some() && reason.status == Status::Refuted) {
            faults.push("a refuted claim is spoken");
        }
    } else if blamed {
        faults.push("a move that keeps the result is blamed");
    }
    if own.0 == best.0 && (!points || own.1 == best.1) && told.class.is_error() {
        faults.push("a best move is called an error");
    }
    let wrong = |other: &coach::Alternative| {
        value(&other.judged.mv).is_some_and(|theirs| match other.relation {
            Relation::Better => theirs <= own,
            Relation::Worse => theirs >= own,
            Relation::Equal => theirs != own,
            Relation::Unclear => false,
        })
    };
    if told.alternatives.iter().any(wrong) {
        faults.push("another move is compared wrongly");
    }
    faults.into_iter().for_each(|what| bars.fault(what, board, told));
}

/// What the coach says of its own choice and of a bad move.
fn speak(board: &dyn Match, plan: &Plan, rng: &mut Rng, bars: &mut Bars) -> Audited<()> {
    let told = ask(board, None, plan)?;
    bars.count(&told);
    if told.class.is_error() || told.alternatives.iter().any(|other| other.relation == Relation::Better) {
        bars.fault("another move is preferred", board, &told);
    }
    vacuous(board, &told, bars);
    let legal = board.legal();
    for _ in 0..ASKED {
        let mv = &legal[rng.below(legal.len())];
        let told = ask(board, Some(mv), plan)?;
        bars.count(&told);
        vacuous(board, &told, bars);
        let best = told.best.first();
        let loss = best.map_or(0.0, |best| best.verdict.win - told.verdict.win);
        if loss >= BAD && told.class.is_error() {
            bars.bad += 1;
            // A move that nobody can answer before chance acts has no longer line.
            let ends = told.verdict.pv.len() < 2;
            let shown = |reason: &coach::Reason| {
                ends || reason.line.len() > 1 && reason.line.first() == Some(&told.mv)
            };
            if !told.reasons.first().is_some_and(|reason| shown(reason) || reason.pass.is_some()) {
                bars.fault("a bad move without its refutation", board, &told);
            }
        } else if loss <= 0.0
            && best.is_some_and(|best| best.verdict.value <= told.verdict.value)
            && told.class.is_error()
        {
            bars.fault("a move that loses nothing is called an error", board, &told);
        }
    }
    Ok(())
}

/// Names what the coach says of a move at once that is so of most moves: the same happens to the same player, and as much of it.
fn vacuous(board: &dyn Match, told: &Explanation, bars: &mut Bars) {
    let stories: Vec<(String, Vec<Event>)> = board.legal().into_iter().map(|mv| story(board, mv)).collect();
    for reason in told.reasons.iter().filter(|reason| reason.line.len() == 1 && reason.line[0] == told.mv) {
        let of_kind = |event: &&Event| Some(event.kind) == reason.story.as_deref();
        let own = stories.iter().find(|(mv, _)| *mv == told.mv);
        let Some(own) = own.and_then(|(_, events)| events.iter().find(of_kind)) else { continue };
        let alike = |event: &Event| {
            let same = event.kind == own.kind && event.who == own.who;
            same && event.count >= own.count && event.worth.abs() >= own.worth.abs()
        };
        let count = stories.iter().filter(|(_, events)| events.iter().any(alike)).count();
        if stories.len() > 2 && count as f64 > COMMONPLACE * stories.len() as f64 {
            bars.fault("said of most moves", board, told);
        }
    }
}

/// What a move does by itself.
fn story(board: &dyn Match, mv: String) -> (String, Vec<Event>) {
    let mut after = board.fork();
    let ply = after.moves().len();
    let events = match after.play(&mv) {
        Ok(_) => after.told().map(|told| told.story(ply)).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    (mv, events)
}
