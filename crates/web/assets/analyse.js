// The page of an analysis: every position has an address, the tree lives on the server.
import { GameBoard } from "./board.js";
import { Ghost } from "./ghost.js";
import { copies, takeRecords } from "./records.js";
import { stepKey } from "./steps.js";
import { svg } from "./svg.js";
import { ask, fill, listen, switches } from "./talk.js";
import { WhyPanel } from "./why.js";

/** @typedef {import("./wire").AnalysisView} AnalysisView */
/** @typedef {import("./wire").Opinion} Opinion */

/** No search of a game that goes on comes so deep, in plies. */
const DEEPEST = 100;

class GameAnalysis extends HTMLElement {
  base = "";
  /** @type {Record<string, string>} */ words = {};
  /** @type {GameBoard} */ board = /** @type {any} */ (null);
  /** @type {AnalysisView} */ view = /** @type {any} */ (null);
  /** @type {HTMLInputElement} */ engine = /** @type {any} */ (null);
  /** @type {WhyPanel | null} */ why = null;
  /** @type {(() => void) | undefined} */ stop = undefined;
  /** @type {string[]} */ seats = [];
  turned = false;

  connectedCallback() {
    this.base = /** @type {string} */ (this.dataset.base);
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.seats = JSON.parse(this.dataset.seats ?? "[]");
    this.board = /** @type {GameBoard} */ (this.querySelector("game-board"));
    this.turned = localStorage.getItem(`turned ${this.dataset.game}`) === "1";
    this.view = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.engine = /** @type {HTMLInputElement} */ (this.querySelector("input[name=engine]"));
    this.engine.addEventListener("change", () => this.watch());
    this.board.addEventListener("play", (event) => this.play(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener("choose", (event) => {
      const { label } = /** @type {CustomEvent} */ (event).detail;
      this.say(label ? fill(this.words.chosen, { spot: label }) : this.view.status);
    });
    for (const button of this.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.act(/** @type {HTMLElement} */ (button).dataset.do ?? ""));
    }
    this.querySelector("form.type-move")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (this.querySelector("form.type-move input"));
      if (input.value.trim()) this.play(input.value);
      input.value = "";
    });
    this.why = /** @type {WhyPanel | null} */ (this.querySelector("why-panel"));
    if (this.why) {
      this.why.board = this.board;
      this.why.address = (query) => `${this.base}/${this.view?.node}/why?${query}`;
      this.why.addEventListener("wanted", () => this.why?.ask({}));
    }
    new Ghost(this.board, (move) => `${this.base}/${this.view.node}/after?move=${encodeURIComponent(move)}${this.turned ? "&turned=1" : ""}`);
    takeRecords(this, (text) => this.say(text));
    addEventListener("keydown", (event) => {
      const step = stepKey(event);
      if (!step) return;
      event.preventDefault();
      this.act(step);
    });
    this.querySelector("form.branch-name")?.addEventListener("submit", (event) => this.call(event));
    addEventListener("popstate", () => this.go(Number(location.pathname.split("/").pop()), { keep: true }));
    switches(this, () => this.board.clear());
    if (this.turned) this.go(this.view.node, { keep: true });
    else this.show(this.view, false);
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @param {string} text */
  say(text) {
    const line = this.querySelector(".status");
    if (line && line.textContent !== text) line.textContent = text;
  }

