// Runs a program in node on the phone's host: node run.mjs PROGRAM FOLDER NAME=VALUE… [-- WORD…]
// TMPDIR=… is its /tmp.
import { readFile } from "node:fs/promises";
import { derivation, Ended, wasi } from "../../Phone/host.js";
import { NodeFiles } from "../../Phone/files-node.mjs";

const [program, folder, ...given] = process.argv.slice(2);
const end = given.includes("--") ? given.indexOf("--") : given.length;
const temporary = given.slice(0, end).find((one) => one.startsWith("TMPDIR="))?.slice("TMPDIR=".length);
let exports;
const calls = wasi({
  files: new NodeFiles(folder, temporary), memory: () => exports.memory, say: (line) => console.error(line), variables: given.slice(0, end), words: [program, ...given.slice(end + 1)],
});
const module = await WebAssembly.compile(await readFile(program));
const phone = {};
// Made by scripts/wasm-argon2.
if (process.env.AURALYST_ARGON2) phone.derive = derivation(await WebAssembly.compile(await readFile(process.env.AURALYST_ARGON2)), () => exports.memory);
({ exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls, phone }));
try {
  exports._start();
} catch (error) {
  if (!(error instanceof Ended)) throw error;
  process.exitCode = error.message.endsWith("with 0") ? 0 : 1;
}
