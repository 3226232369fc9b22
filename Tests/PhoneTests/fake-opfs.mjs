// A private file system as a browser has it, that can be killed before any of its steps. What was written and not flushed is afterwards there,
// lost or half there; what was flushed is there.

/** Numbers from a seed (mulberry32). */
export function numbers(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { below: (limit) => Math.floor(next() * limit), chance: (part) => next() < part, pick: (list) => list[Math.floor(next() * list.length)] };
}

class File {
  /** What is on the disk for certain, and what was done since: `["write", bytes, at]` and `["size", size]`. */
  disk = new Uint8Array();
  steps = [];
  now = new Uint8Array();
  isKept = false;
  isHeld = false;
}

const sized = (bytes, size) => {
  const result = new Uint8Array(size);
  result.set(bytes.subarray(0, size));
  return result;
};
const applied = (bytes, [what, value, at]) => {
  if (what === "size") return sized(bytes, value);
  const result = sized(bytes, Math.max(bytes.length, at + value.length));
  result.set(value, at);
  return result;
};

export class FakeOPFS {
  files = new Map();
  /** Steps until the kill. */
  stepsLeft = Infinity;
  steps = 0;
  isKilled = false;
  /** Bytes that all files may have. */
  quota = Infinity;
  /** A step that fails, and the program lives on. */
  failing = () => false;

  constructor(random) { this.random = random; }

  get bytes() { return [...this.files.values()].reduce((sum, { now }) => sum + now.length, 0); }

  /** A worker that was killed does nothing any more. */
  life = 0;

  step(life = this.life) {
    if (this.isKilled || life !== this.life) throw new Error("killed");
    this.steps += 1;
    if (this.stepsLeft-- > 0) return;
    this.isKilled = true;
    throw new Error("killed");
  }

  /** The worker begins again. After a power cut only what was flushed is there for certain; otherwise the system still has all. */
  restart({ isPowerCut }) {
    const { random } = this;
    for (const [name, file] of this.files) {
      file.isHeld = false;
      if (!isPowerCut) continue;
      let bytes = file.disk;
      for (const step of file.steps) {
        const fate = random.below(3);
        if (fate === 0) continue;
        if (fate === 1 && step[0] === "write") {
          // Part of it, from a border of sectors.
          const [, value, at] = step;
          const [from, to] = [random.below(value.length + 1), random.below(value.length + 1)].sort((one, other) => one - other);
          const border = (place) => Math.max(0, Math.min(value.length, Math.round((at + place) / 512) * 512 - at));
          const [start, end] = random.chance(0.5) ? [border(from), border(to)] : [0, to];
          if (end > start) bytes = applied(bytes, ["write", value.subarray(start, end), at + start]);
        } else {
          bytes = applied(bytes, step);
        }
      }
      if (!file.isKept && random.chance(0.5)) this.files.delete(name);
      Object.assign(file, { disk: bytes, now: bytes, steps: [], isKept: true });
    }
    Object.assign(this, { isKilled: false, stepsLeft: Infinity, life: this.life + 1 });
  }

  /** What a worker gets: the parts of a FileSystemDirectoryHandle that are used. */
  folder() {
    const { files, life } = this;
    const disk = this;
    return {
      async *keys() { yield* [...files.keys()]; },
      async removeEntry(name) {
        disk.step(life);
        files.delete(name);
      },
      async getFileHandle(name) {
        if (!files.has(name)) {
          disk.step(life);
          files.set(name, new File());
        }
        const file = files.get(name);
        return {
          async createSyncAccessHandle() {
            if (life !== disk.life) throw new Error("killed");
            if (file.isHeld) throw Object.assign(new Error("held"), { name: "NoModificationAllowedError" });
            file.isHeld = true;
            return new Handle(disk, file);
          },
        };
      },
    };
  }
}

class Handle {
  constructor(disk, file) { Object.assign(this, { disk, file, life: disk.life }); }

  #change(...step) {
    const { disk, file } = this;
    disk.step(this.life);
    const after = applied(file.now, step);
    if (after.length > file.now.length && disk.bytes - file.now.length + after.length > disk.quota) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    if (disk.failing(step)) throw Object.assign(new Error("failed"), { name: "InvalidStateError" });
    file.now = after;
    file.steps.push(step);
  }

  getSize() { return this.file.now.length; }

  read(bytes, { at }) {
    if (this.disk.isKilled || this.life !== this.disk.life) throw new Error("killed");
    const part = this.file.now.subarray(at, at + bytes.length);
    bytes.set(part);
    return part.length;
  }

  write(bytes, { at }) {
    this.#change("write", bytes.slice(), at);
    return bytes.length;
  }

  truncate(size) { this.#change("size", size); }

  flush() {
    const { disk, file } = this;
    disk.step(this.life);
    if (disk.failing(["flush"])) throw Object.assign(new Error("failed"), { name: "InvalidStateError" });
    Object.assign(file, { disk: file.now, steps: [], isKept: true });
  }

  close() { this.file.isHeld = false; }
}
