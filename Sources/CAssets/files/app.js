// What every page does: hears what happens elsewhere, keeps its own list true, and goes blank when the vault is locked.
import { pageFor, renew } from "./page.js";

const body = document.body;

/** Takes the words off the screen at once, then shows the door. */
function blank(sentence) {
  document.documentElement.dataset.blank = "true";
  const main = document.createElement("main");
  main.className = "page empty";
  main.textContent = sentence;
  body.replaceChildren(main);
}

/** Puts the rows of a fresh copy of this page in the place of the old ones; what is new fades in. */
async function refresh() {
  const lists = document.querySelectorAll("[data-live]");
  if (!lists.length) return;
  const fresh = await pageFor(location.href, { background: true });
  if (!fresh) return;
  for (const list of lists) {
    const before = new Map([...list.querySelectorAll("[data-entry]")].map((row) => [row.dataset.entry, row.dataset.version]));
    if (list.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) continue;
    const isFocused = list.contains(document.activeElement);
    const [focused, row] = [document.activeElement?.id, document.activeElement?.closest?.("[data-entry]")?.id];
    // What is being written stays where it is on the screen, whatever comes above it.
    const written = document.activeElement?.matches("input, textarea") ? document.activeElement : null;
    const top = written?.getBoundingClientRect().top;
    if (!renew(list, fresh)) continue;
    if (written) scrollBy({ top: written.getBoundingClientRect().top - top, behavior: "instant" });
    for (const row of list.querySelectorAll("[data-entry]")) {
      if (before.get(row.dataset.entry) !== row.dataset.version) row.classList.add("arrived");
    }
    list.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
    // Who stood on a button, a link or a chart of the list stands on it again.
    if (isFocused) ((focused && document.getElementById(focused)) || document.getElementById(row)?.querySelector("a"))?.focus({ preventScroll: true });
  }
}

/** How far this page knows the log. */
let position = Number(body.dataset.position ?? 0);

/** What one page hears all pages of this browser hear: a browser allows only few connections that stay open. */
const pages = new BroadcastChannel("auralyst");

function hear({ kind, data }) {
  if (kind === "locked") {
    blank("Locked.");
    const here = location.pathname;
    // Who needs help is not sent to a passphrase: that page has general words for everybody.
    location.replace(here === "/sos" ? here : here === "/today" ? "/unlock" : "/unlock?" + new URLSearchParams({ next: here }));
  } else if (kind === "stopped") {
    blank("Auralyst has stopped. Start it again to go on.");
  } else if (kind === "changed" && data.position > position) {
    position = data.position;
    document.dispatchEvent(new CustomEvent("records-changed", { detail: data.records }));
    refresh();
  } else if (kind === "work") {
    document.dispatchEvent(new CustomEvent("work", { detail: data }));
  } else if (kind === "resumed") {
    catchUp();
  }
}

/** Asks for what was missed. */
async function catchUp() {
  const response = await fetch("/changes?since=" + position, {
    credentials: "same-origin", headers: { "X-Requested-With": "auralyst", "X-Background": "1" },
  }).catch(() => null);
  if (response?.status === 401) hear({ kind: "locked" });
  if (response?.ok) hear({ kind: "changed", data: await response.json() });
}

function tell(event) {
  pages.postMessage(event);
  hear(event);
}

function listen() {
  const events = new EventSource("/events");
  let isOver = false;
  for (const kind of ["locked", "stopped"]) {
    events.addEventListener(kind, () => {
      isOver = true;
      events.close();
      tell({ kind });
    });
  }
  events.addEventListener("changed", (event) => tell({ kind: "changed", data: JSON.parse(event.data) }));
  events.addEventListener("work", (event) => tell({ kind: "work", data: JSON.parse(event.data) }));
  events.addEventListener("open", () => {
    document.documentElement.removeAttribute("data-offline");
    tell({ kind: "resumed" });
  });
  events.addEventListener("error", () => {
    if (isOver) return;
    document.documentElement.dataset.offline = "true";
    // Refused for good: the session has ended while nobody listened.
    if (events.readyState === EventSource.CLOSED) catchUp();
  });
}

/** A form that was sent once is not sent again by a second click. */
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return;
  setTimeout(() => { button.disabled = true; });
  setTimeout(() => { button.disabled = false; }, 5000);
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches?.("input, textarea, select, [contenteditable]");
  if (event.key === "L" && event.shiftKey && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    document.querySelector("form.lock")?.requestSubmit();
  }
});

if (body.hasAttribute("data-private")) {
  pages.addEventListener("message", (event) => hear(event.data));
  // One page listens for all; when it is closed, the next one does.
  navigator.locks.request("auralyst-events", () => new Promise(listen));
  catchUp();
  // A page that the browser kept for its "back" button may be of before the lock.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

for (const zone of document.querySelectorAll('input[name="zone"]')) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
