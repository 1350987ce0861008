//! Structured logs: a line of JSON on stderr for everything worth knowing, quiet unless asked.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The variable that says what is logged, such as `info` or `ludus_web=debug`.
const VARIABLE: &str = "LUDUS_LOG";

/// Starts logging: warnings and errors, or what the variable `LUDUS_LOG` asks for. Later calls change nothing.
pub fn start() {
    let asked = std::env::var(VARIABLE).ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
    table::tell_warnings(|sentence| tracing::warn!("{sentence}"));
}
