//! How a report is written: with or without colours, measurements and absolute lines.

use std::io::IsTerminal;

use annotate_snippets::Renderer;
use annotate_snippets::renderer::{Effects, Style as Ansi};

use super::Location;

/// The forms of a report's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// ANSI colours?
    colour: bool,
    /// Only what is the same in every run and wherever in the file the model stands?
    stable: bool,
}

impl Style {
    /// The full text, plain.
    pub(super) const FULL: Style = Style {
        colour: false,
        stable: false,
    };

    /// The stable form.
    pub(super) const SNAPSHOT: Style = Style {
        colour: false,
        stable: true,
    };

    /// The full text, coloured if the user wants that, or if it is likely to be seen on a terminal.
    /// Output that the test harness captures ends up on either stream, so both must be terminals.
    pub(super) fn for_terminal() -> Style {
        let terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        Style {
            colour: wanted(|name| std::env::var(name).ok(), terminal),
            stable: false,
        }
    }

    /// May nothing measured or left to the solver be shown?
    pub(super) fn is_stable(self) -> bool {
        self.stable
    }

    /// The renderer of source snippets.
    pub(super) fn renderer(self) -> Renderer {
        if self.colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        }
    }

    /// The title of a section.
    pub(super) fn title(self, text: &str) -> String {
        if self.colour {
            let bold = Ansi::new().effects(Effects::BOLD);
            format!("{bold}{text}{bold:#}")
        } else {
            text.to_string()
        }
    }

    /// What stands for the file: in the stable form, the function.
    pub(super) fn file(self, location: &Location) -> String {
        if self.stable {
            format!("fn {}", location.function.name)
        } else {
            location.function.file.clone()
        }
    }

    /// The number of the function's first line.
    pub(super) fn first_line(self, location: &Location) -> u32 {
        if self.stable {
            1
        } else {
            location.function.line
        }
    }

    /// The number of the line.
    pub(super) fn line(self, location: &Location) -> u32 {
        self.first_line(location).saturating_add(location.span.line)
    }
}

/// Are colours wanted? The usual variables, in this order: `NO_COLOR` (not empty), `CLICOLOR_FORCE`
/// (not `0`), cargo's own `CARGO_TERM_COLOR` (`always` or `never`), `CLICOLOR=0`, `TERM=dumb`.
fn wanted(variable: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    if value("NO_COLOR").is_some() {
        return false;
    }
    if value("CLICOLOR_FORCE").is_some_and(|force| force != "0") {
        return true;
    }
    match value("CARGO_TERM_COLOR").as_deref() {
        Some("always") => true,
        Some("never") => false,
        _ => {
            let clicolor = value("CLICOLOR").is_none_or(|on| on != "0");
            clicolor && value("TERM").is_none_or(|term| term != "dumb") && terminal
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wanted;

    /// Are colours wanted with these variables, on a terminal and elsewhere?
    fn colours(variables: &[(&str, &str)]) -> (bool, bool) {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_string())
        };
        (wanted(value, true), wanted(value, false))
    }

    #[test]
    fn the_usual_variables_decide() {
        type Case<'a> = (&'a [(&'a str, &'a str)], (bool, bool));
        let cases: [Case<'_>; 12] = [
            (&[], (true, false)),
            (&[("NO_COLOR", "1")], (false, false)),
            (&[("NO_COLOR", "")], (true, false)),
            (&[("CLICOLOR_FORCE", "1")], (true, true)),
            (&[("CLICOLOR_FORCE", "0")], (true, false)),
            (
                &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")],
                (false, false),
            ),
            (&[("CARGO_TERM_COLOR", "always")], (true, true)),
            (&[("CARGO_TERM_COLOR", "never")], (false, false)),
            (&[("CARGO_TERM_COLOR", "auto")], (true, false)),
            (&[("CLICOLOR", "0")], (false, false)),
            (&[("TERM", "dumb")], (false, false)),
            (
                &[("TERM", "dumb"), ("CARGO_TERM_COLOR", "always")],
                (true, true),
            ),
        ];
        for (variables, expected) in cases {
            assert_eq!(colours(variables), expected, "{variables:?}");
        }
    }
}
