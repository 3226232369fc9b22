// The phone's files against a model, with kills between any two steps of the storage. A seed makes a history; AURALYST_SEED repeats one, AURALYST_HISTORIES says how many.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { FakeOPFS, numbers } from "./fake-opfs.mjs";

register("./resolve.mjs", import.meta.url);
const { OPFSFiles } = await import("../../Phone/files-opfs.js");

const first = Number(process.env.AURALYST_SEED ?? Date.now() % 1_000_000_000);
const histories = Number(process.env.AURALYST_HISTORIES ?? 300);
const small = { free: 3, singles: 4, packed: 40_000, waste: 2000, log: 3000, patience: 0 };

/** What should be there: names, each with a file or a folder; and for each file what it may be after a power cut. */
class Model {
  names = new Map();
  /** The names after each change, from the last that is on the disk for certain. */
  moments = [];
  constructor() { this.note(); }
  note() { this.moments.push(new Map([...this.names].map(([path, node]) => [path, node]))); }
  /** All changes of names up to now are on the disk. */
  keep() { this.moments = this.moments.slice(-1); }
  children(path) { return [...this.names.keys()].filter((name) => name.startsWith(path + "/") && !name.includes("/", path.length + 1)); }
}

class Content {
  /** What it was after each write since the last flush; the first is on the disk. */
  versions = [new Uint8Array()];
  since = 0;
  get now() { return this.versions.at(-1); }
  change(bytes) { this.versions.push(bytes); }
  flush() { this.versions = [this.now]; }
  /** Whether bytes can be what a power cut left of it. */
  admits(bytes) {
    const { versions } = this;
    const sizes = versions.map(({ length }) => length);
    if (versions.length === 1) return bytes.length === sizes[0] && bytes.every((byte, at) => byte === versions[0][at]);
    return bytes.length <= Math.max(...sizes) && bytes.length >= Math.min(...sizes)
      && bytes.every((byte, at) => versions.some((version) => (version[at] ?? 0) === byte) || byte === 0);
  }
}

const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

function contentOf(files, path) {
  const file = files.open(path, {});
  const bytes = new Uint8Array(file.size());
  assert.equal(file.read(bytes, 0), bytes.length);
  file.close();
  return bytes;
}

/** Compares what is there after a power cut with what may be; the model goes on from there. */
function check(files, model, { isPowerCut }) {
  const found = new Map();
  const gather = (path) => {
    for (const { name, kind } of files.list(path || "/")) {
      if (path + "/" + name === "/tmp") continue;
      found.set(path + "/" + name, kind);
      if (kind === "folder") gather(path + "/" + name);
    }
  };
  gather("");
  const isMoment = (moment) => moment.size === found.size && [...moment].every(([path, node]) => {
    if (found.get(path) !== (node === "folder" ? "folder" : "file")) return false;
    return node === "folder" || node.admits(contentOf(files, path));
  });
  // After a kill without a power cut, too, the step that was under way may be done or not.
  const moment = model.moments.findLast(isMoment);
  assert.ok(moment, `none of ${model.moments.length} moments: found ${[...found.keys()]}; last ${[...model.moments.at(-1).keys()]}; first ${[...model.moments[0].keys()]}`);
  model.names = new Map(moment);
  for (const [path, node] of moment) {
    if (node === "folder") continue;
    const bytes = contentOf(files, path);
    if (!isPowerCut) { if (!same(bytes, node.now)) node.change(bytes); } else node.versions = [bytes];
  }
  model.moments = [];
  model.note();
}

