// Writing: keeps what is typed, takes files in, and lets an entry that is edited save itself.
import { knock } from "./door.js";
import { maySend, post, proven, say } from "./page.js";
import { spoken } from "./spoken.js";
import { showTags } from "./tags.js";
import { placePicture, teach } from "./writing.js";

const part = (id) => document.getElementById(id);
const form = part("composer");
const text = form.elements.text;
const entry = form.dataset.entry;
const state = part("saved-state");

/** Milliseconds after the last key. */
const keepAfter = 600;
const saveAfter = 5000;
/** Milliseconds after the first key that is not kept, however fast others follow: with the sending, less than two seconds. */
const keepAtLatest = 1500;
/** Browsers send no more than 64 KiB when a page is left; it may be left while an earlier request is on its way. */
const leavingLimit = 20000;
/** How many letters the fields beside the text take when they are sent. */
const chosenLength = (body) => [...body].reduce((sum, [name, value]) => (name === "text" ? sum : sum + name.length + value.length + 2), 0);
/** Names this view of the page, so that the server never puts an older text of it in the place of a newer one. */
const view = crypto.getRandomValues(new Uint32Array(3)).join("-");

/** Says how it stands, once. */
function tell(words, isTrouble = false) {
  state.classList.toggle("is-trouble", isTrouble);
  if (state.textContent !== words) state.textContent = words;
}

// ---- what is in the fields -----------------------------------------------------------------------------------------

/** The fields as they are sent; files go by themselves, and the token in the head of the request. */
function fields() {
  const pairs = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "form-token");
  return new URLSearchParams(pairs);
}

/** What a person can change, as one text. The entry's own is not encoded: it may be a book. */
function snapshot() {
  const isTheirs = ([name, value]) =>
    typeof value === "string" && !name.startsWith("was-") && !["text", "form-token", "draft", "seen", "zone", "known", "once", "removed"].includes(name);
  return `${new URLSearchParams([...new FormData(form)].filter(isTheirs))}\n${text.value}`;
}

/** Tells texts apart without sending them (FNV-1a over UTF-16). */
function mark(words) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < words.length; index += 1) hash = Math.imul(hash ^ words.charCodeAt(index), 0x01000193) >>> 0;
  return String(hash);
}

/** As it is kept on the server, as it is saved there, and marks of the texts that this window has shown or sent. */
const isRefused = "refused" in form.dataset;
let keptAs = isRefused ? "" : snapshot();
let savedAs = isRefused || Number(form.dataset.kept) ? "" : keptAs;
let savedText = text.defaultValue;
/** The text that the server has, as a draft or in the entry. */
let keptText = text.defaultValue;
let turn = 0;
let known = form.elements.known.value.split(",");
/** The form has gone, or is about to. */
let isOver = false;

// One request after the other, so that an older text never comes after a newer one.
let chain = Promise.resolve();
let running = 0;

function queue(job) {
  running += 1;
  chain = chain.then(job).catch(() => null).finally(() => { running -= 1; });
  return chain;
}

/** Why a request was refused, in the server's words. */
async function trouble(response, beginning) {
  if (!response) return `${beginning}: connection lost`;
  const answer = await response.json().catch(() => null);
  return answer?.error?.message ? `${beginning}: ${answer.error.message}` : beginning;
}

// ---- keeping what is typed -----------------------------------------------------------------------------------------

let keepTimer;
/** When the first change came that is not kept, in milliseconds of this page. */
let unkeptSince;
let isFailing = false;
/** No one answered last time. */
let isCutOff = false;

/** Adds a text to those that this window has shown or sent; the form says them too. */
function know(words) {
  known = [...known, mark(words)].slice(-4);
  form.elements.known.value = known.join(",");
}

/** Where a text differs from an older one: `part` is in the place of the older one's letters `from` to `until`. */
function difference(older, words) {
  const most = Math.min(older.length, words.length);
  let [from, end] = [0, 0];
  while (from < most && older.charCodeAt(from) === words.charCodeAt(from)) from += 1;
  while (end < most - from && older.charCodeAt(older.length - 1 - end) === words.charCodeAt(words.length - 1 - end)) end += 1;
  // A letter of two halves stays whole.
  if (from && (words.charCodeAt(from - 1) & 0xfc00) === 0xd800) from -= 1;
  if (end && (words.charCodeAt(words.length - end) & 0xfc00) === 0xdc00) end -= 1;
  return { from, until: older.length - end, part: words.slice(from, words.length - end) };
}

/**
 * What is sent to keep the form as it is: `now`, its text, and the fields; no fields if a page that is left cannot send as much. Of a long
 * text only what changed is sent, unless the whole is asked for.
 */
function draft({ isLeaving = false, isWhole = false } = {}) {
  const body = fields();
  const words = text.value;
  know(words);
  turn += 1;
  body.set("view", view);
  body.set("turn", turn);
  if (!isWhole && words.length + chosenLength(body) > leavingLimit) {
    body.delete("text");
    body.set("base", mark(keptText));
    for (const [name, value] of Object.entries(difference(keptText, words))) body.set(name, value);
  }
  const isTooMuch = isLeaving && body.toString().length > leavingLimit;
  return { now: snapshot(), words, body: isTooMuch ? undefined : body };
}

