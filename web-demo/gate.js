/**
 * The gate: applies rules to the current view, shows the failures, and offers the command line for CI. The module
 * provides all words and numbers.
 */
import { h, notice } from "./dom.js";
import { copy } from "./export.js";

const LATER = 300;
/** The meaning and the appearance of the CLI's exit statuses. @type {Record<number, [string, string]>} */
const VERDICTS = { 0: ["Passes", "better"], 1: ["Fails", "worse"], 2: ["Invalid", "worse"], 4: ["Undecided", "changed"], 5: ["Inconclusive", "changed"] };

export class Gate {
  /** @param {import("./table.js").Host} host @param {import("./side.js").Side} side */
  constructor(host, side) {
    this.host = host;
    this.side = side;
    this.asked = 0;
    this.tried = "";
    /** @type {any} */ let later = 0;
    this.rules = h("input", {
      type: "text", id: "gate-rules", spellcheck: "false", autocomplete: "off", "aria-label": "Rules of the gate", placeholder: "sec/op: +5%; allocs/op: any",
      on: {
        input: () => {
          clearTimeout(later);
          later = setTimeout(() => host.change({ gate: this.rules.value }, true), LATER);
        },
      },
    });
    this.answer = h("div", { role: "status" });
  }

  open() {
    const { gate } = this.host.state();
    this.rules.value = gate || "sec/op: +5%";
    this.side.open("gate", "Gate", h("p", { class: "small", text: "A gate fails a build when something regressed by more than its rules allow. Try one here; the line below runs it in CI." }), this.rules, this.answer);
    this.rules.focus();
    if (!gate) this.host.change({ gate: this.rules.value }, true);
    else this.ask().catch(this.host.failed);
  }

  /** Updates the gate after a change of the view or the rules. */
  async follow() {
    if (this.side.now === "gate") await this.ask();
  }

  async ask() {
    const mine = ++this.asked;
    let found;
    try {
      // The analysis is computed in steps before this, so applying rules is fast.
      const again = this.tried !== this.rules.value;
      this.tried = this.rules.value;
      // A cancelled query runs again only for other rules.
      const whole = await this.host.whole(again);
      if (mine !== this.asked) return;
      if (!whole) return this.answer.replaceChildren(h("p", { text: "This needs the whole answer, which was cancelled. Change the rules to ask again." }));
      found = await this.host.ask("gate", this.rules.value);
    } catch (error) {
      if (mine !== this.asked) return;
      if (error.fatal) throw error;
      this.rules.setAttribute("aria-invalid", "true");
      // Below the message, two lines mark the position of the error.
      const [wrong, ...place] = String(error.message).split("\n");
      const shown = place.map((line) => h("code", { text: line.replace(/^\t/, "") }));
      this.answer.replaceChildren(h("p", { class: "wrong", text: wrong }), ...(place.length ? [h("div", { class: "gate-place", tabindex: "0", role: "group", "aria-label": "Where" }, ...shown)] : []));
      return;
    }
    if (mine !== this.asked) return;
    this.rules.removeAttribute("aria-invalid");
    const line = h("pre", { class: "gate-command", tabindex: "0", "aria-label": "The command for CI", text: found.command });
    const take = h("button", { type: "button", text: "Copy the CI line", on: { click: () => copy(found.command, "command", take).catch(() => notice("The browser did not allow copying.")) } });
    const [verdict, look] = VERDICTS[found.status] ?? VERDICTS[1];
    this.answer.replaceChildren(
      h("p", { class: `gate-verdict ${look}`, text: verdict }),
      h("p", { text: afterVerdict(found.sentence) }),
      ...found.errors.map((/** @type {string} */ text) => h("p", { class: "wrong", text })),
      h("ul", { class: "gate-list" }, ...found.results.map(result)),
      line, take);
  }
}

/** Returns the counts of `gate failed: 6 failed`, because the verdict is above them. @param {string} sentence */
function afterVerdict(sentence) {
  const at = sentence.indexOf(": ");
  return at < 0 ? "" : sentence.slice(at + 2);
}

/**
 * Returns a result in the words of the CLI, with its decision in bold.
 * @param {import("./pkg/session.js").GateLine} line
 */
function result({ status, text }) {
  const rest = text.startsWith(status) ? text.slice(status.length) : ` ${text}`;
  return h("li", {},
    h("span", { class: `status ${status === "failed" ? "worse" : ""}`, text: status }),
    h("bdi", { text: rest }));
}
