//! How a game sits down at the table.

/// Registers a game: its type (several, where it comes in several widths, narrowest first) and what it can do beyond its rules, each a method of
/// [`Kit`](crate::Kit). Called once in the game's own crate, so that everything that is compiled for a game is compiled there, beside the other games.
///
/// ```ignore
/// table::seat! { Chess<u64> | Chess<u128> => [draw, greedy, evaluate] }
/// ```
///
/// makes `pub static ENTRY`, which belongs into the list of games.
#[macro_export]
macro_rules! seat {
    ($first:ty $(| $wider:ty)* => $abilities:tt) => {
        $crate::seat!(@seat $first, $abilities);
        $($crate::seat!(@seat $wider, $abilities);)*

        /// The game, for the list of games.
        pub static ENTRY: $crate::Entry = $crate::Entry::of::<$first>(
            &[$crate::Width::of::<$first>(), $($crate::Width::of::<$wider>(),)*],
            $crate::seat!(@names $abilities),
        );
    };
    (@names [$($ability:ident),* $(,)?]) => {
        &[$(stringify!($ability)),*]
    };
    (@seat $game:ty, [$($ability:ident),* $(,)?]) => {
        impl $crate::Seated for $game {
            fn kit(house: &$crate::House) -> $crate::Kit<Self> {
                $crate::Kit::rules(house)$(.$ability())*
            }
        }
    };
}
