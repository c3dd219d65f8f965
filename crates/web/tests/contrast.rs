//! Colour contrast of the page (WCAG 2, level AA): at least 4.5 for text and 3 for user-interface components.

use std::collections::HashMap;

const STYLE: &str = include_str!("../page/style.css");
const BOARD: &str = include_str!("../page/board.css");

/// Linear RGB in light and in dark mode.
type ColourPair = [[f64; 3]; 2];

/// Text colours, each with the backgrounds it occurs on.
const TEXT_ON: &[(&str, &[&str])] = &[
    ("ink", &["paper", "surface", "sunken", "wash", "accent-wash", "good-wash", "bad-wash", "other-wash"]),
    ("quiet", &["paper", "surface", "sunken", "wash", "accent-wash", "good-wash", "bad-wash", "other-wash"]),
    ("accent", &["paper", "surface", "wash", "accent-wash", "good-wash", "other-wash"]),
    ("on-accent", &["accent"]),
    ("good", &["paper", "surface", "wash", "good-wash"]),
    ("bad", &["paper", "surface", "wash", "bad-wash"]),
    ("other", &["paper", "surface", "wash", "other-wash"]),
    // Placed and eliminated candidates, on their circles.
    ("surface", &["good", "bad"]),
];

/// Borders of controls, each with the backgrounds they occur on.
const CONTROLS_ON: &[(&str, &[&str])] =
    &[("control", &["paper", "surface"]), ("accent", &["paper", "surface", "wash", "accent-wash"])];

/// Parses the definitions `--name: light-dark(#rrggbb, #rrggbb);` of the style sheet.
fn colours() -> HashMap<&'static str, ColourPair> {
    let definitions = STYLE.lines().filter_map(|line| line.trim().strip_prefix("--")?.split_once(": light-dark("));
    let pair = |text: &str| {
        let (light, dark) = text.strip_suffix(");").and_then(|text| text.split_once(", ")).expect("two colours");
        [light, dark].map(linear)
    };
    definitions.map(|(name, text)| (name, pair(text))).collect()
}

/// Linear RGB of an sRGB colour.
fn linear(colour: &str) -> [f64; 3] {
    let hex =
        colour.strip_prefix('#').filter(|hex| hex.len() == 6).unwrap_or_else(|| panic!("{colour} is not #rrggbb"));
    [0, 2, 4].map(|at| {
        let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a hexadecimal number")) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// Contrast ratio of two colours.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [one, other] = [one, other].map(|[red, green, blue]| 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
    one.max(other) / one.min(other)
}

fn check(pairs: &[(&str, &[&str])], min: f64) {
    let colours = colours();
    let colour = |name: &str| colours.get(name).unwrap_or_else(|| panic!("there is no colour {name}"));
    for (front, backs) in pairs {
        for back in *backs {
            for (mode, (one, other)) in ["light", "dark"].iter().zip(colour(front).iter().zip(colour(back))) {
                let ratio = contrast(*one, *other);
                assert!(ratio >= min, "{front} on {back}, {mode}: {ratio:.2} is less than {min}");
            }
        }
    }
}

#[test]
fn text_is_readable_in_light_and_dark_mode() {
    check(TEXT_ON, 4.5);
}

#[test]
fn controls_are_visible_in_light_and_dark_mode() {
    check(CONTROLS_ON, 3.0);
}

#[test]
fn black_on_white_has_contrast_21() {
    assert!((contrast(linear("#000000"), linear("#ffffff")) - 21.0).abs() < 1e-9);
}

#[test]
fn every_colour_is_a_named_definition() {
    let unnamed = |line: &&str| {
        line.contains('#') && line.contains(':') && !line.trim().starts_with("--") && !line.trim().starts_with('#')
    };
    let found: Vec<&str> = STYLE.lines().chain(BOARD.lines()).filter(unnamed).collect();
    assert!(found.is_empty(), "{found:#?}");
    assert!(colours().len() >= 15, "{}", colours().len());
}
