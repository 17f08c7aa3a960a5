/**
 * The fold: from what happened at the table to what is known after it. The same as `scorekeeper/games/fold.py`, and with
 * `reading.js` all that is written twice; a test plays thousands of matches through both. No game's rule is here: what an
 * entry is worth comes out of its game's table.
 */

const sideOf = (seat) => seat % 2;

/** Open a match, from nothing or carried over from paper. */
export function start(firstDealer, carried) {
  const nothing = { score: [0, 0], streak: [0, 0], kots: [0, 0], listed: 0, prior: null, decisive: null };
  const opened = { ...nothing, dealer: firstDealer, because: { key: "first", why: "" }, over: false, winner: null, reason: null };
  if (!carried || !Object.keys(carried).length) return opened;
  const streak = carried.streak ?? [0, 0];
  const running = [0, 1].find((side) => streak[side]) ?? null;
  return { ...opened, ...carried, because: { key: "paper", why: "" }, decisive: running };
}

/** Take one happening: the standing after it, and its line of the paper if it has one. */
export function step(rules, before, happening) {
  if (before.over) return uncounted(before, happening);
  switch (happening.kind) {
    case "dealer":
      return [{ ...before, dealer: happening.seat, because: { key: "by_hand", why: happening.why } }, null];
    case "end": {
      const { conceded } = happening;
      const end = conceded === null ? { winner: null, reason: "agreed" } : { winner: 1 - conceded, reason: "conceded" };
      return [{ ...before, over: true, ...end }, null];
    }
    case "misdeal": {
      const after = { ...before, because: { key: "misdeal", why: "" } };
      return [after, { number: null, dealer: before.dealer, leader: null, outcome: null, after, counted: true }];
    }
    default: {
      const afterDealer = (before.dealer + 1) % rules.seats;
      const outcome = happening.worth[sideOf(afterDealer)];
      const after = played(rules, before, outcome);
      const leader = happening.bidder ?? afterDealer;
      return [after, { number: after.listed, dealer: before.dealer, leader, outcome, after, counted: true }];
    }
  }
}

/** Signed difference, A's score less B's. */
export const gapOf = (standing) => standing.score[0] - standing.score[1];

/** Say whether a standing ends the match by the house rules, and if so why and who won. */
export function endOf(rules, standing) {
  const limit = rules.gap_limit ?? null;
  if (limit !== null && Math.abs(gapOf(standing)) >= limit) return ["gap", Number(gapOf(standing) < 0)];
  const mode = rules.mode ?? "streak";
  const targets = [
    [mode, mode === "points" ? standing.score : standing.streak, rules.target ?? null],
    ["rounds", standing.score, rules.target_rounds ?? null],
    ["kots", standing.kots, rules.target_kots ?? null],
  ];
  for (const [reason, figures, target] of targets) {
    const reached = target === null ? -1 : figures.findIndex((figure) => figure >= target);
    if (reached >= 0) return [reason, reached];
  }
  return null;
}

function played(rules, before, outcome) {
  const { winner } = outcome;
  const [dealer, because] = nextDeal(rules, before, winner);
  const after = {
    ...before,
    score: before.score.map((score, side) => score + outcome.points[side]),
    streak: winner === null ? before.streak : before.streak.map((run, side) => (side === winner ? run + 1 : 0)),
    kots: before.kots.map((kots, side) => kots + Number(outcome.kot && side === winner)),
    dealer,
    because: { key: because, why: "" },
    listed: before.listed + 1,
    prior: winner,
    decisive: winner ?? before.decisive,
  };
  const end = outcome.instant ? ["instant", winner] : endOf(rules, after);
  return end ? { ...after, over: true, reason: end[0], winner: end[1] } : after;
}

/** The losing side deals; a draw asks the round before it, as the house says. */
function nextDeal(rules, before, winner) {
  const stays = before.dealer;
  const passes = (stays + 1) % rules.seats;
  const dealing = sideOf(stays);
  if (winner !== null) return winner === dealing ? [passes, "won"] : [stays, "lost"];
  const draw = rules.draw_dealer ?? "prior";
  if (draw === "same") return [stays, "draw_same"];
  if (draw === "rotate") return [passes, "draw_rotates"];
  const earlier = draw === "last_decisive" ? before.decisive : before.prior;
  if (earlier === null) return [passes, before.listed ? "draw_again" : "draw_first"];
  return earlier === dealing ? [passes, "draw_won_before"] : [stays, "draw_lost_before"];
}

/** List what a correction left behind the match's end; it scores nothing. */
function uncounted(before, happening) {
  const row = { dealer: before.dealer, leader: null, outcome: null, counted: false };
  if (happening.kind === "misdeal") return [before, { ...row, number: null, after: before }];
  if (happening.kind !== "round") return [before, null];
  const after = { ...before, listed: before.listed + 1 };
  return [after, { ...row, number: after.listed, after }];
}
