/** What was entered, told once: to whoever hears the page, and aloud where this phone was told to and has a voice for it. */

import { lets, press, recall, remember, show } from "./device.js";
import { gapOf } from "./fold.js";
import { matchOf, unsent } from "./shelf.js";
import { rowOf } from "./table.js";

let match;
let heard = new Set();

/** What this phone knows of a match by now is no news. */
export async function listenFrom(id) {
  const [known, waiting] = [await matchOf(id), await unsent(id)];
  begin(id, [...(known?.events ?? []), ...waiting]);
}

function begin(id, said) {
  match = id;
  heard = new Set(said.map((one) => one.id));
  place(); // what comes together with its place is not told
}

/** Tell what has happened since; nothing of a match that was not looked at before. */
export function tell(board) {
  const { said } = board.reading;
  if (board.id !== match) return begin(board.id, said);
  const news = said.filter(({ id }) => !heard.has(id)).map((one) => [one.id, sentences(board, one)]);
  for (const [id] of news) heard.add(id);
  const [id, text] = news.filter(([, told]) => told).at(-1) ?? [];
  if (!text) return undefined;
  place().replaceChildren(text);
  // Another window of this phone may have said it.
  if (recall("spoken") !== id && say(text)) remember("spoken", id);
  return undefined;
}

/** Beside the body: what is in it is swapped. */
function place() {
  const there = document.getElementById("announce");
  if (there) return there;
  const made = document.createElement("p");
  Object.assign(made, { id: "announce", className: "vh" });
  made.setAttribute("role", "status");
  document.documentElement.append(made);
  return made;
}

// --- the sentences ----------------------------------------------------------------------------------------------------------

const HEADS = {
  round: tellRound,
  bid: tellBid,
  misdeal: (board, { id }) => (rowFor(board, id) ? board.words.plain("say.misdeal") : ""),
  undo: tellBack,
  redo: tellBack,
  correction: (board) => board.words.plain("say.correction"),
  rules: (board) => board.words.plain("say.rules"),
  dealer: (board) => deal(board),
  end: (board) => board.words.plain("say.over"),
};

function sentences(board, said) {
  const head = HEADS[said.kind]?.(board, said);
  if (!head) return "";
  const { words, standing } = board;
  const about = said.kind === "undo" || said.kind === "redo" ? toldBack(board, said) : said;
  if (about?.kind === "bid" || said.kind === "dealer") return head;
  if (standing.over) {
    if (standing.winner === null) return said.kind === "end" ? head : `${head} ${words.plain("say.over")}`;
    return `${head} ${words.plain("say.match", { side: board.names.side(standing.winner) })}`;
  }
  const row = rowFor(board, said.id);
  return [head, said.kind === "misdeal" ? "" : score(board, row && named(board, row, said)), deal(board, row)].filter(Boolean).join(" ");
}

const rowFor = (board, id) => board.reading.rows.find(([line]) => line.id === id)?.[1];

/** The side that a round's sentence names: who bid, else who won. */
function named({ game }, { leader, outcome }, { body }) {
  return game.called.length && body.entry ? (body.entry.bidder ?? leader) % 2 : (outcome?.winner ?? null);
}

function tellRound(board, said) {
  const row = rowFor(board, said.id);
  if (!row?.outcome) return "";
  const { entry } = said.body;
  const [, , key, more] = rowOf(board.kit, board.reading.game, board.rules, entry);
  const [, how] = key.match(/_(made|failed)$/) ?? [];
  const { winner, kot, instant } = row.outcome;
  if (how) return board.words.plain(`say.${how}`, { side: board.names.side(named(board, row, said)), bid: entry.bid ?? more.bid ?? 7 });
  if (winner === null) return board.words.plain("say.drawn");
  const won = board.words.plain(kot ? "say.kot" : "say.won", { side: board.names.side(winner) });
  return instant ? `${won} ${board.words.plain(`big.${board.variant.all}`)}` : won;
}

function tellBid(board, { id }) {
  if (board.contract?.id !== id) return "";
  const { bidder, bid, suit } = board.contract.call;
  const seat = board.names.seat(board.caller);
  if (bidder === undefined) return board.words.plain("say.all_passed", { seat });
  if (!suit) return board.words.plain("say.called", { seat, bid });
  return board.words.plain("say.called_suit", { seat, bid, suit: board.kit.says[`suit.${suit}`] });
}

const toldBack = ({ reading }, { body }) => reading.said.find(({ id }) => id === body.target);

function tellBack(board, said) {
  const about = toldBack(board, said);
  if (!about) return "";
  const number = rowFor(board, about.id)?.number ?? board.number;
  const what = about.kind === "round" ? board.words.plain("round_number", { number }) : board.words.plain(`said.${about.kind}`);
  return board.words.plain(`say.${said.kind}`, { what });
}

function score(board, winner) {
  const { words, standing, kind } = board;
  const ahead = board.ahead();
  const [a, b] = standing.score;
  if (kind === "points" || kind === "rounds") return words.plain(`say.${kind}`, { a, b });
  if (ahead === null) return words.plain(kind === "gap" ? "say.level" : "say.no_streak");
  const side = board.names.side(ahead);
  if (kind === "streak") return words.plain("say.streak", { side, count: standing.streak[ahead] });
  return words.plain(ahead === winner ? "say.lead" : "say.leads", { side, count: Math.abs(gapOf(standing)) });
}

function deal(board, row) {
  const { dealer } = board.standing;
  return board.words.plain(row?.dealer === dealer ? "say.again" : "say.deals", { dealer: board.names.seat(dealer) });
}

// --- the voice --------------------------------------------------------------------------------------------------------------

const plainLanguage = (name) => name.split(/[-_]/)[0].toLowerCase();

/** A voice of the page's language; rather one that needs no signal. */
function voice() {
  const mine = plainLanguage(document.documentElement.lang);
  const own = globalThis.speechSynthesis?.getVoices().filter(({ lang }) => plainLanguage(lang) === mine) ?? [];
  return own.find((one) => one.localService) ?? own[0];
}

/** Say something aloud; tell whether it could be. */
function say(text) {
  const own = voice();
  if (!own || recall("speak") !== "on" || document.visibilityState !== "visible") return false;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = own;
  utterance.lang = own.lang;
  speechSynthesis.speak(utterance);
  return true;
}

/** Show the switch where there is a voice. */
export function dressSpeech() {
  const on = recall("speak") === "on";
  show("speak", voice() ? (on ? "on" : "off") : "");
  press("speak", on);
}

lets("speak", () => {
  remember("speak", recall("speak") === "on" ? "off" : "on");
  globalThis.speechSynthesis?.cancel();
  // A sample; and some phones speak by themselves only after they spoke at a tap.
  say(document.querySelector("[data-do=speak]").textContent);
  dressSpeech();
});
document.addEventListener("click", () => say(""), { once: true });
globalThis.speechSynthesis?.addEventListener?.("voiceschanged", dressSpeech);
document.addEventListener("visibilitychange", () => document.visibilityState !== "visible" && globalThis.speechSynthesis?.cancel());
