// A stopwatch for the minute that a play may take, and the two for burying. Shown by this script only; pressing a
// button again starts anew.
"use strict";

(() => {
  const box = document.querySelector("[data-stopwatch]");
  if (!box) return;
  const face = box.querySelector("output");
  let end = 0;
  let ticking = 0;

  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    face.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : box.dataset.over;
    if (!left) {
      clearInterval(ticking);
      if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    }
  };

  box.addEventListener("click", (event) => {
    const button = event.target.closest("[data-seconds]");
    if (!button) return;
    clearInterval(ticking);
    end = performance.now() + Number(button.dataset.seconds) * 1000;
    ticking = setInterval(show, 250);
    show();
  });

  box.hidden = false;
})();
