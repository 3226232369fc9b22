// An entry that is read: it stays true while another window or the command line changes it.
import { pageFor } from "./page.js";

const entry = document.getElementById("entry");

async function refresh() {
  const here = document.getElementById("entry");
  // Who listens or watches is not interrupted.
  if ([...here.querySelectorAll("audio, video")].some((player) => !player.paused)) return;
  const fresh = (await pageFor(location.href, { background: true }))?.getElementById("entry");
  if (!fresh || fresh.dataset.version === here.dataset.version) return;
  const focused = document.activeElement;
  const place = here.contains(focused) ? [...here.querySelectorAll("a, button")].indexOf(focused) : -1;
  const adopted = document.adoptNode(fresh);
  here.replaceWith(adopted);
  adopted.classList.add("arrived");
  if (place >= 0) adopted.querySelectorAll("a, button")[place]?.focus();
}

if (entry) {
  document.addEventListener("records-changed", ({ detail }) => {
    if (!detail || detail.includes(entry.dataset.entry)) refresh();
  });
}
