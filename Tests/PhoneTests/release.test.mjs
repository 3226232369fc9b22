// What the installed app makes of a release: Phone/release.js, and scripts/phone-release, which makes them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import "../../Phone/release.js";

const { Release } = globalThis;
const root = new URL("../../", import.meta.url).pathname;
const text = readFileSync(root + "Tests/PhoneTests/release.txt", "utf8");
const [line, signature] = text.split("\n");
const bytes = (text) => new TextEncoder().encode(text);
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

const keys = generateKeyPairSync("ed25519");
const publicKey = (pair) => pair.publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");

/** A manifest with changes, signed by a key of these tests unless `pair` is null. */
function made(changes = {}, pair = keys) {
  const manifest = { ...JSON.parse(line), key: pair && publicKey(pair), ...changes };
  const own = JSON.stringify(manifest);
  const mark = pair ? sign(null, bytes("auralyst/v1/phone-release\0" + own), pair.privateKey).toString("hex") : "";
  return bytes(`${own}\n${mark}\n`);
}

const refuses = (code, given, current = null) =>
  assert.rejects(Release.check(given, current), (error) => error instanceof Release.Fault && error.code === code && error.message.endsWith("."), code);

test("a signed release is read as the vector says", async () => {
  const release = await Release.check(bytes(text), null);
  assert.equal(release.version, "0.2.0");
  assert.equal(release.number, 1_800_000_000);
  assert.equal(release.digest, "42a46fe04ee65f7f06abadb4a3726c6dc19767c2273cdf020aef5f004b15d311");
  assert.equal(release.key, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  assert.deepEqual(release.files.map((file) => file.path), ["/", "/-/worker.0123456789abcdef.js", "/sw.js"]);
});

test("what is no release is refused", async () => {
  const cut = text.slice(0, 200);
  for (const given of ["", "<!doctype html><title>404</title>", "null\n", "{}\n\n", "[]\n\n", cut, text + "more", `${line}\n${signature}\n\nx`]) {
    await refuses("shape", bytes(given));
  }
  await refuses("shape", new Uint8Array([0xff, 0xfe, 0x7b]));
  const files = JSON.parse(line).files;
  const wrong = [
    { version: 2 }, { number: -1 }, { number: 1.5 }, { number: 2 ** 60 }, { changes: null }, { files: [] }, { files: [null] }, { files: "all" },
    { files: files.slice(1) }, { files: [...files, files[1]] }, { files: [...files, { ...files[1], path: "/-/../x" }] },
    { files: [...files, { ...files[1], path: "/v1/info" }] }, { files: [...files, { ...files[1], path: "/-/.x" }] },
    { files: [...files, { ...files[1], path: "/-/x.js", sha256: "00" }] }, { files: [...files, { ...files[1], path: "/-/x.js", size: "7" }] },
  ];
  for (const changes of wrong) await refuses("shape", made(changes));
  await refuses("shape", made({ app: "another" }));
});

test("a wrong signature is refused, whatever was changed", async () => {
  await refuses("signature", bytes(`${line}\n${signature.replace("7", "8")}\n`));
  await refuses("signature", bytes(`${line}\n\n`));
  await refuses("signature", bytes(line));
  await refuses("signature", bytes(`${line}\n${signature.slice(2)}\n`));
  await refuses("signature", bytes(`${line.replace("1800000000", "1800000001")}\n${signature}\n`));
  await refuses("signature", bytes(`${line.replace("offline", "onlinee")}\n${signature}\n`));
  await refuses("signature", bytes(`${line.replace(/"key":"[0-9a-f]*"/, '"key":null')}\n${signature}\n`));
});

test("the first release decides whose signature later ones need", async () => {
  const ours = await Release.check(made(), null);
  const others = generateKeyPairSync("ed25519");
  await Release.check(made({ number: ours.number + 1 }), ours);
  await refuses("key", made({ number: ours.number + 1 }, others), ours);
  await refuses("key", made({ number: ours.number + 1 }, null), ours);
  const unsigned = await Release.check(made({}, null), null);
  await Release.check(made({ number: ours.number + 1 }, null), unsigned);
  await Release.check(made(), unsigned);
});

test("an older release is refused, and says both versions", async () => {
  const current = await Release.check(made({ number: 20, version: "0.2.0" }), null);
  await assert.rejects(Release.check(made({ number: 19, version: "0.1.0" }), current), (error) =>
    error.code === "older" && error.message.includes("0.1.0") && error.message.includes("0.2.0"));
  await Release.check(made({ number: 20, changes: "built again" }), current);
});

test("a later form of the manifest is said to be one, if its signature is right", async () => {
  await refuses("newer", made({ format: 2, files: { other: true } }));
  await refuses("key", made({ format: 2 }, generateKeyPairSync("ed25519")), await Release.check(made(), null));
});

const contents = { "/": "<!doctype html>\n", "/-/worker.0123456789abcdef.js": "worker\n", "/sw.js": "sw\n" };

test("each file is checked before it is put away", async () => {
  const release = await Release.check(bytes(text), null);
  const load = async (changes, has = () => false) => {
    const files = { ...contents, ...changes };
    const put = [];
    await Release.load(release, {
      get: async (path) => (files[path] === null ? null : bytes(files[path])), put: async (file) => put.push(file.path), has: async (file) => has(file),
    });
    return put;
  };
  const fails = (code, changes) => assert.rejects(load(changes), (error) => error.code === code && error.message.includes(Object.keys(changes)[0]));
  assert.deepEqual(await load({}), Object.keys(contents));
  assert.deepEqual(await load({}, (file) => file.path === "/"), ["/-/worker.0123456789abcdef.js", "/sw.js"]);
  await fails("half", { "/sw.js": null });
  await fails("half", { "/sw.js": "s" });
  await fails("file", { "/sw.js": "zz\n" });
  await fails("file", { "/sw.js": "sw\nof another release" });
  await assert.rejects(Release.load(release, { get: () => { throw new TypeError("offline"); }, has: () => false }), TypeError);
});

test("the old release stays until the new one has opened the vault", () => {
  const [one, two, three] = ["1", "2", "3"].map((digest) => ({ digest }));
  let state = Release.loaded(Release.empty, one);
  assert.equal(Release.serving(state), one);
  assert.equal(Release.accept(state).isTrying, false);
  assert.equal(Release.loaded(state, one), state);
  state = Release.loaded(state, two);
  assert.equal(Release.serving(state), one);
  assert.equal(Release.opened(state, "2"), state, "it was not accepted");
  state = Release.accept(state);
  assert.equal(Release.serving(state), two);
  assert.deepEqual(Release.kept(state), [two, one]);
  assert.equal(Release.opened(state, "1"), state);
  const stays = Release.opened(state, "2");
  assert.deepEqual([Release.serving(stays), Release.kept(stays), stays.isTrying], [two, [two], false]);
  const back = Release.giveUp(state);
  assert.deepEqual([Release.serving(back), Release.kept(back)], [one, [one]]);
  assert.equal(Release.isNew(two, back), false, "what was given up is not offered again");
  assert.equal(Release.isNew(three, back), true);
  assert.deepEqual(JSON.parse(JSON.stringify(Release.loaded(back, three))), { current: one, next: three, newer: null, isTrying: false, refused: "2" });
});

test("a release that comes while another one is tried is offered, and may replace it", () => {
  const [one, two, three] = ["1", "2", "3"].map((digest) => ({ digest }));
  const trying = Release.loaded(Release.accept({ ...Release.empty, current: one, next: two }), three);
  assert.deepEqual([Release.serving(trying), trying.newer, Release.kept(trying)], [two, three, [two, one, three]]);
  assert.equal(Release.isNew(three, trying), false);
  const accepted = Release.accept(trying);
  assert.deepEqual([Release.serving(accepted), accepted.current, Release.kept(accepted)], [three, one, [three, one]]);
  const back = Release.giveUp(trying);
  assert.deepEqual([Release.serving(back), back.next, back.refused], [one, three, "2"]);
  const opened = Release.opened(trying, "2");
  assert.deepEqual([Release.serving(opened), opened.next, opened.isTrying], [two, three, false]);
  // As an earlier version of the app has left it.
  const { newer, ...before } = Release.accept({ ...Release.empty, current: one, next: two });
  assert.deepEqual([Release.accept(before).next, Release.opened(before, "2").next, Release.giveUp(before).next], [two, null, null]);
});

const folder = mkdtempSync(tmpdir() + "/phone-release-");
after(() => rmSync(folder, { recursive: true }));

function build(name, files) {
  const place = `${folder}/${name}`;
  execFileSync("mkdir", ["-p", place]);
  for (const [file, content] of Object.entries(files)) writeFileSync(`${place}/${file}`, content);
  return place;
}

const built = {
  "shell.html": '<script src="/-/shell.js"></script>', "sw.js": 'importScripts("/-/release.js"); fetch("/-/release")',
  "manifest.webmanifest": '{"icons":[{"src":"/-/icon.png"}]}', "icon.png": "icon", "release.js": "release",
  "shell.js": "new Worker('/-/worker.js')", "worker.js": 'import "/-/host.js";', "host.js": "host ".repeat(500), "app.wasm": "/-/none.js ".repeat(100),
};
const program = (...words) => spawnSync(root + "scripts/phone-release", words, { encoding: "utf8" });

test("a release is made, signed, named by content and accepted", async () => {
  const key = `${folder}/key.pem`;
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", key]);
  const out = `${folder}/out`;
  const said = program(build("built", built), "--out", out, "--key", key, "--number", "7");
  assert.equal(said.status, 0, said.stderr);
  const release = await Release.check(readFileSync(out + "/-/release"), null);
  assert.equal(release.number, 7);
  assert.match(release.changes, /\w/);
  const file = (path) => readFileSync(out + (path === "/" ? "/index.html" : path));
  await Release.load(release, { get: file, put: async () => {}, has: () => false });
  const named = (text) => text.match(/\/-\/[\w.-]+\.[0-9a-f]{16}\.\w+/)[0];
  const host = named(file(named(file(named(file("/").toString())).toString())).toString());
  assert.equal(file(host).toString(), built["host.js"]);
  assert.equal(host, `/-/host.${sha256(built["host.js"]).slice(0, 16)}.js`);
  assert.match(file("/sw.js").toString(), /importScripts\("\/-\/release\.[0-9a-f]{16}\.js"\); fetch\("\/-\/release"\)/);
  assert.equal(brotliDecompressSync(readFileSync(out + host + ".br")).toString(), built["host.js"]);
  assert.equal(gunzipSync(readFileSync(out + host + ".gz")).toString(), built["host.js"]);

  const first = readdirSync(out + "/-").map((name) => [name, sha256(readFileSync(`${out}/-/${name}`))]);
  assert.equal(program(`${folder}/built`, "--out", out, "--key", key, "--number", "7").status, 0);
  assert.deepEqual(readdirSync(out + "/-").map((name) => [name, sha256(readFileSync(`${out}/-/${name}`))]), first, "the same files make the same release");
  assert.equal(program(`${folder}/built`, "--out", out, "--number", "8").status, 0);
  await refuses("key", readFileSync(out + "/-/release"), release);
});

test("files that do not fit together make no release", () => {
  const { "release.js": left, ...without } = built;
  const wrong = [
    [without, /release\.js is not in/], [{ ...built, "shell.js": '"/-/nowhere.js"' }, /nowhere\.js, which is not among the files/],
    [{ ...built, "host.js": '"/-/worker.js"' }, /circle/], [{ ...built, "notes.odt": "x" }, /no type/],
  ];
  for (const [index, [files, sentence]] of wrong.entries()) {
    const said = program(build(`wrong${index}`, files), "--out", `${folder}/none`);
    assert.equal(said.status, 1);
    assert.match(said.stderr, sentence);
    assert.match(said.stderr, /hint: /);
  }
});
