/** Half an entry survives a turn of the phone, a reload, another app. It is kept on this phone, by the form's own key. */

const PREFIX = "draft:";
const MOST = 12;

/** Keep and bring back what is chosen or typed in every form that names its draft. */
export function keepDrafts(root) {
  for (const form of root.querySelectorAll("form[data-draft]")) {
    const key = PREFIX + form.dataset.draft;
    bringBack(form, key);
    form.addEventListener("input", () => keep(form, key));
    form.addEventListener("change", () => keep(form, key));
    // A form that htmx does not send leaves the page: what it sent must not come back into the next one.
    if (!form.hasAttribute("hx-post")) form.addEventListener("submit", () => dropDraft(form));
  }
}

/** Say whether half an entry is kept for a form. */
export function hasDraft(form) {
  try {
    return Boolean(form?.dataset.draft && JSON.parse(localStorage.getItem(PREFIX + form.dataset.draft) ?? "null")?.told.length);
  } catch {
    return false;
  }
}

/** Forget what was entered in a form: it was saved. */
export function dropDraft(form) {
  if (!form.dataset?.draft) return;
  try {
    localStorage.removeItem(PREFIX + form.dataset.draft);
  } catch {
    // Nothing was kept.
  }
}

function fields(form) {
  return [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "submit");
}

function keep(form, key) {
  const told = fields(form)
    .filter((field) => (field.type === "radio" || field.type === "checkbox" ? field.checked : field.value))
    .map((field) => [field.name, field.value]);
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), told }));
    forgetOld();
  } catch {
    // A phone that refuses storage keeps no drafts; the round itself is on the server.
  }
}

function bringBack(form, key) {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return;
  }
  for (const [name, value] of kept?.told ?? []) {
    for (const field of fields(form)) {
      if (field.name !== name) continue;
      if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
      else field.value = value;
    }
  }
}

function forgetOld() {
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
  drafts.sort((one, other) => age(other) - age(one));
  for (const key of drafts.slice(MOST)) localStorage.removeItem(key);
}
