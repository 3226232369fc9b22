// The service worker: turns the requests of the pages into messages to the shell, whose worker has the program, and keeps the app's own files,
// checked against their release. It holds nothing of a journal, and may be stopped at any moment.
importScripts("/-/release.js");
/* global Release */

/** Milliseconds that a shell may take to report itself; it can do so while its worker is busy. */
const patience = 8000;
/** Milliseconds after which a page that is not made yet is answered by one that waits for it. After five minutes Chromium ends the service worker's
 * part, and asks the server for the page: with all that was typed into its form. A script hears then that no one answers. */
const longest = 60_000;
/** The largest body that the program takes. */
const largestBody = 64 << 20;

// MARK: The app's own files

const cacheName = "auralyst-app";
const stateKey = "/-/installed";
const policyKey = "/-/policy";

/** The headers of our own files, as the relay sends them (Sources/Relay/Web/PhoneApp.swift), also if another server sends none.
 * A server's own policy is not signed: only the relays that it names are added. */
const guards = {
  "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; media-src 'self'; font-src 'self'; "
    + "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY", "cache-control": "no-cache",
  "permissions-policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
};

/** Our policy, with the hosts that a server's policy allows for requests: `https`, or this machine. */
function policyWith(sent) {
  const [, ...sources] = sent.split(/[;,]/).map((one) => one.trim().split(/\s+/)).find(([name]) => name.toLowerCase() === "connect-src") ?? [];
  const hosts = sources.filter((one) => /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/.test(one));
  return guards["content-security-policy"].replace("connect-src 'self'", ["connect-src 'self'", ...hosts].join(" "));
}

const keyOf = (file) => "/-/sha256/" + file.sha256;

async function installed() {
  const kept = await (await caches.open(cacheName)).match(stateKey);
  return kept ? kept.json() : Release.empty;
}

/** Remembers what is installed, and drops files that belong to no release any more. */
async function remember(state) {
  const cache = await caches.open(cacheName);
  await cache.put(stateKey, new Response(JSON.stringify(state)));
  const wanted = new Set(Release.kept(state).flatMap((release) => release.files.map(keyOf)));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (![stateKey, policyKey].includes(pathname) && !wanted.has(pathname)) await cache.delete(pathname);
  }
}

/**
 * A file as it is kept. Browsers keep compiled code beside an answer that came from the address it is asked for by, not beside one that was made here:
 * so WebAssembly stays as it was `sent`. It is no page, and what a server says of it does not count.
 */
function responseOf(file, bytes, sent) {
  const isProgram = file.type === "application/wasm" && sent.headers.get("content-type") === file.type && !sent.headers.get("vary")?.includes("*");
  return isProgram ? sent : new Response(bytes, { headers: { ...guards, "content-type": file.type } });
}

const fetchFresh = (path) => fetch(path, { cache: "no-store", redirect: "error" });

const bytesOf = async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : null);

/** Gets the release that the server has, if it is new; gives what is installed then. Throws a `Release.Fault`. */
async function look() {
  const state = await installed();
  const answer = await fetchFresh("/-/release");
  const bytes = await bytesOf(answer);
  if (!bytes) throw new Release.Fault("half", "/-/release");
  const release = await Release.check(bytes, state.current);
  const cache = await caches.open(cacheName);
  await cache.put(policyKey, new Response(answer.headers.get("content-security-policy") ?? ""));
  if (!Release.isNew(release, state)) return state;
  const has = async (file) => !!(await cache.match(keyOf(file)));
  let sent;
  const get = async (path) => bytesOf((sent = await fetchFresh(path)).clone());
  await Release.load(release, { get, has, put: (file, bytes) => cache.put(keyOf(file), responseOf(file, bytes, sent)) });
  const after = Release.loaded(await installed(), release);
  await remember(after);
  return after;
}

