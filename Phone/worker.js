// The phone's program and its files, in a worker of their own. Locked means that this worker is ended: no key is left in any memory.
// The shell sends `start`, `program`, `request`, `cancel`, `storage`, `hidden` and `ping`; it hears `starting` (the files are open), `ready`, `answer`, `bytes`, `end`,
// `note`, `pong`, `failed` (it could not start) and `stopped` (a trap or an exception: the program's memory is not to be trusted any more).
// Asked for at once, not only by the file that needs it.
import "/-/files-memory.js";
import { OPFSFiles } from "/-/files-opfs.js";
import { Program } from "/-/host.js";

/** The most bytes of an answer from a relay, if the program names no limit. */
const largest = 64 << 20;
/** Milliseconds after which the room on the phone is measured again. */
const roomFor = 60_000;
/** Bytes; with less than this the pages say that the phone is nearly full (Sources/WebApp/Pages/Sync/SyncMark.swift). */
const least = 100 << 20;

let program;
let files;
let timer;
let isOver = false;
/** The last lines of the program's standard error: why it stopped. */
const lines = [];
const fetches = new Map();
const soon = new MessageChannel();
soon.port1.onmessage = () => run();

function stop(error) {
  if (isOver) return;
  isOver = true;
  clearTimeout(timer);
  for (const controller of fetches.values()) controller.abort();
  postMessage({ kind: "stopped", reason: [error?.message ?? String(error), ...lines].join("\n") });
}

/** Calls the program, then does what has become ready. Nothing comes back from a program that has trapped. */
function go(action) {
  if (isOver) return;
  try {
    action();
  } catch (error) {
    stop(error);
    return;
  }
  run();
}

function run() {
  if (isOver || !program) return;
  let wait;
  try {
    wait = program.run();
  } catch (error) {
    stop(error);
    return;
  }
  clearTimeout(timer);
  if (wait === 0) soon.port2.postMessage(0);
  else if (wait > 0) timer = setTimeout(run, Math.min(wait, 2 ** 31 - 1));
  if (files.isUntidy) files.tidy();
}

const on = {
  answer(id, head) {
    // JavaScript may not set cookies, and the program keeps its own.
    postMessage({ kind: "answer", id, status: head.status, headers: head.headers.filter(([name]) => name.toLowerCase() !== "set-cookie") });
  },
  bytes: (id, bytes) => postMessage({ kind: "bytes", id, bytes }, [bytes.buffer]),
  end: (id, failed) => postMessage({ kind: "end", id, failed }),
  fetch: (id, head, body) => { send(id, head, body); },
  fetchCancelled: (id) => fetches.get(id)?.abort(),
  note: (note) => postMessage({ kind: "note", note }),
};

/** While the app is hidden, what waits for it to be shown again. */
const unseen = [];
let isHidden = false;

/** Sends a request to a relay; its answer, or one word of why there is none, goes to the program. */
async function send(id, { method, url, headers, limit, seconds }, body) {
  const controller = new AbortController();
  fetches.set(id, controller);
  // While the app is hidden, the relay is not asked for news again and again.
  if (/[?&]wait=/.test(url)) while (isHidden) await new Promise((go) => { unseen.push(go); });
  let word = "refused";
  const late = setTimeout(() => {
    word = "late";
    controller.abort();
  }, (seconds ?? 60) * 1000);
  let answer;
  try {
    const response = await fetch(new URL(url, location.origin), {
      method, headers, body: body.length ? body : undefined, signal: controller.signal,
      credentials: "omit", cache: "no-store", redirect: "error", referrerPolicy: "no-referrer",
    });
    const most = limit ?? largest;
    const pieces = [];
    let count = 0;
    for (const reader = response.body?.getReader(); reader;) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.length;
      if (count > most) {
        word = "tooLarge";
        controller.abort();
        throw new Error(word);
      }
      pieces.push(value);
    }
    const whole = new Uint8Array(count);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    answer = { head: { status: response.status, headers: [...response.headers] }, body: whole };
  } catch {
    if (word === "refused" && !navigator.onLine) word = "offline";
    // Most likely the policy of the app's host blocked it: the browser does not say.
    if (word === "refused" && new URL(url, location.origin).origin !== location.origin) word = "elsewhere";
  }
  clearTimeout(late);
  fetches.delete(id);
  go(() => { if (answer) program.fetched(id, answer.head, answer.body); else program.fetchFailed(id, word); });
}

let room = "";
let roomKnown = -Infinity;

/** How much of the phone is used, how much there is, and whether the browser has promised to keep it. */
async function measureRoom({ isStart = false } = {}) {
  roomKnown = performance.now();
  const [{ usage = 0, quota = 0 }, isKept] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]).catch(() => [{}, false]);
  // Chromium tells every site of 10 GiB more than it uses. What it enforces shows only when a file grows.
  const isScarce = !isStart && quota - usage > least && !await hasRoom().catch(() => true);
  room = `${usage}/${isScarce ? usage : quota}/${isKept ? 1 : 0}`;
}

/** Whether a file may grow by `least`. It holds nothing, and is gone at once. */
async function hasRoom() {
  const root = await navigator.storage.getDirectory();
  const trial = await (await root.getFileHandle("room", { create: true })).createSyncAccessHandle();
  try {
    trial.truncate(least);
    return true;
  } catch {
    return false;
  } finally {
    trial.truncate(0);
    trial.close();
    await root.removeEntry("room");
  }
}

/** The compiled program comes from the shell. */
let compiled;
const compiling = new Promise((go) => { compiled = go; });

async function start({ configuration }) {
  try {
    // The first page need not wait for it.
    measureRoom({ isStart: true });
    const root = await navigator.storage.getDirectory();
    const [module, argon2, opened] = await Promise.all([
      compiling,
      WebAssembly.compileStreaming(fetch("/-/argon2.wasm")),
      root.getDirectoryHandle("auralyst", { create: true }).then((folder) => OPFSFiles.open(folder)),
    ]);
    files = opened;
    postMessage({ kind: "starting" });
    const say = (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
    };
    program = await Program.start(module, { argon2, files, configuration, on, say });
    postMessage({ kind: "ready" });
    run();
  } catch (error) {
    isOver = true;
    // A browser's own errors have only legacy numbers as their code.
    postMessage({ kind: "failed", code: typeof error.code === "string" ? error.code : error.name, reason: [error.message, ...lines].join("\n") });
  }
}

onmessage = ({ data }) => {
  if (data.kind === "start") {
    start(data);
  } else if (data.kind === "program") {
    compiled(data.module);
  } else if (data.kind === "ping") {
    postMessage({ kind: "pong" });
  } else if (data.kind === "hidden") {
    ({ isHidden } = data);
    for (const go of unseen.splice(0)) go();
  } else if (data.kind === "storage") {
    measureRoom();
  } else if (data.kind === "request") {
    if (performance.now() > roomKnown + roomFor) measureRoom();
    const head = { ...data.head, headers: [...data.head.headers, ["x-storage", room]] };
    go(() => program.request(data.id, head, data.body ? new Uint8Array(data.body) : undefined));
  } else if (data.kind === "cancel") {
    go(() => program.cancel(data.id));
  }
};
// An uncaught error leaves the program in the middle of something.
addEventListener("unhandledrejection", ({ reason }) => stop(reason));
addEventListener("error", ({ error, message }) => stop(error ?? message));
