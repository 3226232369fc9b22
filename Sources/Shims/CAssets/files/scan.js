// "Add a device": reads the code from the new device's screen with the camera, where the browser can read QR codes itself. Typing is always
// possible. No picture is kept or sent.
import { spoken } from "./spoken.js";

const field = document.getElementById("code");

async function canRead() {
  return navigator.mediaDevices && "BarcodeDetector" in globalThis && (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}

/** The first code that the camera sees, or null when `signal` ends the looking. */
async function seen(video, signal) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  const stopped = new Promise((go) => { signal.addEventListener("abort", go); });
  while (!signal.aborted) {
    const [found] = await detector.detect(video);
    if (found) return found.rawValue;
    await Promise.race([stopped, new Promise((go) => { video.requestVideoFrameCallback(go); })]);
  }
  return null;
}

function offer() {
  const [button, video, words] = ["button", "video", "p"].map((name) => document.createElement(name));
  button.type = "button";
  video.playsInline = video.muted = true;
  video.className = "scan";
  words.className = "fault";
  words.setAttribute("role", "status");
  words.hidden = true;
  let looking;
  const name = () => {
    button.textContent = looking ? spoken`Stop the camera` : spoken`Scan the code`;
    video.hidden = !looking;
  };
  button.addEventListener("click", async () => {
    if (looking) return looking.abort();
    const { signal } = looking = new AbortController();
    words.hidden = true;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      name();
      await video.play();
      const code = await seen(video, signal);
      if (code !== null) {
        // What it is, the server says when the form is sent: a person looks at it before.
        field.value = code.slice(0, 200);
        field.form.querySelector("button.primary").focus();
      }
    } catch {
      // Refused, taken by another program, or not there: the browser's own words would not help.
      words.textContent = spoken`The camera can’t be used. Type the code instead.`;
      words.hidden = false;
    }
    for (const track of stream?.getTracks() ?? []) track.stop();
    looking = undefined;
    name();
  });
  name();
  field.closest("p").after(button, video, words);
}

if (field && await canRead().catch(() => false)) offer();
