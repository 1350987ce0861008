// Talking to the server: requests that answer with JSON, live news that survive a lost connection, and the switches that the reader keeps.
import { audible, setAudible } from "./sound.js";

/**
 * Sends a request; refusals become errors that carry the server's sentence, and its status and field where they have one.
 * @param {string} address @param {object | undefined} body @param {{method?: string}} how
 */
async function send(address, body, how = {}) {
  const method = how.method ?? (body === undefined ? "GET" : "POST");
  const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.ok) return answer;
  const told = await answer.json();
  throw Object.assign(new Error(told.error ?? answer.statusText), { status: answer.status, field: told.field, lang: told.lang });
}

/**
 * Asks the server, which answers with JSON. What cannot be reached is an error without a status.
 * @param {string} address @param {object | undefined} body @param {{method?: string}} how
 */
export async function ask(address, body = undefined, how = {}) {
  return (await send(address, body, how)).json();
}

/** Sends something that leads to another page; gives its address. @param {string} address @param {object} body */
export async function lead(address, body) {
  return (await send(address, body)).url;
}

/**
 * Listens to a stream of events. The browser connects again by itself; where it gives up, this tries on. A page that nobody sees lets go of
 * its stream, because browsers grant a server few connections at once.
 * @param {string} address @param {Record<string, (data: any) => void>} hear @param {(connected: boolean) => void} line
 */
export function listen(address, hear, line) {
  /** @type {EventSource | null} */ let source = null;
  let ended = false;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (ended || source || document.visibilityState === "hidden") return;
    const made = new EventSource(address);
    source = made;
    made.onopen = () => line(true);
    made.onerror = () => {
      if (source !== made) return;
      line(false);
      if (made.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(open, 2000);
    };
    for (const [name, heard] of Object.entries(hear)) made.addEventListener(name, (event) => heard(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  };
  const seen = () => (document.visibilityState === "hidden" ? close() : open());
  document.addEventListener("visibilitychange", seen);
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
  return () => {
    ended = true;
    close();
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("pagehide", close);
    removeEventListener("pageshow", open);
  };
}

/** Puts values in place of `{name}`. @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Keeps the switches in a panel in step with what the browser remembers. @param {HTMLElement} root @param {() => void} changed */
export function switches(root, changed) {
  const speed = /** @type {HTMLSelectElement | null} */ (root.querySelector("select[name=speed]"));
  const marks = /** @type {HTMLInputElement | null} */ (root.querySelector("input[name=marks]"));
  const sound = /** @type {HTMLInputElement | null} */ (root.querySelector("input[name=sound]"));
  const figures = /** @type {HTMLInputElement | null} */ (root.querySelector("input[name=figures]"));
  const show = () => root.classList.toggle("no-marks", localStorage.getItem("marks") === "no");
  if (speed) {
    speed.value = localStorage.getItem("speed") ?? "normal";
    speed.addEventListener("change", () => localStorage.setItem("speed", speed.value));
  }
  if (marks) {
    marks.checked = localStorage.getItem("marks") !== "no";
    marks.addEventListener("change", () => {
      localStorage.setItem("marks", marks.checked ? "yes" : "no");
      show();
      changed();
    });
  }
  if (sound) {
    sound.checked = audible();
    sound.addEventListener("change", () => setAudible(sound.checked));
  }
  if (figures) {
    figures.checked = localStorage.getItem("figures") === "yes";
    figures.addEventListener("change", () => {
      localStorage.setItem("figures", figures.checked ? "yes" : "no");
      changed();
    });
  }
  show();
}

/** Copies a text; where the browser refuses, the old way. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
