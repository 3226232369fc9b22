// Auralyst: opens a sealed page by its code (docs/formats/sealed-page.md). Cobblestone-256, without a network.
"use strict";
(() => {
  const form = document.getElementById("open");
  const field = document.getElementById("code");
  const told = document.getElementById("told");
  const shown = document.getElementById("shown");
  const subtle = globalThis.crypto?.subtle;

  const ascii = text => Uint8Array.from(text, character => character.charCodeAt(0));
  const join = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  };
  const label = name => ascii(`auralyst/v1/${name}\0`);

  // HKDF-Expand with SHA-512 (RFC 5869): T(n) = HMAC(key, T(n - 1) || info || n).
  const expand = async (secret, info, count) => {
    const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
    let [last, made] = [new Uint8Array(), new Uint8Array()];
    for (let number = 1; made.length < count; number += 1) {
      last = new Uint8Array(await subtle.sign("HMAC", key, join(last, info, Uint8Array.of(number))));
      made = join(made, last);
    }
    return made.slice(0, count);
  };

  // 20 characters: O is read as 0, I and L as 1; dashes and blanks do not count.
  const letters = typed => {
    const plain = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
    return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(plain) ? plain : null;
  };

  class Refusal extends Error {}
  const damaged = spoken`This file is damaged: ask for it again.`;
  const chunk = 16384;

  const opened = async (sealed, code) => {
    const last = (sealed.length - 56) % (chunk + 16);
    if (sealed.length < 72 || last < 16) throw new Refusal(damaged);
    const secret = await expand(ascii(code), label("page"), 32);
    const name = ascii("c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0");
    const keys = await expand(secret, join(name, sealed.slice(0, 24), label("page")), 76);
    // The commitment first: nothing is deciphered under a key that is not the one.
    let difference = 0;
    for (let at = 0; at < 32; at += 1) difference |= keys[44 + at] ^ sealed[24 + at];
    if (difference !== 0) throw new Refusal(spoken`This code does not open the page. Check it letter by letter.`);
    const key = await subtle.importKey("raw", keys.slice(0, 32), "AES-GCM", false, ["decrypt"]);
    const pieces = [];
    for (let at = 56, number = 0; at < sealed.length; at += chunk + 16, number += 1) {
      const nonce = keys.slice(32, 44);
      const count = new DataView(nonce.buffer);
      count.setUint32(8, (count.getUint32(8) ^ number) >>> 0);
      try {
        const piece = await subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, sealed.slice(at, at + chunk + 16));
        pieces.push(new Uint8Array(piece));
      } catch {
        throw new Refusal(damaged);
      }
    }
    const padded = join(...pieces);
    const length = new DataView(padded.buffer).getUint32(0);
    if (length > padded.length - 4) throw new Refusal(damaged);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(padded.subarray(4, 4 + length)));
  };

  const today = () => {
    const now = new Date();
    const two = number => String(number).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  };

  const show = async () => {
    if (!subtle) throw new Refusal(spoken`This browser can open it only from a file or a secure address (https).`);
    const code = letters(field.value);
    if (!code) throw new Refusal(spoken`The code has 20 letters and digits, such as 3F9K-7QXT-0M2A-W5EZ-1HCV.`);
    const text = document.getElementById("sealed").textContent.trim();
    const content = await opened(Uint8Array.from(atob(text), character => character.charCodeAt(0)), code);
    if (content.v !== 1) throw new Refusal(spoken`This page was made by a newer version of Auralyst.`);
    if (today() > content.until) throw new Refusal(spoken`This page could be read until ${content.until_words}, and no longer opens.`);
    shown.innerHTML = content.html;
    shown.hidden = false;
    field.value = "";
    form.hidden = true;
    told.textContent = spoken`Open until ${content.until_words}. The page closes by itself after that; it can’t stop anyone from copying it before.`;
    document.getElementById("shown").focus();
  };

  form.hidden = false;
  form.addEventListener("submit", event => {
    event.preventDefault();
    told.textContent = spoken`Opening …`;
    show().catch(problem => {
      told.textContent = problem instanceof Refusal ? problem.message : damaged;
    });
  });
})();
