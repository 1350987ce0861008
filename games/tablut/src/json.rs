//! As much JSON as the server's messages need: a reader of any JSON text, and a writer of strings.

/// A JSON text. Numbers and the like are read over: no message needs their value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Json {
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    Other,
}

/// Deeper nesting is refused; the messages have three levels.
const DEEPEST: usize = 16;

impl Json {
    /// Reads one JSON text with nothing but blanks around it.
    pub(crate) fn read(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(letter) => Err(reader.wrong(letter, "the end")),
        }
    }

    /// The value under a key; the last one when there are several.
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        let Json::Object(pairs) = self else { return None };
        pairs.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }
}

/// The text as a JSON string.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter < ' ' => quoted += &format!("\\u{:04x}", letter as u32),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// The next letter that is not blank; it is not taken.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Takes the next letter, blank or not.
    fn next(&mut self) -> Option<char> {
        let letter = self.text[self.at..].chars().next()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn wrong(&self, found: char, expected: &str) -> String {
        format!("'{found}' at byte {} of the message; expected {expected}", self.at + 1)
    }

    fn cut(&self, expected: &str) -> String {
        format!("the message ends after {} bytes; expected {expected}", self.text.len())
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        const EXPECTED: &str = "a JSON value";
        if depth > DEEPEST {
            return Err(format!("more than {DEEPEST} levels of brackets in the message"));
        }
        match self.peek().ok_or_else(|| self.cut(EXPECTED))? {
            '"' => self.string().map(Json::Text),
            '[' => self.items(']', |reader| reader.value(depth + 1)).map(Json::List),
            '{' => self.items('}', |reader| reader.pair(depth)).map(Json::Object),
            letter if letter.is_ascii_alphanumeric() || letter == '-' => {
                let rest = &self.text[self.at..];
                let word = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                self.at += rest.find(|c| !word(c)).unwrap_or(rest.len());
                Ok(Json::Other)
            }
            letter => Err(self.wrong(letter, EXPECTED)),
        }
    }

    fn pair(&mut self, depth: usize) -> Result<(String, Json), String> {
        let key = match self.peek() {
            Some('"') => self.string()?,
            Some(letter) => return Err(self.wrong(letter, "a key in quotes")),
            None => return Err(self.cut("a key")),
        };
        match self.peek() {
            Some(':') => self.next(),
            Some(letter) => return Err(self.wrong(letter, "':'")),
            None => return Err(self.cut("':'")),
        };
        Ok((key, self.value(depth + 1)?))
    }

    /// Items between brackets, the opening one not taken yet.
    fn items<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.next();
        let mut items = Vec::new();
        if self.peek() == Some(close) {
            self.next();
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            match self.peek() {
                Some(',') => self.next(),
                Some(letter) if letter == close => {
                    self.next();
                    return Ok(items);
                }
                Some(letter) => return Err(self.wrong(letter, &format!("',' or '{close}'"))),
                None => return Err(self.cut(&format!("'{close}'"))),
            };
        }
    }

    /// A string, the opening quote not taken yet.
    fn string(&mut self) -> Result<String, String> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next().ok_or_else(|| self.cut("a closing quote"))? {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                letter => text.push(letter),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let letter = self.next().ok_or_else(|| self.cut("an escape"))?;
        Ok(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let digits = self.text.get(self.at..self.at + 4);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let code = code.ok_or_else(|| self.cut("four hexadecimal digits after \\u"))?;
                self.at += 4;
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read() {
        let text = |text: &str| Json::Text(text.into());
        for (given, expected) in [
            (r#" "a\"bc\n" "#, text("a\"bc\n")),
            (r#"["x", [] ,1.5e-3]"#, Json::List(vec![text("x"), Json::List(vec![]), Json::Other])),
            (r#"{"k":true}"#, Json::Object(vec![("k".into(), Json::Other)])),
        ] {
            assert_eq!(Json::read(given), Ok(expected), "{given}");
        }
        assert_eq!(Json::read(&quote("a\"\\\u{1}é")), Ok(text("a\"\\\u{1}é")));
    }

    /// Anything else is refused with a sentence, whatever the bytes.
    #[test]
    fn other_texts_are_refused() {
        for given in
            ["", "{", "[1,]", "{\"a\"}", "{\"a\":}", "\"", "\"\\u12", "\"\\ué\"", "[1 2]", "x y", "}", "é"]
        {
            assert!(Json::read(given).is_err(), "{given}");
        }
        assert!(Json::read(&"[".repeat(100_000)).is_err());
    }
}
