import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { mailedToken } from "~/test/mails";
import { minutesAfter } from "~/test/time";
import { authenticateAccount, registerAccount } from "../accounts.server";
import { canConfirmEmail, sendConfirmation } from "./email-confirmation.server";
import {
  cancelEmailChange,
  confirmEmailChange,
  findEmailChange,
  pendingEmailChange,
  requestEmailChange,
  resendEmailChange,
} from "./email-change.server";
import { canResetPassword, requestPasswordReset } from "./password-reset.server";

const db = await createTestDatabase();
const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(NOW);
const DAY = 24 * 60;
const NEW = "asha.new@example.com";

const ask = (id: number, newEmail = NEW, now = NOW) =>
  requestEmailChange(db.write, id, { newEmail, currentPassword: PASSWORD }, site, now);
const confirm = (token: string, now = NOW) => confirmEmailChange(db.write, token, site, now);
const emailOf = async (id: number) =>
  (await db.read.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow()).email;
const mails = async () =>
  (await db.read.selectFrom("outgoing_mails").select(["recipient", "subject"]).orderBy("id").execute()).map(
    ({ recipient, subject }) => `${recipient}: ${subject}`,
  );

beforeEach(async () => {
  await db.write.deleteFrom("outgoing_mails").execute();
  await db.write.deleteFrom("accounts").execute();
});

test("changes the address only when the link is used, and then tells the old address", async () => {
  const { id, email } = await accountWithPassword(db.write, PASSWORD, { confirmed: false });
  expect((await ask(id)).ok).toBe(true);
  expect(await mails()).toEqual([`${NEW}: Please confirm your new email for Kitab`]);
  const token = await mailedToken(db.read, NEW);
  expect(JSON.stringify(await db.read.selectFrom("account_tokens").selectAll().execute())).not.toContain(
    token,
  );
  expect(await emailOf(id)).toBe(email);
  expect(await pendingEmailChange(db.read, id, later(DAY - 1))).toBe(NEW);
  expect(await findEmailChange(db.read, token, later(DAY - 1))).toBe(NEW);
  expect(await emailOf(id)).toBe(email);

  expect(await confirm(token, later(DAY - 1))).toEqual({ accountId: id, email: NEW });
  const row = await db.read.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ email: NEW, email_confirmed_at: later(DAY - 1).toISOString() });
  expect(await pendingEmailChange(db.read, id, later(DAY - 1))).toBeNull();
  expect((await mails()).at(-1)).toBe(`${email}: Your email for Kitab was changed`);
  expect((await authenticateAccount(db.read, { username: NEW, password: PASSWORD })).ok).toBe(true);
  expect((await authenticateAccount(db.read, { username: email, password: PASSWORD })).ok).toBe(false);
  expect(await confirm(token, later(DAY - 1))).toBeNull();
});

test("after the change, links mailed to the old address are invalid", async () => {
  const { id, email } = await accountWithPassword(db.write, PASSWORD, { confirmed: false });
  await sendConfirmation(db.write, { id, email }, site, NOW);
  const confirmation = await mailedToken(db.read, email);
  await requestPasswordReset(db.write, email, site, NOW);
  const reset = await mailedToken(db.read, email);
  await ask(id);
  await confirm(await mailedToken(db.read, NEW));
  expect(await canConfirmEmail(db.read, confirmation, NOW)).toBe(false);
  expect(await canResetPassword(db.read, reset, NOW)).toBe(false);
});

test("a link is invalid after a day, after another is sent, after a cancellation, and for other purposes", async () => {
  const { id } = await accountWithPassword(db.write, PASSWORD);
  await ask(id);
  const first = await mailedToken(db.read, NEW);
  expect(await confirm(first, later(DAY))).toBeNull();
  await resendEmailChange(db.write, { id, email: "any@example.com" }, site, NOW);
  const second = await mailedToken(db.read, NEW);
  expect(await findEmailChange(db.read, first, NOW)).toBeNull();
  expect(await canResetPassword(db.read, second, NOW)).toBe(false);
  await cancelEmailChange(db.write, id, NOW);
  expect(await confirm(second)).toBeNull();
  expect(await pendingEmailChange(db.read, id, NOW)).toBeNull();
  expect(await resendEmailChange(db.write, { id, email: "any@example.com" }, site, NOW)).toMatchObject({
    ok: false,
  });
  expect(await emailOf(id)).not.toBe(NEW);
});

