//! How verdicts are had: a quick look at every move, then a longer one at those that matter.

use game::{Control, Rng, Turn};
use table::{Best, Bot, BotError, Match, Means, Spec, Thought, Wanted};

use crate::budget::Purse;
use crate::verdict::View;
use crate::{CoachError, Judged, Scale, Verdict};

/// Who judges.
const JUDGE: &str = "master";

/// How many deals stand for all of them when a move brings chance to act.
const DEALS: u64 = 4;

/// How many moves get a longer look, the one asked about included.
const CANDIDATES: usize = 4;

/// The most plies that are walked through other players' replies.
const WALK: usize = 40;

/// A thought of fewer positions says nothing.
const FEW: u64 = 100;

/// Bytes for the tables of the solver.
const TABLES: usize = 4 << 20;

/// Shares of the whole: to find out whether the solver reaches, and to ask it about every move.
const SOLVER: f64 = 0.05;
const SOLVED: f64 = 0.3;

/// From this phase of a game on the solver is asked where points count.
const LATE: f64 = 0.5;

/// Shares of the whole: the look at every move, the choice, the longer looks; what is left is for second looks and threats.
const QUICK: f64 = 0.25;
const CHOICE: f64 = 0.2;
const LONG: f64 = 0.3;
const SECOND: f64 = 0.06;
const KEPT: f64 = 0.12;

/// A move as far as it has been looked at.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Looked {
    pub(crate) judged: Judged,
    /// Whether its verdict is proved or from a longer look.
    pub(crate) deep: bool,
    /// The chance to win that the first look gave it.
    quick: f64,
    /// Which moves it is one with: those that the symmetries of the position turn into each other have the same number.
    kin: usize,
}

/// Every move of a position with what it is worth.
pub(crate) struct Examination {
    /// Every legal move: those that were looked at longer first, best first.
    pub(crate) moves: Vec<Looked>,
    /// The place of the move asked about.
    pub(crate) asked: usize,
}

impl Examination {
    pub(crate) fn best(&self) -> &Judged {
        &self.moves[0].judged
    }

    pub(crate) fn asked(&self) -> &Judged {
        &self.moves[self.asked].judged
    }

    /// Whether the move asked about was looked at longer: what had a glance is not judged beside what was looked at.
    pub(crate) fn is_seen(&self) -> bool {
        self.moves[self.asked].deep
    }

    /// Every move as it compares with the one asked about: what had only a quick look is compared by quick looks.
    pub(crate) fn compared(&self) -> Vec<Judged> {
        let asked = &self.moves[self.asked];
        let shift = asked.judged.verdict.win - asked.quick;
        let compared = |looked: &Looked| {
            let mut judged = looked.judged.clone();
            if !looked.deep {
                judged.verdict.win = (looked.quick + shift).clamp(0.0, 1.0);
            }
            judged
        };
        self.moves.iter().map(compared).collect()
    }

    /// The moves that were looked at longer, best first, and of those that are mirror images of each other only one: the move asked about, or else the
    /// first.
    pub(crate) fn apart(&self) -> impl Iterator<Item = &Judged> {
        let asked = &self.moves[self.asked];
        let first =
            |at: usize, looked: &Looked| !self.moves[..at].iter().any(|known| known.kin == looked.kin);
        let apart = move |(at, looked): &(usize, &Looked)| match looked.kin == asked.kin {
            true => looked.judged.mv == asked.judged.mv,
            false => first(*at, looked),
        };
        self.moves
            .iter()
            .enumerate()
            .filter(|(_, looked)| looked.deep)
            .filter(apart)
            .map(|(_, looked)| &looked.judged)
    }

    pub(crate) fn all(&self) -> Vec<Judged> {
        self.moves.iter().map(|looked| looked.judged.clone()).collect()
    }
}

/// Looks at moves of one position.
pub(crate) struct Examiner<'a> {
    pub(crate) board: &'a dyn Match,
    pub(crate) view: View,
    pub(crate) scale: Scale,
    bot: Box<dyn Bot>,
    purse: &'a Purse,
    seed: u64,
}

