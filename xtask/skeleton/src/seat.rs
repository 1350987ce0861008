//! Its seat at the table: what it can do.

use crate::Skeleton;

table::seat! {
    Skeleton => [draw, greedy, evaluate]
}
