/** Sentences by key, in the language the kit came in; every text that comes out is ready for HTML. */

const MINUS = "−";
const TEXT = "\ufe0e"; // suits as signs in our colours, not as the phone's own pictures
const SIGNS = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

/** Text that is HTML already. */
export class Html {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

export const escape = (text) => (text instanceof Html ? text.text : String(text).replace(/[&<>"']/g, (one) => ESCAPES[one]));

export const html = (parts, ...values) => new Html(String.raw({ raw: parts }, ...values.map(escape)));

/** Text without its tags, for labels. */
export const stripTags = (text) =>
  text instanceof Html
    ? text.text.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|#34|#39);/g, (one) => Object.keys(ESCAPES).find((key) => ESCAPES[key] === one))
    : String(text);

/** The sentences of a kit. */
export class Words {
  constructor(says) {
    this.says = says;
  }

  /** Say a sentence as HTML. Names are set apart, so that Urdu in an English sentence stays in its place. */
  t(key, figures = {}) {
    return new Html(fill(this.says[key], (name) => escape(apart(figures[name]))));
  }

  /** Say a sentence as text, for labels. */
  plain(key, figures = {}) {
    return fill(this.says[key], (name) => stripTags(figures[name] ?? ""));
  }

  /** A suit as its sign, red where the card is red. */
  sign(suit) {
    if (!suit) return new Html("");
    if (!(suit in SIGNS)) return html`<small>${this.says[`suit.${suit}`]}</small>`;
    const sign = SIGNS[suit] + TEXT;
    return suit === "hearts" || suit === "diamonds" ? html`<span class="red">${sign}</span>` : new Html(sign);
  }

  /** A suit with a space before it, to follow a number. */
  suit(suit) {
    return suit ? html` ${this.sign(suit)}` : "";
  }

  /** Retell an entry by its row. A seat that is not told is whoever was forced: the leader. */
  retell(entry, row, names, leader) {
    const [, , key, more] = row;
    const seat = entry.bidder ?? leader;
    const figures = { ...entry, ...more, seat: seat === null ? "" : names.seat(seat), suit: this.suit(entry.suit) };
    for (const [name, value] of Object.entries(figures)) if (Array.isArray(value) && value.length === 2) figures[name] = pair(value);
    return this.t(key, figures);
  }

  /** Retell a bid, or that all passed. */
  retellCall(call, names, leader) {
    return this.t("told.call", { seat: names.seat(call.bidder ?? leader), bid: call.bid ?? 7, suit: this.suit(call.suit) });
  }
}

/** Two numbers, A's first, whichever way the sentence runs. */
export const pair = ([a, b]) => html`<bdi dir="ltr">${a}–${b}</bdi>`;

/** A number of points with its sign. */
export const signed = (points) => (points < 0 ? `${MINUS}${-points}` : `+${points}`);

/** Who sits where: a seat nobody named is a number, a side nobody named is a letter. */
export class Names {
  constructor(words, told) {
    this.words = words;
    this.told = told;
  }

  seat(seat) {
    return this.told[seat] || this.words.plain("player", { number: seat + 1 });
  }

  side(side) {
    if (!this.told.some(Boolean)) return this.words.plain("team_letter", { letter: "AB"[side] });
    return this.told.map((_, seat) => this.seat(seat)).filter((_, seat) => seat % 2 === side).join(" + ");
  }

  team(side) {
    return html`<span class="team ${"ab"[side]}">${this.side(side)}</span>`;
  }
}

const fill = (sentence, value) => sentence.replace(/%\((\w+)\)s|%%/g, (all, name) => (name ? value(name) : "%"));

// eslint-disable-next-line no-control-regex
const apart = (value) => (typeof value === "string" && value && !/^[\x00-\x7f]*$/.test(value) ? html`<bdi>${value}</bdi>` : (value ?? ""));
