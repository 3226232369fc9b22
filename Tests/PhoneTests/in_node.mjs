// The phone's program in node, for tests and measuring:   node in_node.mjs PROGRAM ARGON2 FOLDER ZONE [MILLISECONDS]
// FOLDER has `vault`, as a desktop leaves it. With MILLISECONDS (since 1970) its clock has stopped there. Requests come in as lines
// {"method","target","headers":[[name, value], …],"body":base64}; each is answered by a line {"target","status","headers","body","took","memory","notes"}
// when its answer ends. With "tells":true a line {"began":target} comes before it, at its first piece.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { NodeFiles } from "../../Phone/files-node.mjs";
import { Program } from "../../Phone/host.js";

const [file, argon2, folder, zone, stopped] = process.argv.slice(2);
const origin = "https://phone.test";
fs.mkdirSync(path.join(folder, "tmp"), { recursive: true });

const answers = new Map();
const notes = [];
let timer;
function run() {
  clearTimeout(timer);
  const wait = program.run();
  if (wait === 0) setImmediate(run);
  else if (wait > 0) timer = setTimeout(run, Math.min(wait, 2 ** 31 - 1));
}

/** Sends a request to a relay, as the app's worker does. */
async function send(id, { method, url, headers }, body) {
  let answer;
  try {
    const response = await fetch(new URL(url, origin), { method, headers, body: body.length ? body : undefined, redirect: "error" });
    answer = [{ status: response.status, headers: [...response.headers] }, new Uint8Array(await response.arrayBuffer())];
  } catch {
    program.fetchFailed(id, "refused");
  }
  if (answer) program.fetched(id, ...answer);
  run();
}

const on = {
  answer: (id, head) => Object.assign(answers.get(id), head),
  bytes(id, bytes) {
    const { target, tells, pieces } = answers.get(id);
    if (tells && !pieces.length) process.stdout.write(JSON.stringify({ began: target }) + "\n");
    pieces.push(bytes);
  },
  end(id, failed) {
    const { target, status, headers, pieces, began } = answers.get(id);
    answers.delete(id);
    const took = performance.now() - began;
    process.stdout.write(JSON.stringify({
      target, status, headers, failed, took, body: Buffer.concat(pieces).toString("base64"), memory: program.memorySize, notes: notes.splice(0),
    }) + "\n");
  },
  fetch: (id, head, body) => { send(id, head, body); },
  fetchCancelled: () => {},
  note: (note) => notes.push(note),
};

const began = performance.now();
const module = await WebAssembly.compile(fs.readFileSync(file));
const compiled = performance.now();
const program = await Program.start(module, {
  argon2: await WebAssembly.compile(fs.readFileSync(argon2)), files: new NodeFiles(folder), configuration: { zone, folder: "/vault", origin, languages: "en-GB" }, on, say: (line) => console.error(line),
  now: stopped ? () => Number(stopped) : undefined,
});
run();
process.stdout.write(JSON.stringify({ compiled: compiled - began, started: performance.now() - compiled }) + "\n");

let last = 0;
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { method, target, headers, body, tells } = JSON.parse(line);
  answers.set(++last, { target, tells, pieces: [], began: performance.now() });
  program.request(last, { method, target, headers }, body ? Buffer.from(body, "base64") : undefined);
  run();
}
process.exit();
