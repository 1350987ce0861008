//! What all requests share, and which address leads where.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use axum::{Json, Router};
use coach::Budget;
use school::School;
use serde_json::json;
use store::Store;
use table::Games;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;

use crate::assets;
use crate::failure::Failure;
use crate::guard::{self, Meter, Rate};
use crate::lobby::{Lobby, Manner};
use crate::machines::{Machines, Meeting};
use crate::own_bots::OwnBots;
use crate::packs::{self, Packs};
use crate::pages::{
    analyse, editor, game, home, lab, learn, machines, practice, review, rounds, rules, setup, shell,
    statistics, tournaments, why, yours,
};
use crate::reviews::{Effort, Reviews};
use crate::seeds::Seeds;
use crate::squeeze::squeeze;
use crate::study::Studies;
use crate::tournaments::Tournaments;
use crate::turns::Turns;

/// Larger bodies are refused.
const MOST_BYTES: usize = 64 * 1024;

/// Larger bodies with a text of rules are refused.
const MOST_TEXT: usize = 2 * packs::LONGEST;

/// Larger records to review are refused.
const MOST_RECORD: usize = 1 << 20;

/// Larger files with everything that is kept of somebody are refused.
const MOST_BROUGHT: usize = 64 << 20;

/// How the app is set up.
pub struct Settings {
    /// What can be played.
    pub games: Games,
    /// Where everything is kept.
    pub store: Store,
    /// The folder for what is kept as files: rule packs and tournaments; `None` to do without.
    pub folder: Option<PathBuf>,
    /// The program whose command `tournament` runs tournaments; `None` when none are started from the page.
    pub program: Option<PathBuf>,
    /// Where machines meet that tournaments are played on; `None` to play them here.
    pub meeting: Option<Meeting>,
    /// How many threads think for computer players at length, how many texts of rules are tried and how many questions answered at once; the others wait.
    pub thinkers: usize,
    /// Programs to play against.
    pub bots: OwnBots,
    /// How long a computer waits before it answers a computer, so that people can follow.
    pub pause: Duration,
    /// Where new games get their seeds from.
    pub seeds: Seeds,
    /// How hard a lesson is looked for.
    pub effort: Budget,
    /// How many threads review games.
    pub reviewers: usize,
    /// What the review of a game may cost.
    pub review: Budget,
    /// How often one address may ask.
    pub rate: Rate,
    /// How long a turn with a large file lasts, from its first byte to its last.
    pub file: Duration,
    /// The key that visitors from other machines need; `None` when there are none.
    pub key: Option<String>,
    /// How links to give away begin, such as `http://192.168.1.5:7070`.
    pub origin: String,
}

impl Settings {
    /// The usual settings over a store.
    pub fn new(games: Games, store: Store) -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            games,
            store,
            folder: None,
            program: None,
            meeting: None,
            thinkers: cores.saturating_sub(1).max(1),
            pause: Duration::from_millis(700),
            bots: OwnBots::default(),
            seeds: Seeds::default(),
            effort: Budget::Time(Duration::from_millis(1_000)),
            reviewers: (cores / 4).max(1),
            review: Budget::Time(Duration::from_secs(24)),
            rate: Rate { read: 2_000.0, change: 500.0 },
            file: Duration::from_secs(60),
            key: None,
            origin: String::new(),
        }
    }
}

/// What all requests share.
pub struct App {
    /// Every open game.
    pub(crate) lobby: Arc<Lobby>,
    /// Every open analysis.
    pub(crate) studies: Arc<Studies>,
    /// The reviews of games.
    pub(crate) reviews: Reviews,
    /// What is taught, by game.
    schools: OnceLock<Vec<School>>,
    /// The rule packs that people wrote.
    pub(crate) packs: Packs,
    /// The tournaments of the data folder.
    pub(crate) tournaments: Tournaments,
    machines: Option<Arc<Machines>>,
    /// Turns at trying rules.
    pub(crate) lab: Arc<Turns>,
    /// Turns at asking why.
    pub(crate) why: Arc<Turns>,
    /// Turns at taking out and bringing back everything that is kept of somebody.
    pub(crate) bringing: Arc<Turns>,
    folder: Option<PathBuf>,
    pub(crate) meter: Meter,
    pub(crate) rate: Rate,
    pub(crate) file: Duration,
    pub(crate) key: Option<String>,
    pub(crate) origin: String,
    closing: watch::Sender<bool>,
}

