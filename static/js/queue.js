// Hands that are typed without a connection are kept on this phone and sent once it is back: in order, each with
// its own nonce, so that the server counts it once however often it arrives. Works over plain HTTP: no service
// worker, no crypto.randomUUID. Without this script the form is sent as usual.
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
    return true;
  };

  const send = async () => {
    if (sending) return;
    sending = true;
    signIn = "";
    trouble = false;
    let here = false;
    for (;;) {
      const items = await kept();
      const stuck = new Set(items.filter((item) => item.answer).map((item) => item.url));
      const item = items.find((one) => !stuck.has(one.url));
      if (!item) break;
      await show();
      if (!(await sendOne(item, items.slice(items.indexOf(item) + 1)))) break;
      here = here || item.url === words.url;
    }
    sending = false;
    await show();
    if (trouble) setTimeout(send, RETRY);
    const left = (await kept()).some((item) => item.url === words.url);
    if (here && !left) location.replace(words.url);
  };

  // -- what is shown -----------------------------------------------------------------------------------------

  const state = (item, first) => {
    if (item.answer && item.answer.status === 409) return words.conflict;
    if (item.answer) return words.refused;
    if (signIn) return words.signedOut;
    return sending && first ? words.sending : words.waiting;
  };

  const line = (item, first) => {
    const row = box.querySelector("template").content.firstElementChild.cloneNode(true);
    const fields = Object.fromEntries(item.fields);
    const part = (name) => row.querySelector(`[data-part=${name}]`);
    row.dataset.id = item.id;
    row.dataset.state = item.answer ? "asked" : "waiting";
    part("table").textContent = item.label;
    part("hand").textContent = [item.names[fields.declarer], fields.points].filter(Boolean).join(" · ");
    part("state").textContent = state(item, first);
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
    const list = box.querySelector("ul");
    list.replaceChildren(...items.map((item, at) => line(item, at === 0)));
    const link = box.querySelector("[data-sign-in-link]");
    link.hidden = !signIn;
    if (signIn) link.href = signIn;
    const mine = items.filter((item) => item.url === words.url).length;
    for (const number of document.querySelectorAll("[data-next-hand]")) {
      number.textContent = Number(number.dataset.nextHand) + mine;
    }
    for (const guess of document.querySelectorAll("[data-known-online]")) guess.hidden = mine > 0;
  };

  // -- what is done ------------------------------------------------------------------------------------------

  const keep = async (fields) => {
    const mine = (await kept()).filter((item) => item.url === words.url).length;
    const data = Object.fromEntries(fields);
    await change((hands) =>
      hands.add({
        user: words.user,
        url: words.url,
        label: words.label,
        names: { A: words.a, B: words.b },
        fields: fields.filter(([name]) => !["csrfmiddlewaretoken", "version", "nonce"].includes(name)),
        version: Number(data.version) + mine,
        nonce: data.nonce || random(),
      }),
    );
    form.querySelector("[name=nonce]").value = random();
    for (const sure of form.querySelectorAll("[name=sure]")) sure.remove();
    for (const input of form.querySelectorAll("input:not([type=hidden]), select")) {
      if (["radio", "checkbox"].includes(input.type)) input.checked = false;
      else input.value = "";
    }
  };

  const settle = async (item, what) => {
    const version = item.answer.version;
    const rest = (await kept()).filter((other) => other.url === item.url && other.id > item.id);
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
      try {
        await keep(fields);
      } catch {
        const action = document.createElement("input");
        Object.assign(action, { type: "hidden", name: "action", value: "hand" });
        form.append(action);
        form.submit(); // a browser that keeps nothing (private mode): as without this script
        return;
      }
      await show();
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
})();
