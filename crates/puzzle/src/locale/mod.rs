//! Languages of messages: one catalogue per language, plural forms, number formats.
//!
//! A catalogue is a text file in this folder, `en.txt` or `pt.txt`, with one message per line: `key = text`. A text may have
//! placeholders, `{name}`. A message that depends on a number has one line per plural form, `key.one` and `key.other`, and
//! `{count}` stands for the number; no other key ends in `.one` or `.other`. Lines that begin with `#` are comments. Tests check that all catalogues have the same keys and
//! placeholders.
//!
//! The catalogues are in this crate because every crate that writes sentences depends on it. Programs in other languages, such
//! as the JavaScript of a page, get them as a JSON object (`qedoku::json::messages`). The plural forms are those of
//! Unicode CLDR, as `Intl.PluralRules` of JavaScript selects them for [`Locale::tag`].
//!
//! A `Locale` is passed as a value. Nothing here reads the environment: [`Locale::from_posix`] takes the values of the variables.

mod catalogue;

use std::fmt::Display;

use catalogue::Catalogue;

/// Language and number format of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Locale {
    /// English. The default.
    #[default]
    English,
    /// Portuguese as written in Portugal.
    Portuguese,
}

impl Locale {
    /// All languages with their ISO 639 codes.
    pub const ALL: [(Locale, &'static str); 2] = [(Locale::English, "en"), (Locale::Portuguese, "pt")];

    /// The language tag (BCP 47) whose plural rules and number format apply.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Portuguese => "pt-PT",
        }
    }

    /// The locale that the POSIX variables `LC_ALL`, `LC_MESSAGES` and `LANG` select, given in this order. The first value that
    /// is set and not empty decides; a language without a catalogue is replaced by English.
    ///
    /// ```
    /// use qedoku_puzzle::Locale;
    ///
    /// assert_eq!(Locale::from_posix([None, Some(""), Some("pt_PT.UTF-8")]), Locale::Portuguese);
    /// assert_eq!(Locale::from_posix([Some("C"), None, Some("pt_PT.UTF-8")]), Locale::English);
    /// ```
    pub fn from_posix(values: [Option<&str>; 3]) -> Locale {
        let name = values.into_iter().flatten().find(|value| !value.is_empty()).unwrap_or_default();
        // language[_territory][.codeset][@modifier], POSIX.1-2017, section 8.2
        let language = name.split(['_', '-', '.', '@']).next().unwrap_or_default();
        let found = Locale::ALL.iter().find(|(_, code)| language.eq_ignore_ascii_case(code));
        found.map_or(Locale::English, |(locale, _)| *locale)
    }