/** A file of the release in use. A shell that was started with another one finds its files by their names. */
async function ownFile(request, path) {
  const file = Release.kept(await installed()).flatMap(({ files }) => files).find((one) => one.path === path);
  if (!file) return fetch(request);
  const cache = await caches.open(cacheName);
  const [kept, policy] = await Promise.all([cache.match(keyOf(file)), cache.match(policyKey)]);
  const found = kept ?? await fetchAgain(file, cache);
  if (file.type === "application/wasm") return found;
  return new Response(found.body, { headers: { ...Object.fromEntries(found.headers), "content-security-policy": policyWith(await policy?.text() ?? "") } });
}

/** Gets a file that the browser has dropped. Throws a `Release.Fault` if the server's is another one. */
async function fetchAgain(file, cache) {
  const sent = await fetchFresh(file.path);
  const bytes = await bytesOf(sent.clone());
  await Release.checkFile(file, bytes);
  const found = responseOf(file, bytes, sent);
  // It is the right file, even if there is no room to store it.
  await cache.put(keyOf(file), found.clone()).catch(() => null);
  return found;
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  try {
    await look();
  } catch (error) {
    // The first shell waits for it. A later one asks by itself.
    const shells = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const shell of shells) shell.postMessage({ kind: "not installed", ...faultOf(error) });
    throw error;
  }
  // The first one. A later one waits until the shells of the one before are closed.
  if (!self.registration.active) await self.skipWaiting();
})()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Why there is no new release, as the shell says it. */
const faultOf = (error) => ({
  fault: error instanceof Release.Fault ? error.message : error.name === "QuotaExceededError" ? "This phone has no room left. Make some room, then try again." : "",
  code: error.code ?? "offline", reason: error.message,
});

/** What the shell asks about releases, each with a port for the answer: `{state}`, or `{fault}`. */
const deeds = {
  look,
  installed,
  async claim() {
    await self.clients.claim();
    return installed();
  },
  async accept() {
    await remember(Release.accept(await installed()));
    return installed();
  },
  async opened(digest) {
    const before = await installed();
    const state = Release.opened(before, digest);
    if (state !== before) await remember(state);
    return state;
  },
  async giveUp() {
    await remember(Release.giveUp(await installed()));
    return installed();
  },
};
self.addEventListener("message", (event) => {
  const { deed, digest } = event.data ?? {};
  if (!Object.hasOwn(deeds, deed)) return;
  event.waitUntil(deeds[deed](digest).then(
    (state) => event.ports[0].postMessage({ state, digest: Release.serving(state)?.digest }),
    (error) => event.ports[0].postMessage(faultOf(error))));
});

// MARK: The pages

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.startsWith("/v1/") || ["/sw.js", "/-/release"].includes(url.pathname)) return;
  // The shell itself, and what belongs to it. `/` in the frame is a page.
  const isOwn = url.pathname === "/" ? request.destination === "document" : url.pathname === "/manifest.webmanifest" || url.pathname.startsWith("/-/");
  if (isOwn) event.respondWith(request.method === "GET" ? ownFile(request, url.pathname) : Response.redirect("/", 303));
  else if (request.destination === "document" && !isFromPage(request)) event.respondWith(Response.redirect("/?go=" + encodeURIComponent(url.pathname + url.search), 302));
  else event.respondWith(ask(request, url));
});

/** Whether one of our pages opened this window for another page: a report to print, for example. Then the shell is there. */
const isFromPage = ({ referrer }) => !!referrer && new URL(referrer).origin === location.origin;

/** Tells runs of the service worker apart: no one reads answers to requests of an earlier run. */
const life = crypto.randomUUID();

/** A port to the shell that has the program; undefined where none says in time that it has. */
async function shellPort() {
  for (const end = Date.now() + patience; Date.now() < end;) {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shells = windows.filter((client) => client.frameType === "top-level" && new URL(client.url).pathname === "/");
    let late;
    const found = await Promise.race([
      ...shells.map((shell) => new Promise((go) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => go(port1);
        shell.postMessage({ kind: "hello", life }, [port2]);
      })),
      new Promise((go) => { late = setTimeout(go, shells.length ? 1500 : 250); }),
    ]);
    clearTimeout(late);
    if (found) return found;
  }
}

