// Health: comfort for logging. Everything works without it: what is said here in place is otherwise a form and a page.
import { pageFor, renew, post, say } from "./page.js";
import { spoken } from "./spoken.js";

let leaving;

/** A sentence that is seen wherever the list stands; it goes by itself, unless someone is about to use it. */
function toast(sentence, options) {
  clearTimeout(leaving);
  const box = say(sentence, options);
  box.classList.add("is-toast");
  const leave = () => {
    if (box.matches(":hover, :focus-within")) leaving = setTimeout(leave, 4000);
    else box.remove();
  };
  leaving = setTimeout(leave, 12_000);
}

/** Where the focus is, said so that it can be found again in a fresh copy of a list. */
function place() {
  const element = document.activeElement;
  const list = element?.closest?.("[data-live]");
  if (!list) return null;
  const rows = [...list.querySelectorAll("[data-entry]")];
  const row = element.closest("[data-entry]");
  return { list: list.id, id: element.id, row: row?.id, index: rows.indexOf(row) };
}

/** Settled doses lie folded. */
const isShown = (element) => element && !element.closest("details:not([open])");

/** Gives the focus back: to the same button, otherwise to another of the same row, otherwise to the row that is there now. */
function find(here) {
  if (!here) return;
  const list = document.getElementById(here.list);
  const rows = [...(list?.querySelectorAll("[data-entry]") ?? [])].filter(isShown);
  const same = document.getElementById(here.row);
  const row = isShown(same) ? same : rows[Math.min(Math.max(here.index, 0), rows.length - 1)];
  const button = here.id ? document.getElementById(here.id) : null;
  const target = (isShown(button) && button) || row?.querySelector("button") || row?.querySelector("a") || list?.querySelector("summary") || document.getElementById("main");
  if (target !== document.activeElement) target?.focus({ preventScroll: target.id === "main" });
}

/** Puts fresh lists in the place of the old ones. */
async function refresh(here = place()) {
  const fresh = await pageFor(location.href, { background: true });
  if (!fresh) {
    location.reload();
    return;
  }
  for (const list of document.querySelectorAll("[data-live]")) renew(list, fresh);
  find(here);
}

async function send(path, fields) {
  const response = await post(path, fields).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (answer?.error?.asks) return answer;
  if (!response?.ok || !answer) {
    const words = answer?.error?.message;
    toast(words ? words[0].toUpperCase() + words.slice(1) : spoken`This did not work. Try again.`, { tone: "trouble" });
    return null;
  }
  return answer;
}

function told(answer) {
  const undo = answer.undo && { label: answer.label, action: async () => {
    const taken = await send(answer.undo, {});
    if (!taken) return;
    await refresh();
    told(taken);
  } };
  toast(answer.sentence, { undo });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-quick]")) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  // No one has chosen a number yet: Enter in the field leads to the numbers.
  if (form.id === "quick-symptom" && !fields.get("severity")) {
    form.querySelector(".step").focus();
    return;
  }
  form.dataset.busy = "yes";
  const here = place();
  const answer = await send(form.getAttribute("action"), fields);
  delete form.dataset.busy;
  if (!answer) return;
  // The dose would break a limit: a page asks about it.
  if (answer.error) {
    form.removeAttribute("data-quick");
    form.requestSubmit(event.submitter);
    return;
  }
  if (form.id.startsWith("quick-")) {
    const hadFocus = form.contains(document.activeElement);
    form.reset();
    if (hadFocus) (form.querySelector("input:not([type='hidden'])") ?? form.querySelector("button")).focus({ preventScroll: true });
  }
  await refresh(here);
  told(answer);
});

// The tap on a number that is chosen takes it back; keys choose another, or clear the row with Backspace.
let wasChosen = null;
document.addEventListener("pointerdown", (event) => {
  const radio = event.target.closest?.(".step")?.querySelector("input[type='radio']");
  wasChosen = radio?.checked ? radio : null;
});
document.addEventListener("click", (event) => {
  if (event.target === wasChosen) {
    event.target.checked = false;
    wasChosen = null;
  }
});
document.addEventListener("keydown", (event) => {
  if ((event.key === "Backspace" || event.key === "Delete") && event.target.matches?.(".step input:checked")) {
    event.preventDefault();
    event.target.checked = false;
  }
});

// The last number of a measure is there to be logged again, or to be typed over.
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(".measure-quick input")) event.target.select();
});

// "Another…" is chosen to be typed into.
document.querySelector(".pick-other input")?.addEventListener("change", () => document.getElementById("other").focus());

// A choice of the history is made by choosing.
const filter = document.getElementById("log-filter");
if (filter) {
  document.getElementById("log-apply").hidden = true;
  let byKeys = false;
  filter.addEventListener("keydown", (event) => { byKeys = event.key.startsWith("Arrow"); });
  filter.addEventListener("pointerdown", () => { byKeys = false; });
  // Arrow keys go over choices that are not meant: with them the button is used.
  filter.addEventListener("change", () => {
    if (byKeys) document.getElementById("log-apply").hidden = false;
    else filter.requestSubmit();
  });
}

// What others write comes in without taking the focus away from a button.
let before = null;
document.addEventListener("records-changed", () => { before = place(); });
document.addEventListener("refreshed", () => { if (document.activeElement === document.body) find(before); });
