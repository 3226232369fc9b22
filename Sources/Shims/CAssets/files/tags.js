// Tints the tags in a text while it is written. Where they are, the server says: it knows the rule.

/** In a longer text, a second copy of it at each key would be felt. */
const limit = 50_000;

/**
 * Shows the tags of a field. `difference` tells what changed from one text to another. In what it returns, `found` takes the places of
 * the tags (offsets: start, end, start, end …) and the text they were found in; `follow` is for a text that a script has changed.
 */
export function showTags(text, difference) {
  const layer = document.createElement("div");
  layer.className = "tags-behind";
  layer.setAttribute("aria-hidden", "true");
  layer.dir = "auto";
  layer.translate = false;
  let places = (text.dataset.tags ?? "").split(" ").filter(Boolean).map(Number);
  let shown = text.defaultValue;

  function draw() {
    if (!places.length) {
      layer.remove();
      return;
    }
    const nodes = [];
    let at = 0;
    for (let index = 0; index < places.length; index += 2) {
      const mark = document.createElement("mark");
      mark.textContent = shown.slice(places[index], places[index + 1]);
      nodes.push(shown.slice(at, places[index]), mark);
      at = places[index + 1];
    }
    layer.replaceChildren(...nodes, `${shown.slice(at)}\n`);
    layer.style.width = `${text.clientWidth}px`;
    if (!layer.isConnected) text.before(layer);
    layer.scrollTop = text.scrollTop;
  }

  /** Tags after a change move with it; one that was changed itself is shown again when the server has found it. */
  function follow() {
    if (text.value.length > limit) places = [];
    if (places.length && text.value !== shown) {
      const { from, until, part } = difference(shown, text.value);
      const moved = from + part.length - until;
      const kept = [];
      for (let index = 0; index < places.length; index += 2) {
        const [start, end] = places.slice(index, index + 2);
        if (end <= from) kept.push(start, end);
        else if (start >= until) kept.push(start + moved, end + moved);
      }
      places = kept;
    }
    shown = text.value;
    draw();
  }

  text.addEventListener("input", follow);
  text.addEventListener("scroll", () => { layer.scrollTop = text.scrollTop; });
  new ResizeObserver(follow).observe(text);
  return {
    follow,
    found(now, words) {
      [places, shown] = [now, words];
      follow();
    },
  };
}
