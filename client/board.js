/** A match as its page shows it: what `scorekeeper/shown.py` gives for the same log, to the last letter. */

import { gapOf } from "./fold.js";
import { Score } from "./score.js";
import { rowName, rowOf, worthOf } from "./table.js";
import { Html, Names, escape, html, pair, signed, stripTags } from "./words.js";

const LAST_ROUNDS = 5;
const STAYS = ["draw_lost_before", "draw_same"];

/** What the other matches of an evening add to one that has none. */
export const ALONE = { won: [0, 0], counts: true };

export class Board extends Score {
  constructor(kit, reading, id, writes, turned = 0, series = ALONE) {
    super(kit, reading);
    this.id = id;
    this.writes = writes;
    this.turned = turned;
    this.series = series;
    this.number = this.standing.listed + 1;
  }

  get afterDealer() {
    return (this.standing.dealer + 1) % this.rules.seats;
  }

  get caller() {
    return this.contract?.call.bidder ?? this.afterDealer;
  }

  /** Everything that the part "match" is filled with, but what belongs to this phone alone. */
  shown(ids) {
    const { standing, words, game } = this;
    const over = standing.over;
    return texts({
      id: this.id,
      key: this.reading.game,
      game: game.name,
      stage: over ? words.plain("stage.over") : words.plain("stage", { number: this.number }),
      writes: this.writes,
      over,
      ...this.table(),
      deals: over ? this.t("deals.rematch", { dealer: this.names.seat(standing.dealer) }) : this.deals,
      why: this.why,
      series: this.seriesTold,
      tip: this.writes ? this.tip : "",
      rounds: this.lines(LAST_ROUNDS),
      summary: this.number > 1,
      ...this.bar(ids),
    });
  }

  // --- the table -----------------------------------------------------------------------------------------------------

  table() {
    const { standing, contract, headline } = this;
    const exclaim = standing.reason === "instant" ? this.t(`big.${this.variant.all}`) : null;
    const team = headline.side ? `team ${headline.side}` : "";
    const wide = this.kind === "points" || this.kind === "rounds" ? "wide" : "";
    let mid = { digits: exclaim ?? headline.digits, side: headline.side, team, size: exclaim ? "long" : wide, said: headline.lead, more: headline.goal };
    if (standing.over) {
      const side = standing.winner === null ? "" : "ab"[standing.winner];
      mid = { ...mid, side: side || headline.side, team: side ? `team ${side}` : "", said: this.verdict, more: this.ending };
    }
    if (contract) {
      const sign = contract.call.suit && contract.call.suit !== "none" ? this.words.sign(contract.call.suit) : "";
      mid = { ...mid, digits: html`${this.bid}${sign}`, side: "", size: "" };
    }
    return {
      contract: contract ? this.calling : "",
      ahead: headline.side,
      team,
      digits: headline.digits,
      length: [...stripTags(exclaim ?? headline.digits).replace(/[\u2066-\u2069]/g, "")].length,
      lead: headline.lead,
      goal: headline.goal,
      seat_count: this.rules.seats,
      clockwise: this.rules.direction === "clockwise",
      mid,
      seats: this.seats,
      rope: this.rope,
      pips: this.pips,
      dangers: this.dangers,
    };
  }

  get bid() {
    return this.contract?.call.bid ?? 7;
  }

  get calling() {
    const { call } = this.contract;
    const seat = this.names.seat(this.caller);
    if (call.forced) return this.t("all_passed", { seat });
    return this.t("called", { seat, bid: this.bid, suit: this.words.suit(call.suit) });
  }

  get seats() {
    const count = this.rules.seats;
    const clockwise = this.rules.direction === "clockwise";
    return Array.from({ length: count }, (_, seat) => ({
      side: "ab"[seat % 2],
      place: (count + (clockwise ? this.turned - seat : seat - this.turned)) % count,
      name: this.names.seat(seat),
      deals: !this.standing.over && seat === this.standing.dealer,
      does: this.does(seat),
    }));
  }