impl<'a> Examiner<'a> {
    /// # Errors
    /// When nobody is to move, or the game has no player strong enough.
    pub(crate) fn new(
        board: &'a dyn Match,
        purse: &'a Purse,
        seed: u64,
        memory: usize,
    ) -> Result<Examiner<'a>, CoachError> {
        let seat = board.to_move().ok_or(CoachError::NobodyToMove)?;
        let view = View { seat, seats: board.seat_names().len() };
        let bot = board.bot(&Spec::of(JUDGE).with("frank", "yes").with("memory", memory.max(1)), seed)?;
        Ok(Examiner { board, view, scale: Scale::of(board), bot, purse, seed })
    }

    /// Looks at every move, then longer at `asked`, at what the strongest player would play, and at what looks best.
    pub(crate) fn examine(&mut self, asked: Option<&str>) -> Result<Examination, CoachError> {
        let mut moves = self.quick(QUICK)?;
        self.solve(&mut moves, asked);
        self.value(&mut moves);
        let mut wanted: Vec<String> = asked.map(str::to_string).into_iter().collect();
        if !moves.iter().all(|looked| looked.judged.verdict.exact) {
            if self.view.seats == 2 && moves.len() > 1 {
                wanted.extend(self.think(self.board, CHOICE).ok().map(|thought| thought.mv));
            }
            self.look_longer(&mut moves, &wanted);
            self.prove(&mut moves, asked);
        } else if moves.len() > 1 && !self.scale.points && moves[0].judged.verdict.loses() {
            // Any move is best in a lost position; what the strongest player would try is the one to tell about.
            let trap = self.think(self.board, CHOICE).ok().map(|thought| thought.mv);
            if let Some(at) = moves.iter().position(|looked| Some(&looked.judged.mv) == trap.as_ref()) {
                moves[..=at].rotate_right(1);
            }
            return Ok(self.answer(moves, asked));
        }
        // Where everything that was looked at longer is proved to lose, a move that is not proved to is the one to try.
        let seen = || moves.iter().filter(|looked| looked.deep);
        if seen().count() > 0 && seen().all(|looked| looked.judged.verdict.loses()) {
            moves.iter_mut().for_each(|looked| looked.deep = true);
        }
        self.sort(&mut moves);
        Ok(self.answer(moves, asked))
    }

    /// Where only winning counts and the solver answers soon, asks it about every move, the one asked about first: what is proved beside what is guessed
    /// misleads.
    fn solve(&mut self, moves: &mut [Looked], asked: Option<&str>) {
        let known = |moves: &[Looked]| moves.iter().all(|looked| looked.judged.verdict.exact);
        if self.scale.points || self.view.seats != 2 || known(moves) {
            return;
        }
        if self.board.solve(Means::memory(TABLES), &self.purse.part(SOLVER), Best::Any).is_none() {
            return;
        }
        let control = self.purse.part(SOLVED);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&at| asked != Some(moves[at].judged.mv.as_str()));
        for at in order {
            let mv = moves[at].judged.mv.clone();
            if moves[at].judged.verdict.exact {
                continue;
            }
            let Some(verdict) = self.solved(&mv, &control) else { break };
            moves[at] = Looked { judged: Judged { mv, verdict }, deep: true, ..moves[at] };
            self.mirror(moves, at);
        }
        self.sort(moves);
    }

    /// Where points count and the solver answers soon, late in a game, asks it for the worth of all moves at once. Level games are left alone: who wins
    /// them may be beyond a solver that counts points.
    fn value(&mut self, moves: &mut [Looked]) {
        let known = moves.iter().all(|looked| looked.judged.verdict.exact);
        let late = self.board.standing().is_some_and(|standing| standing.phase >= LATE);
        if !self.scale.points || self.view.seats != 2 || known || !late {
            return;
        }
        if self.board.solve(Means::memory(TABLES), &self.purse.part(SOLVER), Best::Any).is_none() {
            return;
        }
        let solved = self.board.solve(Means::memory(TABLES), &self.purse.part(SOLVED), Best::All);
        for valued in solved.and_then(|solved| solved.values).unwrap_or_default() {
            let unknown =
                |looked: &&mut Looked| looked.judged.mv == valued.mv && !looked.judged.verdict.exact;
            let Some(looked) = moves.iter_mut().find(unknown).filter(|_| valued.value != 0) else { continue };
            let win = if valued.winner == Some(self.view.seat + 1) { 1.0 } else { 0.0 };
            let value = f64::from(valued.value);
            let pv = vec![valued.mv];
            looked.judged.verdict = Verdict { exact: true, value, win, winner: valued.winner, pv };
            looked.deep = true;
        }
        self.sort(moves);
    }

    /// What the solver says of a move.
    fn solved(&self, mv: &str, control: &Control) -> Option<Verdict> {
        let mut after = self.board.fork();
        let line = vec![after.play(mv).ok()?];
        if let Some(ending) = after.ending() {
            return Some(self.view.of_ending(line, &ending, self.scale.points));
        }
        let solved = after.solve(Means::memory(TABLES), control, Best::Any)?;
        let win = match solved.winner {
            Some(winner) if winner == self.view.seat + 1 => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let pv = line.into_iter().chain(solved.pv).collect();
        Some(Verdict { exact: true, value: 2.0 * win - 1.0, win, winner: solved.winner, pv })
    }

    fn answer(&self, mut moves: Vec<Looked>, asked: Option<&str>) -> Examination {
        let place = |mv: &str| moves.iter().position(|looked| looked.judged.mv == mv);
        let asked = asked.and_then(place).unwrap_or(0);
        // A mirror image of the best move is the best move.
        if moves[asked].kin == moves[0].kin {
            moves[..=asked].rotate_right(1);
            return Examination { moves, asked: 0 };
        }
        Examination { moves, asked }
    }

    /// Gives the mirror images of a move what is known of it.
    fn mirror(&self, moves: &mut [Looked], at: usize) {
        let known = moves[at].clone();
        if !moves.iter().any(|other| other.kin == known.kin && other.judged.mv != known.judged.mv) {
            return;
        }
        let images = self.board.told().map(|told| told.images(&known.judged.verdict.pv)).unwrap_or_default();
        for pv in images {
            let twin = moves.iter_mut().find(|other| pv.first() == Some(&other.judged.mv));
            if let Some(twin) = twin.filter(|twin| twin.judged.mv != known.judged.mv) {
                let verdict = Verdict { pv, ..known.judged.verdict.clone() };
                let judged = Judged { mv: twin.judged.mv.clone(), verdict };
                *twin = Looked { judged, ..known.clone() };
            }
        }
    }

    /// Numbers the moves, mirror images alike, and lets what is known of the best of them stand for all.
    fn number(&self, moves: &mut [Looked]) {
        let Some(told) = self.board.told() else { return };
        for at in 0..moves.len() {
            let images = told.images(std::slice::from_ref(&moves[at].judged.mv));
            let known =
                |looked: &&Looked| images.iter().any(|image| image.first() == Some(&looked.judged.mv));
            moves[at].kin = moves[..at].iter().find(known).map_or(at, |first| first.kin);
        }
        drop(told);
        for at in 0..moves.len() {
            if moves[..at].iter().all(|known| known.kin != moves[at].kin) {
                self.mirror(moves, at);
            }
        }
    }

    /// Every legal move with what one shared thought says of it.
    pub(crate) fn quick(&mut self, share: f64) -> Result<Vec<Looked>, CoachError> {
        let legal = self.board.legal();
        let share = if self.view.seats > 2 { share + CHOICE } else { share };
        let control = self.purse.part(share);
        let wanted = Wanted { lines: legal.len(), report: None };
        let thought = self.bot.think(self.board, &control, wanted)?;
        let mut moves: Vec<Looked> = thought
            .lines
            .iter()
            .map(|idea| Looked { judged: self.view.of_idea(idea), deep: idea.exact, quick: idea.win, kin: 0 })
            .collect();
        for mv in legal {
            if !moves.iter().any(|looked| looked.judged.mv == mv) {
                let pv = vec![mv.clone()];
                let verdict = Verdict { exact: false, value: 0.0, win: 0.5, winner: None, pv };
                moves.push(Looked { judged: Judged { mv, verdict }, deep: false, quick: 0.5, kin: 0 });
            }
        }
        self.sort(&mut moves);
        moves.iter_mut().enumerate().for_each(|(at, looked)| looked.kin = at);
        self.number(&mut moves);
        Ok(moves)
    }

    /// Gives the wanted moves and those that look best a longer look, and a second one wherever the order is in doubt.
    fn look_longer(&mut self, moves: &mut [Looked], wanted: &[String]) {
        let first = moves[0].judged.mv.clone();
        let kin = |mv: &String| moves.iter().find(|looked| looked.judged.mv == *mv).map(|looked| looked.kin);
        // Moves proved to lose must not take the places of those that are worth a longer look; moves proved to win may.
        let open = moves.iter().filter(|looked| !looked.judged.verdict.loses());
        let mut chosen: Vec<String> = Vec::new();
        for mv in wanted.iter().chain(open.map(|looked| &looked.judged.mv)) {
            if chosen.len() < CANDIDATES && !chosen.iter().any(|known| kin(known) == kin(mv)) {
                chosen.push(mv.clone());
            }
        }
        let proved =
            |mv: &String| moves.iter().any(|looked| looked.judged.mv == *mv && looked.judged.verdict.exact);
        let share = LONG / chosen.iter().filter(|mv| !proved(mv)).count().max(1) as f64;
        for mv in &chosen {
            self.improve(moves, mv, share);
        }
        // A move that only now turns out best, or that looked better than the best does now, must bear a second look.
        for _ in 0..CANDIDATES {
            if self.purse.left() < KEPT + SECOND || self.purse.over() {
                return;
            }
            let best = self.leader(moves, |looked| looked.deep);
            let unseen = self.leader(moves, |looked| !looked.deep);
            let (Some(best), unseen) = (best, unseen) else { return };
            let promising = unseen
                .filter(|&at| self.rank(&moves[at].judged.verdict) > self.rank(&moves[best].judged.verdict));
            let mv = moves[promising.unwrap_or(best)].judged.mv.clone();
            if promising.is_none() && mv == first {
                return;
            }
            self.improve(moves, &mv, SECOND);
        }
    }

    /// Where the solver has reached some moves, spends what is left on the best one and on the one asked about: a proof beside a guess misleads.
    fn prove(&mut self, moves: &mut [Looked], asked: Option<&str>) {
        if self.view.seats != 2 || !moves.iter().any(|looked| looked.judged.verdict.exact) {
            return;
        }
        for number in 0..2 {
            let best = self.leader(moves, |looked| looked.deep).map(|at| moves[at].judged.mv.clone());
            let mv = if number == 0 { asked.map(str::to_string).or(best) } else { best };
            let left = self.purse.left() - KEPT;
            if let (Some(mv), true) = (mv, left > 0.0) {
                self.improve(moves, &mv, if number == 0 { left / 2.0 } else { left });
            }
        }
    }

    fn improve(&mut self, moves: &mut [Looked], mv: &str, share: f64) {
        let Some(at) = moves.iter().position(|looked| looked.judged.mv == mv) else { return };
        if moves[at].judged.verdict.exact || self.purse.over() {
            return;
        }
        if let Some(verdict) = self.deep(mv, share) {
            let judged = Judged { mv: mv.to_string(), verdict };
            moves[at] = Looked { judged, deep: true, ..moves[at] };
            self.mirror(moves, at);
        }
    }

    /// What a move is worth by thinking on after it.
    pub(crate) fn deep(&mut self, mv: &str, share: f64) -> Option<Verdict> {
        let mut after = self.board.fork();
        let mv = after.play(mv).ok()?;
        if after.turn() != Turn::Chance {
            return self.follow(after, vec![mv], share, 0);
        }
        let verdicts: Vec<Verdict> = (0..DEALS)
            .filter_map(|deal| self.follow(after.fork(), vec![mv.clone()], share / DEALS as f64, deal))
            .collect();
        Verdict::mean(verdicts)
    }

    /// What the first move of `line` is worth. In a game of more than two, the others' replies are played until the mover is asked again: nobody
    /// else's chances say what ours are.
    fn follow(
        &mut self,
        mut board: Box<dyn Match>,
        mut line: Vec<String>,
        share: f64,
        deal: u64,
    ) -> Option<Verdict> {
        let View { seat, seats } = self.view;
        let walking = if seats == 2 { 0.0 } else { share * 0.5 / (seats - 1) as f64 };
        // What comes after a deal is no line to show: the deal will be another one.
        let mut shown = None;
        for step in 0..WALK {
            if let Some(ending) = board.ending() {
                line.truncate(shown.unwrap_or(usize::MAX));
                let verdict = self.view.of_ending(line, &ending, self.scale.points);
                return Some(if shown.is_some() {
                    Verdict { exact: false, winner: None, ..verdict }
                } else {
                    verdict
                });
            }
            match board.turn() {
                Turn::Chance => {
                    shown.get_or_insert(line.len());
                    board.deal(&mut Rng::derive(self.seed + deal, step as u64))?;
                }
                Turn::Player(mover) if seats == 2 || mover.index() == seat => {
                    let thought = self.think(board.as_ref(), share - walking * (seats - 2) as f64).ok()?;
                    // A thought that had no time to look says nothing.
                    if !thought.exact && (thought.depth == 0 || thought.nodes < FEW) {
                        return None;
                    }
                    let exact = thought.exact && shown.is_none();
                    let thought = Thought { exact, ..thought };
                    let mut verdict = self.view.of_thought(line, &thought, mover.index());
                    verdict.pv.truncate(shown.unwrap_or(usize::MAX));
                    return Some(verdict);
                }
                Turn::Player(_) => line.push(board.play(&self.think(board.as_ref(), walking).ok()?.mv).ok()?),
                Turn::Over => return None,
            }
        }
        None
    }

    /// One thought about any board of this game.
    pub(crate) fn think(&mut self, board: &dyn Match, share: f64) -> Result<Thought, BotError> {
        let control = self.purse.part(share);
        self.bot.think(board, &control, Wanted::best())
    }

    /// The line, made longer by thinking on until it has `plies` plies, chance acts or the game is over.
    pub(crate) fn lengthen(&mut self, line: &[String], plies: usize, share: f64) -> Vec<String> {
        let mut ahead = self.board.fork();
        let mut longer: Vec<String> = line.iter().map_while(|mv| ahead.play(mv).ok()).collect();
        while longer.len() < plies && ahead.to_move().is_some() && !self.purse.over() {
            let Ok(thought) = self.think(ahead.as_ref(), share / plies as f64) else { break };
            if self.purse.over() {
                break;
            }
            let more: Vec<String> = thought.pv.iter().map_while(|mv| ahead.play(mv).ok()).collect();
            if more.is_empty() {
                break;
            }
            longer.extend(more);
        }
        longer
    }

    pub(crate) fn purse(&self) -> &'a Purse {
        self.purse
    }

    /// Whether nothing is left to spend: what is thought then says nothing.
    pub(crate) fn spent(&self) -> bool {
        self.purse.over()
    }

    fn leader(&self, moves: &[Looked], which: impl Fn(&Looked) -> bool) -> Option<usize> {
        let ranked = moves.iter().enumerate().filter(|(_, looked)| which(looked));
        ranked
            .max_by(|(i, a), (j, b)| {
                let (a, b) = (self.rank(&a.judged.verdict), self.rank(&b.judged.verdict));
                a.partial_cmp(&b).expect("verdicts are numbers").then(j.cmp(i))
            })
            .map(|(at, _)| at)
    }

    fn rank(&self, verdict: &Verdict) -> (i8, f64, f64, f64) {
        verdict.rank(self.scale.points)
    }

    fn sort(&self, moves: &mut [Looked]) {
        moves.sort_by(|a, b| {
            let (first, second) = (self.rank(&b.judged.verdict), self.rank(&a.judged.verdict));
            b.deep.cmp(&a.deep).then(first.partial_cmp(&second).expect("verdicts are numbers"))
        });
    }
}
