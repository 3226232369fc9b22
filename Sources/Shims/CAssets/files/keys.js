// The pages before the door and the settings: passphrases that can be shown and weighed, passkeys, small previews.
// Nothing that is typed here leaves the page before its form is sent.
import { post, say } from "./page.js";
import { spoken } from "./spoken.js";

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// ---- Passphrases -----------------------------------------------------------------------------------------------------

/** A button beside each passphrase that shows what was typed. */
function addReveals() {
  for (const input of all('input[type="password"]')) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet reveal";
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-controls", input.id);
    const name = document.createElement("span");
    name.className = "hidden";
    const label = one(`label[for="${input.id}"]`)?.textContent ?? "";
    name.textContent = " " + spoken`what is typed under “${label}”`;
    button.append(spoken`Show`, name);
    const show = (isShown) => {
      input.type = isShown ? "text" : "password";
      button.firstChild.data = isShown ? spoken`Hide` : spoken`Show`;
      button.setAttribute("aria-pressed", String(isShown));
    };
    button.addEventListener("click", () => show(input.type === "password"));
    // Browsers keep what was sent in a plain field for the next time.
    input.form?.addEventListener("submit", () => show(false));
    const hadFocus = document.activeElement === input;
    const box = document.createElement("span");
    box.className = "with-reveal";
    input.replaceWith(box);
    box.append(input, button);
    if (hadFocus) input.focus();
  }
}

const common = new Set(("123456 1234567 12345678 123456789 1234567890 password passwort passphrase letmein welcome admin hello hallo secret "
  + "geheim changeme qwerty qwertz qwertyuiop qwertzuiop asdfgh asdfghjkl iloveyou diary journal mydiary myjournal dearjournal deardiary "
  + "auralyst opensesame correcthorsebatterystaple correcthorse tobeornottobe thequickbrownfox maytheforcebewithyou onceuponatime").split(" "));
const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertz", "yxcvbnm", "azerty"];

/** Whether a character follows from the one before: the same, its neighbour in the alphabet, the next key. */
function follows(next, last) {
  const [a, b] = [last.toLowerCase(), next.toLowerCase()];
  return a === b || Math.abs(a.codePointAt(0) - b.codePointAt(0)) === 1 || rows.some((row) => row.includes(a + b) || row.includes(b + a));
}

/** Bits of a run of letters, of digits or of other signs. */
function bitsOfRun(run, isAmongOthers) {
  const isLetters = /\p{L}/u.test(run[0]);
  const isDigits = /\p{N}/u.test(run[0]);
  if (isDigits && run.length === 4 && run >= "1900" && run <= "2099") return 7;
  const hasBoth = isLetters && /.\p{Lu}/u.test(run) && /.\p{Ll}/u.test(run);
  const each = isDigits ? 3.3 : isLetters ? (hasBoth ? 5.7 : 4.7) : 5;
  const letters = [...run];
  const chance = letters.slice(1).reduce((sum, letter, index) => sum + (follows(letter, letters[index]) ? 0.5 : each), each);
  if (!isLetters || letters.length < 3) return chance;
  const vowels = run.match(/[aeiouy]/gi)?.length ?? 0;
  const isWord = !/^[\x00-\x7f]*$/.test(run) || (vowels >= letters.length * 0.2 && !/[^aeiouy]{5}/i.test(run));
  if (!isWord) return chance;
  return Math.min(chance, isAmongOthers && letters.length <= 12 ? Math.min(letters.length * 2, 13) : letters.length * 2);
}

/** How hard a passphrase is to guess, 0 to 4: the server's rules in short. The server has the last word. */
function strength(passphrase) {
  const typed = passphrase.normalize("NFKC").slice(0, 256);
  if (common.has(typed.toLowerCase().replace(/[\s\d\p{P}]+$/u, "").replace(/\s/g, "")) || common.has(typed.toLowerCase().replace(/\s/g, ""))) return 0;
  const words = typed.split(/[\s\-_.,+/]+/).filter(Boolean);
  const seen = new Set();
  let bits = 0;
  for (const word of words) {
    const isNew = !seen.has(word.toLowerCase());
    seen.add(word.toLowerCase());
    if (!isNew) bits += 1;
    else for (const run of word.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu) ?? []) bits += bitsOfRun(run, words.length > 1);
  }
  return [16, 28, 40, 56].filter((step) => bits >= step).length;
}

