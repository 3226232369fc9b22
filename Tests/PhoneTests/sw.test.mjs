// The service worker (Phone/sw.js) with a server and a cache of these tests: what it gives as the app's own files.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const read = (name) => readFileSync(new URL("../../Phone/" + name, import.meta.url), "utf8");
const address = "https://phone.example";

class Cache {
  kept = new Map();
  #path = (of) => new URL(of.url ?? of, address).pathname;
  async match(of) { return this.kept.get(this.#path(of))?.clone(); }
  async put(of, response) { this.kept.set(this.#path(of), response); }
  async delete(of) { return this.kept.delete(this.#path(of)); }
  async keys() { return [...this.kept.keys()].map((path) => ({ url: address + path })); }
}

test("what a phone takes is as much in the service worker, the worker and the program", () => {
  const found = [["../Phone/sw.js", "largestBody"], ["../Phone/worker.js", "largest"], ["../Sources/WebApp/Site.swift", "mostOnPhone"]]
    .map(([file, name]) => read(file).match(new RegExp(`(?:const|let) ${name} = (.*?);?\\n`))?.[1]);
  assert.deepEqual(found, Array(3).fill("64 << 20"));
});

test("the worker and the pages mean the same by a phone that is nearly full", () => {
  const [tried, told] = ["../Phone/worker.js", "../Sources/WebApp/Pages/Sync/SyncMark.swift"].map((file) => read(file).match(/(?:const|let) least(?:: Int64)? = (.*?);?\n/)?.[1]);
  assert.ok(tried);
  assert.equal(tried, told);
});

const contents = { "/": "<!doctype html>\n", "/-/worker.0123456789abcdef.js": "worker\n", "/-/program.0123456789abcdef.wasm": "program\n", "/sw.js": "sw\n" };

/** An unsigned release of these files, as the server sends it. */
function releaseOf(files, number = 1) {
  const listed = Object.entries(files).map(([path, text]) => ({ path, type: path.endsWith(".wasm") ? "application/wasm" : "text/plain", sha256: createHash("sha256").update(text).digest("hex"), size: text.length }));
  return JSON.stringify({ app: "auralyst-phone", format: 1, version: "1", number, key: null, changes: "", files: listed }) + "\n\n";
}

/** A service worker that has installed a release. */
async function begin(headers = {}) {
  const server = { files: { ...contents, "/-/release": releaseOf(contents) }, headers, asked: [] };
  const cache = new Cache();
  const on = {};
  const context = vm.createContext({
    caches: { open: async () => cache }, crypto, location: new URL(address), importScripts() {}, addEventListener() {},
    Response, Headers, URL, TextEncoder, TextDecoder, Uint8Array, MessageChannel, console,
    async fetch(of) {
      const { pathname } = new URL(of.url ?? of, address);
      server.asked.push(pathname);
      const text = server.files[pathname];
      return text === undefined ? new Response("", { status: 404 }) : new Response(text, { headers: server.headers });
    },
  });
  context.self = { addEventListener: (kind, heed) => { on[kind] = heed; }, registration: {}, clients: {}, skipWaiting() {} };
  for (const name of ["release.js", "sw.js"]) vm.runInContext(read(name), context);
  const done = (kind, event) => new Promise((go, fail) => { on[kind]({ ...event, waitUntil: (what) => what.then(go, fail), respondWith: (what) => Promise.resolve(what).then(go, fail) }); });
  await done("install", {});
  server.asked = [];
  const get = (path) => done("fetch", { request: { url: address + path, method: "GET", destination: path === "/" ? "document" : "script" } });
  return { server, cache, get };
}

const directives = (response) => Object.fromEntries(response.headers.get("content-security-policy").split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1).join(" ")]));

test("of a server's policy only the relays count", async () => {
  const plain = directives(await (await begin()).get("/"));
  assert.equal(plain["connect-src"], "'self'");
  assert.equal(plain["script-src"], "'self' 'wasm-unsafe-eval'");
  const cases = {
    "default-src 'none'; script-src 'none'; connect-src 'self' https://relay.example.org": "'self' https://relay.example.org",
    "script-src * 'unsafe-inline'; Connect-Src  https://a.example:8443\thttp://127.0.0.1:8080;": "'self' https://a.example:8443 http://127.0.0.1:8080",
    "connect-src * https: http://relay.example.org wss://a.example data: https://*.example 'none' https://a.example/path": "'self'",
    "connect-src https://a.example, connect-src https://b.example": "'self' https://a.example",
    "": "'self'",
  };
  for (const [sent, hosts] of Object.entries(cases)) assert.deepEqual(directives(await (await begin({ "content-security-policy": sent })).get("/")), { ...plain, "connect-src": hosts }, sent);
});

test("a file that the browser has dropped is checked before it is given, and kept again", async () => {
  const { server, cache, get } = await begin();
  const path = "/-/worker.0123456789abcdef.js";
  const key = "/-/sha256/" + createHash("sha256").update(contents[path]).digest("hex");
  const text = async () => (await get(path)).text();
  assert.equal(await text(), "worker\n");
  assert.deepEqual(server.asked, []);
  for (const [wrong, code] of [["wicked\n", "file"], ["worker\nand more", "file"], ["w", "half"], [undefined, "half"]]) {
    cache.kept.delete(key);
    server.files[path] = wrong;
    await assert.rejects(text(), { code });
    assert.ok(!cache.kept.has(key));
  }
  server.files[path] = contents[path];
  assert.equal(await text(), "worker\n");
  assert.ok(directives(await get(path))["script-src"]);
  server.asked = [];
  assert.equal(await text(), "worker\n");
  assert.deepEqual(server.asked, []);
  // Of a file that belongs to no release nothing is known.
  server.files["/-/other.js"] = "other";
  assert.equal(await (await get("/-/other.js")).text(), "other");
});

test("WebAssembly is given as the server's own answer, so that a browser may keep what it compiled; all else is made anew", async () => {
  const path = "/-/program.0123456789abcdef.wasm";
  const key = "/-/sha256/" + createHash("sha256").update(contents[path]).digest("hex");
  const its = { "content-type": "application/wasm", vary: "Accept-Encoding", server: "its own" };
  for (const [headers, isOwn] of [[its, true], [{ ...its, vary: "*" }, false], [{ ...its, "content-type": "text/plain" }, false]]) {
    const { server, cache, get } = await begin(headers);
    for (const isDropped of [false, true]) {
      if (isDropped) cache.kept.delete(key);
      const given = await get(path);
      assert.deepEqual([given.headers.get("content-type"), given.headers.get("server"), await given.text()], ["application/wasm", isOwn ? "its own" : null, "program\n"]);
      assert.equal(await cache.kept.get(key).clone().text(), "program\n");
    }
    cache.kept.delete(key);
    server.files[path] = "another";
    await assert.rejects(get(path), { code: "half" });
    assert.equal((await get("/-/worker.0123456789abcdef.js")).headers.get("server"), null);
  }
});
