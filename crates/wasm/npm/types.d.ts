// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm

/** A `T` in which every setting may be missing: it then has its default. */
export type Settings<T> =
T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Settings<T[K]> } : T;

/**
 * A query: which results to use, how to lay them out, and at which levels to compare them.
 */
export type Query = {
/**
 * Split into tables by these keys.
 */
table: string,
/**
 * Split into rows by these keys.
 */
row: string,
/**
 * Split into columns by these keys.
 */
col: string,
/**
 * Keys to ignore.
 */
ignore: string,
/**
 * Use only results that match this filter; `*` matches all.
 */
filter: string,
/**
 * The baseline of columns: `first`, `previous`, the value of a column, or values of
 * several column keys as `/codec=gzip,/size=1k`. Quotes make `"first"` a value.
 */
base: string,
/**
 * Which runs of both sides belong together: `none`, `runs` (the first with the first, and so on; both sides must
 * have the same number of runs), `loose` (the same, but surplus runs are skipped), `recording` (the runs of a
 * block of one recording), `auto` (`recording` if both sides share their recordings, otherwise `none`), or a key
 * with equal values. Quotes make `"loose"` a key.
 */
pair: string,
/**
 * The control benchmarks: rows whose code is the same on both sides, as a filter that all their results match;
 * empty for none. Their movement is removed from the other rows, pair by pair.
 */
control: string,
/**
 * How values are summarized, and which test compares them.
 */
test: TestKind,
/**
 * The significance level.
 */
alpha: number,
/**
 * The confidence of intervals.
 */
confidence: number,
/**
 * Units to compute from others, each as `unit = expression`, or `speedup` or `efficiency`.
 */
derive: Array<string>,
/**
 * How outcomes are found. The default works as in the CLI, without a trace in text and CSV. Use `null` for a
 * report that is shown only as text or CSV: it takes less time, but has no intervals of changes and no margin.
 */
analysis?: AnalysisQuery | null,
/**
 * Whether the report keeps the values of each cell.
 */
samples: boolean,
/**
 * The rows that an output shows, and their order.
 */
focus: RowSelection,
};

/**
 * How comparisons are analyzed.
 */
export type AnalysisQuery = {
/**
 * The equivalence margin, as a fraction: 0.02 is 2%.
 */
margin: number,
/**
 * How p-values are adjusted for the number of comparisons.
 */
adjust: Adjustment,
/**
 * Whether the text table shows the estimate, the interval and the outcome of each change. Outputs that always show
 * them do so without it.
 */
outcomes: boolean,
/**
 * Which direction of a unit is better, as `unit=higher` or `unit=lower`; the last one counts.
 */
better: Array<string>,
};

/**
 * How p-values are adjusted for multiple testing.
 */
export type Adjustment = "none" | "holm" | "bh" | "by";

/**
 * How values are summarized, and which test compares them.
 */
export type TestKind = "u" | "t" | "log-t";

/**
 * Selects the rows that an output shows, and their order. The numbers stay the same: geometric means and adjusted
 * p-values include all rows.
 */
export type RowSelection = {
/**
 * The order of the rows. The default is the order of the report, or the worst first if there is a `top`.
 */
sort?: Sort,
/**
 * Only rows with a significant change.
 */
changed: boolean,
/**
 * Only rows that regressed by more than this fraction of the baseline: 0.03 is 3%, 0 any regression.
 */
worse?: number,
/**
 * Only these units, tidied or as the logs write them; all if there are none.
 */
units: Array<string>,
/**
 * The maximum number of rows of each table.
 */
top?: number,
};

/**
 * The answer to a query, without the rows.
 */
export type RunResult = {
/**
 * The compared columns, in one line.
 */
heading: string,
/**
 * The changes of whole suites, if they are known.
 */
suites: Array<SuiteView>,
/**
 * The answer in words.
 */
sentence: string,
/**
 * The answer at a glance: a card for each unit, in the order of the units' first tables.
 */
cards: Array<CardView>,
/**
 * The layout in words.
 */
pivot: PivotWords,
/**
 * The command line that prints this answer, for a POSIX shell.
 */
command: string,
/**
 * The notes about the whole answer.
 */
notes: Array<NoteView>,
/**
 * The summary of the analysis, if the query requests one: the number of each outcome, the number of tests, then
 * differing machines and sample-quality warnings.
 */
analysis: Array<string>,
/**
 * The columns that can be the baseline.
 */
bases: Array<BaseChoice>,
/**
 * The tables.
 */
tables: Array<TableView>,
};