    /// The text of a message without placeholders.
    ///
    /// # Panics
    /// If the catalogue has no such message. A test compares the keys in the sources with the catalogues.
    pub fn text(self, key: &str) -> &'static str {
        self.catalogue().get(key)
    }

    /// A message with values for its placeholders.
    ///
    /// # Panics
    /// If the catalogue has no such message, or a placeholder has no value.
    pub fn format(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        catalogue::fill(self.text(key), values)
    }

    /// A message in the plural form of a number, which is the value of `{count}`.
    ///
    /// ```
    /// use qedoku_puzzle::Locale;
    ///
    /// assert_eq!(Locale::English.counted("verdict.count", 1203, &[]), "1,203 solutions");
    /// assert_eq!(Locale::Portuguese.counted("verdict.count", 1203, &[]), "1203 soluções");
    /// ```
    ///
    /// # Panics
    /// If the catalogue has no such message, or a placeholder has no value.
    pub fn counted(self, key: &str, count: u64, values: &[(&str, &dyn Display)]) -> String {
        self.counted_as(key, count, &self.group_digits(count), values)
    }

    /// Like [`Locale::counted`], with the text of the number.
    pub fn counted_as(self, key: &str, count: u64, number: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut all: Vec<(&str, &dyn Display)> = vec![("count", &number)];
        all.extend(values);
        self.format(&format!("{key}.{}", self.plural_form(count)), &all)
    }

    /// The text of a message whose key is the name of a value, such as `family.cell-some`; `None` if there is no such message.
    pub fn find(self, key: &str) -> Option<&'static str> {
        self.catalogue().find(key)
    }

    /// All messages with their keys, in the order of the keys.
    pub fn messages(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.catalogue().iter()
    }

    /// Formats a number with its digits in groups of three: 3,267,216 in English, 3 267 216 with no-break spaces in Portuguese,
    /// where numbers of four digits are not grouped.
    pub fn group_digits(self, number: u64) -> String {
        match self {
            Locale::Portuguese if number < 10_000 => number.to_string(),
            Locale::Portuguese => crate::message_text::group_digits(number).replace(',', "\u{a0}"),
            Locale::English => crate::message_text::group_digits(number),
        }
    }

    /// Formats a number with this many decimal places: 0.02 in English, 0,02 in Portuguese.
    pub fn decimal(self, number: f64, places: usize) -> String {
        let text = format!("{number:.places$}");
        match self {
            Locale::English => text,
            Locale::Portuguese => text.replace('.', ","),
        }
    }

    /// The plural form of CLDR. English and European Portuguese have the same rule; Brazilian Portuguese uses `one` for 0 too.
    /// The form `many` of Portuguese, for whole millions, is read as `other`.
    fn plural_form(self, count: u64) -> &'static str {
        match self {
            Locale::English | Locale::Portuguese if count == 1 => "one",
            Locale::English | Locale::Portuguese => "other",
        }
    }

    fn catalogue(self) -> &'static Catalogue {
        match self {
            Locale::English => &catalogue::ENGLISH,
            Locale::Portuguese => &catalogue::PORTUGUESE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let locale = |all, messages, lang| Locale::from_posix([all, messages, lang]);
        assert_eq!(locale(None, None, None), Locale::English);
        assert_eq!(locale(None, None, Some("pt_PT.UTF-8")), Locale::Portuguese);
        assert_eq!(locale(None, Some("pt"), Some("en_GB.UTF-8")), Locale::Portuguese);
        assert_eq!(locale(Some("pt_PT@euro"), Some("C"), Some("C")), Locale::Portuguese);
        assert_eq!(locale(Some("C"), Some("pt_PT"), Some("pt_PT")), Locale::English);
        assert_eq!(locale(Some(""), Some(""), Some("pt_BR")), Locale::Portuguese);
        assert_eq!(locale(Some("POSIX"), None, Some("pt_PT")), Locale::English);
    }

    #[test]
    fn a_language_without_a_catalogue_is_english() {
        for name in ["de_DE.UTF-8", "ptx_PT", "p", "/usr/share/locale/pt", "C.UTF-8"] {
            assert_eq!(Locale::from_posix([None, None, Some(name)]), Locale::English, "{name}");
        }
    }

    #[test]
    fn numbers_are_written_as_in_portugal() {
        let group = |number| Locale::Portuguese.group_digits(number);
        assert_eq!(["0", "7290"], [group(0), group(7290)].each_ref().map(String::as_str));
        assert_eq!(
            ["11\u{a0}774", "3\u{a0}267\u{a0}216"],
            [group(11_774), group(3_267_216)].each_ref().map(String::as_str)
        );
        assert_eq!(Locale::English.group_digits(7290), "7,290");
        assert_eq!([Locale::English, Locale::Portuguese].map(|locale| locale.decimal(0.0213, 2)), ["0.02", "0,02"]);
    }

    #[test]
    fn a_count_selects_the_plural_form() {
        let solutions = |count| Locale::Portuguese.counted("verdict.count", count, &[]);
        assert_eq!([solutions(0), solutions(1), solutions(24)], ["0 soluções", "1 solução", "24 soluções"]);
    }
}
