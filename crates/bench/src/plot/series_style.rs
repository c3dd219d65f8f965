//! Styles of data series: a colour, a marker and a dash pattern each, so that no two differ by colour alone.

use plotters::style::RGBColor;

/// Colours that can be distinguished with any kind of colour vision. The last two are for plots with many solvers.
///
/// # References
/// - M. Okabe, K. Ito: Color Universal Design. 2008.
/// - P. Tol: Colour Schemes. SRON technical note, 2021.
const COLORS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
    RGBColor(136, 34, 85),
    RGBColor(153, 153, 51),
];

/// The marker of a series: the corners of a polygon around its centre, in pixels; none for a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marker {
    pub(super) corners: &'static [(i32, i32)],
}

/// As many markers as colours, the most different ones first.
const MARKERS: [Marker; 9] = [
    Marker { corners: &[] },
    Marker { corners: &[(-5, -5), (5, -5), (5, 5), (-5, 5)] },
    Marker { corners: &[(0, -6), (6, 5), (-6, 5)] },
    Marker { corners: &[(0, -7), (7, 0), (0, 7), (-7, 0)] },
    Marker { corners: &[(0, 6), (6, -5), (-6, -5)] },
    Marker {
        corners: &[
            (-2, -6),
            (2, -6),
            (2, -2),
            (6, -2),
            (6, 2),
            (2, 2),
            (2, 6),
            (-2, 6),
            (-2, 2),
            (-6, 2),
            (-6, -2),
            (-2, -2),
        ],
    },
    Marker { corners: &[(-6, -6), (6, -6), (-6, 6), (6, 6)] },
    Marker { corners: &[(-6, 0), (5, -6), (5, 6)] },
    Marker { corners: &[(6, 0), (-5, -6), (-5, 6)] },
];

/// Colour and marker of the series with this index. They repeat after nine series; the labels still distinguish them.
pub(crate) fn series_style(index: usize) -> (RGBColor, Marker) {
    (COLORS[index % COLORS.len()], MARKERS[index % MARKERS.len()])
}

/// Lengths of dashes and gaps in turn, in pixels; empty for a solid line.
pub(crate) type DashPattern = &'static [f64];

/// Dash pattern of the variant with this index of a series: solid, dashed, dotted, dash-dotted, long dashes.
pub(crate) fn dash_pattern(variant: usize) -> DashPattern {
    const PATTERNS: [DashPattern; 5] = [&[], &[6.0, 4.0], &[2.0, 4.0], &[9.0, 4.0, 2.0, 4.0], &[14.0, 5.0]];
    PATTERNS[variant % PATTERNS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_differ_in_colour_and_in_marker() {
        for one in 0..9 {
            for other in 0..one {
                let (styles, others) = (series_style(one), series_style(other));
                assert!(styles.0 != others.0 && styles.1 != others.1, "{one} and {other}");
            }
        }
        assert_eq!(series_style(9), series_style(0));
    }
}
