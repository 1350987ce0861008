//! The styles of play that have a name: each stands for a player that can be made and moves.

use game::{Control, Limits, Options};

#[test]
fn every_style_plays() {
    let mut played = 0;
    for family in &ludus_registry::games() {
        for style in family.styles() {
            let mut board = family.open(&Options::none()).expect("it opens");
            while board.deal(&mut game::Rng::new(1)).is_some() {}
            let mut bot = board.named_bot(style.name, 1).unwrap_or_else(|e| panic!("{}: {e}", style.name));
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let thought = bot.think(board.as_ref(), &Control::new(limits), table::Wanted::best());
            let mv = thought.unwrap_or_else(|e| panic!("{}: {e}", style.name)).mv;
            assert!(board.legal().contains(&mv), "{} plays {mv}", style.name);
            assert!(style.name.contains('-'), "{} could be a general player's name", style.name);
            assert!(table::players().all(|(name, _)| name != style.name));
            played += 1;
        }
    }
    assert!(played >= 6, "only {played} styles");
}
