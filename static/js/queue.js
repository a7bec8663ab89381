// Hands that are typed without a connection are kept on this phone and sent once it is back: in order, each with
// its own nonce, so that the server counts it once however often it arrives. Works over plain HTTP: no service
// worker, no crypto.randomUUID; and in the browsers inside of other apps, which are often some years old. Without
// this script the form is sent as usual.
"use strict";

(() => {
  const box = document.querySelector("[data-queue]");
  if (!box || !window.indexedDB) return;
  const form = document.getElementById("hand");
  const words = box.dataset;
  const RETRY = 3000;
  const PATIENCE = 8000;
  let sending = false;
  let signIn = "";
  let trouble = false;
  let stale = false; // the server knows more of this table than the page shows
  let editing = null; // a refused hand that is back in the form while others wait behind it
  const TYPED = `jicha-typed:${words.url}`;

  // -- what is kept: {id, user, url, label, names, fields, version, nonce, answer} ---------------------------

  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open("jicha-queue", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  const change = async (act) => {
    const database = await opened;
    return new Promise((resolve, reject) => {
      const step = database.transaction("hands", "readwrite");
      const asked = act(step.objectStore("hands"));
      step.oncomplete = () => resolve(asked && asked.result);
      step.onerror = step.onabort = () => reject(step.error);
    });
  };

  const kept = async () => {
    const all = await change((hands) => hands.getAll());
    return all.filter((item) => item.user === words.user).sort((a, b) => a.id - b.id);
  };

  const random = () =>
    [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const cookie = (name) =>
    (document.cookie.split("; ").find((one) => one.startsWith(`${name}=`)) || "").slice(name.length + 1);

  // -- sending -----------------------------------------------------------------------------------------------

  const post = async (item) => {
    const body = new URLSearchParams(item.fields);
    body.set("version", item.version);
    body.set("nonce", item.nonce);
    const control = new AbortController();
    const patience = setTimeout(() => control.abort(), PATIENCE);
    try {
      const response = await fetch(item.url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: control.signal,
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
      });
      const told = (response.headers.get("Content-Type") || "").includes("json") ? await response.json() : {};
      return { status: response.type === "opaqueredirect" ? 401 : response.status, told };
    } catch {
      return { status: 0, told: {} };
    } finally {
      clearTimeout(patience);
    }
  };

  // One item: true where it was taken, or waits for an answer; false where there is no use in going on now.
  const sendOne = async (item, rest) => {
    const { status, told } = await post(item);
    if (status === 200 && told.ok) {
      const next = rest.find((other) => other.url === item.url);
      await change((hands) => {
        hands.delete(item.id);
        if (next && !next.answer) hands.put({ ...next, version: told.version });
      });
      if (item.url === words.url) counted(told.version);
      return true;
    }
    if (status === 401 || status === 403) {
      signIn = told.sign_in || words.signIn;
      return false;
    }
    if (status === 0 || status >= 500) {
      trouble = true;
      return false;
    }
    await change((hands) => hands.put({ ...item, answer: { status, ...told } }));
    if (status === 409 && item.url === words.url) stale = true;
    return true;
  };

  // A hand of this table was saved while the page still shows the table before it.
  const counted = (version) => {
    stale = true;
    if (form) form.querySelector("[name=version]").value = version;
    for (const number of document.querySelectorAll("[data-next-hand]")) number.dataset.nextHand++;
  };

  // The page as the server has it now, with what was typed since.
  const renew = () => {
    const typed = form
      ? [...form.querySelectorAll("input:not([type=hidden]):not([type=radio]), select")].some((input) =>
          input.type === "checkbox" ? input.checked : input.value,
        )
      : false;
    try {
      if (typed) sessionStorage.setItem(TYPED, JSON.stringify(Object.fromEntries(new FormData(form))));
    } catch {
      return; // nowhere to keep it (private mode): rather an old page than lost digits
    }
    location.replace(words.url);
  };

  const send = async () => {
    if (sending) return;
    sending = true;
    signIn = "";
    trouble = false;
    for (;;) {
      const items = await kept();
      const stuck = new Set(items.filter((item) => item.answer).map((item) => item.url));
      const item = items.find((one) => !stuck.has(one.url));
      if (!item) break;
      await show();
      if (!(await sendOne(item, items.slice(items.indexOf(item) + 1)))) break;
    }
    sending = false;
    if (stale && !trouble && !signIn) {
      renew();
      return;
    }
    await show();
    if (trouble) setTimeout(send, RETRY);
  };

  // -- what is shown -----------------------------------------------------------------------------------------

  const state = (item, first, behind) => {
    if (item.answer && item.answer.status === 409) return words.conflict;
    if (item.answer) return words.refused;
    if (behind) return words.behind;
    if (signIn) return words.signedOut;
    return sending && first ? words.sending : words.waiting;
  };

  const line = (item, first, behind) => {
    const row = box.querySelector("template").content.firstElementChild.cloneNode(true);
    const fields = Object.fromEntries(item.fields);
    const part = (name) => row.querySelector(`[data-part=${name}]`);
    row.dataset.id = item.id;
    row.dataset.state = item.answer ? "asked" : "waiting";
    part("table").textContent = item.label;
    part("hand").textContent = [item.names[fields.declarer], fields.points].filter(Boolean).join(" · ");
    part("state").textContent = state(item, first, behind);
    const answer = item.answer || {};
    part("answer").textContent = (answer.problems || []).map((one) => `${one.message} ${one.fix}`).join(" ");
    part("theirs").textContent = answer.theirs || "";
    for (const button of row.querySelectorAll("[data-do]")) {
      button.hidden = !{
        same: answer.status === 409,
        another: answer.status === 409,
        sure: Boolean(answer.unlikely),
        edit: Boolean(item.answer) && Boolean(form) && item.url === words.url && answer.status !== 409,
        drop: Boolean(item.answer) && answer.status !== 409,
      }[button.dataset.do];
    }
    return row;
  };

  const show = async () => {
    const items = await kept();
    box.hidden = !items.length;
    document.documentElement.dataset.unsent = items.length;
    const list = box.querySelector("ul");
    const asked = items.filter((item) => item.answer);
    const behind = (item) => !item.answer && asked.some((one) => one.url === item.url);
    list.textContent = "";
    list.append(...items.map((item, at) => line(item, at === 0, behind(item))));
    box.querySelector("[data-when=asked]").hidden = !asked.length;
    box.querySelector("[data-when=waiting]").hidden = !items.some((item) => !item.answer && !behind(item));
    const link = box.querySelector("[data-sign-in-link]");
    link.hidden = !signIn;
    if (signIn) link.href = signIn;
    const mine = items.filter(onTheirWay).length;
    for (const number of document.querySelectorAll("[data-next-hand]")) {
      number.textContent = Number(number.dataset.nextHand) + mine;
    }
    for (const guess of document.querySelectorAll("[data-known-online]")) guess.hidden = mine > 0 || stale;
  };

  // What was refused counts for nothing until somebody decides about it.
  const onTheirWay = (item) => item.url === words.url && !item.answer;

  // -- what is done ------------------------------------------------------------------------------------------

  const keep = async (fields) => {
    const before = await kept();
    const mine = before.filter(onTheirWay).length;
    const data = Object.fromEntries(fields);
    const place = before.find((item) => item.id === editing);
    await change((hands) =>
      hands.put({
        ...(place ? { id: place.id } : {}),
        user: words.user,
        url: words.url,
        label: words.label,
        names: { A: words.a, B: words.b },
        fields: fields.filter(([name]) => !["csrfmiddlewaretoken", "version", "nonce"].includes(name)),
        version: place ? place.version : Number(data.version) + mine,
        nonce: data.nonce || random(),
      }),
    );
    editing = null;
  };

  // Empties the form for the next hand, with a nonce of its own. At once, before anything is waited for: what is
  // typed next must not meet the old nonce, or the server takes it for the same hand again.
  const empty = () => {
    form.querySelector("[name=nonce]").value = random();
    for (const sure of form.querySelectorAll("[name=sure]")) sure.remove();
    for (const input of form.querySelectorAll("input:not([type=hidden]), select")) {
      if (["radio", "checkbox"].includes(input.type)) input.checked = false;
      else input.value = "";
    }
    // What the page said of this hand belongs to the list now.
    document.getElementById("judgement").textContent = "";
  };

  const settle = async (item, what) => {
    const version = item.answer.version;
    const rest = (await kept()).filter((other) => other.url === item.url && other.id > item.id);
    if (what === "edit" && rest.length) {
      editing = item.id; // it keeps its place before those that wait behind it
      fill(Object.fromEntries(item.fields));
      return;
    }
    if (what === "another") {
      await change((hands) => hands.put({ ...item, version, answer: undefined }));
    } else if (what === "sure") {
      await change((hands) => hands.put({ ...item, fields: [...item.fields, ["sure", "1"]], answer: undefined }));
    } else {
      await change((hands) => {
        hands.delete(item.id);
        const from = version === undefined ? item.version : version;
        if (rest.length) hands.put({ ...rest[0], version: from });
      });
      if (what === "edit") fill(Object.fromEntries(item.fields));
    }
    const left = (await kept()).some((other) => other.url === words.url);
    if (what === "same" && !left && item.url === words.url) location.replace(words.url);
    else send();
  };

  const fill = (fields) => {
    for (const [name, value] of Object.entries(fields)) {
      for (const input of form.querySelectorAll(`[name="${name}"]`)) {
        if (input.type === "radio") input.checked = input.value === value;
        else if (input.type === "checkbox") input.checked = true;
        else if (input.type !== "hidden") input.value = value;
      }
    }
  };

  if (form) {
    form.addEventListener("submit", async (event) => {
      if (!event.submitter || event.submitter.value !== "hand") return;
      event.preventDefault();
      const fields = [...new FormData(form, event.submitter)];
      empty();
      try {
        await keep(fields);
      } catch {
        const typed = Object.fromEntries(fields);
        fill(typed);
        for (const [name, value] of Object.entries({ action: "hand", ...(typed.sure ? { sure: typed.sure } : {}) })) {
          form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
        }
        form.submit(); // a browser that keeps nothing (private mode): as without this script
        return;
      }
      await show();
      // On a phone the note that it is kept stands above the keys that were just tapped.
      if (!navigator.onLine) box.scrollIntoView({ block: "nearest" });
      send();
    });
  }

  box.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    const id = Number(button.closest("[data-id]").dataset.id);
    const item = (await kept()).find((one) => one.id === id);
    if (item && item.answer) settle(item, button.dataset.do);
  });

  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  opened.then(send, () => {});

  const typed = sessionStorage.getItem(TYPED);
  sessionStorage.removeItem(TYPED);
  if (form && typed) fill(JSON.parse(typed));
})();
