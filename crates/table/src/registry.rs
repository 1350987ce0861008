//! The one list that names the games.
//!
//! A new game is a folder under `games/`, a dependency line in this crate's `Cargo.toml`, and a line here: its type (several, where it comes in
//! several widths, narrowest first) and, after the colon, what it can do beyond its rules.

crate::registry! {
    /// Every game, in the order people see them.
    pub const GAMES = [
        azul::Azul<2> | azul::Azul<3> | azul::Azul<4> => [draw, greedy, evaluate, solve, explain, learn, styles, events, words, story];
        domineering::Domineering<u64> | domineering::Domineering<u128> | domineering::Domineering<domineering::Wide> => [draw, greedy, evaluate, solve, explain, learn, styles, events, words];
        dots_and_boxes::DotsAndBoxes<u64> | dots_and_boxes::DotsAndBoxes<u128> | dots_and_boxes::DotsAndBoxes<dots_and_boxes::Wide> => [draw, greedy, evaluate, solve, explain, learn, styles, events, words];
        tablut::Tablut => [draw, greedy, evaluate, solve, explain, threaten, learn, imitate, wire, styles, events, words, story];
        taiji::Taiji<u64> | taiji::Taiji<u128> => [draw, greedy, evaluate, solve, explain, learn, styles, events, words];
    ];
}

/// Makes a list of games from lines of `types => [abilities];`, where an ability is a method of [`crate::Kit`]. Exported so that a test can register
/// a game of its own.
#[macro_export]
macro_rules! registry {
    ($(#[$doc:meta])* $vis:vis const $list:ident = [$($first:ty $(| $wider:ty)* => $abilities:tt;)*];) => {
        $($crate::registry!(@seat $first, $abilities); $($crate::registry!(@seat $wider, $abilities);)*)*

        $(#[$doc])*
        $vis const $list: &[$crate::Family] = &[$(
            $crate::Family::of::<$first>(&[
                $crate::Width::of::<$first>(), $($crate::Width::of::<$wider>(),)*
            ]),
        )*];
    };
    (@seat $game:ty, [$($ability:ident),*]) => {
        impl $crate::Seated for $game {
            fn kit() -> $crate::Kit<Self> {
                $crate::Kit::rules()$(.$ability())*
            }
        }
    };
}
