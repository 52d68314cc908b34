import { beforeEach, describe, expect, test } from "vitest";
import { accountWithPassword } from "~/test/factories-accounts";
import { createTestDatabase } from "~/test/database";
import { mailedToken } from "~/test/mails";
import { sweepAccountTokens } from "../account-tokens.server";
import { authenticateAccount } from "../accounts.server";
import { sendConfirmation } from "./email-confirmation.server";
import {
  canResetPassword,
  RESET_LINK_INVALID,
  requestPasswordReset,
  resetPassword,
} from "./password-reset.server";
import { rotateRefreshToken, startRefreshFamily } from "../refresh-tokens.server";
import { findVisitor, startSession } from "../sessions.server";

const db = await createTestDatabase();
const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const MINUTE = 60_000;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const OLD = "Correct-Horse-7";
const NEW = "Monsoon-Verandah-9";

const mails = () =>
  db.read.selectFrom("outgoing_mails").select(["recipient", "subject"]).orderBy("id").execute();
const signIn = (username: string, password: string) => authenticateAccount(db.read, { username, password });
const linkFor = async (email: string, now = NOW) => {
  await requestPasswordReset(db.write, email, site, now);
  return mailedToken(db.read, email);
};

beforeEach(async () => {
  await db.write.deleteFrom("outgoing_mails").execute();
  await db.write.deleteFrom("accounts").execute();
});

describe("asking for a link", () => {
  test("known, unknown and inactive addresses get the same answer; only the known one gets a mail", async () => {
    const known = await accountWithPassword(db.write, OLD);
    const inactive = await accountWithPassword(db.write, OLD, { status: "inactive" });
    const answers = [];
    for (const email of [known.email, inactive.email, "nobody@example.com"]) {
      answers.push(await requestPasswordReset(db.write, email, site, NOW));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.message).toBe(
      "Reset password instruction sent to your email. Please check your email!",
    );
    expect(await mails()).toEqual([{ recipient: known.email, subject: "Reset your password for Kitab" }]);
  });

  test("a new link voids the earlier one; after five in an hour the newest stays valid", async () => {
    const { email } = await accountWithPassword(db.write, OLD);
    const first = await linkFor(email);
    const second = await linkFor(email, later(1));
    expect(await canResetPassword(db.read, first, later(2))).toBe(false);
    expect(await canResetPassword(db.read, second, later(2))).toBe(true);
    for (const minute of [3, 4, 5]) await linkFor(email, later(minute));
    const fifth = await mailedToken(db.read, email);
    await requestPasswordReset(db.write, email, site, later(6));
    expect(await mails()).toHaveLength(5);
    expect(await canResetPassword(db.read, fifth, later(6))).toBe(true);
  });
});

describe("choosing a new password", () => {
  test("works once, ends all sessions, voids all links, confirms the address, tells the owner", async () => {
    const account = await accountWithPassword(db.write, OLD, { confirmed: false });
    const other = await accountWithPassword(db.write, OLD);
    const sessions = await Promise.all(
      [account, account, other].map(({ id }) =>
        startSession(db.write, { accountId: id, remember: true }, undefined, NOW),
      ),
    );
    const [grant, others] = [
      await startRefreshFamily(db.write, account.id, undefined, NOW),
      await startRefreshFamily(db.write, other.id, undefined, NOW),
    ];
    await sendConfirmation(db.write, account, site, NOW);
    const token = await linkFor(account.email);
    expect(JSON.stringify(await db.read.selectFrom("account_tokens").selectAll().execute())).not.toContain(
      token,
    );

    const outcome = await resetPassword(db.write, { token, password: NEW }, site, later(59));
    expect(outcome).toEqual({
      ok: true,
      email: account.email,
      message: "Your password has been changed. Please log in with the new one",
    });

    expect(await signIn(account.email, OLD)).toMatchObject({ ok: false });
    expect(await signIn(account.email, NEW)).toMatchObject({ ok: true });
    const alive = await Promise.all(sessions.map(({ id }) => findVisitor(db.read, id, NOW)));
    expect(alive.map((session) => session !== null)).toEqual([false, false, true]);
    expect(await rotateRefreshToken(db.write, grant.refreshToken, later(1))).toBeNull();
    expect(await rotateRefreshToken(db.write, others.refreshToken, later(1))).not.toBeNull();
    const open = await db.read
      .selectFrom("account_tokens")
      .selectAll()
      .where("used_at", "is", null)
      .execute();
    expect(open).toEqual([]);
    const row = await db.read
      .selectFrom("accounts")
      .selectAll()
      .where("id", "=", account.id)
      .executeTakeFirstOrThrow();
    expect(row.email_confirmed_at).toBe(later(59).toISOString());
    expect((await mails()).at(-1)).toEqual({
      recipient: account.email,
      subject: "Your password for Kitab was changed",
    });

    expect(await resetPassword(db.write, { token, password: OLD }, site, later(59))).toEqual({
      ok: false,
      reason: "link",
      message: RESET_LINK_INVALID,
    });
    expect(await signIn(account.email, NEW)).toMatchObject({ ok: true });
  });

  test("refuses expired, unknown and garbled tokens, and those of inactive accounts", async () => {
    const account = await accountWithPassword(db.write, OLD);
    const token = await linkFor(account.email);
    for (const [given, now] of [
      [token, later(60)],
      ["", NOW],
      [token.slice(1), NOW],
      ["nonsense", NOW],
    ] as const) {
      expect(await resetPassword(db.write, { token: given, password: NEW }, site, now)).toMatchObject({
        reason: "link",
      });
    }
    await db.write.updateTable("accounts").set({ status: "inactive" }).execute();
    expect(await canResetPassword(db.read, token, NOW)).toBe(false);
    await db.write.updateTable("accounts").set({ status: "active" }).execute();
    expect(await canResetPassword(db.read, token, NOW)).toBe(true);
    expect(await signIn(account.email, OLD)).toMatchObject({ ok: true });
  });

  test("refuses a common password; the link stays valid", async () => {
    const account = await accountWithPassword(db.write, OLD);
    const token = await linkFor(account.email);
    expect(await resetPassword(db.write, { token, password: "Welcome@123" }, site, NOW)).toMatchObject({
      reason: "password",
    });
    expect(await resetPassword(db.write, { token, password: NEW }, site, NOW)).toMatchObject({ ok: true });
  });

  test("five resets with one link at the same time: one succeeds", async () => {
    const account = await accountWithPassword(db.write, OLD);
    const token = await linkFor(account.email);
    const passwords = [1, 2, 3, 4, 5].map((number) => `Monsoon-Verandah-${number}`);
    const outcomes = await Promise.all(
      passwords.map((password) => resetPassword(db.write, { token, password }, site, NOW)),
    );
    const winners = passwords.filter((_, index) => outcomes[index]!.ok);
    expect(winners).toHaveLength(1);
    expect(await signIn(account.email, winners[0]!)).toMatchObject({ ok: true });
  });
});

test("deletes tokens a day after they expired", async () => {
  const { email } = await accountWithPassword(db.write, OLD);
  await linkFor(email);
  expect(await sweepAccountTokens(db.write, later(60 + 24 * 60))).toBe(0);
  expect(await sweepAccountTokens(db.write, later(60 + 24 * 60 + 1))).toBe(1);
});
