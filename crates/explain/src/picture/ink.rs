//! The colours of pictures of steps, light and dark.
//!
//! Every text has a contrast of at least 4.5 to what it stands on, and every line or ring that means something at least 3 (WCAG 2
//! AA); a test computes them.

use qedoku_puzzle::formats::svg_board::Palette;

/// The colours besides those of the board. Where two belong together, the ground comes first.
struct StepInk {
    board: Palette,
    /// The grounds of sets, and of a set with nothing left.
    set: &'static str,
    empty: &'static str,
    /// Frames of covers.
    cover: &'static str,
    /// Discs, their rings and their texts.
    truth: [&'static str; 3],
    falls: [&'static str; 3],
    goes: [&'static str; 3],
    placed: [&'static str; 3],
    /// Numbers.
    badge: [&'static str; 2],
}

const LIGHT: StepInk = StepInk {
    board: Palette::LIGHT,
    set: "#fff3c9",
    empty: "#ffe1dd",
    cover: "#2463c4",
    truth: ["#bdeac8", "#187a36", "#073b18"],
    falls: ["#fffdf5", "#8f5f00", "#6b4700"],
    goes: ["#ffcfcb", "#c4202b", "#7d0a16"],
    placed: ["#dbe9ff", "#0b57d0", "#0b4cb5"],
    badge: ["#24292f", "#ffffff"],
};

const DARK: StepInk = StepInk {
    board: Palette::DARK,
    set: "#45390f",
    empty: "#4a2022",
    cover: "#79aef5",
    truth: ["#14562a", "#5bd575", "#dcfbe3"],
    falls: ["#201d14", "#e3b341", "#f4d484"],
    goes: ["#7a1f22", "#ff8e86", "#ffe4e1"],
    placed: ["#12386e", "#7fb5ff", "#d9e8ff"],
    badge: ["#e6eaef", "#16191e"],
};

/// The rules for light ground.
pub(crate) fn light_rules() -> String {
    rules(&LIGHT)
}

/// The rules for dark ground.
pub(crate) fn dark_rules() -> String {
    rules(&DARK)
}

fn rules(ink: &StepInk) -> String {
    let disc = |class: &str, text: &str, [fill, ring, letter]: [&str; 3], dash: &str| {
        format!(
            ".{class} {{ fill: {fill}; stroke: {ring}; stroke-width: 1;{dash} }}\n\
             .{text} {{ fill: {letter}; font-weight: 700; }}\n"
        )
    };
    let StepInk { board, set, empty, cover, truth, falls, goes, placed, badge } = ink;
    [
        board.css(),
        format!(".set {{ fill: {set}; }}\n.empty {{ fill: {empty}; }}\n"),
        format!(".cover {{ fill: none; stroke: {cover}; stroke-width: 2; stroke-dasharray: 7 4; }}\n"),
        disc("true", "t", *truth, ""),
        disc("falls", "f", *falls, " stroke-dasharray: 2 1.5;"),
        disc("goes", "x", *goes, ""),
        format!(".strike {{ stroke: {}; stroke-width: 1.3; stroke-linecap: round; }}\n", goes[1]),
        disc("ring", "p", *placed, " stroke-width: 2.5;"),
        format!(".arrow {{ fill: none; stroke: {}; stroke-width: 1.6; }}\n", truth[1]),
        format!(".arrow.weak {{ stroke: {}; stroke-dasharray: 4 2.5; }}\n", falls[1]),
        format!(".head {{ fill: {}; }}\n.head.weak {{ fill: {}; }}\n", truth[1], falls[1]),
        format!(".badge {{ fill: {}; }}\n.n {{ fill: {}; font-weight: 700; }}\n", badge[0], badge[1]),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2.
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
    fn texts_and_signs_stand_out() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        for ink in [LIGHT, DARK] {
            let readable = |text: &str, ground: &str| assert!(contrast(text, ground) >= 4.5, "{text} on {ground}");
            let visible = |sign: &str, ground: &str| assert!(contrast(sign, ground) >= 3.0, "{sign} on {ground}");
            let discs = [ink.truth, ink.falls, ink.goes, ink.placed];
            for ground in [ink.board.background, ink.set, ink.empty] {
                for text in [ink.board.given, ink.board.solved, ink.board.candidate] {
                    readable(text, ground);
                }
                for sign in [ink.cover, ink.badge[0]].into_iter().chain(discs.map(|disc| disc[1])) {
                    visible(sign, ground);
                }
            }
            for [fill, _, text] in discs {
                readable(text, fill);
            }
            visible(ink.goes[1], ink.goes[0]);
            readable(ink.badge[1], ink.badge[0]);
        }
    }
}