impl App {
    /// Makes the app and starts its housekeeping.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn new(settings: Settings) -> Arc<App> {
        let (store, folder) = (Arc::new(settings.store), settings.folder.clone());
        let lobby = Lobby::new(
            settings.games.clone(),
            store.clone(),
            settings.thinkers,
            Arc::new(settings.bots),
            Manner { pause: settings.pause, seeds: settings.seeds, effort: settings.effort },
        );
        let packs = Packs::new(
            &settings.games.house().knowledge,
            store.clone(),
            settings.folder.as_ref().map(|f| f.join("packs")).as_deref(),
        );
        let reviews = Reviews::new(
            settings.games.clone(),
            store.clone(),
            settings.reviewers,
            Effort { review: settings.review, puzzle: settings.effort },
        );
        let machines = settings.meeting.map(|meeting| Arc::new(Machines::new(meeting)));
        let app = Arc::new(App {
            reviews,
            schools: OnceLock::new(),
            studies: Studies::new(store, lobby.clone()),
            packs,
            tournaments: Tournaments::new(
                settings.games,
                settings.folder.map(|folder| folder.join("tournaments")),
                settings.program,
                machines.clone(),
            ),
            machines,
            folder,
            lobby,
            lab: Turns::new(settings.thinkers),
            why: Turns::new(settings.thinkers),
            bringing: Turns::new(1),
            meter: Meter::default(),
            rate: settings.rate,
            file: settings.file,
            key: settings.key,
            origin: settings.origin,
            closing: watch::Sender::new(false),
        });
        let games = app.lobby.games.clone();
        tokio::task::spawn_blocking(move || home::prepare(&games));
        let (weak, mut closing) = (Arc::downgrade(&app), app.closing());
        tokio::spawn(async move {
            let mut moment = tokio::time::interval(Duration::from_millis(500));
            loop {
                tokio::select! {
                    _ = moment.tick() => {}
                    _ = closing.changed() => break,
                }
                let Some(app) = weak.upgrade() else { break };
                let _ = tokio::task::spawn_blocking(move || {
                    app.lobby.sweep();
                    app.studies.sweep();
                    app.reviews.sweep();
                })
                .await;
            }
        });
        app
    }

    /// What is taught of a game; `None` when there is no such game. Files that cannot be read teach nothing; tests check those that are shipped.
    pub(crate) fn school(&self, game: &str) -> Option<&School> {
        let all = self.schools.get_or_init(|| {
            let read = |family: &table::Family| {
                School::of(family).inspect_err(
                    |error| tracing::error!(game = family.info.name, %error, "nothing can be taught"),
                )
            };
            (&self.lobby.games).into_iter().filter_map(|family| read(family).ok()).collect()
        });
        all.iter().find(|school| school.game() == game)
    }

    /// The machines that tournaments are played on; nothing where they are played here.
    pub(crate) fn machines(&self) -> Result<&Machines, Failure> {
        self.machines.as_deref().ok_or(Failure::NotFound)
    }

    /// Tells when the app is about to end.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Ends all thinking and all event streams. Everything that was acknowledged is in the store already.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.lobby.thinkers.close();
        self.reviews.close();
        self.tournaments.close();
    }
}

