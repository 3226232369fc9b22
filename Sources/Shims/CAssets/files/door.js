// The door in a page that stays: before anything is sent the app proves that it is the one that made this page; then the
// passphrase opens it in place, and the page goes on.
import { spoken } from "./spoken.js";

const { body } = document;
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** A page of the phone's app, in its frame or in a tab: there is no terminal, and no other program can answer. */
export const isPhone = "phone" in body.dataset;

// Taken from the page as it was made: what answers later cannot change it.
const { door } = body.dataset;
const key = door && crypto.subtle?.importKey("raw", bytes(door), { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);

/** Milliseconds between two looks whether the app is back. */
const lookAgain = 2000;

/** Sends fields; null where no one answers. */
const send = (path, fields) => fetch(path, {
  method: "POST", credentials: "same-origin", redirect: "error", cache: "no-store",
  headers: { "X-Requested-With": "auralyst", "X-Form-Token": body.dataset.formToken }, body: new URLSearchParams(fields),
}).catch(() => null);

/** One after the other, in all tabs: each answer may begin a session or sign it in, and the last cookie and token have to stay. */
const inTurn = (task) => navigator.locks ? navigator.locks.request("auralyst-door", task) : (waiting = waiting.then(task));
let waiting = Promise.resolve();

/** Asks who is there: "gone", "stranger", "unknown" (the app does not know this browser any more), "locked" or "open". */
export const knock = () => inTurn(ask);

async function ask() {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  const response = await send("/door", { nonce });
  if (!response) return "gone";
  const answer = await response.json().catch(() => null);
  if (typeof answer?.proof !== "string" || !(isPhone || key)) return "stranger";
  const message = new TextEncoder().encode(`auralyst door 1\n${location.origin}\n${nonce}`);
  try {
    const isOurs = isPhone || await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, await key, bytes(answer.proof), message);
    if (!isOurs) return "stranger";
  } catch {
    return "stranger";
  }
  if (answer.ends) return "gone";
  if (!answer.token) return "unknown";
  body.dataset.formToken = answer.token;
  for (const field of document.querySelectorAll('input[name="form-token"]')) field.value = answer.token;
  return answer.open ? "open" : "locked";
}

const again = spoken`Start Auralyst again. This page then continues by itself.`;
const sentences = {
  gone: again,
  stranger: isPhone ? again : spoken`Another program answers here. Don’t type your passphrase. Run 'auralyst open' in a terminal.`,
  unknown: isPhone ? spoken`Copy what you typed, then load this page again.` : spoken`Auralyst doesn’t know this browser. Open the address that 'auralyst open' prints in another tab; this page then continues.`,
  locked: "",
};

/** Milliseconds after the last key of someone who types. */
const pauseAfter = 1500;

let cover;
let cause;
let timer;
let focused;
let lastInput = -Infinity;

// The page's own fields, also while they are covered.
document.addEventListener("input", ({ target }) => {
  if (cover?.contains(target)) return;
  lastInput = performance.now();
  if (cover) cover.querySelector(".door-words").hidden = false;
}, true);

function make(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The form that stands over the page. */
function build(hasWords) {
  const passphrase = make("input", { type: "password", id: "door-passphrase", name: "passphrase", autocomplete: "current-password", required: true });
  const fault = make("p", { className: "fault", id: "door-fault", hidden: true });
  fault.setAttribute("role", "alert");
  passphrase.setAttribute("aria-describedby", fault.id);
  const form = make(
    "form", { id: "door-form", className: "stack" },
    make("input", { type: "text", name: "username", value: "Auralyst", autocomplete: "username", hidden: true, readOnly: true }),
    make("p", { className: "field" }, make("label", { htmlFor: passphrase.id, textContent: spoken`Passphrase` }), passphrase),
    fault, make("div", { className: "actions" }, make("button", { className: "primary wide", textContent: spoken`Unlock` })),
    make("p", { className: "hint" }, make("a", { href: "/unlock", target: "_blank", textContent: spoken`Use a passkey or the recovery code` })));
  const state = make("p", { id: "door-state" });
  state.setAttribute("role", "status");
  const words = make("p", { className: "door-words", textContent: spoken`What you typed is still here, hidden until you unlock.`, hidden: !hasWords });
  const brand = make("div", { className: "brand" }, ...(document.querySelector(".bar .brand")?.cloneNode(true).childNodes ?? []));
  const heading = make("h1", { id: "door-title" });
  const card = make("section", { className: "card narrow door" }, brand, heading, words, state, form);
  card.setAttribute("aria-labelledby", heading.id);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unlock(form, fault);
  });
  return make("main", { id: "door", className: "page" }, card);
}

