//! The rules of a game, written in a little Markdown, as HTML.

use maud::{Markup, PreEscaped, html};

/// Headings, paragraphs, lists, tables, code blocks, and in the text emphasis, strong words and code.
pub fn markdown(text: &str) -> Markup {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let (markup, next) = block(&lines, at);
        out.push_str(&markup.into_string());
        at = next;
    }
    PreEscaped(out)
}

/// The block that begins at a line, and the line after it.
fn block(lines: &[&str], at: usize) -> (Markup, usize) {
    let line = lines[at].trim_end();
    if line.trim().is_empty() {
        return (html! {}, at + 1);
    }
    if line.starts_with("```") {
        let end = (at + 1..lines.len()).find(|&i| lines[i].starts_with("```")).unwrap_or(lines.len());
        return (html! { pre { (lines[at + 1..end].join("\n")) } }, end + 1);
    }
    if let Some(heading) = line.strip_prefix('#') {
        let depth = 1 + heading.bytes().take_while(|&byte| byte == b'#').count();
        let words = inline(heading.trim_start_matches('#').trim());
        let markup = match depth {
            1 => html! {},
            2 => html! { h2 { (words) } },
            _ => html! { h3 { (words) } },
        };
        return (markup, at + 1);
    }
    if line.starts_with('|') {
        return table(lines, at);
    }
    if item(line).is_some() {
        return list(lines, at);
    }
    let ends = |line: &str| {
        line.trim().is_empty()
            || line.starts_with(['#', '|'])
            || line.starts_with("```")
            || item(line).is_some()
    };
    let end = (at + 1..lines.len()).find(|&i| ends(lines[i])).unwrap_or(lines.len());
    (html! { p { (inline(&lines[at..end].join(" "))) } }, end)
}

/// The text of a list item.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let numbered = || {
        let (digits, rest) = line.split_once(". ")?;
        (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
    };
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or_else(numbered)
}

fn list(lines: &[&str], at: usize) -> (Markup, usize) {
    let mut items: Vec<String> = Vec::new();
    let mut next = at;
    while next < lines.len() && !lines[next].trim().is_empty() {
        match (item(lines[next]), items.last_mut()) {
            (Some(text), _) => items.push(text.to_string()),
            (None, Some(last)) if lines[next].starts_with(' ') => {
                *last += &format!(" {}", lines[next].trim())
            }
            _ => break,
        }
        next += 1;
    }
    let numbered = lines[at].trim_start().starts_with(|letter: char| letter.is_ascii_digit());
    let body = html! { @for text in &items { li { (inline(text)) } } };
    (
        if numbered {
            html! { ol { (body) } }
        } else {
            html! { ul { (body) } }
        },
        next.max(at + 1),
    )
}

fn table(lines: &[&str], at: usize) -> (Markup, usize) {
    let end = (at..lines.len()).find(|&i| !lines[i].starts_with('|')).unwrap_or(lines.len());
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let ruler = |line: &&&str| line.bytes().all(|byte| b"|-: ".contains(&byte));
    let rows: Vec<Vec<String>> =
        lines[at..end].iter().filter(|line| !ruler(line)).map(|line| cells(line)).collect();
    let Some((head, body)) = rows.split_first() else { return (html! {}, end) };
    let markup = html! {
        table {
            thead { tr { @for cell in head { th scope="col" { (inline(cell)) } } } }
            tbody { @for row in body { tr { @for cell in row { td { (inline(cell)) } } } } }
        }
    };
    (markup, end)
}

/// Text with `**strong**`, `*emphasis*` and `` `code` ``.
fn inline(text: &str) -> Markup {
    for (mark, tag) in [("`", "code"), ("**", "strong"), ("*", "em")] {
        let Some((before, rest)) = text.split_once(mark) else { continue };
        let Some((inside, after)) = rest.split_once(mark) else { continue };
        let middle = match tag {
            "code" => html! { code { (inside) } },
            "strong" => html! { strong { (inline(inside)) } },
            _ => html! { em { (inline(inside)) } },
        };
        return html! { (inline(before)) (middle) (inline(after)) };
    }
    html! { (text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        for (text, expected) in [
            ("# Title\n\nTwo\nlines", "<p>Two lines</p>"),
            ("## Aim\n- a\n- b\n  more", "<h2>Aim</h2><ul><li>a</li><li>b more</li></ul>"),
            ("1. x\n2. y", "<ol><li>x</li><li>y</li></ol>"),
            ("a *b* **c** `<d>`", "<p>a <em>b</em> <strong>c</strong> <code>&lt;d&gt;</code></p>"),
            (
                "| h |\n|---|\n| c |",
                "<table><thead><tr><th scope=\"col\">h</th></tr></thead><tbody><tr><td>c</td></tr></tbody></table>",
            ),
            ("```\nx < y\n```", "<pre>x &lt; y</pre>"),
            ("<script>", "<p>&lt;script&gt;</p>"),
            ("2 * 3 `", "<p>2 * 3 `</p>"),
        ] {
            assert_eq!(markdown(text).into_string(), expected, "{text}");
        }
    }

    #[test]
    fn the_rules_of_every_game_are_shown() {
        for family in &registry::games() {
            assert!(markdown(family.info.rules).into_string().contains("<p>"), "{}", family.info.name);
        }
    }
}
