// Our own number pad. It is hidden until this script shows it, and then the phone's keyboard stays away;
// without the script the field is typed in as usual.
"use strict";

(() => {
  const prepare = (root) => {
    for (const pad of root.querySelectorAll("[data-pad-for]")) {
      const field = document.getElementById(pad.dataset.padFor);
      if (!field) continue;
      pad.hidden = false;
      field.setAttribute("inputmode", "none");
    }
  };

  const press = (value, key) => {
    if (key === "clear") return "";
    if (key === "back") return value.slice(0, -1);
    if (key === "sign") return value.startsWith("-") ? value.slice(1) : `-${value}`;
    return value === "0" ? key : value + key;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pad-key]");
    if (!button) return;
    const field = document.getElementById(button.closest("[data-pad-for]").dataset.padFor);
    const next = press(field.value, button.dataset.padKey);
    if (field.maxLength > 0 && next.length > field.maxLength) return;
    field.value = next;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  prepare(document);
  document.addEventListener("htmx:load", (event) => prepare(event.target.parentNode || document));
})();
