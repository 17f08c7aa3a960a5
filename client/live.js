/** Live: what is said at the table comes to this page by itself, and the page says so where it does not. */

import { learn } from "./known.js";
import { matchOf } from "./shelf.js";

const SILENCE = 45_000; // the server says something every 20 seconds at least
const OUT_OF_SIGHT = 15_000; // a browser gives all tabs of one server six connections, and saving needs one
const WORRY = 3_000; // a server that is started again is back by then
const [SOONEST, LATEST] = [2_000, 30_000];

let match;
let hear;
let source;
let heard = 0;
let delay = SOONEST;
let again;
let worry;
let leaving;
let order = Promise.resolve();

/** Look on at a match, or at none. `told` shows what this phone knows by now. */
export function lookOn(id, told) {
  hear = told;
  if (id === match || !globalThis.EventSource) return;
  match = id;
  close();
  open();
}

async function open() {
  clearTimeout(again);
  if (!match || document.visibilityState !== "visible") return;
  const mine = match;
  const known = await matchOf(mine);
  if (mine !== match || (source && source.readyState !== EventSource.CLOSED)) return;
  heard = Date.now();
  const stream = new EventSource(`/m/${mine}/live?after=${known?.events.length ?? 0}`);
  source = stream;
  stream.onopen = isLive;
  stream.addEventListener("beat", isLive);
  stream.addEventListener("gone", () => location.reload());
  stream.onmessage = ({ data }) => {
    isLive();
    order = order.then(() => take(mine, JSON.parse(data))).catch((problem) => console.warn(problem));
  };
  stream.onerror = () => {
    mayBeLost();
    // It comes back by itself, but not where somebody else answered in the server's place, or the server has no room.
    if (stream.readyState === EventSource.CLOSED && stream === source) tryAgain();
  };
}

async function take(id, tail) {
  await learn(id, tail);
  if (id === match) await hear(id);
}

function close() {
  clearTimeout(again);
  source?.close();
  source = undefined;
}

function tryAgain() {
  close();
  again = setTimeout(open, delay);
  delay = Math.min(delay * 2, LATEST);
}

function openAnew() {
  close();
  delay = SOONEST;
  open();
}

// --- what is said of it ---------------------------------------------------------------------------------------------------

function isLive() {
  heard = Date.now();
  delay = SOONEST;
  clearTimeout(worry);
  worry = undefined;
  sayLive(true);
}

function mayBeLost() {
  worry ??= setTimeout(() => sayLive(false), WORRY);
}

function sayLive(live) {
  const place = document.querySelector("[data-live]");
  const text = live || !place ? "" : place.dataset.live;
  if (place && place.textContent !== text) place.textContent = text;
}

// --- coming and going -----------------------------------------------------------------------------------------------------

// A connection that died in a tunnel or in the phone's sleep says nothing of it.
setInterval(() => {
  if (!match || document.visibilityState !== "visible" || !source || Date.now() - heard < SILENCE) return;
  mayBeLost();
  openAnew();
}, 5_000);

function comeBack() {
  clearTimeout(leaving);
  if (!match || document.visibilityState !== "visible") return;
  if (!source || source.readyState !== EventSource.OPEN || Date.now() - heard > SILENCE / 2) openAnew();
}

if (globalThis.EventSource) {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") comeBack();
    else leaving = setTimeout(close, OUT_OF_SIGHT);
  });
  addEventListener("pageshow", comeBack);
  addEventListener("online", () => match && openAnew());
  addEventListener("pagehide", close);
}
