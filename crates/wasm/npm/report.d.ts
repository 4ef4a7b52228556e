// Made from schema/report-2.json by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm

/** The output of `benchlens -format json`. Numbers are doubles with the fewest digits that read back the same. Null is a missing number, or one that JSON cannot represent: an infinity, or an alpha that is not a number. Texts are UTF-8 with U+FFFD for invalid bytes; the bytes are then in a member next to them. Values are in the normalized unit: seconds, bytes. Members may be added; a member that changes its meaning or is removed takes another number in `schema`. */
export type Report = {
  /** the name and number of this schema */
  schema: "urn:benchlens:report-2";
  /** the program that made the report */
  tool: {
    /** its name */
    name: "benchlens";
    /** its version */
    version: string;
  };
  query: ReportQuery;
  /** the inputs in order */
  inputs: Array<ReportInput>;
  table_fields: ReportFields;
  row_fields: ReportFields;
  col_fields: ReportFields;
  /** the outcomes of all tables, in words */
  sentence: string;
  /** the command that is useful next: it follows the advice of a note, or shows the changed rows, the worst first; null if there is none */
  next: string | null;
  /** the weakest run order of the compared runs; null if nothing is compared */
  order: "sequential" | "unknown" | "in rounds" | "interleaved" | null;
  /** notes and warnings; code: no-results, unknown-key, nothing-matched, nothing-compared, nothing-compared-others, missing-shortened, no-baseline, mismatch, mismatch-others, direction-overridden, exact-varies, mixed-results, without-quantile, derived-left-out, paired, block-medians, without-partner, clocks, confirmed, unconfirmed, recorded, interim-checks, interim-checks-ignored, not-paired, control, run-order, not-interleaved, common-shift, same-samples, summary-only, one-column */
  notes: Array<ReportCoded>;
  /** the comparisons of all tables together; the CLI always includes it, the library only if the query asks for it */
  analysis: ReportAnalysis | null;
  /** the result of the gate, if there is one */
  gate: ReportGate | null;
  /** rows that both sides have with different configurations, so that they are not compared */
  mismatches: Array<ReportMismatch>;
  /** one for each table key and unit, sorted */
  tables: Array<ReportTable>;
  col_fields_bytes?: ReportBytes;
  row_fields_bytes?: ReportBytes;
  table_fields_bytes?: ReportBytes;
};

/** all comparisons together */
export type ReportAnalysis = {
  /** the margin: smaller changes do not matter (a fraction) */
  margin: number;
  /** how p is adjusted for the number of tests */
  adjust: "none" | "holm" | "bh" | "by";
  /** the number of tested comparisons */
  tests: number;
  /** the number of tests with an unadjusted p of at most alpha */
  significant: number;
  /** the number expected by chance, at most, if nothing had changed and runs were independent */
  expected_by_chance: number;
  /** the number of comparisons by outcome */
  counts: {
    /** regressed */
    regressed: number;
    /** missing */
    missing: number;
    /** changed */
    changed: number;
    /** inconclusive */
    inconclusive: number;
    /** new */
    new: number;
    /** improved */
    improved: number;
    /** unchanged */
    unchanged: number;
    /** control benchmarks, which have no outcome; absent if there are none */
    control?: number;
    /** differs; absent if there are none */
    differs?: number;
  };
};

/** the bytes in hexadecimal, only if they are not UTF-8 */
export type ReportBytes = Array<string>;

/** all values of one table, row and column */
export type ReportCell = {
  /** the index of the column */
  column: number;
  /** the number of values */
  n: number;
  /** their median, or the average that test selects; for exact units, the most frequent value; for blocks with several runs, see centers_of */
  center: number | null;
  /** the lower bound of its confidence interval; null if there are too few values */
  lo: number | null;
  /** the upper bound */
  hi: number | null;
  /** code: varies-in, few-runs-for-interval, not-positive, not-exact */
  warnings: Array<ReportCoded>;
  /** sample-quality warnings */
  sample_issues: Array<ReportIssue>;
  /** the values in input order, with -samples */
  samples?: Array<number | null>;
};

/** a note or warning */
export type ReportCoded = {
  /** its code, listed in docs/messages.md */
  code: string;
  /** for people */
  sentence: string;
};

/** a column */
export type ReportColumn = {
  key: ReportKey;
  /** its heading */
  label: string;
  /** the index of its baseline; null for the baseline itself */
  base_column: number | null;
  /** its geometric mean */
  geomean: {
    /** of the centers of all rows */
    center: number | null;
    /** its relative change over the rows that both sides have; null for the baseline */
    change: number | null;
    /** code: geomean-sets-differ, geomean-centers, geomean-ratios, geomean-no-rows */
    warnings: Array<ReportCoded>;
    /** the change of all rows together, by the blocks of a recording */
    suite?: {
      /** the number of rows that count */
      rows: number;
      /** base and center are relative to the baseline, and the numbers of values are numbers of blocks; change is the geometric mean if the interval contains it */
      comparison: ReportComparison;
    };
  };
  key_bytes?: ReportBytes;
};

