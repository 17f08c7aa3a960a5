/** A page in place of this one, as little of it changed as can be: nobody who reads, types or scrolls is disturbed. */

const ALIKE = ["section.board", "ol.log", ".stand"]; // a match, a history, table mode

const PASSING = 500; // milliseconds

/** Put a page in place of this one. Half an entry stays with the step of the round that it belongs to. */
export async function swapPage(text) {
  const part = document.createElement("template");
  part.innerHTML = text;
  const alike = ALIKE.some((kind) => document.querySelector(kind) && part.content.querySelector(kind));
  const same = momentOf(document) && momentOf(document) === momentOf(part.content);
  if (alike) keep(part.content, same);
  const lost = alike && !same && renewBar(part.content);
  const [dealt, read] = [placeOfDeal(), alike ? whatIsRead() : undefined];
  callIds("id", "its-id", document, part.content);
  await htmx.swap({ sourceElement: document.body, target: document.body, text: part.innerHTML, swap: alike || same ? "innerMorph" : "innerHTML" });
  callIds("its-id", "id", document);
  if (read?.part.isConnected) scrollBy(0, read.part.getBoundingClientRect().top - read.top);
  if (lost) refocus();
  if (alike) moveDeal(dealt, placeOfDeal());
}

/** The first part in sight of a page that was scrolled. (Browsers hold it in its place only at times, Safari never.) */
function whatIsRead() {
  const top = (part) => part.getBoundingClientRect().top;
  if (scrollY === 0) return undefined;
  const part = [document.activeElement, ...document.querySelectorAll("main > *, main li")].find((one) => one !== document.body && top(one) >= 0);
  return part && { part, top: top(part) };
}

/** The dealer's chip, the seat it lies at, and where on the screen that is. */
function placeOfDeal() {
  const chip = document.querySelector(".seat > .chip");
  return chip && { chip, seat: chip.parentElement.dataset.pos, at: chip.getBoundingClientRect() };
}

/** The deal passes: its chip goes over the table from the seat that dealt to the seat that deals now. */
function moveDeal(was, is) {
  if (!was || !is || was.seat === is.seat || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = `translate(${was.at.x - is.at.x}px, ${was.at.y - is.at.y}px)`;
  is.chip.animate?.({ transform: [from, "none"], zIndex: [1, 1] }, { duration: PASSING, easing: "ease-in-out" });
}

/**
 * Give the field "id" of every form another name for a moment: a form that has such a field says that this is its own
 * id, and would never be taken for the same form.
 */
function callIds(was, is, ...pages) {
  for (const page of pages) for (const field of page.querySelectorAll(`form > input[name="${was}"]`)) field.name = is;
}

/** The step of the round that the bar asks for. */
function momentOf(page) {
  return page.querySelector("form[data-draft]")?.dataset.draft ?? page.querySelector(".bar .entry")?.getAttribute("action");
}

/** What this page has and a page that is written anew cannot know. */
function keep(page, same) {
  const titled = (details) => details.querySelector("summary")?.textContent;
  const open = new Set([...document.querySelectorAll("details[open]")].map(titled));
  for (const details of page.querySelectorAll("details")) if (open.has(titled(details))) details.open = true;
  const [was, is] = [document, page].map((one) => one.querySelector("[data-live]"));
  if (was && is) is.textContent = was.textContent;
  const [told, silent] = [document, page].map((one) => one.querySelector("#trouble"));
  if (same && told && silent && !told.hidden) {
    silent.textContent = told.textContent;
    silent.hidden = false;
  }
}

/**
 * Another step is asked for now: the bar is another one, and takes no tap at first. (Changed where it lies it would take
 * them all, and what is chosen would be chosen for the next round.) Tells whether the focus was in it.
 */
function renewBar(page) {
  const [old, fresh] = [document, page].map((one) => one.querySelector(".bar"));
  if (!old || !fresh) return false;
  const focused = old.contains(document.activeElement);
  old.replaceWith(document.importNode(fresh, true));
  return focused;
}

/** A keyboard goes on from the new question, not from the top of the page. */
function refocus() {
  const title = document.querySelector(".bar h2");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** What became of half an entry, `half`, now that the table has moved on; nothing where it has not. */
export function tellElsewhere(half, board) {
  const { reading, words, contract } = board;
  const [, last, bid] = half.split("/");
  const now = reading.last ?? "";
  if (now === last && (contract?.id ?? "") === bid) return undefined;
  if (now === last && contract && !bid) return words.plain("elsewhere.bid");
  const later = !last || reading.state.lines.findIndex((line) => line.id === last) >= 0;
  if (later && now !== last) return words.plain("elsewhere.round", { number: board.number - 1 });
  return words.plain("elsewhere.moved");
}