function sendDraft(body, options) {
  unkeptSince = undefined;
  return post(`/draft/${form.elements.draft.value}`, body, options).catch(() => null);
}

const tinted = showTags(text, difference);

/** The server has a text: as which draft, and of which entry to be. */
async function accept(response, { now, words }) {
  isFailing = false;
  [keptAs, keptText] = [now, words];
  const { name, kept, once, becomes, asks, tags: found } = await response.json();
  askForTags(asks);
  tinted.found(found ?? [], words);
  form.elements.draft.value = name;
  if (once && !entry) {
    form.elements.once.value = once;
    form.dataset.becomes = becomes;
  }
  part("discard-draft").action = `/draft/${name}/discard`;
  part("kept-line").hidden = !kept;
  part("kept-line").querySelector(".kept-when")?.remove();
  if (savedAs !== now) tell(kept ? spoken`Draft saved` : "");
}

const isInDoubt = () => isFailing || ["offline", "covered"].some((name) => name in document.documentElement.dataset);

async function keep() {
  clearTimeout(keepTimer);
  unkeptSince = undefined;
  if (isOver || snapshot() === keptAs) return;
  if (document.documentElement.dataset.covered) return;
  // Where the connection was gone another program may have taken the port: it gets no word.
  const answerer = isInDoubt() ? await knock() : "open";
  const isOurs = answerer === "open" || answerer === "locked";
  let sent = isOurs ? draft() : undefined;
  let response = sent && (await sendDraft(sent.body, { background: isFailing }));
  if (response?.status === 409 && sent.body.has("base")) {
    // Another text is there: this one comes whole.
    sent = draft({ isWhole: true });
    response = await sendDraft(sent.body, { background: isFailing });
  }
  isCutOff = !response || response.status >= 500 || response.status === 401;
  if (!response?.ok) {
    isFailing = true;
    if (response?.status === 401 || answerer === "stranger" || answerer === "unknown") {
      document.dispatchEvent(new CustomEvent("door-closed"));
      return;
    }
    tell(await trouble(response, spoken`Draft not saved`), true);
    // What cannot be kept as it is, is not tried again until it changes.
    if (isCutOff) keepTimer = setTimeout(() => queue(keep), 4000);
    return;
  }
  unsent = undefined;
  await accept(response, sent);
}

/** When the draft was kept last, as the server has it. */
function keptThere() {
  return fetch(`/draft/${form.elements.draft.value}`, {
    credentials: "same-origin", headers: { "X-Requested-With": "auralyst", "X-Background": "1" },
  }).catch(() => null);
}

/** Keeps what is typed, and gives whether there was anyone to keep it. */
async function reach() {
  await keep();
  const response = isCutOff ? null : await keptThere();
  isCutOff = !response?.ok;
  isFailing = isFailing || isCutOff;
  return !isCutOff;
}

function stay() {
  tell(spoken`Not saved: Auralyst does not answer. Your text is still here.`, true);
}

/** What was sent when the page was left may have come behind the request for the page that is here now. */
async function catchUp() {
  if (isOver || snapshot() !== keptAs) return;
  const response = await keptThere();
  if (!response?.ok) return;
  const { kept } = await response.json();
  if (kept > Number(form.dataset.kept) && snapshot() === keptAs && !isOver) {
    isOver = true;
    location.reload();
  }
}

// Once after each time that a person comes to the page again, and never in a circle.
const [arrival] = performance.getEntriesByType("navigation");
const lastReload = Number(history.state?.caughtUp ?? 0);
const isSamePage = arrival?.type !== "navigate" || document.referrer.split("?")[0] === location.origin + location.pathname;
if (isSamePage && Date.now() - lastReload > 5000) {
  history.replaceState({ ...history.state, caughtUp: Date.now() }, "");
  for (const wait of [150, 1200]) setTimeout(catchUp, wait);
}

/** The page may be gone in a moment: no waiting for anything. Gives whether nothing remains unsent. */
function leave() {
  if (isOver || snapshot() === keptAs) return true;
  const sent = isInDoubt() ? {} : draft({ isLeaving: true });
  if (!sent.body) {
    queue(keep);
    return false;
  }
  [keptAs, keptText] = [sent.now, sent.words];
  const request = sendDraft(sent.body, { keepalive: true });
  // The page may stay after all: then it has to know.
  queue(async () => {
    const response = await request;
    if (response?.ok) {
      await accept(response, sent);
      return;
    }
    keptAs = "";
    isFailing = true;
    queue(keep);
  });
  return true;
}

/** What was wrong with a field is so no longer when someone changes it: saving tells again. */
function mend({ target }) {
  const name = (target.name ?? "").replace("-other", "");
  if (!name || !part(`${name}-fault`)) return;
  part(`${name}-fault`).remove();
  for (const field of form.querySelectorAll(`[aria-describedby~="${name}-fault"]`)) {
    field.removeAttribute("aria-invalid");
    if (field === text) field.setAttribute("aria-describedby", "saved-state");
    else field.removeAttribute("aria-describedby");
  }
  if (form.querySelector('.fault[id$="-fault"]')) return;
  for (const place of document.querySelectorAll("[data-when-mended]")) {
    if (place.dataset.whenMended) place.textContent = place.dataset.whenMended;
    else place.remove();
  }
}

