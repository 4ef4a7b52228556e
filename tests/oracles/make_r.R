# Writes shift_r.tsv: what R's wilcox.test says of the ratio of two samples, through logarithms.
# Run as: Rscript tests/oracles/make_r.R
set.seed(20240611)
out <- file("tests/oracles/shift_r.tsv", "w")
write_line <- function(...) cat(..., "\n", sep = "", file = out)
write_line("# Rscript tests/oracles/make_r.R  (", R.version.string, ")")
write_line("# method\tlevel\testimate\tlo\thi\told sample\tnew sample")
digits <- function(x) paste(sprintf("%.17g", x), collapse = " ")
record <- function(n1, n2, level) {
  old <- sort(round(exp(rnorm(n1, 5, 0.08)), 6))
  new <- sort(round(exp(rnorm(n2, 5.03, 0.08)), 6))
  exact <- n1 < 50 && n2 < 50
  test <- wilcox.test(log(new), log(old), conf.int = TRUE, conf.level = level,
                      exact = exact, digits.rank = Inf)
  # R's default estimate for large samples is the root of its approximation; the definition is the
  # median of all differences.
  estimate <- exp(median(outer(log(new), log(old), "-")))
  bounds <- exp(test$conf.int)
  write_line(if (exact) "exact" else "approximate", "\t", level, "\t", digits(estimate), "\t",
             digits(bounds[1]), "\t", digits(bounds[2]), "\t", digits(old), "\t", digits(new))
}
for (level in c(0.9, 0.95, 0.99))
  for (sizes in list(c(5, 5), c(5, 8), c(6, 6), c(7, 12), c(10, 10), c(10, 20), c(20, 20),
                     c(31, 17), c(49, 49), c(60, 60), c(51, 80)))
    record(sizes[1], sizes[2], level)
close(out)

# Writes adjust_r.tsv: adjusted p-values.
out <- file("tests/oracles/adjust_r.tsv", "w")
write_line("# Rscript tests/oracles/make_r.R  (", R.version.string, ")")
write_line("# method\tp\tadjusted p")
lists <- list(c(0.01, 0.02, 0.03, 0.04, 0.05), c(0.04, 0.001, 0.04, 0.5, 1, 0.012, 0.001),
              c(1, 1, 1), runif(30), c(runif(20)^4, 2.165e-05, 1.8e-12), rep(c(0.0079, 0.03), 8))
for (p in lists)
  for (method in c("none", "holm", "BH", "BY"))
    write_line(tolower(method), "\t", digits(p), "\t", digits(p.adjust(p, method)))
close(out)

# Writes trust_r.tsv: trends, quartiles and serial correlations.
out <- file("tests/oracles/trust_r.tsv", "w")
write_line("# Rscript tests/oracles/make_r.R  (", R.version.string, ")")
write_line("# p of Kendall's tau\tlower quartile\tlag 1 of ranks\tvalues")
for (n in c(8, 9, 10, 15, 20, 30, 49, 60))
  for (step in c(0, 0.3))
    for (places in c(6, 0)) {
      x <- round(100 + 4 * rnorm(n) + step * seq_len(n), places)
      exact <- n < 50 && !any(duplicated(x))
      p <- cor.test(seq_len(n), x, method = "kendall", exact = exact, continuity = TRUE)$p.value
      r1 <- acf(rank(x), lag.max = 1, plot = FALSE)$acf[2]
      write_line(digits(p), "\t", digits(quantile(x, 0.25, type = 8)), "\t", digits(r1), "\t",
                 digits(x))
    }
close(out)

# Writes student_r.tsv: quantiles of Student's distribution.
out <- file("tests/oracles/student_r.tsv", "w")
write_line("# Rscript tests/oracles/make_r.R  (", R.version.string, ")")
write_line("# degrees of freedom\ttail\tquantile")
for (df in c(1:12, 20, 29, 99, 500, 1000))
  for (tail in c(0.5, 0.25, 0.05, 0.01, 0.001, 1e-6))
    write_line(df, "\t", digits(tail), "\t", digits(qt(tail, df, lower.tail = FALSE)))
close(out)
