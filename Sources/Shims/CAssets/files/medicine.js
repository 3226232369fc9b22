// The schedule editor: says while one types what the schedule will do, and adds and removes rows.
import { post } from "./page.js";

const form = document.getElementById("schedule-form");
const preview = document.getElementById("preview");
let asked = 0;

/** Asks what the form would do now; the answer to the last question counts. */
async function show() {
  const number = (asked += 1);
  const response = await post(form.dataset.preview, new URLSearchParams(new FormData(form))).catch(() => null);
  if (number !== asked || !response?.ok) return;
  const answer = new DOMParser().parseFromString(await response.text(), "text/html");
  const start = answer.querySelector("[data-start]")?.dataset.start;
  const proposed = form.elements["proposed-start"];
  if (start && form.elements.start.value === proposed.value) form.elements.start.value = proposed.value = start;
  if (preview.textContent !== answer.body.textContent) preview.replaceChildren(...adopted(answer.body));
}

/** Whether a number or an amount means one, or less. */
function isOne(typed) {
  const [above, below] = typed.trim().replace(",", ".").split("/").map(Number);
  return /^[½⅓⅔¼¾]$/.test(typed.trim()) || (below === undefined ? above : above / below) <= 1;
}

/** Says "1 day" and "2 days" while a number is typed. */
function count({ target }) {
  const word = target.nextElementSibling;
  if (word?.dataset.one) word.textContent = target.value.trim() && isOne(target.value) ? word.dataset.one : word.dataset.more;
}

const adopted = (node) => [...node.childNodes].map((child) => document.adoptNode(child));

/** Adds or removes a row. This happens in the page: no answer can come late and replace what was made or typed meanwhile. */
function press(button) {
  const [action, kind] = button.value.split("-");
  const rows = () => [...form.querySelectorAll(`li:has([name="${kind === "time" ? "time" : "step-amount"}"])`)];
  if (action === "drop") {
    button.closest("li").remove();
  } else {
    const last = rows().at(-1);
    const row = last.cloneNode(true);
    for (const input of row.querySelectorAll("input")) {
      input.value = input.defaultValue = "";
      count({ target: input });
    }
    last.after(row);
  }
  for (const [index, row] of rows().entries()) {
    for (const part of row.querySelectorAll("[aria-label]")) part.ariaLabel = part.ariaLabel.replace(/\d+/, index + 1);
    const drop = row.querySelector(".drop");
    drop.value = `drop-${kind}-${index}`;
    drop.hidden = rows().length === 1;
  }
  rows().at(-1).querySelector("input").focus();
  show();
}

if (form) {
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(show, 250);
  };
  form.addEventListener("input", later);
  form.addEventListener("input", count);
  form.addEventListener("change", later);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[formnovalidate]");
    if (!button) return;
    event.preventDefault();
    press(button);
  });
  document.getElementById("show-preview").hidden = true;
  show();
}