function changed() {
  if (isOver) return;
  clearTimeout(keepTimer);
  unkeptSince ??= performance.now();
  keepTimer = setTimeout(() => queue(keep), Math.max(0, Math.min(keepAfter, unkeptSince + keepAtLatest - performance.now())));
  if (!entry) return;
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => queue(save), saveAfter);
}

for (const kind of ["input", "change"]) {
  form.addEventListener(kind, mend);
  form.addEventListener(kind, changed);
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") leave(); });
addEventListener("pagehide", leave);
addEventListener("beforeunload", (event) => {
  if (!leave()) event.preventDefault();
});

/** The button that was pressed while no one could save: it is pressed again when the page is unlocked. */
let unsent;

document.addEventListener("page-leaving", (event) => {
  if (isOver || !unsent && !running && !uploads.size && snapshot() === keptAs) return;
  isFailing = true;
  event.preventDefault();
});
document.addEventListener("unlocked", () => {
  const button = unsent;
  if (snapshot() === keptAs) keptAs = "";
  queue(keep).finally(() => {
    if (entry) queue(save);
    if (button) form.requestSubmit(button.form === form ? button : undefined);
  });
});
addEventListener("online", () => { if (isFailing) queue(keep); });

// These take the page away: what was typed in the last moment goes first, and where no one takes it the page stays.
function keepBefore(event, leaveFor) {
  if (isOver || snapshot() === keptAs) return;
  event.preventDefault();
  queue(keep).finally(() => (isCutOff ? stay() : leaveFor()));
}
for (const other of document.querySelectorAll("form.lock, form.template-choice")) {
  other.addEventListener("submit", (event) => keepBefore(event, () => other.submit()));
}
part("leave")?.addEventListener("click", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) keepBefore(event, () => location.assign(event.target.href));
});
// A template is put into the form once, and not again by a reload.
if (new URLSearchParams(location.search).has("template")) {
  const on = new URLSearchParams(location.search).get("on");
  history.replaceState(history.state, "", location.pathname + (on ? `?${new URLSearchParams({ on })}` : ""));
}

part("discard-draft").addEventListener("submit", () => { isOver = true; });

// ---- saving --------------------------------------------------------------------------------------------------------

let saveTimer;
let isReady = false;
const uploads = new Set();

form.addEventListener("submit", (event) => {
  clearTimeout(keepTimer);
  clearTimeout(saveTimer);
  know(text.value);
  if (isReady) return;
  const hasFailed = () => list.querySelector(".has-failed") !== null;
  const explain = () => tell(spoken`Not saved: a file could not be uploaded. Try again, or remove it.`, true);
  if (hasFailed()) {
    event.preventDefault();
    explain();
    return;
  }
  const isInDoubt = isFailing || !navigator.onLine || "offline" in document.documentElement.dataset;
  if (!running && !uploads.size && !isInDoubt) {
    isOver = true;
    return;
  }
  // A file that is on its way belongs to the entry, and a draft that is on its way must not come after it. A browser shows
  // a page of its own where no one answers, and the words would be gone.
  event.preventDefault();
  const { submitter } = event;
  if (uploads.size) tell(spoken`Waiting for the files…`);
  isOver = !isInDoubt;
  Promise.allSettled([chain, ...uploads]).then(async () => {
    if (hasFailed()) {
      isOver = false;
      explain();
      return;
    }
    if ((isInDoubt || isFailing) && !(await reach())) {
      isOver = false;
      unsent = submitter ?? form;
      if (document.documentElement.dataset.covered) return;
      stay();
      return;
    }
    isOver = true;
    isReady = true;
    // Not before this event is over: until then a form cannot be sent again.
    setTimeout(() => {
      if (isInDoubt) proven.add(form);
      form.requestSubmit(submitter?.form === form ? submitter : undefined);
    });
  });
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
  if (event.key === "Enter" && form.contains(event.target)) {
    event.preventDefault();
    form.requestSubmit(part("save"));
  } else if (event.key.toLowerCase() === "s" && !event.shiftKey) {
    event.preventDefault();
    queue(entry ? save : keep);
  }
});

/** Saves the entry as it is in the form. Files come and go with the button only. */
async function save() {
  clearTimeout(saveTimer);
  const now = snapshot();
  if (isOver || now === savedAs || document.documentElement.dataset.covered) return;
  if ((isFailing || "offline" in document.documentElement.dataset) && !["open", "locked"].includes(await knock())) {
    tell(spoken`Not saved: connection lost`, true);
    saveTimer = setTimeout(() => queue(save), 8000);
    return;
  }
  const sent = new FormData(form);
  know(text.value);
  sent.set("known", form.elements.known.value);
  sent.delete("files");
  sent.set("autosave", "yes");
  const sentText = text.value;
  const response = await post(`/entry/${entry}`, sent).catch(() => null);
  if (response?.status === 401) {
    isFailing = true;
    document.dispatchEvent(new CustomEvent("door-closed"));
    return;
  }
  if (!response?.ok) {
    tell(await trouble(response, spoken`Not saved`), true);
    if (!response) saveTimer = setTimeout(() => queue(save), 8000);
    return;
  }
  const answer = await response.json();
  savedAs = now;
  keptAs = now;
  savedText = keptText = sentText;
  if (!answer.edits || combine(answer.edits, sentText)) form.elements.seen.value = answer.seen;
  for (const name of ["tags", "when", "place", "starred"]) form.elements[`was-${name}`].value = sent.get(name) ?? "no";
  form.elements["was-score"].value = sent.get("score") ?? "";
  form.elements["was-mood"].value = sent.get("mood-other") || sent.get("mood") || "";
  part("kept-line").hidden = true;
  tell(spoken`Saved ${answer.savedAt}`);
  if (answer.conflict) meet(answer.conflict, sentText);
}

