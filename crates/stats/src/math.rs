//! The only module that evaluates transcendental functions.
//!
//! Takes and gives single `f64`s. Guarantees the same bits on every target. The standard library calls the platform's
//! mathematics library, whose last digit differs from system to system and may differ from release to release; this
//! module uses only IEEE 754 basic operations, directly or through the pinned `libm` crate.
//!
//! Must not know what the numbers mean.

use std::f64::consts::{LOG2_E, PI, SQRT_2};

/// Returns the natural logarithm: NaN below zero, −∞ at zero. Equal, bit for bit, to Go's `math.Log`.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Returns the inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    libm::asinh(x)
}

/// Returns the square root, correctly rounded.
#[must_use]
pub fn sqrt(x: f64) -> f64 {
    libm::sqrt(x)
}

/// Returns the angle whose tangent is `y / x`, in the quadrant of the point (x, y).
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Returns the logarithm of the gamma function, for positive arguments.
#[must_use]
pub(crate) fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// Returns the complementary error function, `2/√π · ∫ₓ^∞ exp(−t²) dt`.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// ln 2 in two parts, the first with enough trailing zeros for its product with an exponent to
/// be exact.
const LN_2_HIGH: f64 = 0.693_147_180_559_662_956_511_601_805_686_950_683_593_75;
const LN_2_LOW: f64 = 0.282_352_905_630_315_771_225_884_481_750_134_360_255_254_120_68e-12;

/// The largest argument whose exponential is finite.
const EXP_MAX: f64 = 7.097_827_128_933_84e2;

/// 1/8!, 1/7!, … 1/2!, 1.
const TAYLOR: [f64; 8] =
    [1.0 / 40_320.0, 1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];

/// Returns the exponential function. Equal, bit for bit, to Go's `math.Exp` on amd64 with fused multiply-add, because
/// geometric means are printed in full.
///
/// Method: Shibata, "Efficient evaluation methods of elementary functions suitable for SIMD
/// computation" (2010), the scheme of the public-domain SLEEF 1: reduce to |r| ≤ ln 2 / 2, divide
/// by 16, sum the Taylor series of `exp(r) − 1`, undo the division by four doublings
/// `y ← y(y + 2)`, and scale by the power of two.
#[must_use]
pub fn exp(x: f64) -> f64 {
    if x.is_nan() || x > EXP_MAX {
        return if x.is_nan() { x } else { f64::INFINITY };
    }
    // Below this limit even the halves of the smallest number underflow; it also keeps the exponent within an i32.
    if x < -800.0 {
        return 0.0;
    }
    let n = libm::rint(x * LOG2_E);
    let r = libm::fma(-n, LN_2_HIGH, x);
    let r = libm::fma(-n, LN_2_LOW, r) * 0.0625;
    let mut series = TAYLOR[0];
    for &coefficient in &TAYLOR[1..] {
        series = libm::fma(series, r, coefficient);
    }
    let mut y = series * r;
    for _ in 0..3 {
        y *= y + 2.0;
    }
    scale(libm::fma(y + 2.0, y, 1.0), n as i32)
}

/// Returns `y · 2ⁿ` for `y` near 1, rounded once; 0 and +∞ beyond the range.
fn scale(y: f64, n: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(u64::from((exponent + 1023).unsigned_abs()) << 52);
    if n > 1023 {
        f64::INFINITY
    } else if n >= -1022 {
        y * power(n)
    } else if n >= -1075 {
        // Subnormal: the first product is exact, the second rounds.
        y * power(n + 1022) * f64::MIN_POSITIVE
    } else {
        0.0
    }
}

/// Coefficients of Acklam's rational approximation, highest power first.
const CENTRE_NUMERATOR: [f64; 6] = [
    -3.969_683_028_665_376e+1,
    2.209_460_984_245_205e+2,
    -2.759_285_104_469_687e+2,
    1.383_577_518_672_69e+2,
    -3.066_479_806_614_716e+1,
    2.506_628_277_459_239e+0,
];
const CENTRE_DENOMINATOR: [f64; 6] = [
    -5.447_609_879_822_406e+1,
    1.615_858_368_580_409e+2,
    -1.556_989_798_598_866e+2,
    6.680_131_188_771_972e+1,
    -1.328_068_155_288_572e+1,
    1.0,
];
const TAIL_NUMERATOR: [f64; 6] = [
    -7.784_894_002_430_293e-3,
    -3.223_964_580_411_365e-1,
    -2.400_758_277_161_838e+0,
    -2.549_732_539_343_734e+0,
    4.374_664_141_464_968e+0,
    2.938_163_982_698_783e+0,
];
const TAIL_DENOMINATOR: [f64; 5] = [
    7.784_695_709_041_462e-3,
    3.224_671_290_700_398e-1,
    2.445_134_137_142_996e+0,
    3.754_408_661_907_416e+0,
    1.0,
];
/// The probability below which Acklam's tail formula replaces the central one.
const TAIL: f64 = 0.02425;

/// Returns Φ⁻¹(p), the quantile function of the standard normal distribution: ∓∞ at 0 and 1, NaN outside.
///
/// Method: Acklam's rational approximation (relative error 1.15e-9) and one step of Halley's
/// method, which brings it to full precision.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    if p == 1.0 {
        return f64::INFINITY;
    }
    let x = near_normal_quantile(p);
    let error = 0.5 * erfc(-x / SQRT_2) - p;
    let step = error * sqrt(2.0 * PI) * exp(x * x / 2.0);
    x - step / (1.0 + x * step / 2.0)
}

/// Returns the quantile for 0 < p < 1 in a tenth of the time, to nine digits, because it uses only Acklam's
/// approximation.
pub(crate) fn near_normal_quantile(p: f64) -> f64 {
    if p < TAIL {
        tail_quantile(p)
    } else if p > 1.0 - TAIL {
        -tail_quantile(1.0 - p)
    } else {
        let q = p - 0.5;
        let r = q * q;
        horner(&CENTRE_NUMERATOR, r) * q / horner(&CENTRE_DENOMINATOR, r)
    }
}

fn tail_quantile(p: f64) -> f64 {
    let q = sqrt(-2.0 * ln(p));
    horner(&TAIL_NUMERATOR, q) / horner(&TAIL_DENOMINATOR, q)
}

fn horner(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, &coefficient| sum * x + coefficient)
}
