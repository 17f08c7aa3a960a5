/** Sends a summary: by the phone's own sheet; without one the clipboard or a download stands in. */

const year = 365 * 24 * 3600;

/** Tell the server the zone in which this phone reads dates. */
function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=${year}; samesite=lax`;
}

/** Offer something to the phone's sheet: true when that is dealt with, also by somebody who thought better of it. */
async function offered(what) {
  if (!navigator.share || (what.files && !navigator.canShare?.(what))) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (problem) {
    return problem.name === "AbortError";
  }
}

/** Send the text; its link is in it, for some chats drop one of the two. Gives what to say about it. */
async function sendText(place) {
  const field = place.querySelector("[data-send-text]");
  if (await offered({ text: field.value })) return "";
  try {
    await navigator.clipboard.writeText(field.value);
    return place.dataset.sendCopied;
  } catch {
    // Over plain http there is no clipboard: the text is there to be copied by hand.
    place.querySelector("details").open = true;
    field.focus();
    field.select();
    return place.dataset.sendSelect;
  }
}

/** Send the picture alone: with a text beside it, some chats drop the picture. Gives what to say about it. */
async function sendPicture(place, { picture, name }) {
  const answer = await fetch(picture);
  if (!answer.ok) return place.dataset.sendFailed;
  const file = new File([await answer.blob()], name, { type: "image/png" });
  if (await offered({ files: [file] })) return "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return place.dataset.sendSaved;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-send]");
  if (!button) return;
  const place = button.closest(".send");
  const told = place.querySelector("[data-send-told]");
  told.textContent = "";
  try {
    told.textContent = await (button.dataset.send === "text" ? sendText(place) : sendPicture(place, button.dataset));
  } catch {
    told.textContent = place.dataset.sendFailed;
  }
});

for (const buttons of document.querySelectorAll("[data-send-buttons]")) buttons.hidden = false;
tellZone();
