// The frame around the pages. One window at a time holds the files (a Web Lock), with the program in a dedicated worker; the pages are in a frame of the same
// origin, and their requests come here from the service worker. The shell says only what the pages cannot say themselves.

const holderName = "auralyst-files";
/** Traps and failed starts without an unlocked vault in between, before the shell gives up. */
const tries = 3;
/** Milliseconds without an answer after which the owner may restart the worker. It may be busy with something long: it is never ended for that alone. */
const silence = 20_000;
/** Milliseconds that another window has to release the files. A window that the system has suspended does not answer. */
const handover = 3000;
/** Milliseconds in which a window that was just closed releases them. */
const farewell = 700;

const main = document.querySelector("main");
const shells = new BroadcastChannel("auralyst-shell");
/** Messages on it reach all pages (Sources/Shims/CAssets/files/app.js). */
const pages = new BroadcastChannel("auralyst");

// MARK: Sentences

const banner = document.createElement("section");
banner.hidden = true;
banner.setAttribute("role", "status");
main.append(banner);

/** Shows a sentence above the pages, or in their place, with buttons: `[label, action]`. `about` is for `hideSentence`. */
function show({ title, text, details, isWhole = false, about = "" }, ...buttons) {
  banner.dataset.about = about;
  const heading = document.createElement("h1");
  heading.textContent = title;
  const words = document.createElement("p");
  words.textContent = text ?? "";
  const row = document.createElement("div");
  for (const [label, action] of buttons) {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", action);
    row.append(button);
  }
  banner.className = isWhole ? "whole" : "";
  banner.replaceChildren(heading, ...(text ? [words] : []), row);
  if (details) {
    const more = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Details";
    more.append(summary, details);
    banner.append(more);
  }
  banner.hidden = false;
  if (frame) frame.hidden = isWhole;
  if (isWhole) document.title = title;
}

/** Hides the sentence, whatever it is about; `hideSentenceAbout` only one. */
function hideSentence() {
  banner.hidden = true;
  if (frame) frame.hidden = false;
}

function hideSentenceAbout(about) {
  if (!banner.hidden && banner.dataset.about === about) hideSentence();
}

// MARK: The pages

let frame;
const isPlace = (place) => typeof place === "string" && /^\/(?![/\\-])/.test(place);

/** The page in the address, the one shown before a reload, or the first. The words of a search are not remembered. */
function firstPlace() {
  const asked = new URLSearchParams(location.search).get("go");
  history.replaceState(null, "", "/");
  return [asked, sessionStorage.getItem("place")].find(isPlace) ?? "/";
}

/**
 * Chromium asks the server for the target of a link with `download`, past the service worker. Requested as a page it reaches us, and the answer says that it is a file.
 * Our policy keeps everything else out of the frame, such as a number to call: that opens in the whole window.
 */
function mendLink({ target }) {
  const link = target.closest?.("a[href]");
  if (!link || link.protocol === "blob:") return;
  if (link.origin === location.origin) link.removeAttribute("download");
  else if (!link.target) link.target = "_top";
}

const isUnanswered = () => "frame" in (frame.contentDocument?.documentElement.dataset ?? {});

let first;

/** The first page is asked for while the program still starts. */
function showPages() {
  if (frame) return;
  first ??= firstPlace();
  frame = document.createElement("iframe");
  frame.title = "Auralyst";
  frame.src = first;
  frame.addEventListener("load", () => {
    try {
      // A page that could not be answered is not tried again at the next start.
      sessionStorage.setItem("place", isUnanswered() ? "/" : frame.contentWindow.location.pathname);
      document.title = frame.contentDocument.title || "Auralyst";
      frame.contentDocument.addEventListener("click", mendLink, true);
    } catch { /* The browser's own page of an error. */ }
  });
  main.append(frame);
}

/** A first page that a program could not answer because it did not start is asked for again. */
function dropUnanswered() {
  if (!frame || !isUnanswered()) return;
  frame.remove();
  frame = undefined;
}

// MARK: The program

/** The program, compiled or about to be: a new worker need not compile it again. */
let module;
let worker;
let isReady = false;
let failures = 0;
/** Since when an answer of the worker is due; null if none is. */
let owesSince = null;
/** Requests by their number: the port to the service worker, and until there is an answer what was asked. */
const requests = new Map();
let last = 0;
/** Requests whose answer a page will ask for again, by the place where, with what has come of it. */
const kept = new Map();

