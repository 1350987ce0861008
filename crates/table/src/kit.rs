//! What a game can do beyond its rules, as functions that the table can call.

use std::ops::Range;

use expert::{
    Bout, ClaimQuestion, Expert, ExpertError, Explanation, Finding, Inquiry, Knowledge, MoveClaims, Others,
    Plan, Question, Ranked, Ranking, RulesEvaluator, Tuned, Watch,
};
use game::facts::Describe;
use game::{
    Chances, Chapter, Draw, Edit, Evaluate, Features, Frame, Game, Greedy, Hosted, Line, Notated, Numbered,
    Planes, Problems, Scene, Seats, Solve, Spoken, Spot, Story, Style, Styled, Symmetric, Tall, Taught,
    TextBoard, Threaten, Unfold, Wire,
};
use learn::{CheckpointError, NetEvaluator, Place, Shelf, adviser};
use search::{Roster, Spec};

use crate::bits::Tellers;
use crate::imitation::{self, BeginImitation};
use crate::insight;
use crate::numbers::{Counter, Counts};
use crate::phrases::Speech;
use crate::setup::{OfGame, Setup};
use crate::told::OfLine;
use crate::training::{self, Beginning};
use crate::warning::warn;
use crate::wired::OnWire;
use crate::{House, Insight, Seated, Told, Training, Wired};

/// The abilities of a game. A fresh kit has none; each method adds one and demands the trait behind it, so that the registry shows in
/// one line what a game can do, and the compiler checks it.
pub struct Kit<G: Game> {
    house: House,
    pub(crate) draw: Option<Drawing<G>>,
    pub(crate) tall: Option<TallDrawing<G>>,
    pub(crate) unfold: Option<Unfolder<G>>,
    pub(crate) edit: Option<Sitter<G>>,
    pub(crate) roster: Roster<G>,
    pub(crate) measure: Option<Measure<G>>,
    pub(crate) expert: Option<Knower<G>>,
    pub(crate) winners: Option<Winners<G>>,
    pub(crate) story: Option<Teller<G>>,
    pub(crate) wire: Option<Speaker<G>>,
    pub(crate) notation: Option<Notation<G>>,
    pub(crate) numbers: Option<Counter<G>>,
    pub(crate) tellers: Option<Tellers<G>>,
    pub(crate) styles: &'static [Style],
    pub(crate) events: &'static str,
    pub(crate) speech: Speech,
    pub(crate) school: School,
    pub(crate) training: Option<Begin<G>>,
    pub(crate) insight: Option<Look<G>>,
    pub(crate) imitation: Option<BeginImitation<G>>,
}

/// What is taught of a game, as [`Taught`] has it; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct School {
    pub(crate) puzzles: &'static str,
    pub(crate) lessons: &'static str,
}

/// Begins or resumes a training.
type Begin<G> = fn(&G, Beginning<'_>) -> Result<Box<dyn Training>, CheckpointError>;

/// Asks a net what it sees.
type Look<G> = fn(&Shelf, &G, &<G as Game>::State, Place) -> Result<Insight, String>;

/// Tells the story of a line.
type Teller<G> = for<'a> fn(&'a House, &'a Line<G>) -> Box<dyn Told + 'a>;

/// [`Unfold::unfold`].
type Unfolder<G> =
    fn(&G, &<G as Game>::State, <G as Game>::Move, Frame) -> Option<Chapter<<G as Game>::State>>;

/// Lets positions of a game be set up.
type Sitter<G> = for<'a> fn(&'a G) -> Box<dyn Setup + 'a>;

/// Speaks a game's wire protocol about a line.
type Speaker<G> = for<'a> fn(&'a Line<G>) -> Box<dyn Wired + 'a>;

/// The functions of [`Notated`].
pub(crate) struct Notation<G: Game> {
    pub(crate) write: fn(&G, &G::State) -> String,
    pub(crate) read: Transcribe,
}

/// [`Notated::read_notation`].
pub(crate) type Transcribe = fn(&str) -> Option<Result<String, Problems>>;

/// [`Solve::winners`].
type Winners<G> = fn(&G, &<G as Game>::State, i32) -> Seats;

/// The functions of [`Draw`].
pub(crate) struct Drawing<G: Game> {
    pub(crate) scene: fn(&G, &G::State) -> Scene,
    pub(crate) text: fn(&G, &G::State) -> TextBoard,
    pub(crate) path: fn(&G, &G::State, G::Move) -> Vec<Spot>,
}

