//! The colours of the page keep the contrast that WCAG 2 AA asks for: 4.5 for text, 3 for what shows a control.

use std::collections::HashMap;

const STYLE: &str = include_str!("../page/style.css");
const BOARD: &str = include_str!("../page/board.css");

/// Linear red, green and blue in light and in dark.
type Pair = [[f64; 3]; 2];

/// What is written on what.
const TEXTS: &[(&str, &[&str])] = &[
    ("ink", &["paper", "surface", "sunken", "wash", "accent-wash", "good-wash", "bad-wash", "other-wash"]),
    ("quiet", &["paper", "surface", "sunken", "wash", "accent-wash", "good-wash", "bad-wash", "other-wash"]),
    ("accent", &["paper", "surface", "wash", "accent-wash", "good-wash", "other-wash"]),
    ("on-accent", &["accent"]),
    ("good", &["paper", "surface", "wash", "good-wash"]),
    ("bad", &["paper", "surface", "wash", "bad-wash"]),
    ("other", &["paper", "surface", "wash", "other-wash"]),
    // Candidates that are placed or go, on their spots.
    ("surface", &["good", "bad"]),
];

/// What must be seen to be used.
const CONTROLS: &[(&str, &[&str])] =
    &[("control", &["paper", "surface"]), ("accent", &["paper", "surface", "wash", "accent-wash"])];

/// `--name: light-dark(#rrggbb, #rrggbb);`
fn colours() -> HashMap<&'static str, Pair> {
    let definitions = STYLE.lines().filter_map(|line| line.trim().strip_prefix("--")?.split_once(": light-dark("));
    let pair = |text: &str| {
        let (light, dark) = text.strip_suffix(");").and_then(|text| text.split_once(", ")).expect("two colours");
        [light, dark].map(linear)
    };
    definitions.map(|(name, text)| (name, pair(text))).collect()
}

fn linear(colour: &str) -> [f64; 3] {
    let hex =
        colour.strip_prefix('#').filter(|hex| hex.len() == 6).unwrap_or_else(|| panic!("{colour} is not #rrggbb"));
    [0, 2, 4].map(|at| {
        let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a number in hex")) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [one, other] = [one, other].map(|[red, green, blue]| 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
    one.max(other) / one.min(other)
}

fn check(pairs: &[(&str, &[&str])], least: f64) {
    let colours = colours();
    let known = |name: &str| colours.get(name).unwrap_or_else(|| panic!("there is no colour {name}"));
    for (front, backs) in pairs {
        for back in *backs {
            for (mode, (one, other)) in ["light", "dark"].iter().zip(known(front).iter().zip(known(back))) {
                let found = contrast(*one, *other);
                assert!(found >= least, "{front} on {back}, {mode}: {found:.2} is less than {least}");
            }
        }
    }
}

#[test]
fn texts_can_be_read_in_light_and_in_dark() {
    check(TEXTS, 4.5);
}

#[test]
fn controls_can_be_seen_in_light_and_in_dark() {
    check(CONTROLS, 3.0);
}

#[test]
fn the_contrast_of_black_on_white_is_21() {
    assert!((contrast(linear("#000000"), linear("#ffffff")) - 21.0).abs() < 1e-9);
}

#[test]
fn every_colour_has_a_name() {
    let unnamed = |line: &&str| {
        line.contains('#') && line.contains(':') && !line.trim().starts_with("--") && !line.trim().starts_with('#')
    };
    let found: Vec<&str> = STYLE.lines().chain(BOARD.lines()).filter(unnamed).collect();
    assert!(found.is_empty(), "{found:#?}");
    assert!(colours().len() >= 15, "{}", colours().len());
}
