//! Colours of step drawings as CSS, for light and dark backgrounds.
//!
//! Text has a contrast ratio of at least 4.5 to its background, and lines and rings with a meaning at least 3 (WCAG 2.1 level
//! AA, criteria 1.4.3 and 1.4.11); a test computes the ratios.

use qedoku_puzzle::formats::svg_board::Palette;

/// Colours of a drawing. In arrays the fill comes first.
struct StepPalette {
    board: Palette,
    /// Background and frame of the constraints of a step, and of a constraint without candidates.
    constraint: [&'static str; 2],
    empty: [&'static str; 2],
    /// Frames of cover sets.
    cover: &'static str,
    /// Fill, ring and text of a candidate or a placed digit, by its role.
    premise: [&'static str; 3],
    falsified: [&'static str; 3],
    eliminated: [&'static str; 3],
    placed: [&'static str; 3],
    /// Fill and text of the numbers on arrows.
    badge: [&'static str; 2],
}

const LIGHT: StepPalette = StepPalette {
    board: Palette::LIGHT,
    constraint: ["#fff3c9", "#8a6d00"],
    empty: ["#ffe1dd", "#c4202b"],
    cover: "#2463c4",
    premise: ["#bdeac8", "#187a36", "#073b18"],
    falsified: ["#fffdf5", "#8f5f00", "#6b4700"],
    eliminated: ["#ffcfcb", "#c4202b", "#7d0a16"],
    placed: ["#dbe9ff", "#0b57d0", "#0b4cb5"],
    badge: ["#24292f", "#ffffff"],
};

const DARK: StepPalette = StepPalette {
    board: Palette::DARK,
    constraint: ["#45390f", "#d6b53c"],
    empty: ["#4a2022", "#ff8e86"],
    cover: "#79aef5",
    premise: ["#14562a", "#5bd575", "#dcfbe3"],
    falsified: ["#201d14", "#e3b341", "#f4d484"],
    eliminated: ["#7a1f22", "#ff8e86", "#ffe4e1"],
    placed: ["#12386e", "#7fb5ff", "#d9e8ff"],
    badge: ["#e6eaef", "#16191e"],
};

/// CSS for light backgrounds.
pub(crate) fn light_css() -> String {
    css(&LIGHT)
}

/// CSS for dark backgrounds.
pub(crate) fn dark_css() -> String {
    css(&DARK)
}

fn css(palette: &StepPalette) -> String {
    let disc = |class: &str, text_class: &str, [fill, ring, text]: [&str; 3], more: &str| {
        format!(
            ".{class} {{ fill: {fill}; stroke: {ring}; stroke-width: 1;{more} }}\n\
             .{text_class} {{ fill: {text}; font-weight: 700; }}\n"
        )
    };
    let StepPalette { board, constraint, empty, cover, premise, falsified, eliminated, placed, badge } = palette;
    [
        board.css(),
        format!(".set {{ fill: {}; }}\n.empty {{ fill: {}; }}\n", constraint[0], empty[0]),
        format!(".set-frame {{ fill: none; stroke: {}; stroke-width: 1.5; }}\n", constraint[1]),
        format!(
            ".empty-frame {{ fill: none; stroke: {}; stroke-width: 2.5; stroke-dasharray: 0 5; stroke-linecap: round; }}\n",
            empty[1]
        ),
        format!(".cover {{ fill: none; stroke: {cover}; stroke-width: 2; stroke-dasharray: 7 4; }}\n"),
        disc("premise", "t", *premise, ""),
        disc("falsified", "f", *falsified, " stroke-dasharray: 2 1.5;"),
        disc("eliminated", "x", *eliminated, ""),
        format!(".strike {{ stroke: {}; stroke-width: 1.3; stroke-linecap: round; }}\n", eliminated[1]),
        disc("ring", "p", *placed, " stroke-width: 2.5;"),
        format!(".arrow {{ fill: none; stroke: {}; stroke-width: 1.6; }}\n", premise[1]),
        format!(".arrow.weak {{ stroke: {}; stroke-dasharray: 4 2.5; }}\n", falsified[1]),
        format!(".head {{ fill: {}; }}\n.head.weak {{ fill: {}; }}\n", premise[1], falsified[1]),
        format!(".badge {{ fill: {}; }}\n.n {{ fill: {}; font-weight: 700; }}\n", badge[0], badge[1]),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as defined by WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let part = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn contrast_ratios_meet_wcag_level_aa() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        for palette in [LIGHT, DARK] {
            let readable =
                |text: &str, background: &str| assert!(contrast(text, background) >= 4.5, "{text} on {background}");
            let visible =
                |sign: &str, background: &str| assert!(contrast(sign, background) >= 3.0, "{sign} on {background}");
            let discs = [palette.premise, palette.falsified, palette.eliminated, palette.placed];
            for background in [palette.board.background, palette.constraint[0], palette.empty[0]] {
                for text in [palette.board.given, palette.board.solved, palette.board.candidate] {
                    readable(text, background);
                }
                let frames = [palette.constraint[1], palette.empty[1], palette.cover];
                for sign in frames.into_iter().chain([palette.badge[0]]).chain(discs.map(|disc| disc[1])) {
                    visible(sign, background);
                }
            }
            for [fill, _, text] in discs {
                readable(text, fill);
            }
            visible(palette.eliminated[1], palette.eliminated[0]);
            readable(palette.badge[1], palette.badge[0]);
        }
    }
}