/** "Pixel 7" or "iPhone", as far as the browser says it. An iPad calls itself a Mac. */
const apple = navigator.userAgent.match(/iPhone|iPad/)?.[0] ?? (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1 ? "iPad" : undefined);
let model = apple ?? navigator.userAgent.match(/Android [\d.]+; (?!Mobile|Tablet)([^;)]{2,}?)(?: Build\/|[;)])/)?.[1];
navigator.userAgentData?.getHighEntropyValues(["model"]).then((hints) => { model = hints.model || model; }, () => null);

const configuration = () => ({
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC", folder: "/vault", origin: location.origin, languages: navigator.languages.join(","), device: model,
  mustInstall: !!apple && !navigator.standalone && !matchMedia("(display-mode: standalone)").matches,
});

function begin() {
  isReady = false;
  // Without an open vault there is nothing to lock.
  limits = { idle: null, hidden: null };
  isAtWork = false;
  worker = new Worker("/-/worker.js", { type: "module", name: "auralyst" });
  const mine = worker;
  worker.addEventListener("message", ({ data }) => { if (worker === mine) hear(data); });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    if (worker === mine) hear({ kind: isReady ? "stopped" : "failed", reason: event.message });
  });
  worker.postMessage({ kind: "start", configuration: configuration() });
  // It is compiled here, while the worker still loads what is around it.
  module ??= WebAssembly.compileStreaming(fetch("/-/auralyst-phone.wasm"));
  module.then((compiled) => { if (worker === mine) worker.postMessage({ kind: "program", module: compiled }); }, (error) => {
    module = undefined;
    if (worker === mine) hear({ kind: "failed", code: error.name, reason: error.message });
  });
}

/** Ends the worker, and with it every key. Requests that it had not begun to answer may go to the next one, once. */
function end({ asksAgain = false } = {}) {
  worker?.terminate();
  worker = undefined;
  isReady = false;
  owesSince = null;
  hideSentenceAbout("silence");
  dropKept();
  for (const [id, request] of requests) {
    if (asksAgain && request.head && !request.isAgain && request.head.method === "GET") {
      request.isAgain = true;
      continue;
    }
    requests.delete(id);
    request.port.postMessage(request.head ? { isGone: true } : { failed: true });
  }
}

/** Hands a request to the worker. One with a body is not sent again, and its body not kept. */
function pass(id) {
  const request = requests.get(id);
  const { head, body } = request;
  delete request.body;
  watching ??= setTimeout(watch, silence / 4);
  worker.postMessage({ kind: "request", id, head, body }, body ? [body] : []);
}

function hear(message) {
  owesSince = null;
  hideSentenceAbout("silence");
  const { kind, id } = message;
  const request = requests.get(id);
  if (kind === "starting") {
    showPages();
  } else if (kind === "ready") {
    isReady = true;
    for (const number of requests.keys()) pass(number);
  } else if (kind === "answer") {
    delete request?.head;
    request?.port.postMessage({ status: message.status, headers: message.headers });
  } else if (kind === "bytes") {
    request?.port.postMessage({ bytes: message.bytes }, [message.bytes.buffer]);
  } else if (kind === "end") {
    requests.delete(id);
    request?.port.postMessage({ failed: message.failed });
  } else if (kind === "note") {
    heed(message.note);
  } else if (kind === "stopped") {
    restart(message.reason);
  } else if (kind === "failed") {
    explain(message);
  }
}

/** A trap, or an exception: a new worker, which is locked. What is typed stays in the pages. */
async function restart(reason) {
  console.info("The program stopped:", reason);
  end();
  failures += 1;
  if (failures >= tries) {
    explain({ reason });
    return;
  }
  begin();
  tellRestarted();
  const mine = worker;
  const back = await waysBack();
  if (worker !== mine) return;
  show({
    title: "Auralyst stopped unexpectedly and was started again",
    text: "Unlock it to continue. What you typed is still on the page." + (back.length ? " If it stops again, go back to the version you had." : ""), details: reason,
  }, ["OK", hideSentence], ...back);
}

/** The button to the release before, if one is being tried. */
async function waysBack() {
  if (!(await release("installed"))?.state?.isTrying) return [];
  return [["Go back", async () => {
    await release("giveUp");
    location.replace("/");
  }]];
}

