// On a narrow screen the row of tabs is pushed sideways: bring the page that is open into sight.
"use strict";

for (const here of document.querySelectorAll(".tabs [aria-current]")) {
  const row = here.closest(".tabs");
  row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