/** One history: changes, kills, and looks at what is there. */
async function live(seed) {
  const random = numbers(seed);
  const disk = new FakeOPFS(random);
  const model = new Model();
  let clock = 1000;
  const options = { ...small, now: () => (clock += 1) };
  let files;
  let opened = [];
  const paths = ["/v", "/v/a", "/v/b", "/v/c", "/v/d", "/v/sub", "/v/sub/a", "/v/sub/b", "/w", "/w/a", "/w/b", ...Array.from({ length: 12 }, (_, n) => "/v/n" + n)];
  const begin = async () => {
    for (let tries = 0; ; tries += 1) {
      if (tries < 3 && random.chance(0.4)) disk.stepsLeft = random.below(25);
      try {
        files = await OPFSFiles.open(disk.folder(), options);
        if (!disk.isKilled) { disk.stepsLeft = Infinity; break; }
      } catch (error) {
        if (!disk.isKilled) throw error;
      }
      const isPowerCut = random.chance(0.5);
      powerCut ||= isPowerCut;
      disk.restart({ isPowerCut });
    }
    opened = [];
    check(files, model, { isPowerCut: powerCut });
    powerCut = false;
  };
  let powerCut = false;
  await begin();
  const change = (path, action, effect) => {
    // The names after it may be on the disk even when it was killed in the middle.
    const before = new Map(model.names);
    effect();
    model.note();
    try {
      action();
    } catch (error) {
      if (!disk.isKilled) { model.names = before; model.moments.pop(); model.note(); }
      throw error;
    }
  };
  const alter = (content, bytes, action) => {
    content.change(bytes);
    try {
      return action();
    } catch (error) {
      if (!disk.isKilled) content.versions.pop();
      throw error;
    }
  };
  const deeds = {
    write() {
      const path = random.pick(paths);
      const node = model.names.get(path);
      if (node === "folder" || model.names.get(above(path)) !== "folder") return;
      let content = node;
      let file;
      if (!node) {
        content = new Content();
        change(path, () => { file = files.open(path, { create: true, exclusive: random.chance(0.5) }); }, () => { model.names.set(path, content); });
        content.since = model.moments.length - 1;
      } else {
        const [create, truncate] = [random.chance(0.5), random.chance(0.2)];
        file = truncate ? alter(content, new Uint8Array(), () => files.open(path, { create, truncate })) : files.open(path, { create });
      }
      opened.push({ file, content });
    },
    more() {
      if (!opened.length) return;
      const { file, content } = random.pick(opened);
      const what = random.below(6);
      if (what < 3) {
        const bytes = new Uint8Array(random.below(random.chance(0.2) ? 9000 : 700)).fill(1 + random.below(255));
        const at = random.below(content.now.length + 600);
        if (!bytes.length) return;
        const after = new Uint8Array(Math.max(content.now.length, at + bytes.length));
        after.set(content.now);
        after.set(bytes, at);
        assert.equal(alter(content, after, () => file.write(bytes, at)), bytes.length);
      } else if (what === 3) {
        const size = random.below(content.now.length + 300);
        const after = new Uint8Array(size);
        after.set(content.now.subarray(0, size));
        alter(content, after, () => file.resize(size));
      } else if (what === 4) {
        file.flush();
        content.flush();
        const at = model.moments.findLastIndex((moment) => ![...moment.values()].includes(content));
        // Its name is on the disk, too, and so is all before.
        if ([...model.names.values()].includes(content) && at >= 0) model.moments = model.moments.slice(at + 1);
      } else {
        const bytes = new Uint8Array(content.now.length + 10);
        assert.equal(file.read(bytes, 0), content.now.length);
        assert.ok(same(bytes.subarray(0, content.now.length), content.now), "what was written is read");
      }
    },
    close() {
      if (!opened.length) return;
      opened.splice(random.below(opened.length), 1)[0].file.close();
    },
    folder() {
      const path = random.pick(["/v", "/v/sub", "/w"]);
      if (model.names.has(path) || (above(path) !== "" && model.names.get(above(path)) !== "folder")) return;
      change(path, () => files.makeFolder(path), () => model.names.set(path, "folder"));
    },
    remove() {
      const path = random.pick(paths);
      const node = model.names.get(path);
      if (!node || (node === "folder" && model.children(path).length)) return;
      change(path, () => (node === "folder" ? files.removeFolder(path) : files.remove(path)), () => model.names.delete(path));
    },
    rename() {
      const [from, to] = [random.pick(paths), random.pick(paths)];
      const [node, target] = [model.names.get(from), model.names.get(to)];
      if (!node || from === to || to.startsWith(from + "/")) return;
      if (above(to) !== "" && model.names.get(above(to)) !== "folder") return;
      if ((above(to) === "") !== (node === "folder" && ["/v", "/w"].includes(to))) return;
      if (target === "folder" ? node !== "folder" || model.children(to).length : target && node === "folder") return;
      change(from, () => files.rename(from, to), () => {
        model.names.delete(to);
        for (const [old, one] of [...model.names]) {
          if (old !== from && !old.startsWith(from + "/")) continue;
          model.names.delete(old);
          model.names.set(to + old.slice(from.length), one);
        }
      });
      // The new name is never on the disk before what was written.
      if (node !== "folder") node.flush();
    },
    keep() {
      const folder = [...model.names].find(([, node]) => node === "folder")?.[0] ?? "/";
      const file = files.open(folder, { folder: true });
      file.flush();
      file.close();
      model.keep();
    },
    async tidy() { await files.tidy(); },
    full() { disk.quota = random.chance(0.5) ? Infinity : disk.bytes + random.below(12_000); },
    kill() { disk.stepsLeft = random.below(12); },
  };
  const weights = ["write", "write", "write", "more", "more", "more", "more", "close", "close", "folder", "folder", "remove", "rename", "rename", "keep", "tidy", "kill", "full"];
  for (let turn = 0; turn < 120; turn += 1) {
    const deed = random.pick(weights);
    try {
      await deeds[deed]();
    } catch (error) {
      // Each slot has an open file: the next tidying makes new ones. Or the disk is full.
      if (!disk.isKilled && !["ENFILE", "ENOSPC"].includes(error.code)) throw error;
    }
    if (!disk.isKilled) continue;
    powerCut = random.chance(0.6);
    disk.restart({ isPowerCut: powerCut });
    await begin();
  }
}

