// Cards to tap: the pad stands under the field that is being filled in, and each tap adds a card to it.
// Without this script the fields are typed in, and the pad stays hidden.
"use strict";

(() => {
  const pad = document.querySelector("[data-card-pad]");
  const fields = [...document.querySelectorAll("[data-cards]")];
  if (!pad || fields.length === 0) return;

  const CARD = /(?:[SHCD♠♥♣♦](?:10|[2-9TJQKA])|BJ|LJ|RJ|大王|小王|大鬼|小鬼)$/i;
  const typed = { value: false };
  let field = null;
  let suit = pad.querySelector("[data-card-suit][aria-pressed='true']");

  const ready = (one) => one.setAttribute("inputmode", typed.value ? "text" : "none");

  const count = (one) => {
    const place = document.querySelector(`[data-card-count="${one.id}"]`);
    const ranks = one.value.toUpperCase().match(/对|[BLR]J|[DX]W|[大小][王鬼]|10|[2-9TJQKA]/g) || [];
    place.textContent = ranks.length ? `${place.dataset.cardWord}${ranks.length}` : "";
  };

  const take = (one) => {
    field = one;
    one.closest(".field").after(pad);
    pad.hidden = false;
  };

  const choose = (key) => {
    suit.setAttribute("aria-pressed", "false");
    suit = key;
    suit.setAttribute("aria-pressed", "true");
    for (const sign of pad.querySelectorAll("[data-card-sign]")) {
      sign.textContent = suit.textContent;
      sign.parentNode.classList.toggle("suit-red", Boolean(suit.dataset.cardRed));
    }
  };

  const without = (text) => {
    const rest = text.trimEnd();
    return (CARD.test(rest) ? rest.replace(CARD, "") : rest.slice(0, -1)).trimEnd();
  };

  const write = (text) => {
    if (text.length > field.maxLength) return;
    field.value = text;
    field.scrollLeft = field.scrollWidth;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const add = (card) => write(field.value.trim() ? `${field.value.trimEnd()} ${card}` : card);

  const acts = {
    back: () => write(without(field.value)),
    clear: () => write(""),
    next: () => {
      const seen = fields.filter((one) => one.offsetParent !== null);
      seen[(seen.indexOf(field) + 1) % seen.length].focus();
    },
    type: (key) => {
      typed.value = !typed.value;
      fields.forEach(ready);
      [key.textContent, key.dataset.cardOther] = [key.dataset.cardOther, key.textContent];
      field.blur();
      field.focus();
    },
  };

  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key || !field) return;
    if (key.dataset.cardSuit) choose(key);
    else if (key.dataset.cardRank) add(`${suit.textContent.trim().charAt(0)}${key.dataset.cardRank}`);
    else if (key.dataset.cardText) add(key.dataset.cardText);
    else acts[key.dataset.cardDo](key);
  });

  for (const one of fields) {
    ready(one);
    count(one);
    one.addEventListener("focus", () => take(one));
    one.addEventListener("input", () => count(one));
  }
  take(fields.find((one) => one.getAttribute("aria-invalid")) || fields.find((one) => !one.value) || fields[0]);
})();
