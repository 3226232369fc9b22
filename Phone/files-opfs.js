// The files of the phone, in the browser's private file system (OPFS), for a program that cannot wait.
//
// OPFS opens files asynchronously, and WASI's calls are synchronous. So the program's files live in *slots*: numbered files
// of OPFS that are opened beforehand and stay open. SQLite's opfs-sahpool keeps each name in the slot's own header; here all names are in one
// table, a log of records. Then one write renames a file over another, or a whole folder, and after a kill the names are those of
// one moment. Many small attachments share a slot (they are *packed*): Safari allows 252 open handles, and Chromium takes
// 250 ms to open 1,000. Keys and the database have slots of their own, so an overwritten key leaves no copy in another slot.
//
// These rules make a kill harmless, whatever part of the unflushed writes reached the disk, and in whatever order:
// 1. A name is changed in the table first, then in memory. A record is valid only after all before it.
// 2. A slot that no name leads to is used again only after the table is flushed, and the slot is emptied and flushed.
// 3. A file is packed by a copy that is flushed before the table leads to it.
// 4. A new table is complete and flushed before the old one is emptied. The newer complete one is read.
import { FileFault, MemoryFiles, named } from "/-/files-memory.js";

/** The folder whose files may be packed (Sources/Engine/Wipe/VaultFiles.swift). */
const packs = "/attachments/";

const limits = {
  /** Slots that wait for new files. */
  free: 24,
  /** The most bytes of a file that may be packed. */
  small: 16 << 20,
  /** Such files with a slot of their own before some are packed. */
  singles: 48,
  /** Bytes in a slot of packed files. */
  packed: 256 << 20,
  /** Bytes of a slot of packed files from which on it is compacted into another one, once half of them belong to no file. */
  waste: 8 << 20,
  /** Bytes of a table's log before it is written again. */
  log: 128 << 10,
  /** How long another worker may take to let go of the files, in milliseconds. */
  patience: 10_000,
};

