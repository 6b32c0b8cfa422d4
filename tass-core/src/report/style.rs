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

    /// The full text, coloured if it is likely to be seen on a terminal. Output that the test harness
    /// captures ends up on either stream, so both must be terminals.
    pub(super) fn for_terminal() -> Style {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        Style {
            colour: wanted && terminal,
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
