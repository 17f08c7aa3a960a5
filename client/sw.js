/**
 * The service worker. The server puts RELEASE, LANGUAGE, KEEPS and KEPT_PAGES before it: the name of this release, the
 * language that it keeps everything in, the files it is made of, and the pages that an evening begins with.
 *
 * Pages: the network first, with a short patience, then the copy that was kept, then a page that writes itself. Files
 * whose address names their content: from the cache. Everything else, and every write, goes to the network untouched.
 */

import { send } from "./outbox.js";

const PATIENCE = 2_500;
const MOST_PAGES = 60;
const FILES = `files-${RELEASE}`;
const PAGES = `pages-${RELEASE}`;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
self.addEventListener("sync", (event) => event.tag === "outbox" && event.waitUntil(sendAndTell()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("HX-Request")) return;
  if (request.mode === "navigate") {
    if (!/\.\w+$/.test(url.pathname)) event.respondWith(page(event, url));
  } else if (/^\/(static|kit)\//.test(url.pathname)) event.respondWith(file(request, url));
});

/** The files of this release, all or none; then the pages that a table without signal begins with, as many as come. */
async function install() {
  const files = await caches.open(FILES);
  await files.addAll(KEEPS);
  const pages = await caches.open(PAGES);
  for (const address of KEPT_PAGES) {
    // The server must give this visit no name: a page on the way to the table gets one, and only one can stay.
    const kept = `${address}${address.includes("?") ? "&" : "?"}kept&lang=${LANGUAGE}`;
    const answer = await fetch(kept).catch(() => undefined);
    if (answer?.ok && !answer.redirected) await pages.put(address, answer);
  }
  // The first one of all has nobody to wait for; nor has one in another language, for the reader chose that on purpose.
  const { active } = self.registration;
  if (!active || languageOf(active) !== LANGUAGE) await self.skipWaiting();
}

const languageOf = (worker) => new URL(worker.scriptURL).searchParams.get("lang");

async function activate() {
  for (const name of await caches.keys()) if (name !== FILES && name !== PAGES) await caches.delete(name);
  await self.clients.claim();
}

/** Send what waits, and tell the pages that are open: they still show it as waiting. */
async function sendAndTell() {
  const pages = new BroadcastChannel("scorekeeper");
  await send((item) => pages.postMessage(item.match));
  pages.close();
}

/**
 * Pages that may be kept: none with an invitation, or with what says who this phone is; no rules of one match among many;
 * and no link that somebody sent, which may be in their language.
 */
const mayBeKept = ({ pathname, searchParams }) =>
  /^\/($|start$|unsent$|rules|new\/|m\/)/.test(pathname) && !pathname.endsWith("/phones") && !searchParams.has("match") && !searchParams.has("lang");

async function page(event, url) {
  const key = url.pathname + (url.searchParams.get("seats") === "6" ? "?seats=6" : "");
  const coming = fetch(event.request).then(async (answer) => {
    if (mayBeKept(url) && !answer.redirected && answer.ok && answer.headers.get("Scorekeeper")) event.waitUntil(keep(key, answer.clone()));
    return answer;
  });
  event.waitUntil(coming.catch(() => {}));
  const answer = await Promise.race([coming.catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE))]);
  if (answer && !isTrouble(answer)) return answer;
  const kept = (await (await caches.open(PAGES)).match(key)) ?? (await (await caches.open(FILES)).match("/shell", { ignoreSearch: true }));
  return kept ?? answer ?? coming;
}

/** The server itself is in trouble, or somebody else answers in its place. */
const isTrouble = (answer) => answer.type !== "opaqueredirect" && (answer.status >= 500 || !answer.headers.get("Scorekeeper"));

async function keep(key, answer) {
  const pages = await caches.open(PAGES);
  await pages.put(key, answer);
  const keys = (await pages.keys()).filter((one) => new URL(one.url).pathname.startsWith("/m/"));
  for (const old of keys.slice(0, Math.max(keys.length - MOST_PAGES, 0))) await pages.delete(old);
}

async function file(request, url) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (problem) {
    // A page of another release, kept from before: today's file serves it better than none.
    const name = url.pathname.replace(/^\/static\/[^/]+\//, "");
    const fits = ({ pathname }) => (name.startsWith("/kit/") ? pathname.startsWith("/kit/") : pathname.endsWith(`/${name}`));
    const same = (await files.keys()).find((one) => fits(new URL(one.url)));
    const today = same && (await files.match(same));
    if (today) return today;
    throw problem;
  }
}
