/** A game's table of outcomes: which row an entry is, and what that row says. It came from the server with the kit. */

/** The part of the kit that fits a game under house rules. */
export function variantOf(kit, game, rules) {
  const { relevant, variants } = kit.games[game];
  return variants[[rules.seats, ...relevant.map((name) => rules[name])].join("|")];
}

/** Name an entry as the table does: `bidder=A,bid=8,made=true`. What these house rules do not ask for does not count. */
export function rowName(kit, game, rules, entry) {
  const { decides } = variantOf(kit, game, rules);
  return kit.games[game].asks
    .filter(([part]) => decides.includes(part) && (entry[part] ?? null) !== null)
    .map(([part, kind]) => `${part}=${inName(kind, entry[part])}`)
    .join(",");
}

/** Find an entry's row; nothing where no such entry can be. */
export function rowOf(kit, game, rules, entry) {
  return variantOf(kit, game, rules).rows[rowName(kit, game, rules, entry)];
}

/** What a row is worth: for either side after the dealer. */
export const worthOf = (row) => [outcome(row[0]), outcome(row[1])];

/** Who leads by having decided trump; null where the player after the dealer leads. */
export function leaderOf(kit, game, entry) {
  const asked = kit.games[game].asks.find(([, kind]) => kind === "seat");
  return asked ? (entry[asked[0]] ?? null) : null;
}

function outcome([a, b, winner, kot, instant]) {
  return { points: [a, b], winner, kot: Boolean(kot), instant: Boolean(instant) };
}

function inName(kind, value) {
  if (kind === "seat") return "AB"[value % 2];
  return kind === "pair" ? value.join("-") : String(value);
}
