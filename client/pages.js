/** The pages that this phone writes by itself, from the parts that the server fills in the same way. */

import { Board } from "./board.js";
import { read } from "./reading.js";
import { correctedOf, fieldsOfEntry, freshId } from "./saying.js";
import { fill } from "./fill.js";
import { gapOf } from "./fold.js";
import { kitOf, knownMatch } from "./known.js";
import { matches, refused, unsent } from "./shelf.js";
import { Names, Words, escape, html, pair } from "./words.js";

const FORMS = ["entry", "undo", "redo", "misdeal", "rematch", "mend", "dealer", "end"];

const ids = () => Object.fromEntries(FORMS.map((form) => [form, freshId()]));

/** Which page an address names: `[view, match, line]`; nothing where this phone cannot write it. */
export function viewOf(path) {
  if (path === "/" || path === "/start") return ["home"];
  const [, match, rest = "", line] = path.match(/^\/m\/([0-9a-f]{32})(?:\/(history|round|table|stand)(?:\/([0-9a-f]{32}))?)?$/) ?? [];
  if (!match) return undefined;
  return [rest || "match", match, line];
}

/** The match that this page belongs to; nothing where it belongs to none. */
export const matchHere = () => location.pathname.match(/^\/m\/(\w+)/)?.[1];

/** Write a page, of a match as this phone knows it; nothing where it does not know enough. */
export async function write([view, , line], known, clash) {
  if (view === "home") return home();
  if (!known) return undefined;
  return { match: matchPage, history: historyPage, table: tablePage, round: roundPage, stand: standPage }[view]?.(await kitOf(), known, line, clash);
}

function matchPage(kit, { board, waiting }, _line, clash) {
  const slots = board.shown(ids());
  if (!slots.over) slots.entry = fill(...board.entryForm());
  const wait = waitingText(board.words, waiting);
  const unwritable = wait && !board.writes ? `<p class="note"><a href="/unsent">${wait}</a></p>` : "";
  return fill(kit.parts.match, {
    m: { ...slots, waiting: wait, clash, offer: kit.parts._install_offer, notes: unwritable + notesOf(kit) },
  });
}

function standPage(kit, { board, waiting }) {
  return fill(kit.parts.stand, { m: { ...board.shown(ids()), waiting: waitingText(board.words, waiting) } });
}

/** What every page of a match says of this phone. */
function notesOf(kit) {
  const missing = isSecureContext ? "" : `<p class="note" data-plain>${kit.parts._plain_http}</p>`;
  return missing + kit.parts._languages + (refused ? refusedNote(kit) : "");
}

/** Say that this phone keeps nothing. */
export const refusedNote = (kit) => `<p class="note" role="status">${kit.says.refused}</p>`;

/** How much waits, in words that are HTML. */
export function waitingText(words, waiting) {
  if (!waiting.length) return "";
  return words.t("waiting", { count: waiting.length }).text;
}

function historyPage(kit, { board, waiting }) {
  const mine = new Set(waiting.map((item) => item.id));
  const rows = new Map(board.reading.rows.map(([line, row]) => [line.id, row]));
  const lines = board.reading.state.lines.map((line) => {
    const row = rows.get(line.id);
    const told = line.struck ? board.t("history.struck", { told: board.told(line, null) }) : board.told(line, row.leader);
    const shown = row ? board.line(line, row) : { no: "–", aside: "undone", figures: false, uncounted: false };
    const dealt = shown.figures ? board.t("dealt", { dealer: new Names(board.words, board.reading.seatNames(line.players)).seat(row.dealer) }) : "";
    return safe({
      ...shown,
      told,
      dealt,
      id: line.id,
      struck: line.struck,
      unsent: mine.has(line.version) ? board.t("unsent") : "",
      correct: board.words.plain(line.struck ? "bring_back_what" : "correct_what", { what: told }),
    });
  });
  const sides = { 0: escape(board.names.side(0)), 1: escape(board.names.side(1)) };
  const m = { id: board.id, game: escape(board.game.name), writes: board.writes, sides, lines: lines.reverse(), note: board.t("offline.history").text };
  return fill(kit.parts.history, { m });
}

function tablePage(kit, { board }) {
  if (!board.writes) return undefined;
  const m = {
    id: board.id,
    key: board.reading.game,
    game: escape(board.game.name),
    playing: !board.standing.over,
    ids: ids(),
    seen: board.reading.seen,
    last: board.reading.last ?? "",
    seats: board.seats.map((seat, number) => ({ number, side: seat.side, name: escape(seat.name) })),
    concede: [0, 1].map((side) => board.t("concede", { side: board.names.team(side) }).text),
  };
  return fill(kit.parts.table, { m });
}

function roundPage(kit, { board }, lineId) {
  const line = board.reading.state.lines.find((one) => one.id === lineId);
  if (!line || !board.writes) return undefined;
  const names = new Names(board.words, board.reading.seatNames(line.players));
  const row = board.reading.rows.find(([one]) => one === line)?.[1];
  const told = line.struck ? board.t("history.struck", { told: board.told(line, null) }) : board.t("round_number", { number: row.number ?? "–" });
  const m = {
    id: board.id,
    heading: line.entry === null && !line.struck ? board.t("told.misdeal").text : told.text,
    stage: board.words.plain("stage", { number: board.number }),
    line: line.id,
    version: line.version,
    struck: line.struck,
    entry: line.entry === null ? "" : prefilled(fill(...board.form("whole", names)), line.entry),
    as_it_was: named(line.entry === null ? [["misdeal", "true"]] : fieldsOfEntry(line.entry)),
  };
  return fill(kit.parts.round, { m });
}

