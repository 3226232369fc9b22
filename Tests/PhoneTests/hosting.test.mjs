// Who serves the app serves the same: the relay (Sources/Relay/Web/PhoneApp.swift), the service worker, and Caddy by docs/relay.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { after, test } from "node:test";

const root = new URL("../../", import.meta.url).pathname;
const read = (path) => readFileSync(root + path, "utf8");
const folder = mkdtempSync(tmpdir() + "/phone-hosting-");
after(() => rmSync(folder, { recursive: true }));

/** The relay's headers, from its source. */
const guards = (() => {
  const source = read("Sources/Relay/Web/PhoneApp.swift").split("private static let guards: Headers = [")[1].split("\n    ]\n")[0];
  const [policy, others] = source.split('].joined(separator: "; "),');
  const directives = [...policy.matchAll(/"([^"]*)"/g)].map(([, text]) => text).slice(1);
  return { "content-security-policy": directives.join("; "), ...Object.fromEntries([...others.matchAll(/"([^"]+)":\s+"([^"]+)"/g)].map(([, name, value]) => [name, value])) };
})();

const freePort = () => new Promise((found) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => found(port));
  });
});

test("Caddy serves a release as the relay does, but for the relay's name in the policy", async () => {
  const built = { "shell.html": "<!doctype html>".repeat(50), "sw.js": "self", "manifest.webmanifest": "{}", "release.js": "r", "app.wasm": "wasm ".repeat(500) };
  execFileSync("mkdir", [folder + "/built"]);
  for (const [name, content] of Object.entries(built)) writeFileSync(`${folder}/built/${name}`, content);
  execFileSync(root + "scripts/phone-release", [folder + "/built", "--out", folder + "/phone"]);
  const port = await freePort();
  const file = read("docs/relay/app.Caddyfile").replace("app.example.org {", `http://127.0.0.1:${port} {`).replace("/usr/share/auralyst/phone", folder + "/phone");
  writeFileSync(folder + "/Caddyfile", `{\n\tadmin off\n\tstorage file_system ${folder}/caddy\n}\n${file}`);
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", folder + "/Caddyfile"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const said = [];
    for await (const line of createInterface(caddy.stderr)) {
      said.push(line);
      if (line.includes("serving initial configuration")) break;
    }
    assert.match(said.at(-1), /serving initial configuration/, said.join("\n"));
    caddy.stderr.resume();
    const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "br" } });
    const { files } = JSON.parse(readFileSync(folder + "/phone/-/release", "utf8").split("\n")[0]);
    for (const { path, type } of [...files, { path: "/-/release", type: "text/plain; charset=utf-8" }]) {
      const { status, headers } = await ask(path);
      assert.equal(status, 200, path);
      assert.equal(headers.get("content-type"), type, path);
      const isFixed = /\.[0-9a-f]{16}\./.test(path);
      assert.equal(headers.get("cache-control"), isFixed ? "public, max-age=31536000, immutable" : "no-cache", path);
      assert.equal(headers.get("content-encoding"), path === "/" || path.endsWith(".wasm") ? "br" : null, path);
      assert.equal(headers.get("service-worker-allowed"), path === "/sw.js" ? "/" : null);
      for (const [name, value] of Object.entries(guards)) {
        const own = headers.get(name)?.replace(" https://relay.example.org", "");
        assert.equal(own, name === "x-frame-options" ? undefined : value, `${path} ${name}`);
      }
    }
    assert.equal((await ask("/-/")).status, 404);
  } finally {
    caddy.kill();
  }
});

test("the relay's policy runs no code but its own, and asks no one else", () => {
  const policy = Object.fromEntries(guards["content-security-policy"].split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1).join(" ")]));
  assert.equal(policy["default-src"], "'none'");
  assert.equal(policy["script-src"], "'self' 'wasm-unsafe-eval'");
  assert.equal(policy["connect-src"], "'self'");
  assert.equal(policy["frame-ancestors"], "'none'");
  assert.deepEqual(Object.values(policy).join(" ").match(/https?:|\*|unsafe-inline|'unsafe-eval'|data:/g), null);
});

test("what the containers name is there", () => {
  execFileSync("caddy", ["validate", "--adapter", "caddyfile", "--config", root + "docs/relay/Caddyfile"], { stdio: "ignore" });
  const [compose, container] = [read("docs/relay/compose.yaml"), read("docs/relay/Containerfile")];
  for (const [, name] of compose.matchAll(/(?:dockerfile: |- \.\/)([\w.]+)/g)) assert.ok(existsSync(`${root}docs/relay/${name}`), name);
  const place = "share/auralyst/phone";
  assert.ok(compose.includes(`--app=/usr/${place}`) && container.includes(`"/usr/${place}"`));
  assert.ok(read("scripts/package").includes(`f"${place}/`), "the Debian package has the app there");
  assert.ok(read("docs/relay/app.Caddyfile").includes(`root * /usr/${place}`));
  const options = read("Sources/auralyst-relay/Serve.swift") + read("Sources/auralyst-relay/StorageOptions.swift");
  for (const [, option] of compose.matchAll(/- --(\w+)=/g)) assert.match(options, new RegExp(`var ${option}\\b`), option);
});