/**
 * The answer for one unit at a glance.
 */
export type CardView = {
/**
 * The unit.
 */
unit: string,
/**
 * The indices of its tables.
 */
tables: Array<number>,
/**
 * The compared columns with the largest changes of the geometric mean, largest first. They belong to the first
 * table of the unit in which columns are compared.
 */
columns: Array<CardColumn>,
/**
 * The number of other compared columns.
 */
more: number,
/**
 * The number of comparisons with each outcome in all its tables, worst first; outcomes that do not occur are
 * omitted.
 */
words: Array<CardWord>,
/**
 * The number of rows: `9 benchmarks`.
 */
rows: string,
/**
 * Estimated changes for a small picture of their distribution: at most 60 pairs of a position from 0 to 1, in
 * ascending order, and an outcome.
 */
strip: Array<[number, Outcome]>,
/**
 * The position of no change in the picture; `null` if it is outside.
 */
zero: number | null,
};

/**
 * A compared column of a card.
 */
export type CardColumn = {
/**
 * Its index in the table.
 */
column: number,
/**
 * Its label.
 */
label: string,
/**
 * The geometric mean of new/old: `−72.6 %`; empty if it does not exist.
 */
geomean: string,
/**
 * The interval of the geometric mean: `−73.0 % to −72.1 %`; empty if the runs give none.
 */
interval: string,
/**
 * The look of the geometric mean.
 */
look: Look,
};

/**
 * The number of comparisons with an outcome.
 */
export type CardWord = {
/**
 * The outcome.
 */
outcome: Outcome,
/**
 * The number.
 */
count: number,
/**
 * The text: `6 improved`.
 */
text: string,
};

/**
 * The look of a mean: it has the outcome of its suite. Without blocks of a recording, it has no outcome, unless its rows
 * are certain.
 */
export type Look = "better" | "worse" | "even" | "none";

/**
 * The layout in words, for a sentence such as "Rows benchmark · Columns file · base old.txt".
 */
export type PivotWords = {
/**
 * The keys of the rows: `benchmark`, `/size`.
 */
rows: string,
/**
 * The keys of the columns: `file`.
 */
columns: string,
/**
 * The keys of the tables: `configuration`.
 */
tables: string,
/**
 * The baseline: the label of a column, or `previous`. Empty if nothing is compared.
 */
base: string,
/**
 * The filter; empty if all results are included.
 */
filter: string,
};

/**
 * A table without its rows.
 */
export type TableView = {
/**
 * The values in which it differs from the other tables.
 */
title: string,
/**
 * The names and values of its key, without empty values.
 */
keys: Array<[string, string]>,
/**
 * The unit.
 */
unit: string,
/**
 * The values of each column's key.
 */
columns: Array<Array<string>>,
/**
 * The label of each column; `(none)` if all values are empty.
 */
column_labels: Array<string>,
/**
 * The keys of its rows, one for each of `RowView::parts`.
 */
row_fields: Array<string>,
/**
 * The axis that the bars of its rows share; nothing if nothing is compared.
 */
bar_axis: BarAxis | null,
/**
 * Whether its values have lengths, because it has one column.
 */
lengths: boolean,
/**
 * The heading of changes: `vs base`, `vs previous (pairs)`, …
 */
versus: string,
/**
 * For each column, the index of the column that it is compared with; nothing for a baseline.
 */
bases: Array<number | null>,
/**
 * The number of rows.
 */
rows: number,
/**
 * Whether its columns are a history: more than four columns in sequence. Its chart is then more useful than its
 * rows.
 */
over_time: boolean,
/**
 * Whether higher or lower values are better.
 */
direction: Direction | null,
/**
 * The number of comparisons with each outcome, from the analysis if the query requests one, otherwise from
 * significance.
 */
counts: Counts,
/**
 * The counts in words.
 */
sentence: string,
};

/**
 * The axis that the bars of a table share.
 */
export type BarAxis = {
/**
 * Positions with their labels: `−50%`, `0`, `×10`. Ticks between them have an empty label.
 */
ticks: Array<[number, string]>,
/**
 * The position of no change.
 */
zero: number,
/**
 * The positions between which a change lies within the margin. Only with an analysis.
 */
margin: [number, number] | null,
};

