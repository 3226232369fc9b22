// What every page does: hears what happens elsewhere, keeps its own list true, and goes blank when the vault is locked.
import { post, pageFor } from "./page.js";

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
    const other = fresh.getElementById(list.id);
    if (!other) continue;
    const before = new Map([...list.querySelectorAll("[data-entry]")].map((row) => [row.dataset.entry, row.dataset.version]));
    if (list.contains(document.activeElement) && document.activeElement.matches("input, textarea")) continue;
    const focused = document.activeElement?.closest?.("[data-entry]")?.id;
    list.replaceChildren(...[...other.childNodes].map((node) => document.adoptNode(node)));
    for (const row of list.querySelectorAll("[data-entry]")) {
      if (before.get(row.dataset.entry) !== row.dataset.version) row.classList.add("arrived");
    }
    if (focused) document.getElementById(focused)?.querySelector("a")?.focus();
    list.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
  }
}

function listen() {
  const events = new EventSource("/events?since=" + body.dataset.position);
  let isOver = false;
  events.addEventListener("locked", () => {
    isOver = true;
    events.close();
    blank("Locked.");
    const here = location.pathname;
    location.replace(here === "/today" ? "/unlock" : "/unlock?" + new URLSearchParams({ next: here }));
  });
  events.addEventListener("stopped", () => {
    isOver = true;
    events.close();
    blank("Auralyst has stopped. Start it again to go on.");
  });
  events.addEventListener("changed", (event) => {
    const { records } = JSON.parse(event.data);
    document.dispatchEvent(new CustomEvent("records-changed", { detail: records }));
    refresh();
  });
  events.addEventListener("open", () => document.documentElement.removeAttribute("data-offline"));
  events.addEventListener("error", () => {
    if (!isOver) document.documentElement.dataset.offline = "true";
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
  listen();
  // A page that the browser kept for its "back" button may be of before the lock.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

for (const zone of document.querySelectorAll('input[name="zone"]')) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

const parts = { today: ["composer"], journal: ["journal"], entry: ["entry"], edit: ["composer", "entry"], unlock: ["keys"], welcome: ["keys"], settings: ["keys"] };
for (const part of parts[body.dataset.page] ?? []) import(`./${part}.js`);
void post;
