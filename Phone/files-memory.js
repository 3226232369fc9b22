// Files that are only in memory, below one folder: what is unencrypted for a moment never reaches the phone's storage.

/** Why a file operation failed, by C's name for it, such as "ENOENT". */
export class FileFault extends Error {
  constructor(code, cause) {
    super(code, { cause });
    this.code = code;
  }
}

/** Uses a handle of the browser; what that throws becomes a `FileFault`. */
export function named(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault(error.name === "QuotaExceededError" ? "ENOSPC" : "EIO", error);
  }
}

const pieceSize = 1 << 18;

export class MemoryFiles {
  #root;
  #names;
  #room;
  #now;
  #ids = 1;

  constructor(root, { room = 256 << 20, now = Date.now } = {}) {
    this.#root = root;
    this.#room = room;
    this.#now = now;
    this.#names = new Map([[root, { kind: "folder", id: 0, modified: 0, links: 1 }]]);
  }

  has(path) { return path === this.#root || path.startsWith(this.#root + "/"); }

  #get(path) {
    const node = this.#names.get(path);
    if (!node) throw new FileFault("ENOENT");
    return node;
  }

  #needFolder(path) {
    if (this.#get(path.slice(0, path.lastIndexOf("/"))).kind !== "folder") throw new FileFault("ENOTDIR");
  }

  #children(path) { return [...this.#names].filter(([name]) => name.startsWith(path + "/") && !name.includes("/", path.length + 1)); }

  #add(path, node) {
    this.#needFolder(path);
    this.#names.set(path, { id: ++this.#ids, modified: this.#now(), links: 1, ...node });
    return this.#names.get(path);
  }

  #leave(path) {
    const node = this.#get(path);
    this.#names.delete(path);
    node.links = 0;
    if (node.kind === "file" && !node.opens) this.#resize(node, 0);
  }

  #resize(node, size) {
    const [before, after] = [node.pieces.length, Math.ceil(size / pieceSize)];
    if ((after - before) * pieceSize > this.#room) throw new FileFault("ENOSPC");
    this.#room -= (after - before) * pieceSize;
    for (const piece of node.pieces.splice(after)) piece.fill(0);
    while (node.pieces.length < after) node.pieces.push(new Uint8Array(pieceSize));
    if (size < node.size && size % pieceSize) node.pieces[after - 1].fill(0, size % pieceSize);
    node.size = size;
  }

  /** Calls `move(piece, from, count)` for each part of `count` bytes from `at` on. */
  #each(node, at, count, move) {
    for (let done = 0; done < count;) {
      const start = (at + done) % pieceSize;
      const size = Math.min(pieceSize - start, count - done);
      move(node.pieces[Math.floor((at + done) / pieceSize)].subarray(start, start + size), done);
      done += size;
    }
  }

  open(path, { create, exclusive, truncate, folder }) {
    let node = this.#names.get(path);
    if (node && create && exclusive) throw new FileFault("EEXIST");
    if (!node && create) node = this.#add(path, { kind: "file", pieces: [], size: 0, opens: 0 });
    if (!node) throw new FileFault("ENOENT");
    if (node.kind === "folder") return { kind: "folder", flush() {}, stat: () => this.stat(path), setModified() {}, close() {} };
    if (folder) throw new FileFault("ENOTDIR");
    if (truncate) this.#resize(node, 0);
    node.opens += 1;
    return {
      kind: "file",
      read: (bytes, at) => {
        const count = Math.max(0, Math.min(bytes.length, node.size - at));
        this.#each(node, at, count, (piece, done) => bytes.set(piece, done));
        return count;
      },
      write: (bytes, at) => {
        if (at + bytes.length > node.size) this.#resize(node, at + bytes.length);
        this.#each(node, at, bytes.length, (piece, done) => piece.set(bytes.subarray(done, done + piece.length)));
        node.modified = this.#now();
        return bytes.length;
      },
      size: () => node.size,
      resize: (size) => {
        this.#resize(node, size);
        node.modified = this.#now();
      },
      flush() {},
      setModified: (time) => { node.modified = time; },
      stat: () => ({ ...node }),
      close: () => {
        node.opens -= 1;
        if (!node.opens && !node.links) this.#resize(node, 0);
      },
    };
  }

  stat(path) { return { size: 0, ...this.#get(path) }; }

  list(path) {
    if (this.#get(path).kind !== "folder") throw new FileFault("ENOTDIR");
    return this.#children(path).map(([name, { kind, id }]) => ({ name: name.slice(path.length + 1), kind, id }));
  }

  makeFolder(path) {
    if (this.#names.has(path)) throw new FileFault("EEXIST");
    this.#add(path, { kind: "folder" });
  }

  removeFolder(path) {
    if (this.#get(path).kind !== "folder") throw new FileFault("ENOTDIR");
    if (path === this.#root) throw new FileFault("EBUSY");
    if (this.#children(path).length) throw new FileFault("ENOTEMPTY");
    this.#names.delete(path);
  }

  remove(path) {
    if (this.#get(path).kind === "folder") throw new FileFault("EISDIR");
    this.#leave(path);
  }

  rename(from, to) {
    const node = this.#get(from);
    if (from === to) return;
    if (to.startsWith(from + "/")) throw new FileFault("EINVAL");
    this.#needFolder(to);
    const target = this.#names.get(to);
    if (target?.kind === "folder") {
      if (node.kind !== "folder") throw new FileFault("EISDIR");
      this.removeFolder(to);
    } else if (target) {
      if (node.kind === "folder") throw new FileFault("ENOTDIR");
      this.#leave(to);
    }
    for (const [old, moved] of [...this.#names]) {
      if (old !== from && !old.startsWith(from + "/")) continue;
      this.#names.delete(old);
      this.#names.set(to + old.slice(from.length), moved);
    }
  }

  setModified(path, time) { this.#get(path).modified = time; }
}