/** The head as a server would get it. A service worker does not see all of it, so what the browser would add is added here. */
function headOf(request, url) {
  const headers = [...request.headers];
  const from = request.referrer && new URL(request.referrer).origin;
  // Other requests than navigations come only from our own pages. A navigation from another site has that site as its referrer, or none.
  const isOurs = request.mode !== "navigate" || from === location.origin;
  if (!["GET", "HEAD"].includes(request.method)) headers.push(["origin", isOurs ? location.origin : "null"]);
  headers.push(
    ["host", location.host], ["sec-fetch-mode", request.mode], ["sec-fetch-site", isOurs ? "same-origin" : from ? "cross-site" : "none"],
    ["sec-fetch-dest", request.mode === "navigate" ? "document" : request.destination || "empty"], ["x-source", "phone"]);
  if (request.referrer && isOurs) headers.push(["referer", request.referrer]);
  return { method: request.method, target: url.pathname + url.search, headers };
}

async function ask(request, url) {
  let body;
  if (!["GET", "HEAD"].includes(request.method)) {
    const sent = await request.blob();
    if (sent.size > largestBody) return page(413, "This file is too large for the phone", `Files here can have up to ${largestBody >> 20} MB. Add it at your computer.`);
    body = await sent.arrayBuffer();
  }
  const port = await shellPort();
  if (!port) return gone(request);
  const { promise, settle } = later();
  let stream;
  const before = [];
  const flow = (message) => {
    if (message.bytes) stream.enqueue(message.bytes);
    else if (message.failed) stream.error(new Error("the answer broke off"));
    else stream.close();
    if (!message.bytes) port.close();
  };
  port.onmessage = ({ data }) => {
    if (data.status || data.isGone || data.place) settle(data);
    else if (stream) flow(data);
    else before.push(data);
  };
  port.postMessage({ head: headOf(request, url), body }, body ? [body] : []);
  const late = request.mode === "navigate" ? setTimeout(() => port.postMessage({ keep: true }), longest) : undefined;
  const { status, headers, isGone, place } = await promise;
  clearTimeout(late);
  if (isGone) return gone(request);
  if (place) return stillWorking(place);
  const fields = framed(headers);
  if ([204, 205, 304].includes(status) || request.method === "HEAD") return new Response(null, { status, headers: fields });
  const content = new ReadableStream({
    start(controller) {
      stream = controller;
      for (const message of before) flow(message);
    },
    cancel() {
      port.postMessage({ cancel: true });
      port.close();
    },
  });
  return new Response(content, { status, headers: fields });
}

function later() {
  let settle;
  const promise = new Promise((go) => { settle = go; });
  return { promise, settle };
}

/** The headers of a page in our frame: the desktop's, but this one frame is allowed. */
function framed(headers) {
  const fields = new Headers(headers);
  const policy = fields.get("content-security-policy");
  if (policy) fields.set("content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  if (fields.has("x-frame-options")) fields.set("x-frame-options", "SAMEORIGIN");
  for (const name of ["cross-origin-opener-policy", "strict-transport-security"]) fields.delete(name);
  return fields;
}

/** No answer: a sentence for a page; for a script, a failure as without a server. */
const gone = (request) => (request.mode === "navigate" ? page(503, "Auralyst isn’t running", "Open it again. What was saved is there.") : Response.error());

/** A page that asks for the answer again at once, at its place in the shell, and is shown until it comes. Opening the app again would end the work. */
const stillWorking = (place) => page(200, "Auralyst is still working", "This page continues by itself when it is done.", { link: "", headers: { refresh: "0; url=" + location.origin + place } });

/** A page of one sentence. */
function page(status, title, sentence, { link = `<p><a href="/" target="_top">Open Auralyst</a></p>`, headers } = {}) {
  const text = `<!doctype html><html lang="en" data-frame><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">`
    + `<meta name="color-scheme" content="light dark"></head><body><h1>${title}</h1><p>${sentence}</p>${link}</body></html>`;
  return new Response(text, { status, headers: { ...headers, "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "content-security-policy": "default-src 'none'; frame-ancestors 'self'" } });
}
