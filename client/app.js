/**
 * A page with scripts. What is entered goes into the outbox first, is shown at once, and is then sent; a page that came
 * out of a cache, or never came, is written from what this phone knows. Where that cannot be, forms post as they are.
 */

import { saved } from "./device.js";
import "./share.js";
import { dropDraft } from "./drafts.js";
import { dress } from "./dress.js";
import { kitOf, knownMatch, learn } from "./known.js";
import { installWorker } from "./install.js";
import { dressNewMatch, newMatch } from "./new_match.js";
import { letGo, moveTo, retryRefused, sayAfter, send } from "./outbox.js";
import { listed, matchHere, refusedNote, writeLook } from "./pages.js";
import { fill } from "./fill.js";
import { swapPage } from "./swap.js";
import { between, here, isBoard, lineOf, look, lookAgain, lookOnHere, rememberShown, sayTrouble, sent, show, showAnswer, showUnsent } from "./show.js";
import { bodyOf, fieldsOf, fits, freshId, wrongWith } from "./saying.js";
import { keepStart, keepUnsent, matchOf, matches, opened, unsent } from "./shelf.js";
import { listenFrom } from "./speak.js";

let ready = false;
let without = false; // this phone keeps nothing: forms post as they are
let arriving;

// --- what is said -------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (without || !(form.dataset.say || form.dataset.look)) return;
  if (event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  event.stopPropagation();
  // A tap that comes while the page still arrives waits for it, and is not another way of saving.
  const doing = arriving.then(() => {
    if (!ready) throw new Error("nothing is kept here");
    return form.dataset.look ? lookAhead(form, event.submitter) : say(form, event.submitter);
  });
  doing.catch((problem) => {
    // The phone has no room, or worse: then the server must do without us.
    console.error(problem);
    without = true;
    form.requestSubmit(event.submitter);
  });
}, true);

// Whoever mends what was wrong is not told so any longer.
document.addEventListener("change", () => sayTrouble(""));

/** Take what a form says: into the outbox, onto the page, to the server. */
async function say(form, button) {
  const kind = form.dataset.say;
  const fields = fieldsOf(form, button);
  const id = new Map(fields).get("id") || freshId();
  if (kind === "start" || kind === "rematch") return begin(form, kind, fields, id);
  const match = matchHere();
  const { board, stuck } = await knownMatch(match);
  const body = bodyOf(kind, fields, board);
  const wrong = wrongWith(kind, body, board);
  if (wrong) return sayTrouble(board.words.says[wrong]);
  const meant = stuck && [body.round, body.before].includes(lineOf(stuck));
  const chosen = stuck && (meant || form.closest(".clash")) ? stuck : null;
  if (!fits(kind, body, board.reading) && !chosen) {
    await show();
    return sayTrouble(board.words.says.moved_on);
  }
  const said = new Date().toISOString();
  const item = { id, match, kind, body, path: new URL(form.action).pathname, fields: [...whole(kind, fields, board), ["said", said]], said };
  // A choice about an entry that got stuck stands in its place, and what waits behind it goes on after it.
  if (chosen) await takePlace(item, chosen);
  else await keepUnsent(item);
  dropDraft(form);
  saved(item.path);
  between.postMessage(match);
  await leaveFor(`/m/${match}`);
  return sendAndAsk();
}

/** Send; where that cannot be, ask the worker to send when there is a signal, though this page may be gone by then. */
async function sendAndAsk() {
  await send(sent);
  if (!(await unsent()).length) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.sync?.register("outbox").catch(() => {});
}

async function takePlace(item, stuck) {
  const id = freshId();
  const fields = item.fields.map(([name, value]) => [name, name === "id" ? id : value]);
  // First what waits behind: what takes the place may itself be said after a line of that id.
  await sayAfter(stuck, item.kind === "correction" ? item.body.round : id);
  await keepUnsent({ ...item, id, fields, place: stuck.place, stuck: null });
}

/** A result names its bid and says it too: the bid may be one that the server never took. */
function whole(kind, fields, board) {
  const { contract } = board;
  if (kind !== "round" || !contract) return fields;
  const told = new Set(fields.map(([name]) => name));
  return [...fields, ...Object.entries(contract.call).filter(([name]) => !told.has(name)).map(([name, value]) => [name, String(value)])];
}

