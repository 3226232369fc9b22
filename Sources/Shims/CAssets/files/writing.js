// Markdown while typing: Enter goes on with a list, keys and a small bar make what is chosen bold, italic, a list, a quote or a link.
import { spoken } from "./spoken.js";

/** An item of a list, or a line of a quote: its sign with the blanks around it, and the words. */
const item = /^(\s*)(?:([-*+])( \[[ xX]\])? |(\d{1,9})([.)]) |(> ?))(.*)$/;

/** Puts words in the place of what lies between, as typed: Ctrl+Z takes it back. `execCommand` alone keeps that in every browser. */
function replace(text, from, until, words) {
  text.setSelectionRange(from, until);
  const isDone = words ? document.execCommand("insertText", false, words) : document.execCommand("delete");
  if (isDone) return;
  text.setRangeText(words, from, until, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Where the line begins in which a place is, and where it ends. */
const lineStart = (text, at) => text.value.lastIndexOf("\n", at - 1) + 1;
function lineEnd(text, at) {
  const end = text.value.indexOf("\n", at);
  return end < 0 ? text.value.length : end;
}

/** A new line begins as the one before; an empty item ends the list. Gives whether it did. */
function goOn(text) {
  const { selectionStart: at, selectionEnd: end } = text;
  if (at !== end) return false;
  const start = lineStart(text, at);
  const [, blanks, sign, box, number, point, quote, words] = text.value.slice(start, at).match(item) ?? [];
  if (words === undefined) return false;
  // Words behind the cursor go to the next line, as its item.
  if (!words.trim() && !text.value.slice(at, lineEnd(text, at)).trim()) {
    replace(text, start, at, "");
    return true;
  }
  const next = sign ? `${sign}${box ? " [ ]" : ""} ` : number ? `${Number(number) + 1}${point} ` : quote;
  replace(text, at, at, `\n${blanks}${next}`);
  return true;
}

/** Puts marks around what is chosen, or takes them away. */
function mark(text, sign) {
  const { selectionStart: from, selectionEnd: until, value } = text;
  const [before, after] = [value.slice(from - sign.length, from), value.slice(until, until + sign.length)];
  // One star of two is no mark of its own.
  const isMarked = before === sign && after === sign && !(sign === "*" && value[from - 2] === "*" && value[from - 3] !== "*");
  if (isMarked) {
    replace(text, from - sign.length, until + sign.length, value.slice(from, until));
    text.setSelectionRange(from - sign.length, until - sign.length);
    return;
  }
  replace(text, from, until, sign + value.slice(from, until) + sign);
  text.setSelectionRange(from + sign.length, until + sign.length);
}

const signOf = { list: () => "- ", checklist: () => "- [ ] ", numbers: (index) => `${index + 1}. `, quote: () => "> " };

/** Makes the chosen lines a list or a quote; if they are one of that kind, plain lines. */
function makeLines(text, kind) {
  const from = lineStart(text, text.selectionStart);
  const until = lineEnd(text, Math.max(text.selectionEnd, from));
  const lines = text.value.slice(from, until).split("\n");
  const plain = lines.map((line) => line.replace(item, (all, blanks, ...rest) => blanks + rest[5]));
  const wanted = plain.map((line, index) => (line.trim() || lines.length === 1 ? line.replace(/^\s*/, (blanks) => blanks + signOf[kind](index)) : line));
  const words = (wanted.join("\n") === text.value.slice(from, until) ? plain : wanted).join("\n");
  replace(text, from, until, words);
  text.setSelectionRange(lines.length > 1 ? from : from + words.length, from + words.length);
}

function makeLink(text) {
  const { selectionStart: from, selectionEnd: until, value } = text;
  const words = value.slice(from, until);
  const isAddress = /^https?:\/\/\S+$/.test(words);
  const link = isAddress ? `[](${words})` : `[${words}](https://)`;
  replace(text, from, until, link);
  // The part that is missing is chosen.
  const at = isAddress || !words ? from + 1 : from + words.length + 3;
  text.setSelectionRange(at, at + (isAddress || !words ? 0 : 8));
}

/** Puts a picture of the entry at the cursor, as a paragraph of its own; what is said about it can be typed at once. */
export function placePicture(text, name) {
  text.focus();
  const at = text.selectionEnd;
  const [before, after] = [text.value.slice(0, at), text.value.slice(at)];
  const address = /[<>\n]/.test(name) ? encodeURIComponent(name) : /[\s()\\]/.test(name) ? `<${name}>` : name;
  const start = !before || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  replace(text, at, at, `${start}![](${address})${after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n"}`);
  text.setSelectionRange(at + start.length + 2, at + start.length + 2);
}

const acts = {
  bold: [spoken`Bold`, "B", (text) => mark(text, "**")],
  italic: [spoken`Italic`, "I", (text) => mark(text, "*")],
  list: [spoken`List`, "•", (text) => makeLines(text, "list")],
  numbers: [spoken`Numbered list`, "1.", (text) => makeLines(text, "numbers")],
  checklist: [spoken`Checklist`, "☑", (text) => makeLines(text, "checklist")],
  quote: [spoken`Quote`, "❝", (text) => makeLines(text, "quote")],
  link: [spoken`Link`, "🔗\uFE0E", makeLink],
};

/** Teaches a field to write Markdown, and adds its bar to the others below it. */
export function teach(text, bar) {
  text.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    const act = (event.ctrlKey || event.metaKey) && { b: acts.bold, i: acts.italic }[key];
    if (act) act[2](text);
    else if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !goOn(text)) return;
    event.preventDefault();
  });

  const sheet = document.createElement("details");
  sheet.className = "tool tool-style";
  sheet.name = "sheet";
  sheet.dataset.sheet = "style";
  const summary = document.createElement("summary");
  summary.title = spoken`Style`;
  summary.textContent = "Aa";
  const row = document.createElement("div");
  row.className = "tool-body style-row";
  for (const [name, [label, sign, act]] of Object.entries(acts)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: sign, title: label, className: `quiet style-${name}` });
    button.setAttribute("aria-label", label);
    // The choice in the text stays.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      text.focus({ preventScroll: true });
      act(text);
    });
    row.append(button);
  }
  // The sheet of photos lies beside; from here it is one tap too.
  const files = bar.querySelector('[data-sheet="files"] summary');
  const photo = document.createElement("button");
  Object.assign(photo, { type: "button", title: files.title, className: "quiet style-photo" });
  photo.setAttribute("aria-label", spoken`Add photos or files`);
  photo.append(files.querySelector(".icon").cloneNode(true));
  photo.addEventListener("click", () => files.click());
  row.append(photo);
  sheet.append(summary, row);
  bar.prepend(sheet);
}
