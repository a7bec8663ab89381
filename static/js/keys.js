// Keys for the desk. An element with data-key="p" is pressed (a field: entered) by that key, and the field that
// its data-then names is entered after it; in a list with
// data-keys-list, or the tables of the hall, the arrows and J, K go from link to link. Keys rest while somebody types, and can be turned off,
// since a single letter may be somebody's voice command.
"use strict";

(() => {
  const OFF = "jicha-keys-off";
  const off = () => localStorage.getItem(OFF) === "1";

  const typing = (target) =>
    target.closest("textarea, select, [contenteditable]") ||
    (target.matches("input") && !["radio", "checkbox", "button", "submit"].includes(target.type));

  const show = () => {
    for (const hint of document.querySelectorAll("[data-keys-switch]")) {
      hint.hidden = false;
      hint.textContent = off() ? hint.dataset.wordOff : hint.dataset.wordOn;
    }
  };

  const step = (list, by) => {
    const links = [...list.querySelectorAll("a[href], button")];
    const at = links.indexOf(document.activeElement);
    const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
    if (next) next.focus();
  };

  const enter = (field) => {
    field.focus();
    if (field.select) field.select();
  };

  document.addEventListener("keydown", (event) => {
    if (!document.querySelector("[data-keys-switch]")) return; // no keys that cannot be seen and turned off
    if (off() || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const list = document.querySelector("[data-keys-list], .hall");
    const inside = list && list.contains(event.target);
    const key = event.key.toLowerCase();
    const wanted = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (wanted) {
      event.preventDefault();
      if (wanted.matches("input:not([type=radio], [type=checkbox]), select, textarea")) enter(wanted);
      else wanted.click();
      const then = wanted.dataset.then && document.getElementById(wanted.dataset.then);
      if (then) enter(then);
    } else if (list && (key === "j" || (inside && (key === "arrowdown" || key === "arrowright")))) {
      event.preventDefault();
      step(list, 1);
    } else if (list && (key === "k" || (inside && (key === "arrowup" || key === "arrowleft")))) {
      event.preventDefault();
      step(list, -1);
    }
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-keys-switch]")) return;
    localStorage.setItem(OFF, off() ? "0" : "1");
    show();
  });

  // Where a mouse and a keyboard are at hand, typing begins in the field that is wanted first.
  const first = document.querySelector("[data-key-first]");
  if (first && !off() && matchMedia("(hover: hover) and (pointer: fine)").matches) {
    first.focus({ preventScroll: true });
  }

  show();
})();
