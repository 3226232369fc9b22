// What the phone's program asks of its surroundings: WASI preview 1 over files (files-opfs.js or files-node.mjs), and the imports named `phone`.
// All of it is synchronous. JavaScript's numbers hold every offset up to 2⁵³.

const errors = ("SUCCESS E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK "
  + "EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG "
  + "ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTRECOVERABLE ENOTSOCK "
  + "ENOTSUP ENOTTY ENXIO EOVERFLOW EOWNERDEAD EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIMEDOUT ETXTBSY EXDEV ENOTCAPABLE").split(" ");
const numberOf = Object.fromEntries(errors.map((name, number) => [name, number]));

class Refusal extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The program has ended itself, for good. */
export class Ended extends Error {
  constructor(status, words) { super(`the program ended with ${status}${words && `: ${words}`}`); }
}

const kinds = { folder: 3, file: 4 };
const all = 0xffff_ffff_ffff_ffffn;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** `folder` and `path` as one path from the root, without `.` and `..`. */
function join(folder, path) {
  const parts = [];
  for (const part of (path.startsWith("/") ? path : folder + "/" + path).split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return "/" + parts.join("/");
}

/**
 * The calls of WASI preview 1. `memory()` gives the program's memory; `say(line)` gets its standard error; `now()` are milliseconds.
 */
export function wasi({ files, memory, say = () => {}, now = Date.now, variables = [], words = ["auralyst-phone"] }) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, count) => new Uint8Array(memory().buffer, at >>> 0, count >>> 0);
  const text = (at, count) => decoder.decode(bytes(at, count).slice());
  const pieces = (at, count) => {
    const look = view();
    return Array.from({ length: count }, (_, number) => bytes(look.getUint32((at >>> 0) + 8 * number, true), look.getUint32((at >>> 0) + 8 * number + 4, true)));
  };
  let unsaid = "";
  const speak = (part) => {
    const lines = (unsaid + decoder.decode(part.slice())).split("\n");
    unsaid = lines.pop();
    for (const line of lines) say(line);
    return part.length;
  };
  const stream = { kind: "stream", read: () => 0, write: speak };

  // 0 to 2 are the standard streams, 3 is the root.
  const descriptors = new Map([0, 1, 2].map((number) => [number, { file: stream, flags: 0, at: 0 }]));
  descriptors.set(3, { file: { kind: "folder", flush() {}, stat: () => files.stat("/"), setModified() {}, close() {} }, path: "/", flags: 0, at: 0 });
  const get = (number, kind) => {
    const found = descriptors.get(number);
    if (!found) throw new Refusal("EBADF");
    if (kind === "file" && found.file.kind === "folder") throw new Refusal("EISDIR");
    if (kind === "file" && found.file.kind === "stream") throw new Refusal("ESPIPE");
    if (kind === "folder" && found.file.kind !== "folder") throw new Refusal("ENOTDIR");
    return found;
  };
  const path = (folder, at, count) => {
    const name = text(at, count);
    if (!name || name.includes("\0")) throw new Refusal(name ? "EILSEQ" : "ENOENT");
    return join(get(folder, "folder").path, name);
  };
  const offset = (value) => {
    if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal("EINVAL");
    return Number(value);
  };
  const nanoseconds = (milliseconds) => BigInt(Math.round(milliseconds * 1000)) * 1000n;

  function read(file, at, list, count) {
    let sum = 0;
    for (const piece of pieces(list, count)) {
      const size = file.read(piece, at + sum);
      sum += size;
      if (size < piece.length) break;
    }
    return sum;
  }
  function write(file, at, list, count) {
    let sum = 0;
    for (const piece of pieces(list, count)) {
      if (!piece.length) continue;
      let size;
      try {
        size = file.write(piece, at + sum);
      } catch (error) {
        // What was written before counts.
        if (sum) return sum;
        throw error;
      }
      sum += size;
      if (size < piece.length) break;
    }
    return sum;
  }

  function putStat(at, { kind, id, links = 1, size, modified }) {
    bytes(at, 64).fill(0);
    const look = view();
    look.setBigUint64(at + 8, BigInt(id), true);
    look.setUint8(at + 16, kinds[kind] ?? 2);
    look.setBigUint64(at + 24, BigInt(links), true);
    look.setBigUint64(at + 32, BigInt(size), true);
    for (const place of [40, 48, 56]) look.setBigUint64(at + place, nanoseconds(modified), true);
  }
  /** The time that a call sets as the last change; undefined where it sets none. */
  const modifiedBy = (time, flags) => (flags & 8 ? now() : flags & 4 ? Number(time / 1000n) / 1000 : undefined);

  function putStrings(list, at, strings) {
    for (const one of strings) {
      const encoded = encoder.encode(one + "\0");
      view().setUint32(list, at, true);
      bytes(at, encoded.length).set(encoded);
      [list, at] = [list + 4, at + encoded.length];
    }
  }
  function putSizes(count, size, strings) {
    view().setUint32(count, strings.length, true);
    view().setUint32(size, encoder.encode(strings.map((one) => one + "\0").join("")).length, true);
  }
  const clock = (kind) => (kind === 0 ? now() : performance.now());

  const calls = {
    args_get: (list, at) => putStrings(list, at, words),
    args_sizes_get: (count, size) => putSizes(count, size, words),
    environ_get: (list, at) => putStrings(list, at, variables),
    environ_sizes_get: (count, size) => putSizes(count, size, variables),
    clock_res_get: (kind, at) => view().setBigUint64(at, 1_000_000n, true),
    clock_time_get: (kind, precision, at) => view().setBigUint64(at, nanoseconds(clock(kind)), true),
    random_get(at, count) {
      // The browser gives 65,536 bytes at a time.
      for (let done = 0; done < count; done += 65_536) crypto.getRandomValues(bytes(at + done, Math.min(65_536, count - done)));
    },
    sched_yield() {},
    proc_exit(status) { throw new Ended(status, unsaid); },
    proc_raise(signal) { throw new Ended(`signal ${signal}`, unsaid); },
    /** Nothing may wait here: a wait ends at once, and whatever it waits for is said to be ready. */
    poll_oneoff(from, to, count, found) {
      const look = view();
      for (let number = 0; number < count; number += 1) {
        const [question, event] = [from + 48 * number, to + 32 * number];
        bytes(event, 32).fill(0);
        look.setBigUint64(event, look.getBigUint64(question, true), true);
        look.setUint8(event + 10, look.getUint8(question + 8));
      }
      look.setUint32(found, count, true);
    },

    fd_prestat_get(number, at) {
      if (number !== 3) throw new Refusal("EBADF");
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
    },
    fd_prestat_dir_name(number, at, count) {
      if (number !== 3) throw new Refusal("EBADF");
      if (count < 1) throw new Refusal("ENAMETOOLONG");
      bytes(at, 1)[0] = 47;
    },
    fd_fdstat_get(number, at) {
      const { file, flags } = get(number);
      bytes(at, 24).fill(0);
      view().setUint8(at, kinds[file.kind] ?? 2);
      view().setUint16(at + 2, flags, true);
      view().setBigUint64(at + 8, all, true);
      view().setBigUint64(at + 16, all, true);
    },
    fd_fdstat_set_flags(number, flags) { get(number).flags = flags; },
    fd_fdstat_set_rights() {},
    fd_close(number) {
      const { file } = get(number);
      descriptors.delete(number);
      file.close?.();
    },
    fd_renumber(from, to) {
      const moved = get(from);
      get(to).file.close?.();
      descriptors.delete(from);
      descriptors.set(to, moved);
    },
    fd_read(number, list, count, found) {
      const one = get(number);
      if (one.file.kind === "folder") throw new Refusal("EISDIR");
      const size = read(one.file, one.at, list, count);
      one.at += size;
      view().setUint32(found, size, true);
    },
    fd_pread(number, list, count, at, found) { view().setUint32(found, read(get(number, "file").file, offset(at), list, count), true); },
    fd_write(number, list, count, found) {
      const one = get(number);
      const { file, flags } = one;
      if (file.kind === "folder") throw new Refusal("EBADF");
      if (file.kind === "file" && flags & 1) one.at = file.size();
      const size = write(file, one.at, list, count);
      one.at += size;
      view().setUint32(found, size, true);
    },
    fd_pwrite(number, list, count, at, found) { view().setUint32(found, write(get(number, "file").file, offset(at), list, count), true); },
    fd_seek(number, delta, whence, found) {
      const one = get(number, "file");
      const from = whence === 0 ? 0 : whence === 1 ? one.at : whence === 2 ? one.file.size() : undefined;
      if (from === undefined) throw new Refusal("EINVAL");
      one.at = offset(BigInt(from) + delta);
      view().setBigUint64(found, BigInt(one.at), true);
    },
    fd_tell(number, found) { view().setBigUint64(found, BigInt(get(number, "file").at), true); },
    fd_sync(number) { get(number).file.flush?.(); },
    fd_datasync(number) { get(number).file.flush?.(); },
    fd_advise(number) { get(number, "file"); },
    fd_allocate(number, at, count) {
      const { file } = get(number, "file");
      const size = offset(at) + offset(count);
      if (size > file.size()) file.resize(size);
    },
    fd_filestat_get(number, at) {
      const { file } = get(number);
      putStat(at, file.stat?.() ?? { kind: "stream", id: 0, size: 0, modified: 0 });
    },
    fd_filestat_set_size(number, size) { get(number, "file").file.resize(offset(size)); },
    fd_filestat_set_times(number, accessed, modified, flags) {
      const time = modifiedBy(modified, flags);
      if (time !== undefined) get(number).file.setModified(time);
    },
    fd_readdir(number, at, room, cookie, found) {
      const folder = get(number, "folder");
      // Names that come or go while the folder is read do not move the others.
      if (cookie === 0n || !folder.names) folder.names = [{ name: ".", kind: "folder", id: 0 }, { name: "..", kind: "folder", id: 0 }, ...files.list(folder.path)];
      let used = 0;
      for (let next = offset(cookie); next < folder.names.length && used < room; next += 1) {
        const { name, kind, id } = folder.names[next];
        const encoded = encoder.encode(name);
        const entry = new Uint8Array(24 + encoded.length);
        const look = new DataView(entry.buffer);
        look.setBigUint64(0, BigInt(next + 1), true);
        look.setBigUint64(8, BigInt(id), true);
        look.setUint32(16, encoded.length, true);
        look.setUint8(20, kinds[kind]);
        entry.set(encoded, 24);
        const part = entry.subarray(0, room - used);
        bytes(at + used, part.length).set(part);
        used += part.length;
      }
      view().setUint32(found, used, true);
    },

    path_open(folder, lookup, at, count, how, rights, inherited, flags, found) {
      const whole = path(folder, at, count);
      const file = files.open(whole, { create: !!(how & 1), folder: !!(how & 2), exclusive: !!(how & 4), truncate: !!(how & 8) });
      if (file.kind === "folder" && rights & 64n) {
        file.close();
        throw new Refusal("EISDIR");
      }
      let number = 4;
      while (descriptors.has(number)) number += 1;
      descriptors.set(number, { file, path: whole, flags, at: 0 });
      view().setUint32(found, number, true);
    },
    path_filestat_get(folder, lookup, at, count, to) { putStat(to, files.stat(path(folder, at, count))); },
    path_filestat_set_times(folder, lookup, at, count, accessed, modified, flags) {
      const time = modifiedBy(modified, flags);
      const whole = path(folder, at, count);
      files.stat(whole);
      if (time !== undefined) files.setModified(whole, time);
    },
    path_create_directory(folder, at, count) { files.makeFolder(path(folder, at, count)); },
    path_remove_directory(folder, at, count) { files.removeFolder(path(folder, at, count)); },
    path_unlink_file(folder, at, count) { files.remove(path(folder, at, count)); },
    path_rename(from, at, count, to, toAt, toCount) { files.rename(path(from, at, count), path(to, toAt, toCount)); },
    path_link() { throw new Refusal("ENOTSUP"); },
    path_symlink() { throw new Refusal("ENOTSUP"); },
    path_readlink(folder, at, count) {
      files.stat(path(folder, at, count));
      throw new Refusal("EINVAL");
    },
    sock_accept() { throw new Refusal("ENOTSOCK"); },
    sock_recv() { throw new Refusal("ENOTSOCK"); },
    sock_send() { throw new Refusal("ENOTSOCK"); },
    sock_shutdown() { throw new Refusal("ENOTSOCK"); },
  };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, (...values) => {
    try {
      call(...values);
      return 0;
    } catch (error) {
      if (error instanceof Ended) throw error;
      if (error.code in numberOf) return numberOf[error.code];
      // A bug in this file, or an invalid pointer: the program must not continue after it.
      if (!("code" in error)) throw error;
      return numberOf.EIO;
    }
  }]));
}

