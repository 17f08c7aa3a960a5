/** What a phone can do beyond showing a page: stay awake, buzz, keep what it stores, be an app on its home screen. */

import { matchHere } from "./pages.js";

const PREFIX = "phone:";
const BUZZ = 30; // milliseconds
const ROUNDS_BEFORE_OFFER = 2;

let lock = null;
let asking = false;
let refused = false;
let installable = null; // what Chromium hands over where the app may be installed
let installed = false;
let askedToKeep = false;
let always = false; // this page needs the screen, whatever was chosen

// --- what this phone was told ---

/** What this phone was told, null where it was not. */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keep what this phone was told. */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A phone that refuses storage is asked again on the next page.
  }
}

function storageRefused() {
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return false;
  } catch {
    return true;
  }
}

// --- what is shown ---

/** Of all elements that name a state, show those that name this one. */
export function show(name, state) {
  for (const element of document.querySelectorAll(`[data-${name}]`)) {
    element.hidden = !element.dataset[name].split(" ").includes(state);
  }
}

/** Show of every button that switches something whether it is on. */
export function press(what, on) {
  for (const button of document.querySelectorAll(`[data-do="${what}"]`)) button.setAttribute("aria-pressed", String(on));
}

function awakeState() {
  if (!("wakeLock" in navigator)) return "";
  if (recall("awake") !== "on") return "off";
  if (lock) return "on";
  return refused && matchHere() ? "refused" : "ready";
}

function installState() {
  if (installed || matchMedia("(display-mode: standalone)").matches || navigator.standalone) return "installed";
  const tablet = navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  if (/iPhone|iPad|iPod/.test(navigator.userAgent) || tablet) return "iphone";
  if (installable) return "prompt";
  return isSecureContext ? "menu" : "http";
}

async function storageState() {
  if (storageRefused()) return "refused";
  return (await navigator.storage?.persisted?.()) ? "kept" : "forgets";
}

function showAll() {
  const awake = awakeState();
  show("awake", awake);
  press("awake", awake !== "off");
  const buzzes = recall("vibrate") !== "off";
  show("vibrate", "vibrate" in navigator ? (buzzes ? "on" : "off") : "");
  press("vibrate", buzzes);
  show("tip", recall("learned") ? "" : "new");
  const install = installState();
  show("install", install);
  const [match, rounds] = (recall("rounds") ?? "").split(" ");
  const moment = match === matchHere() && Number(rounds) >= ROUNDS_BEFORE_OFFER && recall("offer") !== "off";
  for (const offer of document.querySelectorAll("[data-offer]")) {
    offer.hidden = !(moment && (install === "prompt" || install === "iphone"));
  }
  for (const section of document.querySelectorAll("[data-phone]")) section.hidden = false;
  if (document.querySelector("[data-storage]")) storageState().then((state) => show("storage", state));
}

// --- the screen ---

/** Ask for the screen, where it is wanted and not held. It is lost whenever the page is out of sight. */
async function hold() {
  const wanted = () => (always || recall("awake") === "on") && document.visibilityState === "visible";
  if (!("wakeLock" in navigator) || !matchHere() || lock || asking || !wanted()) return;
  asking = true;
  try {
    const got = await navigator.wakeLock.request("screen");
    got.addEventListener("release", () => {
      lock = null;
      refused = document.visibilityState === "visible";
      showAll();
    });
    lock = got.released ? null : got;
    refused = !lock;
  } catch {
    refused = true;
  }
  asking = false;
  if (!wanted()) lock?.release();
  showAll();
}

/** Keep the screen on for as long as this page is open. */
export function keepAwake() {
  always = true;
  hold();
}

function switchAwake() {
  const on = recall("awake") !== "on";
  remember("awake", on ? "on" : "off");
  refused = false;
  if (on) hold();
  else lock?.release();
}

// --- a round is in ---

/** Say that something was saved, by the address it was sent to: a buzz, and at the right time what follows from it. */
export function saved(address) {
  if (recall("vibrate") !== "off") navigator.vibrate?.(BUZZ);
  const match = /\/m\/(\w+)\/round$/.exec(address)?.[1];
  if (!match) return;
  const [before, rounds] = (recall("rounds") ?? "").split(" ");
  const entered = before === match ? Number(rounds) + 1 : 1;
  remember("rounds", `${match} ${entered}`);
  const all = Number(recall("entered") ?? 0) + 1;
  remember("entered", String(all));
  if (all > ROUNDS_BEFORE_OFFER) remember("learned", "yes");
  if (!askedToKeep && recall("asked") !== "yes") navigator.storage?.persist?.().then(showAll, () => {});
  askedToKeep = true;
  remember("asked", "yes");
  showAll();
}

// --- the home screen ---

async function install() {
  const offered = installable;
  installable = null;
  if (!offered) return;
  offered.prompt();
  const { outcome } = await offered.userChoice;
  if (outcome === "dismissed") remember("offer", "off");
  showAll();
}

const DOES = {
  awake: switchAwake,
  vibrate: () => remember("vibrate", recall("vibrate") === "off" ? "on" : "off"),
  install,
  dismiss: () => remember("offer", "off"),
};

/** Let a button, named by its `data-do`, do something. */
export function lets(what, act) {
  DOES[what] = act;
}

document.addEventListener("click", (event) => {
  const what = event.target.closest?.("[data-do]")?.dataset.do;
  if (what) {
    DOES[what]();
    showAll();
  } else {
    hold(); // some phones allow it only after a tap
  }
});
document.addEventListener("visibilitychange", hold);
document.addEventListener("htmx:after:request", (event) => {
  const { response, sourceElement } = event.detail.ctx;
  const form = sourceElement?.closest?.("form");
  if (form && response?.status < 400 && matchHere()) saved(form.getAttribute("action"));
});
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the browser's own banner would come before the first round
  installable = event;
  showAll();
});
window.addEventListener("appinstalled", () => {
  installed = true;
  showAll();
});

/** Bring a page, or what was swapped into it, up to what this phone can do and was told. */
export function dressPhone() {
  showAll();
  hold();
}