/**
 * A change with its interval on the axis of its table, as positions from 0 to 1.
 */
export type BarView = {
/**
 * The index of the column.
 */
column: number,
/**
 * The change.
 */
at: number,
/**
 * The lower end of its interval, or the change itself if there is no interval.
 */
lo: number,
/**
 * The upper end.
 */
hi: number,
};

/**
 * A column that others can be compared with.
 */
export type BaseChoice = {
/**
 * The `Query::base` that selects it.
 */
base: string,
/**
 * Its label.
 */
label: string,
};

/**
 * A note.
 */
export type NoteView = {
/**
 * Its identifier for programs: `sequential`, `common-shift`, …
 */
code: string,
/**
 * The text.
 */
text: string,
/**
 * Whether it is a warning about the measurement: a difference may have another cause than the code.
 */
warning: boolean,
/**
 * A query that helps, if one is known.
 */
fix: Suggestion | null,
};

/**
 * The change of a whole suite.
 */
export type SuiteView = {
/**
 * The change in words.
 */
text: string,
/**
 * Its outcome; `null` without an interval.
 */
outcome: Outcome | null,
};

/**
 * How many comparisons have each outcome.
 */
export type Counts = {
/**
 * [`Outcome::Regressed`]
 */
regressed: number,
/**
 * [`Outcome::Improved`]
 */
improved: number,
/**
 * [`Outcome::Changed`]
 */
changed: number,
/**
 * [`Outcome::Differs`]
 */
differs?: number,
/**
 * [`Outcome::Unchanged`]
 */
unchanged: number,
/**
 * [`Outcome::Inconclusive`]
 */
inconclusive: number,
/**
 * [`Outcome::New`]
 */
new: number,
/**
 * [`Outcome::Missing`]
 */
missing: number,
/**
 * [`Outcome::Control`]
 */
control?: number,
};

/**
 * The outcome of a comparison.
 */
export type Outcome = "regressed" | "improved" | "changed" | "differs" | "unchanged" | "inconclusive" | "new" | "missing" | "control";

/**
 * The direction in which the values of a unit improve.
 */
export type Direction = "lower" | "higher";

/**
 * Selects a table and its rows.
 */
export type RowsQuery = {
/**
 * The index of the table.
 */
table: number,
/**
 * The order of the rows.
 */
sort: Sort,
/**
 * Select only rows whose label contains all words of this text; ASCII letters match in both cases.
 */
search: string,
/**
 * Select only rows with a change or a missing side.
 */
changed: boolean,
/**
 * Select only rows that regressed by more than this fraction of the baseline; 0 selects every regression.
 */
worse?: number,
/**
 * The first index in this order.
 */
start: number,
/**
 * The index after the last. The default, 0, selects no rows.
 */
end: number,
};

/**
 * An order of rows.
 */
export type Sort = {
/**
 * The sort key.
 */
by: SortBy,
/**
 * The column that decides; if `null`, all columns count, or the first that can.
 */
column?: number,
/**
 * Whether to reverse the order. Rows without a value stay last.
 */
descending: boolean,
};

/**
 * A sort key of rows.
 */
export type SortBy = "first" | "worst" | "label" | "center" | "delta" | "p";

/**
 * A range of a table's rows.
 */
export type RowsPage = {
/**
 * The number of rows that match the search.
 */
total: number,
/**
 * The requested rows.
 */
rows: Array<RowView>,
/**
 * The last row of the table, by column, if there is one.
 */
geomean: Array<GeomeanView> | null,
/**
 * The footnotes that these rows and the geomean refer to.
 */
footnotes: Array<[number, string]>,
};

/**
 * A row.
 */
export type RowView = {
/**
 * Its index in the report.
 */
row: number,
/**
 * Its label; `(none)` if all values of its key are empty.
 */
label: string,
/**
 * The values of its key, one for each of `TableView::row_fields`; `(none)` for
 * an empty value.
 */
parts: Array<string>,
/**
 * Its cells, by column; columns without a value are omitted.
 */
cells: Array<CellView>,
/**
 * The outcomes of the analysis, if the query requests one, by column, including columns without a value.
 */
outcomes: Array<OutcomeView>,
/**
 * A bar for each comparison that fits on the table's axis, by column.
 */
bars: Array<BarView>,
/**
 * If the table has `lengths`: its value as a fraction of the greatest value of its
 * group, and the ratio to the best value of its group, such as `3.20×`, which is empty if the best value is 0.
 * Rows whose names have the same first part, up to the first `/`, are a group, and so are all other rows.
 */
length: [number, string] | null,
};

