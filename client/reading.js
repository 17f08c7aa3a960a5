/**
 * What a log says now: which rounds stand, what was taken back, who sits where. The same as `scorekeeper/log/`, without
 * its refusals: what is read here was accepted by the server, or follows from what this phone shows.
 */

import { start, step } from "./fold.js";
import { leaderOf, rowOf, worthOf } from "./table.js";

/** Read a match's log from its first event to its last. */
export function read(kit, opening, log) {
  const reading = new Reading(kit, opening);
  for (const said of log) reading.take(said);
  return reading;
}

export class Reading {
  constructor(kit, opening) {
    this.kit = kit;
    this.opening = opening;
    this.game = opening.game;
    this.said = [];
    this.stack = [];
    this.takenBack = [];
    this.undoneBy = new Map();
    const sitting = opening.names.map((_, seat) => `seat-${seat}`);
    this.names = new Map(sitting.map((player, seat) => [player, opening.names[seat]]));
    this.first = {
      rules: { seats: opening.seats, ...opening.options },
      firstDealer: opening.first_dealer,
      sitting,
      lines: [],
      contract: null,
      byHand: [],
      ended: null,
      rulesBy: null,
    };
  }

  get state() {
    return this.stack.at(-1)?.[1] ?? this.first;
  }

  get rules() {
    return this.state.rules;
  }

  get top() {
    return this.stack.at(-1)?.[0] ?? null;
  }

  /** Number of the last event that the server has. */
  get seen() {
    return this.said.reduce((seen, said) => said.seq ?? seen, 0);
  }

  /** Lines that count as happened: all but the struck ones. */
  get lines() {
    return this.state.lines.filter((line) => !line.struck);
  }

  get last() {
    return this.lines.at(-1)?.id ?? null;
  }

  /** Read one more event. */
  take(said) {
    this.said.push(said);
    this.folded = null;
    if (said.kind === "undo") {
      const [undone] = this.stack.pop();
      this.takenBack.push(undone);
      this.undoneBy.set(undone.id, said);
    } else if (said.kind === "redo") {
      const again = this.takenBack.pop();
      this.undoneBy.delete(again.id);
      this.stack.push([again, this.apply(again)]);
    } else if (said.kind === "rename") {
      this.names.set(said.body.player, said.body.name);
    } else {
      this.takenBack = [];
      this.stack.push([said, this.apply(said)]);
    }
  }

  apply(said) {
    if (said.kind === "substitute" && !this.names.has(said.id)) this.names.set(said.id, said.body.name);
    return APPLY[said.kind](this.state, said);
  }

  /** Fold what stands: every line beside its row, the standing before each, and the standing now. */
  fold() {
    this.folded ??= foldState(this);
    return this.folded;
  }

  get standing() {
    return this.fold().standing;
  }

  get rows() {
    return this.fold().rows;
  }

  seatNames(players = this.state.sitting) {
    return players.map((player) => this.names.get(player));
  }
}

function foldState(reading) {
  const { state, kit, game } = reading;
  const dealt = (standing, after) =>
    state.byHand
      .filter((hand) => hand.after === after)
      .reduce((now, hand) => step(state.rules, now, { kind: "dealer", seat: hand.seat, why: hand.why })[0], standing);
  let standing = dealt(start(state.firstDealer, reading.opening.carried), null);
  const rows = [];
  for (const line of reading.lines) {
    const [after, row] = step(state.rules, standing, happening(kit, game, state.rules, line));
    rows.push([line, row]);
    standing = dealt(after, line.id);
  }
  if (state.ended) [standing] = step(state.rules, standing, state.ended);
  return { rows, standing };
}

function happening(kit, game, rules, line) {
  if (line.entry === null) return { kind: "misdeal" };
  const row = rowOf(kit, game, rules, line.entry);
  return { kind: "round", worth: worthOf(row), bidder: leaderOf(kit, game, line.entry) };
}

const put = (list, at, one) => list.map((other, place) => (place === at ? one : other));

function line(state, said) {
  const entry = said.kind === "misdeal" ? null : said.body.entry;
  const made = { id: said.id, entry, version: said.id, players: state.sitting, struck: false };
  const before = said.body.before ?? null;
  if (before === null) return { ...state, lines: [...state.lines, made], contract: null };
  const at = state.lines.findIndex((other) => other.id === before);
  const players = state.lines[at].players;
  return { ...state, lines: [...state.lines.slice(0, at), { ...made, players }, ...state.lines.slice(at)] };
}

function correction(state, said) {
  const at = state.lines.findIndex((other) => other.id === said.body.round);
  let corrected = { ...state.lines[at], version: said.id };
  let { byHand } = state;
  if (said.body.entry === null) {
    corrected.struck = true;
    const previous = state.lines.slice(0, at).filter((other) => !other.struck).at(-1)?.id ?? null;
    // A dealer set by hand after a struck round moves to the round before it: the table's word still stands.
    byHand = byHand.map((hand) => (hand.after === corrected.id ? { ...hand, after: previous } : hand));
  } else {
    corrected = { ...corrected, struck: false, entry: corrected.entry === null ? null : said.body.entry };
  }
  return { ...state, byHand, lines: put(state.lines, at, corrected) };
}

const APPLY = {
  bid: (state, said) => ({ ...state, contract: { id: said.id, call: said.body.call } }),
  round: line,
  misdeal: line,
  correction,
  dealer: (state, { id, body }) => ({
    ...state,
    byHand: [...state.byHand, { id, after: body.after, seat: body.seat, why: body.why }],
  }),
  rules: (state, { id, body }) => ({
    ...state,
    rules: { seats: state.rules.seats, ...body.options },
    firstDealer: body.first_dealer,
    rulesBy: id,
  }),
  substitute: (state, { id, body }) => ({ ...state, sitting: put(state.sitting, body.seat, id) }),
  end: (state, { body }) => ({ ...state, ended: { kind: "end", conceded: body.conceded }, contract: null }),
};
