import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { accountWithPassword } from "~/test/factories-accounts";
import { createAccountToken, findAccountToken } from "../account-tokens.server";
import { authenticateAccount } from "../accounts.server";
import { changePassword } from "./password-change.server";
import { rotateRefreshToken, startRefreshFamily } from "../refresh-tokens.server";
import { findVisitor, startSession } from "../sessions.server";

const db = await createTestDatabase();
const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const OLD = "Correct-Horse-7";
const NEW = "Monsoon-Verandah-9";

const signsIn = async (username: string, password: string) =>
  (await authenticateAccount(db.read, { username, password })).ok;
const change = (id: number, currentPassword: string, password = NEW) =>
  changePassword(db.write, id, { currentPassword, password }, site, NOW);
const subjects = async () =>
  (await db.read.selectFrom("outgoing_mails").select(["recipient", "subject"]).execute()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  );

beforeEach(async () => {
  await db.write.deleteFrom("outgoing_mails").execute();
  await db.write.deleteFrom("accounts").execute();
});

test("logs out all devices, voids links that could undo it, tells the owner; other accounts are unaffected", async () => {
  const { id, email } = await accountWithPassword(db.write, OLD);
  const other = await accountWithPassword(db.write, OLD);
  const sessions = await Promise.all(
    [id, id, other.id].map((accountId) =>
      startSession(db.write, { accountId, remember: true }, undefined, NOW),
    ),
  );
  const app = await startRefreshFamily(db.write, id, undefined, NOW);
  const otherApp = await startRefreshFamily(db.write, other.id, undefined, NOW);
  const purposes = ["reset_password", "change_email", "delete_account", "confirm_email"] as const;
  const links = await Promise.all(
    purposes.map(async (purpose) => ({
      purpose,
      ...(await createAccountToken(db.write, id, purpose, NOW)),
    })),
  );

  expect(await change(id, OLD)).toEqual({
    ok: true,
    message: "Your password has been changed. Please log in with the new one",
  });
  expect(await signsIn(email, OLD)).toBe(false);
  expect(await signsIn(email, NEW)).toBe(true);
  const alive = await Promise.all(sessions.map((session) => findVisitor(db.read, session.id, NOW)));
  expect(alive.map((found) => found !== null)).toEqual([false, false, true]);
  expect(await rotateRefreshToken(db.write, app.refreshToken, NOW)).toBeNull();
  expect(await rotateRefreshToken(db.write, otherApp.refreshToken, NOW)).not.toBeNull();
  const good = await Promise.all(
    links.map(({ token, purpose }) => findAccountToken(db.read, token, purpose, NOW)),
  );
  // The link that confirms the address still works.
  expect(good.map((owner) => owner !== null)).toEqual([false, false, false, true]);
  expect(await subjects()).toEqual([`${email}: Your password for Kitab was changed`]);
});

test("refuses a wrong current password, a common new one, and an account without a password", async () => {
  const { id, email } = await accountWithPassword(db.write, OLD);
  const session = await startSession(db.write, { accountId: id, remember: false }, undefined, NOW);
  const third = await createAccount(db.write);
  expect(await change(id, "Not-The-One-7")).toMatchObject({ ok: false, reason: "wrong" });
  expect(await change(id, OLD, "Welcome@123")).toMatchObject({ ok: false, reason: "password" });
  expect(await change(third, OLD)).toMatchObject({ ok: false, reason: "no_password" });
  expect(await signsIn(email, OLD)).toBe(true);
  expect(await findVisitor(db.read, session.id, NOW)).not.toBeNull();
  expect(await subjects()).toEqual([]);
});

test("five changes at the same time: one succeeds, the others report a failure", async () => {
  const { id, email } = await accountWithPassword(db.write, OLD);
  const passwords = [1, 2, 3, 4, 5].map((number) => `Monsoon-Verandah-${number}`);
  const outcomes = await Promise.all(passwords.map((password) => change(id, OLD, password)));
  const winners = passwords.filter((_, index) => outcomes[index]!.ok);
  expect(winners).toHaveLength(1);
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
    Array.from({ length: 4 }, () => ({ ok: false, reason: "lost", message: "Failed to change password" })),
  );
  expect(await signsIn(email, winners[0]!)).toBe(true);
  expect(await subjects()).toHaveLength(1);
});

test("refuses the change when the account is deactivated meanwhile", async () => {
  const { id } = await accountWithPassword(db.write, OLD);
  const changing = change(id, OLD);
  await db.write.updateTable("accounts").set({ status: "inactive" }).where("id", "=", id).execute();
  expect(await changing).toMatchObject({ ok: false, reason: "lost" });
});