/** Start a match, or the next one: it has its own id here already. */
async function begin(form, kind, fields, id) {
  const kit = await kitOf();
  const parent = kind === "rematch" ? await knownMatch(matchHere()) : null;
  const opening = parent ? rematchOf(parent.board) : newMatch(kit, form, fields);
  if (typeof opening === "string") return sayTrouble(kit.says[opening]);
  const path = new URL(form.action).pathname;
  const item = { id, match: id, kind: "start", path, fields, said: new Date().toISOString() };
  await keepStart({ id, opening, writes: true, events: [], series: parent?.board.seriesNow }, item);
  dropDraft(form);
  await sendAndAsk();
  const left = (await unsent(id)).find((one) => one.id === id);
  if (left?.stuck?.other) {
    // The other phone was first with the rematch: theirs is ours too.
    await moveTo(left, left.stuck.other);
    return location.assign(`/m/${left.stuck.other}`);
  }
  if (!left) return location.assign(`/m/${id}`);
  return leaveFor(`/m/${id}`);
}

function rematchOf({ reading, standing }) {
  const { seats, ...options } = reading.rules;
  return { game: reading.game, seats, options, names: reading.seatNames(), first_dealer: standing.dealer, carried: {} };
}

/** Go to a page of a match that this phone writes itself. */
async function leaveFor(path) {
  if (location.pathname !== path) history.pushState(null, "", path);
  if (!(await show())) location.assign(path);
}

/** Look ahead at a correction: the server's look where it answers, else this phone's own. */
async function lookAhead(form, button) {
  const fields = fieldsOf(form, button);
  const match = matchHere();
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), signal: AbortSignal.timeout?.(2500) }).catch(() => null);
  const waits = (await unsent(match)).length > 0;
  if (!waits && answer && answer.status < 500 && (await showAnswer(answer))) return undefined;
  return swapPage(await writeLook(match, form.dataset.look, fields));
}

document.addEventListener("click", async (event) => {
  const target = event.target.closest("a,button");
  if (!target) return;
  const clash = target.closest(".clash");
  if (clash && target.matches("a.go")) {
    event.preventDefault();
    const { stuck } = await knownMatch(here()[1]);
    if (stuck) await letGo(stuck, clash.dataset.line);
    await show();
    send(sent);
  } else if ("move" in target.dataset) {
    const { stuck } = await knownMatch(here()[1]);
    const { other } = stuck.stuck;
    await moveTo(stuck, other);
    location.assign(`/m/${other}`);
  } else if ("leaveOut" in target.dataset) {
    const item = (await unsent()).find((one) => String(one.place) === target.dataset.leaveOut);
    if (item) await letGo(item);
    await (here() ? show() : showUnsent());
    send(sent);
  } else if ("sendUnsent" in target.dataset) send(sent);
});

// --- without this phone's own storage: what htmx sends, and says when it fails -----------------------------------------------

document.addEventListener("htmx:after:swap", () => dress(document));
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response?.status < 400) dropDraft(event.detail.ctx.sourceElement);
});
document.addEventListener("htmx:before:request", () => {
  const place = document.getElementById("trouble");
  if (place) place.hidden = true;
});
document.addEventListener("htmx:error", () => sayTrouble(document.body.dataset.unsent));
document.addEventListener("htmx:response:error", (event) => {
  const status = event.detail.ctx.response?.status;
  if (status === 409 || status === 422) return;
  sayTrouble(status >= 500 ? document.body.dataset.unsent : document.body.dataset.refused);
});

// --- coming and going -----------------------------------------------------------------------------------------------------

/** Say once on a page that this phone keeps nothing. */
async function sayRefused() {
  document.querySelector("main")?.insertAdjacentHTML("beforeend", refusedNote(await kitOf()));
}

