/** A match as this phone knows it now: what the server has, and behind it what waits in the outbox. */

import { Board } from "./board.js";
import { read } from "./reading.js";
import { keepTail, matchOf, unsent } from "./shelf.js";

let kit;

/** The kit that came with this page: tables, sentences, parts. It may be kept for ever, so it is asked for once. */
export function kitOf() {
  kit ??= fetch(document.documentElement.dataset.kit).then((answer) => {
    if (!answer.ok) throw new Error(`kit: ${answer.status}`);
    return answer.json();
  });
  kit.catch(() => (kit = undefined));
  return kit;
}

/** Put a page's word about a match beside what this phone knows; ask for what lies between. */
export async function learn(id, tail) {
  if (await keepTail(id, tail)) return;
  const answer = await fetch(`/m/${id}/log`, { headers: { Accept: "application/json" } });
  if (answer.ok && answer.headers.get("Scorekeeper")) await keepTail(id, await answer.json());
}

/** Seat that this phone's map shows at the bottom; the cookie is there on the match's own pages only. */
const turned = () => Number(document.cookie.match(/(?:^|; )seat=([0-5])(?:;|$)/)?.[1] ?? 0);

/** A match with its board, nothing where this phone does not know it. What got stuck, and what waits behind it, is not in. */
export async function knownMatch(id) {
  const [match, waiting] = [await matchOf(id), await unsent(id)];
  if (!match) return undefined;
  const sentAlready = new Set(match.events.map((said) => said.id));
  const own = waiting.filter((item) => item.stuck || !sentAlready.has(item.id));
  const held = own.findIndex((item) => item.stuck);
  const said = own.slice(0, held < 0 ? undefined : held).filter((item) => item.body);
  const events = said.map((item) => ({ id: item.id, kind: item.kind, body: item.body, at: item.said }));
  const reading = read(await kitOf(), match.opening, [...match.events, ...events]);
  const board = new Board(await kitOf(), reading, id, match.writes, turned(), match.series);
  return { match, board, waiting: own, stuck: held < 0 ? null : own[held] };
}
