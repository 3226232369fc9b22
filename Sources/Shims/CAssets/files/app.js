// What every page does: hears what happens elsewhere, keeps its own list true, and goes blank when the vault is locked.
import { coverPage, isPhone, knock, lookNow, silence } from "./door.js";
import { pageFor, placeOf, proven, renew, say } from "./page.js";
import { spoken } from "./spoken.js";
import "./thumbnails.js";

const body = document.body;

/** Whether something was typed on this page that is not saved: in the entry's form, or in any other that is sent by a button. */
function hasUnsavedWords() {
  if (!document.dispatchEvent(new CustomEvent("page-leaving", { cancelable: true }))) return true;
  const kinds = ["text", "number", "tel", "email", "url", "date", "time", "datetime-local"].map((kind) => `input[type="${kind}"]`);
  const typed = `main form[method="post"]:not(#composer) :is(textarea, input:not([type]), ${kinds.join()})`;
  return [...document.querySelectorAll(typed)].some((field) => field.value !== field.defaultValue && field.value.trim() !== "");
}

/** Whether the cursor is in a field: the next letter may be on its way. */
const isAtField = () => document.activeElement?.matches("input, textarea, select");

/**
 * The session is over ("locked"), or the program ("stopped"; "restarted" if the next one is there already, as on a phone). A page with
 * unsaved words stays, covered; any other is left for the Unlock page.
 */
async function close(kind) {
  const { dataset } = document.documentElement;
  if (dataset.covered || dataset.hidden) return;
  silence();
  if (kind === "locked" && !hasUnsavedWords()) {
    // A refusal of before the page was unlocked may arrive late. Until that is known, nothing is shown.
    dataset.hidden = "true";
    const answerer = await knock();
    delete dataset.hidden;
    if (answerer === "open" || dataset.covered) return;
  }
  const hasWords = hasUnsavedWords();
  if (hasWords || (kind !== "locked" && isAtField())) {
    coverPage(kind !== "locked" || "offline" in document.documentElement.dataset ? spoken`Auralyst was restarted` : spoken`Auralyst is locked`, hasWords);
    return;
  }
  blank(kind === "stopped" ? spoken`Auralyst has stopped. Start it again to continue.` : spoken`Locked.`);
  if (kind === "stopped") return;
  // Another program may have taken the port: the page that asks for the passphrase has to come from the app.
  if (["stranger", "gone"].includes(await knock())) {
    delete document.documentElement.dataset.blank;
    body.replaceChildren();
    document.addEventListener("unlocked", () => location.reload());
    coverPage(spoken`Auralyst is locked`, false);
    return;
  }
  const here = location.pathname;
  // Who needs help is not sent to a passphrase: that page has general words for everyone.
  location.replace(here === "/sos" ? here : here === "/today" ? "/unlock" : "/unlock?" + new URLSearchParams({ next: here }));
}

/**
 * A keyboard on the screen takes a part of the window (the page's head asks for that), or covers it: then the tabs make room for what is
 * written. `tallest`: by the window's width, its greatest height so far.
 */
const tallest = new Map();
function noteKeyboard() {
  const { height } = visualViewport;
  tallest.set(innerWidth, Math.max(tallest.get(innerWidth) ?? 0, height));
  const isShown = matchMedia("(pointer: coarse)").matches && tallest.get(innerWidth) - height > 150;
  document.documentElement.toggleAttribute("data-keyboard", isShown);
  document.documentElement.style.setProperty("--covered", `${Math.max(0, innerHeight - height)}px`);
}
visualViewport.addEventListener("resize", noteKeyboard);
noteKeyboard();

/** Whether the app runs on the machine of this browser: then it is there, or it has stopped. */
const isOnThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** No page stays on the screen when the app is gone, also where its last word did not arrive. */
async function closeWhenGone() {
  if ("covered" in document.documentElement.dataset) return;
  if (isOnThisMachine && navigator.onLine && ["gone", "stranger"].includes(await knock())) close("stopped");
}

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
    const [findFocused, row] = [placeOf(document.activeElement, list), document.activeElement?.closest?.("[data-entry]")?.id];
    // What is being written stays where it is on the screen, whatever comes above it.
    const written = document.activeElement?.matches("input, textarea") ? document.activeElement : null;
    const top = written?.getBoundingClientRect().top;
    if (!renew(list, fresh)) continue;
    if (written) scrollBy({ top: written.getBoundingClientRect().top - top, behavior: "instant" });
    for (const row of list.querySelectorAll("[data-entry]")) {
      if (before.get(row.dataset.entry) !== row.dataset.version) row.classList.add("arrived");
    }
    list.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
    if (isFocused) (findFocused() ?? document.getElementById(row)?.querySelector("a"))?.focus({ preventScroll: true });
  }
}

