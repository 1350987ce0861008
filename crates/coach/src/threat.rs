//! What a side would do if it could move twice in a row, and whether a move meets it.

use game::Event;
use infer::Filling;
use table::Match;

use crate::examination::Examiner;
use crate::reason::{Teller, Told};
use crate::tale::{Fact, Tale};
use crate::verdict::View;
use crate::words::Speaker;

/// What looking for one threat may cost.
const SHARE: f64 = 0.04;

/// The least worth of a threat, in hundredths of a point.
const LEAST: i32 = 150;

/// What a side would do if it were its turn.
struct Threat {
    fact: Fact,
    /// What it does, seen from the position in which it is that side's turn.
    tale: Tale,
    /// Who threatens.
    seat: usize,
}

/// The threats of a position, before and after a move.
#[derive(Default)]
pub(crate) struct Threats {
    /// What the other side threatens before the move.
    theirs: Option<Threat>,
    /// What the mover threatens after it.
    ours: Option<Threat>,
    /// Whether nothing of the kind can be done after the move.
    met: bool,
    /// Whether the very same can be done after it, and is.
    ignored: bool,
}

impl Threats {
    /// What is threatened around the first move of `tale`. Only asked of two players.
    pub(crate) fn of(board: &dyn Match, examiner: &mut Examiner<'_>, tale: Option<&Tale>) -> Threats {
        let (Some(tale), 2) = (tale, examiner.view.seats) else { return Threats::default() };
        let seat = examiner.view.seat;
        let theirs = board
            .told()
            .and_then(|told| told.passed())
            .and_then(|passed| Threat::of(passed.as_ref(), examiner));
        let mut after = board.fork();
        let played = tale.line.first().and_then(|mv| after.play(mv).ok());
        let passed = played.and_then(|_| after.told()?.passed());
        let ours = passed
            .and_then(|passed| Threat::of(passed.as_ref(), examiner))
            .filter(|threat| threat.seat == seat);
        // Taking for oneself what the other side wanted is no defence but a gain, and is told as one.
        let theirs = theirs.filter(|threat| threat.seat != seat && threat.tale.line[0] != tale.line[0]);
        let met = theirs.as_ref().is_some_and(|threat| threat.met_by(board, tale, seat));
        let ignored = theirs
            .as_ref()
            .is_some_and(|threat| threat.carried_out(tale, seat) && threat.stands_after(board, tale, seat));
        Threats { theirs, ours, met, ignored }
    }

    /// Whether the threat is what has been told already: the same kind of gain in the same place.
    fn repeats(threat: &Threat, told: &[&Told]) -> bool {
        told.iter().filter_map(|told| told.event.as_ref()).any(|event| {
            let shared = event.names.iter().any(|name| threat.fact.event.names.contains(name));
            event.kind == threat.fact.event.kind && (shared || event.names.is_empty())
        })
    }

    /// A threat that the move meets and a worse move does not, or one that it makes; nothing that has been `told`.
    pub(crate) fn in_favour(
        &self,
        board: &dyn Match,
        teller: &Teller<'_>,
        told: &[&Told],
        worse: Option<&Tale>,
        mv: &str,
    ) -> Option<Told> {
        let seat = teller.view.seat;
        let avoids = |threat: &&Threat| worse.is_some_and(|worse| !threat.met_by(board, worse, seat));
        let met = self.theirs.as_ref().filter(|threat| self.met && !Threats::repeats(threat, told));
        let met = met.filter(avoids).map(|threat| threat.told(teller.speaker, "threat-met", mv, None));
        let ours = self.ours.as_ref().filter(|threat| !Threats::repeats(threat, told));
        let own = || ours.map(|threat| threat.told(teller.speaker, "threat-own", mv, Some(mv)));
        met.or_else(own)
    }

    /// A threat that the bad move of `tale` overlooks; `failure` is what has been told against it.
    pub(crate) fn against(&self, teller: &Teller<'_>, failure: Option<&Told>, bad: &Tale) -> Option<Told> {
        let told: Vec<&Told> = failure.into_iter().collect();
        let threat = self.theirs.as_ref().filter(|threat| !Threats::repeats(threat, &told))?;
        self.ignored.then(|| threat.told(teller.speaker, "threat-ignored", &bad.line[0], None))
    }
}

