// The phone's files as a real folder, for tests and tools in node: the program then reads and writes the files of the desktop.
import fs from "node:fs";
import path from "node:path";

export class NodeFiles {
  #root;
  #temporary;

  /** `temporary`: the folder that the program has as /tmp, where it is not the root's. */
  constructor(root, temporary) {
    this.#root = fs.realpathSync(root);
    this.#temporary = temporary && fs.realpathSync(temporary);
  }

  #at(name) { return this.#temporary && /^\/*tmp(\/|$)/.test(name) ? path.join(this.#temporary, name.replace(/^\/*tmp/, "")) : path.join(this.#root, name); }

  #stat(found) {
    return { kind: found.isDirectory() ? "folder" : "file", id: found.ino, links: found.nlink, size: found.isDirectory() ? 0 : found.size, modified: found.mtimeMs };
  }

  open(name, { create, exclusive, truncate, folder } = {}) {
    const { O_RDWR, O_RDONLY, O_CREAT, O_EXCL, O_TRUNC, O_DIRECTORY } = fs.constants;
    const isFolder = folder || (!create && fs.statSync(this.#at(name)).isDirectory());
    const way = isFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0) | (truncate ? O_TRUNC : 0);
    const file = fs.openSync(this.#at(name), way, 0o600);
    return {
      kind: isFolder ? "folder" : "file",
      read: (bytes, at) => fs.readSync(file, bytes, 0, bytes.length, at),
      write: (bytes, at) => fs.writeSync(file, bytes, 0, bytes.length, at),
      size: () => fs.fstatSync(file).size,
      resize: (size) => fs.ftruncateSync(file, size),
      flush: () => fs.fsyncSync(file),
      stat: () => this.#stat(fs.fstatSync(file)),
      setModified: (time) => fs.futimesSync(file, time / 1000, time / 1000),
      close: () => fs.closeSync(file),
    };
  }

  stat(name) { return this.#stat(fs.statSync(this.#at(name))); }

  list(name) {
    return fs.readdirSync(this.#at(name), { withFileTypes: true }).filter((one) => one.isFile() || one.isDirectory())
      .map((one) => ({ name: one.name, kind: one.isDirectory() ? "folder" : "file", id: 0 }));
  }

  makeFolder(name) { fs.mkdirSync(this.#at(name), 0o700); }

  removeFolder(name) { fs.rmdirSync(this.#at(name)); }

  remove(name) {
    // C's `unlink` says so, node's does not.
    if (fs.statSync(this.#at(name)).isDirectory()) throw Object.assign(new Error(name), { code: "EISDIR" });
    fs.unlinkSync(this.#at(name));
  }

  rename(from, to) { fs.renameSync(this.#at(from), this.#at(to)); }

  setModified(name, time) { fs.utimesSync(this.#at(name), time / 1000, time / 1000); }
}
