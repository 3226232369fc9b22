// Puts a vault into the phone's files and takes it out, for the tests (phone.py): by the app's own files-opfs.js, in a worker of the app's origin.
const { OPFSFiles } = await import(new URL(import.meta.url).searchParams.get("files"));
const room = "auralyst";
const patience = 20_000;

/** Does it again until a worker that was ended has let go of the files. */
async function again(action) {
  for (const end = Date.now() + patience; ;) {
    try {
      return await action();
    } catch (error) {
      if (error.name === "NotFoundError") return undefined;
      if (error.name !== "NoModificationAllowedError" || Date.now() > end) throw error;
      await new Promise((go) => { setTimeout(go, 20); });
    }
  }
}

/** The phone has these files and no others: `[path, base64]`, folders with null. */
async function put(all) {
  const root = await navigator.storage.getDirectory();
  await again(() => root.removeEntry(room, { recursive: true }));
  if (!all.length) return;
  const files = await OPFSFiles.open(await root.getDirectoryHandle(room, { create: true }));
  for (const [path, content] of all) {
    if (content === null) {
      files.makeFolder(path);
      continue;
    }
    const file = files.open(path, { create: true });
    const bytes = Uint8Array.fromBase64(content);
    for (let at = 0; at < bytes.length;) at += file.write(bytes.subarray(at), at);
    file.flush();
    file.close();
    await files.tidy();
  }
  files.close();
}

/** The files of a folder; null if one was written meanwhile. */
async function contentOf(folder) {
  const kept = new Map();
  try {
    for await (const [name, handle] of folder.entries()) kept.set(name, new Uint8Array(await (await handle.getFile()).arrayBuffer()));
  } catch (error) {
    if (!["NotReadableError", "NotFoundError"].includes(error.name)) throw error;
    return null;
  }
  return kept;
}

const areSame = (one, other) => one && other && one.size === other.size
  && [...one].every(([name, bytes]) => bytes.length === other.get(name)?.length && bytes.every((byte, at) => byte === other.get(name)[at]));

/** What is on the disk at this moment, also while the program has it open, as a folder that is read only. */
async function moment() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(room);
  // The program may write while it is read: it is one moment once two readings are the same.
  let kept = await contentOf(folder);
  for (let before = null; !areSame(before, kept);) [before, kept] = [kept, await contentOf(folder)];
  const handle = (name) => ({
    getSize: () => kept.get(name)?.length ?? 0,
    read(bytes, { at }) {
      const part = (kept.get(name) ?? new Uint8Array()).subarray(at, at + bytes.length);
      bytes.set(part);
      return part.length;
    },
    write(bytes, { at }) {
      const before = kept.get(name) ?? new Uint8Array();
      const after = new Uint8Array(Math.max(before.length, at + bytes.length));
      after.set(before);
      after.set(bytes, at);
      kept.set(name, after);
      return bytes.length;
    },
    truncate(size) {
      const after = new Uint8Array(size);
      after.set((kept.get(name) ?? new Uint8Array()).subarray(0, size));
      kept.set(name, after);
    },
    flush() {},
    close() {},
  });
  return {
    async *keys() { yield* [...kept.keys()]; },
    async removeEntry(name) { kept.delete(name); },
    getFileHandle: async (name) => ({ createSyncAccessHandle: async () => handle(name) }),
  };
}

/** Every file and folder of a folder, as `put` takes them. */
async function take(from) {
  const files = await OPFSFiles.open(await moment());
  const all = [];
  const gather = (folder) => {
    for (const { name, kind } of files.list(folder)) {
      const path = folder + "/" + name;
      if (kind === "folder") {
        all.push([path, null]);
        gather(path);
        continue;
      }
      const file = files.open(path, {});
      const bytes = new Uint8Array(file.size());
      for (let at = 0; at < bytes.length;) {
        const count = file.read(bytes.subarray(at), at);
        if (!count) throw new Error(`${path} ends at ${at}`);
        at += count;
      }
      file.close();
      all.push([path, bytes.toBase64()]);
    }
  };
  try {
    files.stat(from);
  } catch {
    return [];
  }
  gather(from);
  return all;
}

onmessage = async ({ data: [deed, value] }) => {
  try {
    postMessage({ answer: await { put, take }[deed](value) ?? null });
  } catch (error) {
    postMessage({ fault: `${deed}: ${error.stack ?? error}` });
  }
};
postMessage({ answer: "here" });