if (entry) addEventListener("blur", () => queue(save));

// ---- someone else writes too --------------------------------------------------------------------------------------

function replaceText(words) {
  const { selectionStart, selectionEnd, scrollTop } = text;
  text.value = words;
  tinted.follow();
  savedText = keptText = words;
  text.setSelectionRange(Math.min(selectionStart, words.length), Math.min(selectionEnd, words.length));
  text.scrollTop = scrollTop;
  text.classList.remove("arrived");
  requestAnimationFrame(() => text.classList.add("arrived"));
}

/**
 * Puts what another window changed, since combined with the text that was sent, in its place around what was typed here meanwhile. Gives
 * false if that is in the same place: then the next save tells of both.
 */
function combine(edits, sentText) {
  const typed = difference(sentText, text.value);
  const isSame = text.value === sentText;
  savedText = keptText = edits.reduceRight((words, [from, until, part]) => words.slice(0, from) + part + words.slice(until), sentText);
  know(savedText);
  if (!isSame && edits.some(([from, until]) => from <= typed.until && typed.from <= until)) return false;
  const shift = text.value.length - sentText.length;
  for (const [from, until, part] of edits.toReversed()) {
    const by = !isSame && from > typed.from ? shift : 0;
    text.setRangeText(part, from + by, until + by, "preserve");
  }
  tinted.follow();
  if (isSame) savedAs = keptAs = snapshot();
  text.classList.remove("arrived");
  requestAnimationFrame(() => text.classList.add("arrived"));
  say(spoken`Changes from another window were added.`);
  return true;
}

/** Two texts: where this window had not touched its own the other stands, otherwise both are shown. */
function meet({ text: words, at, name, stands }, sentText) {
  if (stands) {
    if (text.value === sentText) replaceText(words);
    savedAs = keptAs = snapshot();
    say(spoken`This entry was changed in another window. This is the new version.`);
    return;
  }
  const section = part("other-text-template").content.firstElementChild.cloneNode(true);
  section.querySelector(".prose").textContent = words;
  section.querySelector(".other-clock").textContent = ` (${at})`;
  section.querySelector(".put-below").value = name;
  section.setAttribute("role", "status");
  part("notices").replaceChildren();
  part("other-text").replaceChildren(section);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".put-below");
  if (!button) return;
  event.preventDefault();
  const section = button.closest(".other-text");
  text.value = `${text.value}\n\n${section.querySelector(".prose").textContent}`;
  section.remove();
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
  text.dispatchEvent(new Event("input", { bubbles: true }));
  say(spoken`The other version is now below yours.`);
});

function setMood(mood) {
  const choices = [...form.querySelectorAll('input[type="radio"][name="mood"]')];
  const choice = choices.find((one) => one.value === mood);
  for (const one of choices) one.checked = one === choice;
  form.elements["mood-other"].value = choice ? "" : mood;
}

const score = () => form.querySelector('input[name="score"]:checked')?.value ?? "";

function setScore(number) {
  const faces = [...form.querySelectorAll('input[name="score"]')];
  // A face has two numbers: the one that was typed stays.
  const face = faces.find((one) => one.value && number && Math.ceil(one.value / 2) === Math.ceil(number / 2));
  if (face) face.value = number;
  (face ?? faces.at(-1)).checked = true;
}

const mood = () => form.elements["mood-other"].value || form.querySelector('input[name="mood"]:checked')?.value || "";

/** Brings what another window has saved into the fields that no one has touched here. */
async function refresh() {
  if (isOver) return;
  const response = await fetch(`/entry/${entry}/edit`, {
    credentials: "same-origin", headers: { "X-Requested-With": "auralyst", "X-Background": "1" },
  }).catch(() => null);
  if (!response?.ok) return;
  const now = await response.json();
  if (now.deleted) {
    tell(spoken`This entry was deleted in another window. What you write here is saved as a draft.`, true);
    return;
  }
  const wasSaved = snapshot() === savedAs;
  const was = (name) => form.elements[`was-${name}`];
  if (mood() === was("mood").value) setMood(now.mood);
  was("mood").value = mood() === now.mood ? now.mood : was("mood").value;
  if (score() === was("score").value) {
    setScore(now.score);
    was("score").value = now.score;
  }
  for (const name of ["tags", "when", "place"]) {
    const field = form.elements[name];
    // A moment in a text field has a blank in place of the T.
    if (field.value.replace(/^([\d-]{10}) (?=\d)/, "$1T") !== was(name).value) continue;
    field.value = name === "when" && field.type === "text" ? now.when.replace("T", " ") : now[name];
    was(name).value = now[name];
  }
  const star = now.starred ? "yes" : "no";
  if ((form.elements.starred.checked ? "yes" : "no") === was("starred").value) {
    form.elements.starred.checked = now.starred;
    was("starred").value = star;
  }
  if (now.seen !== form.elements.seen.value) {
    if (text.value === savedText) {
      form.elements.seen.value = now.seen;
      know(now.text);
      if (text.value !== now.text) {
        replaceText(now.text);
        say(spoken`This entry was changed in another window. This is the new version.`);
      }
    } else {
      say(spoken`This entry was also changed in another window.`);
    }
  }
  if (wasSaved) savedAs = keptAs = snapshot();
  showChosen();
}

