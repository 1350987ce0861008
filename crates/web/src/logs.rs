//! Structured logs: a line of JSON on stderr for everything worth knowing, quiet unless asked.

use tracing_subscriber::EnvFilter;

/// The variable that says what is logged, such as `info` or `ludus_web=debug`.
const VARIABLE: &str = "LUDUS_LOG";

/// Starts logging: warnings and errors, or what the variable `LUDUS_LOG` asks for. Later calls change nothing.
pub fn start() {
    let filter = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new("warn"));
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_env_filter(filter);
    let _ = lines.with_writer(std::io::stderr).try_init();
    table::tell_warnings(|sentence| tracing::warn!("{sentence}"));
}