let knownSync;

/** The line below the page that says how sync is; the page Sync says more. */
function showSync(sync) {
  const mark = document.querySelector(".sync-mark");
  const before = knownSync;
  knownSync = JSON.stringify(sync);
  // What was so when the page was made is on it.
  if (!mark || !sync || (before === undefined ? mark.textContent === sync.words : before === knownSync)) return;
  mark.firstElementChild.textContent = sync.words;
  mark.classList.toggle("troubled", sync.troubled);
  if (document.querySelector('[data-live="sync"]')) refresh();
}

/** How far this page knows the log. */
let position = Number(body.dataset.position ?? 0);

/** What one page hears all pages of this browser hear: a browser allows only few connections that stay open. */
const pages = new BroadcastChannel("auralyst");

function hear({ kind, data }) {
  if (["locked", "stopped", "restarted"].includes(kind)) {
    close(kind);
  } else if (kind === "opened") {
    lookNow();
  } else if (kind === "offline") {
    document.documentElement.dataset.offline = "true";
    closeWhenGone();
  } else if (kind === "changed") {
    showSync(data.sync);
    if (data.position <= position) return;
    position = data.position;
    document.dispatchEvent(new CustomEvent("records-changed", { detail: data.records }));
    refresh();
  } else if (kind === "work") {
    document.dispatchEvent(new CustomEvent("work", { detail: data }));
  } else if (kind === "resumed") {
    resume();
  }
}

/** The connection is there: to the app, or to another program that took its port. */
async function resume() {
  if ("offline" in document.documentElement.dataset) {
    const answerer = await knock();
    if (answerer === "gone") return;
    if (answerer !== "open") {
      close(answerer === "stranger" ? "stopped" : "locked");
      return;
    }
    delete document.documentElement.dataset.offline;
  }
  catchUp();
}

/** Asks for what was missed. */
async function catchUp() {
  const response = await fetch("/changes?since=" + position, {
    credentials: "same-origin", headers: { "X-Requested-With": "auralyst", "X-Background": "1" },
  }).catch(() => null);
  if (response?.ok) {
    const data = await response.json().catch(() => null);
    if (data) hear({ kind: "changed", data });
  } else if (response && response.status < 500) {
    hear({ kind: "locked" });
  }
}

function tell(event) {
  pages.postMessage(event);
  hear(event);
}

let isListening = false;

function listen() {
  if (isListening) return;
  isListening = true;
  const events = new EventSource("/events");
  let isOver = false;
  for (const kind of ["locked", "stopped"]) {
    events.addEventListener(kind, () => {
      isOver = true;
      isListening = false;
      events.close();
      tell({ kind });
    });
  }
  events.addEventListener("changed", (event) => tell({ kind: "changed", data: JSON.parse(event.data) }));
  events.addEventListener("work", (event) => tell({ kind: "work", data: JSON.parse(event.data) }));
  events.addEventListener("open", () => {
    tell({ kind: "resumed" });
  });
  // A browser ends the events of a page that is left just before the page hears that it is left: only a page that stays has lost
  // the connection.
  events.addEventListener("error", () => setTimeout(() => {
    if (isOver) return;
    tell({ kind: "offline" });
    // Refused for good: the session has ended while no one listened.
    if (events.readyState !== EventSource.CLOSED) return;
    isOver = true;
    isListening = false;
    catchUp();
  }));
}

/** Whether another program may have taken the port since this page was made. A page without a session hears of no end. */
const isInDoubt = () => "offline" in document.documentElement.dataset || !body.hasAttribute("data-private");

