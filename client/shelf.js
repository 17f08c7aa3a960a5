/**
 * What this phone keeps: the logs it has seen, and what it has entered and not sent yet. In IndexedDB; where the phone
 * refuses that, in memory, and `refused` says so.
 */

import { openDB } from "idb";

const STRICT = { durability: "strict" };
const MOST_MATCHES = 200;

let opening;
export let refused = false;

function database() {
  // Where it is forbidden it may fail at once, before there is a promise to fail.
  opening ??= (async () => openDB("scorekeeper", 1, {
    upgrade(db) {
      db.createObjectStore("matches", { keyPath: "id" });
      db.createObjectStore("unsent", { keyPath: "place", autoIncrement: true }).createIndex("id", "id", { unique: true });
    },
    blocking: (_current, _blocked, event) => event.target.close(),
    terminated: () => (opening = undefined),
  }))().catch(() => {
    refused = true;
    return new Memory();
  });
  return opening;
}

/** Find out whether this phone keeps anything. */
export async function opened() {
  await database();
  return !refused;
}

/** A match as this phone knows it: `{ id, opening, writes, events, series }`; nothing where it does not. */
export const matchOf = async (id) => (await database()).get("matches", id);

/** Every match that this phone knows, the last looked at first. */
export async function matches() {
  const all = await (await database()).getAll("matches");
  return all.sort((one, other) => other.at - one.at);
}

/** Everything not sent yet, in the order it was entered; of one match, or of all. */
export async function unsent(match) {
  const all = await (await database()).getAll("unsent");
  return match ? all.filter((item) => item.match === match) : all;
}

/**
 * Keep what a server said a match's log is. Gives what is known now, or nothing where events between are missing.
 * An older word than the one we have changes nothing; another log under the same numbers takes the place of ours.
 */
export async function keepTail(id, tail) {
  const tx = (await database()).transaction("matches", "readwrite");
  const known = await tx.store.get(id);
  const match = joined(known, id, tail);
  if (match) await tx.store.put({ ...match, at: Date.now() });
  await tx.done;
  if (match && !known) await forgetOldest();
  return match;
}

/** Put something into the outbox; the same id once more changes nothing. With `place` it stands in another one's. */
export async function keepUnsent(item) {
  const tx = (await database()).transaction("unsent", "readwrite", STRICT);
  if (item.place !== undefined || !(await tx.store.index("id").get(item.id))) await tx.store.put(item);
  await tx.done;
}

/** Put a match that only this phone knows, with the entry that will start it, both or none. */
export async function keepStart(match, item) {
  const tx = (await database()).transaction(["matches", "unsent"], "readwrite", STRICT);
  await tx.objectStore("matches").put({ ...match, at: Date.now() });
  const outbox = tx.objectStore("unsent");
  if (!(await outbox.index("id").get(item.id))) await outbox.put(item);
  await tx.done;
}

/** The server has it: keep the log as it is there and take the entry out of the outbox, both or none. */
export async function keepSent(item, tail) {
  const tx = (await database()).transaction(["matches", "unsent"], "readwrite", STRICT);
  const match = joined(await tx.objectStore("matches").get(item.match), item.match, tail);
  if (match) await tx.objectStore("matches").put({ ...match, at: Date.now() });
  await tx.objectStore("unsent").delete(item.place);
  await tx.done;
  return match;
}

/** Take an entry out of the outbox: somebody chose to. */
export const dropUnsent = async (item) => (await database()).delete("unsent", item.place);

/** Forget a match that is none. */
export const forget = async (id) => (await database()).delete("matches", id);

function joined(known, id, { opening, writes, events, seq, series = known?.series }) {
  const first = events[0]?.seq ?? seq + 1;
  const mine = known?.events ?? [];
  const agree = events.every((said) => !mine[said.seq - 1] || mine[said.seq - 1].id === said.id);
  if (agree && known && mine.length >= seq) return { ...known, writes, series };
  const before = agree ? mine : [];
  if (before.length < first - 1) return undefined;
  return { id, opening, writes, series, events: [...before.slice(0, first - 1), ...events] };
}

async function forgetOldest() {
  const db = await database();
  const waiting = new Set((await db.getAll("unsent")).map((item) => item.match));
  for (const { id } of (await matches()).slice(MOST_MATCHES)) if (!waiting.has(id)) await db.delete("matches", id);
}

/** The same for as long as the page is open, on a phone that keeps nothing. */
class Memory {
  constructor() {
    this.stores = { matches: new Map(), unsent: new Map() };
    this.places = 0;
  }

  async get(store, key) {
    return this.stores[store].get(key);
  }

  async getAll(store) {
    return [...this.stores[store].values()];
  }

  async delete(store, key) {
    this.stores[store].delete(key);
  }

  transaction() {
    const objectStore = (name) => ({
      get: (key) => this.get(name, key),
      put: async (value) => {
        const key = value.id && name === "matches" ? value.id : (value.place ??= ++this.places);
        this.stores[name].set(key, value);
      },
      delete: (key) => this.delete(name, key),
      index: () => ({ get: async (id) => (await this.getAll(name)).find((one) => one.id === id) }),
    });
    const only = (name) => ({ objectStore, store: objectStore(name), done: Promise.resolve() });
    return only(arguments[0]);
  }
}
