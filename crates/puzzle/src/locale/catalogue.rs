//! The messages of one language, read from a text file that is compiled in.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::LazyLock;

pub(super) static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::parse(include_str!("en.txt")));
pub(super) static PORTUGUESE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::parse(include_str!("pt.txt")));

/// Texts by key.
pub(super) struct Catalogue(BTreeMap<&'static str, &'static str>);

impl Catalogue {
    /// Reads `key = text` lines. Panics if a line has another form or repeats a key: the files are part of the source.
    fn parse(file: &'static str) -> Catalogue {
        let mut messages = BTreeMap::new();
        for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let message = line.split_once(" = ").filter(|(_, text)| !text.is_empty());
            let (key, text) = message.unwrap_or_else(|| panic!("expected 'key = text', found '{line}'"));
            assert!(messages.insert(key, text).is_none(), "the message '{key}' is defined twice");
        }
        Catalogue(messages)
    }

    pub(super) fn get(&self, key: &str) -> &'static str {
        self.find(key).unwrap_or_else(|| panic!("the catalogue has no message '{key}'"))
    }

    pub(super) fn find(&self, key: &str) -> Option<&'static str> {
        self.0.get(key).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().map(|(key, text)| (*key, *text))
    }
}

/// Replaces the placeholders of a text by their values.
pub(super) fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, placeholder)) = rest.split_once('{') {
        let (name, after) = placeholder.split_once('}').unwrap_or_else(|| panic!("'{text}' has an open brace"));
        let value = values.iter().find(|(known, _)| *known == name);
        let (_, value) = value.unwrap_or_else(|| panic!("'{text}' needs a value for '{name}'"));
        filled.push_str(before);
        write!(filled, "{value}").expect("writing to a string does not fail");
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Locale;

    /// The names of the placeholders of a text.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).map(|part| part.split_once('}').expect("every brace is closed").0).collect()
    }

    #[test]
    fn every_language_has_every_message() {
        let keys = |locale: Locale| locale.messages().map(|(key, _)| key).collect::<BTreeSet<_>>();
        let english = keys(Locale::English);
        assert!(english.len() > 50);
        for (locale, code) in Locale::ALL {
            let translated = keys(locale);
            let missing: Vec<_> = english.difference(&translated).collect();
            let unknown: Vec<_> = translated.difference(&english).collect();
            assert!(missing.is_empty() && unknown.is_empty(), "{code}.txt lacks {missing:?}, has besides {unknown:?}");
        }
    }

    #[test]
    fn a_translation_has_the_placeholders_of_the_english_message() {
        for (locale, code) in Locale::ALL {
            for (key, text) in Locale::English.messages() {
                let translated = locale.text(key);
                let is_form_of_one = key.strip_suffix(".one").is_some();
                let names = |text| {
                    let mut names = placeholders(text);
                    // The form for 1 may have the word "one" in one language and the number in another.
                    names.retain(|name| !(is_form_of_one && *name == "count"));
                    names
                };
                assert_eq!(names(translated), names(text), "{code}.txt: {key}");
            }
        }
    }

    #[test]
    fn every_plural_form_has_its_counterpart_and_names_the_count() {
        for (locale, code) in Locale::ALL {
            for (key, text) in locale.messages() {
                if let Some(stem) = key.strip_suffix(".one") {
                    locale.text(&format!("{stem}.other"));
                }
                if let Some(stem) = key.strip_suffix(".other") {
                    locale.text(&format!("{stem}.one"));
                    assert!(placeholders(text).contains("count"), "{code}.txt: {key}");
                }
            }
        }
    }

    #[test]
    fn texts_have_no_stray_spaces_and_differ_between_languages() {
        // The same in both languages: international words, or placeholders and punctuation only.
        let same = [
            "stats.puzzles",
            "prove.summary",
            "size.formula",
            "size.csp",
            "bytes.one",
            "bytes.other",
            "verdict.conflict",
            "rate.se",
            "technique.x-wing",
            "technique.swordfish",
            "technique.jellyfish",
            "technique.turbot-fish",
            "technique.xy-wing",
            "technique.xyz-wing",
            "technique.w-wing",
            "technique.wxyz-wing",
            "technique.sue-de-coq",
            "technique.tridagon",
            "technique.exocet",
            "technique.als-xz",
            "technique.als-xy-wing",
        ];
        for (key, english) in Locale::English.messages() {
            let portuguese = Locale::Portuguese.text(key);
            assert!([english, portuguese].iter().all(|text| text.trim() == *text && !text.contains("  ")), "{key}");
            assert_eq!(english == portuguese, same.contains(&key), "{key}: {portuguese}");
        }
    }

    #[test]
    fn placeholders_are_replaced_by_their_values_in_any_order() {
        assert_eq!(fill("{b} before {a}, {b}", &[("a", &1), ("b", &"two")]), "two before 1, two");
        assert_eq!(fill("nothing", &[]), "nothing");
    }

    #[test]
    #[should_panic(expected = "needs a value for 'b'")]
    fn a_missing_value_is_an_error() {
        fill("{a} {b}", &[("a", &1)]);
    }

    #[test]
    #[should_panic(expected = "defined twice")]
    fn a_repeated_key_is_an_error() {
        Catalogue::parse("a = b\n# comment\na = c\n");
    }
}