/**
 * A cell.
 */
export type CellView = {
/**
 * The index of its column.
 */
column: number,
/**
 * The center.
 */
center: string,
/**
 * The size of the interval on both sides.
 */
range: string,
/**
 * Footnotes for the center and its range.
 */
notes: Array<number>,
/**
 * The index of the column that it is compared with; nothing if nothing is compared. With `previous` and a gap in
 * the row, this column is farther back than the column that the whole column is compared with.
 */
base: number | null,
/**
 * The change; empty if nothing is compared.
 */
delta: string,
/**
 * The odds; empty if nothing is compared.
 */
odds: string,
/**
 * Footnotes for the comparison.
 */
delta_notes: Array<number>,
/**
 * The outcome, from the analysis if the query requests one, otherwise from significance; nothing for a baseline.
 */
outcome: Outcome | null,
};

/**
 * An outcome of the analysis.
 */
export type OutcomeView = {
/**
 * The index of the column.
 */
column: number,
/**
 * The outcome.
 */
outcome: Outcome,
/**
 * Additional values: `adj=0.041`, `24 runs needed`.
 */
more: string,
/**
 * The estimated change: `−2.10 %`; empty if it cannot be estimated.
 */
change: string,
/**
 * The interval of the estimated change: `[−3.10 %, −1.20 %]`; empty if it cannot be estimated.
 */
interval: string,
/**
 * The outcome in sentences.
 */
words: string,
};

/**
 * The geometric mean of a column.
 */
export type GeomeanView = {
/**
 * The geometric mean of the centers; empty if it does not exist.
 */
center: string,
/**
 * The geometric mean of new/old; empty for the baseline.
 */
ratio: string,
/**
 * Footnotes.
 */
notes: Array<number>,
/**
 * Its bar, if it fits on the table's axis.
 */
bar: BarView | null,
};

/**
 * A row with its samples.
 */
export type DetailView = {
/**
 * The label of the row.
 */
label: string,
/**
 * The row in words.
 */
sentence: string,
/**
 * The kind of average of a sample: `median`, `mean` or `geometric mean`.
 */
average: string,
/**
 * The outcomes of the analysis in words, by column, if the query requests one.
 */
outcomes: Array<string>,
/**
 * The samples as a picture: the text of an SVG element.
 */
strip: string,
/**
 * The cells.
 */
columns: Array<DetailColumn>,
/**
 * The benchmark in each unit, such as the quantiles of a load test; empty if there is only one.
 */
units: Array<DetailUnit>,
};

/**
 * A cell with its samples.
 */
export type DetailColumn = {
/**
 * The index of its column.
 */
column: number,
/**
 * The label of its column.
 */
label: string,
/**
 * The number of values.
 */
n: number,
/**
 * The center.
 */
center: string,
/**
 * The interval; nothing if there are too few runs.
 */
interval: string | null,
/**
 * The p-value, if there was a test.
 */
p: string | null,
/**
 * The outcome, from the analysis if the query requests one, otherwise from significance; nothing for a baseline.
 */
outcome: Outcome | null,
/**
 * Sample-quality warnings, if the query requests an analysis.
 */
sample_issues: Array<string>,
/**
 * The values in run order, at most 1,000.
 */
values: Array<string>,
/**
 * The number of further values, in words: `and 599,000 more`; empty if there are none.
 */
more: string,
};

/**
 * A benchmark in one unit.
 */
export type DetailUnit = {
/**
 * The unit.
 */
unit: string,
/**
 * The cells, for the columns of the row whose details these are. Their footnotes are empty.
 */
cells: Array<CellView>,
};

/**
 * One input.
 */
export type InputView = {
/**
 * Its name in messages.
 */
name: string,
/**
 * Its `.file` value.
 */
label: string,
/**
 * The number of lines.
 */
lines: number,
/**
 * The number of benchmark results among the lines.
 */
results: number,
/**
 * The number of diagnostics.
 */
malformed: number,
/**
 * Its state as a sentence.
 */
kind: string,
};

/**
 * A range of the list of diagnostics.
 */
