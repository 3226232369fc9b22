// Auralyst: the search in an exported page. Without it the page is one long text that the browser searches itself.
"use strict";
(() => {
  const form = document.getElementById("find");
  const field = document.getElementById("words");
  const found = document.getElementById("found");
  if (!form || !field || !found) return;

  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = [...document.querySelectorAll("article")];
  const months = [...document.querySelectorAll("main > section.month")];
  let texts = null;

  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    texts ??= entries.map(entry => plain(entry.textContent));
    let count = 0;
    entries.forEach((entry, index) => {
      const isFound = words.every(word => texts[index].includes(word));
      entry.hidden = !isFound;
      if (isFound) count += 1;
    });
    for (const month of months) month.hidden = !month.querySelector("article:not([hidden])");
    document.body.classList.toggle("searching", words.length > 0);
    found.textContent = words.length === 0 ? "" : count === 1 ? "1 entry" : `${count} entries`;
  };

  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, 120);
  });
  form.addEventListener("submit", event => {
    event.preventDefault();
    show();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && field.value !== "") {
      field.value = "";
      show();
    }
  });
  form.hidden = false;
})();
