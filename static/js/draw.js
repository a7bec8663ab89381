// The draw on the wall of the hall: places open one after the other, by a key, a button or by themselves.
// Without this script everything is open from the beginning. Lots that are being typed in are fetched anew.
"use strict";

(() => {
  const wall = document.querySelector("[data-wall]");
  if (!wall) return;
  const PAUSE = 2200;
  const POLL = 2000;
  const steps = () =>
    [...wall.querySelectorAll("[data-step]")].sort((a, b) => Number(a.dataset.step) - Number(b.dataset.step));

  if (wall.dataset.live) {
    // Nothing is hidden here: a place is open as soon as its lot is drawn, and the newest are marked.
    const known = () => new Map(steps().map((one) => [one.dataset.step, one.textContent.trim()]));
    const poll = async () => {
      try {
        const answer = await fetch(wall.dataset.live, { cache: "no-store" });
        if (answer.ok) {
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const fresh = page.querySelector("[data-wall]");
          if (fresh && !fresh.dataset.live) {
            window.location.reload();
            return;
          }
          const word = page.querySelector("[data-wall-word]");
          if (word) document.querySelector("[data-wall-word]").textContent = word.textContent;
          if (fresh) {
            const before = known();
            wall.innerHTML = fresh.innerHTML;
            steps().forEach((one) => {
              const was = before.get(one.dataset.step);
              if (was !== undefined && was !== one.textContent.trim()) one.dataset.now = "";
            });
          }
        }
      } catch {
        // The next try may reach the server again; what stands on the wall stays.
      }
      setTimeout(poll, POLL);
    };
    setTimeout(poll, POLL);
    return;
  }

  const button = (name) => document.querySelector(`[data-wall-${name}]`);
  const run = button("run");
  const wordRun = run.textContent;
  let timer = 0;

  const closed = () => steps().filter((one) => "closed" in one.dataset);
  const calm = () => steps().forEach((one) => delete one.dataset.now);

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    run.textContent = wordRun;
  };

  const open = () => {
    const [next] = closed();
    calm();
    if (!next) {
      stop();
      return false;
    }
    delete next.dataset.closed;
    next.dataset.now = "";
    next.scrollIntoView({ block: "nearest" });
    return true;
  };

  const go = () => {
    timer = open() ? setTimeout(go, PAUSE) : 0;
    if (!timer) stop();
  };

  const again = () => {
    stop();
    calm();
    steps().forEach((one) => {
      one.dataset.closed = "";
    });
  };

  button("next").addEventListener("click", open);
  run.addEventListener("click", () => {
    if (timer) {
      stop();
    } else {
      run.textContent = run.dataset.wordStop;
      go();
    }
  });
  button("all").addEventListener("click", () => {
    stop();
    calm();
    closed().forEach((one) => delete one.dataset.closed);
  });
  button("again").addEventListener("click", again);
  button("full").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("button, a")) return;
    if (event.key === " " || event.key === "ArrowRight") {
      event.preventDefault();
      open();
    }
  });
  document.querySelector("[data-tools]").hidden = false;
  // Lots from the bowl were seen by everybody as they were drawn: they are not covered again.
  if (!("open" in wall.dataset)) again();
})();