export type DiagnosticPage = {
/**
 * The total number of diagnostics.
 */
total: number,
/**
 * The requested range.
 */
items: Array<DiagnosticView>,
};

/**
 * A line that is ignored completely or in part.
 */
export type DiagnosticView = {
/**
 * The name of the input.
 */
input: string,
/**
 * The line number, from 1.
 */
line: number,
/**
 * The problem.
 */
text: string,
};

/**
 * A key that results have.
 */
export type KeyView = {
/**
 * The key in the syntax of a query.
 */
key: string,
/**
 * Its origin.
 */
kind: KeyKind,
/**
 * The value of a query's `pair` that pairs runs by this key; nothing if the key does not form pairs.
 */
pair: string | null,
/**
 * The number of different values; a missing key counts as a value.
 */
distinct: number,
/**
 * The values in the order of their first appearance, including an empty value for results without the key.
 * `Session::values` returns them in other orders.
 */
values: Array<ValueView>,
};

/**
 * The origin of a key.
 */
export type KeyKind = "name" | "part" | "config" | "metadata" | "file" | "unit";

/**
 * A value of a key.
 */
export type ValueView = {
/**
 * The value.
 */
value: string,
/**
 * The number of results with this value.
 */
count: number,
};

/**
 * A suggested query.
 */
export type Suggestion = {
/**
 * A title for it.
 */
title: string,
/**
 * The query.
 */
query: Query,
};

/**
 * A useful comparison, as a change of the current query.
 */
export type SuggestionView = {
/**
 * The title.
 */
title: string,
/**
 * The query: the filter and the analysis of the current query, with the layout of this comparison.
 */
query: Query,
/**
 * Whether the current query has this layout.
 */
pressed: boolean,
/**
 * Whether this query runs first for such an input, without a click.
 */
first: boolean,
};

/**
 * The result of a gate.
 */
export type GateView = {
/**
 * Whether the gate passed.
 */
passed: boolean,
/**
 * The exit status of the CLI with these rules.
 */
status: number,
/**
 * The result in one line: `gate failed: 2 failed, 33 passed`.
 */
sentence: string,
/**
 * Errors and warnings about the rules.
 */
errors: Array<string>,
/**
 * The results that need attention, most severe first, at most 100.
 */
results: Array<GateLine>,
/**
 * The total number of such results.
 */
total: number,
/**
 * The command line that checks these rules in a script.
 */
command: string,
};

/**
 * The result of a rule for one comparison.
 */
export type GateLine = {
/**
 * The decision in words: `failed`, `missing (allowed)`.
 */
status: string,
/**
 * The label of the row, or `geomean`.
 */
row: string,
/**
 * The unit.
 */
unit: string,
/**
 * The whole result as the CLI prints it.
 */
text: string,
/**
 * The index of the table.
 */
table: number,
/**
 * The index of the row in the table; nothing for a geometric mean.
 */
at: number | null,
};

/**
 * A field of a projection.
 */
export type FieldText = {
/**
 * The key.
 */
key: string,
/**
 * How its values sort.
 */
order: FieldOrder,
};

/**
 * How the values of a field sort.
 */
export type FieldOrder = "first" | "alpha" | "num" | { "list": Array<string> } | { "groups": Array<ValueGroup> };

/**
 * Values that are grouped under a name.
 */
export type ValueGroup = {
/**
 * The name of their column, row or table.
 */
name: string,
/**
 * The values; `null` for a single value.
 */
values: Array<string> | null,
};

/**
 * A filter that requires one of some values for each of some keys.
 */
export type FilterValues = Record<string, string[]>;

/**
 * The state of a search for changes over the columns.
 */
export type ChangesView = {
/**
 * Whether the search is complete.
 */
done: boolean,
/**
 * The progress.
 */
progress: ProgressView,
};

/**
 * A change of a row over the columns.
 */
