/**
 * The main path in Firefox, driven by WebDriver BiDi: start a match, enter rounds, undo, lose the server, come back.
 * Talks with its test by lines: prints what it wants done to the server, and reads "done".
 */

import assert from "node:assert/strict";
import { createInterface } from "node:readline/promises";
import puppeteer from "puppeteer-core";

const [, , origin, firefox] = process.argv;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  extraPrefsFirefox: { "intl.accept_languages": "en" },
});
const page = await browser.newPage();
const broken = [];
page.on("pageerror", (problem) => broken.push(String(problem)));
await page.setViewport({ width: 412, height: 915 });

const ask = async (what) => {
  console.log(what);
  assert.equal((await lines.next()).value, "done");
};
const words = () => page.$eval("body", (body) => body.innerText);
const moment = () => page.evaluate(() => document.querySelector("form[data-draft]")?.dataset.draft ?? "");

async function until(what, test) {
  for (let turn = 0; turn < 200; turn += 1) {
    if (await test()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`never: ${what}\n${await words()}`);
}

async function tap(name) {
  const before = await moment();
  await new Promise((done) => setTimeout(done, 700)); // the bar takes no tap just after it has changed
  await page.locator(`::-p-xpath(//section[contains(@class,"bar")]//button[starts-with(normalize-space(.), "${name}")])`).click();
  await until(`something after ${name}`, async () => (await moment()) !== before);
}

const unsent = () =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open("scorekeeper");
        opening.onsuccess = () => {
          const all = opening.result.transaction("unsent").objectStore("unsent").getAll();
          all.onsuccess = () => {
            opening.result.close();
            done(all.result.length);
          };
        };
      }),
  );

try {
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.locator('a[href$="/new/dehla_pakad"]').click();
  await page.waitForSelector("#name-0");
  for (const [seat, name] of ["Asha", "بلال", "चित्रा", "Deepak"].entries()) await page.type(`#name-${seat}`, name);
  await page.locator(".deal input").click();
  await page.locator(".bar button.go").click();
  await until("the match", async () => page.url().includes("/m/"));
  const match = page.url();
  await until("a bar", async () => (await page.$(".bar form[data-draft]")) !== null);
  await tap("3–1");
  await tap("1–3");
  await tap("↶ Undo");
  assert.match(await words(), /in a row/);
  await until("all sent", async () => (await unsent()) === 0);

  await ask("kill");
  await tap("3–1");
  await tap("2–2");
  await until("a word that it waits", async () => /waiting for a signal/.test(await words()));
  await page.goto(match);
  await until("round 4 from this phone's own storage", async () => /Round 4/.test(await words()));
  await page.goto(origin);
  await until("the match on Home", async () => /Not sent yet/.test(await words()));
  await page.goto(match);
  await until("a bar", async () => (await page.$(".bar form[data-draft]")) !== null);

  await ask("start");
  await until("all sent", async () => (await unsent()) === 0);
  const answer = await page.evaluate((address) => fetch(`${address}.json`).then((one) => one.json()), match);
  assert.deepEqual(answer.rounds.map((row) => row.winner), [0, 0, null]);
  assert.deepEqual(broken, []);
  await ask("finished");
} finally {
  await browser.close();
}
process.exit(0);