/** Another window has saved this draft as an entry: it is not offered here any more, unless more was typed. */
async function letGo() {
  if (isOver) return;
  if (snapshot() === keptAs && !uploads.size) {
    isOver = true;
    location.reload();
  } else {
    say(spoken`This draft was saved in another window. What you typed since is still here.`);
  }
}

document.addEventListener("records-changed", ({ detail }) => {
  if (entry ? !detail || detail.includes(entry) : detail?.includes(form.dataset.becomes)) queue(entry ? refresh : letGo);
});

// ---- mood and tags -------------------------------------------------------------------------------------------------

form.querySelector(".moods").addEventListener("change", (event) => {
  if (event.target.type === "radio") form.elements["mood-other"].value = "";
});
form.elements["mood-other"].addEventListener("input", (event) => {
  const isEmpty = !event.target.value;
  for (const one of form.querySelectorAll('input[type="radio"][name="mood"]')) one.checked = isEmpty && one.value === "";
});

// A tap on the chosen face takes it back.
let wasFace = null;
form.querySelector(".faces").addEventListener("pointerdown", ({ target }) => { wasFace = target.checked ? target : null; });
form.querySelector(".faces").addEventListener("click", ({ target }) => {
  if (target !== wasFace || !target.value) return;
  setScore("");
  target.dispatchEvent(new Event("change", { bubbles: true }));
});

// The browser's list completes one word; here it completes the last of several.
const tags = form.elements.tags;
const inUse = [...part("tags-in-use").options].map((option) => option.value);
const looks = new Map([...part("tags-in-use").options].map(({ value, dataset }) => [value.toLowerCase(), { ...dataset }]));

/** Gives a tag its icon and colour. */
function dress(button, tag) {
  const { icon, hue } = looks.get(tag.replace(/^[#@]/, "").toLowerCase()) ?? {};
  if (hue) button.classList.add(hue.trim());
  if (icon) button.prepend(make("span", "tag-icon", icon));
}
tags.addEventListener("input", () => {
  const before = tags.value.replace(/[^\s,;]*$/, "");
  const options = inUse.slice(0, 50).map((tag) => {
    const option = document.createElement("option");
    option.value = before + tag;
    return option;
  });
  part("tags-in-use").replaceChildren(...options);
});

// ---- files ---------------------------------------------------------------------------------------------------------

const list = part("staged");
const picker = form.elements.files;
const sizeLimit = 512 * 1024 * 1024;
const pictures = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const atOnce = 2;
const waiting = [];
let sending = 0;

function make(tag, className, words) {
  const node = document.createElement(tag);
  node.className = className;
  if (words !== undefined) node.textContent = words;
  return node;
}

function iconOf(name) {
  return list.querySelector(".icon")?.cloneNode(true) ?? make("span", "file-icon", name.split(".").pop().slice(0, 4));
}

/** A file that says it is a picture, and that this browser cannot read, is kept as any other. */
async function unreadable(image) {
  const item = image.closest("li");
  const isHere = image.src.startsWith("blob:") || await fetch(image.src).then((response) => response.ok, () => false);
  image.replaceWith(iconOf(item.querySelector(".file-name").textContent));
  if (isHere) item.append(make("p", "file-note", spoken`This picture can’t be shown. It is kept as it is.`));
}
list.addEventListener("error", ({ target }) => { if (target instanceof HTMLImageElement) unreadable(target); }, true);
for (const image of list.querySelectorAll("img")) if (image.complete && !image.naturalWidth) unreadable(image);

/** The line of a file: picture, name, how far it is, and a button to remove it. */
function lineFor(file) {
  const item = make("li", "staged-file");
  if (pictures.includes(file.type)) {
    const image = document.createElement("img");
    image.alt = "";
    image.src = URL.createObjectURL(file);
    for (const end of ["load", "error"]) image.addEventListener(end, () => URL.revokeObjectURL(image.src), { once: true });
    item.append(image);
  } else {
    item.append(iconOf(file.name));
  }
  const name = make("span", "file-name");
  name.append(make("bdi", "", file.name));
  const progress = make("progress", "file-progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", spoken`Uploading ${file.name}`);
  item.append(name, progress, removeButton(file.name));
  return item;
}

function removeButton(name) {
  const button = make("button", "quiet staged-remove", "Remove");
  button.type = "button";
  button.append(make("span", "hidden", ` ${name}`));
  return button;
}

/** A picture can stand at a place in the text. */
function offerPlace(item, name) {
  const button = make("button", "quiet file-place", spoken`Into the text`);
  button.type = "button";
  button.append(make("span", "hidden", ` ${name}`));
  button.addEventListener("click", () => placePicture(text, name));
  item.insertBefore(button, item.querySelector(".staged-remove, .file-remove"));
}
for (const item of form.querySelectorAll("li[data-picture]")) offerPlace(item, decodeURIComponent(item.dataset.picture));

function send(file, item) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    item.abort = () => { request.abort(); resolve(null); };
    request.open("POST", "/attachments");
    request.responseType = "json";
    request.setRequestHeader("X-Requested-With", "auralyst");
    request.setRequestHeader("X-Form-Token", document.body.dataset.formToken);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) item.querySelector("progress").value = event.loaded / event.total;
    });
    request.addEventListener("load", () => resolve({ status: request.status, answer: request.response }));
    request.addEventListener("error", () => resolve({ status: 0 }));
    const body = new FormData();
    body.append("draft", form.elements.draft.value);
    body.append("files", file, file.name);
    request.send(body);
  });
}

