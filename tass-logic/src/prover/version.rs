//! Which Z3 this is. The library is the system's, so it may be older than anything that was ever
//! tried.

use super::smt;

/// The oldest that is tried: that of Debian 12 and Ubuntu 22.04.
const OLDEST: [u32; 3] = [4, 8, 12];

/// What is wrong with the version of the library, if something is. A version that cannot be read is
/// not held against it.
pub fn complaint() -> Option<String> {
    too_old(smt::version())
}

fn too_old(version: &str) -> Option<String> {
    let found = numbers(version)?;
    let dotted = |version: [u32; 3]| version.map(|n| n.to_string()).join(".");
    (found < OLDEST).then(|| {
        format!(
            "Z3 {} is too old: tass needs {} or newer",
            dotted(found),
            dotted(OLDEST)
        )
    })
}

/// The numbers in `Z3 4.8.12.0` or `4.13.0-beta`.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let word = version.split_whitespace().find(|word| word.contains('.'))?;
    let mut parts = word.split('.').map(|part| {
        let digits = part.split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok())
    });
    let mut next = || parts.next().flatten();
    Some([next()?, next()?, next().unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::{complaint, too_old};

    #[test]
    fn versions_are_compared_as_numbers() {
        for fine in [
            "Z3 4.8.12.0",
            "4.13.0",
            "Z3 4.9",
            "Z3 5.0.0.0-beta",
            "?",
            "",
        ] {
            assert_eq!(too_old(fine), None, "{fine}");
        }
        assert_eq!(
            too_old("Z3 4.8.7.0").as_deref(),
            Some("Z3 4.8.7 is too old: tass needs 4.8.12 or newer")
        );
        assert!(too_old("Z3 3.2").is_some());
    }

    #[test]
    fn the_library_of_this_test_will_do() {
        assert_eq!(complaint(), None);
    }
}