export class OPFSFiles {
  /** Opens the files in a folder of OPFS (`FileSystemDirectoryHandle`). Throws a `FileFault`: "EBUSY" when another worker holds them, "EUCLEAN" when the table is damaged. */
  static async open(folder, options = {}) {
    const files = new OPFSFiles(folder, { ...limits, ...options });
    await files.#open();
    // Freed slots can also be emptied when one is needed.
    if (!files.#freed.length) await files.tidy();
    return files;
  }

  #folder;
  #limits;
  #now;
  /** Everything by its path: `{kind: "folder"}`, or a file (see `#file`). */
  #names = new Map([["/", { kind: "folder", id: 1, modified: 0 }]]);
  #ids = 1;
  #slots = new Map();
  /** Slots that are empty, on the disk too. */
  #free = [];
  /** Slots that no name leads to any more; `after`: the record that must be flushed before. */
  #freed = [];
  #tables;
  #table;
  #isBroken = false;
  #uses = 0;
  #tidying;
  #memory;

  constructor(folder, options) {
    this.#folder = folder;
    this.#limits = options;
    this.#now = options.now ?? Date.now;
    // Nothing unencrypted reaches the phone's storage, and none of it is left after a restart.
    this.#memory = new MemoryFiles("/tmp", { now: this.#now });
  }

  // MARK: Opening

  async #open() {
    const names = [];
    for await (const name of this.#folder.keys()) names.push(name);
    const slots = names.filter((name) => /^\d+$/.test(name));
    const opened = await Promise.all([...["table.a", "table.b"], ...slots].map(async (name) => [name, await this.#handle(name)]));
    for (const [name, handle] of opened.slice(2)) this.#slots.set(Number(name), { number: Number(name), handle, live: 0, bytes: 0, end: 0 });
    this.#tables = opened.slice(0, 2).map(([, handle]) => new Table(handle));
    const [newest] = this.#tables.filter((table) => table.read()).sort((one, other) => other.generation - one.generation);
    // Before the first table is complete no slot has anything in it.
    if (!newest && [...this.#slots.values()].some(({ handle }) => handle.getSize() > 0)) throw new FileFault("EUCLEAN");
    for (const record of newest?.records ?? []) this.#apply(record);
    this.#table = newest ?? this.#tables[1];
    const used = new Set();
    for (const node of this.#names.values()) {
      if (node.kind !== "file") continue;
      used.add(node.slot);
      if (node.isPacked) this.#occupy(node);
    }
    // What a kill left after the end of the log must not come back after new records; and what was read may be only in the system's cache.
    if (newest) named(() => newest.clearRest());
    else this.#writeTable();
    if (this.#table.generation === 0) throw new FileFault("ENOSPC");
    for (const slot of this.#slots.values()) if (!used.has(slot.number)) this.#freed.push({ slot, after: 0 });
  }

  /** An open handle; waits for a worker that has just been ended. */
  async #handle(name) {
    const file = await this.#folder.getFileHandle(name, { create: true });
    for (const end = Date.now() + this.#limits.patience; ;) {
      try {
        return await file.createSyncAccessHandle();
      } catch (error) {
        if (error.name !== "NoModificationAllowedError") throw error;
        if (Date.now() >= end) throw new FileFault("EBUSY");
        await new Promise((go) => { setTimeout(go, 50); });
      }
    }
  }

  // MARK: The table

  /** Writes a record and does what it says. */
  #record(...record) {
    if (this.#isBroken) throw new FileFault("EIO");
    if (!this.#table.hasRoom) this.#writeTable();
    named(() => this.#table.append(record));
    return this.#apply(record);
  }

  #apply([what, path, ...rest]) {
    const names = this.#names;
    if (what === "file" || what === "pack") {
      const [slot, modified, offset = 0, size = 0] = rest;
      const node = names.get(path) ?? { kind: "file", path, id: ++this.#ids, opens: 0, used: 0, isDirty: true };
      names.set(path, Object.assign(node, { slot, modified, offset, size, isPacked: what === "pack", record: this.#table?.count ?? 0 }));
      return node;
    } else if (what === "folder") {
      names.set(path, { kind: "folder", id: ++this.#ids, modified: rest[0] });
    } else if (what === "gone") {
      const node = names.get(path);
      names.delete(path);
      return node;
    } else if (what === "move") {
      const [to] = rest;
      const replaced = names.get(to);
      names.delete(to);
      for (const [old, node] of [...names]) {
        if (old !== path && !old.startsWith(path + "/")) continue;
        names.delete(old);
        names.set(to + old.slice(path.length), node);
        node.path = to + old.slice(path.length);
        node.record = this.#table?.count ?? 0;
      }
      return replaced;
    } else if (what === "time") {
      names.get(path).modified = rest[0];
    }
  }

  /** Writes all names as a new table. If that fails the old one stays, and the incomplete new one must not be read as a table. */
  #writeTable() {
    const records = [];
    for (const [path, node] of this.#names) {
      if (path === "/") continue;
      if (node.kind === "folder") records.push(["folder", path, node.modified]);
      else if (node.isPacked) records.push(["pack", path, node.slot, node.modified, node.offset, node.size]);
      else records.push(["file", path, node.slot, node.modified]);
    }
    const next = this.#tables.find((table) => table !== this.#table);
    try {
      next.write(records, this.#table, this.#limits.log);
    } catch {
      try {
        next.empty();
        next.handle.flush();
      } catch {
        this.#isBroken = true;
      }
      return;
    }
    const old = this.#table;
    this.#table = next;
    try { old.empty(); } catch { /* It is the older one, whatever is in it. */ }
  }

  #flushTable() {
    if (this.#isBroken) throw new FileFault("EIO");
    named(() => this.#table.flush());
  }

  // MARK: Slots

  /** An empty slot for a new file. */
  #takeSlot() {
    if (!this.#free.length) this.#reclaim(1);
    while (!this.#free.length) {
      if (!this.#packOldest(8)) throw new FileFault("ENFILE");
      this.#reclaim();
    }
    return this.#free.pop();
  }

  /** Empties slots that no name leads to, at most so many. */
  #reclaim(count = Infinity) {
    if (this.#freed.some(({ after }) => after > this.#table.flushed)) this.#flushTable();
    for (; this.#freed.length && count > 0; count -= 1) {
      const { slot } = this.#freed[0];
      named(() => {
        slot.handle.truncate(0);
        slot.handle.flush();
      });
      Object.assign(slot, { live: 0, bytes: 0, end: 0 });
      this.#free.push(slot);
      this.#freed.shift();
    }
  }

  /** Frees the place of a file, once the last record is on the disk. */
  #release({ slot, isPacked, size }) {
    const place = this.#slots.get(slot);
    if (!place) return;
    if (isPacked) {
      place.live -= 1;
      place.bytes -= size;
      if (place.live > 0) return;
    }
    if (this.#container === place) this.#container = null;
    this.#freed.push({ slot: place, after: this.#table.count });
  }

  #leave(node) {
    if (!node) return;
    node.path = null;
    if (node.kind === "file" && node.opens === 0) this.#release(node);
  }

  // MARK: Packing

  /** The slot that packed files are added to. */
  #container = null;

  #occupy(node) {
    const place = this.#slots.get(node.slot);
    if (!place) return;
    place.live += 1;
    place.bytes += node.size;
    place.end = Math.max(place.end, node.offset + node.size);
    if (place.end < this.#limits.packed) this.#container = place;
  }

  /** Packs the least recently used files, at most so many; returns whether there was one. */
  #packOldest(count) {
    const oldest = this.#closedSingles().slice(0, count);
    this.#pack(oldest);
    return oldest.length > 0;
  }

  #closedSingles() {
    const files = [...this.#names.values()].filter((node) => node.kind === "file" && !node.isPacked && node.opens === 0 && this.#mayBePacked(node));
    return files.sort((one, other) => one.used - other.used);
  }

  #mayBePacked(node) {
    if (!node.path.includes(packs) || !this.#slots.has(node.slot)) return false;
    return (node.isSmall ??= this.#size(node) <= this.#limits.small);
  }

  /** Copies files into slots of packed files. All copies are on the disk before the table leads to one of them. */
  #pack(nodes) {
    const moves = [];
    for (const node of nodes) {
      const size = this.#size(node);
      const place = this.#containerFor(node, size);
      if (!place) continue;
      const offset = place.end;
      this.#copy(node, size, place.handle, offset);
      place.end += size;
      moves.push({ node, place, offset, size });
    }
    for (const place of new Set(moves.map((move) => move.place))) named(() => place.handle.flush());
    for (const { node, place, offset, size } of moves) {
      const before = { ...node, size };
      this.#record("pack", node.path, place.number, node.modified, offset, size);
      this.#occupy(node);
      this.#release(before);
    }
  }

  /** The slot for a packed file of so many bytes. Undefined if there is none: then the file's own slot becomes one, with the file in it. */
  #containerFor(node, size) {
    const current = this.#container;
    if (current && current.number !== node.slot && current.end + size <= this.#limits.packed) return current;
    const fresh = this.#free.pop();
    if (fresh) return (this.#container = fresh);
    if (node.isPacked) throw new FileFault("ENFILE");
    const place = this.#place(node);
    named(() => place.handle.flush());
    this.#record("pack", node.path, place.number, node.modified, 0, size);
    this.#occupy(node);
    this.#container = place;
    // Otherwise bytes added after it might be read as part of it.
    this.#flushTable();
    return undefined;
  }

  /** Gives a packed file a slot of its own, because it is written. */
  #unpack(node, size) {
    const before = { ...node };
    const place = this.#takeSlot();
    try {
      this.#copy(node, size, place.handle, 0);
      named(() => place.handle.flush());
      if (node.path === null) Object.assign(node, { slot: place.number, isPacked: false });
      else this.#record("file", node.path, place.number, node.modified);
    } catch (error) {
      this.#freed.push({ slot: place, after: 0 });
      throw error;
    }
    this.#release(before);
  }

  #copy(node, size, handle, offset) {
    const piece = new Uint8Array(Math.min(size, 1 << 20));
    for (let at = 0; at < size;) {
      const count = this.#read(node, piece.subarray(0, Math.min(piece.length, size - at)), at);
      if (!count) throw new FileFault("EIO");
      for (let done = 0; done < count;) {
        const written = named(() => handle.write(piece.subarray(done, count), { at: offset + at + done }));
        if (!written) throw new FileFault("ENOSPC");
        done += written;
      }
      at += count;
    }
  }

  // MARK: Between requests

  /** Whether `tidy` has something to do. */
  get isUntidy() {
    return this.#freed.length > 0 || this.#free.length < this.#limits.free || !this.#table.hasRoom || this.#closedSingles().length > this.#limits.singles;
  }

  /** Makes room between requests, so that none has to wait: empties slots, opens new ones, packs. What fails is tried again the next time. */
  tidy() {
    this.#tidying ??= this.#tidy().catch(() => null).finally(() => { this.#tidying = null; });
    return this.#tidying;
  }

  async #tidy() {
    if (this.#isBroken) return;
    if (!this.#table.hasRoom) this.#writeTable();
    this.#reclaim();
    // Half of them at once, a few at a time: so one flush serves several.
    const [many, most] = [this.#closedSingles().length, this.#limits.singles];
    for (let left = many > most ? many - most / 2 : 0; left > 0; left -= 8) {
      this.#packOldest(Math.min(left, 8));
      this.#reclaim();
      await turn();
    }
    for (const place of this.#slots.values()) {
      if (place.live === 0 || place.end < this.#limits.waste || place.bytes > place.end / 2) continue;
      this.#pack([...this.#names.values()].filter((node) => node.isPacked && node.slot === place.number));
      this.#reclaim();
      await turn();
    }
    const missing = this.#limits.free - this.#free.length;
    // A slot that a name leads to may have been lost: its number is never given again.
    let number = [...this.#slots.keys(), ...[...this.#names.values()].map(({ slot = 0 }) => slot)].reduce((one, other) => Math.max(one, other), 0);
    const numbers = Array.from({ length: Math.max(0, missing) }, () => ++number);
    await Promise.all(numbers.map(async (number) => {
      const slot = { number, handle: await this.#handle(String(number)), live: 0, bytes: 0, end: 0 };
      slot.handle.flush();
      this.#slots.set(number, slot);
      this.#free.push(slot);
    }));
    while (this.#free.length > 3 * this.#limits.free) {
      const slot = this.#free.pop();
      this.#slots.delete(slot.number);
      slot.handle.close();
      await this.#folder.removeEntry(String(slot.number));
    }
  }

  /** Lets go of all files, so that another worker can open them. */
  close() {
    for (const { handle } of [...this.#slots.values(), ...this.#tables]) handle.close();
  }

  // MARK: Reading and writing

  #size(node) {
    return node.isPacked ? node.size : named(() => this.#place(node).handle.getSize());
  }

  /** The slot of a file; it may be missing where the browser has lost it. */
  #place(node) {
    const place = this.#slots.get(node.slot);
    if (!place) throw new FileFault("EIO");
    return place;
  }

  #read(node, bytes, at) {
    const { handle } = this.#place(node);
    if (!node.isPacked) return named(() => handle.read(bytes, { at }));
    const count = Math.max(0, Math.min(bytes.length, node.size - at));
    return count && named(() => handle.read(bytes.subarray(0, count), { at: node.offset + at }));
  }

  /** Does what needs room on the disk; where there is none, once more after slots were emptied. */
  #grow(action) {
    try {
      return named(action);
    } catch (error) {
      if (error.code !== "ENOSPC" || !this.#freed.length) throw error;
      this.#reclaim();
      return named(action);
    }
  }

  #touch(node) {
    node.modified = this.#now();
    node.isWritten = node.isDirty = true;
    node.isSmall = undefined;
  }

  #file(node) {
    const files = this;
    node.opens += 1;
    return {
      kind: "file",
      read: (bytes, at) => files.#read(node, bytes, at),
      write(bytes, at) {
        if (node.isPacked) files.#unpack(node, node.size);
        if (!bytes.length) return 0;
        files.#touch(node);
        const { handle } = files.#place(node);
        const count = files.#grow(() => handle.write(bytes, { at }));
        if (!count) throw new FileFault("ENOSPC");
        return count;
      },
      size: () => files.#size(node),
      resize(size) {
        if (node.isPacked) files.#unpack(node, Math.min(size, node.size));
        files.#touch(node);
        const { handle } = files.#place(node);
        files.#grow(() => handle.truncate(size));
      },
      flush: () => files.#flush(node),
      setModified: (time) => { if (node.path === null) node.modified = time; else files.#record("time", node.path, time); },
      stat: () => files.#stat(node),
      close() {
        node.opens -= 1;
        node.used = ++files.#uses;
        if (node.opens > 0) return;
        if (node.path === null) {
          files.#release(node);
        } else if (node.isWritten) {
          node.isWritten = false;
          // The file is complete without its time.
          try { files.#record("time", node.path, node.modified); } catch { /* next time */ }
        }
      },
    };
  }

  #flush(node) {
    if (!node.isPacked) named(() => this.#place(node).handle.flush());
    node.isDirty = false;
    // For a file without a name: that it has none.
    if (node.path === null || node.record > this.#table.flushed) this.#flushTable();
  }

  // MARK: Names

  #get(path) {
    const node = this.#names.get(path);
    if (!node) {
      // "Not a folder" where a file is on the way.
      for (let above = parent(path); above !== "/"; above = parent(above)) if (this.#names.get(above)?.kind === "file") throw new FileFault("ENOTDIR");
      throw new FileFault("ENOENT");
    }
    return node;
  }

  #needFolder(path) {
    if (this.#get(path).kind !== "folder") throw new FileFault("ENOTDIR");
  }

  #children(path) {
    const start = path === "/" ? "/" : path + "/";
    return [...this.#names].filter(([name]) => name !== "/" && name.startsWith(start) && !name.includes("/", start.length));
  }

  #stat({ kind, id, modified, ...node }) {
    return { kind, id, modified, links: node.path === null ? 0 : 1, size: kind === "file" ? this.#size(node) : 0 };
  }

  open(path, { create, exclusive, truncate, folder } = {}) {
    if (this.#memory.has(path)) return this.#memory.open(path, { create, exclusive, truncate, folder });
    let node = this.#names.get(path);
    if (!node && create) {
      this.#needFolder(parent(path));
      const slot = this.#takeSlot();
      try {
        node = this.#record("file", path, slot.number, this.#now());
      } catch (error) {
        this.#free.push(slot);
        throw error;
      }
    } else {
      node = this.#get(path);
      if (create && exclusive) throw new FileFault("EEXIST");
    }
    if (node.kind === "folder") return { kind: "folder", flush: () => this.#flushTable(), stat: () => this.#stat(node), setModified() {}, close() {} };
    if (folder) throw new FileFault("ENOTDIR");
    this.#place(node);
    const file = this.#file(node);
    try {
      if (truncate && this.#size(node) > 0) file.resize(0);
    } catch (error) {
      file.close();
      throw error;
    }
    return file;
  }

  stat(path) {
    return this.#memory.has(path) ? this.#memory.stat(path) : this.#stat(this.#get(path));
  }

  list(path) {
    if (this.#memory.has(path)) return this.#memory.list(path);
    this.#needFolder(path);
    const start = path === "/" ? 1 : path.length + 1;
    const names = this.#children(path).map(([name, { kind, id }]) => ({ name: name.slice(start), kind, id }));
    return path === "/" ? [...names, { name: "tmp", kind: "folder", id: 0 }] : names;
  }

  makeFolder(path) {
    if (this.#memory.has(path)) return this.#memory.makeFolder(path);
    if (this.#names.has(path)) throw new FileFault("EEXIST");
    this.#needFolder(parent(path));
    this.#record("folder", path, this.#now());
  }

  removeFolder(path) {
    if (this.#memory.has(path)) return this.#memory.removeFolder(path);
    this.#needFolder(path);
    if (path === "/") throw new FileFault("EBUSY");
    if (this.#children(path).length) throw new FileFault("ENOTEMPTY");
    this.#leave(this.#record("gone", path));
  }

  remove(path) {
    if (this.#memory.has(path)) return this.#memory.remove(path);
    if (this.#get(path).kind === "folder") throw new FileFault("EISDIR");
    this.#leave(this.#record("gone", path));
  }

  rename(from, to) {
    if (this.#memory.has(from) !== this.#memory.has(to)) throw new FileFault("EXDEV");
    if (this.#memory.has(from)) return this.#memory.rename(from, to);
    const node = this.#get(from);
    if (from === to) return;
    if (from === "/" || to.startsWith(from + "/")) throw new FileFault("EINVAL");
    this.#needFolder(parent(to));
    const target = this.#names.get(to);
    if (target?.kind === "folder") {
      if (node.kind !== "folder") throw new FileFault("EISDIR");
      if (this.#children(to).length) throw new FileFault("ENOTEMPTY");
    } else if (target && node.kind === "folder") {
      throw new FileFault("ENOTDIR");
    }
    // The name must not be on the disk before what was written under it.
    if (node.isDirty) this.#flush(node);
    this.#leave(this.#record("move", from, to));
  }

  setModified(path, time) {
    if (this.#memory.has(path)) return this.#memory.setModified(path, time);
    if (this.#get(path).kind === "file") this.#record("time", path, time);
  }
}

/** Lets waiting requests run first. */
const turn = () => new Promise((go) => { setTimeout(go); });

const parent = (path) => path.slice(0, path.lastIndexOf("/")) || "/";

/**
 * A log of records in one file: each with its length, a checksum that goes on from the one before, and JSON. The first says the table's generation and how many
 * records follow that were written with it; without all of them it is no table.
 */
class Table {
  generation = 0;
  records = [];
  /** Records that were appended, and how many of them are on the disk. */
  count = 0;
  flushed = 0;
  #end = 0;
  #room = 0;
  #sum = 0;

  constructor(handle) {
    this.handle = handle;
  }

  get hasRoom() { return this.#end + 4096 < this.#room; }

  /** Reads it; gives whether it is complete. */
  read() {
    const bytes = new Uint8Array(this.handle.getSize());
    if (this.handle.read(bytes, { at: 0 }) !== bytes.length) return false;
    const view = new DataView(bytes.buffer);
    const records = [];
    let [at, sum, valid] = [0, 0, 0];
    while (at + 8 <= bytes.length) {
      const count = view.getUint32(at, true);
      if (!count || at + 8 + count > bytes.length) break;
      const text = bytes.subarray(at + 8, at + 8 + count);
      sum = checksum(text, sum);
      if (view.getUint32(at + 4, true) !== sum) break;
      records.push(JSON.parse(new TextDecoder().decode(text)));
      at += 8 + count;
      valid = sum;
    }
    const [what, generation, count] = records.shift() ?? [];
    if (what !== "table" || records.length < count) return false;
    Object.assign(this, { generation, records });
    [this.#end, this.#sum, this.#room] = [at, valid, bytes.length];
    return true;
  }

  /** Becomes the table after `old`, with these records and room for a log. Flushed on return. */
  write(records, old, room) {
    this.#end = this.#sum = 0;
    this.generation = Math.max(this.generation, old.generation) + 1;
    const frames = [["table", this.generation, records.length], ...records].map((record) => this.#frame(record));
    const size = frames.reduce((sum, frame) => sum + frame.length, 0);
    const bytes = new Uint8Array(size);
    for (const frame of frames) {
      bytes.set(frame, this.#end);
      this.#end += frame.length;
    }
    this.handle.truncate(0);
    // With this room a name can be removed on a full disk.
    this.handle.truncate(size + room);
    if (this.handle.write(bytes, { at: 0 }) !== size) throw new FileFault("ENOSPC");
    this.handle.flush();
    this.#room = size + room;
    this.count = this.flushed = old.count;
    this.records = [];
  }

  #frame(record) {
    const text = new TextEncoder().encode(JSON.stringify(record));
    const frame = new Uint8Array(8 + text.length);
    const view = new DataView(frame.buffer);
    this.#sum = checksum(text, this.#sum);
    view.setUint32(0, text.length, true);
    view.setUint32(4, this.#sum, true);
    frame.set(text, 8);
    return frame;
  }

  append(record) {
    const before = this.#sum;
    const frame = this.#frame(record);
    try {
      if (this.handle.write(frame, { at: this.#end }) !== frame.length) throw new FileFault("ENOSPC");
    } catch (error) {
      this.#sum = before;
      throw error;
    }
    this.#end += frame.length;
    this.count += 1;
  }

  /** Overwrites what is after the last record; the table is on the disk then. */
  clearRest() {
    this.handle.write(new Uint8Array(Math.max(0, this.#room - this.#end)), { at: this.#end });
    this.handle.flush();
  }

  flush() {
    if (this.flushed === this.count) return;
    this.handle.flush();
    this.flushed = this.count;
  }

  empty() {
    this.handle.truncate(0);
    this.#room = 0;
  }
}

const polynomial = Array.from({ length: 256 }, (_, number) => {
  for (let bit = 0; bit < 8; bit += 1) number = number & 1 ? (number >>> 1) ^ 0xedb88320 : number >>> 1;
  return number;
});

/** CRC-32 of bytes, continued from the one before. It finds what a kill left half-written; whoever changes the table on purpose holds only sealed files. */
function checksum(bytes, before) {
  let sum = ~before;
  for (const byte of bytes) sum = polynomial[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
