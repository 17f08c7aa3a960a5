/** What a form says, as an event: the same as the views read out of it. And whether it still fits what this phone knows. */

import { rowName } from "./table.js";

/** Make an id: 128 random bits. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Read a form and the button that was tapped as the pairs that a browser would send. */
export function fieldsOf(form, button) {
  const typed = new FormData(form);
  if (button?.name) typed.append(button.name, button.value);
  return [...typed];
}

/** What the form says, as its event's body. */
export function bodyOf(kind, fields, board) {
  const told = new Map(fields);
  const some = (name) => told.get(name) || null;
  switch (kind) {
    case "bid":
      return { call: partsOf(fields, board, board.game.called), replaces: some("contract") };
    case "round": {
      const { contract } = board;
      const call = contract && contract.id === some("contract") ? contract.call : {};
      const entry = { ...call, ...partsOf(fields, board) };
      if (some("before")) return { entry, after: some("after"), before: some("before") };
      return { entry, after: some("last"), contract: some("contract") };
    }
    case "misdeal":
      return { after: some("last"), contract: some("contract") };
    case "undo":
    case "redo":
      return { target: some("target") };
    case "dealer":
      return { seat: some("seat") === null ? null : Number(some("seat")), why: told.get("why") ?? "", after: some("last") };
    case "end": {
      const how = some("how") ?? "";
      return { conceded: how.startsWith("conceded-") ? Number(how.at(-1)) : null, after: some("last") };
    }
    case "correction":
      return { round: some("round"), version: some("version"), entry: correctedOf(fields, board) };
    default:
      return null;
  }
}

/** The entry as corrected; null where the round never happened. */
export function correctedOf(fields, board) {
  const told = new Map(fields);
  if (told.get("struck") === "true") return null;
  if (told.get("misdeal") === "true") return { misdeal: true };
  return partsOf(fields, board);
}

/** The parts of an entry that were told. */
export function partsOf(fields, board, only) {
  const told = new Map();
  for (const [name, value] of fields) if (value) told.set(name, [...(told.get(name) ?? []), value]);
  if (told.get("bid")?.[0] === "forced") {
    told.delete("bid");
    told.delete("bidder");
    told.set("forced", ["true"]);
  }
  const entry = {};
  for (const [name, kind] of board.game.asks) {
    const values = told.get(name) ?? told.get(`${name}-else`);
    if (values && (!only || only.includes(name))) entry[name] = READ[kind](values);
  }
  return entry;
}

const READ = {
  seat: ([value]) => Number(value),
  number: ([value]) => Number(value),
  pair: ([value]) => value.split("-").map(Number),
  truth: ([value]) => value === "true",
  suit: ([value]) => value,
  suits: (values) => values,
};

/** Write an event's body back as fields, as a form would send it. */
export function fieldsOfEntry(entry) {
  return Object.entries(entry).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, String(value)]];
    return typeof value[0] === "number" ? [[name, value.join("-")]] : value.map((one) => [name, one]);
  });
}

/** What is wrong with an entry, as the key of a sentence; nothing where it can be. The server asks again, and more. */
export function wrongWith(kind, body, board) {
  if (kind === "dealer") return body.seat === null ? "seat_missing" : null;
  if (kind === "bid") return wrong(body.call, board, board.game.called);
  const entry = body.entry ?? null;
  if (entry === null || entry.misdeal) return null;
  const odd = entry.which && entry.which.length !== entry.tens?.[0];
  return wrong(entry, board, board.variant.decides) ?? (odd ? "odd_entry" : null);
}

/** An entry, or the part of it that is called, must be that part of some row; else the first part missing is named. */
function wrong(entry, board, parts) {
  const partsOfRow = (row) => row.split(",").filter((part) => parts.includes(part.split("=")[0]));
  const told = partsOfRow(rowName(board.kit, board.reading.game, board.rules, entry));
  const rows = Object.keys(board.variant.rows).map(partsOfRow);
  const fitting = rows.filter((row) => told.every((part) => row.includes(part)));
  if (fitting.some((row) => row.length === told.length)) return null;
  const has = (row, name) => row.some((part) => part.startsWith(`${name}=`));
  const asked = parts.filter((name) => `${name}_missing` in board.kit.says && !has(told, name));
  const part = asked.find((name) => fitting.every((row) => has(row, name) || (!told.length && has(row, "forced"))));
  if (part) return `${part}_missing`;
  return fitting.length && told.length ? "result_missing" : "odd_entry";
}

/** Whether what an event expects holds here; the server asks the same again. */
export function fits(kind, body, reading) {
  const over = reading.standing.over;
  const contract = reading.state.contract?.id ?? null;
  switch (kind) {
    case "bid":
      return !over && body.replaces === contract;
    case "round":
    case "misdeal":
      if (body.before) return !over;
      return !over && body.after === reading.last && (!body.contract || body.contract === contract);
    case "dealer":
    case "end":
      return !over && body.after === reading.last;
    case "undo":
      return body.target === (reading.top?.id ?? null);
    case "redo":
      return body.target === (reading.takenBack.at(-1)?.id ?? null);
    default:
      // Of a correction that came too late the server shows both values.
      return true;
  }
}
