import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { minutesAfter } from "~/test/time";
import { deviceName, endDevice, endOtherDevices, listDevices } from "./devices.server";
import { rotateRefreshToken, startRefreshFamily } from "./refresh-tokens.server";
import { findVisitor, startSession } from "./sessions.server";

const db = await createTestDatabase();
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(NOW);
const FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

const session = (accountId: number | null, userAgent = CHROME, now = NOW) =>
  startSession(db.write, { accountId, remember: false, userAgent }, undefined, now);
const app = (accountId: number, userAgent = "KitabApp/2.1", now = NOW) =>
  startRefreshFamily(db.write, accountId, undefined, now, userAgent);

describe("a device's name", () => {
  test.each([
    [FIREFOX, "Firefox on Android"],
    [CHROME, "Chrome on Windows"],
    ["", "An unknown browser"],
    ["<script>alert(1)</script>", "An unknown browser"],
    ["\u0000\u0001", "An unknown browser"],
  ])("of the user agent %j is %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

  test("of an app is the program's name", () => {
    expect(deviceName("KitabApp/2.1 (shop reader)", "app")).toBe("KitabApp");
    expect(deviceName("", "app")).toBe("An app");
  });
});

test("lists browsers and apps, this one first, then by last use; keeps 400 characters of the user agent", async () => {
  const mine = await createAccount(db.write);
  const other = await createAccount(db.write);
  const here = await session(mine, `${CHROME}${"x".repeat(600)}`);
  await session(mine, FIREFOX, later(5));
  const grant = await app(mine, "KitabApp/2.1", later(1));
  await rotateRefreshToken(db.write, grant.refreshToken, later(30));
  await session(other);
  await app(other);
  expect(await listDevices(db.read, mine, here.idHash, later(40))).toMatchObject([
    { kind: "browser", name: "Chrome on Windows", isThisOne: true, signedInAt: NOW.toISOString() },
    { kind: "app", name: "KitabApp", isThisOne: false, lastSeenAt: later(30).toISOString() },
    { kind: "browser", name: "Firefox on Android", isThisOne: false, lastSeenAt: later(5).toISOString() },
  ]);
  const rows = await db.read
    .selectFrom("sessions")
    .select("user_agent")
    .where("id_hash", "=", here.idHash)
    .execute();
  expect(rows[0]!.user_agent).toHaveLength(400);
  // Expired sessions are not listed.
  expect(await listDevices(db.read, mine, null, later(31 * 24 * 60))).toEqual([]);
});

test("keeps no user agent of guests", async () => {
  const guest = await session(null);
  const row = await db.read
    .selectFrom("sessions")
    .selectAll()
    .where("id_hash", "=", guest.idHash)
    .executeTakeFirst();
  expect(row!.user_agent).toBe("");
});

test("logs out one's own devices, one by one or all but this one; never those of others", async () => {
  const mine = await createAccount(db.write);
  const other = await createAccount(db.write);
  const [here, there, theirs] = [await session(mine), await session(mine), await session(other)];
  const [myApp, theirApp] = [await app(mine), await app(other)];
  const isIn = async ({ id }: { id: string }) => (await findVisitor(db.read, id, NOW)) !== null;
  const keyOf = (family: { familyId: number }) => String(family.familyId);

  expect(await endDevice(db.write, mine, { kind: "browser", key: theirs.idHash })).toBe(false);
  expect(await endDevice(db.write, mine, { kind: "app", key: keyOf(theirApp) })).toBe(false);
  expect(await endDevice(db.write, mine, { kind: "app", key: "nonsense" })).toBe(false);
  expect(await endDevice(db.write, mine, { kind: "browser", key: there.idHash })).toBe(true);
  expect(await endDevice(db.write, mine, { kind: "browser", key: there.idHash })).toBe(false);
  expect([await isIn(here), await isIn(there), await isIn(theirs)]).toEqual([true, false, true]);
  expect(await endDevice(db.write, mine, { kind: "app", key: keyOf(myApp) })).toBe(true);
  expect(await rotateRefreshToken(db.write, myApp.refreshToken, NOW)).toBeNull();

  const [again, appAgain] = [await session(mine), await app(mine)];
  await endOtherDevices(db.write, mine, here.idHash);
  expect([await isIn(here), await isIn(again), await isIn(theirs)]).toEqual([true, false, true]);
  expect(await rotateRefreshToken(db.write, appAgain.refreshToken, NOW)).toBeNull();
  expect(await rotateRefreshToken(db.write, theirApp.refreshToken, NOW)).not.toBeNull();
});