/**
 * The import `derive`: Argon2id in an instance of its own (scripts/wasm/argon2-alone.c), since the program's memory never shrinks.
 * Its memory, with the passphrase in it, is overwritten, then left to the browser.
 */
export function derivation(module, memory) {
  return (password, passwordCount, salt, saltCount, secret, secretCount, associated, associatedCount, passes, kibibytes, lanes, out, count) => {
    const { exports: own } = new WebAssembly.Instance(module);
    const here = (at, size) => new Uint8Array(memory().buffer, at >>> 0, size >>> 0);
    const there = (at, size) => new Uint8Array(own.memory.buffer, at >>> 0, size >>> 0);
    const given = (at, size) => {
      const copy = own.room(size);
      there(copy, size).set(here(at, size));
      return [copy, size];
    };
    try {
      const tag = own.room(count);
      const status = own.derive(
        ...given(password, passwordCount), ...given(salt, saltCount), ...given(secret, secretCount), ...given(associated, associatedCount),
        passes, kibibytes, lanes, tag, count);
      if (status === 0) here(out, count).set(there(tag, count));
      return status;
    } finally {
      new Uint8Array(own.memory.buffer).fill(0);
    }
  };
}

/**
 * The phone's program: requests go in, answers come out by `on`:
 * `answer(id, head)`, `bytes(id, bytes)`, `end(id, failed)`, `fetch(id, head, body)`, `fetchCancelled(id)`, `note(note)`. Bytes are copies.
 */
