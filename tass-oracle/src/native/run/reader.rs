//! [`Reader`]: the text of a value of tass, read back.

/// What is left of a text.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'t>(&'t str);

impl<'t> Reader<'t> {
    /// The whole text.
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader(text)
    }

    /// Goes past this, if it stands here.
    pub fn expect(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.trim_start().strip_prefix(text)?;
        Some(())
    }

    /// A number or a name.
    pub fn word(&mut self) -> &'t str {
        let text = self.0.trim_start();
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '_');
        let end = text.find(|c| !inside(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        word
    }

    /// `[a, b, c]`
    pub fn sequence<T>(
        &mut self,
        mut item: impl FnMut(&mut Reader<'t>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.expect("[")?;
        let mut items = Vec::new();
        while self.expect("]").is_none() {
            items.push(item(self)?);
            let _ = self.expect(",");
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Data;
    use super::Reader;

    #[test]
    fn values_are_read_as_they_are_shown() {
        let value: (Vec<i8>, [bool; 2], f64) = (vec![-3, 4], [true, false], -0.75);
        let text = value.value().expect("tass has it").to_string();
        assert_eq!(Data::read(&mut Reader::new(&text)), Some(value), "{text}");
    }
}
