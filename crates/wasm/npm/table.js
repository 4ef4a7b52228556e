// The element <benchlens-table src="old.txt new.txt">: it shows the tables of some logs on any HTML page.
import init, { Session, html_style } from "./session.js";
import { loadUrl } from "./load.js";

const ready = init();
ready.catch(() => {});
let style;

/** Returns one style sheet for all elements; it needs no permission in the content security policy of a page. */
function sheet() {
  if (!style) {
    style = new CSSStyleSheet();
    style.replaceSync(`:host{display:block}:host([hidden]){display:none}.state{font:15px/1.5 system-ui,sans-serif;margin:0}.benchlens-report{padding:0!important;max-width:none!important}${html_style()}`);
  }
  return style;
}

/** Parses an attribute `src`: addresses separated by spaces, each `label=address` or `address`. */
function sources(text) {
  return (text ?? "").split(/\s+/).filter(Boolean).map((word) => {
    const at = /^[^/:?]*?=/.exec(word);
    return at ? { label: at[0].slice(0, -1), url: word.slice(at[0].length) } : { url: word };
  });
}

/** Parses the query in an attribute: JSON, or `name=value&…` as in the web app's address. */
function query(text) {
  const given = (text ?? "").trim();
  if (given.startsWith("{")) return JSON.parse(given);
  const numbers = ["alpha", "confidence"];
  const pairs = [...new URLSearchParams(given.replace(/^#/, ""))];
  return Object.fromEntries(pairs.map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]));
}

export class BenchlensTable extends HTMLElement {
  static observedAttributes = ["src", "query"];
  #shown = 0;
  #stop = null;

  connectedCallback() {
    if (!this.shadowRoot) this.attachShadow({ mode: "open" });
    this.refresh();
  }

  disconnectedCallback() {
    this.#stop?.abort();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.shadowRoot) this.refresh();
  }

  /** Reads the logs and runs the query again. Resolves when the element shows the answer or an error. */
  async refresh() {
    const mine = ++this.#shown;
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    let session = null;
    try {
      await ready;
      this.shadowRoot.adoptedStyleSheets = [sheet()];
      if (!this.shadowRoot.childElementCount) this.#say("Loading…");
      session = new Session(crypto.getRandomValues(new BigUint64Array(1))[0]);
      const list = sources(this.getAttribute("src"));
      if (!list.length) return this.#say("Nothing to show: the attribute src names no log.");
      // Load them in order, because the first log is the baseline.
      for (const { url, label } of list) await loadUrl(session, url, { label, signal });
      session.run(query(this.getAttribute("query")));
      const made = new DOMParser().parseFromString(session.html_tables(), "text/html");
      if (mine !== this.#shown) return;
      this.shadowRoot.replaceChildren(...made.body.children);
      this.dispatchEvent(new CustomEvent("benchlens-shown"));
    } catch (error) {
      if (mine !== this.#shown || signal.aborted) return;
      this.#say(`These results cannot be shown: ${error.message}`, "alert");
      this.dispatchEvent(new CustomEvent("benchlens-error", { detail: error }));
    } finally {
      session?.free();
    }
  }

  /** Shows a sentence. */
  #say(text, role = "status") {
    const said = document.createElement("p");
    said.className = "state";
    said.setAttribute("role", role);
    said.textContent = text;
    this.shadowRoot.replaceChildren(said);
  }
}

if (!customElements.get("benchlens-table")) customElements.define("benchlens-table", BenchlensTable);
