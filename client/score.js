/** The score as a page says it: the same choices of sentences as `scorekeeper/score.py`. */

import { gapOf, step } from "./fold.js";
import { variantOf, worthOf } from "./table.js";
import { Html, Names, Words, escape, html, pair } from "./words.js";

export class Score {
  constructor(kit, reading) {
    this.kit = kit;
    this.words = new Words(kit);
    this.t = (key, figures) => this.words.t(key, figures);
    this.reading = reading;
    this.game = kit.games[reading.game];
    this.rules = reading.rules;
    this.variant = variantOf(kit, reading.game, this.rules);
    this.standing = reading.standing;
    this.names = new Names(this.words, reading.seatNames());
    this.contract = reading.state.contract;
  }

  /** What this match counts: a gap, a streak, points, or rounds. */
  get kind() {
    if ((this.rules.gap_limit ?? null) !== null) return "gap";
    return (this.rules.target ?? null) === null ? "rounds" : this.rules.mode;
  }

  ahead(standing = this.standing) {
    if (this.kind === "streak") return [0, 1].find((side) => standing.streak[side]) ?? null;
    return gapOf(standing) === 0 ? null : Number(gapOf(standing) < 0);
  }

  get headline() {
    const make = (digits, ahead, lead, ...goals) => ({
      digits,
      side: ahead === null ? "" : "ab"[ahead],
      lead,
      goal: new Html(goals.map(escape).join(" · ")),
    });
    return this[`${this.kind}Headline`](make, this.ahead());
  }

  gapHeadline(make, ahead) {
    const limit = this.rules.gap_limit;
    const gap = Math.abs(gapOf(this.standing));
    if (ahead === null) return make(0, null, this.t("level"), this.t("gap_goal", { count: limit }));
    const goal = gap < limit ? this.t("to_go", { count: limit - gap }) : this.t("gap_goal", { count: limit });
    return make(gap, ahead, this.t("lead", { side: this.names.side(ahead) }), goal);
  }

  streakHeadline(make, ahead) {
    const { target } = this.rules;
    if (ahead === null) return make(0, null, this.t("no_streak"), this.t("streak_goal", { count: target }), ...this.instant);
    const run = this.standing.streak[ahead];
    const goals = run < target ? [this.t("more_for_kot", { count: target - run })] : [];
    return make(run, ahead, this.t("in_a_row", { side: this.names.side(ahead) }), ...goals, ...this.instant);
  }

  pointsHeadline(make) {
    const goal = this.t("points_goal", { count: this.rules.target });
    return make(both(this.standing.score), null, this.t("points"), goal, ...this.instant);
  }

  roundsHeadline(make) {
    const goals = [this.t("kots", { kots: pair(this.standing.kots) })];
    for (const [rule, key] of [["target_rounds", "rounds_goal"], ["target_kots", "kots_goal"]])
      if ((this.rules[rule] ?? null) !== null) goals.push(this.t(key, { count: this.rules[rule] }));
    this.standing.streak.forEach((run, side) => {
      if (run > 1) goals.push(this.t("in_row", { side: this.names.side(side), count: run }));
    });
    return make(both(this.standing.score), null, this.t("rounds_won"), ...goals);
  }

  get instant() {
    return this.rules.instant_win ? [this.t(`instant.${this.variant.all}`)] : [];
  }

  get rope() {
    const limit = this.rules.gap_limit ?? null;
    if (limit === null) return null;
    const gap = Math.max(-limit, Math.min(limit, gapOf(this.standing)));
    const at = Math.floor((1600 * limit - 1480 * gap) / limit);
    const tenths = (one) => `${Math.floor(one / 10)}.${one % 10}`;
    const label = this.words.plain("rope", { lead: this.headline.lead, gap: Math.abs(gapOf(this.standing)), limit });
    return { at: tenths(at), from: tenths(Math.min(at, 1600)), width: tenths(Math.abs(at - 1600)), limit, label, b: gap < 0 };
  }

  get pips() {
    const { target } = this.rules;
    if (this.kind !== "streak" || target > 13) return null;
    const run = Math.max(...this.standing.streak);
    const pips = Array.from({ length: target }, (_, pip) => (pip < run ? "on" : ""));
    return { label: this.words.plain("then.streak", { count: run, target }), pips };
  }

  get verdict() {
    const { winner } = this.standing;
    return winner === null ? this.t("ended") : this.t("won", { side: this.names.side(winner) });
  }

  get ending() {
    const { standing, rules } = this;
    const loser = standing.winner === null ? "" : this.names.side(1 - standing.winner);
    const count = {
      gap: Math.abs(gapOf(standing)),
      streak: rules.target,
      points: rules.target,
      rounds: rules.target_rounds,
      kots: rules.target_kots,
    }[standing.reason];
    const key = standing.reason === "instant" ? this.variant.all : standing.reason;
    return this.t(`end.${key}`, { count, loser });
  }

  /** Bids that would end the match now; nothing once a bid stands, for then the buttons say it. */
  get dangers() {
    if (this.standing.over || this.contract || this.kind !== "gap") return [];
    const found = [];
    for (const side of [0, 1])
      for (const made of [true, false]) {
        const bid = this.variant.bids.find(([who, , well, row]) => who === side && well === made && this.ends(side, made, row));
        if (bid) found.push(this.t(made ? "danger.made" : "danger.failed", { side: this.names.team(side), bid: bid[1] }));
      }
    return found;
  }

  ends(side, made, row) {
    const lead = this.standing.score[side] - this.standing.score[1 - side];
    return lead > 0 === made && this.after(row).over;
  }

  after(row, bidder = null) {
    return step(this.rules, this.standing, { kind: "round", worth: worthOf(this.variant.rows[row]), bidder })[0];
  }
}

const both = ([a, b]) => html`<bdi dir="ltr"><span class="a">${a}</span>–<span class="b">${b}</span></bdi>`;