/** Open a page: learn what it says, and where this phone knows more, say that instead. */
async function arrive() {
  dress(document);
  const island = document.getElementById("log");
  const tail = island && JSON.parse(island.textContent);
  const shell = document.querySelector("[data-shell]");
  const view = here();
  try {
    if (!(await opened()) && document.querySelector("form[data-say]")) await sayRefused();
    const opening = document.getElementById("new");
    if (opening) await dressNewMatch(opening);
    if (view?.[1] && tail) await learn(view[1], tail);
    if (view?.[1]) await retryRefused(view[1]);
    if (view?.[1]) await listenFrom(view[1]);
    await freshen(view, tail, shell);
    if (view?.[1]) await rememberShown(view[1]);
    lookOnHere();
    ready = true;
  } finally {
    document.documentElement.dataset.ready = "";
    send(sent);
  }
}

async function freshen(view, tail, shell) {
  if (location.pathname === "/unsent") return showUnsent();
  if (shell && location.pathname === "/start") return start();
  if (view?.[0] === "home" && !shell) return showKept();
  const id = matchHere();
  const match = id && (await matchOf(id));
  const waiting = match ? await unsent(id) : [];
  const error = Number(document.querySelector("[data-error]")?.dataset.error ?? 0);
  const seq = tail?.seq ?? Infinity;
  const behind = match && (waiting.length > 0 || match.events.length > seq || error >= 500);
  const own = view && !["table", "round"].includes(view[0]);
  if (shell || (behind && (own || error))) {
    if (!(await show(view)) && shell) await sayWhy(shell, view, match);
  } else if (behind) refit(await knownMatch(id));
  return undefined;
}

/** Say why a page cannot be written here, and what else there is. */
async function sayWhy(shell, view, match) {
  shell.textContent = (await kitOf()).says[view?.[1] ? "offline.unknown" : "offline.page"];
  document.querySelector("[data-shell-ways]").hidden = false;
  const back = document.querySelector("[data-shell-match]");
  back.hidden = !match;
  if (match) back.href = `/m/${match.id}`;
}

/** A page of the match beside the board, from a cache: what its forms expect is what this phone knows. */
function refit({ board }) {
  const now = { seen: board.reading.seen, last: board.reading.last ?? "", contract: board.contract?.id ?? "" };
  for (const form of document.querySelectorAll("form[data-say]:not([data-say=correction])")) {
    for (const [name, value] of Object.entries(now)) if (form.elements[name]) form.elements[name].value = value;
    if (form.elements.id) form.elements.id.value = freshId();
  }
}

/** Open the running match, where an installed app begins. */
async function start() {
  for (const { id, writes } of await matches()) {
    if (!writes || (await knownMatch(id)).board.standing.over) continue;
    history.replaceState(null, "", `/m/${id}`);
    return show();
  }
  history.replaceState(null, "", "/");
  return show();
}

/** Home from the server or from a cache: it cannot know what only this phone has. */
async function showKept() {
  document.querySelector("[data-kept]")?.remove();
  if (!(await unsent()).length) return;
  const waiting = await listed(20, true);
  const { parts } = await kitOf();
  document.querySelector("main .board")?.insertAdjacentHTML("afterend", fill(parts.kept, { m: { matches: waiting } }));
}

// The kit is large beside a page: it comes when somebody is about to enter something, or with the worker.
addEventListener("pointerdown", () => document.querySelector("form[data-say]") && kitOf().catch(() => {}), { once: true });

between.addEventListener("message", ({ data }) => (isBoard(here()) ? lookAgain(data) : look(data)));
// A page that listens is not kept by the browser for going back to.
window.addEventListener("pagehide", () => between.close?.());
for (const [target, name] of [[window, "online"], [window, "pageshow"], [window, "focus"], [document, "visibilitychange"]])
  target.addEventListener(name, () => document.visibilityState === "visible" && ready && send(sent));

// A page that comes back, from the browser's own memory or from its cache, may be an hour old.
window.addEventListener("pageshow", (event) => {
  const [navigation] = performance.getEntriesByType("navigation");
  if (event.persisted || navigation?.type === "back_forward") location.reload();
});
// A page that this phone wrote is written again when somebody goes back to it.
window.addEventListener("popstate", () => location.reload());

arriving = arrive().catch((problem) => console.warn(problem));
installWorker();