  /** @param {number} node @param {{keep?: boolean}} how */
  async go(node, how = {}) {
    if (!Number.isInteger(node)) return;
    try {
      const view = await ask(`${this.base}/${node}/state${this.turned ? "?turned=1" : ""}`);
      if (!how.keep) history.pushState(null, "", `${this.base}/${node}`);
      this.show(view, true);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {string} move */
  async play(move) {
    try {
      const { node } = await ask(`${this.base}/${this.view.node}/move`, { move });
      await this.go(node);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {AnalysisView} view @param {boolean} animate */
  show(view, animate) {
    this.view = view;
    this.board.show(view.board, { animate });
    this.say(view.status);
    const text = this.querySelector(".text-board");
    if (text) text.textContent = view.board.text;
    const position = this.querySelector(".position");
    if (position) position.textContent = view.position;
    const flip = this.querySelector("button[data-do=flip]");
    if (flip instanceof HTMLElement) flip.hidden = !view.board.turns;
    for (const link of this.querySelectorAll("a[data-link]")) {
      const [path] = (link.getAttribute("href") ?? "").split("?");
      link.setAttribute("href", `${path}?position=${encodeURIComponent(view.position)}`);
    }
    for (const link of this.querySelectorAll(".downloads a")) {
      link.setAttribute("href", `${this.base}/${view.node}/${(link.getAttribute("href") ?? "").split("/").pop()}`);
    }
    const at = view.line.indexOf(view.node);
    this.enable("first", at > 0);
    this.enable("back", at > 0);
    this.enable("forward", at < view.line.length - 1);
    this.enable("last", at < view.line.length - 1);
    this.drawTree();
    this.tell(view.opinion);
    this.watch();
    this.reasons();
  }

  reasons() {
    if (!this.why) return;
    if (this.why.open && this.view && this.view.board.paths.length > 0) this.why.ask({});
    else this.why.clear();
  }

  /** @param {string} name @param {boolean} on */
  enable(name, on) {
    const button = this.querySelector(`button[data-do=${name}]`);
    if (button instanceof HTMLButtonElement) button.disabled = !on;
  }

  watch() {
    this.stop?.();
    this.stop = undefined;
    if (!this.engine?.checked) {
      this.board?.rate([]);
      this.board?.point([]);
      return;
    }
    const node = this.view.node;
    this.stop = listen(`${this.base}/${node}/events`, {
      opinion: (opinion) => { if (opinion.node === this.view.node) this.tell(opinion); },
    }, (connected) => { if (!connected) this.say(this.words.offline); else this.say(this.view.status); });
  }

  /** @param {Opinion} told */
  tell(told) {
    if (!this.engine?.checked) return;
    // Numbers are written as the reader writes them.
    const comma = document.documentElement.lang !== "en";
    const opinion = { ...told, lines: told.lines.map((line) => (comma ? { ...line, label: line.label.replace(".", ",") } : line)) };
    const depth = this.querySelector(".depth");
    // Where every line ends in chance, deeper and deeper looks find nothing more.
    const looked = opinion.depth > 0 ? fill(opinion.depth >= DEEPEST ? this.words.all : this.words.depth, { depth: opinion.depth, nodes: opinion.nodes.toLocaleString(document.documentElement.lang) }) : "";
    if (depth) depth.textContent = opinion.solved ? this.words.solved : looked;
    const list = this.querySelector(".lines");
    const focused = list?.contains(document.activeElement);
    if (list && !focused) {
      list.replaceChildren(...opinion.lines.slice(0, 30).map((line) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        const value = document.createElement("b");
        const rest = document.createElement("span");
        value.textContent = line.label;
        rest.textContent = line.pv.slice(1).join(" ");
        button.append(value, line.move, rest);
        button.title = `${this.words.chance}: ${Math.round(line.win * 100)} %${line.exact ? ` · ${this.words.proved}` : ""}`;
        button.addEventListener("click", () => this.play(line.move));
        button.addEventListener("pointerenter", () => this.board?.point([line.path]));
        button.addEventListener("pointerleave", () => this.board?.point(opinion.lines.slice(0, 1).map((best) => best.path)));
        item.className = line.tone;
        item.append(button);
        return item;
      }));
    }
    this.board?.rate(opinion.lines);
    this.board?.point(opinion.lines.slice(0, 1).map((line) => line.path));
    this.drawGraph(opinion.graph);
  }

  /** @param {Opinion["graph"]} points */
  drawGraph(points) {
    const picture = this.querySelector(".graph svg");
    if (!picture) return;
    const [width, height] = [300, 90];
    const x = (/** @type {number} */ at) => 10 + (at * (width - 20)) / Math.max(1, points.length - 1);
    const y = (/** @type {number} */ win) => 8 + (1 - win) * (height - 16);
    const most = Math.max(1, ...points.map((point) => Math.abs(point.score ?? 0)));
    const path = (/** @type {(point: Opinion["graph"][0]) => number | null} */ value) => {
      const known = points.map((point, at) => [at, value(point)]).filter(([, v]) => v !== null);
      return known.map(([at, v], n) => `${n === 0 ? "M" : "L"}${x(/** @type {number} */ (at))} ${y(/** @type {number} */ (v))}`).join("");
    };
    const parts = [svg("path", { class: "mid", d: `M10 ${y(0.5)}H${width - 10}` })];
    const scored = points.some((point) => point.score !== null);
    if (scored) parts.push(svg("path", { class: "points", d: path((point) => (point.score === null ? null : 0.5 + point.score / most / 2)) }));
    const lines = [...new Set(points.filter((point) => point.win !== null).map((point) => point.seat))].sort();
    for (const seat of lines) parts.push(svg("path", { class: `win seat-${seat}`, d: path((point) => (point.seat === seat ? point.win : null)) }));
    this.legend(lines, scored);
    points.forEach((point, at) => {
      if (point.win === null) return;
      const here = point.node === this.view?.node;
      const dot = svg("circle", { class: `${here ? "here" : "dot"} seat-${point.seat}`, cx: x(at), cy: y(point.win), r: here ? 4.5 : 2.5 });
      dot.addEventListener("click", () => this.go(point.node));
      parts.push(dot);
    });
    picture.replaceChildren(...parts);
  }

  /** Says what the lines of the graph are. @param {number[]} lines @param {boolean} scored */
  legend(lines, scored) {
    const list = this.querySelector(".graph-legend");
    if (!list) return;
    const said = lines.map((seat) => ({ look: `seat-${seat}`, text: fill(this.words.seat, { seat: this.seats[seat - 1] ?? "" }) }));
    if (scored) said.push({ look: "margin", text: fill(this.words.margin, { seat: this.seats[0] ?? "" }) });
    list.replaceChildren(...said.map(({ look, text }) => {
      const item = document.createElement("li");
      item.className = look;
      item.textContent = text;
      return item;
    }));
  }

  /** Gives the line that begins here a name. @param {Event} event */
  async call(event) {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (this.querySelector("form.branch-name input"));
    try {
      const { node } = await ask(`${this.base}/${this.view.node}/name`, { name: input.value });
      await this.go(node, { keep: true });
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  drawTree() {
    const holder = this.querySelector(".tree");
    const view = this.view;
    if (!holder || !view) return;
    /** @type {number[][]} */ const children = view.tree.map(() => []);
    view.tree.forEach((node, at) => { if (at > 0 && !node.gone) children[node.parent].push(at); });
    const button = (/** @type {number} */ at) => {
      const made = document.createElement("button");
      made.textContent = view.tree[at].text || this.words.start;
      if (view.tree[at].name) {
        const name = document.createElement("em");
        name.textContent = view.tree[at].name;
        made.prepend(name);
      }
      made.addEventListener("click", () => this.go(at));
      if (at === view.node) {
        made.className = "here";
        made.setAttribute("aria-current", "true");
      }
      return made;
    };
    const place = (/** @type {number} */ from, /** @type {Element} */ into) => {
      let at = from;
      for (;;) {
        // What chance did is told by the position.
        if (at === 0 || view.tree[at].seat > 0 || children[at].length === 0) into.append(button(at));
        const [first, ...others] = children[at];
        if (first === undefined) return;
        for (const other of others) {
          const branch = document.createElement("div");
          branch.className = "branch";
          place(other, branch);
          into.append(branch);
        }
        at = first;
      }
    };
    holder.replaceChildren();
    place(0, holder);
    const input = this.querySelector("form.branch-name input");
    if (input instanceof HTMLInputElement && document.activeElement !== input) input.value = view.tree[view.node].name;
    this.enable("cut", view.node !== 0);
    const here = holder.querySelector(".here");
    if (here instanceof HTMLElement) holder.scrollTop = here.offsetTop - holder.clientHeight / 2;
  }

  /** @param {string} name */
  async act(name) {
    const { line, node } = this.view;
    const at = line.indexOf(node);
    const to = { first: line[0], back: line[at - 1], forward: line[at + 1], last: line[line.length - 1] }[name];
    if (to !== undefined) await this.go(to);
    else if (name === "flip") {
      this.turned = !this.turned;
      localStorage.setItem(`turned ${this.dataset.game}`, this.turned ? "1" : "0");
      await this.go(node, { keep: true });
    } else if (name === "cut") {
      const { node: before } = await ask(`${this.base}/${node}/cut`, {});
      await this.go(before);
    } else await copies(name, `${this.base}/${node}`, this.view, this.words, (text) => this.say(text));
  }
}

customElements.define("game-analysis", GameAnalysis);
