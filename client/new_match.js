/** A new match without a signal: who sits where and by which rules, out of the same form that the server reads. */

import { endOf, start } from "./fold.js";
import { freshId } from "./saying.js";
import { matches } from "./shelf.js";

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

/** Draws happen here, and a page from a cache gets this phone's names and an id of its own. */
export async function dressNewMatch(form) {
  // Kept by the worker, a page would start the same match again and again.
  form.elements.id.value = freshId();
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=draw]");
    if (!button) return;
    event.preventDefault();
    draw(form, button.value);
  });
  const known = (await matches()).filter((match) => match.writes);
  const people = document.getElementById("people");
  const offered = new Set([...people.options].map((option) => option.value));
  for (const name of new Set(known.flatMap(namesOf)))
    if (name && !offered.has(name)) people.append(new Option("", name));
  const places = seatsOf(form);
  const last = known.find((match) => match.opening.seats === places.length);
  if (!last || places.some((place) => place.value)) return;
  namesOf(last).forEach((name, seat) => (places[seat].value = name));
}

/** Who sat where at the end. */
function namesOf({ opening, events }) {
  const seated = events.filter(({ kind }) => kind === "rename");
  const names = new Map(opening.names.map((name, seat) => [`seat-${seat}`, name]));
  for (const { body } of seated) names.set(body.player, body.name);
  return opening.names.map((_, seat) => names.get(`seat-${seat}`));
}

const seatsOf = (form) => [...form.elements].filter((field) => /^name-\d$/.test(field.name));

/** Draw the first dealer or the partners, or seat another partner opposite; other seats are another page. */
function draw(form, what) {
  const places = seatsOf(form);
  const names = places.map((place) => place.value);
  const [kind, number] = what.split("-");
  if (kind === "seats") return location.assign(`${location.pathname}?seats=${number}`);
  if (kind === "dealer") form.elements.first_dealer[chance(places.length)].checked = true;
  else if (kind === "partner") [names[2], names[number]] = [names[number], names[2]];
  else
    for (let last = names.length - 1; last > 1; last -= 1) {
      const other = 1 + chance(last);
      [names[last], names[other]] = [names[other], names[last]];
    }
  places.forEach((place, seat) => (place.value = names[seat]));
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return undefined;
}

/** A number from 0 up to below `count`, each as likely as the others. */
function chance(count) {
  const most = Math.floor(2 ** 32 / count) * count;
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return drawn % count;
  }
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
