// The page of a tournament: the server draws the tables anew whenever a game has ended.
import { listen } from "./talk.js";

class LiveTournament extends HTMLElement {
  /** @type {(() => void) | undefined} */ stop = undefined;
  /** @type {number | null} */ version = null;

  connectedCallback() {
    this.stop = listen(`${this.dataset.base}/events`, {
      change: ({ version }) => {
        if (this.version !== null && this.version !== version) this.refresh();
        this.version = version;
      },
    }, () => {});
  }

  disconnectedCallback() {
    this.stop?.();
  }

  async refresh() {
    const answer = await fetch(`${this.dataset.base}/table`);
    const live = this.querySelector(".live");
    if (answer.ok && live && !live.contains(document.activeElement)) live.innerHTML = await answer.text();
  }
}

customElements.define("live-tournament", LiveTournament);