const tellLocked = () => pages.postMessage({ kind: "locked" });
/** As after a lock, but someone may be in the middle of a word. */
const tellRestarted = () => pages.postMessage({ kind: "restarted" });

function lock() {
  if (!worker) return;
  end({ asksAgain: true });
  begin();
  tellLocked();
}

/** The worker could not start. */
async function explain({ code, reason }) {
  end();
  const again = ["Try again", () => { failures = 0; hideSentence(); dropUnanswered(); begin(); }];
  const back = await waysBack();
  if (back.length) {
    show({ title: "The new version doesn’t start", text: "Your journal is unchanged. Go back to the version you had.", details: reason, isWhole: true }, ...back);
  } else if (code === "EBUSY") {
    show({ title: "Auralyst is still open in another window", text: "Close the other window, then try again.", isWhole: true }, again);
  } else if (code === "EUCLEAN") {
    show({ title: "Auralyst’s files on this phone are damaged", text: "Remove this site’s data in the browser’s settings, then open this address and link the phone again.", isWhole: true }, again);
  } else if (code === "SecurityError") {
    show({ title: "Auralyst can’t save in a private window", text: "Open it in a normal window.", isWhole: true });
  } else if (code === "UnknownError") {
    // WebKit's, in a private window and otherwise.
    show({ title: "Auralyst can’t open its files", text: "In a private window it can’t save: open it in a normal one. If this is a normal window, try again.", details: reason, isWhole: true }, again);
  } else if (code === "NotSupportedError") {
    show({ title: "This browser can’t keep a journal", text: "Open Auralyst in an up-to-date Chrome, Firefox or Safari.", details: reason, isWhole: true });
  } else if (code === "QuotaExceededError" || code === "ENOSPC") {
    show({ title: "This phone has no room left", text: "Make some room, then try again. What was saved is still there.", isWhole: true }, again);
  } else {
    show({ title: "Auralyst doesn’t start", text: "Try again. If that doesn’t help, restart the phone.", details: reason, isWhole: true }, again);
  }
}

// MARK: A worker that does not answer

/** The timer of `watch`; runs only while a page waits for its answer, to save battery. */
let watching;

/** Asks the worker for a sign of life, and tells the owner if none came in time. */
function watch() {
  clearTimeout(watching);
  watching = undefined;
  if (!worker || document.visibilityState !== "visible" || ![...requests.values()].some(({ head }) => head)) return;
  if (owesSince === null) {
    owesSince = performance.now();
    worker.postMessage({ kind: "ping" });
  } else if (performance.now() - owesSince >= silence && banner.hidden) {
    offerNewStart();
  }
  watching = setTimeout(watch, silence / 4);
}

async function offerNewStart() {
  const mine = worker;
  const back = await waysBack();
  if (worker !== mine || owesSince === null) return;
  show({
    title: "Auralyst doesn’t answer", about: "silence",
    text: "If you began something long, wait. “Start again” stops it. What you saved is still there, and what you typed stays on the page.",
  }, ["Start again", startAgain], ...back);
}

function startAgain() {
  end();
  begin();
  tellRestarted();
}

// MARK: Locking

/** Seconds without use, and seconds hidden, after which the owner wants it locked; null for never. */
let limits = { idle: null, hidden: null };
/** Whether the program is at something long, such as an import: the lock waits for its end, as at a desk, and the pages hide what they show. */
let isAtWork = false;
let lastUse = performance.now();
let hiddenSince = null;

function heed(note) {
  const { working = isAtWork, idle = limits.idle, hidden = limits.hidden } = note;
  const isNew = working !== isAtWork || idle !== limits.idle || hidden !== limits.hidden;
  isAtWork = working;
  limits = { idle, hidden };
  if (isNew) lockWhenDue();
  if ("unsent" in note) (note.unsent ? navigator.setAppBadge?.(note.unsent) : navigator.clearAppBadge?.())?.catch(() => null);
  if ("title" in note) document.title = note.title;
  if (note.persist) navigator.storage.persist().then(() => worker?.postMessage({ kind: "storage" }), () => null);
  if (note.opened || "unsent" in note) {
    failures = 0;
    keepRelease();
  }
  if (note.locked) lock();
}

/** Whether a request is a use of the app by its owner: not what a page asks for by itself. */
const isUse = ({ target, headers }) => !["/events", "/progress"].includes(target.split("?")[0]) && !headers.some(([name]) => name === "x-background");

/** The timer for the moment at which it is due. */
let locking;

