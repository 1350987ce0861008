//! What the reader's games come to.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};
use table::{Family, Who};

use crate::app::{App, blocking};
use crate::failure::Failure;
use crate::opponents;
use crate::pages::Page;
use crate::seats::Hand;
use crate::statistics::{Standing, Tally, count};
use crate::visitor::Visitor;
use crate::words::{Words, fill};

/// Shows results by game and opponent, streaks and accuracy.
pub async fn page(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let games = app.lobby.games.clone();
    let found = blocking(move || match hand.owner() {
        Some(owner) => Ok(count(owner, &app.lobby.store.belongings(owner)?)),
        None => Ok(Default::default()),
    })
    .await?;
    let words = visitor.words();
    let page = Page { visitor, title: words.statistics, kind: "reading", path: "/statistics", scripts: &[] };
    Ok(page.around(html! {
        article.wide-prose {
            h1 { (words.statistics) }
            @if found.is_empty() { p.quiet { (words.statistics_none) } }
            @for family in &games {
                @if let Some(standing) = found.get(family.info.name) { (of_game(family, standing, visitor)) }
            }
        }
    }))
}

fn of_game(family: &Family, standing: &Standing, visitor: Visitor) -> Markup {
    let words = visitor.words();
    let title = visitor.title(family);
    let offered = opponents::of(family);
    let place = |player: &str| offered.iter().position(|opponent| opponent.player == player);
    let mut against: Vec<(&String, &Tally)> = standing.against.iter().collect();
    against.sort_by_key(|(player, _)| (place(player).unwrap_or(usize::MAX), (*player).clone()));
    html! {
        section.stats {
            h2 { (title) }
            dl.figures {
                (figure(words.tournament_games_played, standing.all.games().to_string()))
                (figure(words.stat_share, visitor.percent(standing.all.share())))
                (figure(words.stat_streak, standing.streak.to_string()))
                (figure(words.stat_longest, standing.longest.to_string()))
                @if let Some(accuracy) = standing.accuracy {
                    (figure(&fill(words.stat_accuracy, &[("n", &standing.reviewed.to_string())]), visitor.decimal(accuracy, 1)))
                }
            }
            div.scroll tabindex="0" {
                table.standings {
                    caption.hidden-text { (title) }
                    thead { tr { th scope="col" { (words.opponent) } @for name in [words.tournament_won, words.tournament_drawn, words.tournament_lost, words.stat_share] { th.number scope="col" { (name) } } } }
                    tbody { @for (player, tally) in against { (row(player, *tally, visitor)) } }
                }
            }
        }
    }
}

fn figure(name: &str, value: String) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn row(player: &str, tally: Tally, visitor: Visitor) -> Markup {
    html! {
        tr {
            th scope="row" { (called(player, visitor.words())) }
            td.number { (tally.won) } td.number { (tally.drawn) } td.number { (tally.lost) }
            td.number { (visitor.percent(tally.share())) }
        }
    }
}

/// An opponent by name and level.
fn called(player: &str, words: &Words) -> String {
    let Ok(who) = player.parse::<Who>() else { return player.to_string() };
    match opponents::known(&who) {
        Some(opponent) => format!("{} · {}", opponent.name, opponent.about(words)),
        None => opponents::name(&who, words),
    }
}
