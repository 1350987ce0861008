//! What a net saw, in words and as a map of the board.

use draw::{Look, Theme, Tint};
use table::{Insight, Picture};

/// So many of the features are listed.
const LISTED: usize = 8;

/// The value with its parts, and what moved it most.
pub fn as_text(insight: &Insight) -> String {
    let Insight { side, value, evaluation, net, .. } = insight;
    let mut text = format!(
        "value {value:+.2} for {} before the move: evaluation {evaluation:+.2}, net {net:+.2}\n",
        side.name
    );
    for told in insight.features.iter().filter(|told| told.influence != 0.0).take(LISTED) {
        text += &format!("{:>+7.2}  {}\n", told.influence, told.feature);
    }
    text
}

/// The influence of each place where the board has it; empty when no place has any.
pub fn map(insight: &Insight, picture: &Picture) -> String {
    draw::chart(&picture.scene, &tints(insight, |influence| format!("{influence:+.2}")))
}

/// How to draw the picture as the net saw it.
pub fn look(insight: &Insight) -> Look {
    // Without the 0 before the point, which costs room.
    let short = |influence: f64| format!("{influence:+.2}").replacen("0.", ".", 1);
    let side = &insight.side.name;
    let title = format!("what each place adds to the value for {side}, as the net sees it");
    Look { tints: tints(insight, short), title, ..Look::file(Theme::Light) }
}

fn tints(insight: &Insight, write: impl Fn(f64) -> String) -> Vec<Tint> {
    let most = insight.places.iter().map(|told| told.influence.abs()).fold(0.0, f64::max);
    let places = insight.places.iter().filter(|told| told.influence != 0.0);
    places
        .map(|told| Tint {
            at: told.at,
            text: write(told.influence),
            strength: (told.influence / most) as f32,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rect;
    use table::{Side, ToldFeature, ToldPlace};

    #[test]
    fn what_moved_the_value_is_listed_and_drawn() {
        let feature = |influence: f64, what: &str| ToldFeature {
            feature: format!("{what} at A1"),
            place: Some("A1".to_string()),
            influence,
            without: 0.5 - influence,
        };
        let place = |influence: f64| ToldPlace {
            place: "A1".to_string(),
            influence,
            without: 0.5 - influence,
            at: Rect::new(0.0, 0.0, 1.0, 1.0),
        };
        let insight = Insight {
            side: Side { seat: 1, name: "First".to_string() },
            value: 0.5,
            evaluation: 1.75,
            net: -1.25,
            features: vec![feature(-1.25, "stone"), feature(0.07, "room"), feature(0.0, "dust")],
            places: vec![place(-1.25), place(0.07), place(0.0)],
        };
        assert_eq!(
            as_text(&insight),
            "value +0.50 for First before the move: evaluation +1.75, net -1.25\n  -1.25  stone at A1\n  +0.07  room at A1\n"
        );
        let drawn = look(&insight).tints;
        assert_eq!(drawn.iter().map(|tint| &*tint.text).collect::<Vec<_>>(), ["-1.25", "+.07"]);
        assert_eq!(drawn[0].strength, -1.0);
    }
}