test("requires the password; refuses one's own address", async () => {
  const { id, email } = await accountWithPassword(db.write, PASSWORD);
  const wrong = { newEmail: NEW, currentPassword: "Not-The-One-7" };
  expect(await requestEmailChange(db.write, id, wrong, site, NOW)).toMatchObject({ reason: "wrong" });
  expect(await ask(id, email)).toMatchObject({ ok: false, reason: "email" });
  expect(await mails()).toEqual([]);
});

test("a taken address: same answer and pending state, no link; the owner gets one mail an hour", async () => {
  const owner = await accountWithPassword(db.write, "Owner-Secret-9", { email: NEW });
  const { id } = await accountWithPassword(db.write, PASSWORD);
  const free = await accountWithPassword(db.write, PASSWORD);
  expect(await ask(id)).toEqual(await ask(free.id, "free@example.com"));
  expect(await pendingEmailChange(db.read, id, NOW)).toBe(NEW);
  await resendEmailChange(db.write, { id, email: "any@example.com" }, site, NOW);
  const toOwner = await db.read
    .selectFrom("outgoing_mails")
    .selectAll()
    .where("recipient", "=", NEW)
    .execute();
  expect(toOwner.map(({ subject }) => subject)).toEqual(["Your email already has an account at Kitab"]);
  expect(toOwner[0]!.text_body).not.toContain("token=");
  expect(await emailOf(owner.id)).toBe(NEW);
});

test("refuses the confirmation when the address was registered meanwhile", async () => {
  const { id, email } = await accountWithPassword(db.write, PASSWORD);
  await ask(id);
  const token = await mailedToken(db.read, NEW);
  const input = { firstName: "Ila", lastName: "Sen", email: NEW, password: "Owner-Secret-9" };
  await registerAccount(db.write, input, site, NOW);
  expect(await confirm(token)).toBeNull();
  expect(await emailOf(id)).toBe(email);
  expect((await mails()).at(-1)).toBe(`${NEW}: Your email already has an account at Kitab`);
});

test("concurrent confirmations: one of five succeeds; one of two accounts gets the address", async () => {
  const one = await accountWithPassword(db.write, PASSWORD);
  await ask(one.id, "once@example.com");
  const token = await mailedToken(db.read, "once@example.com");
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(token)));
  expect(five.filter(Boolean)).toHaveLength(1);
  expect((await mails()).filter((mail) => mail.startsWith(one.email))).toHaveLength(1);

  const two = await accountWithPassword(db.write, PASSWORD);
  await ask(one.id);
  const first = await mailedToken(db.read, NEW);
  await ask(two.id);
  const second = await mailedToken(db.read, NEW);
  const both = await Promise.all([confirm(first), confirm(second)]);
  expect(both.filter(Boolean)).toHaveLength(1);
});

test("sends at most five links an hour; the newest stays valid", async () => {
  const { id } = await accountWithPassword(db.write, PASSWORD);
  for (const minute of [0, 1, 2, 3, 4]) await ask(id, NEW, later(minute));
  const fifth = await mailedToken(db.read, NEW);
  expect(await ask(id, NEW, later(5))).toMatchObject({ ok: false, reason: "enough" });
  expect(await findEmailChange(db.read, fifth, later(5))).toBe(NEW);
  expect(await ask(id, NEW, later(61))).toMatchObject({ ok: true });
});

test("one address gets at most five an hour and ten a day, however many accounts ask for it", async () => {
  const ids: number[] = [];
  for (let at = 0; at < 12; at++) ids.push((await accountWithPassword(db.write, PASSWORD)).id);
  const asked = async (at: number, minute: number) => (await ask(ids[at]!, NEW, later(minute))).ok;
  for (let at = 0; at < 5; at++) expect(await asked(at, at)).toBe(true);
  expect(await asked(5, 5)).toBe(false);
  for (let at = 5; at < 10; at++) expect(await asked(at, 61 + at)).toBe(true);
  expect(await asked(10, 200)).toBe(false);
  expect((await ask(ids[10]!, "another@example.com", later(200))).ok).toBe(true);
  expect(await asked(11, DAY + 100)).toBe(true);
});
