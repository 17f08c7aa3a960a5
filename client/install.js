/** The service worker: put in place, a new release of it offered and taken on a tap, or taken away with all it keeps. */

import { kitOf } from "./known.js";
import { localeOf } from "./numerals.js";

const languageOf = (worker) => new URL(worker.scriptURL).searchParams.get("lang");

/** Put the worker in place where the browser has such a thing: not over plain http. */
export async function installWorker() {
  document.querySelector("[data-reset]")?.addEventListener("click", removeWorker);
  const container = navigator.serviceWorker;
  if (!container) return;
  // Only when a release is taken over from another one: the first worker of all changes nothing on this page.
  let before = container.controller;
  container.addEventListener("controllerchange", () => {
    // A worker of another language comes because this page is in that language already.
    if (before && container.controller && languageOf(before) === languageOf(container.controller)) location.reload();
    before = container.controller;
  });
  const registration = await container.register(`/sw.js?lang=${localeOf(document.documentElement)}`).catch(() => undefined);
  if (!registration) return;
  if (registration.waiting) offer(registration);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming.addEventListener("statechange", () => coming.state === "installed" && container.controller && offer(registration));
  });
  // An installed app may stay open for weeks.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && registration.update().catch(() => {}));
}

async function offer(registration) {
  const { controller } = navigator.serviceWorker;
  if (controller && languageOf(controller) !== languageOf(registration.waiting)) return;
  const { says } = await kitOf();
  document.querySelector(".update")?.remove();
  const bar = document.createElement("p");
  bar.className = "update";
  bar.setAttribute("role", "status");
  const button = document.createElement("button");
  button.className = "key";
  button.textContent = says["update.now"];
  button.addEventListener("click", () => registration.waiting?.postMessage("take over"));
  bar.append(says.update, " ", button);
  document.documentElement.append(bar);
}

async function removeWorker() {
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
  document.querySelector("[data-reset-done]").hidden = false;
}
