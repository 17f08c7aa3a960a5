/** What a page does more with scripts: drafts, honest failures, steppers, local times. Everything works without it. */

import { dropDraft, keepDrafts } from "./drafts.js";
import "./share.js";

const trouble = () => document.getElementById("trouble");

/** Say that something was not saved; the form stays as it is. */
function sayTrouble(text) {
  const place = trouble();
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
}

/** Times come in UTC; a phone shows its own. */
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const how = "date" in time.dataset ? { dateStyle: "medium" } : { timeStyle: "short" };
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, how).format(moment);
  }
}

/** A select with a button on either side: no keyboard, no wheel. From nothing, either button goes to the middle. */
function steppers(root) {
  for (const stepper of root.querySelectorAll("[data-stepper]")) {
    const select = stepper.querySelector("select");
    for (const button of stepper.querySelectorAll("[data-step]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const last = select.options.length - 1;
        const middle = Math.ceil(last / 2);
        const next = select.selectedIndex < 1 ? middle : select.selectedIndex + Number(button.dataset.step);
        select.selectedIndex = Math.min(Math.max(next, 1), last);
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
  }
}

/** What the page does not ask now is not sent, though it was chosen before. */
document.addEventListener("formdata", (event) => {
  for (const field of event.target.querySelectorAll("[data-if] select")) {
    if (field.checkVisibility?.() === false) event.formData.delete(field.name);
  }
});

function dress(root) {
  localTimes(root);
  steppers(root);
  keepDrafts(root);
}

document.addEventListener("htmx:after:swap", () => dress(document));
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response?.status < 400) dropDraft(event.detail.ctx.sourceElement);
});
document.addEventListener("htmx:before:request", () => {
  if (trouble()) trouble().hidden = true;
});
document.addEventListener("htmx:error", () => sayTrouble(document.body.dataset.unsent));
document.addEventListener("htmx:response:error", (event) => {
  const status = event.detail.ctx.response?.status;
  if (status === 409 || status === 422) return;
  sayTrouble(status >= 500 ? document.body.dataset.unsent : document.body.dataset.refused);
});
// A page that comes back, from the browser's own memory or from its cache, may be an hour old.
window.addEventListener("pageshow", (event) => {
  const [navigation] = performance.getEntriesByType("navigation");
  if (event.persisted || navigation?.type === "back_forward") location.reload();
});

dress(document);