/** a cell against the baseline of its row */
export type ReportComparison = {
  /** the index of the new column */
  column: number;
  /** the index of its baseline */
  base_column: number;
  /** from the adjusted p and the margin; without an analysis only from significance; differs for significant differences of sequential runs, which the machine can have caused; control for rows that -control names */
  outcome: "regressed" | "missing" | "changed" | "differs" | "inconclusive" | "new" | "improved" | "unchanged" | "control";
  /** the center of the baseline */
  base: number | null;
  /** its number of values; null if it is missing */
  base_n: number | null;
  /** the center of the new side */
  center: number | null;
  /** its number of values; null if it is missing */
  n: number | null;
  /** center / base - 1 (0.05 is +5%), significant or not; null if base is zero and center is not, or if one of them is not finite */
  median_change: number | null;
  /** whether the centers differ and the unadjusted p is at most alpha, or the values are exact */
  significant: boolean;
  /** the p-value: the probability of a difference at least this large if nothing had changed and runs were independent; 1 if all values are equal; null if the values are exact or were not tested */
  p: number | null;
  /** the same, adjusted for the number of comparisons; null if nothing was tested */
  adjusted_p: number | null;
  /** the estimated change (Hodges-Lehmann; with another -test, the difference of the means): relative, 0.05 is +5%, or an amount in the unit, see change_scale */
  change: number | null;
  /** the lower bound of its interval at level 1 - alpha; null if there is none */
  change_lo: number | null;
  /** the upper bound; null if there is none */
  change_hi: number | null;
  /** ratio: change is new / old - 1; difference: new - old, if a value is not positive */
  change_scale: "ratio" | "difference" | null;
  /** the probability, at most, that such an interval misses the truth */
  change_error: number | null;
  /** the interval of the estimated change at level 1 - 2 alpha: within the margin, nothing changed that matters */
  equivalence_interval: {
    /** the lower bound; null if there is none */
    lo: number | null;
    /** the upper bound; null if there is none */
    hi: number | null;
    /** the probability, at most, that such an interval misses the truth */
    error: number;
  } | null;
  /** whether p is significant although, because of ties, the interval includes no change */
  p_decides: boolean;
  /** the p-value of the Brunner-Munzel test, only if it disagrees with a significant p; the samples may then differ only in spread */
  brunner_munzel_p: number | null;
  /** inconclusive: the estimated number of runs on each side that would decide it */
  runs_needed: number | null;
  /** inconclusive: the smallest change that these runs can reliably detect */
  min_detectable_effect: number | null;
  /** code: all-equal, few-runs-for-difference, sequential; of pairs: all-pairs-equal, few-pairs-for-difference, some-runs-changed, pair-counts-differ, pair-key-missing, pair-values-differ, pair-values-infinite, control-pairs-differ */
  warnings: Array<ReportCoded>;
  /** the pairing of runs, only if runs are paired and values are not exact */
  pairing?: {
    /** the test on pairs, or on blocks with several runs; null if nothing could be paired */
    test: "randomization" | "signed-rank" | "van-elteren" | "paired-t" | "paired-log-t" | null;
    /** the number of pairs or blocks */
    pairs: number;
    /** the number of runs without a partner in the baseline and on the new side */
    skipped: [number, number];
    /** only if blocks share builds: how many blocks the pairs come from; blocks that use one build count as one pair */
    blocks?: number;
    /** only if blocks have several runs of a side: the centers of this comparison, and of the cells, are medians over blocks of the median or of the best of each block's runs, those that decided the comparisons of the row; otherwise they are those of all runs */
    centers_of?: "median" | "best";
    /** only if the row exceeded the limit of a gate and was measured again: only the confirming blocks count, or they are incomplete and only the blocks before them count */
    confirmation?: "only" | "incomplete";
    /** -control: the change of the control benchmarks, the median over pairs or blocks (0.05 is +5%); p, change and outcome are corrected by it */
    control_change?: number;
    /** only for test randomization, unless nothing changed: the largest of its statistics, which decided */
    decided_by?: {
      /** ranks of the changes of blocks, ranks of all values, or distances from the median of nearby blocks or of all blocks; for suites, sums over rows of limited changes or distances, in their unit or scaled in each row */
      statistic: "signed-ranks" | "pooled-ranks" | "running-residuals" | "residuals" | "limited-changes" | "scaled-changes" | "limited-residuals";
      /** the value of each block that it uses: the median or the best of its runs */
      of: "median" | "best";
      /** only with an analysis, if blocks have several runs: the change of the other value of the blocks, with its interval; both intervals hold at once */
      other?: {
        /** as change of the comparison */
        change: number | null;
        /** the lower bound */
        change_lo: number | null;
        /** the upper bound */
        change_hi: number | null;
      };
    };
    /** only if the recording may stop early: p and the intervals account for its interim checks */
    interim_checks?: {
      /** the number of interim checks so far, including the present one */
      used: number;
      /** the largest number of blocks of the recording */
      most: number;
      /** the p-value of the test without that correction */
      p: number;
    };
    /** only if blocks have several runs of a side: each pair compares the medians (or the averages that test selects) of this many runs of the baseline and of the new side */
    medians_of?: [number, number];
  };
};

