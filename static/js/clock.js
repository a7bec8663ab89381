// Counts a clock down between two answers of the server. The page already shows the time that the server wrote;
// this only keeps it moving. A phone whose clock is wrong shows the same as the others, since only the
// difference to the server's own time is used.
"use strict";

(() => {
  const LOW = 5 * 60 * 1000; // the last five minutes are red
  const clocks = new Map(); // element → milliseconds that the server's clock is ahead of this one

  // When this page came, by the clock of this machine: the scripts start a little later.
  const arrival = () => {
    const page = performance.getEntriesByType("navigation")[0];
    return page ? Date.now() - (performance.now() - page.responseStart) : Date.now();
  };

  const read = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const two = (number) => String(number).padStart(2, "0");
    return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  };

  const show = (clock, ahead) => {
    const left = Date.parse(clock.dataset.deadline) - (Date.now() + ahead);
    const time = clock.querySelector(".clock-time");
    const text = read(left);
    if (time.textContent !== text) time.textContent = text;
    clock.classList.toggle("clock-low", left <= LOW && left > 0);
    if (left <= 0 && !clock.classList.contains("clock-over")) {
      clock.classList.add("clock-over");
      const word = clock.querySelector(".clock-word");
      if (word && clock.dataset.wordOver) word.textContent = clock.dataset.wordOver;
    }
  };

  const find = (root, received) => {
    for (const clock of clocks.keys()) if (!clock.isConnected) clocks.delete(clock);
    for (const clock of root.querySelectorAll("[data-deadline]")) {
      if (clock.dataset.paused === "true" || clocks.has(clock)) continue;
      const deadline = Date.parse(clock.dataset.deadline);
      const now = Date.parse(clock.dataset.serverNow);
      if (Number.isNaN(deadline) || Number.isNaN(now)) continue;
      clocks.set(clock, now - received);
      show(clock, now - received);
    }
  };

  const tick = () => {
    for (const [clock, ahead] of clocks) if (clock.isConnected) show(clock, ahead);
    setTimeout(tick, 250);
  };

  find(document, arrival());
  document.addEventListener("htmx:load", (event) => find(event.target.parentNode || document, Date.now()));
  tick();
})();