async function upload(file, item) {
  if (!item.isConnected) return;
  const result = (await maySend()) ? await send(file, item) : { status: 0 };
  delete item.abort;
  if (!result) return;
  const progress = item.querySelector("progress");
  if (result.status !== 200 || !result.answer?.name) {
    const words = result.answer?.error?.message ?? (result.status ? spoken`This file could not be uploaded.` : spoken`Connection lost.`);
    const fault = make("p", "fault", words);
    const again = make("button", "link", spoken`Try again`);
    again.type = "button";
    again.addEventListener("click", () => {
      fault.replaceWith(progress);
      item.classList.remove("has-failed");
      start(file, item);
    });
    fault.append(" ", again);
    progress.replaceWith(fault);
    item.classList.add("has-failed");
    say(`${file.name}: ${words}`, { tone: "trouble" });
    return;
  }
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "staged";
  input.value = result.answer.name;
  item.dataset.staged = result.answer.name;
  Object.assign(item.dataset, result.answer.photo ?? {});
  progress.replaceWith(make("span", "file-size", result.answer.sizeInWords));
  item.prepend(input);
  if (result.answer.type.startsWith("image/")) offerPlace(item, file.name);
  changed();
  offerPhoto();
}

function next() {
  while (sending < atOnce && waiting.length) {
    sending += 1;
    waiting.shift()().finally(() => {
      sending -= 1;
      next();
    });
  }
}

function start(file, item) {
  const done = new Promise((resolve) => {
    waiting.push(async () => resolve(await upload(file, item)));
  });
  uploads.add(done);
  done.finally(() => uploads.delete(done));
  next();
}

function take(files) {
  const all = [...files];
  const tooLarge = all.filter((file) => file.size > sizeLimit);
  for (const file of all) {
    if (tooLarge.includes(file)) continue;
    const item = lineFor(file);
    list.append(item);
    start(file, item);
  }
  if (tooLarge.length) {
    const names = tooLarge.map((file) => `“${file.name}”`).join(", ");
    say(`${names} ${tooLarge.length === 1 ? "is" : "are"} larger than 512 MiB, the limit for one file.`, { tone: "trouble" });
  }
}

for (const item of list.children) item.append(removeButton(item.querySelector(".file-name").textContent));

list.addEventListener("click", (event) => {
  const button = event.target.closest?.(".staged-remove");
  if (!button) return;
  const item = button.closest("li");
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  item.abort?.();
  if (item.dataset.staged) post(`/attachments/${item.dataset.staged}/discard`).catch(() => null);
  item.remove();
  (neighbour?.querySelector(".staged-remove") ?? picker).focus();
  changed();
  offerPhoto();
});

/** Offers the time and the place that a picture says, where the entry has another day or no place. Nothing is set without a tap. */
function offerPhoto() {
  const { when, place } = form.elements;
  const now = new Date();
  const today = new Date(now - now.getTimezoneOffset() * 60000).toISOString();
  const day = (when.value || today).slice(0, 10);
  const said = (name, isNew) => [...list.children].map((item) => item.dataset).find((data) => data[name] && isNew(data[name]));
  const time = said("taken", (taken) => !taken.startsWith(day));
  const spot = place.value ? undefined : said("place", () => true);
  const row = part("photo-chips");
  const button = (words, field, value) => {
    const one = make("button", "chip", words);
    one.type = "button";
    one.addEventListener("click", () => {
      field.value = field.type === "text" && field === when ? value.replace("T", " ") : value;
      text.focus({ preventScroll: true });
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return one;
  };
  const words = time ? spoken`Photo taken ${time.moment}` : spoken`The photo says where it was taken`;
  const offers = [];
  if (time) offers.push(button(spoken`Use this time`, when, time.taken));
  if (spot) offers.push(button(spoken`Use its place`, place, spot.place));
  const shown = [words, ...offers.map((one) => one.textContent)].join();
  if (row.dataset.shown === shown && offers.length === row.querySelectorAll("button").length) return;
  row.dataset.shown = shown;
  row.replaceChildren(...(offers.length ? [make("p", "", words), ...offers] : []));
}
for (const kind of ["input", "change"]) form.addEventListener(kind, offerPhoto);
offerPhoto();

picker.addEventListener("change", () => {
  take(picker.files);
  picker.value = "";
});

document.addEventListener("paste", (event) => {
  const { files, types } = event.clipboardData;
  // What comes from a text program is a text, though a picture of it comes along.
  if (!files.length || types.includes("text/plain")) return;
  event.preventDefault();
  const now = new Date();
  const when = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  take([...files].map((file) => (file.name === "image.png" ? new File([file], spoken`Picture ${when}.png`, { type: file.type }) : file)));
});

const card = form.closest(".card") ?? form;
let depth = 0;
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragenter", (event) => {
  if (!hasFiles(event)) return;
  depth += 1;
  card.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (!hasFiles(event)) return;
  depth -= 1;
  if (depth <= 0) card.classList.remove("dropping");
});
document.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  card.classList.remove("dropping");
  take(event.dataTransfer.files);
});

