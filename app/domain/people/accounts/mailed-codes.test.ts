import { beforeEach, describe, expect, test } from "vitest";
import { accountWithPassword } from "~/test/factories-accounts";
import { createTestDatabase } from "~/test/database";
import { mailedCode, mailsTo } from "~/test/mails";
import { authenticateAccount } from "./accounts.server";
import { firstNameOf } from "./mailed-codes";
import { findMailedCode, sendMailedCode, sweepMailedCodes, useMailedCode } from "./mailed-codes.server";
import { findVisitor, startSession } from "./sessions.server";

const db = await createTestDatabase();
const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-27T10:00:00.000Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const OLD = "Correct-Horse-7";
const ASHA = "asha@example.in";
const OVER = { ok: false, reason: "over", message: "This code no longer works. Please ask for a new one" };

const ask = (email: string, now = NOW, held?: string, isKnown = false) =>
  sendMailedCode(db.write, { email, remember: false, isKnown, held }, site, now);
const type = (token: string, code: string, now = NOW) => useMailedCode(db.write, { token, code }, site, now);
const subjects = async (email: string) => (await mailsTo(db.read, email)).map(({ subject }) => subject);
const codes = () => db.read.selectFrom("mailed_codes").selectAll().orderBy("id").execute();
const accounts = () => db.read.selectFrom("accounts").select(["email", "first_name"]).orderBy("id").execute();
/** Another code than this one. */
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

/** Asks, and reads the mail. */
async function askAndRead(email: string, now = NOW, held?: string) {
  const token = await ask(email, now, held);
  return { token, code: await mailedCode(db.read, email) };
}

beforeEach(async () => {
  for (const table of ["outgoing_mails", "mailed_codes", "accounts"] as const)
    await db.write.deleteFrom(table).execute();
});

