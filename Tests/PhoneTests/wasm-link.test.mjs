// scripts/wasm-link: what it reads, and that it leaves nothing out where it cannot read all.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const script = new URL("../../scripts/wasm-link", import.meta.url).pathname;
const info = JSON.parse(execFileSync("swiftc", ["-print-target-info"]));
const tools = join(dirname(dirname(info.paths.runtimeResourcePath)), "bin");
const folder = mkdtempSync(join(tmpdir(), "wasm-link-test-"));
after(() => rmSync(folder, { recursive: true }));
const run = (tool, ...words) => execFileSync(join(tools, tool), words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });

// A swiftc on PATH that has no linker beside it, as one that chooses between several has none, and a linker that tells its words.
for (const [path, text] of [
  ["path/swiftc", `echo '{"paths": {"runtimeResourcePath": "${folder}/usr/lib/swift"}}'`],
  ["usr/bin/wasm-ld", `printf '%s\\n' "$@"`],
]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, path), 0o755);
}

writeFileSync(join(folder, "start.c"), "int far(void); int table[] = {1, 2}; int _start(void) { return far() + table[1]; }");
// The name is too long for the head of a member of an archive.
const long = "a-file-with-a-long-name";
writeFileSync(join(folder, `${long}.c`), "int far(void) { return 3; } int never(void) { return 4; }");
for (const name of ["start", long]) run("clang", "--target=wasm32", "-O1", "-ffunction-sections", "-c", `${name}.c`);
run("llvm-ar", "--format=gnu", "crs", "libfar.a", `${long}.o`);

function link(...words) {
  const more = typeof words[0] === "string" ? {} : words.shift();
  const PATH = `${folder}/path:${process.env.PATH}`;
  const ended = spawnSync(script, words, { cwd: folder, encoding: "utf8", env: { ...process.env, PATH, AURALYST_WHOLE: "", ...more } });
  assert.equal(ended.status, 0, ended.stderr);
  return { words: ended.stdout.trim().split("\n"), said: ended.stderr };
}

/** The words come to the linker as they are, and one line says why. */
function linksWhole(why, ...words) {
  const linked = link(...words);
  assert.deepEqual(linked.words, words);
  assert.match(linked.said, /^wasm-link: nothing is left out: [^\n]+\n$/);
  assert.ok(linked.said.includes(why), linked.said);
}

test("objects and the members of an archive are read", () => {
  for (const words of [["start.o", "-L.", "-lfar"], ["start.o", "libfar.a"], ["start.o", `${long}.o`]]) {
    const linked = link(...words, "-o", "program.wasm");
    // `never` is the one of three.
    assert.match(linked.said, /^wasm-link: 1 of 3 functions and 0 of 0 records are not reached/);
    assert.match(linked.words.join("\n"), /^@[^\n]+$/);
  }
});

test("with a file that is not WebAssembly's it links whole", () => {
  run("clang", "--target=wasm32", "-O1", "-emit-llvm", "-c", `${long}.c`, "-o", "code.o");
  run("llvm-ar", "--format=gnu", "crs", "libcode.a", "code.o");
  run("llvm-ar", "--format=bsd", "crs", "libbsd.a", `${long}.o`);
  run("llvm-ar", "--format=gnu", "--thin", "crs", "libthin.a", `${long}.o`);
  writeFileSync(join(folder, "cut.o"), readFileSync(join(folder, "start.o")).subarray(0, 40));
  writeFileSync(join(folder, "libcut.a"), readFileSync(join(folder, "libfar.a")).subarray(0, -9));
  const other = "it has something other than WebAssembly";
  for (const [file, why] of [
    ["code.o", other], ["libcode.a", other], ["libbsd.a", other], ["start.c", other], ["libthin.a", "it is a thin archive"],
    ["libcut.a", "it is a damaged archive"], ["cut.o", "cut.o cannot be read"],
  ]) {
    linksWhole(why, "start.o", file, "-o", "program.wasm");
  }
  linksWhole("libcode.a", "start.o", "-L", ".", "-lcode");
});

test("with a relocation of a type that it does not know it links whole", () => {
  const object = readFileSync(join(folder, "start.o"));
  // The name, the section's number, the count, then the first relocation's type.
  const at = object.indexOf("reloc.CODE") + "reloc.CODE".length + 2;
  assert.ok(object[at] <= 26);
  for (const type of [27, 99]) {
    object[at] = type;
    writeFileSync(join(folder, "newer.o"), object);
    linksWhole(`newer.o cannot be read: it has a relocation of type ${type}`, "newer.o", "libfar.a");
  }
});

test("with a library that is in no folder it links whole", () => {
  linksWhole("-lnone is in no folder", "start.o", "-L.", "-lfar", "-lnone");
  linksWhole("-lfar is in no folder", "start.o", "-lfar");
});

test("what a word of the linker names is kept, and with a word that keeps more it links whole", () => {
  const left = (...words) => link("start.o", "-L.", "-lfar", ...words).said.match(/(\d+) of \d+ functions/)[1];
  assert.deepEqual([["--entry", "_start"], ["--export", "never"], ["--export=never"]].map((words) => left(...words)), ["1", "0", "0"]);
  linksWhole("--whole-archive reaches more", "--whole-archive", "start.o", "-L.", "-lfar");
});

test("objects are taken from archives in the same order in every run", () => {
  // One member defines the first name and the second, another one the second and more: if the second is asked for first, both are taken.
  const pairs = Array.from({ length: 6 }, (_, count) => [`first${count}`, `second${count}`]);
  const files = { asks: `${pairs.flat().map((name) => `int ${name}(void);`).join(" ")} int _start(void) { return ${pairs.flat().map((name) => `${name}()`).join(" + ")}; }` };
  for (const [first, second] of pairs) {
    files[first] = `int ${first}(void) { return 1; } int ${second}(void) { return 2; }`;
    files[second] = `int ${second}(void) { return 2; } int more_${second}(void) { return 3; }`;
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.c`), text);
  run("clang", "--target=wasm32", "-O1", "-c", ...Object.keys(files).map((name) => `${name}.c`));
  run("llvm-ar", "--format=gnu", "crs", "libfirst.a", ...pairs.map(([first]) => `${first}.o`));
  run("llvm-ar", "--format=gnu", "crs", "libsecond.a", ...pairs.map(([, second]) => `${second}.o`));
  const said = ["1", "2", "3"].map((PYTHONHASHSEED) => link({ PYTHONHASHSEED }, "asks.o", "-L.", "-lsecond", "-lfirst").said.split(" (")[0]);
  assert.deepEqual(said, [said[0], said[0], said[0]]);
  assert.match(said[0], /^wasm-link: \d+ of \d+ functions/);
});