// ---- the bar ---------------------------------------------------------------------------------------------------------

teach(text, form.querySelector(".composer-bar"));
const sheets = [...form.querySelectorAll(".tool")];
const sheetOf = (name) => form.querySelector(`.tool[data-sheet="${name}"]`);
const chosen = part("chosen");

/** Closes what is open, and goes back to the text. */
function closeSheets({ toText = false } = {}) {
  const open = sheets.find((one) => one.open);
  if (!open) return;
  open.open = false;
  if (toText) text.focus({ preventScroll: true });
}

/** The moment of a date field as pages say it: with the name of the month, and in their order. Anything else as it was typed. */
function momentWords(value) {
  const date = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(value) ? new Date(`${value.replace(" ", "T")}Z`) : null;
  if (!date || Number.isNaN(date.valueOf()) || document.body.dataset.dates.startsWith("year")) return value.replace("T", " ");
  const [day, month, year] = ["day", "month", "year"].map((name) => date.toLocaleDateString(document.documentElement.lang, { [name]: name === "month" ? "short" : "numeric", timeZone: "UTC" }));
  return `${document.body.dataset.dates.startsWith("month") ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`}, ${value.slice(11)}`;
}

/** What was chosen, below the text. */
function showChosen() {
  const chip = (name, words, icon) => {
    const button = make("button", "chip", words);
    button.type = "button";
    button.dataset.opens = name;
    if (icon) button.prepend(icon.cloneNode(true));
    const item = make("li", "");
    item.append(button);
    return item;
  };
  const { when, place, journal } = form.elements;
  const icon = (name) => form.querySelector(`input[name="${name}"]:checked`)?.parentElement.querySelector(".icon");
  const all = [];
  const face = form.querySelector('input[name="score"]:checked')?.parentElement.title;
  const feeling = [face, mood()].filter(Boolean).join(" ");
  if (feeling) all.push(chip("mood", feeling, icon("score") ?? icon("mood") ?? sheetOf("mood").querySelector(".icon")));
  for (const tag of tags.value.split(/[\s,;]+/).filter(Boolean)) {
    const item = chip("tags", `#${tag.replace(/^#/, "")}`);
    dress(item.firstChild, tag);
    all.push(item);
  }
  if (when.value) all.push(chip("when", momentWords(when.value), sheetOf("when").querySelector(".icon")));
  if (place.value.trim()) all.push(chip("when", place.value));
  if (journal?.selectedOptions[0] && !journal.selectedOptions[0].defaultSelected) all.push(chip("when", journal.selectedOptions[0].textContent));
  chosen.replaceChildren(...all);
  chosen.hidden = !all.length;
  for (const [name, isSet] of [["mood", feeling], ["tags", tags.value.trim()], ["when", when.value || place.value.trim()]]) sheetOf(name).classList.toggle("is-set", Boolean(isSet));
}

chosen.addEventListener("click", ({ target }) => {
  const sheet = sheetOf(target.closest("[data-opens]")?.dataset.opens);
  if (!sheet) return;
  sheet.open = true;
});
for (const sheet of sheets) {
  sheet.addEventListener("toggle", () => {
    if (!sheet.open || sheet.contains(document.activeElement.closest(".tool-body"))) return;
    (sheet.querySelector("input:checked") ?? sheet.querySelector("input, select"))?.focus({ preventScroll: true });
  });
}
// The system shows its own sheet for files.
sheetOf("files").querySelector("summary").addEventListener("click", (event) => {
  event.preventDefault();
  closeSheets();
  picker.click();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && sheets.some((one) => one.open)) {
    event.preventDefault();
    closeSheets({ toText: true });
  }
});
document.addEventListener("pointerdown", ({ target }) => { if (!target.closest?.(".composer-bar, .chosen")) closeSheets(); });
// A word is one tap, and so the last of a face and a word; the arrow keys go from one to the other.
sheetOf("mood").addEventListener("click", ({ target, detail }) => { if (target.name === "mood" && detail > 0) closeSheets({ toText: true }); });
for (const kind of ["input", "change"]) form.addEventListener(kind, showChosen);

