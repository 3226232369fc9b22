// How far the long work is: moves the bar as the server tells, and shows the outcome when it is there.
import { pageFor } from "./page.js";

const place = document.getElementById("work");
const bar = document.getElementById("work-progress");
const words = document.getElementById("work-words");

function show({ number, words: said, done, total, over }) {
  if (!place?.isConnected) return;
  if (over || String(number) !== place.dataset.work) {
    location.replace("/progress");
    return;
  }
  words.textContent = said;
  if (total > 0) {
    bar.max = total;
    bar.value = Math.min(done, total);
  } else {
    bar.removeAttribute("value");
  }
}

/** It may have ended between the making of this page and its listening. */
async function catchUp() {
  const fresh = await pageFor("/progress", { background: true });
  if (fresh && !fresh.getElementById("work")) location.replace("/progress");
}

if (place) {
  document.addEventListener("work", (event) => show(event.detail));
  catchUp();
  setInterval(catchUp, 5000);
}
