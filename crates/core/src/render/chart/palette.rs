//! Colors: outcomes have their own, and eight colors that color-blind readers can distinguish are for series.
//!
//! The colors of better and worse are exclusive: no series has a similar one.

use super::query::Theme;
use crate::table::Outcome;

/// The colors of a theme.
pub(super) struct Palette {
    pub(super) ground: &'static str,
    pub(super) ink: &'static str,
    pub(super) soft: &'static str,
    /// Lines in the background.
    pub(super) grid: &'static str,
    /// Lines that should be barely visible.
    pub(super) faint: &'static str,
    /// The background of the margin.
    pub(super) band: &'static str,
    /// The line of no change.
    pub(super) zero: &'static str,
    pub(super) better: &'static str,
    pub(super) worse: &'static str,
    pub(super) changed: &'static str,
    pub(super) even: &'static str,
    /// The colors of series; the first ones differ most.
    pub(super) hues: [&'static str; 8],
    /// The same for texts, which need more contrast.
    names: [&'static str; 8],
}

const LIGHT: Palette = Palette {
    ground: "#ffffff",
    ink: "#1c1e21",
    soft: "#565b62",
    grid: "#dfe1e4",
    faint: "#eff0f2",
    band: "#eef0ec",
    zero: "#8a8d92",
    better: "#1d4ed8",
    worse: "#c2410c",
    changed: "#1c1e21",
    even: "#6f757d",
    hues: ["#710f92", "#a5882a", "#1a4e29", "#e65da1", "#8575f1", "#7a5c6b", "#200e58", "#460e02"],
    names: ["#710f92", "#7e671f", "#1a4e29", "#bd3d7e", "#6453d8", "#7a5c6b", "#200e58", "#460e02"],
};

const DARK: Palette = Palette {
    ground: "#15181c",
    ink: "#e6e8eb",
    soft: "#a3abb6",
    grid: "#333a44",
    faint: "#22272e",
    band: "#232a2b",
    zero: "#7d8794",
    better: "#60a5fa",
    worse: "#fb923c",
    changed: "#e6e8eb",
    even: "#949ca8",
    hues: ["#8a63e9", "#f3eb2f", "#1bdd8a", "#cc4393", "#c2b8f8", "#a89781", "#a6f7ec", "#248e31"],
    names: ["#a183ef", "#f3eb2f", "#1bdd8a", "#e06fb4", "#c2b8f8", "#a89781", "#a6f7ec", "#4fb65c"],
};

pub(super) fn palette(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    }
}

impl Palette {
    /// Returns the color of an outcome, and whether its mark is hollow because nothing is decided.
    pub(super) fn of(&self, outcome: Outcome) -> (&'static str, bool) {
        match outcome {
            Outcome::Regressed => (self.worse, false),
            Outcome::Improved => (self.better, false),
            Outcome::Changed => (self.changed, false),
            Outcome::Differs => (self.changed, true),
            Outcome::Inconclusive => (self.even, true),
            Outcome::Unchanged | Outcome::New | Outcome::Missing | Outcome::Control => {
                (self.even, false)
            }
        }
    }

    pub(super) fn hue(&self, series: usize) -> &'static str {
        self.hues[series % self.hues.len()]
    }

    /// Returns the color of a series for its name.
    pub(super) fn name(&self, series: usize) -> &'static str {
        self.names[series % self.names.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::math::{exp, ln};

    type Rgb = [f64; 3];

    fn linear(hex: &str) -> Rgb {
        [1, 3, 5].map(|i| {
            let c = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { exp(2.4 * ln((c + 0.055) / 1.055)) }
        })
    }

    fn times(matrix: [Rgb; 3], v: Rgb) -> Rgb {
        matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    /// Converts to Ottosson's Oklab (2020), in which distances are roughly proportional to perceived differences.
    fn oklab(rgb: Rgb) -> Rgb {
        let cones = [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ];
        let lab = [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ];
        times(lab, times(cones, rgb).map(|v| exp(ln(v.max(1e-12)) / 3.0)))
    }

    /// The colors that people without one kind of cones see, from Machado, Oliveira and Fernandes (2009).
    const EYES: [[Rgb; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn distance(a: &str, b: &str) -> f64 {
        let seen = |eyes, hex| oklab(times(eyes, linear(hex)).map(|v| v.clamp(0.0, 1.0)));
        let apart = |eyes| {
            let (a, b) = (seen(eyes, a), seen(eyes, b));
            (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>()
        };
        EYES.into_iter().map(apart).fold(f64::INFINITY, f64::min).sqrt()
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let light = |hex| times([[0.2126, 0.7152, 0.0722]; 3], linear(hex))[0] + 0.05;
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn eyes_of_all_kinds_tell_series_apart() {
        for palette in [&LIGHT, &DARK] {
            for (i, a) in palette.hues.iter().enumerate() {
                for b in &palette.hues[..i] {
                    assert!(0.09 < distance(a, b), "{a} {b}: {}", distance(a, b));
                }
                for verdict in [palette.better, palette.worse] {
                    assert!(0.07 < distance(a, verdict), "{a} {verdict}: {}", distance(a, verdict));
                }
                assert!(3.0 <= contrast(a, palette.ground), "{a}");
            }
        }
    }

    #[test]
    fn texts_can_be_read() {
        for palette in [&LIGHT, &DARK] {
            let Palette { ink, soft, better, worse, even, changed, ground, band, .. } = palette;
            for text in [ink, soft, better, worse, even, changed].into_iter().chain(&palette.names)
            {
                assert!(4.5 <= contrast(text, ground), "{text}");
                assert!(3.0 <= contrast(text, band), "{text}");
            }
        }
    }
}
