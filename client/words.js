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

const [APART, APART_ENDS] = ["\u2068", "\u2069"];

/** Text without its tags, for labels; what stood apart in its HTML stays apart by marks that nobody sees. */
export const stripTags = (text) =>
  text instanceof Html
    ? text.text.replace(/<bdi[^>]*>/g, APART).replaceAll("</bdi>", APART_ENDS).replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|#34|#39);/g, (one) => Object.keys(ESCAPES).find((key) => ESCAPES[key] === one))
    : String(text);

/** The sentences of a kit. */
export class Words {
  constructor({ says, language, digits, apart }) {
    this.says = says;
    this.rule = new Intl.PluralRules(language);
    this.digits = digits;
    this.apart = apart;
  }

  /** A sentence, in the form that its figure `count` asks for. */
  sentence(key, { count }) {
    const says = this.says[key];
    return typeof says === "string" ? says : (says[this.rule.select(count)] ?? says.other);
  }

  /** Set a text apart that could run the other way than the sentence it stands in: a name, or −16. */
  setApart(value) {
    if (typeof value !== "string") return value ?? "";
    const name = this.apart && /\p{L}/u.test(value);
    // eslint-disable-next-line no-control-regex
    return name || !/^[\x00-\x7f]*$/.test(value) ? html`<bdi>${value}</bdi>` : value;
  }

  /** Say a sentence as HTML. Names are set apart, so that Urdu in an English sentence stays in its place. */
  t(key, figures = {}) {
    return new Html(fill(this.sentence(key, figures), (name) => escape(this.setApart(figures[name]))));
  }

  /** Say a sentence as text, for labels. */
  plain(key, figures = {}) {
    const apart = (value) => (this.apart && value && typeof value === "string" ? `${APART}${value}${APART_ENDS}` : stripTags(this.apart ? (value ?? "") : withoutPairs(value ?? "")));
    return fill(this.sentence(key, figures), (name) => apart(figures[name]));
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
    return this.told[seat] || this.words.plain("player", { number: this.words.digits[seat + 1] });
  }

  side(side) {
    if (!this.told.some(Boolean)) return this.words.plain("team_letter", { letter: "AB"[side] });
    const names = this.told.map((_, seat) => this.seat(seat)).filter((_, seat) => seat % 2 === side);
    return together(names);
  }

  team(side) {
    const name = this.words.apart ? html`<bdi>${this.side(side)}</bdi>` : this.side(side);
    return html`<span class="team ${"ab"[side]}">${name}</span>`;
  }
}

const fill = (sentence, value) => sentence.replace(/%\((\w+)\)s|%%/g, (all, name) => (name ? value(name) : "%"));

/** Where all runs from the left, two numbers keep their order by themselves. */
const withoutPairs = (value) => (value instanceof Html ? new Html(value.text.replace(/<bdi dir="ltr">(.*?)<\/bdi>/g, "$1")) : value);

/** Names side by side. Where one runs from the right and another does not, each keeps to itself. */
function together(names) {
  const fromTheRight = (name) => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name);
  const mixed = new Set(names.map(fromTheRight)).size > 1;
  return names.map((name) => (mixed ? `${APART}${name}${APART_ENDS}` : name)).join(" + ");
}
