/**
 * The element `<benchlens-table src="old.txt new.txt" query="row=.name&filter=.unit:sec/op">`.
 *
 * - `src`: addresses of logs with spaces between; `label=address` names a column.
 * - `query`: what to ask, as `name=value&…` in the page's address, or as JSON of a `Settings<Query>`.
 *
 * It sends `benchlens-shown` when an answer is there, and `benchlens-error` with the error as its `detail`.
 */
export class BenchlensTable extends HTMLElement {
  /** Reads the logs and asks again. Resolves when the answer is shown, or why there is none. */
  refresh(): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "benchlens-table": BenchlensTable;
  }
}
