// The big screen: fetches what is new, shows one page after the other, and says when the connection is lost.
// It goes on by itself as soon as the server answers again. Without this script all pages stand below each other.
"use strict";

(() => {
  const root = document.querySelector("[data-screen]");
  if (!root) return;
  const lost = document.querySelector("[data-lost]");
  const POLL = 1500;
  const PATIENCE = 5000;
  let mark = root.dataset.mark || "";
  let failures = 0;
  let page = 0;
  let since = Date.now();

  const pages = () => [...root.querySelectorAll("[data-page]")];

  const show = () => {
    const all = pages();
    if (page >= all.length) page = 0;
    all.forEach((one, at) => {
      one.hidden = at !== page;
    });
  };

  const turn = () => {
    const told = root.querySelector("[data-seconds]");
    const seconds = Number((told && told.dataset.seconds) || 12);
    if (Date.now() - since >= seconds * 1000) {
      page += 1;
      since = Date.now();
      show();
    }
    setTimeout(turn, 250);
  };

  const take = (html) => {
    root.innerHTML = html;
    show();
    // clock.js looks at whatever comes new into the page
    root.firstElementChild.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  };

  const poll = async () => {
    const control = new AbortController();
    const patience = setTimeout(() => control.abort(), PATIENCE);
    try {
      const headers = mark ? { "If-None-Match": mark } : {};
      const answer = await fetch(root.dataset.screen, { headers, cache: "no-store", signal: control.signal });
      if (answer.status === 200) {
        const html = await answer.text();
        mark = answer.headers.get("ETag") || "";
        take(html);
      } else if (answer.status !== 304) {
        throw new Error(String(answer.status));
      }
      failures = 0;
    } catch {
      failures += 1;
    } finally {
      clearTimeout(patience);
    }
    lost.hidden = failures < 2;
    setTimeout(poll, POLL);
  };

  document.documentElement.classList.add("screen-turns");
  show();
  turn();
  poll();
})();
