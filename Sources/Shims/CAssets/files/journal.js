// The journal: endless list, search while typing, keys and swipes to delete, and a list that stays true by itself.
import { post, pageFor, say } from "./page.js";
import { spoken } from "./spoken.js";

const pageSize = 50;
const form = document.getElementById("find");
const words = document.getElementById("words");
const clear = form.querySelector(".find-clear");
const heard = document.getElementById("heard");
const part = (id) => document.getElementById(id);
const rows = () => [...document.querySelectorAll("#list [data-entry]")];
const rowOf = (id) => part(`entry-${id}`);
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the list of now is; a list that comes late for another address is dropped. */
let generation = 0;

function hear(sentence) {
  // The same sentence twice would be heard once.
  heard.textContent = "";
  setTimeout(() => { heard.textContent = sentence; }, 50);
}

/** Says what was done at the foot of the screen, since the top may be far away. It goes by itself, unless someone is at it. */
function toast(sentence, more) {
  const box = say(sentence, more);
  box.classList.add("is-toast");
  const leave = () => {
    if (box.matches(":hover, :focus-within")) setTimeout(leave, 5000);
    else box.remove();
  };
  setTimeout(leave, 20000);
  return box;
}

const focusRow = (row) => row?.querySelector("a")?.focus({ preventScroll: false });

// ---- earlier entries ----------------------------------------------------------------------------------------------

let isFetching = false;
const watcher = new IntersectionObserver((seen) => {
  if (seen.some((one) => one.isIntersecting)) earlier();
}, { rootMargin: "900px 0px" });

function watch() {
  watcher.disconnect();
  const more = part("more");
  if (more) watcher.observe(more);
}

/** Puts the sections of another page behind those that are here; a month that goes on is one section. Gives the rows that came. */
function append(fresh) {
  const list = part("list");
  const came = [];
  for (const section of fresh.querySelectorAll("#list > section")) {
    const here = list.querySelector(`section[data-month="${section.dataset.month}"] > ul`);
    const adopted = document.adoptNode(section);
    for (const row of adopted.querySelectorAll("[data-entry]")) {
      if (rowOf(row.dataset.entry)) row.remove();
      else came.push(row);
    }
    if (here) here.append(...adopted.querySelectorAll("[data-entry]"));
    else list.append(adopted);
  }
  return came;
}

/** The link to what comes next, as the other page has it. */
function takeMore(fresh) {
  const [old, next] = [part("more")?.parentElement, fresh.getElementById("more")?.parentElement];
  if (old && next) part("more").href = next.querySelector("a").getAttribute("href");
  else if (next) part("results").append(document.adoptNode(next));
  else old?.remove();
}

/** Fetches one page more; with `takesFocus` the focus goes to the first row that came. */
async function earlier({ takesFocus = false } = {}) {
  const more = part("more");
  if (!more || isFetching) return;
  isFetching = true;
  const mine = generation;
  const fresh = await pageFor(more.href);
  isFetching = false;
  if (mine !== generation) return;
  if (!fresh) {
    // The plain link is still there for another try.
    watcher.disconnect();
    if (takesFocus) location.href = more.href;
    return;
  }
  const hadFocus = takesFocus || document.activeElement === more;
  const came = append(fresh);
  takeMore(fresh);
  if (hadFocus) focusRow(came[0]);
  if (came.length) hear(`${came.length} more ${came.length === 1 ? "entry" : "entries"}`);
  watch();
  remember();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#more") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  earlier({ takesFocus: true });
});

// Back from an entry, the list is as long as it was, and the entry is under the focus.
let opened;

function remember() {
  const seen = opened ?? rows().find((row) => row.getBoundingClientRect().bottom > 80)?.dataset.entry;
  history.replaceState({ rows: rows().length, row: seen, isOpened: Boolean(opened) }, "", location.href);
}

addEventListener("pagehide", remember);
addEventListener("pageshow", () => { opened = undefined; });
document.addEventListener("click", (event) => {
  const row = event.target.closest?.("#list [data-entry]");
  if (row && !event.defaultPrevented) opened = row.dataset.entry;
});

async function comeBack() {
  const { rows: count, row, isOpened } = history.state ?? {};
  const [way] = performance.getEntriesByType("navigation");
  if (!row || !["back_forward", "reload"].includes(way?.type)) return;
  for (let tries = 0; !rowOf(row) && rows().length < count && part("more") && tries < 40; tries += 1) {
    const before = rows().length;
    await earlier();
    if (rows().length === before) break;
  }
  const found = rowOf(row);
  if (!found || (!isOpened && rows().indexOf(found) < 3)) return;
  if (isOpened) focusRow(found);
  found.scrollIntoView({ block: "center" });
}

// ---- a list that stays true ----------------------------------------------------------------------------------------

