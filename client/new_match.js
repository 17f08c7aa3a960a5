/** A new match without a signal: who sits where and by which rules, out of the same form that the server reads. */

import { endOf, start } from "./fold.js";

/** Read the form as an opening, or give the key of what is wrong with it. */
export function newMatch(kit, form, fields) {
  const told = new Map(fields);
  const key = form.action.split("/").at(-1);
  const game = kit.games[key];
  const seats = Number(told.get("seats"));
  const dealer = told.get("first_dealer") ?? "";
  if (!/^[0-5]$/.test(dealer)) return "first_dealer_missing";
  const names = Array.from({ length: seats }, (_, seat) => (told.get(`name-${seat}`) ?? "").trim().split(/\s+/).join(" "));
  const options = {};
  for (const [name, [kind, usual]] of Object.entries(game.options)) {
    options[name] = optionOf(kind, usual, told.get(name) ?? "");
    if (Number.isNaN(options[name])) return "not_a_number";
  }
  const carried = carriedOf(told);
  if (typeof carried === "string") return carried;
  const rules = { seats, ...options };
  const opened = start(Number(dealer), carried);
  if (endOf(rules, opened)) return "start_is_over";
  return { game: key, seats, options, names, first_dealer: Number(dealer), carried };
}

function optionOf(kind, usual, value) {
  if (value === "") return usual;
  if (kind === "yes_no") return value === "true";
  if (kind === "choice") return value;
  return /^\d{1,4}$/.test(value) && Number(value) > 0 ? Number(value) : NaN;
}

/** What the paper said: `{}` where there was none. */
function carriedOf(told) {
  const figure = (name) => (told.get(name) ? Number(told.get(name)) : 0);
  for (const name of ["gap", "streak", "score_a", "score_b", "kots_a", "kots_b"])
    if (!/^\d{0,4}$/.test((told.get(name) ?? "").trim())) return "not_a_number";
  const forOne = (number) => (told.get("ahead") === "a" ? [number, 0] : [0, number]);
  const [gap, streak] = [figure("gap"), figure("streak")];
  if ((gap || streak) && !["a", "b"].includes(told.get("ahead"))) return "ahead_missing";
  const carried = {};
  if (gap) carried.score = forOne(gap);
  else if (figure("score_a") || figure("score_b")) carried.score = [figure("score_a"), figure("score_b")];
  if (streak) carried.streak = forOne(streak);
  if (figure("kots_a") || figure("kots_b")) carried.kots = [figure("kots_a"), figure("kots_b")];
  return carried;
}
