// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm

/** A JSON text of a known shape: `JSON.parse` gives a `T`. */
export type Json<T> = string & { readonly __shape?: T };

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
 * How outcomes are found. The default works as in the CLI, without a trace in text and CSV. Use `None` (`null` in
 * JSON) for a report that is shown only as text or CSV: it takes less time, but has no intervals of changes and no
 * margin.
 */
analysis?: AnalysisQuery | null,
/**
 * Whether the report keeps the values of each cell.
 */
samples: boolean,
/**
 * The rows that an output shows, and their order.
 */
focus: Focus,
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
 * Whether the text table shows outcomes. Outputs that always show them do so without it.
 */
in_text: boolean,
/**
 * Whether the text table shows the interval of each change.
 */
outcomes: boolean,
/**
 * Which direction of a unit is better, as `unit=higher` or `unit=lower`; the last one counts.
 */
better: Array<string>,
/**
 * The significance level of sample-quality warnings: drift and autocorrelation.
 */
trust: number,
};

/**
 * How p-values are adjusted for being many.
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
export type Focus = {
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
 * What is compared with what, in one line.
 */
heading: string,
/**
 * The answer in words.
 */
sentence: string,
/**
 * The answer at a glance: a card for each unit, in the order of their first tables.
 */
cards: Array<CardView>,
/**
 * The layout in words.
 */
pivot: PivotWords,
/**
 * The command line that prints this, for a POSIX shell.
 */
command: string,
/**
 * Notes about the whole.
 */
notes: Array<NoteView>,
/**
 * The summary of the analysis, if the query asked for one: the number of each outcome, the number of
 * tests, then machines that differ and sample-quality warnings.
 */
analysis: Array<string>,
/**
 * The columns that the others can be compared with.
 */
bases: Array<BaseChoice>,
/**
 * The heading of comparisons: `vs base` or `vs previous`.
 */
versus: string,
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
 * The places of its tables.
 */
tables: Array<number>,
/**
 * Of the columns that are compared in the first of its tables in which any is: those whose geometric mean
 * changed most, the largest change first.
 */
columns: Array<CardColumn>,
/**
 * How many compared columns there are beside these.
 */
more: number,
/**
 * How many comparisons have each outcome, in all its tables, the worst first; those that none has are
 * left out.
 */
words: Array<CardWord>,
/**
 * How many rows there are: `9 benchmarks`.
 */
rows: string,
/**
 * Estimated changes for a small picture of their distribution: places from 0 to 1, ascending, and outcomes;
 * at most 60.
 */
strip: Array<[number, Outcome]>,
};

/**
 * A compared column of a card.
 */
export type CardColumn = {
/**
 * Its place in the table.
 */
column: number,
/**
 * Its label.
 */
label: string,
/**
 * The geometric mean of new/old: `−72.6 %`; empty if there is none.
 */
geomean: string,
/**
 * How that looks.
 */
look: Look,
};

/**
 * How many comparisons have an outcome.
 */
export type CardWord = {
/**
 * The outcome.
 */
outcome: Outcome,
/**
 * How many.
 */
count: number,
/**
 * `6 improved`
 */
text: string,
};

/**
 * The look of a mean. A mean has no test, so a row must have changed in the same direction.
 */
export type Look = "better" | "worse" | "even" | "none";

/**
 * The layout in words, for a sentence such as "Rows benchmark · Columns file · base old.txt".
 */