export type ChangeView = {
/**
 * The label of the row.
 */
label: string,
/**
 * Whether it is better or worse.
 */
outcome: Outcome,
/**
 * The size of the change: `+30.1 %`.
 */
size: string,
/**
 * The interval of the size; empty if there are too few values.
 */
bounds: string,
/**
 * The test: `p=0.0004 n=10+10`; n is the number of points.
 */
test: string,
/**
 * The points before and after the change: `v10 and v11`.
 */
between: string,
/**
 * Other differences between these points: `cpu: X → Y`.
 */
remarks: Array<string>,
/**
 * The points before it, back to the previous change.
 */
before: ChangeSide,
/**
 * The points after it, up to the next change.
 */
after: ChangeSide,
/**
 * The query that compares all runs of the points before it with all runs of the points after it; nothing if no
 * query selects only these points.
 */
compare_sides: Suggestion | null,
/**
 * The query that compares the points immediately before and after it; nothing if no query selects only these
 * points.
 */
compare: Suggestion | null,
/**
 * A sentence that explains why this comparison cannot be significant, if the two points have too few runs.
 */
few: string | null,
};

/**
 * The points on one side of a change.
 */
export type ChangeSide = {
/**
 * The number of points and their range: `10 points, v00 to v09`.
 */
points: string,
/**
 * The median of the points.
 */
center: string,
/**
 * The points next to the change, in their order.
 */
nearest: Array<ChangePoint>,
};

/**
 * A point next to a change.
 */
export type ChangePoint = {
/**
 * Its label.
 */
label: string,
/**
 * Its value.
 */
center: string,
};

/**
 * The columns of an answer as points of a history, in words.
 */
export type PointsView = {
/**
 * The number of points and their range: `20 points by file, v00 to v19`.
 */
heading: string,
/**
 * The command line that prints the changes over them.
 */
command: string,
};

/**
 * An answer that is being computed.
 */
export type AskView = {
/**
 * The answer, if it is complete.
 */
answer: RunResult | null,
/**
 * The progress.
 */
progress: ProgressView,
};

/**
 * The progress of an answer.
 */
export type ProgressView = {
/**
 * The amount of work done,
 */
done: number,
/**
 * out of this total.
 */
total: number,
/**
 * The progress in words: `comparing values, 41 %`.
 */
text: string,
};

/**
 * A query for a chart.
 */
export type ChartQuery = {
/**
 * The kind.
 */
kind: ChartKind,
/**
 * The index of the table in the report.
 */
table: number,
/**
 * The key on the horizontal axis of [`Scaling`](ChartKind::Scaling), such as `/size`; the default is the first of
 * `ChartKinds::numeric_keys`.
 */
x?: string,
/**
 * The indexes of the rows to show, in this order; empty for all, in the order of the report, or for a
 * [`Forest`](ChartKind::Forest) the worst first.
 */
rows: Array<number>,
/**
 * The index of the column to show; `null` for all.
 */
column?: number,
/**
 * The width in pixels; the default suits the kind.
 */
width?: number,
/**
 * The height in pixels; the default suits the content.
 */
height?: number,
/**
 * The title; if empty, the title describes the content.
 */
title: string,
/**
 * The colors.
 */
theme: Theme,
/**
 * Whether a chart of [`Changes`](ChartKind::Changes) also shows the rows that did not change, if others did.
 */
unchanged: boolean,
/**
 * Draws a picture to post in place of the plain chart: 1200 × 675 pixels, with a headline, the number of runs and
 * the machine, and this text, such as an address, at its foot. It ignores `width` and `height`.
 */
post?: string,
};

/**
 * The kind of a chart.
 */
export type ChartKind = "auto" | "forest" | "medians" | "scaling" | "quantiles" | "history" | "changes" | "samples";

/**
 * The colors of a chart.
 */
export type Theme = "light" | "dark";

/**
 * A chart that was drawn.
 */
export type Chart = {
/**
 * The picture: an SVG document.
 */
svg: string,
/**
 * The kind that it shows: never [`ChartKind::Auto`].
 */
kind: ChartKind,
/**
 * How many rows it shows.
 */
shown: number,
/**
 * How many rows the query asks for.
 */
total: number,
/**
 * The parts that it omits for a reason other than its size, a sentence each.
 */
notes: Array<string>,
};

/**
 * The charts that a table can have.
 */
export type ChartKinds = {
/**
 * The kinds that show something.
 */
kinds: Array<ChartKind>,
/**
 * The kinds that suit the table.
 */
suitable: Array<ChartKind>,
/**
 * The meaning of [`ChartKind::Auto`].
 */
auto: ChartKind,
/**
 * The keys that [`ChartQuery::x`] can name.
 */
numeric_keys: Array<string>,
};

/**
 * Whether the data that is being read will fit in memory.
 */