/** Mark in an entry form what is stored. */
function prefilled(text, entry) {
  const part = document.createElement("template");
  part.innerHTML = text;
  const stored = [...fieldsOfEntry(entry), ...(entry.forced ? [["bid", "forced"]] : [])];
  for (const [name, value] of stored) {
    for (const one of part.content.querySelectorAll("input,button,option")) {
      if (one.value !== value || (one.name || one.closest("select")?.name || "").replace(/-else$/, "") !== name) continue;
      if (one.localName === "button") one.setAttribute("aria-pressed", "true");
      else one.setAttribute(one.localName === "option" ? "selected" : "checked", "");
    }
  }
  return part.innerHTML;
}

/** Write what a correction would do: the match as it is beside the match as it would be. */
export async function writeLook(id, lineId, fields) {
  const { board } = await knownMatch(id);
  const line = board.reading.state.lines.find((one) => one.id === lineId);
  const version = new Map(fields).get("version");
  const entry = correctedOf(fields, board);
  const said = { id: "ahead", kind: "correction", body: { round: lineId, version, entry } };
  const after = new Board(board.kit, read(board.kit, board.reading.opening, [...board.reading.said, said]), id, true);
  const struck = entry === null ? [["struck", "true"]] : fieldsOfEntry(entry);
  const m = {
    id,
    seen: board.reading.seen,
    ids: ids(),
    changes: changes(board, after, line).map(escape),
    save: `/m/${id}/correct`,
    say: "correction",
    fields: named([["round", lineId], ["version", version], ...struck]),
  };
  return fill(board.kit.parts.look, { m });
}

function changes(board, after, line) {
  const tell = (one) => {
    const found = one.reading.rows.find(([other]) => other.id === line.id);
    return found ? one.told(found[0], found[1].leader) : one.t("history.never");
  };
  const found = [board.t("mend.became", { was: tell(board), now: tell(after) })];
  const [score, next] = [scoreText(board), scoreText(after)];
  if (String(score) !== String(next)) found.push(board.t("mend.score", { was: score, now: next }));
  if (after.standing.over && !board.standing.over) found.push(html`${after.verdict}. ${after.ending}.`);
  if (board.standing.over && !after.standing.over) found.push(board.t("mend.reopens"));
  const was = new Map(board.reading.rows.map(([one, row]) => [one.id, row.dealer]));
  const dealt = after.reading.rows.filter(([one, row]) => row.number && row.counted && (was.get(one.id) ?? row.dealer) !== row.dealer);
  if (dealt.length) found.push(board.t("mend.dealt", { rounds: dealt.map(([, row]) => row.number).join(", ") }));
  const [before, then] = [board.standing.dealer, after.standing.dealer];
  if (!after.standing.over && before !== then)
    found.push(board.t("mend.dealer", { was: board.names.seat(before), now: board.names.seat(then) }));
  return found;
}

function scoreText(board) {
  const { standing, kind } = board;
  const ahead = board.ahead();
  if (kind === "gap" || kind === "streak") {
    if (ahead === null) return board.t(kind === "gap" ? "score.level" : "no_streak");
    const count = kind === "gap" ? Math.abs(gapOf(standing)) : standing.streak[ahead];
    return board.t(`score.${kind}`, { side: board.names.team(ahead), count });
  }
  return kind === "points" ? pair(standing.score) : board.t("score.rounds", { score: pair(standing.score), kots: pair(standing.kots) });
}

/** Home as far as this phone knows it: its games and its matches. */
async function home() {
  const kit = await kitOf();
  const games = Object.entries(kit.games).map(([key, game]) => ({ key, name: escape(game.name) }));
  return fill(kit.parts.home, { m: { games, matches: await listed(20) } });
}

/** The matches of this phone, the last looked at first; with `only`, those that wait to be sent. */
export async function listed(most, only = false) {
  const waiting = new Set((await unsent()).map((item) => item.match));
  const found = [];
  for (const { id, writes } of await matches()) {
    if (found.length === most || !writes || (only && !waiting.has(id))) continue;
    const { board, waiting: own } = await knownMatch(id);
    const over = board.standing.over;
    found.push(safe({
      id,
      over,
      lead: over ? board.verdict : board.headline.lead,
      sides: `${board.names.side(0)} – ${board.names.side(1)}`,
      game: board.game.name,
      digits: board.headline.digits,
      unsent: own.length ? board.t("unsent") : "",
    }));
  }
  return found;
}

/** Write what has not been sent yet. */
export async function writeUnsent() {
  const kit = await kitOf();
  const words = new Words(kit);
  const items = await unsent();
  const lines = [];
  for (const item of items) {
    const known = await knownMatch(item.match);
    const said = words.t(`unsent.${item.kind}`);
    const game = known?.board.game.name ?? "";
    const why = item.stuck ? words.t(`stuck.${[403, 404].includes(item.stuck.status) ? item.stuck.status : "moved"}`) : words.t("unsent");
    lines.push(safe({ match: item.match, said: html`${game} · ${said}`, why, at: item.said, place: item.place, stuck: Boolean(item.stuck) }));
  }
  const text = JSON.stringify({ format: 1, unsent: items.map(({ stuck: _, ...item }) => item) }, null, 1);
  const file = items.length ? URL.createObjectURL(new Blob([text], { type: "application/json" })) : "";
  return fill(kit.parts.unsent, { m: { waiting: waitingText(words, items), unsent: lines, file, name: "scorekeeper-unsent.json" } });
}

const named = (fields) => fields.map(([name, value]) => ({ name, value: escape(value) }));

const safe = (slots) => Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, typeof value === "boolean" ? value : escape(value)]));
