//! Tails of Student's distribution for any number of degrees of freedom.
//!
//! Takes a distance and degrees of freedom; gives a probability. Must not know what was compared.

use super::math;

/// The maximum number of terms of the continued fraction; tens are enough.
const TERMS: u32 = 500;

/// Returns P(|T| ≥ t) for t ≥ 0 and more than 0 degrees of freedom, integer or not.
///
/// Method: the incomplete beta function I_x(ν/2, 1/2) at x = ν/(ν + t²) (Abramowitz and Stegun, "Handbook
/// of mathematical functions", 1964, 26.7.1), by its continued fraction (26.5.8).
pub(super) fn two_sided(t: f64, freedom: f64) -> f64 {
    let square = t * t;
    if square == 0.0 {
        return 1.0;
    }
    let (x, rest) = (freedom / (freedom + square), square / (freedom + square));
    let (a, b) = (freedom / 2.0, 0.5);
    // The end from which the fraction converges quickly.
    let p =
        if x < (a + 1.0) / (a + b + 2.0) { beta(a, b, x, rest) } else { 1.0 - beta(b, a, rest, x) };
    p.clamp(0.0, 1.0)
}

/// Returns the distance that |T| exceeds with probability `p`, by bisection; infinite without a degree of freedom or
/// without such a distance.
pub(super) fn quantile(p: f64, freedom: f64) -> f64 {
    if !(0.0 < p && p <= 1.0 && 1.0 <= freedom) {
        return f64::INFINITY;
    }
    let (mut near, mut far) = (0.0, 1.0);
    while p < two_sided(far, freedom) {
        (near, far) = (far, 2.0 * far);
    }
    // Bisects until no number is between the bounds.
    loop {
        let middle = near + (far - near) / 2.0;
        if middle <= near || far <= middle {
            return far;
        }
        *if p < two_sided(middle, freedom) { &mut near } else { &mut far } = middle;
    }
}

/// Returns I_x(a, b), where `rest` is 1 − x.
fn beta(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    let logarithm = math::ln_gamma(a + b) - math::ln_gamma(a) - math::ln_gamma(b)
        + a * math::ln(x)
        + b * math::ln(rest);
    math::exp(logarithm) / a * fraction(a, b, x)
}

/// Returns the continued fraction of I_x(a, b) by the modified method of Lentz.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let not_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut upper = 1.0;
    let mut lower = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = lower;
    for m in 1..TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            lower = 1.0 / not_zero(1.0 + term * lower);
            upper = not_zero(1.0 + term / upper);
            value *= lower * upper;
        }
        if (value - before).abs() <= f64::EPSILON * value.abs() {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// The table of Student's distribution in the NIST/SEMATECH handbook, section 1.3.6.7.2.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (p, freedom, wanted) in
            [(0.05, 1.0, 12.706), (0.05, 4.0, 2.776), (0.01, 10.0, 3.169), (0.002, 2.0, 22.327)]
        {
            assert!((quantile(p, freedom) - wanted).abs() < 6e-4, "{p} {freedom}");
        }
        assert_eq!((quantile(0.05, 0.0), quantile(f64::NAN, 9.0)), (f64::INFINITY, f64::INFINITY));
    }

    /// With one and with two degrees of freedom, the distribution has closed forms.
    #[test]
    fn far_tails_have_all_digits() {
        for t in [0.01, 0.5, 1.0, 3.0, 1e2, 1e4, 1e6, 1e8_f64] {
            let root = (2.0 + t * t).sqrt();
            let expected = [2.0 / PI * (1.0 / t).atan(), 2.0 / (root * (root + t))];
            for (freedom, expected) in [1.0, 2.0].into_iter().zip(expected) {
                let found = two_sided(t, freedom);
                assert!((found / expected - 1.0).abs() < 1e-12, "{t} {freedom}: {found:e}");
            }
        }
    }
}