/** the names of a key's parts */
export type ReportFields = Array<string>;

/** the rules and their results */
export type ReportGate = {
  /** the status */
  status: "invalid" | "failed" | "undecided" | "inconclusive" | "passed";
  /** in their order */
  rules: Array<{
    /** its source: the setting gate, or a file and line */
    source: string;
    /** its text */
    text: string;
    /** the number of matching comparisons and rows */
    matched: number;
  }>;
  /** in their order */
  accepts: Array<{
    /** its source: the setting gate, or a file and line */
    source: string;
    /** the results that it matches */
    text: string;
    /** why it is accepted */
    reason: string;
    /** its last day, the largest accepted percentage, or both */
    until: string;
    /** the number of matching comparisons that a rule decides */
    matched: number;
    /** the number of comparisons that pass only because of it */
    accepted: number;
  }>;
  /** the number of comparisons without a rule */
  without_rule: number;
  /** errors of the gate itself */
  errors: Array<{
    /** the resulting status of the gate */
    status: string;
    /** for people */
    sentence: string;
  }>;
  /** how often this gate fails although nothing changed; null if that is rare, if the gate does not fail, or if the failing rows were measured again */
  chance: {
    /** the number of rows that rules with a limit and a test judge */
    rows: number;
    /** the largest fraction of unchanged suites with this many rows and this spread that fail */
    fraction: number;
  } | null;
  /** in the order of the report */
  results: Array<{
    /** the index of the table */
    table: number;
    /** the index of the row in the table; null for the geometric mean */
    row: number | null;
    /** the index of the new column */
    column: number;
    /** the index of the rule */
    rule: number;
    /** the decision */
    decision: "failed" | "missing" | "new" | "mismatch" | "differs" | "sequential" | "clocks disagree" | "not finite" | "too few runs" | "not proven" | "accepted" | "warned" | "passed";
    /** the resulting status of the gate */
    status: "failed" | "undecided" | "inconclusive" | "passed";
    /** the regression in the unit; negative for an improvement */
    worse_by: number | null;
    /** the same as a fraction of the baseline's center; null if that is zero */
    worse_fraction: number | null;
    /** the allowed regression in the unit */
    allowed: number | null;
    /** whether the noise floor of the benchmark determines `allowed` */
    is_floor: boolean;
    /** whether worse_by is from the estimated change, as in rules with a test, and not from the change of the medians */
    is_estimate: boolean;
    /** the p that decided, adjusted for the other comparisons of the report or of the rule */
    adjusted_p: number | null;
    /** the estimated number of runs on each side that would decide it, or that the rule requires, for "too few runs" */
    runs_needed: number | null;
    /** the index of the accepted regression that applies or has lapsed; null if it passes without one */
    accept: number | null;
    /** why it is no longer accepted: its last day is over, or the regression exceeds its percentage */
    lapse: "date" | "percentage" | null;
    /** the key in which the sides differ */
    key: string | null;
    /** the bytes in hexadecimal, only if they are not UTF-8 */
    key_bytes?: string;
  }>;
};

/** an input */
export type ReportInput = {
  /** its path */
  name: string;
  /** its .file value */
  label: string;
  /** its number of lines; 0 for results from memory */
  lines: number;
  /** its number of results */
  results: number;
  /** the number of lines that were skipped at least in part */
  malformed: number;
  /** the bytes in hexadecimal, only if they are not UTF-8 */
  label_bytes?: string;
  /** the bytes in hexadecimal, only if they are not UTF-8 */
  name_bytes?: string;
};

/** a sample-quality warning */
export type ReportIssue = {
  /** the kind */
  code: "drift" | "serial" | "modes" | "outliers" | "clock-steps";
  /** for people */
  sentence: string;
  /** serial: of each value with the one before */
  correlation?: number;
  /** outliers: the number above */
  high?: number;
  /** outliers: the number below */
  low?: number;
  /** modes: the center of the lower group */
  lower?: number | null;
  /** outliers: the lower fence */
  lower_fence?: number | null;
  /** modes: its size */
  lower_n?: number;
  /** drift, serial: the p-value */
  p?: number;
  /** drift: from the first run to the last */
  rise?: number | null;
  /** clock-steps: the same as a fraction of the median */
  share?: number;
  /** clock-steps: the length of a step */
  step?: number;
  /** drift: Kendall's tau of value and index */
  tau?: number;
  /** modes: the center of the upper group */
  upper?: number | null;
  /** outliers: the upper fence */
  upper_fence?: number | null;
  /** modes: its size */
  upper_n?: number;
};