/// Every address of the app.
pub fn router(app: Arc<App>) -> Router {
    let large = || from_fn_with_state(app.clone(), yours::one_at_a_time);
    Router::new()
        .route("/", get(home::page))
        .route("/preferences", post(home::preferences))
        .route("/new/{game}", get(setup::page))
        .route("/rules/{game}", get(rules::page))
        .route("/games", get(home::all).post(setup::create))
        .route("/game/{id}", get(game::page))
        .route("/game/{id}/state", get(game::state))
        .route("/game/{id}/at", get(game::at))
        .route("/game/{id}/after", get(game::after))
        .route("/game/{id}/pace", post(game::pace))
        .route("/game/{id}/events", get(game::events))
        .route("/game/{id}/move", post(game::play))
        .route("/game/{id}/undo", game::deed(Lobby::undo))
        .route("/game/{id}/resign", game::deed(Lobby::resign))
        .route("/game/{id}/retry", game::deed(Lobby::retry))
        .route("/game/{id}/reconsider", game::deed(Lobby::reconsider))
        .route("/game/{id}/sit", post(game::sit))
        .route("/game/{id}/seat/{key}", get(game::claim))
        .route("/game/{id}/hint", post(game::hint))
        .route("/game/{id}/why", get(why::of_game))
        .route("/game/{id}/stages", get(rounds::of_game))
        .route("/game/{id}/rematch", post(game::rematch))
        .route("/game/{id}/again", post(game::again))
        .route("/game/{id}/analyse", post(analyse::from_game))
        .route("/game/{id}/forget", post(game::forget))
        .route("/game/{id}/record.json", get(game::record))
        .route("/game/{id}/board.svg", get(game::svg))
        .route("/game/{id}/board.png", get(game::png))
        .route("/game/{id}/review", post(review::of_game))
        .route("/reviews", get(review::list).post(review::import).layer(DefaultBodyLimit::max(MOST_RECORD)))
        .route("/review/{id}", get(review::page))
        .route("/review/{id}/state", get(review::state))
        .route("/review/{id}/at", get(review::at))
        .route("/review/{id}/events", get(review::events))
        .route("/review/{id}/start", post(review::start))
        .route("/review/{id}/stop", post(review::stop))
        .route("/practice", get(practice::list))
        .route("/practice/{game}", get(practice::page))
        .route("/practice/{game}/{puzzle}/try", post(practice::attempted))
        .route("/practice/{game}/{puzzle}/solution", post(practice::answer))
        .route("/learn", get(learn::list))
        .route("/learn/{game}", get(learn::course))
        .route("/learn/{game}/{lesson}/{step}", get(learn::step))
        .route("/learn/{game}/{lesson}/{step}/try", post(learn::attempted))
        .route("/learn/{game}/{lesson}/{step}/match", post(learn::begin))
        .route("/yours", get(yours::page))
        .route("/yours/ludus.json", get(yours::take_out).layer(large()))
        .route("/yours/forget", post(yours::forget))
        .route("/yours/bring", post(yours::bring).layer(DefaultBodyLimit::max(MOST_BROUGHT)).layer(large()))
        .route("/analyses", post(analyse::create))
        .route("/analyse/{id}", get(analyse::start))
        .route("/analyse/{id}/{node}", get(analyse::page))
        .route("/analyse/{id}/{node}/state", get(analyse::state))
        .route("/analyse/{id}/{node}/events", get(analyse::events))
        .route("/analyse/{id}/{node}/why", get(why::of_analysis))
        .route("/analyse/{id}/{node}/move", post(analyse::play))
        .route("/analyse/{id}/{node}/after", get(analyse::after))
        .route("/analyse/{id}/{node}/name", post(analyse::call))
        .route("/analyse/{id}/{node}/cut", post(analyse::cut))
        .route("/analyse/{id}/{node}/board.svg", get(analyse::svg))
        .route("/analyse/{id}/{node}/board.png", get(analyse::png))
        .route("/analyse/{id}/{node}/record.json", get(analyse::record))
        .route("/editor/{game}", get(editor::page))
        .route("/editor/{game}/check", post(editor::check))
        .route("/editor/{game}/why", get(why::of_position))
        .route("/lab/{game}", get(lab::page))
        .route("/lab/{game}/try", post(lab::attempt).layer(DefaultBodyLimit::max(MOST_TEXT)))
        .route("/lab/{game}/packs", post(lab::save).layer(DefaultBodyLimit::max(MOST_TEXT)))
        .route("/lab/{game}/packs/{name}/forget", post(lab::forget))
        .route("/lab/{game}/pack/{name}", get(lab::download))
        .route("/tournaments", get(tournaments::list).post(tournaments::create))
        .route("/tournament/{name}", get(tournaments::page))
        .route("/tournament/{name}/table", get(tournaments::table))
        .route("/tournament/{name}/events", get(tournaments::events))
        .route("/tournament/{name}/run", post(tournaments::run))
        .route("/tournament/{name}/stop", post(tournaments::stop))
        .route("/tournament/{name}/file/{ending}", get(tournaments::file))
        .route("/tournament/{name}/meeting/{a}/{b}", get(tournaments::meeting))
        .route("/tournament/{name}/game/{meeting}/{number}", get(tournaments::replay))
        .route("/tournament/{name}/game/{meeting}/{number}/state", get(tournaments::replay_state))
        .route("/tournament/{name}/game/{meeting}/{number}/record.json", get(tournaments::record))
        .route("/machines", get(machines::page))
        .route("/machines/table", get(machines::table))
        .route("/machines/events", get(machines::events))
        .route("/statistics", get(statistics::page))
        .route("/offline", get(shell::offline))
        .route("/manifest.webmanifest", get(shell::manifest))
        .route("/icon/{size}", get(shell::icon))
        .route("/worker.js", get(shell::worker))
        .route("/picture/{game}/{theme}", get(home::picture))
        .route("/assets/{*path}", get(assets::file))
        .route("/favicon.ico", get(assets::icon))
        .route("/health", get(health))
        .fallback(|| async { Failure::NotFound })
        .method_not_allowed_fallback(|| async { axum::http::StatusCode::METHOD_NOT_ALLOWED })
        .layer(CatchPanicLayer::new())
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn(squeeze))
        .layer(from_fn_with_state(app.clone(), guard::watch_over))
        .with_state(app)
}