  does(seat) {
    if (this.standing.over) return "";
    if (!this.contract) return seat === this.afterDealer ? this.t(`does.${this.game.first_does}`) : "";
    if (seat !== this.caller) return "";
    return this.contract.call.forced ? this.t("does.forced") : this.t("does.called", { bid: this.bid });
  }

  // --- the deal ------------------------------------------------------------------------------------------------------

  get deals() {
    let { key } = this.standing.because;
    if (key.startsWith("draw_")) key = STAYS.includes(key) ? "lost" : "won";
    if (key === "won" && this.rules.direction === "clockwise") key = "won_left";
    return this.t(`deals.${key}`, { dealer: this.names.seat(this.standing.dealer) });
  }

  get why() {
    const { key, why } = this.standing.because;
    return key === "by_hand" && why ? this.t("why.by_hand_because", { why }) : this.t(`why.${key}`);
  }

  // --- the rounds ----------------------------------------------------------------------------------------------------

  /** Lines of the paper, newest first. */
  lines(newest) {
    return this.reading.rows.slice(newest ? -newest : 0).reverse().map(([line, row]) => this.line(line, row));
  }

  line(line, row) {
    const [points, running, side] = this.figures(row);
    return {
      no: row.number ?? "–",
      told: this.told(line, row.leader),
      aside: row.counted ? "" : "aside",
      uncounted: !row.counted,
      figures: Boolean(row.number && row.counted),
      points,
      running,
      team: side ? `team ${side}` : "",
    };
  }

  told(line, leader) {
    if (line.entry === null) return this.t("told.misdeal");
    return this.retell(line.entry, leader, new Names(this.words, this.reading.seatNames(line.players)));
  }

  retell(entry, leader, names = this.names) {
    const row = rowOf(this.kit, this.reading.game, this.rules, entry);
    const ignored = this.game.decides.filter((part) => !this.variant.decides.includes(part));
    const counted = Object.entries(entry).filter(([part]) => !ignored.includes(part));
    return this.words.retell(Object.fromEntries(counted), row, names, leader);
  }

  figures({ after, outcome }) {
    if (!outcome) return ["", "", ""];
    const ahead = this.ahead(after);
    const side = ahead === null ? "" : "ab"[ahead];
    if (this.kind === "gap") return [signed(outcome.points[0] + outcome.points[1]), String(Math.abs(gapOf(after))), side];
    const won = outcome.winner === null ? "–" : this.words.plain(outcome.kot ? "row.kot" : "row.won");
    if (this.kind === "streak") return [won, String(Math.max(...after.streak)), side];
    return [won, `${after.score[0]}–${after.score[1]}`, outcome.winner === null ? "" : "ab"[outcome.winner]];
  }

  // --- the bar -------------------------------------------------------------------------------------------------------

  bar(ids) {
    const { reading, contract, words } = this;
    const [top] = reading.stack.at(-1) ?? [];
    const again = reading.takenBack.at(-1);
    return {
      ids,
      seen: reading.seen,
      last: reading.last ?? "",
      answers: contract?.id ?? "",
      moment: `${this.id}/${reading.last ?? ""}/${contract?.id ?? ""}`,
      step: this.game.called.length && !contract ? "bid" : "round",
      form: `${reading.game}${this.rules.seats === 6 ? "-6" : ""}`,
      tall: this.game.called.length ? "tall" : "",
      asks: this.asks,
      undo: top ? { target: top.id, said: words.plain("undo", { what: this.said(top) }) } : null,
      redo: again ? { target: again.id, said: words.plain("redo", { what: this.said(again) }) } : null,
      side: Boolean(again) || !this.standing.over,
      rematch: this.t("rematch", { dealer: this.names.seat(this.standing.dealer) }),
      waiting: "",
      trouble: "",
      clash: "",
      offer: "",
      notes: "",
    };
  }

