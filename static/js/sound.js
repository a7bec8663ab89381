// Gives the sound of a clock's notice, made here: no file. A browser lets a page sound only after somebody has
// touched it, so the switch says whether it may. Each notice sounds once on this machine, also after a reload.
"use strict";

(() => {
  const HEARD = "jicha-heard";
  const FRESH = 120; // seconds: who opens the page later than that has no use for the sound
  const TONES = { reminder: [660, 880], time: [880, 660, 880, 660, 880] };
  let audio = null;

  const context = () => {
    if (!audio && window.AudioContext) audio = new AudioContext();
    return audio;
  };

  const sound = (tones) => {
    const player = context();
    if (!player) return;
    tones.forEach((pitch, at) => {
      const tone = player.createOscillator();
      const volume = player.createGain();
      const start = player.currentTime + at * 0.35;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.33);
      tone.connect(volume).connect(player.destination);
      tone.start(start);
      tone.stop(start + 0.34);
    });
  };

  // By the server's clock where the page tells it: this machine's own may be wrong.
  const now = () => {
    const clock = document.querySelector("[data-server-now]");
    return (clock && Date.parse(clock.dataset.serverNow)) || Date.now();
  };

  const heard = () => JSON.parse(localStorage.getItem(HEARD) || "[]");

  const listen = () => {
    for (const notice of document.querySelectorAll("[data-notice]")) {
      const known = heard();
      if (known.includes(notice.dataset.notice)) continue;
      localStorage.setItem(HEARD, JSON.stringify([...known.slice(-40), notice.dataset.notice]));
      if (now() / 1000 - Number(notice.dataset.given) > FRESH) continue;
      document.documentElement.dataset.sounded = notice.dataset.tone;
      sound(TONES[notice.dataset.tone] || TONES.reminder);
    }
  };

  const show = () => {
    for (const button of document.querySelectorAll("[data-sound-switch]")) {
      const on = audio && audio.state === "running";
      button.hidden = false;
      button.textContent = on ? button.dataset.wordOn : button.dataset.wordOff;
    }
  };

  const wake = () => {
    const player = context();
    if (player) player.resume().then(show);
  };

  document.addEventListener("click", wake);
  document.addEventListener("keydown", wake);
  new MutationObserver(listen).observe(document.body, { childList: true, subtree: true });
  listen();
  show();
})();
