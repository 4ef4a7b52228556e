# Writes spending_r.tsv: the levels of looks by the spending function of O'Brien and Fleming's type, in three ways:
# rpact, whose grid is fine enough for looks that are not close and levels that are not small; the trivariate normal
# integral of Genz (mvtnorm); and one integral by R itself, for two looks at any level.
# Run as: Rscript tests/oracles/make_spending.R
suppressMessages(library(rpact))
suppressMessages(library(mvtnorm))
out <- file("tests/oracles/spending_r.tsv", "w")
write_line <- function(...) cat(..., "\n", sep = "", file = out)
write_line("# Rscript tests/oracles/make_spending.R  (", R.version.string, ", rpact ",
           as.character(packageVersion("rpact")), ", mvtnorm ",
           as.character(packageVersion("mvtnorm")), ")")
write_line("# by\ttwo-sided alpha\tinformation times\ttwo-sided level of each look")
digits <- function(x) paste(sprintf("%.17g", x), collapse = " ")
spent <- function(alpha, times)
  2 * pnorm(qnorm(alpha / 4, lower.tail = FALSE) / sqrt(times), lower.tail = FALSE)
record <- function(by, alpha, times, levels)
  write_line(by, "\t", alpha, "\t", digits(times), "\t", digits(levels))
# The boundary at which a probability, which falls, is as wanted.
solve_for <- function(wanted, probability, upper)
  uniroot(function(z) probability(z) / wanted - 1, c(-1, upper), tol = 1e-14, maxiter = 1000)$root
level <- function(z) 2 * pnorm(z, lower.tail = FALSE)

for (alpha in c(0.4, 0.2, 0.1, 0.05, 0.02, 0.01))
  for (times in list(1:5 / 5, 1:4 / 4, 1:10 / 10, 1:3 / 3, c(0.2, 0.4, 0.54, 1), c(0.25, 0.45, 0.6, 0.8, 1))) {
    design <- getDesignGroupSequential(typeOfDesign = "asOF", sided = 1, alpha = alpha / 2, tolerance = 1e-10,
                                       kMax = length(times), informationRates = times)
    record("rpact", alpha, times, 2 * design$stageLevels)
  }

# P(below before, at least z at the last).
two <- function(before, rho, z)
  integrate(function(x) dnorm(x) * pnorm((z - rho * x) / sqrt(1 - rho^2), lower.tail = FALSE),
            before - 60, before, rel.tol = 1e-12, abs.tol = 0, subdivisions = 10000)$value
plans <- list(c(0.5, 1), c(0.3, 1), c(0.9, 1), c(0.98, 1), c(0.2, 0.3), c(0.37, 0.39), c(0.6, 0.8))
for (alpha in c(0.9, 0.4, 0.05, 0.001, 1e-6, 1e-12, 1e-40))
  for (times in plans) {
    wanted <- spent(alpha, times)
    first <- qnorm(wanted[1], lower.tail = FALSE)
    if (30 < first) next
    second <- solve_for(wanted[2] - wanted[1],
                        function(z) two(first, sqrt(times[1] / times[2]), z), first + 1)
    record("integral", alpha, times, level(c(first, second)))
  }

for (alpha in c(0.9, 0.4, 0.05, 0.01))
  for (times in list(c(0.5, 0.7, 1), c(0.4, 0.98, 1), c(0.3, 0.31, 1), c(0.6, 0.8, 0.9), c(0.9, 0.92, 0.94))) {
    wanted <- spent(alpha, times)
    rho <- sqrt(outer(times, times, pmin) / outer(times, times, pmax))
    below <- function(bounds) {
      k <- seq_along(bounds)
      pmvnorm(rep(-Inf, length(k)), bounds, corr = rho[k, k], algorithm = TVPACK(1e-15))[1]
    }
    # Who is above the last boundary, without those who were above an earlier one.
    above <- function(bounds, z) (if (length(bounds) == 1) pnorm(bounds) else below(bounds)) - below(c(bounds, z))
    bounds <- qnorm(wanted[1], lower.tail = FALSE)
    for (k in 2:3)
      bounds <- c(bounds, solve_for(wanted[k] - wanted[k - 1], function(z) above(bounds, z), 8))
    record("trivariate", alpha, times, level(bounds))
  }
close(out)
