//! How well somebody played, in one figure: what each move kept, averaged so that neither quiet stretches nor single slips say everything.

/// The least and the greatest weight of a move.
const WEIGHTS: (f64, f64) = (0.5, 12.0);

/// What one move kept, from 0 to 100, when it lost so much of the chance to win.
pub(crate) fn of_move(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How much is at stake at each move: the spread of the chances around it, from the chances before each move of the game.
pub(crate) fn weights(wins: &[f64]) -> Vec<f64> {
    let width = (wins.len() / 10).clamp(2, 8);
    let spread = |at: usize| {
        let from = at.saturating_sub(width / 2).min(wins.len().saturating_sub(width));
        let window = &wins[from..(from + width).min(wins.len())];
        let mean = window.iter().sum::<f64>() / window.len() as f64;
        let square = window.iter().map(|win| (win - mean).powi(2)).sum::<f64>() / window.len() as f64;
        (100.0 * square.sqrt()).clamp(WEIGHTS.0, WEIGHTS.1)
    };
    (0..wins.len()).map(spread).collect()
}

/// The figure for some moves, each with what it kept and its weight: half the weighted mean, half the harmonic one. `None` without moves.
pub(crate) fn of_moves(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(kept, weight)| kept * weight).sum::<f64>() / weight;
    let harmonic = moves.len() as f64 / moves.iter().map(|(kept, _)| 1.0 / kept.max(1.0)).sum::<f64>();
    Some((weighted + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_falls_with_the_loss() {
        assert!((of_move(0.0) - 100.0).abs() < 0.01);
        assert!((of_move(0.1) - 63.6).abs() < 0.1);
        assert!(of_move(1.0) < 1.0);
        assert_eq!(of_moves(&[]), None);
        let steady = of_moves(&[(90.0, 1.0), (90.0, 1.0)]).unwrap_or_default();
        let uneven = of_moves(&[(100.0, 1.0), (80.0, 1.0)]).unwrap_or_default();
        assert!((steady - 90.0).abs() < 1e-9 && uneven < steady);
        assert_eq!(weights(&[0.5, 0.5, 0.9]).len(), 3);
        assert!(weights(&[]).is_empty());
    }
}
