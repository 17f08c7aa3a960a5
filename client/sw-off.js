/** The worker of a server that wants none: it removes itself and all that an earlier one kept. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
    for (const page of await self.clients.matchAll({ type: "window" })) page.navigate(page.url).catch(() => {});
  };
  event.waitUntil(forget());
});
