// Small pictures that the app could not make, as on a phone: the browser makes them, and the app keeps them.
import { post } from "./page.js";

const edge = 480;
const asked = new Set();

/** A JPEG of the picture at an address; null if it does not come. Throws if this browser does not read it. */
async function small(address) {
  const response = await fetch(address, { credentials: "same-origin", headers: { "X-Background": "1", "X-Requested-With": "auralyst" } }).catch(() => null);
  if (!response?.ok) return null;
  const bitmap = await createImageBitmap(await response.blob());
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.8); });
}

async function make(image) {
  const path = new URL(image.src, location.href).pathname;
  image.classList.add("is-missing");
  if (!path.startsWith("/thumbnail/") || asked.has(path)) return;
  asked.add(path);
  const made = await small(path.replace("/thumbnail/", "/attachment/")).catch(() => image.parentElement?.classList.add("is-unreadable"));
  if (!made) return;
  const body = new FormData();
  body.append("thumbnail", made, "thumbnail.jpg");
  const answer = await post(path, body, { background: true }).catch(() => null);
  for (const one of document.querySelectorAll("img[data-thumbnail]")) {
    if (new URL(one.src, location.href).pathname !== path) continue;
    // What could not be kept is shown all the same, as long as the page is.
    one.src = answer?.ok ? `${path}?made` : URL.createObjectURL(made);
    one.classList.remove("is-missing");
  }
}

addEventListener("error", ({ target }) => { if (target instanceof HTMLImageElement && "thumbnail" in target.dataset) make(target); }, true);
for (const image of document.querySelectorAll("img[data-thumbnail]")) if (image.complete && !image.naturalWidth) make(image);
