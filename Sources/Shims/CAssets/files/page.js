// Talking to the server from a page: forms and fresh copies of pages.
import { knock } from "./door.js";

const headers = () => ({ "X-Requested-With": "auralyst", "X-Form-Token": document.body.dataset.formToken });

/** Forms that may be sent as they are: the app has just proved that it is there. */
export const proven = new WeakSet();

/** Whether something may be sent: where the connection was gone another program may have taken the port, and gets no word. */
export const maySend = async () => !("offline" in document.documentElement.dataset) || ["open", "locked"].includes(await knock());

/**
 * Sends fields (an object, a FormData or URLSearchParams) to a path; gives the response. With `keepalive` it goes out at once, though the
 * page is left: the caller knows that it may be sent.
 */
export async function post(path, fields = {}, { keepalive = false, background = false } = {}) {
  if (!keepalive && !(await maySend())) throw new TypeError("connection lost");
  const isPlain = !(fields instanceof FormData) && !(fields instanceof URLSearchParams);
  return fetch(path, {
    method: "POST",
    credentials: "same-origin",
    redirect: "manual",
    keepalive,
    headers: { ...headers(), ...(background ? { "X-Background": "1" } : {}) },
    body: isPlain ? new URLSearchParams(fields) : fields,
  });
}

// A button that is replaced between press and release gets no click: what was pressed would do nothing.
let [isPressed, releasing] = [false, 0];
const waiting = [];
function press() {
  clearTimeout(releasing);
  isPressed = true;
}
function release(delay = 0) {
  clearTimeout(releasing);
  releasing = setTimeout(() => {
    isPressed = false;
    for (const go of waiting.splice(0)) go();
  }, delay);
}
addEventListener("pointerdown", press, true);
addEventListener("keydown", ({ key }) => { if (key === " ") press(); }, true);
// The click of a finger comes as an event of its own after it has left the screen.
addEventListener("pointerup", () => release(300), true);
for (const kind of ["click", "keyup", "pointercancel"]) addEventListener(kind, () => release(), true);
addEventListener("blur", () => release());

/** A fresh copy of a page as a document, once nothing is pressed; null when it cannot be had. */
export async function pageFor(address, { background = false } = {}) {
  const response = await fetch(address, {
    credentials: "same-origin",
    headers: { ...(background ? { "X-Background": "1" } : {}), "X-Requested-With": "auralyst" },
  }).catch(() => null);
  if (!response?.ok || response.status === 204) return null;
  const text = await response.text();
  if (isPressed) await new Promise((go) => { waiting.push(go); });
  return new DOMParser().parseFromString(text, "text/html");
}

/** Remembers where an element of a list is, from the nearest element with an id on; gives a function that finds it in a fresh copy. */
export function placeOf(element, list) {
  const steps = [];
  let start = element;
  for (; list.contains(start) && start !== list && !start.id; start = start.parentNode) steps.unshift([...start.parentNode.children].indexOf(start));
  const words = element?.matches("a, button, summary") ? element.textContent : undefined;
  return () => {
    const found = steps.reduce((place, step) => place?.children[step], document.getElementById(start?.id));
    // Where something was added above, the same way leads elsewhere.
    const isSame = found?.localName === element.localName && (words === undefined || !steps.length || found.textContent === words);
    return isSame ? found : null;
  };
}

/** Puts the rows of a fresh copy of a page in the place of a list's old ones; what was unfolded stays so. Gives whether the copy has it. */
export function renew(list, fresh) {
  const other = fresh.getElementById(list.id);
  if (!other) return false;
  // What is typed there and not sent stays, where nothing has changed.
  if (list.isEqualNode(other)) return true;
  const unfolded = [...list.querySelectorAll("details[open][id]")].map((one) => one.id);
  const was = (field) => field.defaultValue ?? ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value;
  const typed = [...list.querySelectorAll("input[id][inputmode], select[id]")].filter((one) => one.value !== was(one)).map((one) => [one.id, one.value]);
  list.replaceChildren(...[...other.childNodes].map((node) => document.adoptNode(node)));
  for (const [id, value] of typed) Object.assign(document.getElementById(id) ?? {}, { value });
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  return true;
}

/** Says a sentence where a screen reader hears it; with a way to undo, if there is one. */
export function say(sentence, { undo, tone = "done" } = {}) {
  const box = document.createElement("div");
  box.className = `notice notice-${tone}`;
  const words = document.createElement("p");
  words.textContent = sentence;
  box.append(words);
  if (undo) {
    const button = document.createElement("button");
    button.className = "link";
    button.textContent = undo.label;
    button.addEventListener("click", async () => {
      box.remove();
      await undo.action();
    });
    box.append(button);
  }
  document.getElementById("notices").replaceChildren(box);
  return box;
}