function lockWhenDue() {
  const isDue = (since, seconds) => since !== null && seconds !== null && performance.now() - since >= seconds * 1000;
  if (isDue(lastUse, limits.idle) || isDue(hiddenSince, limits.hidden)) {
    if (isAtWork) tellLocked();
    else lock();
    return;
  }
  const left = [[lastUse, limits.idle], [hiddenSince, limits.hidden]].filter(([since, seconds]) => since !== null && seconds !== null)
    .map(([since, seconds]) => since + seconds * 1000 - performance.now());
  clearTimeout(locking);
  if (left.length) locking = setTimeout(lockWhenDue, Math.min(...left, 2 ** 31 - 1));
}
document.addEventListener("visibilitychange", () => {
  worker?.postMessage({ kind: "hidden", isHidden: document.visibilityState === "hidden" });
  if (document.visibilityState === "hidden") {
    hiddenSince = performance.now();
    lockWhenDue();
    return;
  }
  // Timers rest while the app is hidden.
  lockWhenDue();
  tryRelay();
  hiddenSince = null;
  // The system may have suspended the worker meanwhile. Its time begins now.
  owesSince = null;
  watch();
});

/** There may be a network again: changes need not wait for the next page to be sent. The program handles this like a page's request; no one reads the answer. */
function tryRelay() {
  if (!isReady) return;
  last += 1;
  worker.postMessage({ kind: "request", id: last, head: { method: "HEAD", target: "/manifest.webmanifest", headers: [["host", location.host], ["sec-fetch-mode", "navigate"], ["x-background", "1"]] } });
}
addEventListener("online", tryRelay);

// MARK: Requests of the pages

/** No one reads the answer of a request any more. */
function forget(id, request) {
  requests.delete(id);
  if (isReady && !request.head) worker?.postMessage({ kind: "cancel", id });
}

const isNavigation = ({ headers }) => headers.some(([name, value]) => name === "sec-fetch-mode" && value === "navigate");

/** The service worker can't wait any longer for a page: it shows one that asks for the answer at a place of its own, or again where it was asked. */
function keep(id, request) {
  const { port, head } = request;
  const messages = [];
  const place = head.method === "GET" ? head.target : "/waiting?" + id;
  const before = kept.get(place);
  if (before) forget(before.id, before.request);
  request.port = { postMessage: (...message) => { messages.push(message); } };
  request.isKept = true;
  kept.set(place, { id, request, messages });
  port.postMessage({ place });
}

/** Whether an answer was kept for this place. It goes to whoever asks now, as far as it is there. */
function giveKept(place, port, ofLife) {
  const found = kept.get(place);
  if (!found) return false;
  kept.delete(place);
  Object.assign(found.request, { port, life: ofLife, isKept: false });
  for (const message of found.messages) port.postMessage(...message);
  return true;
}

/** The page that waited was left, or what it would show is locked. */
function dropKept() {
  for (const { id, request } of kept.values()) forget(id, request);
  kept.clear();
}

let life;
navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data?.kind === "not installed") showNotInstalled(data.fault, data.reason);
  if (data?.kind !== "hello" || !worker) return;
  if (life && life !== data.life) {
    // The service worker was stopped and began again: no one reads the answers of before.
    for (const [id, request] of requests) {
      if (request.life === data.life) continue;
      if (!request.isKept) forget(id, request);
    }
  }
  life = data.life;
  port.onmessage = ({ data: asked }) => {
    const [found] = [...requests].filter(([, request]) => request.port === port);
    if (asked.cancel) {
      if (found) forget(...found);
      return;
    }
    if (asked.keep) {
      // Its answer may be on its way.
      if (found?.[1].head) keep(...found);
      return;
    }
    const { head, body } = asked;
    if (isNavigation(head)) {
      if (giveKept(head.target, port, data.life)) return;
      dropKept();
    }
    if (isUse(head)) lastUse = performance.now();
    last += 1;
    requests.set(last, { port, head, body, life: data.life });
    if (isReady) pass(last);
  };
  port.postMessage("here");
});

// MARK: Releases of the app

/** Asks the service worker about releases; undefined where it does not answer. */
function release(deed, digest, asked = navigator.serviceWorker?.controller) {
  if (!asked) return undefined;
  const { port1, port2 } = new MessageChannel();
  asked.postMessage({ deed, digest }, [port2]);
  return new Promise((go) => {
    port1.onmessage = ({ data }) => go(data);
    setTimeout(go, 60_000);
  });
}

