//! What the search looks at: the node counts of `ludus bench` are pinned in `games/*/signature.txt`, so that no change of a search goes unnoticed.
//!
//! A game may do without the file; `cargo xtask golden` rewrites those that there are.

use std::path::Path;

use game::Options;

#[test]
fn the_search_looks_at_as_many_nodes_as_it_used_to() {
    for family in &registry::games() {
        let board = family.open(&Options::none()).expect("a game opens with its defaults");
        let Some(signature) = board.signature() else { continue };
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(family.info.name).join("signature.txt");
        if !path.exists() {
            println!(
                "{} has no signature.txt: an empty one is filled in by cargo xtask golden",
                family.info.name
            );
            continue;
        }
        game::golden::check(&path, &format!("{}\n", signature));
    }
}
