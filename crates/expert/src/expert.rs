//! The player that follows the rules and nothing else.

use std::sync::Arc;

use game::facts::Describe;
use game::{Control, Limits, Line, Rng};
use infer::Kb;
use search::{AnyPlayer, Ask, Parameter, Player, PlayerInfo, Spec, SpecError, Thought, Variation};

use crate::Knowledge;
use crate::judge::judge;

/// What the list of players says about it.
pub const EXPERT: PlayerInfo = PlayerInfo {
    name: "expert",
    help: "plays by rules alone, and can say why",
    parameters: &[Parameter {
        name: "pack",
        help: "the knowledge it goes by, by name",
        default: "the game's default",
    }],
};

/// What a move may cost, in steps of the rules: about a second. Whoever is not done plays any move.
const MOST_STEPS: u64 = 1 << 27;

/// Plays the move that the rules of a pack give the most points, by lot among equals. It looks at a changed file before every move.
#[derive(Clone, Debug)]
pub struct Expert {
    knowledge: Arc<Knowledge>,
    pack: String,
    kb: Arc<Kb>,
    rng: Rng,
}

impl Expert {
    /// The player that `spec` describes; its choices among equals follow from `seed`.
    ///
    /// # Errors
    /// When there is no such pack.
    pub fn make<G: Describe>(
        knowledge: &Arc<Knowledge>,
        spec: &Spec,
        game: &G,
        seed: u64,
    ) -> Result<AnyPlayer<G>, SpecError> {
        let expected = |_| spec.bad("pack", format!("one of {}", knowledge.names::<G>().join(", ")));
        let pack = knowledge.pack(game, spec.get("pack")).map_err(expected)?;
        Ok(Box::new(Expert {
            knowledge: knowledge.clone(),
            pack: pack.name,
            kb: pack.kb,
            rng: Rng::new(seed),
        }))
    }
}

impl<G: Describe> Player<G> for Expert {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        if let Ok(pack) = self.knowledge.pack(line.game(), Some(&self.pack)) {
            self.kb = pack.kb;
        }
        let seat = line.turn().seat().expect("a player is asked when it is to move");
        let mut moves = line.legal();
        self.rng.shuffle(&mut moves);
        let any = moves[0];
        let limits = Limits { nodes: Some(MOST_STEPS), ..Limits::default() };
        let rules = Control::stoppable(limits, control.stop_flag());
        let Ok(judged) = infer::within(&rules, || judge(&self.kb, line, seat, moves)) else {
            return Thought { time: control.elapsed(), ..Thought::unjudged(any) };
        };
        let nodes = judged.len() as u64;
        let lines = judged.iter().take(ask.lines.max(1)).map(|j| Variation::unjudged(j.mv)).collect();
        Thought { nodes, depth: 1, time: control.elapsed(), ..Thought::from_lines(lines) }
    }
}
