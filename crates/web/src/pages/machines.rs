//! The machines that help: what they are and what they do, live.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use fleet::{Machine, Run, Status};
use maud::{Markup, html};

use crate::app::{App, blocking};
use crate::failure::Failure;
use crate::machines::Machines;
use crate::pages::{Page, changes};
use crate::visitor::Visitor;
use crate::words::{Words, fill};

/// Shows all machines and the works under way.
pub async fn page(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Markup, Failure> {
    let tables = table(State(app), visitor).await?;
    let words = visitor.words();
    let page = Page {
        visitor,
        title: words.machines,
        kind: "reading",
        path: "/machines",
        scripts: &["tournament.js"],
    };
    Ok(page.around(html! {
        live-tournament.wide-prose data-base="/machines" {
            p { a href="/tournaments" { (words.tournaments) } }
            h1 { (words.machines) }
            div.live { (tables) }
        }
    }))
}

/// The part of the page that changes.
pub async fn table(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Markup, Failure> {
    blocking(move || {
        let machines = app.machines()?;
        Ok(match machines.status() {
            Ok(status) => tables(machines, &status, visitor.words()),
            Err(sentence) => html! { p.quiet lang="en" { (sentence) } },
        })
    })
    .await
}

/// Tells when something has changed.
pub async fn events(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    app.machines()?;
    let asked = app.clone();
    Ok(changes(&app, move || {
        let mut sum = DefaultHasher::new();
        match asked.machines()?.status() {
            Ok(status) => serde_json::to_string(&shown(&status)).unwrap_or_default().hash(&mut sum),
            Err(sentence) => sentence.hash(&mut sum),
        }
        // Numbers in scripts are exact up to 2^53.
        Ok(sum.finish() >> 11)
    }))
}

/// The status without what changes although nothing happens.
fn shown(status: &Status) -> Status {
    let mut status = status.clone();
    status.machines.iter_mut().for_each(|machine| machine.silent_for = 0.0);
    status
}

fn tables(machines: &Machines, status: &Status, words: &Words) -> Markup {
    let threads: usize = status.machines.iter().map(|machine| machine.threads).sum();
    let waiting = status.waiting.values().sum::<u64>().saturating_sub(status.running);
    let counts = [
        ("machines", status.machines.len().to_string()),
        ("threads", threads.to_string()),
        ("waiting", waiting.to_string()),
        ("running", status.running.to_string()),
    ];
    let counts: Vec<(&str, &str)> = counts.iter().map(|(name, count)| (*name, count.as_str())).collect();
    html! {
        p.status { (machines.address()) " · " (fill(words.machines_jobs, &counts)) }
        @if status.machines.is_empty() {
            p { (words.machines_none) " " code { "ludus work --on " (machines.address()) } }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(words.machines) {
                table.standings {
                    caption.hidden-text { (words.machines) }
                    thead { tr {
                        th scope="col" { (words.machine) }
                        @for name in [words.machine_threads, words.machine_running, words.machine_done, words.machine_failed, words.machine_rate, words.machine_pace] { th.number scope="col" { (name) } }
                        th scope="col" { (words.machine_version) }
                    } }
                    tbody { @for machine in &status.machines { (row(machine, status, words)) } }
                }
            }
        }
        @if !status.runs.is_empty() {
            h2 { (words.machine_works) }
            ul.recent { @for run in &status.runs { li { (of_work(run, words)) } } }
        }
    }
}

fn row(machine: &Machine, status: &Status, words: &Words) -> Markup {
    html! {
        tr {
            th scope="row" { (machine.name) }
            @for count in [machine.threads.to_string(), machine.running.to_string(), machine.done.to_string(), machine.failed.to_string(), format!("{:.1}", machine.rate), pace(machine)] { td.number { (count) } }
            td { (machine.stamp) @if machine.stamp != status.stamp { " (" (words.machine_other) ")" } }
        }
    }
}

/// Nodes a second of a thread, once it has measured itself.
fn pace(machine: &Machine) -> String {
    if machine.pace == 0 { String::new() } else { machine.pace.to_string() }
}

fn of_work(run: &Run, words: &Words) -> Markup {
    let counts = [("n", run.done.to_string()), ("all", (run.done + run.waiting).to_string())];
    let counts: Vec<(&str, &str)> = counts.iter().map(|(name, count)| (*name, count.as_str())).collect();
    html! {
        div.row { span.what {
            strong lang="en" { (run.title) }
            span.quiet { (fill(words.machine_done_of, &counts)) @if run.over { " · " (words.machine_left) } }
        } }
    }
}
