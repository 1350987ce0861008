//! Nested lists as Lisp, Prolog and Python write them: `((0 1) (2 0))`, `[[black, white]]`, `[['X', ' ']]`.

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A name, a number, or whatever stands in quotes.
    Word(String),
    /// A list in brackets, round or square.
    List(Vec<Item>),
}

/// A list of lists of words.
pub type Grid = Vec<Vec<String>>;

/// Deeper nesting is no position.
const DEEPEST: usize = 8;

/// The items of a text; `None` when its brackets or quotes do not close. Blanks and commas separate; a quote before a bracket, as Lisp has it, and a
/// full stop at the end, as Prolog has it, mean nothing.
pub fn read(text: &str) -> Option<Vec<Item>> {
    let mut open = vec![Vec::new()];
    let mut letters = text.trim().trim_end_matches('.').chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | '[' if open.len() < DEEPEST => open.push(Vec::new()),
            '(' | '[' => return None,
            ')' | ']' => {
                let list = open.pop()?;
                open.last_mut()?.push(Item::List(list));
            }
            '\'' if matches!(letters.peek(), Some('(' | '[')) => {}
            '\'' | '"' => {
                let mut word = String::new();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        inner => word.push(inner),
                    }
                }
                open.last_mut()?.push(Item::Word(word));
            }
            letter if letter == ',' || letter.is_whitespace() => {}
            letter => {
                let mut word = String::from(letter);
                let goes_on = |c: &char| !(c.is_whitespace() || "()[],'\"".contains(*c));
                while let Some(next) = letters.next_if(goes_on) {
                    word.push(next);
                }
                open.last_mut()?.push(Item::Word(word));
            }
        }
    }
    let all = open.pop()?;
    open.is_empty().then_some(all)
}

impl Item {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        if let Item::Word(word) = self { Some(word) } else { None }
    }

    /// The items of the list, if it is one.
    pub fn list(&self) -> Option<&[Item]> {
        if let Item::List(items) = self { Some(items) } else { None }
    }

    /// The rows of words, if it is a list of at least one list of nothing else.
    pub fn grid(&self) -> Option<Grid> {
        let row = |item: &Item| -> Option<Vec<String>> {
            item.list()?.iter().map(|cell| cell.word().map(str::to_string)).collect()
        };
        let rows: Option<Grid> = self.list()?.iter().map(row).collect();
        rows.filter(|rows| !rows.is_empty())
    }
}

/// What `wanted` makes of the first item that it takes, and the words after it and before it, whatever brackets are around them all. A name before a
/// bracket, as in `state(white, [[empty]])`, is dropped.
pub fn find<T>(items: &[Item], wanted: &dyn Fn(&Item) -> Option<T>) -> Option<(T, Vec<String>)> {
    if let Some(at) = items.iter().position(|item| wanted(item).is_some()) {
        let others = items[..at].iter().chain(&items[at + 1..]);
        let mut words = Vec::new();
        others.for_each(|item| collect(item, &mut words));
        return Some((wanted(&items[at])?, words));
    }
    match items {
        [Item::List(inner)] | [Item::Word(_), Item::List(inner)] => find(inner, wanted),
        _ => None,
    }
}

fn collect(item: &Item, words: &mut Vec<String>) {
    match item {
        Item::Word(word) => words.push(word.clone()),
        Item::List(items) => items.iter().for_each(|item| collect(item, words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_three_languages_are_read() {
        let grid = |text: &str| find(&read(text)?, &Item::grid);
        let rows = |rows: &[&[&str]]| -> Grid {
            rows.iter().map(|row| row.iter().map(|cell| cell.to_string()).collect()).collect()
        };
        assert_eq!(grid("'((0 1) (2 0))"), Some((rows(&[&["0", "1"], &["2", "0"]]), vec![])));
        let side = vec!["white".to_string()];
        assert_eq!(grid("state(white, [[empty, black]])."), Some((rows(&[&["empty", "black"]]), side)));
        assert_eq!(grid("([['X', ' ']], \"O\")"), Some((rows(&[&["X", " "]]), vec!["O".to_string()])));
        for wrong in ["((0 1)", "(0))", "['X]", "8/8 X", "((((((((((0))))))))))", "[]"] {
            assert_eq!(grid(wrong), None, "{wrong}");
        }
    }
}
