//! Files that take the place of shipped knowledge while the program runs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Options, Rng};
use table::Match;
use table::expert::{Asked, Inquiry, Lang, Question};

#[test]
fn a_file_takes_over_a_broken_one_does_not() {
    let folder = std::env::temp_dir().join(format!("ludus-overriding-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let games = ludus_registry::games();
    games.house().knowledge.use_folder(&folder);
    for family in &games.that_can("explain") {
        let name = family.info.name;
        let mut board = family.open(&Options::none()).unwrap();
        while board.deal(&mut Rng::new(4)).is_some() {}
        let explain = |board: &dyn Match| board.explain(&Question::default()).unwrap();
        let shipped = explain(board.as_ref());
        let file = folder.join(format!("{name}.rules"));

        let searches = |board: &dyn Match| {
            let mut bot = board.named_bot("alphabeta:eval=rules,depth=1,memory=1", 1).unwrap();
            let control = game::Control::new(game::Limits::default());
            bot.think(board, &control, table::Wanted::best()).unwrap().score
        };
        let shipped_score = searches(board.as_ref());

        std::fs::write(&file, "const many = 3.\n").unwrap();
        assert_eq!(searches(board.as_ref()), 0.0, "{name}: without scores, nothing is worth anything");
        let silent = explain(board.as_ref());
        assert_eq!(
            (silent.reasons.len(), &silent.warning),
            (0, &None),
            "{name}: a text without rules is in force"
        );

        std::fs::write(&file, "const many = 3.\nsurely_not(X) if nonsense(X).\n").unwrap();
        let refused = explain(board.as_ref());
        assert_eq!(refused.reasons, silent.reasons, "{name}: the text before stays in force");
        let warning = refused.warning.unwrap_or_default();
        assert!(warning.starts_with(&format!("{name}.rules:2:18: ")), "{warning}");

        let own = format!("{}/../../games/{name}/knowledge/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(own).unwrap() + "# changed\n";
        std::fs::write(&file, text).unwrap();
        let inquiry = Inquiry { pack: None, mv: None, lang: Lang::En, asked: Asked::Check };
        board.inquire(&inquiry).unwrap();
        assert_eq!(explain(board.as_ref()), shipped, "{name}: the shipped text from a file says the same");
        assert_eq!(searches(board.as_ref()), shipped_score, "{name}: and searches judge by it");

        std::fs::remove_file(&file).unwrap();
        assert_eq!(explain(board.as_ref()), shipped, "{name}: without the file, the shipped text");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
