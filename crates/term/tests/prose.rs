//! Prose for a terminal.

use ludus_term::prose::render;

#[test]
fn prose_is_broken_between_words() {
    let text = "# Game\n\nOne **two** three `4 * 4` four\nfive * six.\n\n## Part\n- an *item* that is long\n  and goes on\n1. [one](x.md)\n";
    let expected = "Game\n====\n\nOne two three 4 * 4\nfour five * six.\n\nPart\n----\n- an item that is\n  long and goes on\n1. one\n";
    assert_eq!(render(text, 20), expected);
    assert_eq!(render("averylongwordindeed ab", 5), "averylongwordindeed\nab\n");
    assert_eq!(render("", 5), "");
    assert_eq!(render("| a | b |\n|---|---|\n| *1* | 2 |\n", 5), "  a   b\n  1   2\n");
}
