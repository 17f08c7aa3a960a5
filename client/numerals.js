/** Numbers as the reader writes them: what `scorekeeper/numerals.py` does to a page, done to what this phone wrote. */

const FIGURE = /&#?\w+;|\u2066[^\u2066\u2069]*\u2069|\u2068[^\u2068\u2069]*\u2069|[+−]?\d+(?:–\d+)*/g;
const KEPT = "script, style, textarea, code, svg, [translate=no]";
const isName = (text) => /\p{L}/u.test(text);

/** The reader's language with the digits that were chosen, as Intl knows it. */
export function localeOf({ lang, dataset }) {
  return dataset.numbers ? `${lang}-u-nu-${dataset.numbers}` : lang;
}

/** Write the numbers below an element. What was written so already stays. */
export function numerals(root, html = document.documentElement) {
  const rtl = html.dir === "rtl";
  if (!rtl && !html.dataset.numbers) return;
  const plain = new Intl.NumberFormat(localeOf(html), { useGrouping: false });
  const digits = html.dataset.numbers ? Array.from({ length: 10 }, (_, digit) => plain.format(digit)) : null;
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const place = node.parentElement;
    if (!/\d/.test(node.data) || place?.closest(KEPT)) continue;
    const bdi = place?.closest("bdi");
    const alone = Boolean(bdi?.dir);
    if (bdi && !alone && isName(node.data)) continue;
    const text = inText(node.data, digits, rtl && !alone);
    if (text !== node.data) node.data = text;
  }
}

function inText(text, digits, rtl) {
  return text.replace(FIGURE, (figure) => {
    if (figure[0] === "&" || (figure[0] === "\u2068" && isName(figure))) return figure;
    const written = digits ? figure.replace(/[0-9]/g, (digit) => digits[digit]) : figure;
    const signed = /^[+−]/.test(figure) || figure.includes("–");
    return rtl && signed && !/^[\u2066\u2068]/.test(figure) ? `\u2066${written}\u2069` : written;
  });
}
