// Argon2id in memory of its own: its tags are those of RFC 9106 and of the reference program, and the memory is overwritten.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { derivation } from "../../Phone/host.js";

const folder = mkdtempSync(path.join(tmpdir(), "argon2-"));
after(() => rmSync(folder, { recursive: true }));
execFileSync(path.join(import.meta.dirname, "../../scripts/wasm-argon2"), [`${folder}/argon2.wasm`]);
const module = await WebAssembly.compile(readFileSync(`${folder}/argon2.wasm`));

const memory = new WebAssembly.Memory({ initial: 1 });
const bytesOf = (value) => (typeof value === "string" ? new TextEncoder().encode(value) : value);

/** Calls the import as the program does, with all bytes in the program's memory. */
function derive({ password, salt, secret = "", associated = "", passes, memory: kibibytes, lanes, count = 32 }) {
  let end = 16;
  const put = (value) => {
    const bytes = bytesOf(value);
    const at = end;
    new Uint8Array(memory.buffer).set(bytes, at);
    end += bytes.length;
    return [at, bytes.length];
  };
  const given = [password, salt, secret, associated].flatMap(put);
  new Uint8Array(memory.buffer, end, count).fill(0);
  const status = derivation(module, () => memory)(...given, passes, kibibytes, lanes, end, count);
  return { status, tag: Buffer.from(memory.buffer, end, count).toString("hex") };
}

test("it needs nothing from outside", () => assert.deepEqual(WebAssembly.Module.imports(module), []));

test("RFC 9106, 5.3: with a secret and associated data", () => {
  const of = (count, byte) => new Uint8Array(count).fill(byte);
  const { status, tag } = derive({ password: of(32, 1), salt: of(16, 2), secret: of(8, 3), associated: of(12, 4), passes: 3, memory: 32, lanes: 4 });
  assert.deepEqual([status, tag], [0, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"]);
});

// From libargon2's src/test.c.
for (const [password, salt, passes, memory, lanes, tag] of [
  ["password", "somesalt", 2, 256, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"],
  ["password", "somesalt", 2, 256, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"],
  ["password", "somesalt", 2, 65536, 1, "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"],
  ["differentpassword", "somesalt", 2, 65536, 1, "0b84d652cf6b0c4beaef0dfe278ba6a80df6696281d7e0d2891b817d8c458fde"],
  ["password", "diffsalt", 2, 65536, 1, "bdf32b05ccc42eb15d58fd19b1f856b113da1e9a5874fdcc544308565aa8141c"],
]) {
  test(`the reference program: ${password}, ${salt}, ${passes} passes, ${memory} KiB, ${lanes} lanes`, () => {
    assert.deepEqual(derive({ password, salt, passes, memory, lanes }), { status: 0, tag });
  });
}

/** The memories of the instances that are made meanwhile. */
function memoriesDuring(action) {
  const { Instance } = WebAssembly;
  const made = [];
  WebAssembly.Instance = class extends Instance {
    constructor(...words) {
      super(...words);
      made.push(this.exports.memory);
    }
  };
  try {
    action();
  } finally {
    WebAssembly.Instance = Instance;
  }
  return made;
}
const isClear = ({ buffer }) => Buffer.from(buffer).equals(Buffer.alloc(buffer.byteLength));

test("each key has a memory of its own, of which nothing is left, and the program's does not grow", () => {
  const before = memory.buffer.byteLength;
  const [first, second, ...more] = memoriesDuring(() => {
    for (let turn = 0; turn < 2; turn += 1) derive({ password: "velvet otter", salt: "somesalt", passes: 1, memory: 1024, lanes: 1 });
  });
  assert.ok(first !== second && more.length === 0);
  assert.ok(first.buffer.byteLength > 1 << 20 && isClear(first) && isClear(second));
  assert.equal(memory.buffer.byteLength, before);
});

test("what is more than such a memory can have is an error, and leaves nothing either", () => {
  const made = memoriesDuring(() => {
    const { status, tag } = derive({ password: "velvet otter", salt: "somesalt", passes: 1, memory: 4 << 20, lanes: 1 });
    // ARGON2_MEMORY_TOO_MUCH
    assert.deepEqual([status, tag], [-15, "00".repeat(32)]);
  });
  assert.ok(made.length === 1 && isClear(made[0]));
});
