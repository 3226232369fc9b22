// A release of the app: which files belong to it, and whether the installed app may use it (docs/formats/phone-release.md).
// A classic script for the service worker and the shell: it sets `Release`, whose functions use only what they are given.
"use strict";

globalThis.Release = (() => {
  const SENTENCES = {
    shape: "The answer from the server is not a version of Auralyst. Nothing was installed.",
    newer: "The version on the server can't be read by this one. It was not installed.",
    signature: "The version on the server has a wrong signature. It was not installed: tell whoever runs the server.",
    key: "The version on the server is not signed by whoever signed yours. It was not installed: keep using yours, and tell whoever runs the server.",
    older: "The server has an older version than yours. It was not installed.",
    unchecked: "This browser can't check signatures of Auralyst. Update the browser, then try again.",
    half: "The version on the server is incomplete. It was not installed: try again later.",
    file: "A file on the server belongs to another version. Nothing was installed: try again later.",
  };

  /** Why a release is not used: `code`, and a sentence for the owner. `detail`: the path of a file, or two versions. */
  class Fault extends Error {
    constructor(code, detail = "") {
      super(SENTENCES[code] + (detail && ` (${detail})`));
      this.code = code;
    }
  }

  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
  const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

  async function isSigned(line, signature, key) {
    if (!/^[0-9a-f]{128}$/.test(signature)) return false;
    let publicKey;
    try {
      publicKey = await crypto.subtle.importKey("raw", bytesOf(key), { name: "Ed25519" }, false, ["verify"]);
    } catch {
      throw new Fault("unchecked");
    }
    const message = new TextEncoder().encode("auralyst/v1/phone-release\0" + line);
    return crypto.subtle.verify({ name: "Ed25519" }, publicKey, bytesOf(signature), message);
  }

  function isWhole(manifest) {
    const { version, number, changes, files } = manifest;
    if (typeof version !== "string" || !Number.isSafeInteger(number) || number < 0 || typeof changes !== "string") return false;
    if (!Array.isArray(files) || !["/", "/sw.js"].every((path) => files.some((file) => file?.path === path))) return false;
    return new Set(files.map((file) => file?.path)).size === files.length && files.every((file) =>
      /^\/$|^\/(-\/)?[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(file?.path) && typeof file.type === "string" && isHash(file.sha256)
      && Number.isSafeInteger(file.size) && file.size >= 0);
  }

  /** Reads the bytes of /-/release and checks them against the release in use (`null`: none). Throws a Fault. */
  async function check(bytes, current) {
    let line, signature, end, manifest;
    try {
      [line, signature, ...end] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).split("\n");
      manifest = JSON.parse(line);
    } catch {
      throw new Fault("shape");
    }
    if (manifest?.app !== "auralyst-phone" || end.join("") !== "") throw new Fault("shape");
    const key = manifest.key;
    if (key !== null && !isHash(key)) throw new Fault("shape");
    // The first release decides who signs the later ones.
    if (current && current.key !== null && key !== current.key) throw new Fault("key");
    if (key === null ? signature : !await isSigned(line, signature ?? "", key)) throw new Fault("signature");
    if (manifest.format !== 1) throw new Fault("newer");
    if (!isWhole(manifest)) throw new Fault("shape");
    const { version, number, changes } = manifest;
    if (current && number < current.number) throw new Fault("older", `${version}, yours: ${current.version}`);
    const files = manifest.files.map(({ path, type, sha256, size }) => ({ path, type, sha256, size }));
    return { version, number, key, digest: await sha256(new TextEncoder().encode(line)), changes, files };
  }

  /** Throws a Fault unless the bytes are those of the file. */
  async function checkFile(file, bytes) {
    if (bytes === null || bytes.length < file.size) throw new Fault("half", file.path);
    if (bytes.length !== file.size || await sha256(bytes) !== file.sha256) throw new Fault("file", file.path);
  }

  /** Gets each file that is not there yet, checks it and stores it. Rethrows what `get` throws. */
  async function load(release, { get, put, has }) {
    for (const file of release.files) {
      if (await has(file)) continue;
      const bytes = await get(file.path);
      await checkFile(file, bytes);
      await put(file, bytes);
    }
  }

  // What is installed: plain data. `next` is offered, then tried if the owner says yes; `newer` is offered while `next` is tried, and takes its place if the owner
  // says yes; `refused` is the digest of one that was given up.
  const empty = { current: null, next: null, newer: null, isTrying: false, refused: null };

  const isNew = (release, state) => ![state.current?.digest, state.next?.digest, state.newer?.digest, state.refused].includes(release.digest);

  function loaded(state, release) {
    if (!state.current) return { ...empty, current: release };
    if (!isNew(release, state)) return state;
    return state.isTrying ? { ...state, newer: release } : { ...state, next: release };
  }

  const accept = (state) => ({ ...state, next: state.newer ?? state.next, newer: null, isTrying: state.next !== null });

  const serving = (state) => (state.isTrying ? state.next : state.current);

  /** The program of a release has opened the vault: if it was tried, the old one is no longer needed. */
  const opened = (state, digest) => (state.isTrying && state.next.digest === digest ? { ...empty, current: state.next, next: state.newer ?? null } : state);

  const giveUp = (state) => ({ ...empty, current: state.current, next: state.newer ?? null, refused: state.next?.digest ?? state.refused });

  /** Releases whose files are needed, the one in use first. */
  const kept = (state) => [...new Set([serving(state), state.current, state.next, state.newer])].filter(Boolean);

  return { Fault, check, checkFile, load, empty, isNew, loaded, accept, serving, opened, giveUp, kept };
})();