const address = (more = "") => {
  const own = part("results").dataset.address;
  return more ? own + (own.includes("?") ? "&" : "?") + more : own;
};

let waiting;
let changed = new Set();
let isEverything = false;

document.addEventListener("records-changed", (event) => {
  if (Array.isArray(event.detail)) event.detail.forEach((id) => changed.add(id));
  else isEverything = true;
  clearTimeout(waiting);
  waiting = setTimeout(refresh, 120);
});

/**
 * Fetches as many rows as are here, and puts them in their place: rows that are as they were stay the same nodes, so
 * that focus, selection and a finger on one are not disturbed. Beyond a thousand rows only what has changed goes.
 */
async function refresh() {
  // A page of earlier entries that was opened without this script stays as it is.
  if (!part("results") || new URLSearchParams(location.search).has("after") || swiped) return;
  const gone = changed;
  const isAll = isEverything;
  changed = new Set();
  isEverything = false;
  const mine = generation;
  const before = rows();
  const fresh = await pageFor(address(`rows=${Math.max(pageSize, before.length)}`), { background: true });
  if (!fresh || mine !== generation) return;
  const list = part("list");
  // A journal that was empty has no list yet.
  if (!list) {
    if (fresh.getElementById("list")) location.reload();
    return;
  }
  const focused = document.activeElement?.closest?.("[data-entry]");
  const index = focused ? before.indexOf(focused) : -1;
  const old = new Map(before.map((row) => [row.dataset.entry, row]));
  const sections = [...fresh.querySelectorAll("#list > section")].map((section) => document.adoptNode(section));
  const freshRows = sections.flatMap((section) => [...section.querySelectorAll("[data-entry]")]);
  // Rows behind the last one that came are kept, where more than can be asked for at once are here.
  const last = old.get(freshRows.at(-1)?.dataset.entry);
  const tail = fresh.getElementById("more") && last && !isAll ? before.slice(before.indexOf(last) + 1) : [];
  const names = new Set(freshRows.map((row) => row.dataset.entry));
  const kept = tail.filter((row) => !gone.has(row.dataset.entry) && !names.has(row.dataset.entry));
  const months = kept.map((row) => [row, row.closest("section").dataset.month, row.closest("section").querySelector("h2")]);
  for (const row of freshRows) {
    const own = old.get(row.dataset.entry);
    if (own && own.dataset.version === row.dataset.version && own.innerHTML === row.innerHTML) row.replaceWith(own);
    else row.classList.add("arrived");
  }
  list.replaceChildren(...sections);
  for (const [row, month, heading] of months) {
    let section = list.querySelector(`section[data-month="${month}"]`);
    if (!section) {
      section = document.createElement("section");
      section.dataset.month = month;
      section.setAttribute("aria-labelledby", heading.id);
      const ul = document.createElement("ul");
      ul.className = "rows";
      section.append(heading, ul);
      list.append(section);
    }
    section.querySelector("ul").append(row);
  }
  if (!kept.length) takeMore(fresh);
  takeCount(fresh);
  takeEmptiness(fresh);
  if (focused && !focused.contains(document.activeElement)) {
    focusRow(rowOf(focused.dataset.entry) ?? rows()[Math.min(index, rows().length - 1)]);
  }
  watch();
}

function takeCount(fresh) {
  const [here, there] = [part("count"), fresh.getElementById("count")];
  if (there && here.textContent !== there.textContent) here.textContent = there.textContent;
}

function takeEmptiness(fresh) {
  part("results").querySelector(":scope > .empty")?.remove();
  const empty = fresh.querySelector("#results > .empty");
  if (empty) part("results").append(document.adoptNode(empty));
}

// ---- search and filters --------------------------------------------------------------------------------------------

let typing;
let complaining;
/** The name of the view that this page has made by typing; the next one takes its place. */
let own;
let asked = "";

const fields = () => new URLSearchParams(new FormData(form));

function complain(fault) {
  // What is listed answers an older question.
  part("results").classList.toggle("is-stale", Boolean(fault));
  part("results").inert = Boolean(fault);
  if (fault) part("count").textContent = "";
  for (const old of form.querySelectorAll(".fault")) old.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  if (!fault) return;
  const field = form.elements[fault.dataset.field];
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", fault.id);
  if (field === words) form.querySelector(".find-box").after(document.adoptNode(fault));
  else field.closest(".field").append(document.adoptNode(fault));
  if (field !== words) field.closest("details").open = true;
}