/** the values of a key, one for each of its fields; empty where a result has none */
export type ReportKey = Array<string>;

/** a difference of machines */
export type ReportMachine = {
  /** the kind */
  code: "machines-differ";
  /** for people */
  sentence: string;
  /** the index of the column */
  column: number;
  /** the index of its baseline */
  base_column: number;
  /** the key that differs */
  key: "cpu" | "goos" | "goarch" | "/gomaxprocs";
  /** its values in the baseline */
  base: Array<string>;
  /** its values in the column */
  new: Array<string>;
  /** the number of rows */
  rows: number;
  base_bytes?: ReportBytes;
  new_bytes?: ReportBytes;
};

/** rows of one table whose baseline is in another table of the same unit */
export type ReportMismatch = {
  /** the index of the table with the new side */
  table: number;
  /** the index of the new column in that table */
  column: number;
  /** the index of the table with the baseline */
  base_table: number;
  /** the index of the baseline's column in that table */
  base_column: number;
  /** the keys in which the tables differ, at most 64 */
  keys: Array<{
    /** the key */
    key: string;
    /** its value in the table with the baseline */
    base: string;
    /** its value in the table with the new side */
    new: string;
    /** the bytes in hexadecimal, only if they are not UTF-8 */
    base_bytes?: string;
    /** the bytes in hexadecimal, only if they are not UTF-8 */
    key_bytes?: string;
    /** the bytes in hexadecimal, only if they are not UTF-8 */
    new_bytes?: string;
  }>;
  /** whether they differ in more keys */
  more_keys: boolean;
  /** the -ignore with which the rows compare, if that is enough */
  ignore: string | null;
  /** the rows, in the order of the table with the new side */
  rows: Array<{
    /** in the table with the baseline */
    base: number;
    /** in the table with the new side */
    new: number;
  }>;
};

/** the query, as the library reads it; missing members have their defaults */
export type ReportQuery = {
  /** -table */
  table: string;
  /** -row */
  row: string;
  /** -col */
  col: string;
  /** -ignore */
  ignore: string;
  /** -filter */
  filter: string;
  /** -alpha; null if it is not a number */
  alpha: number | null;
  /** -confidence */
  confidence: number;
  analysis?: {
    /** -margin as a fraction: 0.02 is 2% */
    margin: number;
    /** -adjust */
    adjust: "none" | "holm" | "bh" | "by";
    /** -outcomes */
    outcomes: boolean;
    /** each -better */
    better: Array<string>;
  } | null;
  /** -base [default: first] */
  base?: string;
  /** -control, only if given */
  control?: string;
  /** each -derive */
  derive?: Array<string>;
  /** the rows that other outputs show; a report contains all rows in its own order */
  focus?: {
    /** -sort */
    sort: {
      /** the criterion: the row projection, the worst change, the label, the center, the change, or p */
      by: "first" | "worst" | "label" | "center" | "delta" | "p";
      /** the index of the column that decides; null for all */
      column: number | null;
      /** whether the order is reversed */
      descending: boolean;
    } | null;
    /** -changed */
    changed: boolean;
    /** -worse as a fraction: 0.03 is 3%, 0 is any regression */
    worse: number | null;
    /** each -unit */
    units: Array<string>;
    /** -top */
    top: number | null;
  };
  /** -pair [default: auto, which pairs the runs of one recording] */
  pair?: string;
  /** -samples */
  samples?: boolean;
  /** -test [default: u, which compares medians] */
  test?: "u" | "t" | "log-t";
};

/** a row */
export type ReportRow = {
  key: ReportKey;
  /** as the tables print it */
  label: string;
  /** the cells by column; columns without a value are missing */
  cells: Array<ReportCell>;
  /** each column against its baseline, if at least one of them has a cell */
  comparisons: Array<ReportComparison>;
  key_bytes?: ReportBytes;
};

/** the results of one table key in one unit */
export type ReportTable = {
  key: ReportKey;
  /** the normalized unit */
  unit: string;
  /** exact: every difference counts, and nothing is tested */
  assumption: "nothing" | "exact";
  /** the better direction; null if unknown */
  better: "lower" | "higher" | null;
  /** the columns, in order */
  columns: Array<ReportColumn>;
  /** machines that differ from the baseline's */
  machines: Array<ReportMachine>;
  /** the rows */
  rows: Array<ReportRow>;
  key_bytes?: ReportBytes;
  /** the bytes in hexadecimal, only if they are not UTF-8 */
  unit_bytes?: string;
};
