// The host under node, with the test program of the boundary: files on a real folder and in a (fake) private file system, requests, streams, timers, fetch.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { register } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { NodeFiles } from "../../Phone/files-node.mjs";
import { Ended, Program, wasi } from "../../Phone/host.js";
import { FakeOPFS, numbers } from "./fake-opfs.mjs";

register("./resolve.mjs", import.meta.url);
const { OPFSFiles } = await import("../../Phone/files-opfs.js");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "phone-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, "boundary.wasm");
execFileSync(path.join(import.meta.dirname, "build-boundary"), [file]);
const module = await WebAssembly.compile(fs.readFileSync(file));

const real = (name) => {
  const root = path.join(folder, name);
  fs.mkdirSync(path.join(root, "tmp"), { recursive: true });
  return new NodeFiles(root);
};
const bodies = {
  "a real folder": () => real("files"),
  "a private file system": () => OPFSFiles.open(new FakeOPFS(numbers(1)).folder()),
  "one with few slots": () => OPFSFiles.open(new FakeOPFS(numbers(2)).folder(), { free: 4, singles: 3, packed: 3000 }),
};

async function begin(files, more = {}) {
  const answers = new Map();
  const heard = { notes: [], fetches: [], lines: [] };
  const get = (id) => answers.get(id) ?? answers.set(id, { text: "" }).get(id);
  const on = {
    answer: (id, head) => Object.assign(get(id), head),
    bytes: (id, bytes) => { get(id).text += new TextDecoder().decode(bytes); },
    end: (id, failed) => Object.assign(get(id), { failed }),
    fetch: (id, head, body) => heard.fetches.push({ id, head, body }),
    fetchCancelled: () => {},
    note: (note) => heard.notes.push(note),
  };
  const program = await Program.start(module, { files, configuration: { zone: "Europe/Vienna", folder: "/vault" }, on, say: (line) => heard.lines.push(line), ...more });
  let last = 0;
  const ask = (target, { method = "GET", body } = {}) => {
    program.request(++last, { method, target, headers: [] }, body && new TextEncoder().encode(body));
    return get(last);
  };
  return { program, ask, heard };
}

for (const [name, make] of Object.entries(bodies)) {
  test(`C's calls of files do on ${name} what they do elsewhere`, async () => {
    const files = await make();
    let exports;
    const { program, heard } = await begin(files, {});
    assert.ok(program);
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: wasi({ files, memory: () => exports.memory, say: (line) => heard.lines.push(line) }),
      phone: Object.fromEntries(["answer", "answer_bytes", "answer_end", "fetch", "fetch_cancel", "note"].map((call) => [call, () => {}])),
    });
    exports = instance.exports;
    exports._initialize();
    assert.equal(exports.try_files(), 0, heard.lines.join("\n"));
    assert.equal(exports.try_files(), 0, "a second time, after all was removed");
    if (files instanceof NodeFiles) assert.equal(exports.try_large(), 0, heard.lines.join("\n"));
  });
}

test("requests, forms, a stream with a timer, a fetch, and a note go through the boundary", async () => {
  const { program, ask, heard } = await begin(real("requests"));
  assert.deepEqual(heard.lines, ["started"]);
  assert.equal(ask("/save", { method: "POST", body: "line=a+b" }).status, 303);
  assert.match(ask("/").text, /<pre id=lines>a b/);
  assert.match(ask("/configuration").text, /Europe\/Vienna/);
  const ticks = ask("/ticks");
  let turns = 0;
  for (let wait = program.run(); wait >= 0; wait = program.run()) turns += wait === 0 ? 1 : 0;
  assert.deepEqual([ticks.text, ticks.failed, turns], ["1 2 3 ", false, 2]);
  const asked = ask("/ask");
  assert.equal(heard.fetches[0].head.url, "/v1/hello");
  program.fetched(7, { status: 200, headers: [] }, new TextEncoder().encode("hello"));
  assert.equal(asked.text, '{"status":200,"headers":[]} hello');
  const again = ask("/ask");
  program.fetchFailed(7, "offline");
  assert.equal(again.text, "failed: offline");
  ask("/lock");
  assert.deepEqual(heard.notes, [{ locked: true }]);
  ask("/events");
  program.cancel(8);
  assert.equal(ask("/cancelled").text, "8");
});

test("what was saved is there for the next program, and a full disk is an answer", async () => {
  const disk = new FakeOPFS(numbers(3));
  const first = await begin(await OPFSFiles.open(disk.folder()));
  assert.equal(first.ask("/save", { method: "POST", body: "line=one" }).status, 303);
  disk.quota = disk.bytes;
  const refused = first.ask("/save", { method: "POST", body: "line=two" });
  assert.deepEqual([refused.status, refused.text], [507, "not saved: 51"]);
  disk.restart({ isPowerCut: true });
  disk.quota = Infinity;
  const second = await begin(await OPFSFiles.open(disk.folder()));
  assert.match(second.ask("/").text, /<pre id=lines>one\n<\/pre>/);
});

test("a trap is an exception, and so is the program's end", async () => {
  const { ask, heard } = await begin(real("trap"));
  assert.throws(() => ask("/trap"), WebAssembly.RuntimeError);
  assert.equal(heard.lines.at(-1), "fatal: on purpose");
  const calls = wasi({ files: real("end"), memory: () => new WebAssembly.Memory({ initial: 1 }) });
  assert.throws(() => calls.proc_exit(3), Ended);
});