async function find({ isFinal = false } = {}) {
  clearTimeout(typing);
  clearTimeout(complaining);
  clear.hidden = !words.value;
  const query = fields();
  if (query.toString() === asked && !isFinal) return;
  asked = query.toString();
  generation += 1;
  const mine = generation;
  isFetching = false;
  if (own) query.set("replaces", own);
  const response = await post("/journal/find", query).catch(() => null);
  if (mine !== generation) return;
  if (!response?.ok) {
    asked = "";
    toast(spoken`The search failed. Try again.`, { tone: "trouble" });
    return;
  }
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (mine !== generation) return;
  const fault = fresh.querySelector("[data-field]");
  if (fault) {
    // Half-typed conditions are wrong for a moment; only who waits is told.
    complaining = setTimeout(() => { if (mine === generation) complain(fault); }, isFinal ? 0 : 700);
    return;
  }
  complain(null);
  const { until, from, to } = form.elements;
  if (until.value) {
    [from.value, to.value, until.value] = ["", until.value, ""];
    until.closest("details").open = false;
    asked = fields().toString();
  }
  show(fresh);
}

/** Puts another list in the place of this one. */
function show(fresh) {
  const results = document.adoptNode(fresh.getElementById("results"));
  const hadFocus = part("results").contains(document.activeElement);
  part("results").replaceWith(results);
  takeCount(fresh);
  own = new URLSearchParams(results.dataset.address.split("?")[1] ?? "").get("view") ?? undefined;
  history.replaceState(null, "", results.dataset.address);
  if (hadFocus) words.focus();
  watch();
}

words.addEventListener("input", (event) => {
  if (event.isComposing) return;
  clear.hidden = !words.value;
  clearTimeout(typing);
  typing = setTimeout(find, 150);
});
words.addEventListener("compositionend", () => { typing = setTimeout(find, 150); });
// A day to go to counts when it is sent: while it is typed, it is another one.
form.addEventListener("change", ({ target }) => { if (target !== words && target.name !== "until") find(); });
form.elements.tag.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(find, 400);
});

/** Takes one filter off, in the form as in the list. */
function without(name) {
  for (const field of name === "days" ? ["from", "to"] : [name]) {
    const control = form.elements[field];
    if (control.type === "checkbox") control.checked = false;
    else control.value = "";
  }
  if (name === "words") words.focus();
}

form.addEventListener("submit", (event) => {
  // The same fields make a page to print.
  if (event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (event.submitter?.name === "instead") {
    words.value = event.submitter.value;
    words.focus();
  }
  if (event.submitter?.name === "without") without(event.submitter.value);
  if (event.submitter?.name === "widen") {
    words.value = `${words.value.trim()}*`;
    words.focus();
  }
  find({ isFinal: true });
});

words.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && words.value) {
    event.preventDefault();
    without("words");
    find();
  } else if (event.key === "ArrowDown" && rows().length) {
    event.preventDefault();
    focusRow(rows()[0]);
  }
});

// ---- deleting ------------------------------------------------------------------------------------------------------

let lastUndo;

/** Lets a row collapse, then takes it away, and its month with the last one. */
async function collapse(row) {
  if (!isCalm && row.animate) {
    const height = row.getBoundingClientRect().height;
    row.style.overflow = "clip";
    await row.animate([{ height: `${height}px`, opacity: 1 }, { height: "0px", opacity: 0 }], { duration: 180, easing: "ease-out" })
      .finished.catch(() => null);
  }
  const section = row.closest("section");
  row.remove();
  if (section && !section.querySelector("[data-entry]")) section.remove();
}

async function remove(row) {
  if (row.dataset.leaving) return;
  row.dataset.leaving = "true";
  const id = row.dataset.entry;
  const response = await post(`/entry/${id}/delete`).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response?.ok) {
    delete row.dataset.leaving;
    settle(row);
    toast(answer?.error?.message ? `${answer.error.message[0].toUpperCase()}${answer.error.message.slice(1)}.` : spoken`The entry could not be deleted. Try again.`, { tone: "trouble" });
    return;
  }
  const all = rows();
  const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1];
  const hadFocus = row.contains(document.activeElement);
  if (hadFocus) {
    if (next) focusRow(next);
    else words.focus();
  }
  // Undo stands ready before the row has left: a quick hand presses its key as soon as the row is gone.
  const gone = collapse(row);
  const action = async () => {
    lastUndo = undefined;
    const done = await post(answer.undo).catch(() => null);
    if (!done || !(done.ok || done.type === "opaqueredirect")) {
      toast(spoken`The entry could not be restored here. You find it under “Recently deleted”.`, { tone: "trouble" });
      return;
    }
    await gone;
    changed.add(id);
    await refresh();
    toast(spoken`Entry restored.`);
    focusRow(rowOf(id));
  };
  lastUndo = { action, box: toast(spoken`Entry deleted.`, { undo: { label: spoken`Undo`, action } }) };
  await gone;
  if (!rows().length) refresh();
}

// ---- keys ----------------------------------------------------------------------------------------------------------

const card = part("keys");
const single = part("single-keys");
const storage = { get off() { try { return localStorage.getItem("single-keys") === "off"; } catch { return false; } },
  set off(value) { try { localStorage.setItem("single-keys", value ? "off" : "on"); } catch { /* not kept */ } } };
