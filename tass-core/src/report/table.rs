//! Fixed-width tables. Widths are columns of a terminal: most characters take one, those of some
//! scripts two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Rows of cells under headers, indented, with columns as wide as their widest cell.
///
/// A cell wider than the table's limit is wrapped inside its column. No line ends in blanks.
#[derive(Debug, Default)]
pub(super) struct Table {
    headers: Vec<String>,
    rows: Vec<Row>,
    widest: Option<usize>,
}

#[derive(Debug)]
enum Row {
    Cells(Vec<String>),
    Line(String),
}

const INDENT: &str = "  ";
const GAP: &str = "  ";

impl Table {
    /// A table with these headers.
    pub(super) fn new(headers: impl IntoIterator<Item = impl Into<String>>) -> Table {
        Table {
            headers: headers.into_iter().map(Into::into).collect(),
            ..Table::default()
        }
    }

    /// Adds a row; missing cells are empty.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows
            .push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }

    /// Adds a line of text across the columns.
    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.rows.push(Row::Line(text.into()));
    }

    /// Wraps cells at this width.
    pub(super) fn wrap_at(&mut self, width: usize) {
        self.widest = Some(width.max(1));
    }

    /// The width of the whole table if nothing is wrapped.
    pub(super) fn width(&self) -> usize {
        let widths = self.widths();
        INDENT.len() + widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
    }

    /// The text; every line ends in a line break.
    pub(super) fn render(&self) -> String {
        let widths = self.widths();
        let mut out = String::new();
        self.render_cells(&self.headers, &widths, &mut out);
        for row in &self.rows {
            match row {
                Row::Cells(cells) => self.render_cells(cells, &widths, &mut out),
                Row::Line(text) => out.push_str(&format!("{INDENT}{text}\n")),
            }
        }
        out
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.headers.iter().map(|h| width(h)).collect();
        for row in &self.rows {
            if let Row::Cells(cells) = row {
                for (column, cell) in widths.iter_mut().zip(cells) {
                    let natural = width(cell);
                    *column = (*column).max(self.widest.map_or(natural, |w| natural.min(w)));
                }
            }
        }
        widths
    }

    fn render_cells(&self, cells: &[String], widths: &[usize], out: &mut String) {
        let wrapped: Vec<Vec<String>> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| wrap(cell, *width))
            .collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..height {
            let mut line = String::from(INDENT);
            for (lines, column) in wrapped.iter().zip(widths) {
                let text = lines.get(i).map_or("", String::as_str);
                line.push_str(text);
                line.push_str(&" ".repeat(column.saturating_sub(width(text))));
                line.push_str(GAP);
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The columns that a character takes.
pub(crate) fn char_width(c: char) -> usize {
    UnicodeWidthChar::width(c).unwrap_or(1)
}

/// Breaks a text into lines of at most `limit` columns, at blanks where it can; lines after the
/// first are indented.
fn wrap(text: &str, limit: usize) -> Vec<String> {
    if width(text) <= limit {
        return vec![text.to_string()];
    }
    let hang = if limit > 4 { "  " } else { "" };
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut fresh = true;
    for word in text.split_whitespace() {
        if !fresh && width(&line) + 1 + width(word) <= limit {
            line.push(' ');
        } else if !fresh {
            lines.push(std::mem::replace(&mut line, hang.to_string()));
        }
        for c in word.chars() {
            // A line has at least one character, whatever its width.
            if width(&line) + char_width(c) > limit && line.trim_start() != "" {
                lines.push(std::mem::replace(&mut line, hang.to_string()));
            }
            line.push(c);
        }
        fresh = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::{Table, width, wrap};

    #[test]
    fn columns_line_up_and_lines_end_in_text() {
        let mut table = Table::new(["line", "process 0", "process 1"]);
        table.row(["8", "send x=3 -> 1 (#1)", ""]);
        table.row(["10", "", "recv x=3 <- 0 (#1)"]);
        insta::assert_snapshot!(table.render(), @r"
          line  process 0           process 1
          8     send x=3 -> 1 (#1)
          10                        recv x=3 <- 0 (#1)
        ");
        assert_eq!(table.width(), 2 + 4 + 2 + 18 + 2 + 18);
    }

    #[test]
    fn long_cells_wrap_inside_their_column() {
        let mut table = Table::new(["who", "what"]);
        table.row(["0", "send a_long_name=[1, 2, 3, 4] -> 1"]);
        table.row(["1", "x"]);
        table.wrap_at(16);
        insta::assert_snapshot!(table.render(), @r"
          who  what
          0    send
                 a_long_name=[1
                 , 2, 3, 4] ->
                 1
          1    x
        ");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut table = Table::new(["who", "what"]);
        table.row(["大", "x"]);
        table.row(["abcd", "y"]);
        insta::assert_snapshot!(table.render(), @r"
          who   what
          大    x
          abcd  y
        ");
        assert_eq!(wrap("数数数数数", 6), ["数数数", "  数数"]);
    }

    #[test]
    fn wrapping_keeps_every_character_and_the_limit() {
        for limit in 1..40 {
            let text = "recv αβγδεζηθικλμν =[1, 2, 3] <- 0";
            let lines = wrap(text, limit);
            assert!(lines.iter().all(|l| width(l) <= limit));
            let strip = |s: &str| s.replace(' ', "");
            assert_eq!(strip(&lines.concat()), strip(text));
        }
    }
}