/** Shows who is there. The form is only there for the app itself. */
function show(state) {
  const place = document.getElementById("door-state");
  const form = document.getElementById("door-form");
  if (state === "gone") cause = spoken`Auralyst was restarted`;
  const title = state === "gone" ? spoken`Auralyst has stopped` : state === "stranger" ? spoken`This isn’t Auralyst` : cause;
  const heading = document.getElementById("door-title");
  if (heading.textContent !== title) heading.textContent = title;
  if (place.textContent !== sentences[state]) place.textContent = sentences[state];
  place.hidden = !sentences[state];
  place.classList.toggle("fault", state === "stranger");
  if (form.hidden !== (state !== "locked")) {
    form.hidden = state !== "locked";
    form.elements.passphrase.value = "";
    takeFocus(form);
  }
  cover.dataset.state = state;
}

/** Leads the keys to the passphrase; not while someone types on in the hidden field. */
function takeFocus(form) {
  if (form.hidden || !form.isConnected) return;
  const rest = lastInput + pauseAfter - performance.now();
  if (rest > 0 && document.documentElement.dataset.covered === "typing") {
    setTimeout(takeFocus, rest, form);
    return;
  }
  leaveField();
  form.elements.passphrase.focus();
}

/** Takes the page away from the keyboard, too. */
function leaveField() {
  focused?.classList?.remove("door-field");
  document.documentElement.dataset.covered = "true";
}

async function look() {
  const state = await knock();
  if (!cover) return state;
  clearTimeout(timer);
  if (state === "open") {
    uncover();
    return state;
  }
  show(state);
  timer = setTimeout(look, lookAgain);
  return state;
}

async function unlock(form, fault) {
  const passphrase = form.elements.passphrase.value;
  fault.hidden = true;
  const [button] = form.getElementsByTagName("button");
  button.disabled = true;
  // Immediately before: another program may have taken the port while the form was open.
  const state = await look();
  if (state === "locked") {
    clearTimeout(timer);
    const response = await inTurn(() => send("/unlock", { passphrase }));
    const answer = await response?.json().catch(() => null);
    if (response?.ok) {
      if ((await look()) === "open") document.dispatchEvent(new CustomEvent("door-opened"));
    } else {
      fault.textContent = answer?.error?.message ?? spoken`Auralyst didn’t answer. Try again.`;
      fault.hidden = false;
      form.elements.passphrase.select();
      timer = setTimeout(look, lookAgain);
    }
  }
  button.disabled = false;
}

/** Ends what goes on without the page: a sound, and a film in a window of its own. */
export function silence() {
  for (const player of document.querySelectorAll("audio, video")) player.pause();
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(() => null);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => null);
}

/** Hides the page, and asks for the passphrase in its place. A field that has the focus keeps it, unseen: no letter is lost. */
export function coverPage(title, hasWords) {
  if (cover) return;
  focused = document.activeElement;
  cause = title;
  cover = build(hasWords);
  const isField = focused?.matches("input, textarea, select");
  if (isField) focused.classList.add("door-field");
  document.documentElement.dataset.covered = isField ? "typing" : "true";
  body.append(cover);
  document.getElementById("door-title").textContent = title;
  document.getElementById("door-form").hidden = true;
  look();
}

/** Shows the page again, as it was. */
function uncover() {
  clearTimeout(timer);
  leaveField();
  cover.remove();
  cover = undefined;
  delete document.documentElement.dataset.covered;
  if (focused?.isConnected) focused.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("unlocked"));
}

/** Looks at once whether the app is open: another page has unlocked it. */
export const lookNow = () => { if (cover) look(); };