single.checked = !storage.off;
single.addEventListener("change", () => { storage.off = !single.checked; });
part("show-keys").parentElement.hidden = false;
part("show-keys").addEventListener("click", () => card.showModal());
part("close-keys").addEventListener("click", () => card.close());

function move(by) {
  const all = rows();
  const here = document.activeElement?.closest?.("#list [data-entry]");
  const next = here ? all[all.indexOf(here) + by] : all.find((row) => row.getBoundingClientRect().top >= 0) ?? all[0];
  if (!next) {
    if (by > 0) earlier({ takesFocus: true });
    return;
  }
  focusRow(next);
  // Enough before the end, so that no one waits.
  if (all.length - all.indexOf(next) < 5) earlier();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || card.open) return;
  if (event.target.matches?.("input, textarea, select, [contenteditable]")) return;
  const row = event.target.closest?.("#list [data-entry]");
  const act = (action) => { event.preventDefault(); action(); };
  if (row && event.key === "ArrowDown") act(() => move(1));
  else if (row && event.key === "ArrowUp") act(() => (rows()[0] === row ? words.focus() : move(-1)));
  else if (row && (event.key === "Delete" || event.key === "Backspace")) act(() => remove(row));
  else if (storage.off) return;
  else if (event.key === "j") act(() => move(1));
  else if (event.key === "k") act(() => move(-1));
  else if (event.key === "#" && row) act(() => remove(row));
  else if (event.key === "/") act(() => words.select());
  else if (event.key === "?") act(() => card.showModal());
  else if (event.key === "z" && lastUndo) {
    act(() => {
      lastUndo.box.remove();
      lastUndo.action();
    });
  }
});

// ---- swiping -------------------------------------------------------------------------------------------------------

/** The row under a finger that moves to the left. */
let swiped;
let start;
let swipeEnded = -Infinity;

function settle(row) {
  const link = row.querySelector(".row-link");
  row.classList.remove("is-swiped", "is-far");
  link.classList.add("is-settling");
  link.style.transform = "";
  setTimeout(() => link.classList.remove("is-settling"), 250);
}

const isFar = (row, distance) => distance >= Math.min(140, row.offsetWidth * 0.35);

document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#list [data-entry]");
  if (event.pointerType !== "touch" || !event.isPrimary || !row || row.dataset.leaving) return;
  start = { row, x: event.clientX, y: event.clientY, pointer: event.pointerId };
});

document.addEventListener("pointermove", (event) => {
  if (!start || event.pointerId !== start.pointer) return;
  const [left, down] = [start.x - event.clientX, Math.abs(event.clientY - start.y)];
  if (!swiped) {
    // Whoever scrolls moves down first; then the finger is the browser's.
    if (down > 10) start = undefined;
    else if (left > 12 && left > down * 2) swiped = start.row;
    if (!swiped) return;
    swiped.classList.add("is-swiped");
    swiped.setPointerCapture?.(event.pointerId);
  }
  const bound = swiped.offsetWidth * 0.5;
  // Beyond half of the row, and to the right, it gives way only a little.
  const distance = left < 0 ? left * 0.2 : left > bound ? bound + (left - bound) * 0.25 : left;
  swiped.querySelector(".row-link").style.transform = `translateX(${-distance}px)`;
  swiped.classList.toggle("is-far", isFar(swiped, left));
});

function endSwipe(event, isDone) {
  if (!start || event.pointerId !== start.pointer) return;
  const row = swiped;
  const left = start.x - event.clientX;
  start = undefined;
  swiped = undefined;
  if (!row) return;
  swipeEnded = event.timeStamp;
  if (isDone && isFar(row, left)) remove(row);
  else settle(row);
  if (changed.size || isEverything) refresh();
}

// The click that follows a swipe is not meant.
document.addEventListener("click", (event) => {
  if (event.timeStamp - swipeEnded < 400) event.preventDefault();
}, { capture: true });
document.addEventListener("pointerup", (event) => endSwipe(event, true));
document.addEventListener("pointercancel", (event) => endSwipe(event, false));

// ---- back to the top -----------------------------------------------------------------------------------------------

const top = part("to-top");
addEventListener("scroll", () => { top.hidden = scrollY < innerHeight * 2; }, { passive: true });
top.addEventListener("click", (event) => {
  event.preventDefault();
  scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  part("main").focus({ preventScroll: true });
});

part("apply").parentElement.hidden = true;
if (part("find").querySelector(".fault")) form.elements[part("find").querySelector(".fault").dataset.field]?.focus();
watch();
comeBack();

// What was typed before this script was here is looked for like anything else.
if (words.value !== words.defaultValue) words.dispatchEvent(new Event("input", { bubbles: true }));
