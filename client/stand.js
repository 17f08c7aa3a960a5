/** Table mode: the phone lies in the middle. It can be turned to face each side, and a tap by chance does nothing. */

import { keepAwake, lets, press, recall, remember } from "./device.js";

const HOLD = 800; // milliseconds, as are all of these
const HINT = 4_000;
const BUTTONS = 8_000;
const STILL = 24; // pixels that a finger may tremble

const page = document.documentElement;
const stands = () => document.querySelector(".stand");
const onButtons = (event) => Boolean(event.target.closest?.(".stand nav"));

let holding;
let passing;
let from;
let held = false;

/** Bring table mode up to what this phone was told; on any other page nothing. */
export function dressStand() {
  if (!stands()) return;
  if (!page.dataset.stand) become("hint", HINT);
  for (const button of document.querySelectorAll("[data-do=turn], [data-do=both]")) button.hidden = false;
  showFaces();
  keepAwake();
}

/** Turn what is shown, and show it once more for whoever sits opposite. */
function showFaces() {
  const both = recall("both") === "on";
  page.dataset.turn = recall("turn") ?? "0";
  page.toggleAttribute("data-both", both);
  press("both", both);
  for (const other of document.querySelectorAll(".face[aria-hidden]")) other.remove();
  if (!both) return;
  const face = document.querySelector(".face");
  const other = face.cloneNode(true);
  other.setAttribute("aria-hidden", "true");
  face.after(other);
}

/** Show the hint or the buttons for a while. */
function become(state, time) {
  page.dataset.stand = state;
  clearTimeout(passing);
  passing = setTimeout(quiet, time);
}

function quiet() {
  clearTimeout(passing);
  page.dataset.stand = "quiet";
  const focused = document.activeElement;
  if (focused?.closest(".stand nav") && !focused.matches(":focus-visible")) focused.blur();
}

function letGo() {
  clearTimeout(holding);
}

document.addEventListener("pointerdown", (event) => {
  if (!stands()) return;
  letGo();
  held = false;
  if (onButtons(event)) return become("buttons", BUTTONS);
  from = [event.clientX, event.clientY];
  holding = setTimeout(() => {
    held = true;
    become("buttons", BUTTONS);
  }, HOLD);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (from && Math.hypot(clientX - from[0], clientY - from[1]) > STILL) letGo();
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, letGo);
document.addEventListener("contextmenu", (event) => stands() && !onButtons(event) && event.preventDefault());
document.addEventListener("keydown", () => stands() && become("buttons", BUTTONS));

document.addEventListener("click", (event) => {
  if (!stands() || onButtons(event) || held) return;
  if (page.dataset.stand === "buttons") return quiet();
  become("hint", HINT);
  if (!document.fullscreenElement) page.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
});

lets("turn", () => {
  remember("turn", String((Number(recall("turn") ?? 0) + 90) % 360));
  showFaces();
});
lets("both", () => {
  remember("both", recall("both") === "on" ? "off" : "on");
  showFaces();
});