export class Program {
  #exports;

  /** Instantiates a compiled module and starts it with its configuration (`zone`, `folder`, `origin`, `languages`, `version`). `argon2` is a module too. */
  static async start(module, { argon2, files, configuration, on, say, now, variables }) {
    const program = new Program();
    const memory = () => program.#exports.memory;
    const bytes = (at, count) => new Uint8Array(memory().buffer, at >>> 0, count >>> 0).slice();
    const json = (at, count) => JSON.parse(decoder.decode(bytes(at, count)));
    const { exports } = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: wasi({ files, memory, say, now, variables }),
      phone: {
        answer: (id, at, count) => on.answer(id, json(at, count)),
        answer_bytes: (id, at, count) => on.bytes(id, bytes(at, count)),
        answer_end: (id, failed) => on.end(id, failed !== 0),
        fetch: (id, at, count, bodyAt, bodyCount) => on.fetch(id, json(at, count), bytes(bodyAt, bodyCount)),
        fetch_cancel: (id) => on.fetchCancelled(id),
        note: (at, count) => on.note(json(at, count)),
        derive: derivation(argon2, memory),
      },
    });
    program.#exports = exports;
    exports._initialize();
    exports.phone_start(...program.#give(encoder.encode(JSON.stringify(configuration))));
    return program;
  }

  /** Copies bytes into the program's memory, which frees them itself. */
  #give(bytes) {
    const at = this.#exports.phone_room(Math.max(1, bytes.length)) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  request(id, head, body = new Uint8Array()) { this.#exports.phone_request(id, ...this.#give(encoder.encode(JSON.stringify(head))), ...this.#give(body)); }

  cancel(id) { this.#exports.phone_cancel(id); }

  fetched(id, head, body) { this.#exports.phone_fetched(id, ...this.#give(encoder.encode(JSON.stringify(head))), ...this.#give(body)); }

  fetchFailed(id, word) { this.#exports.phone_fetch_failed(id, ...this.#give(encoder.encode(word))); }

  /** Does what is ready; gives the milliseconds until the next timer, 0 when more is ready, -1 without a timer. */
  run() { return this.#exports.phone_run(); }

  get memorySize() { return this.#exports.memory.buffer.byteLength; }
}