describe("asking for a code", () => {
  test("known and unknown addresses are mailed one; inactive ones nothing; staff that they need the password", async () => {
    const known = await accountWithPassword(db.write, OLD);
    const inactive = await accountWithPassword(db.write, OLD, { status: "inactive" });
    const staff = await accountWithPassword(db.write, OLD, { role: "admin" });
    const away = await accountWithPassword(db.write, OLD, { role: "admin", status: "inactive" });
    const all = [known.email, "new@example.in", inactive.email, away.email, staff.email];
    for (const email of all) await ask(email);
    await ask(staff.email, later(1));
    expect(await Promise.all(all.map(subjects))).toEqual([
      ["Your code for Kitab"],
      ["Your code for Kitab"],
      [],
      [],
      ["Please log in to Kitab with your password"],
    ]);
    expect(await subjects("nobody@example.com")).toEqual([]);
    const { text_body } = (await mailsTo(db.read, staff.email))[0]!;
    expect(text_body).not.toMatch(/\d{6}/);
    // Each has the same row, whoever has the address.
    const shape = (await codes()).map(({ code_hash, tries, used_at }) => [code_hash?.length, tries, used_at]);
    expect(new Set(shape.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(await accounts()).toHaveLength(4);
  });

  test("stores neither the code nor what the browser keeps, nor what a table of all codes would find", async () => {
    const { token, code } = await askAndRead(ASHA);
    expect(code).toMatch(/^\d{6}$/);
    const stored = JSON.stringify(await codes());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(code);
    // A hash belongs to its row alone.
    const other = await ask(ASHA);
    const [first] = await codes();
    await db.write
      .updateTable("mailed_codes")
      .set({ code_hash: first!.code_hash })
      .where("id", ">", first!.id)
      .execute();
    expect(await type(other, code)).toMatchObject({ reason: "wrong" });
    expect(await type(token, code)).toMatchObject({ ok: true });
  });

  test("at most five an hour and ten a day; then the newest of this browser stays as it is", async () => {
    const first = await askAndRead(ASHA);
    let held = first.token;
    for (const minute of [1, 2, 3, 4]) held = await ask(ASHA, later(minute), held);
    const code = await mailedCode(db.read, ASHA);
    expect(await subjects(ASHA)).toHaveLength(5);
    expect(await ask(ASHA, later(5), held)).toBe(held);
    expect(await subjects(ASHA)).toHaveLength(5);
    // Another browser gets no mail, and no code opens what it keeps.
    const elsewhere = await ask(ASHA, later(5));
    expect(await subjects(ASHA)).toHaveLength(5);
    expect(await type(elsewhere, code, later(5))).toMatchObject({ reason: "wrong" });
    expect(await type(first.token, first.code, later(5))).toEqual(OVER);
    expect(await type(held, code, later(5))).toMatchObject({ ok: true });

    for (const minute of [62, 63, 64, 65, 66, 67]) await ask(ASHA, later(minute));
    expect(await subjects(ASHA)).toHaveLength(10);
    await ask(ASHA, later(600));
    expect(await subjects(ASHA)).toHaveLength(10);
    await ask(ASHA, later(24 * 60 + 4));
    expect(await subjects(ASHA)).toHaveLength(11);
  });

  test("a browser that has logged in before is counted by itself: strangers who ask keep nobody out", async () => {
    for (let n = 0; n < 6; n += 1) await ask(ASHA, later(n));
    expect(await subjects(ASHA)).toHaveLength(5);
    const token = await ask(ASHA, later(6), undefined, true);
    expect(await subjects(ASHA)).toHaveLength(6);
    expect(await type(token, await mailedCode(db.read, ASHA), later(6))).toMatchObject({ ok: true });
    for (let n = 7; n < 13; n += 1) await ask(ASHA, later(n), undefined, true);
    expect(await subjects(ASHA)).toHaveLength(10);
  });

  test("is counted alike for staff and inactive accounts: what the browser keeps tells nothing", async () => {
    const inactive = await accountWithPassword(db.write, OLD, { status: "inactive" });
    const staff = await accountWithPassword(db.write, OLD, { role: "admin" });
    const askSixTimes = async (email: string) => {
      let held = await ask(email);
      for (const minute of [1, 2, 3, 4]) held = await ask(email, later(minute), held);
      expect([email, await ask(email, later(5), held)]).toEqual([email, held]);
    };
    await Promise.all([inactive.email, staff.email, ASHA].map(askSixTimes));
  });
});

describe("typing the code", () => {
  test("opens the account once, in the browser that asked", async () => {
    const { id, email } = await accountWithPassword(db.write, OLD);
    const mine = await askAndRead(email);
    const theirs = await ask(email);
    expect(await type(theirs, mine.code)).toMatchObject({ ok: false, reason: "wrong" });
    expect(await type("of-no-browser", mine.code)).toEqual(OVER);
    expect(await findMailedCode(db.read, mine.token, NOW)).toEqual({ email, remember: false });
    expect(await type(mine.token, mine.code, later(9))).toEqual({
      ok: true,
      account: { id, email, role: "customer" },
      remember: false,
      message: "Login successful!",
    });
    expect(await type(mine.token, mine.code, later(9))).toEqual(OVER);
    // It ended the other one of the address too.
    expect(await findMailedCode(db.read, theirs, later(9))).toBeNull();
    expect(await authenticateAccount(db.read, { username: email, password: OLD })).toMatchObject({
      ok: true,
    });
  });

  test("makes the account if there is none, confirmed and without a password", async () => {
    const { token, code } = await askAndRead("asha.rao92@example.in");
    expect(await accounts()).toEqual([]);
    expect(await type(token, code)).toMatchObject({
      ok: true,
      message: "Registration successful! Welcome to Kitab",
    });
    const made = await db.read.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
    expect(made).toMatchObject({
      email: "asha.rao92@example.in",
      first_name: "Asha",
      role: "customer",
      password_hash: null,
      email_confirmed_at: NOW.toISOString(),
    });
  });

  test("two requests with one code, and two codes of one new address: one account, one gets in with a code", async () => {
    const first = await askAndRead(ASHA);
    const second = await askAndRead(ASHA);
    const outcomes = await Promise.all([
      ...[1, 2, 3].map(() => type(first.token, first.code)),
      type(second.token, second.code),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
  });

  test("five tries, however many come at once; then the right code no longer works", async () => {
    const { token, code } = await askAndRead(ASHA);
    const tried = await Promise.all(Array.from({ length: 12 }, () => type(token, wrong(code))));
    const messages = tried.flatMap((outcome) =>
      outcome.ok || outcome.reason === "over" ? [] : [outcome.message],
    );
    expect(messages.toSorted()).toEqual([
      "This code is not right. Please look at the newest mail; you can type 2 more",
      "This code is not right. Please look at the newest mail; you can type 3 more",
      "This code is not right. Please look at the newest mail; you can type 4 more",
      "This code is not right. Please look at the newest mail; you can type one more",
    ]);
    expect(await type(token, code)).toEqual(OVER);
    expect((await codes())[0]!.tries).toBe(5);
  });

  test("the fifth try may be the right one", async () => {
    const { token, code } = await askAndRead(ASHA);
    for (let n = 0; n < 4; n += 1) await type(token, wrong(code));
    expect(await type(token, code)).toMatchObject({ ok: true });
  });

  test("is too late after ten minutes", async () => {
    const { token, code } = await askAndRead(ASHA);
    expect(await findMailedCode(db.read, token, later(10))).toBeNull();
    expect(await type(token, code, later(10))).toEqual(OVER);
    expect(await accounts()).toEqual([]);
  });

  test.each([{ status: "inactive" as const }, { role: "admin" as const, job: "owner" as const }])(
    "opens no account that is %o since the mail was sent: the answer is that of a wrong code",
    async (change) => {
      const { id, email } = await accountWithPassword(db.write, OLD);
      const { token, code } = await askAndRead(email);
      await db.write.updateTable("accounts").set(change).where("id", "=", id).execute();
      expect(await type(token, code)).toEqual({
        ok: false,
        reason: "wrong",
        message: "This code is not right. Please look at the newest mail; you can type 4 more",
      });
    },
  );

  test("an account that somebody else may have registered loses its password, sessions and links", async () => {
    const { id, email } = await accountWithPassword(db.write, OLD, { confirmed: false });
    const session = await startSession(db.write, { accountId: id, remember: true }, undefined, NOW);
    const { token, code } = await askAndRead(email);
    expect(await type(token, code)).toMatchObject({
      ok: true,
      message: "Login successful! A password chosen before your email was confirmed no longer works",
    });
    expect(await findVisitor(db.read, session.id, NOW)).toBeNull();
    expect(await authenticateAccount(db.read, { username: email, password: OLD })).toMatchObject({
      ok: false,
    });
    const row = await db.read
      .selectFrom("accounts")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ password_hash: null, email_confirmed_at: NOW.toISOString() });
  });
});

test("codes are deleted after a day, when they no longer count", async () => {
  await ask(ASHA);
  expect(await sweepMailedCodes(db.write, later(24 * 60))).toBe(0);
  expect(await sweepMailedCodes(db.write, later(24 * 60 + 1))).toBe(1);
  expect(await codes()).toEqual([]);
});

test.each([
  ["asha.rao92@example.in", "Asha"],
  ["a.rao@example.in", "Reader"],
  ["9845012345@example.in", "Reader"],
])("a new account at %s is called %s", (email, name) => {
  expect(firstNameOf(email)).toBe(name);
});
