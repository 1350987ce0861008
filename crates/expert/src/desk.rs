//! A thread's own engine and fact sets, kept from one question to the next.

use std::cell::RefCell;
use std::sync::Arc;

use game::bits::{Wide, Word};
use game::facts::{Describe, EventLog, Facts};
use game::{Control, Limits, Line, Seat};
use infer::{BitPlan, Engine, Kb};

/// How many knowledge bases a thread keeps ready: enough for players with different packs to take turns.
const MOST: usize = 4;

/// What the scores of one position may cost in a search: about a hundredth of a second.
const SCORING: Limits = Limits { time: None, nodes: Some(1 << 20), depth: None };

thread_local! {
    static DESKS: RefCell<Vec<Desk>> = const { RefCell::new(Vec::new()) };
}

/// Everything needed to question one knowledge base without allocating anew.
pub(crate) struct Desk {
    pub(crate) engine: Engine,
    pub(crate) movement: Facts,
    facts: Facts,
    log: EventLog,
    scorer: Scorer,
}

/// How the scores of a position are added up.
enum Scorer {
    /// With words, because every score fits.
    Narrow(BitPlan<u64>),
    Middle(BitPlan<u128>),
    Wide(BitPlan<Wide<4>>),
    /// With rows.
    Tuples,
}

/// Does some work with this thread's desk for a knowledge base. The work must not ask for another desk.
pub(crate) fn at_desk<T>(kb: &Arc<Kb>, work: impl FnOnce(&mut Desk) -> T) -> T {
    let (mut work, mut done) = (Some(work), None);
    sit_down(kb, &mut |desk| done = work.take().map(|work| work(desk)));
    done.expect("somebody has sat down")
}

fn sit_down(kb: &Arc<Kb>, work: &mut dyn FnMut(&mut Desk)) {
    DESKS.with_borrow_mut(|desks| {
        let known = desks.iter().position(|desk| Arc::ptr_eq(desk.engine.kb(), kb));
        let at = known.unwrap_or_else(|| {
            if desks.len() == MOST {
                desks.remove(0);
            }
            desks.push(Desk::new(kb));
            desks.len() - 1
        });
        work(&mut desks[at]);
    });
}

impl Desk {
    fn new(kb: &Arc<Kb>) -> Desk {
        let plans = || {
            let narrow = kb.bit_plan().map(Scorer::Narrow);
            let middle = || kb.bit_plan().map(Scorer::Middle);
            narrow.or_else(middle).or_else(|| kb.bit_plan().map(Scorer::Wide))
        };
        Desk {
            engine: Engine::new(kb.clone()),
            movement: kb.schema().facts(),
            facts: kb.schema().facts(),
            log: EventLog::default(),
            scorer: plans().unwrap_or(Scorer::Tuples),
        }
    }

    /// Takes the current position of a line, as a seat sees it, with what has been played.
    pub(crate) fn set<G: Describe>(&mut self, line: &Line<G>, seat: Seat) {
        self.facts.clear();
        self.log.clear();
        line.game().position_facts(line.state(), seat, &mut self.facts);
        line.game().event_log(&line.states()[0], line.moves(), &mut self.log);
        self.engine.position(&self.facts, &self.log);
    }

    /// The facts of a move, ready for the engine.
    pub(crate) fn describe<G: Describe>(&mut self, game: &G, state: &G::State, seat: Seat, mv: G::Move) {
        self.movement.clear();
        game.move_facts(state, seat, mv, &mut self.movement);
    }

    /// The scores of a position, as a seat sees it, without history. The engine may be left with this position.
    pub(crate) fn score<G: Describe>(&mut self, game: &G, state: &G::State, seat: Seat) -> i32 {
        self.facts.clear();
        game.position_facts(state, seat, &mut self.facts);
        self.sum()
    }

    /// The scores of the position whose facts have been taken.
    fn sum(&mut self) -> i32 {
        match &self.scorer {
            Scorer::Narrow(plan) => run(plan, &self.facts),
            Scorer::Middle(plan) => run(plan, &self.facts),
            Scorer::Wide(plan) => run(plan, &self.facts),
            Scorer::Tuples => {
                self.log.clear();
                let Desk { engine, facts, log, .. } = self;
                let scored = infer::within(&Control::new(SCORING), || {
                    engine.position(facts, log);
                    engine.score()
                });
                // Rules that cost too much say nothing.
                scored.unwrap_or(0)
            }
        }
    }
}

/// Runs a plan without allocating, unless it reads very many sets.
fn run<B: Word>(plan: &BitPlan<B>, facts: &Facts) -> i32 {
    const FEW: usize = 16;
    let inputs = plan.inputs();
    if inputs.len() > FEW {
        return plan.eval_facts(facts);
    }
    let mut words = [B::EMPTY; FEW];
    for (word, &input) in words.iter_mut().zip(inputs) {
        *word = B::from_limbs(facts.words(input).unwrap_or(&[]));
    }
    plan.eval(&words[..inputs.len()])
}
