# Writes blocks_coin.tsv: van Elteren's test by coin, exact, and from coin's expectation and covariance
# where it is approximate. Run as: Rscript tests/oracles/make_blocks.R
suppressMessages(library(coin))
set.seed(1960)
out <- file("tests/oracles/blocks_coin.tsv", "w")
write_line <- function(...) cat(..., "\n", sep = "", file = out)
write_line("# Rscript tests/oracles/make_blocks.R  (", R.version.string, ", coin ",
           as.character(packageVersion("coin")), ")")
write_line("# method\tp\told;new of each block")
digits <- function(x) paste(sprintf("%.17g", x), collapse = " ")
# Van Elteren's scores: ranks within blocks over one more than their number.
record <- function(sizes, places, change, exact) {
  block <- factor(rep(seq_along(sizes), sapply(sizes, sum)))
  side <- factor(unlist(lapply(sizes, function(s) rep(c("old", "new"), s))), levels = c("old", "new"))
  y <- round(100 + 10 * rnorm(length(sizes))[block] + rnorm(length(block)) +
             ifelse(side == "new", change, 0), places)
  score <- ave(y, block, FUN = function(v) rank(v) / (length(v) + 1))
  # Where sums are counted: whole numbers, so that equal ones are equal.
  multiple <- 720720
  score <- if (exact) round(2 * multiple * score) else 2 * multiple * score
  data <- data.frame(score = score, side = side, block = block)
  if (exact) {
    # All orders, block by block; coin's draws of orders within blocks must come close to each tail.
    tails <- all_orders(data)
    p <- min(1, 2 * min(tails))
    drawn <- sapply(c("less", "greater"), function(tail)
      pvalue(independence_test(score ~ side | block, data = data, alternative = tail,
                               distribution = approximate(nresample = 20000))))
    stopifnot(abs(drawn - tails) < 0.02)
  } else {
    test <- independence_test(score ~ side | block, data = data)
    centre <- statistic(test, "linear") - expectation(test)
    step <- 2 * multiple * min(1 / (sapply(sizes, sum) + 1))
    p <- 2 * pnorm(-max(0, abs(centre) - step / 2) / sqrt(variance(test)))
  }
  text <- sapply(split(seq_along(y), block), function(rows)
    paste(digits(y[rows][side[rows] == "old"]), digits(y[rows][side[rows] == "new"]), sep = ";"))
  write_line(if (exact) "exact" else "approximate", "\t", digits(p), "\t", paste(text, collapse = "\t"))
}
# Both tails of the sum of the old scores: all choices in each block, and all sums over blocks.
all_orders <- function(data) {
  found <- sum(data$score[data$side == "old"])
  sums <- c("0" = 1)
  for (rows in split(seq_len(nrow(data)), data$block)) {
    score <- data$score[rows]
    choices <- combn(length(score), sum(data$side[rows] == "old"), function(i) sum(score[i]))
    counts <- table(choices)
    grid <- outer(as.numeric(names(sums)), as.numeric(names(counts)), "+")
    ways <- outer(sums, as.numeric(counts), "*")
    sums <- tapply(c(ways), c(grid), sum)
  }
  at <- as.numeric(names(sums))
  c(sum(sums[at <= found]), sum(sums[at >= found])) / sum(sums)
}
for (places in c(6, 0))
  for (change in c(0, 0.5, 1)) {
    record(rep(list(c(3, 3)), 5), places, change, TRUE)
    record(rep(list(c(2, 2)), 12), places, change, TRUE)
    record(rep(list(c(5, 5)), 10), places, change, TRUE)
    record(list(c(3, 3), c(3, 2), c(1, 3), c(4, 4)), places, change, TRUE)
    record(list(c(1, 1), c(1, 1), c(1, 1), c(1, 1), c(1, 1), c(1, 1), c(2, 1)), places, change, TRUE)
    record(list(c(8, 7), c(6, 6)), places, change, TRUE)
    record(rep(list(c(5, 5)), 12), places, change, FALSE)
    record(list(c(30, 30), c(20, 25)), places, change, FALSE)
    record(rep(list(c(3, 3), c(3, 2)), 12), places, change, FALSE)
  }
close(out)