const advice = [
  spoken`Very weak: it can be guessed at once; use four or more random words.`,
  spoken`Weak: it is easy to guess; use four or more random words.`,
  spoken`Fair: one or two more random words would make it good.`,
  spoken`Good, if no one can guess it from what they know about you.`,
  spoken`Strong: make sure you will remember it.`,
];

/** Says while one types how hard the passphrase is to guess. */
function addMeters() {
  for (const place of all("[data-strength]")) {
    const input = document.getElementById(place.dataset.strength);
    const meter = document.createElement("meter");
    Object.assign(meter, { min: 0, max: 4, low: 2, high: 3, optimum: 4 });
    meter.setAttribute("aria-label", "Strength");
    const words = document.createElement("span");
    place.append(meter, words);
    const choice = document.getElementById("all-the-same-choice");
    const wasRefused = choice && !choice.hidden;
    const weigh = () => {
      const found = strength(input.value);
      place.hidden = !input.value;
      meter.value = Math.max(found, 0.3);
      words.textContent = advice[found];
      if (choice && !wasRefused) choice.hidden = !input.value || found >= 2;
    };
    input.addEventListener("input", weigh);
    weigh();
  }
  const [first, second] = [one("#passphrase"), one("#repeated")];
  if (!first || !second) return;
  const compare = () => second.setCustomValidity(second.value && second.value !== first.value ? spoken`The two passphrases don’t match.` : "");
  first.addEventListener("input", compare);
  second.addEventListener("input", compare);
}

/** Counts down until the next try, and lets no one try in vain. */
function addWait() {
  const place = one("[data-wait]");
  if (!place) return;
  const buttons = all("#unlock-form button");
  let left = Number(place.dataset.wait);
  for (const button of buttons) button.disabled = true;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    place.textContent = spoken`You can try again.`;
    for (const button of buttons) button.disabled = false;
  }, 1000);
}

// ---- Passkeys --------------------------------------------------------------------------------------------------------

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => crypto.getRandomValues(new Uint8Array(32));
const canUsePasskeys = () => isSecureContext && typeof PublicKeyCredential === "function" && Boolean(navigator.credentials?.get);

function tell(sentence, isFault) {
  const place = document.getElementById("passkey-state");
  place.textContent = sentence;
  place.hidden = !sentence;
  place.classList.toggle("fault", isFault);
  place.classList.toggle("hint", !isFault);
}

const sentences = {
  NotAllowedError: spoken`The passkey was not used: it was cancelled, or took too long. Try again.`,
  InvalidStateError: spoken`This passkey already unlocks the journal.`,
  SecurityError: spoken`This browser can’t use passkeys at this address.`,
  NotSupportedError: spoken`This device can’t create this kind of passkey.`,
};
const sentence = (error) => sentences[error.name] ?? spoken`The passkey did not work here. Use your passphrase.`;

/** Asks passkeys for what opens their slots. */
async function ask(host, challenge, slots) {
  const salts = Object.fromEntries(slots.map((slot) => [slot.credential, { first: bytes(slot.salt) }]));
  const credential = await navigator.credentials.get({
    publicKey: {
      rpId: host,
      challenge,
      userVerification: "required",
      timeout: 120_000,
      allowCredentials: slots.map((slot) => ({ type: "public-key", id: bytes(slot.credential) })),
      extensions: { prf: { evalByCredential: salts } },
    },
  });
  return { credential, output: credential.getClientExtensionResults().prf?.results?.first };
}

/** Fills the hidden fields of a form and sends it. */
function send(form, fields) {
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  form.requestSubmit();
}

function addPasskeyUnlock() {
  const button = document.getElementById("use-passkey");
  if (!button || !canUsePasskeys()) return;
  const { host, challenge, passkeys, action } = button.dataset;
  const slots = JSON.parse(passkeys);
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    tell("", false);
    try {
      const { credential, output } = await ask(host, bytes(challenge), slots);
      const slot = slots.find((slot) => slot.credential === text(credential.rawId));
      if (!slot || !output) {
        tell(spoken`This passkey can’t unlock the journal. Use your passphrase.`, true);
        return;
      }
      const form = button.form;
      form.action = action;
      form.elements.passphrase.value = "";
      send(form, { slot: slot.id, output: text(output), "client-data": text(credential.response.clientDataJSON) });
    } catch (error) {
      tell(sentence(error), true);
    } finally {
      button.disabled = false;
    }
  });
}

