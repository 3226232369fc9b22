// The viewer: one picture of the page over the whole window, and from one to the next.
import { spoken } from "./spoken.js";

const links = () => [...document.querySelectorAll(".picture[data-whole]")];
const make = (kind, name, words = "") => Object.assign(document.createElement(kind), { className: name, textContent: words });

const dialog = make("dialog", "viewer");
dialog.setAttribute("aria-label", spoken`Photo`);
const head = make("div", "viewer-head");
const place = make("p", "viewer-place");
place.setAttribute("role", "status");
const entry = make("a", "button quiet", spoken`Entry`);
const save = make("a", "button quiet", spoken`Save a copy`);
save.download = "";
const close = make("button", "quiet", spoken`Close`);
const stage = make("div", "viewer-stage");
const image = make("img", "");
const ways = [["is-previous", spoken`Previous photo`, -1], ["is-next", spoken`Next photo`, 1]].map(([name, words, step]) => {
  const button = make("button", `viewer-way ${name}`);
  button.setAttribute("aria-label", words);
  button.innerHTML = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M14 6l-6 6 6 6"/></svg>';
  button.addEventListener("click", () => go(step));
  return { button, step };
});
const caption = make("p", "viewer-caption");
const foot = make("div", "viewer-foot");
head.append(place, entry, save, close);
stage.append(image, ...ways.map(({ button }) => button));
foot.append(caption);
dialog.append(head, stage, foot);

let [at, opener] = [0, null];
image.addEventListener("error", () => {
  image.hidden = true;
  caption.textContent = spoken`This picture can’t be shown. Save a copy to open it in another program.`;
});

function show() {
  const all = links();
  at = Math.min(Math.max(at, 0), all.length - 1);
  const { whole, save: address, caption: words, entryPage, moment } = all[at].dataset;
  image.hidden = false;
  image.src = whole;
  image.alt = all[at].querySelector("img").alt;
  place.textContent = spoken`${at + 1} of ${all.length}`;
  caption.textContent = [words, moment].filter(Boolean).join(" · ");
  save.href = address;
  entry.href = entryPage;
  entry.hidden = location.pathname === entryPage;
  for (const { button, step } of ways) button.disabled = !all[at + step];
}

function go(step) {
  if (!links()[at + step]) return;
  at += step;
  show();
}

function open(link) {
  [at, opener] = [links().indexOf(link), link];
  document.body.append(dialog);
  show();
  dialog.showModal();
  close.focus();
  // The way back closes it.
  history.pushState({ viewer: true }, "");
}

/** Takes it away; who came by the keyboard is where they were. */
function end() {
  if (!dialog.open) return;
  dialog.close();
  dialog.remove();
  image.removeAttribute("src");
  (links()[at] ?? opener)?.focus({ preventScroll: false });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".picture[data-whole]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link);
});
close.addEventListener("click", () => history.back());
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  history.back();
});
addEventListener("popstate", end);
dialog.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(step);
});

// A finger moves from one to the next; two fingers make it larger, and then move it.
let start = null;
stage.addEventListener("pointerdown", (event) => {
  start = event.isPrimary && event.pointerType !== "mouse" && (visualViewport?.scale ?? 1) < 1.05 ? event : null;
});
stage.addEventListener("pointerup", (event) => {
  const moved = start ? event.clientX - start.clientX : 0;
  if (Math.abs(moved) > 48 && Math.abs(moved) > 2 * Math.abs(event.clientY - start.clientY)) go(moved < 0 ? 1 : -1);
  start = null;
});