/** The tags that are used most, to tap, in the groups of their owner. */
function offerTags() {
  const row = make("div", "tag-choices");
  let group = "";
  for (const tag of inUse.slice(0, 60)) {
    const look = looks.get(tag.toLowerCase());
    if (look.group !== group || !row.children.length) {
      group = look.group ?? "";
      if (group || row.children.length) row.append(make("p", "tag-group", group || spoken`Other tags`));
    }
    const button = make("button", "tag", `#${tag}`);
    button.type = "button";
    button.dataset.tag = tag;
    dress(button, tag);
    row.append(button);
  }
  const mark = () => {
    const written = tags.value.split(/[\s,;]+/).map((one) => one.toLowerCase());
    for (const button of row.querySelectorAll(".tag")) button.setAttribute("aria-pressed", String(written.includes(button.dataset.tag.toLowerCase())));
  };
  row.addEventListener("click", ({ target }) => {
    const { tag } = target.closest("[data-tag]")?.dataset ?? {};
    if (!tag) return;
    const written = tags.value.split(/[\s,;]+/).filter(Boolean);
    const others = written.filter((one) => one.toLowerCase() !== tag.toLowerCase());
    tags.value = (others.length < written.length ? others : [...written, tag]).join(", ");
    tags.dispatchEvent(new Event("input", { bubbles: true }));
  });
  tags.addEventListener("input", mark);
  if (inUse.length) sheetOf("tags").querySelector(".field").after(row);
  mark();
}
offerTags();
showChosen();

document.querySelector(".composer .fault")?.closest(".field, .composer")?.querySelector('[aria-invalid="true"]')?.focus();

// ---- words that may become tags ----------------------------------------------------------------------------------------

/** Asks once, in a line below the text; the server knows the rule. */
function askForTags(words) {
  const place = part("tag-question");
  place.hidden = !words;
  const said = place.firstElementChild;
  if (words && said.textContent !== words) said.textContent = words;
}
part("tag-question").addEventListener("click", async (event) => {
  const { value } = event.target.closest("button") ?? {};
  if (!value) return;
  // No form is sent: what is written stays a draft.
  event.preventDefault();
  const response = await post("/settings/text-tags", { answer: value }).catch(() => null);
  if (!response?.ok) {
    say(await trouble(response, spoken`Not saved`), { tone: "trouble" });
    return;
  }
  askForTags();
  text.focus({ preventScroll: true });
});

// ---- a mood that is offered ----------------------------------------------------------------------------------------

const chips = part("mood-chips");
const suggestAfter = 1000;
/** The model reads the beginning; a call for help may be at the end. */
const suggestLimit = 8192;
const suggestable = () =>
  text.value.length > 2 * suggestLimit ? `${text.value.slice(0, suggestLimit)}\n${text.value.slice(-suggestLimit)}` : text.value;
let suggestTimer;
let suggestedFor = "";

const hasMood = () => Boolean(form.querySelector('input[name="mood"]:checked')?.value || form.elements["mood-other"].value);

async function suggest() {
  const [words, chosen] = [suggestable(), mood()];
  if (isOver || words === suggestedFor) return;
  suggestedFor = words;
  const response = await post("/mood/suggest", { text: words, mood: chosen }, { background: true }).catch(() => null);
  if (!response?.ok || chosen !== mood() || words !== suggestable()) return;
  // Beside a chosen mood nothing moves until there is something to show.
  if (chosen && response.status === 204 && !chips.querySelector(".support-line")) return;
  const piece = response.status === 204 ? "" : await response.text();
  const nodes = new DOMParser().parseFromString(piece, "text/html").body.childNodes;
  chips.style.minHeight = "";
  chips.replaceChildren(...[...nodes].map((node) => document.adoptNode(node)));
}

/** Chooses the mood as if the person had, and remembers that it was offered. */
function takeMood(mood) {
  const choice = form.querySelector(`input[name="mood"][value="${CSS.escape(mood)}"]`);
  if (!choice) return;
  const hadFocus = chips.contains(document.activeElement);
  choice.checked = true;
  form.elements["mood-source"].value = mood;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  const said = document.createElement("p");
  said.className = "hidden";
  said.textContent = spoken`Mood: ${mood}`;
  chips.append(said);
  if (hadFocus) text.focus({ preventScroll: true });
}

/** Nothing is offered any more. What is below stays where it is, and so under the pointer that is about to press it. */
function withdraw() {
  chips.style.minHeight = `${chips.getBoundingClientRect().height}px`;
  chips.replaceChildren();
}

text.addEventListener("input", () => {
  clearTimeout(suggestTimer);
  suggestTimer = setTimeout(suggest, suggestAfter);
});
chips.addEventListener("click", ({ target }) => {
  const mood = target.closest("[data-mood]")?.dataset.mood;
  if (mood) takeMood(mood);
});
form.addEventListener("change", () => { if (hasMood() && !chips.querySelector(".support-line")) withdraw(); });
// Alt+M takes the first one that is offered, from wherever the cursor is in the form.
form.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyM") return;
  const first = chips.querySelector("[data-mood]");
  if (!first) return;
  event.preventDefault();
  takeMood(first.dataset.mood);
});

// Words that were typed before this script was here are kept and read like any others.
if (text.value !== text.defaultValue) {
  keptAs = savedAs = "";
  text.dispatchEvent(new Event("input", { bubbles: true }));
}