/// With less room than this the app says that it is not well, while there is still some.
const LEAST_FREE_MB: u64 = 50;

/// The room that is left where the folder lies.
fn free_mb(folder: &std::path::Path) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let about = rustix::fs::statvfs(folder).ok()?;
        Some(about.f_bavail.saturating_mul(about.f_frsize) >> 20)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        None
    }
}

async fn health(
    axum::extract::State(app): axum::extract::State<Arc<App>>,
) -> Result<Json<serde_json::Value>, Failure> {
    let asked = app.clone();
    let free_mb = blocking(move || {
        asked.lobby.store.recent_games(1)?;
        // Reading says nothing of writing: a disk may be full, or gone read-only.
        asked.lobby.store.put("health", "probe", "written")?;
        let free = asked.folder.as_deref().and_then(free_mb);
        match free {
            Some(free) if free < LEAST_FREE_MB => {
                Err(Failure::Broken(format!("the disk is nearly full: {free} MB are left")))
            }
            free => Ok(free),
        }
    })
    .await?;
    Ok(Json(json!({
        "status": "ok",
        "free_mb": free_mb,
        "open_games": app.lobby.open_games(),
        "waiting_thoughts": app.lobby.thinkers.waiting(),
    })))
}

/// Runs what reads or writes the store, or draws, off the threads that answer requests. The work is boxed, so that the runtime's machinery is compiled once and not for every caller.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (done, answer) = tokio::sync::oneshot::channel();
    let work: Box<dyn FnOnce() + Send> = Box::new(move || drop(done.send(work())));
    tokio::task::spawn_blocking(work);
    answer.await.map_err(|_| Failure::Broken("the work was cut short".to_string()))?
}
