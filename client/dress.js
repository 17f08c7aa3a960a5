/** What a page does more with scripts: drafts, steppers, local times. Everything works without. */

import { dressPhone } from "./device.js";
import { keepDrafts } from "./drafts.js";
import { dressSpeech } from "./speak.js";
import { dressStand } from "./stand.js";
import { localeOf, numerals } from "./numerals.js";

/** Times come in UTC; a phone shows its own. */
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const how = "date" in time.dataset ? { dateStyle: "medium" } : { timeStyle: "short" };
    time.textContent = new Intl.DateTimeFormat(localeOf(document.documentElement), how).format(moment);
  }
}

/** A select with a button on either side: no keyboard, no wheel. From nothing, either button goes to the middle. */
function steppers(root) {
  for (const stepper of root.querySelectorAll("[data-stepper]")) {
    const select = stepper.querySelector("select");
    for (const button of stepper.querySelectorAll("[data-step]")) {
      button.hidden = false;
      button.onclick = () => {
        const last = select.options.length - 1;
        const middle = Math.ceil(last / 2);
        const next = select.selectedIndex < 1 ? middle : select.selectedIndex + Number(button.dataset.step);
        select.selectedIndex = Math.min(Math.max(next, 1), last);
        select.dispatchEvent(new Event("change", { bubbles: true }));
      };
    }
  }
}

/** What the page does not ask now is not sent, though it was chosen before. */
document.addEventListener("formdata", (event) => {
  for (const field of event.target.querySelectorAll("[data-if] select")) {
    if (field.checkVisibility?.() === false) event.formData.delete(field.name);
  }
});

export function dress(root) {
  localTimes(root);
  numerals(document.body);
  steppers(root);
  keepDrafts(root);
  dressPhone();
  dressSpeech();
  dressStand();
}