/// How judgements of a game are measured.
pub(crate) struct Measure<G: Game> {
    pub(crate) phase: fn(&G, &G::State) -> f64,
    pub(crate) links: &'static str,
    /// The name of what judges where no solver reaches.
    pub(crate) judge: fn(&G) -> Option<String>,
}

/// What knowledge answers.
type Answer<T> = Result<T, ExpertError>;

/// Finds better weights, alone or with others.
type Tuner<G> = fn(&Knowledge, &G, &Plan<'_>, Option<&Others<'_>>, &mut Watch<'_>) -> Answer<Option<Tuned>>;

/// Draws a board for a small screen.
type TallDrawing<G> = fn(&G, &<G as Game>::State, Frame) -> Scene;

/// What the knowledge of a game can be asked.
pub(crate) struct Knower<G: Game> {
    pub(crate) explain: fn(&Knowledge, &Line<G>, &Question<'_>) -> Answer<Explanation>,
    pub(crate) claims: fn(&Knowledge, &Line<G>, &ClaimQuestion<'_>) -> Answer<Vec<MoveClaims>>,
    pub(crate) inquire: fn(&Knowledge, &Line<G>, &Inquiry<'_>) -> Answer<Finding>,
    pub(crate) rank: fn(&Knowledge, &Line<G>, &Ranking<'_>) -> Answer<Vec<Ranked>>,
    pub(crate) text: fn(&Knowledge, Option<&str>) -> Answer<String>,
    pub(crate) tune: Tuner<G>,
    pub(crate) shares: fn(&G, &Bout, Range<usize>) -> Answer<Vec<f64>>,
}

impl<G: Game> Kit<G> {
    /// The rules alone.
    pub fn rules(house: &House) -> Kit<G> {
        Kit {
            house: house.clone(),
            draw: None,
            tall: None,
            unfold: None,
            edit: None,
            roster: Roster::rules(),
            measure: None,
            expert: None,
            winners: None,
            story: None,
            wire: None,
            notation: None,
            numbers: None,
            tellers: None,
            styles: &[],
            events: "",
            speech: Speech::default(),
            school: School::default(),
            training: None,
            insight: None,
            imitation: None,
        }
    }

    /// It can be drawn.
    #[must_use]
    pub fn draw(self) -> Kit<G>
    where
        G: Draw,
    {
        Kit { draw: Some(Drawing { scene: G::scene, text: G::text, path: G::path }), ..self }
    }

    /// It has pictures of its own for small screens.
    #[must_use]
    pub fn tall(self) -> Kit<G>
    where
        G: Tall,
    {
        Kit { tall: Some(G::near), ..self }
    }

    /// Some of its moves set off what people want to follow.
    #[must_use]
    pub fn unfold(self) -> Kit<G>
    where
        G: Unfold,
    {
        Kit { unfold: Some(G::unfold), ..self }
    }

    /// Its positions can be set up by hand.
    #[must_use]
    pub fn edit(self) -> Kit<G>
    where
        G: Edit,
    {
        Kit { edit: Some(|game| Box::new(OfGame(game))), ..self }
    }

    /// Its moves have an immediate worth.
    #[must_use]
    pub fn greedy(self) -> Kit<G>
    where
        G: Greedy,
    {
        Kit { roster: self.roster.greedy(), ..self }
    }

    /// Its positions can be judged.
    #[must_use]
    pub fn evaluate(self) -> Kit<G>
    where
        G: Greedy + Evaluate,
    {
        Kit { roster: self.roster.evaluate(), ..self }
    }

    /// What its judgements are worth has been measured.
    #[must_use]
    pub fn chances(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Chances,
    {
        let measure =
            Measure { phase: G::phase, links: G::CHANCES, judge: |game| search::strongest_judge(game).ok() };
        Kit { roster: self.roster.chances(), measure: Some(measure), ..self }
    }

    /// It brings its own solver.
    #[must_use]
    pub fn solve(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Solve,
    {
        Kit { roster: self.roster.solve(), winners: Some(G::winners), ..self }
    }

    /// Its moves that can win are told apart cheaply.
    #[must_use]
    pub fn threaten(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Threaten,
    {
        Kit { roster: self.roster.threaten(), ..self }
    }

    /// Rules speak about it: the player `expert`, the evaluation `rules` (and `rules-PACK` for each pack), explanations.
    #[must_use]
    pub fn explain(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Describe,
    {
        let knowledge = self.house.knowledge.clone();
        let packs = G::PACKS.iter().map(|&(pack, _)| (format!("rules-{pack}"), Some(pack)));
        let plays = {
            let knowledge = knowledge.clone();
            move |spec: &Spec, game: &G, seed| Expert::make(&knowledge, spec, game, seed)
        };
        let roster = packs.chain([("rules".to_string(), None)]).fold(
            self.roster.guest(&expert::EXPERT, plays),
            |roster, (name, pack)| {
                let knowledge = knowledge.clone();
                roster.evaluator(&name, move |_| Ok(RulesEvaluator::new(knowledge.clone(), pack)))
            },
        );
        let expert = Knower {
            explain: expert::explain,
            claims: expert::claims,
            inquire: expert::inquire,
            rank: expert::rank,
            text: Knowledge::text::<G>,
            tune: expert::tune,
            shares: expert::shares,
        };
        Kit { roster, expert: Some(expert), ..self }
    }

    /// A net can correct its evaluation: the evaluations `net` and, while it is being made, `candidate`.
    #[must_use]
    pub fn learn(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Features + Symmetric,
    {
        let places = [("net", Place::Net), ("candidate", Place::Candidate)];
        let shelf = &self.house.shelf;
        let roster = places.into_iter().fold(self.roster, |roster, (name, place)| {
            let shelf = shelf.clone();
            roster.evaluator(name, move |game: &G| {
                let (net, warning) = shelf.net(game, place)?;
                if let Some(warning) = warning {
                    warn(&format!("{warning}; going on without it"));
                }
                Ok(NetEvaluator::<G, G::Base>::new(game.base(), net))
            })
        });
        Kit {
            roster,
            tellers: Some(Tellers::new()),
            training: Some(training::begin::<G>),
            insight: Some(insight::look::<G>),
            ..self
        }
    }

    /// A net can judge its positions all by itself, trained from games: `meanmax:net`.
    #[must_use]
    pub fn imitate(self) -> Kit<G>
    where
        G: Greedy + Evaluate + Planes + Symmetric,
    {
        let shelf = self.house.shelf.clone();
        let roster = self.roster.advise(move |game| {
            let (net, warning) = shelf.dense(game)?;
            if let Some(warning) = warning {
                warn(&format!("{warning}; going on without it"));
            }
            Ok(net.map(adviser))
        });
        Kit { roster, imitation: Some(imitation::begin::<G>), ..self }
    }

    /// It can tell what happened.
    #[must_use]
    pub fn story(self) -> Kit<G>
    where
        G: Story + Symmetric + Seated,
    {
        Kit { story: Some(|house, line| Box::new(OfLine { house, line })), ..self }
    }

    /// It is also played over a network, by a protocol of its own.
    #[must_use]
    pub fn wire(self) -> Kit<G>
    where
        G: Wire,
    {
        Kit { wire: Some(|line| Box::new(OnWire(line))), ..self }
    }

    /// Its positions have a second notation.
    #[must_use]
    pub fn notated(self) -> Kit<G>
    where
        G: Notated,
    {
        Kit { notation: Some(Notation { write: G::write_notation, read: G::read_notation }), ..self }
    }

    /// Its moves have numbers, and its positions can be shown as arrays.
    #[must_use]
    pub fn numbered(self) -> Kit<G>
    where
        G: Numbered + Seated,
    {
        let count: Counter<G> = |house, line, tellers| Box::new(Counts { house, line, tellers });
        Kit { numbers: Some(count), ..self }
    }

    /// Styles of play have a name in it.
    #[must_use]
    pub fn styles(self) -> Kit<G>
    where
        G: Styled,
    {
        Kit { styles: G::STYLES, ..self }
    }

    /// Events are held in it.
    #[must_use]
    pub fn events(self) -> Kit<G>
    where
        G: Hosted,
    {
        Kit { events: G::EVENTS, ..self }
    }

    /// Its words are known in other languages.
    #[must_use]
    pub fn words(self) -> Kit<G>
    where
        G: Spoken,
    {
        Kit { speech: Speech { words: G::WORDS, rules: G::RULES }, ..self }
    }

    /// It is taught.
    #[must_use]
    pub fn teach(self) -> Kit<G>
    where
        G: Taught,
    {
        Kit { school: School { puzzles: G::PUZZLES, lessons: G::LESSONS }, ..self }
    }
}