let digest;
let isKept = false;
async function keepRelease() {
  if (isKept) return;
  isKept = true;
  await release("opened", digest);
}

/** Offers a version that is there, and looks whether the server has another one. */
async function offer() {
  digest ??= (await release("installed"))?.digest;
  if (!navigator.onLine) return;
  navigator.serviceWorker.getRegistration().then((one) => one?.update()).catch(() => null);
  const found = await release("look");
  if (found?.fault && found.code !== "half" && found.code !== "file") show({ title: "A new version was not installed", text: found.fault }, ["OK", hideSentence]);
  const { next, newer, isTrying } = found?.state ?? {};
  const offered = isTrying ? newer : next;
  if (!offered) return;
  const accept = async () => {
    await release("accept");
    end();
    location.replace("/");
  };
  show({ title: `Auralyst ${offered.version} is here`, text: "Save what you are typing first. Auralyst then starts again, locked.", details: offered.changes }, ["Use it now", accept], ["Later", hideSentence]);
}

// MARK: One window

let letGo;

/** This window has the files, until it releases them. */
function hold() {
  isTaking = false;
  hideSentence();
  begin();
  offer();
  return new Promise((go) => { letGo = go; });
}

/** Another window has the files: this one shows nothing of them. */
function showElsewhere() {
  isTaking = false;
  if (worker) tellLocked();
  end();
  show({ title: "Auralyst is open in another window", text: "What you typed there stays there.", isWhole: true }, ["Use it here", takeOver]);
}

/** Whether the files are asked for. A second request would take them from the first one, of the same window. */
let isTaking = false;

async function takeOver() {
  if (isTaking) return;
  isTaking = true;
  shells.postMessage({ kind: "take over" });
  await requestWithin(handover, () => { request({ steal: true }); });
}

/** Waits so many milliseconds for the files. */
async function requestWithin(milliseconds, late) {
  const waiting = new AbortController();
  const timer = setTimeout(() => {
    waiting.abort();
    late();
  }, milliseconds);
  await request({ signal: waiting.signal }, () => clearTimeout(timer));
}

async function request(options, taken = () => {}) {
  try {
    await navigator.locks.request(holderName, options, () => {
      taken();
      return hold();
    });
  } catch {
    // Another window has taken it, or this one requests it in another way now.
    if (!options.signal?.aborted) showElsewhere();
  }
}

shells.addEventListener("message", ({ data }) => {
  if (data.kind !== "take over" || !letGo) return;
  showElsewhere();
  letGo();
  letGo = undefined;
});

// MARK: The start

/** There is no app yet, and none could be installed. A later one is only not used. */
function showNotInstalled(fault, details) {
  if (navigator.serviceWorker.controller) return;
  show({ title: "Auralyst could not be installed", text: fault || "Check the connection, then try again.", details, isWhole: true }, ["Try again", () => location.reload()]);
}

async function start() {
  if (!window.isSecureContext) {
    show({ title: "Auralyst needs an https address", text: "Open it by the address that your computer shows under “Use on my phone”.", isWhole: true });
  } else if (typeof WebAssembly !== "object") {
    show({ title: "Auralyst needs WebAssembly", text: "Lockdown Mode turns it off. Turn Lockdown Mode off for this site, then reload.", isWhole: true });
  } else if (!navigator.serviceWorker || !navigator.storage?.getDirectory || !navigator.locks) {
    show({ title: "Auralyst doesn’t run in this window", text: "Open it in a normal window, not a private one, of an up-to-date browser.", isWhole: true });
  } else {
    const registered = navigator.serviceWorker.register("/sw.js", { scope: "/" });
    // A network that does not answer must not hold up what is installed.
    registered.then(({ installing, active }) => {
      installing?.addEventListener("statechange", () => { if (installing.state === "redundant" && banner.hidden) showNotInstalled(); });
      // After a forced reload the window has no service worker, although there is one.
      if (!navigator.serviceWorker.controller) release("claim", undefined, active);
    }, (error) => showNotInstalled("", error.message));
    if (!navigator.serviceWorker.controller) await new Promise((go) => { navigator.serviceWorker.addEventListener("controllerchange", go, { once: true }); });
    navigator.serviceWorker.startMessages();
    await requestWithin(farewell, showElsewhere);
  }
}

start();
