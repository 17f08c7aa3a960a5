/** Fill a part of a page: `{{ name }}`, `{% if name %}…{% else %}…{% endif %}`, `{% for one in name %}…{% endfor %}`; no more. */

const TAG = /\{\{ ([^}]+?) \}\}|\{% (if|for|else|endif|endfor)(?: ([^%]+?))? %\}/g;

const kept = new Map();

/** Fill a part from slots whose texts are HTML already. */
export function fill(source, slots) {
  if (!kept.has(source)) kept.set(source, parse(source));
  return write(kept.get(source), slots);
}

function parse(source) {
  const open = [{ body: [] }];
  let at = 0;
  for (const found of source.matchAll(TAG)) {
    open.at(-1).body.push(source.slice(at, found.index));
    at = found.index + found[0].length;
    const [, path, tag, rest] = found;
    if (path) open.at(-1).body.push({ path: path.split(".") });
    else if (tag === "if") open.push({ test: rest.split("."), body: [] });
    else if (tag === "for") {
      const [one, list] = rest.split(" in ");
      open.push({ one, list: list.split("."), body: [] });
    } else if (tag === "else") {
      const node = open.at(-1);
      node.then = node.body;
      node.body = [];
    } else {
      const node = open.pop();
      open.at(-1).body.push(node);
    }
  }
  open[0].body.push(source.slice(at));
  return open[0].body;
}

const look = (slots, path) => path.reduce((value, name) => value?.[name], slots);

function write(body, slots) {
  return body
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.path) return look(slots, node.path) ?? "";
      if (node.list) return look(slots, node.list).map((one) => write(node.body, { ...slots, [node.one]: one })).join("");
      const [then, otherwise] = node.then ? [node.then, node.body] : [node.body, []];
      return write(truth(look(slots, node.test)) ? then : otherwise, slots);
    })
    .join("");
}

/** What Python calls true. */
const truth = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