export type PivotWords = {
/**
 * What makes rows: `benchmark`, `/size`.
 */
rows: string,
/**
 * What makes columns: `file`.
 */
columns: string,
/**
 * What makes tables: `configuration`.
 */
tables: string,
/**
 * What the columns are compared with: the label of a column, or `previous`. Empty where nothing is.
 */
base: string,
/**
 * The filter; empty if all results count.
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
 * The names and values of its key, those without a value left out.
 */
keys: Array<[string, string]>,
/**
 * The unit.
 */
unit: string,
/**
 * Per column the values of its key.
 */
columns: Array<Array<string>>,
/**
 * Per column its label; `(none)` where all values are empty.
 */
column_labels: Array<string>,
/**
 * The keys of its rows, one for each of [`RowView::parts`](crate::RowView::parts).
 */
row_fields: Array<string>,
/**
 * The axis that the bars of its rows share; nothing where nothing is compared.
 */
bar_axis: BarAxis | null,
/**
 * Per column the place of the one that it is compared with; nothing for a baseline.
 */
bases: Array<number | null>,
/**
 * How many rows there are.
 */
rows: number,
/**
 * Whether its columns are a history: more than four that follow each other. Its chart then says more than its rows.
 */
over_time: boolean,
/**
 * Which way is better.
 */
direction: Direction | null,
/**
 * How many comparisons have each outcome: by the analysis if the query asked for one, or else
 * by significance.
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
 * Positions with their labels, ascending: `−50%`, `0`, `×10`.
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
 * A change with its interval on the axis of its table, as places from 0 to 1.
 */
export type BarView = {
/**
 * The place of the column.
 */
column: number,
/**
 * The change.
 */
at: number,
/**
 * The lower end of its interval; the change itself where there is none.
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
 * The [`Query::base`](crate::Query::base) that selects it.
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
 * Its name for programs: `sequential`, `common-shift`, …
 */
code: string,
/**
 * The note.
 */
text: string,
/**
 * Whether it speaks against the recording: a difference may be none of the code.
 */
warning: boolean,
/**
 * A query that helps, where one is known.
 */
fix: Suggestion | null,
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
export type Outcome = "regressed" | "improved" | "changed" | "unchanged" | "inconclusive" | "new" | "missing" | "control";

/**
 * Which way a unit's values should go.
 */
export type Direction = "lower" | "higher";

/**
 * Which rows of which table to show.
 */
export type RowsQuery = {
/**
 * The place of the table.
 */
table: number,
/**
 * The order of its rows.
 */
sort: Sort,
/**
 * Only rows whose label has all words of this in it; capital letters of ASCII are as good as small ones.
 */
search: string,
/**
 * Only rows with something to tell: a change, or a side that is missing.
 */
changed: boolean,
/**
 * Only rows that regressed by more than this fraction of the baseline; 0 for any regression.
 */
worse?: number,
/**
 * The first place in that order.
 */
start: number,
/**
 * One past the last.
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
 * The column that decides; if `None`, all columns count, or the first that can.
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
 * A stretch of a table's rows.
 */
export type RowsPage = {
/**
 * How many rows match the search.
 */
total: number,
/**
 * The rows that were asked for.
 */
rows: Array<RowView>,
/**
 * The last row of the table, by column, where there is one.
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
 * Its place in the report.
 */
row: number,
/**
 * Its label; `(none)` where all values of its key are empty.
 */
label: string,
/**
 * The values of its key, one for each of [`TableView::row_fields`](crate::TableView::row_fields); `(none)`
 * for one that is empty.
 */
parts: Array<string>,
/**
 * Its cells, by column; columns without a value are left out.
 */
cells: Array<CellView>,
/**
 * The outcomes of the analysis, if the query asked for one, by column; also of columns that lack a
 * value.
 */
outcomes: Array<OutcomeView>,
/**
 * A bar for each comparison that has a place on the table's axis, by column.
 */
bars: Array<BarView>,
};

/**
 * A cell.
 */
export type CellView = {
/**
 * The place of its column.
 */
column: number,
/**
 * The centre.
 */
center: string,
/**
 * How far the interval reaches.
 */
range: string,
/**
 * Footnotes on the centre and its range.
 */
notes: Array<number>,
/**
 * The place of the column that it is compared with; nothing where nothing is compared. With
 * `previous`, it is farther back than that of the whole column where the row has a gap.
 */
base: number | null,
/**
 * The change, empty where nothing is compared.
 */
delta: string,
/**
 * The odds, empty where nothing is compared.
 */
odds: string,
/**
 * Footnotes on the comparison.
 */
delta_notes: Array<number>,
/**
 * The outcome: by the analysis if the query asked for one, or else by significance; nothing for a
 * baseline.
 */
outcome: Outcome | null,
};

/**
 * An outcome of the analysis.
 */
export type OutcomeView = {
/**
 * The place of the column.
 */
column: number,
/**
 * The outcome.
 */
outcome: Outcome,
/**
 * Details beside it: `adj=0.041`, `24 runs needed`.
 */
more: string,
/**
 * The estimated change: `−2.10 %`; empty where none can be told.
 */
change: string,
/**
 * The interval of the estimated change: `[−3.10 %, −1.20 %]`; empty where none can be told.
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
 * Over the centres; empty if there is none.
 */
center: string,
/**
 * Over new/old; empty for the baseline.
 */
ratio: string,
/**
 * Footnotes.
 */
notes: Array<number>,
/**
 * Its bar, where it has a place on the table's axis.
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
 * The average of a sample in words: `median`, `mean` or `geometric mean`.
 */
average: string,
/**
 * The outcomes of the analysis in words, by column, if the query asked for one.
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
};

/**
 * A cell with its samples.
 */
export type DetailColumn = {
/**
 * The place of its column.
 */
column: number,
/**
 * The label of its column.
 */
label: string,
/**
 * How many values.
 */
n: number,
/**
 * The centre.
 */
center: string,
/**
 * The interval; nothing where there are too few runs.
 */
interval: string | null,
/**
 * The p-value, where something was tested.
 */
p: string | null,
/**
 * The outcome: by the analysis if the query asked for one, or else by significance; nothing for a
 * baseline.
 */
outcome: Outcome | null,
/**
 * Sample-quality warnings, if the query asked for an analysis.
 */
sample_issues: Array<string>,
/**
 * The values in run order, at most 1,000.
 */
values: Array<string>,
/**
 * How many more there are, in words: `and 599,000 more`; empty if these are all.
 */
more: string,
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
 * How many lines it has.
 */
lines: number,
/**
 * How many of them are benchmark results.
 */
results: number,
/**
 * How many diagnostics there are about it.
 */
malformed: number,
/**
 * Its state as a sentence.
 */
kind: string,
};

/**
 * A stretch of the list of diagnostics.
 */
export type DiagnosticPage = {
/**
 * How many there are.
 */
total: number,
/**
 * The stretch that was asked for.
 */
items: Array<DiagnosticView>,
};

/**
 * A line that does not count, or not wholly.
 */
export type DiagnosticView = {
/**
 * The name of the input.
 */
input: string,
/**
 * The line, from 1.
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
 * As it is written in a query.
 */
key: string,
/**
 * Its origin.
 */
kind: KeyKind,
/**
 * What a query's `pair` says to pair runs by it; nothing if it makes no pairs.
 */
pair: string | null,
/**
 * How many different values there are; that results lack the key is one of them.
 */
distinct: number,
/**
 * Values by first appearance, also an empty one for results without the key. In another order
 * [`Session::values`](crate::Session::values) has them.
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
 * How many results have it.
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
 * A comparison that makes sense, as a change of the query that is asked.
 */
export type SuggestionView = {
/**
 * A title for it.
 */
title: string,
/**
 * The query: what the present one filters and how it analyses, laid out for this comparison.
 */
query: Query,
/**
 * Whether the present query is laid out so.
 */
pressed: boolean,
/**
 * Whether it is what such an input is asked first, without a click.
 */
first: boolean,
};

/**
 * The answer of a gate.
 */
export type GateView = {
/**
 * Whether it is passed.
 */
passed: boolean,
/**
 * The exit status of the program with these rules.
 */
status: number,
/**
 * The answer in a line: `gate failed: 2 failed, 33 passed`.
 */
sentence: string,
/**
 * What is wrong with rules, or worth a word.
 */
errors: Array<string>,
/**
 * The results that somebody should see, the gravest first, at most 100.
 */
results: Array<GateLine>,
/**
 * How many there are of these.
 */
total: number,
/**
 * The command line that asks this in a script.
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
 * The whole result as the program prints it.
 */
text: string,
/**
 * The place of the table.
 */
table: number,
/**
 * The place of the row in the table; nothing for a geometric mean.
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
 * Values that are one.
 */
export type ValueGroup = {
/**
 * What they are called: the name of their column, row or table.
 */
name: string,
/**
 * The values; none for a value that stands for itself.
 */
values: Array<string> | null,
};

/**
 * A filter that asks for one of some values of each of some keys.
 */
export type FilterValues = Record<string, string[]>;

/**
 * A search for changes over the columns.
 */
export type ChangesView = {
/**
 * Whether all changes are found.
 */
done: boolean,
/**
 * How far it is.
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
 * By how much it changed: `+30.1 %`.
 */
size: string,
/**
 * The interval of that; empty with too few values.
 */
bounds: string,
/**
 * The test: `p=0.0004 n=10+10`; n is the number of points.
 */
test: string,
/**
 * The points that it lies between: `v10 and v11`.
 */
between: string,
/**
 * What else changed between them: `cpu: X → Y`.
 */
differing: Array<string>,
/**
 * The points before it, back to the change before that.
 */
before: ChangeSide,
/**
 * The points after it, up to the next one.
 */
after: ChangeSide,
/**
 * The query that compares all runs of the points before it with all runs of those after it; nothing where none means
 * these alone.
 */
compare_sides: Suggestion | null,
/**
 * The query that compares the two points that it lies between; nothing where none means them alone.
 */
compare: Suggestion | null,
/**
 * Why that comparison cannot be significant, as a sentence, if these two points have too few runs for it.
 */
few: string | null,
};

/**
 * The points on one side of a change.
 */
export type ChangeSide = {
/**
 * How many there are, and which: `10 points, v00 to v09`.
 */
points: string,
/**
 * Their median.
 */
center: string,
/**
 * The points next to the change, in their order.
 */
nearest: Array<ChangePoint>,
};

/**
 * A point beside a change.
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
 * How many there are, and which: `20 points by file, v00 to v19`.
 */
heading: string,
/**
 * The command line that prints what happened over them.
 */
command: string,
};

/**
 * An answer that is being worked out.
 */
export type AskView = {
/**
 * The answer, if it is there.
 */
answer: RunResult | null,
/**
 * How far it is.
 */
progress: ProgressView,
};

/**
 * How far an answer is.
 */
export type ProgressView = {
/**
 * So much is done
 */
done: number,
/**
 * of so much.
 */
total: number,
/**
 * The same in words: `comparing values, 41 %`.
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
 * [`ChartKinds::numeric_keys`](super::ChartKinds::numeric_keys).
 */
x?: string,
/**
 * The indexes of the rows to show, in this order; empty for all.
 */
rows: Array<number>,
/**
 * The index of the column to show; `None` for all.
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
};

/**
 * The kind of a chart.
 */
export type ChartKind = "auto" | "forest" | "medians" | "scaling" | "history" | "changes" | "samples";

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
 * The meaning of [`ChartKind::Auto`].
 */
auto: ChartKind,
/**
 * The keys that [`ChartQuery::x`] can name.
 */
numeric_keys: Array<string>,
};

/**
 * Whether what is being read will fit into memory.
 */
export type Capacity = {
/**
 * How many bytes of memory the whole will take.
 */
needed: number,
/**
 * How many there can be.
 */
limit: number,
/**
 * Whether it fits.
 */
fits: boolean,
/**
 * What to tell the reader if it does not.
 */
sentence: string,
};

/**
 * Files of a folder that are read one behind the other.
 */
export type FolderPiece = {
/**
 * What messages call it.
 */
name: string,
/**
 * The places of the files in the list of paths.
 */
files: Array<number>,
};

/**
 * What is wrong with a query.
 */
export type ErrorDetail = {
/**
 * The setting: `filter`, `row`, `alpha`, …
 */
part: string,
/**
 * Where in its text.
 */
span: TextSpan | null,
/**
 * The text that the place is in: of several derived units it is one.
 */
text: string | null,
/**
 * What is wrong, without the place.
 */
message: string,
};

/**
 * A half-open range of UTF-16 units, as JavaScript counts.
 */
export type TextSpan = {
/**
 * The first unit.
 */
start: number,
/**
 * One past the last.
 */
end: number,
};

/**
 * An input on its way to another place.
 */
export type Placed = {
/**
 * Its place until now.
 */
input: number,
/**
 * Its new label.
 */
label: string,
};

/**
 * An input that wants a label.
 */
export type Named = {
/**
 * Its name.
 */
name: string,
/**
 * The label it was given, if any.
 */
label: string | null,
};

