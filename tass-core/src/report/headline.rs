//! What looks like rustc: a headline, the source with carets, notes and help.

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Snippet, Title,
};

use super::style::Style;
use super::{BuildError, Location, Note, Violation};
use crate::sides::{SPECIFICATION, Sides};

/// A headline and what belongs to it.
pub(super) struct Headline<'a> {
    /// The word before the colon and its colour.
    pub(super) level: Level<'a>,
    /// The stable name in brackets.
    pub(super) id: Option<&'a str>,
    /// What comes after the colon.
    pub(super) title: String,
    /// The places to point at.
    pub(super) marks: Vec<Mark<'a>>,
    /// Further facts.
    pub(super) notes: Vec<Note>,
    /// What the user could do.
    pub(super) help: Option<String>,
}

/// A place to point at.
pub(super) struct Mark<'a> {
    /// Where.
    pub(super) location: &'a Location,
    /// What to say there; nothing when empty.
    pub(super) label: String,
    /// `^^^` rather than `---`?
    pub(super) primary: bool,
}

impl<'a> Mark<'a> {
    /// Carets without a label.
    fn plain(location: &'a Location) -> Mark<'a> {
        Mark {
            location,
            label: String::new(),
            primary: true,
        }
    }
}

impl<'a> Headline<'a> {
    /// A headline that points nowhere yet.
    pub(super) fn new(level: Level<'a>, id: Option<&'a str>, title: impl Into<String>) -> Self {
        Headline {
            level,
            id,
            title: title.into(),
            marks: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// The headline of a violation in a run with these processes.
    pub(super) fn of_violation(violation: &'a Violation, sides: Sides) -> Self {
        let kind = violation.kind;
        let mut title = violation.title().to_string();
        if let Some(process) = violation.process
            && kind.is_local()
            && sides.total() > 1
        {
            let alone = sides.processes(sides.of(process)).len() == 1;
            let preposition = if sides.of(process) == SPECIFICATION && alone {
                "in"
            } else {
                "on"
            };
            title.push_str(&format!(" {preposition} {}", sides.name(process)));
        }
        let mut headline = Headline::new(Level::ERROR, Some(kind.name()), title);
        let condition = violation.failed.as_ref().and_then(|c| c.location.as_ref());
        let stands = violation.blocked.iter().find_map(|b| b.location.as_ref());
        match condition.or(violation.location.as_ref()).or(stands) {
            Some(location) => headline.point(location, &violation.message),
            None => headline.note(&violation.message),
        }
        headline.point_at_waiting(violation);
        headline.notes.extend(violation.notes.iter().cloned());
        headline.help.clone_from(&violation.help);
        headline
    }

    /// The headline of an error that kept a model from being built.
    pub(super) fn of_build_error(error: &'a BuildError) -> Self {
        let mut headline = Headline::new(Level::ERROR, None, one_line(&error.message));
        if let Some(location) = &error.location {
            headline.point(location, "");
        }
        headline.help.clone_from(&error.help);
        headline
    }

    /// Points at a place, with a label; where the source is not known the label becomes a note.
    pub(super) fn point(&mut self, location: &'a Location, label: &str) {
        if !location.has_source() {
            self.note(label);
        }
        self.marks.push(Mark {
            location,
            label: one_line(label),
            primary: true,
        });
    }

    /// Adds a note without a place.
    pub(super) fn note(&mut self, text: &str) {
        if !text.is_empty() {
            self.notes.push(Note {
                location: None,
                text: text.to_string(),
            });
        }
    }

    /// Points at the places where the processes of a deadlock stand, if these are few.
    fn point_at_waiting(&mut self, violation: &'a Violation) {
        const MOST: usize = 4;
        let mut places: Vec<(&Location, Vec<usize>)> = Vec::new();
        for blocked in &violation.blocked {
            let Some(location) = &blocked.location else {
                continue;
            };
            match places.iter_mut().find(|(place, _)| *place == location) {
                Some((_, who)) => who.push(blocked.process),
                None => places.push((location, vec![blocked.process])),
            }
        }
        if places.len() > MOST {
            return;
        }
        for (location, who) in places {
            if self.marks.iter().all(|mark| mark.location != location) {
                self.marks.push(Mark {
                    location,
                    label: format!(
                        "{} {} here",
                        super::story::processes(&who),
                        if who.len() == 1 { "waits" } else { "wait" }
                    ),
                    primary: false,
                });
            }
        }
    }

    /// The text, without a line break at its end.
    pub(super) fn render(&self, style: Style) -> String {
        let mut title = self.level.clone().primary_title(self.title.as_str());
        if let Some(id) = self.id {
            title = title.id(id);
        }
        let (placed, plain): (Vec<&Note>, Vec<&Note>) =
            self.notes.iter().partition(|note| note.location.is_some());
        let mut main = pointed(title, &self.marks, style)
            .elements(plain.iter().map(|note| Level::NOTE.message(&note.text)));
        let mut groups = Vec::new();
        for note in &placed {
            let title = Level::NOTE.secondary_title(&note.text);
            let marks: Vec<Mark<'_>> = note.location.iter().map(Mark::plain).collect();
            groups.push(pointed(title, &marks, style));
        }
        if let Some(help) = &self.help {
            if placed.is_empty() {
                main = main.element(Level::HELP.message(help));
            } else {
                groups.push(Group::with_title(Level::HELP.secondary_title(help)));
            }
        }
        groups.insert(0, main);
        style.renderer().render(&groups)
    }
}

/// A title with the source around the marks, one snippet for each function.
fn pointed<'a>(title: Title<'a>, marks: &[Mark<'a>], style: Style) -> Group<'a> {
    let mut group = Group::with_title(title);
    let mut done: Vec<&Location> = Vec::new();
    for mark in marks {
        if done.iter().any(|l| l.function == mark.location.function) {
            continue;
        }
        done.push(mark.location);
        let here = marks
            .iter()
            .filter(|other| other.location.function == mark.location.function);
        group = group.element(source(mark.location, here, style));
    }
    group
}

/// The source of one function with annotations; only `file:line:column` if there is no such source.
fn source<'a, 'm>(
    location: &'a Location,
    marks: impl Iterator<Item = &'m Mark<'a>>,
    style: Style,
) -> Element<'a>
where
    'a: 'm,
{
    if !location.has_source() {
        return Origin::path(style.file(location))
            .line(style.line(location) as usize)
            .char_column(location.span.col as usize + 1)
            .into();
    }
    Snippet::source(location.function.text.as_str())
        .path(style.file(location))
        .line_start(style.first_line(location) as usize)
        .annotations(marks.map(annotation))
        .into()
}

fn annotation<'a>(mark: &Mark<'a>) -> Annotation<'a> {
    let kind = if mark.primary {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    let label = (!mark.label.is_empty()).then(|| mark.label.clone());
    kind.span(mark.location.byte_range()).label(label)
}

/// Labels and titles take one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
