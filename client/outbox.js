/**
 * The outbox: what was entered here and the server has not. It is sent in order, one at a time, and once: an entry keeps
 * its id, so that an answer that got lost on the way makes no second round. What the server refuses waits for a person.
 */

import { dropUnsent, forget, keepSent, keepTail, keepUnsent, unsent } from "./shelf.js";

const PATIENCE = 10_000;
const [SOONEST, LATEST] = [2_000, 30_000];

let busy;
let again = false;
let delay = SOONEST;
let timer;

/** Send everything that waits. `sent` hears of each change: an entry that arrived, or one that got stuck. */
export function send(sent = () => {}) {
  // Somebody did something, or came back: the signal may be back too.
  delay = SOONEST;
  return sendNow(sent);
}

function sendNow(sent) {
  if (busy) again = true;
  busy ??= (async () => {
    try {
      do {
        again = false;
        await (globalThis.navigator?.locks ? navigator.locks.request("outbox", () => sendAll(sent)) : sendAll(sent));
      } while (again);
    } finally {
      busy = undefined;
    }
  })();
  return busy;
}

/** Try again an entry that was refused because this phone held no seat; it may hold one now. */
export async function retryRefused(match) {
  for (const item of await unsent(match)) if (item.stuck?.status === 403) await keepUnsent({ ...item, stuck: null });
}

/**
 * A person has chosen: theirs stays, and this entry is let go. What waits behind it and was said after it is now said
 * after the line that stands in its place.
 */
export async function letGo(item, line) {
  await dropUnsent(item);
  if (line) await sayAfter(item, line);
}

/** What waits behind an entry, said after it or in answer to it, is said after or in answer to another one. */
export async function sayAfter(item, other) {
  const now = (value) => (value === item.id ? other : value);
  for (const behind of await unsent(item.match)) {
    const { body = {}, fields } = behind;
    if (![body.after, body.contract, body.target].includes(item.id)) continue;
    const moved = Object.entries(body).map(([name, value]) => [name, now(value)]);
    await keepUnsent({ ...behind, body: Object.fromEntries(moved), fields: fields.map(([name, value]) => [name, now(value)]) });
  }
}

/** Another phone started the rematch first: what was entered in mine goes on there. */
export async function moveTo(item, match) {
  await dropUnsent(item);
  for (const behind of await unsent(item.match))
    await keepUnsent({ ...behind, match, path: behind.path.replace(item.match, match) });
  await forget(item.match);
}

async function sendAll(sent) {
  clearTimeout(timer);
  const held = new Set();
  for (const item of await unsent()) {
    if (held.has(item.match)) continue;
    if (item.stuck) {
      held.add(item.match);
      continue;
    }
    const answer = await post(item);
    if (answer === undefined) {
      timer = setTimeout(() => sendNow(sent), delay);
      delay = Math.min(delay * 2, LATEST);
      return;
    }
    delay = SOONEST;
    if (answer.tail && (answer.tail.id ?? item.match) === item.match) await keepSent(item, answer.tail);
    else {
      held.add(item.match);
      await learnFrom(item.match, answer);
      await keepUnsent({ ...item, stuck: answer.tail ? { status: 409, other: answer.tail.id } : answer });
    }
    await sent(item);
  }
}

/** What stands there now came with the refusal. */
async function learnFrom(match, { html = "" }) {
  const [, island] = html.match(/<script type="application\/json" id="log">(.*?)<\/script>/s) ?? [];
  if (island) await keepTail(match, JSON.parse(island));
}

/** Post one entry. Gives the log's new end, or what the server says against it; nothing where no server of ours answered. */
async function post(item) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(item.path, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(item.fields),
      redirect: "error",
      signal: stop.signal,
    });
    // A café's network answers everything, and not as we do.
    if (!answer.headers.get("Scorekeeper") || answer.status >= 500 || answer.status === 429) return undefined;
    if (answer.ok) return { tail: await answer.json() };
    return { status: answer.status, html: await answer.text() };
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
}
