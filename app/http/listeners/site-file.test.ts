import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_AGE_MS, MOST_MAKINGS, siteFiles, UNWANTED_MS } from "./site-file.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => vi.useRealTimers());

/** A catalogue whose file is made by hand: each making says how often it began, was finished or stopped. */
function catalogue() {
  const shop = { version: 1, begun: 0, stopped: 0 };
  const { find } = siteFiles(() => shop.version);
  const pieces: (() => void)[] = [];
  const make = async function* () {
    const number = ++shop.begun;
    let isWhole = false;
    try {
      for (const piece of [`making ${number} `, "of two pieces"]) {
        await new Promise<void>((resolve) => pieces.push(resolve));
        yield piece;
      }
      isWhole = true;
    } finally {
      if (!isWhole) shop.stopped += 1;
    }
  };
  const give = async () => {
    await expect.poll(() => pieces.length).toBeGreaterThan(0);
    pieces.shift()!();
  };
  const ask = (key = "feed", signal = new AbortController().signal) =>
    find(key, make, signal).then((file) => file && gunzipSync(file.compressed).toString());
  return { shop, ask, give, pieces };
}

test("however often the catalogue changes and clients give up, a file is made once at a time", async () => {
  const { shop, ask, give } = catalogue();
  for (let n = 0; n < 20; n++) {
    const client = new AbortController();
    void ask("feed", client.signal);
    await Promise.resolve();
    shop.version += 1;
    client.abort();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(shop.begun).toBe(1);
  const last = ask();
  await give();
  await give();
  expect(await last).toBe("making 1 of two pieces");
  expect(shop).toMatchObject({ begun: 1, stopped: 0 });
});

test("what nobody wants any more is stopped", async () => {
  const { shop, ask, give } = catalogue();
  const client = new AbortController();
  const asked = ask("feed", client.signal).catch(() => "stopped");
  await give();
  client.abort();
  await vi.advanceTimersByTimeAsync(UNWANTED_MS);
  await give();
  expect(await asked).toBe("stopped");
  expect(shop).toMatchObject({ begun: 1, stopped: 1 });
  // Whoever asks then gets a whole one.
  const next = ask();
  await give();
  await give();
  expect(await next).toBe("making 2 of two pieces");
});

test("what is made quickly follows each change at once", async () => {
  const { shop, ask, give } = catalogue();
  for (const number of [1, 2, 3]) {
    shop.version += 1;
    const asked = ask();
    await give();
    await give();
    expect(await asked).toBe(`making ${number} of two pieces`);
  }
  expect(await ask()).toBe("making 3 of two pieces");
});

test("what takes long is sent as it was, for some minutes, while one new one is made", async () => {
  const { shop, ask, give } = catalogue();
  const first = ask();
  await give();
  await vi.advanceTimersByTimeAsync(13_000);
  await give();
  expect(await first).toBe("making 1 of two pieces");
  for (let n = 0; n < 20; n++) {
    shop.version += 1;
    expect(await ask()).toBe("making 1 of two pieces");
  }
  expect(shop.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(260_000);
  const outdated = [ask(), ask()];
  await expect.poll(() => shop.begun).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await Promise.all(outdated)).toEqual(Array(2).fill("making 1 of two pieces"));
  // Beyond the greatest age the new one is waited for.
  await vi.advanceTimersByTimeAsync(MAX_AGE_MS);
  const late = ask();
  await vi.advanceTimersByTimeAsync(2000);
  await give();
  await give();
  expect(await late).toBe("making 2 of two pieces");
  expect(shop).toMatchObject({ begun: 2, stopped: 0 });
});

test("a few are made at the same time, whatever Hosts are asked for; others are refused, and what is there is sent", async () => {
  const { shop, ask, give } = catalogue();
  const known = ask("known");
  await give();
  await give();
  await known;
  for (let n = 0; n < MOST_MAKINGS; n++) void ask(`feed of host ${n}`);
  await expect.poll(() => shop.begun).toBe(1 + MOST_MAKINGS);
  expect(await ask("feed of one more host")).toBe(null);
  shop.version += 1;
  expect(await ask("known")).toBe("making 1 of two pieces");
  expect(shop.begun).toBe(1 + MOST_MAKINGS);
});

test("what cannot be made is made anew for the next who asks", async () => {
  const { find } = siteFiles(() => 1);
  let tries = 0;
  const make = function* () {
    if (++tries === 1) throw new Error("the database is away");
    yield "whole";
  };
  const ask = () => find("feed", make, new AbortController().signal);
  await expect(ask()).rejects.toThrow("the database is away");
  expect(gunzipSync((await ask())!.compressed).toString()).toBe("whole");
});
