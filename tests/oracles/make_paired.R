# Writes paired_r.tsv: what R's wilcox.test says of the typical change of pairs, and coin's exact test with
# zeros by Pratt. Run as: Rscript tests/oracles/make_paired.R
suppressMessages(library(coin))
set.seed(19490101)
out <- file("tests/oracles/paired_r.tsv", "w")
write_line <- function(...) cat(..., "\n", sep = "", file = out)
write_line("# Rscript tests/oracles/make_paired.R  (", R.version.string, ", coin ",
           as.character(packageVersion("coin")), ")")
write_line("# method\tlevel\testimate\tlo\thi\tp\told sample\tnew sample")
digits <- function(x) paste(sprintf("%.17g", x), collapse = " ")
for (level in c(0.9, 0.95, 0.99))
  for (n in c(6, 7, 8, 10, 12, 20, 30, 49, 60, 100)) {
    if (2^(1 - n) > 1 - level) next # R gives bounds that are not of this level.
    old <- round(exp(rnorm(n, 5, 0.3)), 6)
    new <- round(old * exp(rnorm(n, 0.03, 0.08)), 6)
    d <- log(new) - log(old)
    exact <- n < 50
    test <- wilcox.test(d, conf.int = TRUE, conf.level = level, exact = exact, digits.rank = Inf)
    # R's default estimate for large samples is the root of its approximation; the definition is the
    # median of the Walsh averages.
    walsh <- outer(d, d, "+") / 2
    estimate <- exp(median(walsh[!lower.tri(walsh)]))
    bounds <- exp(test$conf.int)
    write_line(if (exact) "exact" else "approximate", "\t", level, "\t", digits(estimate), "\t",
               digits(bounds[1]), "\t", digits(bounds[2]), "\t", digits(test$p.value), "\t",
               digits(old), "\t", digits(new))
  }
# Whole numbers: zeros and ties. Only p; coin's two-sided p doubles a tail of a symmetric distribution.
for (n in c(6, 8, 10, 15, 25, 40, 50))
  for (spread in c(1, 3)) {
    old <- rep(20, n) + rpois(n, 5)
    new <- old + round(rnorm(n, 0.4 * spread, spread))
    p <- pvalue(wilcoxsign_test(new ~ old, distribution = "exact", zero.method = "Pratt"))
    write_line("zeros\t0.95\t0\t0\t0\t", digits(p), "\t", digits(old), "\t", digits(new))
  }
close(out)
