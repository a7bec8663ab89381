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

  // Chinese keyboards type full-width digits; the field and the server want plain ones. Runs before whoever else
  // listens, and not while characters are still being composed.
  const plain = (text) =>
    text
      .replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
      .replace(/[\uff0d\ufe63\u2212\u2013]/g, "-")
      .replace(/\u3000/g, "");

  // What was said about the number before must not stand beside one that it does not belong to.
  const forget = (form) => {
    const at = form && form.getAttribute("hx-target");
    const said = at && at.startsWith("#") && document.querySelector(at);
    if (said) said.textContent = "";
  };

  const tidy = (event) => {
    const field = event.target;
    if (event.isComposing || !(field instanceof HTMLInputElement)) return;
    if (!field.matches(".pad-field, [inputmode=numeric]")) return;
    const typed = plain(field.value);
    if (typed !== field.value) field.value = typed;
    if (!field.validity.valid) forget(field.form);
  };

  document.addEventListener("input", tidy, true);
  document.addEventListener("compositionend", (event) => {
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("htmx:validation:halted", (event) => forget(event.target));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.requestConfig.elt;
    // An answer that comes after the form was changed for the worse, or emptied, is too late.
    if (form.matches("form:invalid") && event.detail.target.closest("form") === form) event.detail.shouldSwap = false;
  });

  prepare(document);
  document.addEventListener("htmx:load", (event) => prepare(event.target.parentNode || document));
})();