export type Capacity = {
/**
 * The memory that the data will need, in bytes.
 */
needed: number,
/**
 * The maximum memory, in bytes.
 */
limit: number,
/**
 * Whether it fits.
 */
fits: boolean,
/**
 * The message for the user if the data does not fit.
 */
sentence: string,
};

/**
 * Files of a folder that are read as one text.
 */
export type FolderPiece = {
/**
 * The name in messages.
 */
name: string,
/**
 * The indices of the files in the list of paths.
 */
files: Array<number>,
/**
 * The folder of the benchmark, if these are files of criterion: its description, then its samples.
 */
benchmark: string | null,
};

/**
 * A recording of criterion: the latest results (`new`), the previous ones (`base`), or a saved baseline.
 */
export type FolderRecording = {
/**
 * The name of its folders.
 */
name: string,
/**
 * The files of its benchmarks.
 */
pieces: Array<FolderPiece>,
};

/**
 * Explains an error in a query.
 */
export type ErrorDetail = {
/**
 * The setting: `filter`, `row`, `alpha`, …
 */
part: string,
/**
 * The position of the error in `text`.
 */
span: TextSpan | null,
/**
 * The text that contains the position: a setting, one of several derived units, or a line of rules.
 */
text: string | null,
/**
 * The error, without its position.
 */
message: string,
};

/**
 * A half-open range of UTF-16 code units, because JavaScript counts them.
 */
export type TextSpan = {
/**
 * The first code unit.
 */
start: number,
/**
 * The code unit after the last.
 */
end: number,
};

/**
 * An input that moves to another index.
 */
export type Placed = {
/**
 * Its current index.
 */
input: number,
/**
 * Its new label.
 */
label: string,
};

/**
 * An input that needs a label.
 */
export type Named = {
/**
 * Its name.
 */
name: string,
/**
 * The label that was given, if any.
 */
label: string | null,
};

/** The requests of a session. */
export interface SessionRequests {
/**
 * Begins an input: messages use `name`, and its column uses `label`. If another input is open, it ends.
 */
begin(name: string, label: string): void;
/**
 * Ends the input, if one is open.
 */
end(): void;
/**
 * Begins a file of the input, which is a folder; the following chunks are read as a separate text. Throws if
 * no input is open.
 */
member(name: string): void;
/**
 * Begins a part of a large input: complete lines, without a byte-order mark.
 */
part_begin(): void;
/**
 * Reorders the inputs and gives them new labels; inputs that are not listed are removed.
 */
arrange(order: Array<Placed>): void;
/**
 * Returns the inputs.
 */
inputs(): Array<InputView>;
/**
 * Returns the ignored lines from index `start` up to, but not including, index `end`.
 */
diagnostics(start: number, end: number): DiagnosticPage;
/**
 * Returns the keys of the results with their values.
 */
keys(): Array<KeyView>;
/**
 * Returns the values of a key in an order, as the layout shows them; returns nothing if there are more than
 * a menu can show.
 */
values(key: string, order: FieldOrder): Array<ValueView>;
/**
 * Returns useful comparisons within a single input, as changes of the current query.
 */
suggest(query: Settings<Query>): Array<SuggestionView>;
/**
 * Returns the command line that runs a query on the inputs and shows the part of the answer that `focus`
 * selects.
 */
command(query: Settings<Query>, focus: Settings<RowSelection>): string;
/**
 * Returns the result of gate rules, in the syntax of the CLI's `-gate`, for the last answer. An invalid rule
 * throws an `Error` with a `detail`.
 */
gate(rules: string): GateView;
/**
 * Returns the WebAssembly memory in use, in bytes; this number never decreases.
 */
memory(): number;
/**
 * Returns whether `total` bytes will fit in memory, after `read` of them have been read.
 */
capacity(read: number, total: number): Capacity;
/**
 * Runs a query; omitted settings have their defaults. If an input is open, it ends.
 */
run(query: Settings<Query>): RunResult;
/**
 * Begins to compute the answer to a query, for `ask_step`; the last answer is kept until then. This cancels
 * an answer that is being computed.
 */
ask_begin(query: Settings<Query>): void;
/**
 * Continues the computation for about the time that it takes to process `work` values. Returns the answer
 * when it is complete.
 */
ask_step(work: number): AskView;
/**
 * Returns whether an answer is being computed.
 */
is_asking(): boolean;
/**
 * Cancels the answer that is being computed, if there is one; the last answer is kept.
 */
ask_cancel(): void;
/**
 * Returns a preview of the answer that is being computed: the first `rows` rows of each table of a unit.
 * Returns nothing until the results are grouped into cells. The tables give their final numbers of rows; all
 * other counts are counts of the first rows.
 */
ask_first(unit: string, rows: number): RunResult | null;
/**
 * Returns rows of the preview from `ask_first`. Throws if there is no preview.
 */
first_rows(view: Settings<RowsQuery>): RowsPage;
/**
 * Returns rows of a table of the last answer.
 */
rows(view: Settings<RowsQuery>): RowsPage;
/**
 * Returns one row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
 */
detail(table: number, row: number, room?: number): DetailView;
/**
 * Returns a chart of a table of the last answer; omitted settings of the query have their defaults. A chart
 * of changes needs the result of `changes_step`, and computes it immediately if it is not complete.
 */
chart(query: Settings<ChartQuery>): Chart;
/**
 * Returns whether a chart needs the result of `changes_step` and this result is not complete yet.
 */
needs_changes(query: Settings<ChartQuery>): boolean;
/**
 * Begins to search for changes in all rows of the last answer over its columns, for `changes_step`.
 */
changes_begin(): void;
/**
 * Continues the search for about the time that it takes to process `work` values. Changes are kept until the
 * next answer.
 */
changes_step(work: number): ChangesView;
/**
 * Cancels the search for changes, if one is running; changes that are already known are kept.
 */
changes_cancel(): void;
/**
 * Returns a change of a row of the last answer, by its number in the row.
 */
change(table: number, row: number, number: number): ChangeView;
/**
 * Returns the columns of a table of the last answer as points of a history, in words.
 */
points(table: number): PointsView;
/**
 * Returns the indices of all rows that a view requests, in its order.
 */
row_indices(view: Settings<RowsQuery>): Array<number>;
/**
 * Returns the charts that are available for a table of the last answer.
 */
chart_kinds(table: number): ChartKinds;
/**
 * Renders the last answer as the text of an HTML element: what changed, pictures, tables. Names are escaped,
 * so they may contain any characters. `html_style` returns the style of the element.
 */
html_tables(): string;
}

