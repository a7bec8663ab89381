// Writes the page's name and the time onto every printed sheet, not only the first: the print style shows it in
// the margin. Without the script the first sheet says it all the same.
"use strict";

(() => {
  const root = document.documentElement;

  addEventListener("beforeprint", () => {
    const now = new Date().toLocaleString(root.lang, { dateStyle: "long", timeStyle: "short" });
    root.style.setProperty("--print-line", JSON.stringify(`${document.title} · ${now}`));
  });

  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  addEventListener("afterprint", () => root.removeAttribute("style"));
})();