  get asks() {
    if (this.standing.over) return this.t("stage.over");
    if (!this.contract) return this.t(`asks.${this.reading.game}`);
    return this.t("asks.result", { side: this.names.team(this.caller % 2), bid: this.bid });
  }

  /** The series with this match in it: what its rematch begins with. */
  get seriesNow() {
    const winner = this.series.counts ? this.standing.winner : null;
    return { won: this.series.won.map((won, side) => won + Number(winner === side)), counts: true };
  }

  /** Who leads the series, with this match; nothing where no other one was won. */
  get seriesTold() {
    const [a, b] = this.series.won;
    if (!a && !b) return "";
    const { won } = this.seriesNow;
    const score = pair([Math.max(...won), Math.min(...won)]);
    if (won[0] === won[1]) return this.t("evening.level", { score });
    return this.t("evening.lead", { side: this.names.side(Number(won[0] < won[1])), score });
  }

  /** What somebody who never kept score here does next; nothing from the third round on. */
  get tip() {
    if (this.standing.over || this.number > 2) return "";
    if (this.number === 2) return this.t("tip.undo");
    return this.t(this.game.called.length && !this.contract ? "tip.bid" : "tip.result");
  }

  /** What Undo takes back, or Redo brings again. */
  said(said) {
    if (said.kind !== "round") return this.t(`said.${said.kind}`);
    const found = this.reading.rows.find(([line]) => line.id === said.id);
    const number = found ? (found[1].number ?? "–") : this.number;
    const told = found ? this.told(found[0], found[1].leader) : this.retell(said.body.entry, this.afterDealer);
    return this.t("said.round", { number, told });
  }

  // --- the entry -----------------------------------------------------------------------------------------------------

  /** The form's source for the step the match is in, and what its slots are filled with. */
  entryForm() {
    const called = this.contract?.call.forced ? "forced" : this.bid;
    return this.form(this.contract ? `${this.caller % 2}-${called}` : "entry", this.names);
  }

  form(name, names) {
    const source = this.kit.forms[this.variant.forms[name]];
    const will = {};
    for (const [, row] of source.matchAll(/\{\{ m\.will\.([^ ]+) \}\}/g)) will[row] = this.will(row);
    const seat = Object.fromEntries(this.seats.map((_, number) => [number, names.seat(number)]));
    return [source, { m: texts({ sides: { 0: names.side(0), 1: names.side(1) }, seat, will }) }];
  }

  /** Say what entering this outcome would do. */
  will(row) {
    const after = this.after(row, this.contract ? this.caller : null);
    const outcome = worthOf(this.variant.rows[row])[this.afterDealer % 2];
    if (this.kind === "gap") return this.willGap(after, outcome.points);
    const { winner } = outcome;
    if (winner === null) return this.t("then.nobody");
    if (outcome.instant) return this.t(`then.${this.variant.all}`);
    if (after.over) return this.t(this.kind === "streak" ? "then.kot" : "then.match");
    if (this.kind === "rounds") return outcome.kot ? this.t("row.kot") : "";
    const count = this.kind === "streak" ? after.streak[winner] : after.score[winner];
    return this.t(`then.${this.kind}`, { count, target: this.rules.target });
  }

  willGap(after, points) {
    const side = points[0] ? 0 : 1;
    const lead = after.score[side] - after.score[1 - side];
    const gained = { points: signed(points[side]), count: Math.abs(lead) };
    if (after.over) return this.t(after.winner === side ? "then.wins" : "then.loses", gained);
    if (lead === 0) return this.t("then.level", gained);
    return this.t(lead > 0 ? "then.lead" : "then.behind", gained);
  }

  /** Whether such an entry can be, by the table alone. */
  possible(entry) {
    return rowName(this.kit, this.reading.game, this.rules, entry) in this.variant.rows;
  }
}

/** Make every text ready for HTML; what is yes, no or nothing stays for the parts to ask about. */
function texts(value) {
  if (value === null || typeof value === "boolean") return value;
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(texts);
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, texts(one)]));
  return escape(value);
}
