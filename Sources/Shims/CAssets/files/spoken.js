// Sentences in the language that is spoken: a page brings what that language's table says for those of the scripts.
const table = JSON.parse(document.getElementById("spoken")?.textContent ?? "{}");

/** A sentence with its values, spoken`Saved ${time}`; in English where the table does not have it. */
export const spoken = (pieces, ...values) => {
  const english = pieces.reduce((text, piece, place) => `${text}{${place}}${piece}`);
  return (table[english] ?? english).replace(/\{(\d+)\}/g, (_, number) => values[number - 1]);
};
