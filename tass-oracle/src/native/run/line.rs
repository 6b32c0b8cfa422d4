//! [`Line`]: what a batch says of one function.

use std::fmt;

/// What came of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the batch.
    pub index: usize,
    /// What tass said, and whether rustc agrees.
    pub opinion: Opinion,
    /// A few words on it; of a disagreement, all there is to say.
    pub detail: String,
}

/// What came of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The function is about to be compared: if no other line follows, the program died of it.
    Starts,
    /// Agreed, and proved.
    Verified,
    /// Agreed, and refuted.
    Refuted,
    /// Agreed as far as tass has an opinion.
    Inconclusive,
    /// tass asks for an annotation.
    Annotation,
    /// They do not agree: of this class.
    Disagree(String),
}

impl Line {
    /// Reads a line.
    pub fn read(text: &str) -> Option<Line> {
        let mut parts = text.splitn(4, '\t');
        let index = parts.next()?.strip_prefix('#')?.parse().ok()?;
        let (word, class) = (parts.next()?, parts.next()?);
        let opinion = match word {
            "starts" => Opinion::Starts,
            "verified" => Opinion::Verified,
            "refuted" => Opinion::Refuted,
            "inconclusive" => Opinion::Inconclusive,
            "annotation" => Opinion::Annotation,
            "disagree" => Opinion::Disagree(class.to_string()),
            _ => return None,
        };
        let detail = parts.next()?.replace('\u{1}', "\n");
        Some(Line {
            index,
            opinion,
            detail,
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, class) = match &self.opinion {
            Opinion::Starts => ("starts", ""),
            Opinion::Verified => ("verified", ""),
            Opinion::Refuted => ("refuted", ""),
            Opinion::Inconclusive => ("inconclusive", ""),
            Opinion::Annotation => ("annotation", ""),
            Opinion::Disagree(class) => ("disagree", class.as_str()),
        };
        let detail = self.detail.replace('\n', "\u{1}");
        write!(f, "#{}\t{word}\t{class}\t{detail}", self.index)
    }
}