impl Threat {
    /// The weightiest gain of the side to move here before it is the other's turn again.
    fn of(passed: &dyn Match, examiner: &mut Examiner<'_>) -> Option<Threat> {
        let seat = passed.to_move()?;
        let thought = examiner.think(passed, SHARE).ok()?;
        if examiner.spent() || thought.depth == 0 && !thought.exact {
            return None;
        }
        let tale = Tale::of(passed, &thought.pv)?;
        let turn = tale.movers.iter().take_while(|mover| **mover == Some(seat)).count();
        let view = View { seat, seats: examiner.view.seats };
        // To threaten a threat is to threaten nothing.
        let facts = tale.facts(0..turn).into_iter().filter(|fact| !fact.event.kind.starts_with("threat"));
        let fact = facts
            .max_by_key(|fact| view.worth(&fact.event))
            .filter(|fact| view.worth(&fact.event) >= LEAST)?;
        Some(Threat { fact, tale, seat })
    }

    /// What happens of this threat in the other side's next turn after the first move of `tale`.
    fn share_in(&self, tale: &Tale, seat: usize) -> i32 {
        let begin = tale.movers.iter().take_while(|mover| **mover == Some(seat)).count();
        let turn = tale.movers[begin..].iter().take_while(|mover| **mover != Some(seat)).count();
        let facts = tale.facts(begin..begin + turn);
        facts.iter().filter(|fact| self.is_alike(fact)).map(|fact| fact.event.worth).sum()
    }

    /// Whether half of it or more neither happens after the first move of `tale` nor could happen at once: by the same moves, or by any one that brings
    /// the like in the same place.
    fn met_by(&self, board: &dyn Match, tale: &Tale, seat: usize) -> bool {
        let worth = self.fact.event.worth;
        if 2 * self.share_in(tale, seat) >= worth || self.stands_after(board, tale, seat) {
            return false;
        }
        let Some(after) = answering(board, tale, seat) else { return true };
        let names = &self.fact.event.names;
        let like = |fact: &Fact| {
            let shared = names.is_empty() || fact.event.names.iter().any(|name| names.contains(name));
            self.is_alike(fact) && shared && 2 * fact.event.worth >= worth
        };
        let brings = |mv: &String| {
            let told = Tale::of(after.as_ref(), std::slice::from_ref(mv));
            told.is_some_and(|told| told.facts(0..1).iter().any(like))
        };
        !after.legal().iter().any(brings)
    }

    /// Whether the moves of this threat can be played after the first move of `tale` and do the same.
    fn stands_after(&self, board: &dyn Match, tale: &Tale, seat: usize) -> bool {
        let moves = &self.tale.line[..=self.fact.last];
        let Some(told) = answering(board, tale, seat).and_then(|after| Tale::of(after.as_ref(), moves))
        else {
            return false;
        };
        let same = |fact: &Fact| {
            let Event { worth, names, .. } = &self.fact.event;
            self.is_alike(fact)
                && fact.event.worth >= *worth
                && names.iter().all(|name| fact.event.names.contains(name))
        };
        told.plies() == moves.len() && told.facts(0..moves.len()).iter().any(same)
    }

    fn is_alike(&self, fact: &Fact) -> bool {
        fact.event.kind == self.fact.event.kind && fact.event.who == self.fact.event.who
    }

    fn carried_out(&self, tale: &Tale, seat: usize) -> bool {
        self.share_in(tale, seat) >= self.fact.event.worth
    }

    /// The threat in words beside the move that is spoken of; it is carried out after this move or before any.
    fn told(&self, speaker: &Speaker, key: &str, mv: &str, after: Option<&str>) -> Told {
        let fill = [
            ("M", Filling::word(mv)),
            ("B", Filling::word(&self.tale.line[0])),
            ("Story", Filling::word(speaker.event(&self.fact.event))),
        ];
        let text = speaker.say(key, &fill);
        let moves = self.tale.line[..=self.fact.last].iter().cloned();
        let line: Vec<String> = after.map(str::to_string).into_iter().chain(moves).collect();
        let pass = Some(usize::from(after.is_some()));
        Told { text, event: Some(self.fact.event.clone()), line, pass, ..Told::default() }
    }
}

/// The position after the first turn of a line, in which somebody else than `seat` answers; `None` when nobody does.
fn answering(board: &dyn Match, tale: &Tale, seat: usize) -> Option<Box<dyn Match>> {
    let reply = tale.reply(seat)?;
    let mut after = board.fork();
    tale.line[..reply].iter().all(|mv| after.play(mv).is_ok()).then_some(after)
}