const above = (path) => path.slice(0, path.lastIndexOf("/"));

test(`what was flushed is there after kills between any two steps, and names are of one moment (${histories} histories from AURALYST_SEED=${first})`, async () => {
  for (let number = 0; number < histories; number += 1) {
    try {
      await live(first + number);
    } catch (error) {
      error.message += ` (AURALYST_SEED=${first + number} AURALYST_HISTORIES=1)`;
      throw error;
    }
  }
});

const begin = (disk, more = {}) => OPFSFiles.open(disk.folder(), { ...small, ...more });

function save(files, path, bytes) {
  const file = files.open(path, { create: true });
  file.write(bytes, 0);
  file.flush();
  file.close();
}

const bytes = (size, number) => Uint8Array.from({ length: size }, (_, at) => (at * 7 + number) & 255);

test("a damaged table of names is a fault, and nothing is touched", async () => {
  const disk = new FakeOPFS(numbers(1));
  const files = await begin(disk);
  files.makeFolder("/v");
  save(files, "/v/a", bytes(100, 1));
  disk.restart({ isPowerCut: true });
  const tables = ["table.a", "table.b"].map((name) => disk.files.get(name));
  for (const table of tables) table.now = table.disk = table.now.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
  const before = [...disk.files].map(([name, { now }]) => [name, now]);
  await assert.rejects(begin(disk), { code: "EUCLEAN" });
  assert.deepEqual([...disk.files].map(([name, { now }]) => [name, now]), before);
});

test("a slot that the browser has lost is a fault of its file only, and its number is not given again", async () => {
  const disk = new FakeOPFS(numbers(2));
  const files = await begin(disk);
  files.makeFolder("/v");
  save(files, "/v/a", bytes(100, 1));
  save(files, "/v/b", bytes(100, 2));
  disk.restart({ isPowerCut: true });
  const [lost] = [...disk.files].find(([name, { now }]) => !name.startsWith("table") && same(now, bytes(100, 1)));
  disk.files.delete(lost);
  const again = await begin(disk);
  assert.throws(() => again.open("/v/a"), { code: "EIO" });
  assert.ok(same(contentOf(again, "/v/b"), bytes(100, 2)));
  await again.tidy();
  assert.ok(!disk.files.has(lost));
  again.remove("/v/a");
  save(again, "/v/a", bytes(50, 3));
  assert.ok(same(contentOf(again, "/v/a"), bytes(50, 3)));
});

test("files that another worker holds are busy", async () => {
  const disk = new FakeOPFS(numbers(3));
  await begin(disk);
  await assert.rejects(begin(disk), { code: "EBUSY" });
});

test("hundreds of files need few slots, also in one stretch, and what is removed gives its room back", async () => {
  const disk = new FakeOPFS(numbers(4));
  const files = await begin(disk, { packed: 100_000 });
  files.makeFolder("/v");
  for (let number = 0; number < 400; number += 1) {
    save(files, "/v/" + number, bytes(1000, number));
    if (number > 150) await files.tidy();
  }
  for (let number = 0; number < 400; number += 1) assert.ok(same(contentOf(files, "/v/" + number), bytes(1000, number)));
  assert.ok(disk.files.size < 20, `${disk.files.size} files`);
  const before = disk.bytes;
  for (let number = 0; number < 400; number += 1) if (number % 4) files.remove("/v/" + number);
  await files.tidy();
  await files.tidy();
  assert.ok(disk.bytes < before * 0.6, `${disk.bytes} of ${before}`);
  for (let number = 0; number < 400; number += 4) assert.ok(same(contentOf(files, "/v/" + number), bytes(1000, number)));
});

test("what is below /tmp never reaches the storage", async () => {
  const disk = new FakeOPFS(numbers(5));
  const files = await begin(disk);
  const before = disk.steps;
  save(files, "/tmp/a", bytes(700_000, 1));
  assert.ok(same(contentOf(files, "/tmp/a"), bytes(700_000, 1)));
  files.makeFolder("/tmp/f");
  files.rename("/tmp/a", "/tmp/f/a");
  assert.throws(() => files.rename("/tmp/f/a", "/a"), { code: "EXDEV" });
  assert.deepEqual(files.list("/tmp").map(({ name }) => name), ["f"]);
  assert.throws(() => files.open("/tmp/large", { create: true }).resize(2 ** 29), { code: "ENOSPC" });
  files.remove("/tmp/f/a");
  assert.equal(disk.steps, before);
});
