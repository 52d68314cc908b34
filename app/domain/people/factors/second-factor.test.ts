import { beforeAll, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { accountWithApp, appCode } from "~/test/factors";
import { UNREADABLE_SECRET, USED_CODE, USED_RECOVERY_CODE, WRONG_CODE, WRONG_RECOVERY_CODE } from "./factors";
import { makeRecoveryCodes } from "./recovery-codes.server";
import { checkCode, hasSecondFactor, readFactors } from "./second-factor.server";
import { beginApp, confirmApp, readAppKey } from "./totp.server";

const NOW = new Date("2026-11-21T06:00:10.000Z");
const seconds = (count: number) => new Date(NOW.getTime() + count * 1000);
const EARLIER = seconds(-600);

let db: ShopDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
const withApp = async () => {
  const id = await createStaff(db.write);
  return { id, ...(await accountWithApp(db.write, id, EARLIER)) };
};
const check = (id: number, typed: string, at = NOW) => checkCode(db.write, id, typed, at);

describe("the app", () => {
  test("is on after the first right code, and its key cannot be read any more", async () => {
    const id = await createStaff(db.write);
    const names = { email: "kamini@example.com", shopName: "Books: and more" };
    expect(await readAppKey(db.read, id, names)).toBeNull();
    await beginApp(db.write, id, NOW);
    const key = (await readAppKey(db.read, id, names))!;
    expect(key.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(key.url).toMatch(/^otpauth:\/\/totp\/Books%20%20and%20more:kamini%40example\.com\?/);
    expect(key.url).toContain("algorithm=SHA1&digits=6&period=30");
    expect(await hasSecondFactor(db.read, id)).toBe(false);
    expect(await confirmApp(db.write, id, "000000", NOW)).toEqual({ ok: false, message: WRONG_CODE });
    const code = appCode(key.secret, NOW);
    expect(await confirmApp(db.write, id, code, NOW)).toEqual({ ok: true });
    expect(await hasSecondFactor(db.read, id)).toBe(true);
    expect(await readAppKey(db.read, id, names)).toBeNull();
    // The code that switched it on does not log in as well.
    expect(await check(id, code)).toEqual({ ok: false, message: USED_CODE });
    // Beginning once more does not replace the key of an app that is on.
    await beginApp(db.write, id, NOW);
    expect(await check(id, appCode(key.secret, seconds(60)), seconds(60))).toMatchObject({ ok: true });
  });

  test("the key is encrypted in the database, for its own account only", async () => {
    const { id, secret } = await withApp();
    const other = await withApp();
    const row = await db.read
      .selectFrom("totp_factors")
      .selectAll()
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    await db.write
      .updateTable("totp_factors")
      .set({ sealed_secret: row.sealed_secret })
      .where("account_id", "=", other.id)
      .execute();
    expect(await check(other.id, appCode(secret, NOW))).toEqual({ ok: false, message: UNREADABLE_SECRET });
    // Recovery codes do not need the key.
    expect(await check(other.id, other.recoveryCodes[0]!)).toEqual({ ok: true, kind: "recovery_code" });
  });

  test("a code counts thirty seconds earlier and later, no longer", async () => {
    const { id, secret } = await withApp();
    for (const late of [-61, 61])
      expect(await check(id, appCode(secret, seconds(late)))).toEqual({ ok: false, message: WRONG_CODE });
    expect(await check(id, appCode(secret, seconds(-30)))).toEqual({ ok: true, kind: "code" });
    expect(await check(id, ` ${appCode(secret, seconds(30)).replace(/^.../, "$& ")} `)).toMatchObject({
      ok: true,
    });
  });

  test("a time step is accepted once, and none before it; of ten requests at once one is accepted", async () => {
    const { id, secret } = await withApp();
    const code = appCode(secret, NOW);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => check(id, code)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.message === USED_CODE)).toHaveLength(9);
    expect(await check(id, appCode(secret, seconds(-30)))).toEqual({ ok: false, message: USED_CODE });
    expect(await check(id, appCode(secret, seconds(30)))).toMatchObject({ ok: true });
  });

  test("codes of another account, of an app being set up, and of no app are wrong", async () => {
    const { secret } = await withApp();
    const other = await withApp();
    const none = await createStaff(db.write);
    const begun = await createStaff(db.write);
    await beginApp(db.write, begun, NOW);
    const key = await readAppKey(db.read, begun, { email: "a@example.com", shopName: "Kitab" });
    for (const [id, code] of [
      [other.id, appCode(secret, NOW)],
      [none, appCode(secret, NOW)],
      [begun, appCode(key!.secret, NOW)],
      [other.id, "1234567"],
    ] as const)
      expect(await check(id, code)).toEqual({ ok: false, message: WRONG_CODE });
  });
});

describe("recovery codes", () => {
  test("ten of 80 bits, each accepted once in any spelling", async () => {
    const { id, recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const [first] = recoveryCodes;
    const sloppy = first!.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect(await check(id, sloppy)).toEqual({ ok: true, kind: "recovery_code" });
    expect(await check(id, first!)).toEqual({ ok: false, message: USED_RECOVERY_CODE });
    expect(await readFactors(db.read, id)).toMatchObject({ recoveryCodesLeft: 9 });
    const second = await Promise.all(Array.from({ length: 5 }, () => check(id, recoveryCodes[1]!)));
    expect(second.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("are stored as hashes; new ones replace them; another account's do not count", async () => {
    const { id, recoveryCodes } = await withApp();
    const other = await withApp();
    const rows = await db.read
      .selectFrom("recovery_codes")
      .selectAll()
      .where("account_id", "=", id)
      .execute();
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    expect(await check(other.id, recoveryCodes[0]!)).toEqual({ ok: false, message: WRONG_RECOVERY_CODE });
    // Not even when its row is given to another account: the hash is of code and account.
    const moved = db.write.updateTable("recovery_codes").set({ account_id: other.id });
    await moved.where("id", "=", rows[1]!.id).execute();
    expect(await check(other.id, recoveryCodes[1]!)).toEqual({ ok: false, message: WRONG_RECOVERY_CODE });
    const made = await makeRecoveryCodes(db.write, id, NOW);
    expect(await check(id, recoveryCodes[0]!)).toEqual({ ok: false, message: WRONG_RECOVERY_CODE });
    expect(await check(id, made[0]!)).toMatchObject({ ok: true });
    for (const nonsense of ["ABCD", "UUUU-UUUU-UUUU-UUUU", "ab cd"])
      expect(await check(id, nonsense)).toEqual({ ok: false, message: WRONG_RECOVERY_CODE });
  });
});