/**
 * Returns which files of a folder to read, from their paths, which are separated by `/`.
 */
export function plan_folder(paths: Array<string>): Array<FolderPiece>;

/**
 * Returns the recordings of criterion in a folder, sorted by name: `base`, `new` and saved baselines. Returns
 * none if there are more than 16.
 */
export function plan_recordings(paths: Array<string>): Array<FolderRecording>;

/**
 * Returns the fields of a projection text. `part` is the setting that contains it.
 */
export function parse_projection(text: string, part?: string): Array<FieldText>;

/**
 * Returns the text of a projection.
 */
export function write_projection(fields: Array<FieldText>): string;

/**
 * Returns the keys and values of a filter, or `null` if the filter is more complex than that.
 */
export function parse_filter_values(filter: string): FilterValues | null;

/**
 * Returns the text of a filter.
 */
export function write_filter(values: FilterValues): string;

/**
 * Returns the labels of inputs: the given label, otherwise the path, with a number if several inputs have the
 * same path.
 */
export function label_inputs(inputs: Array<Named>): Array<string>;

/**
 * Returns the command line that runs a query on inputs with these names.
 */
export function command_for(names: Array<string>, query: Settings<Query>): string;

/**
 * Returns the progress of reading: `84.0 MB of 200 MB, 310 MB/s, 1 s left`; a `total` of 0 means that it is
 * not known.
 */
export function progress(done: number, total: number, milliseconds: number): string;

/**
 * Parses a fraction in the syntax of the CLI's `-margin`: `2%` or `0.02`; returns `null` if it is invalid.
 */
export function parse_share(percentage: string): number | null;

/**
 * Formats a fraction in the syntax of `-margin`: `2%` for 0.02.
 */
export function write_share(fraction: number): string;

/**
 * Returns the default query.
 */
export function default_query(): Query;

/**
 * Returns the default analysis, which is the value of `analysis` in a query that requests one.
 */
export function default_analysis(): AnalysisQuery;

/**
 * Returns the style for `html_tables`.
 */
export function html_style(): string;

/**
 * Returns the version of the engine.
 */
export function version(): string;