// A form goes only to the app that made this page. After all others that handle it: on the window.
addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || !isInDoubt() || proven.delete(form)) return;
  event.preventDefault();
  const answerer = await knock();
  if (answerer === "open" || answerer === "locked") {
    proven.add(form);
    form.requestSubmit(submitter);
  } else if (body.hasAttribute("data-private")) {
    coverPage(spoken`Auralyst was restarted`, true);
  } else {
    say({ gone: spoken`Not sent: Auralyst has stopped.`, stranger: spoken`Not sent: another program answers here.`, unknown: spoken`Not sent: Auralyst doesn’t know this browser any more.` }[answerer]
      + (isPhone ? spoken` Load this page again.` : spoken` Open the address that 'auralyst open' prints.`), { tone: "trouble" });
  }
});

// A form that was sent once is not sent again by a second click.
addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return;
  setTimeout(() => { button.disabled = true; });
  setTimeout(() => { button.disabled = false; }, 5000);
});

const menus = [...document.querySelectorAll(".menu")];

document.addEventListener("keydown", (event) => {
  const open = menus.find((one) => one.open);
  if (event.key === "Escape" && open) {
    open.open = false;
    open.querySelector("summary").focus();
  }
  const isTyping = event.target.matches?.("input, textarea, select, [contenteditable]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "L" && event.shiftKey) document.querySelector("form.lock")?.requestSubmit();
  if (event.key === "n") {
    const [menu] = menus;
    menu.open = !menu.open;
    menu.querySelector("a").focus();
  }
});
document.addEventListener("pointerdown", ({ target }) => {
  for (const one of menus) if (!one.contains(target)) one.open = false;
});

if (body.hasAttribute("data-private")) {
  pages.addEventListener("message", (event) => hear(event.data));
  // One page listens for all; when it is closed, the next one does.
  let isFirst = false;
  navigator.locks.request("auralyst-events", () => new Promise(() => {
    isFirst = true;
    listen();
  }));
  document.addEventListener("unlocked", () => { if (isFirst) listen(); else catchUp(); });
  document.addEventListener("door-opened", () => pages.postMessage({ kind: "opened" }));
  document.addEventListener("door-closed", () => hear({ kind: "locked" }));
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

/** The order of day, month and year in this browser's own fields. */
const order = () => new Intl.DateTimeFormat().formatToParts(0).map(({ type }) => type).filter((type) => type !== "literal").join();

/** Dates are in one order on all pages: where the browser's own field has it too, it replaces the text field, otherwise a calendar is beside it. */
for (const field of document.querySelectorAll("input[data-date]")) {
  const type = field.dataset.date;
  const plain = (value) => value.replace(/^([\d-]{10}) (?=\d\d:)/, "$1T");
  const [shown, before] = [plain(field.value), plain(field.defaultValue)];
  const max = type === "date" ? "9999-12-31" : "9999-12-31T23:59";
  if (body.dataset.dates === order() && [shown, before].every((value) => /^$|^\d{4}-\d\d-\d\d(T|$)/.test(value))) {
    Object.assign(field, { type, max });
    Object.assign(field, { defaultValue: before, value: shown });
    continue;
  }
  const [row, button, calendar] = ["span", "button", "input"].map((name) => document.createElement(name));
  row.className = "date-row";
  Object.assign(button, { type: "button", className: "quiet", textContent: spoken`Calendar` });
  Object.assign(calendar, { type, max, tabIndex: -1, autocomplete: "off" });
  calendar.setAttribute("aria-hidden", "true");
  field.replaceWith(row);
  row.append(field, button, calendar);
  button.addEventListener("click", () => {
    // What is picked by default is nothing that was typed on this page.
    calendar.value = calendar.defaultValue = plain(field.value);
    calendar.showPicker();
  });
  calendar.addEventListener("change", (event) => {
    event.stopPropagation();
    calendar.defaultValue = calendar.value;
    field.value = calendar.value.replace("T", " ");
    field.focus();
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  });
}

// Pages tell the time by 24 hours.
if (new Intl.DateTimeFormat([], { hour: "numeric" }).resolvedOptions().hour12) {
  const look = { type: "text", placeholder: "21:00", pattern: "([01]?[0-9]|2[0-3]):[0-5][0-9]", title: spoken`A time such as 21:00`, autocomplete: "off" };
  for (const field of document.querySelectorAll('input[type="time"]')) Object.assign(field, look);
}
