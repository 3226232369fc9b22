// The page People: copies links, and hears of who asks to join, of which only the relay knows.
import { pageFor, renew, say } from "./page.js";
import { spoken } from "./spoken.js";

const people = document.getElementById("people");

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value).then(
    () => say(spoken`Link copied. Send it in a way that only they can read.`),
    () => say(spoken`Your browser does not allow copying. The link is selected: copy it yourself.`, { tone: "trouble" }));
});

/** Looks again, unless someone is at one of its forms. */
async function look() {
  if (document.visibilityState !== "visible" || !people.hasAttribute("data-waits")) return;
  const isBusy = () => people.contains(document.activeElement) && document.activeElement !== document.body;
  if (isBusy()) return;
  const fresh = await pageFor("/people", { background: true });
  if (!fresh || isBusy()) return;
  people.toggleAttribute("data-waits", fresh.getElementById("people")?.hasAttribute("data-waits") ?? false);
  renew(people, fresh);
}

if (people) {
  // Copying wants a script, and a connection that the browser takes for a safe one.
  if (navigator.clipboard) people.classList.add("can-copy");
  setInterval(look, 8_000);
}