function addPasskeyEnrolment() {
  const form = document.getElementById("add-passkey");
  if (!form || !canUsePasskeys() || !navigator.credentials.create) return;
  const { host, challenge, known } = form.dataset;
  const button = one("button:not(.reveal)", form);
  form.hidden = false;
  tell("", false);
  button.addEventListener("click", async () => {
    // The passphrase first: it goes along.
    if (!form.reportValidity()) return;
    button.disabled = true;
    tell(spoken`Follow the instructions on your device.`, false);
    const salt = random();
    try {
      const made = await navigator.credentials.create({
        publicKey: {
          rp: { id: host, name: "Auralyst" },
          user: { id: random(), name: spoken`Auralyst vault`, displayName: spoken`Auralyst vault` },
          challenge: bytes(challenge),
          pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
          authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
          attestation: "none",
          timeout: 120_000,
          excludeCredentials: JSON.parse(known).map((id) => ({ type: "public-key", id: bytes(id) })),
          // Some systems refuse an extension without a salt.
          extensions: { prf: { eval: { first: salt } } },
        },
      });
      const results = made.getClientExtensionResults().prf;
      let output = results?.results?.first;
      // Many authenticators answer only when they are asked a second time.
      if (!output && results?.enabled !== false) {
        ({ output } = await ask(host, random(), [{ credential: text(made.rawId), salt: text(salt) }]));
      }
      if (!output) {
        tell(spoken`This passkey can’t unlock the journal. You can delete it on your device.`, true);
        return;
      }
      send(form, {
        credential: text(made.rawId), salt: text(salt), output: text(output), "client-data": text(made.response.clientDataJSON),
      });
    } catch (error) {
      tell(sentence(error), true);
    } finally {
      button.disabled = false;
    }
  });
}

// ---- Small things ----------------------------------------------------------------------------------------------------

/** Today in the language that is being chosen. */
function addDatePreview() {
  const select = one("select[data-preview]");
  if (!select) return;
  const place = document.getElementById(select.dataset.preview);
  const saved = { value: select.value, words: place.textContent, lang: place.lang, dir: place.dir };
  const today = new Date(`${select.dataset.today}T12:00:00Z`);
  select.addEventListener("change", () => {
    const language = select.value || "en-GB";
    const isSaved = select.value === saved.value;
    const words = () => new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(today);
    place.textContent = isSaved ? saved.words : words();
    place.lang = isSaved ? saved.lang : language;
    place.dir = isSaved ? saved.dir : /^(ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr";
  });
}

/** Switches and choices of the settings are saved when they are made, one after the other. */
function addSaving() {
  let [before, leaving] = [Promise.resolve(), 0];
  const tell = (sentence, tone) => {
    clearTimeout(leaving);
    const box = say(sentence, { tone });
    box.classList.add("is-toast");
    if (tone === "done") leaving = setTimeout(() => box.remove(), 4000);
  };
  const save = async (form) => {
    const fields = new URLSearchParams(new FormData(form));
    const response = await post(form.getAttribute("action"), fields).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!answer?.sentence) {
      tell(answer?.error?.message ?? spoken`This did not work. Try again.`, "trouble");
      return;
    }
    for (const field of all("input:not([type])", form)) field.defaultValue = fields.get(field.name);
    const theme = fields.get("theme");
    if (theme) document.documentElement.dataset.theme = theme;
    tell(answer.sentence, "done");
  };
  for (const form of all("form[data-saves]")) {
    form.addEventListener("change", () => { before = before.then(() => save(form)); });
    form.addEventListener("submit", (event) => event.preventDefault());
  }
}

/** An old bookmark names a part of the one page that all settings were. */
function followBookmark() {
  const was = location.hash.slice(1);
  if (was && location.pathname === "/settings") all("[data-was]").find((link) => link.dataset.was.split(" ").includes(was))?.click();
}

/** Printing, where a script can ask for it. */
function addPrint() {
  for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

/** What was said about the last try does not be beside the next one. */
function addForgetting() {
  for (const fault of all('.field > .fault[id$="-fault"]')) {
    const field = document.getElementById(fault.id.replace(/-fault$/, ""));
    field?.addEventListener("input", () => {
      fault.hidden = true;
      field.removeAttribute("aria-invalid");
    }, { once: true });
  }
}

addSaving();
followBookmark();
addForgetting();
addReveals();
addMeters();
addWait();
addPasskeyUnlock();
addPasskeyEnrolment();
addDatePreview();
addPrint();
