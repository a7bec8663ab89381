// Keeps a part of a page fresh: data-poll is its address, data-every the milliseconds between two looks, data-mark
// what the part is marked with. While nothing changed the server says only that, and the page is left alone: what
// has the focus keeps it. A connection that is gone is tried again; what is shown stays.
"use strict";

(() => {
  const PATIENCE = 8000;

  const look = async (part) => {
    const control = new AbortController();
    const patience = setTimeout(() => control.abort(), PATIENCE);
    try {
      const headers = { "HX-Request": "true" };
      if (part.dataset.mark) headers["If-None-Match"] = part.dataset.mark;
      // The organiser's status page adds up what waits on all phones.
      if (document.documentElement.dataset.unsent) headers["X-Unsent"] = document.documentElement.dataset.unsent;
      // Nothing from the browser's own store: the time in it would be an old one.
      const answer = await fetch(part.dataset.poll, { headers, cache: "no-store", signal: control.signal });
      if (answer.status === 200 && !answer.redirected) {
        const html = await answer.text();
        part.dataset.mark = answer.headers.get("ETag") || "";
        if (window.htmx) htmx.swap(part, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
        else take(part, html);
      }
    } catch {
      // no connection: the next look may have one
    } finally {
      clearTimeout(patience);
    }
  };

  // A browser that is too old for htmx takes the part as it is.
  const take = (part, html) => {
    part.innerHTML = html;
    const first = part.firstElementChild;
    if (first) first.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  };

  for (const part of document.querySelectorAll("[data-poll]")) {
    const again = async () => {
      await look(part);
      setTimeout(again, Number(part.dataset.every));
    };
    setTimeout(again, Number(part.dataset.every));
    document.addEventListener("visibilitychange", () => document.hidden || look(part));
  }
})();
