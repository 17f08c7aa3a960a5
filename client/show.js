/** What this page shows: written anew from what this phone knows, when something was said here, elsewhere, or sent. */

import { hasDraft } from "./drafts.js";
import { dress } from "./dress.js";
import { knownMatch } from "./known.js";
import { lookOn } from "./live.js";
import { viewOf, write, writeUnsent } from "./pages.js";
import { matchOf, unsent } from "./shelf.js";
import { tell } from "./speak.js";
import { swapPage, tellElsewhere } from "./swap.js";
import { escape } from "./words.js";

export const here = () => viewOf(location.pathname);
export const between = globalThis.BroadcastChannel ? new BroadcastChannel("scorekeeper") : { postMessage() {}, addEventListener() {} };

let shown = "";

/** Say that something was not saved; the form stays as it is. */
export function sayTrouble(text) {
  const place = document.getElementById("trouble");
  if (!place || text === undefined) return;
  place.textContent = text;
  place.hidden = !text;
}

/** Write this page from what this phone knows; tell whether that could be. */
export async function show(view = here()) {
  const known = view?.[1] ? await knownMatch(view[1]) : undefined;
  const clash = known?.stuck ? clashOf(known) : "";
  if (known) shown = await stateOf(view[1]);
  const text = view && (await write(view, known, clash));
  if (text) await swapPage(text);
  if (text && known) tell(known.board);
  lookOnHere();
  return Boolean(text);
}

/** What a page of a match depends on, in a word. */
async function stateOf(id) {
  const [match, waiting] = [await matchOf(id), await unsent(id)];
  return `${id}/${match?.events.length}/${match?.writes}/${waiting.map((item) => item.id)}`;
}

export const isBoard = (view) => ["match", "history", "stand"].includes(view?.[0]);

/** Hear of what is said from now on in the match that this page shows. */
export function lookOnHere() {
  const view = here();
  lookOn(isBoard(view) ? view[1] : undefined, lookAgain);
}

/** Something was said elsewhere: show it, and what becomes of half an entry that stood here. */
export async function lookAgain(id) {
  const view = here();
  if (!isBoard(view) || view[1] !== id || shown === (await stateOf(id))) return;
  const form = document.querySelector("form.entry[data-draft]");
  const half = hasDraft(form) ? form.dataset.draft : "";
  if (view[0] === "history" && !(await unsent(id)).length && (await showAsServed())) shown = await stateOf(id);
  else await show(view);
  if (half && view[0] === "match") sayTrouble(tellElsewhere(half, (await knownMatch(id)).board));
}

/** Show the server's own page once more: it knows what was taken back. */
async function showAsServed() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(5000) }).catch(() => null);
  return Boolean(answer?.ok) && showAnswer(answer);
}

/** Show a page that the server answered with; tell whether it was ours. */
export async function showAnswer(answer) {
  if (!answer.headers.get("Scorekeeper")) return false;
  await swapPage(new DOMParser().parseFromString(await answer.text(), "text/html").body.innerHTML);
  return true;
}

/** What the server said against an entry, with its choices; its words are in the language of the time. */
function clashOf({ board, stuck }) {
  const words = board.words;
  const answer = new DOMParser().parseFromString(stuck.stuck.html ?? "", "text/html");
  const clash = answer.querySelector(".clash");
  if (clash) return clash.outerHTML;
  if (stuck.stuck.other)
    return `<div class="clash" role="alert"><h3>${words.says.rematch_taken}</h3><div class="keys k2"><button class="key go" type="button" data-move>${words.says["rematch_taken.go"]}</button></div></div>`;
  const said = answer.querySelector(".err")?.textContent.trim() || words.says[`stuck.${stuck.stuck.status}`] || words.says.stuck;
  return `<div class="clash" role="alert"><h3>${words.plain("unsent")}</h3><p>${escape(said)}</p>
    <div class="keys k2"><a class="key" href="/unsent">${words.says.stuck}</a><button class="key" type="button" data-leave-out="${stuck.place}">${words.says.leave_out}</button></div></div>`;
}

/** The line of the paper that an entry got stuck on; nothing where it was none. */
export const lineOf = ({ stuck: { html = "" } }) => html.match(/<div class="clash"[^>]* data-line="([0-9a-f]{32})"/)?.[1];

/** Something was sent, or got stuck: show it where it is on this page. */
export async function sent(item) {
  between.postMessage(item.match);
  await look(item.match);
}

export async function look(match) {
  const view = here();
  if (view?.[1] === match && isBoard(view)) await show(view);
  else if (location.pathname === "/unsent") await showUnsent();
}

export async function showUnsent() {
  const place = document.getElementById("unsent");
  if (place) place.innerHTML = await writeUnsent();
  dress(document);
}

/** Know what the page that came from the server shows, so that only news changes it. */
export async function rememberShown(id) {
  shown ||= await stateOf(id);
}
