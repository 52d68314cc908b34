import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { holdBack, MOST_HELD, MOST_OF_ONE, QUICKEST_MS } from "./hold-back.server";
import { makeStamp } from "./spam-guard.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

function shownMsAgo(ms: number) {
  const form = new FormData();
  form.set(GUARD_FIELDS.shown, makeStamp(NOW.getTime() - ms));
  return form;
}

/** Whether a form that was shown so long ago has been let through by then. */
async function isThrough(promise: Promise<unknown>, after: number) {
  let done = false;
  void promise.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(after);
  return done;
}

test("a form that comes soon waits for the rest of two seconds and then goes through; a later one does not wait", async () => {
  expect(await isThrough(holdBack("192.0.2.1", shownMsAgo(0)), QUICKEST_MS - 1)).toBe(false);
  expect(await isThrough(holdBack("192.0.2.1", shownMsAgo(500)), 1499)).toBe(true);
  expect(await holdBack("192.0.2.1", shownMsAgo(60_000))).toEqual({ allowed: true });
  // The clock of another machine may be ahead: never longer than two seconds.
  expect(await isThrough(holdBack("192.0.2.1", shownMsAgo(-600_000)), QUICKEST_MS)).toBe(true);
  expect(await holdBack("192.0.2.1", new FormData())).toEqual({ allowed: true });
});

test("of one address five forms wait at a time, of a household's IPv6 addresses together; afterwards the next may", async () => {
  const waiting = Array.from({ length: MOST_OF_ONE }, (_, at) => holdBack(`2001:db8::${at}`, shownMsAgo(0)));
  expect(await holdBack("2001:db8::9", shownMsAgo(0))).toMatchObject({
    allowed: false,
    retryAfterSeconds: 2,
  });
  expect(await holdBack("2001:db8::9", shownMsAgo(2000))).toEqual({ allowed: true });
  const other = holdBack("192.0.2.7", shownMsAgo(0));
  await vi.advanceTimersByTimeAsync(QUICKEST_MS);
  const through = await Promise.all([...waiting, other]);
  expect(through.map(({ allowed }) => allowed)).toEqual(Array.from(through, () => true));
  const next = holdBack("2001:db8::9", shownMsAgo(1990));
  await vi.advanceTimersByTimeAsync(10 + QUICKEST_MS);
  expect(await next).toEqual({ allowed: true });
});

test("no more than two hundred wait in all", async () => {
  const waiting = Array.from({ length: MOST_HELD }, (_, at) => holdBack(`10.0.${at}.1`, shownMsAgo(0)));
  expect(await holdBack("192.0.2.1", shownMsAgo(0))).toMatchObject({ allowed: false });
  await vi.advanceTimersByTimeAsync(QUICKEST_MS);
  expect((await Promise.all(waiting)).every(({ allowed }) => allowed)).toBe(true);
  const next = holdBack("192.0.2.1", shownMsAgo(0));
  await vi.advanceTimersByTimeAsync(QUICKEST_MS);
  expect(await next).toEqual({ allowed: true });
});

test.each([
  "account/login/forgot-password.tsx",
  "store/newsletter/newsletter.tsx",
  "store/requests/notify.tsx",
])("%s, whose one field browsers fill in, makes nobody wait", (file) => {
  const source = readFileSync(`app/routes/${file}`, "utf8");
  expect(source).toContain("readSender(");
  expect(source).not.toContain("holdBack");
});
