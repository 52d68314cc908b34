import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { whilePasswordsAreBusy } from "~/test/busy-passwords";
import { accountWithPassword } from "~/test/factories-accounts";
import { createTestDatabase } from "~/test/database";
import { mailedToken } from "~/test/mails";
import { LOGIN_FAILED } from "./accounts.schema";
import { authenticateAccount, ensureAdmin, registerAccount } from "./accounts.server";
import { canConfirmEmail, confirmEmail, resendConfirmation } from "./passwords/email-confirmation.server";

const db = await createTestDatabase();
const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const asha = { firstName: "Asha", lastName: "Rao", email: "asha@example.com", password: "Correct-Horse-7" };
const mails = () =>
  db.read
    .selectFrom("outgoing_mails")
    .select(["recipient", "subject", "text_body", "html_body"])
    .orderBy("id")
    .execute();
const accounts = () => db.read.selectFrom("accounts").selectAll().orderBy("id").execute();

beforeEach(async () => {
  await db.write.deleteFrom("outgoing_mails").execute();
  await db.write.deleteFrom("accounts").execute();
});

describe("registering", () => {
  test("creates an unconfirmed customer and queues the mail with a link that works once", async () => {
    const outcome = await registerAccount(db.write, asha, site, NOW);
    expect(outcome).toEqual({
      ok: true,
      message: "Registration successful! Welcome to Kitab. Please confirm your email",
    });
    const [account] = await accounts();
    expect(account).toMatchObject({
      email: "asha@example.com",
      role: "customer",
      status: "active",
      email_confirmed_at: null,
    });
    expect(account!.password_hash).toMatch(/^\$argon2id\$/);

    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: "asha@example.com",
      subject: "Please confirm your email for Kitab",
    });
    const token = await mailedToken(db.read, "asha@example.com");
    expect(mail!.text_body).toContain(`https://books.example/confirm-email?token=${token}`);
    const stored = await db.read.selectFrom("account_tokens").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    expect(await canConfirmEmail(db.read, token, later(DAY))).toBe(true);
    expect(await confirmEmail(db.write, token, later(DAY))).toBe(true);
    expect((await accounts())[0]!.email_confirmed_at).toBe(later(DAY).toISOString());
    expect(await confirmEmail(db.write, token, later(DAY))).toBe(false);
    expect(await canConfirmEmail(db.read, token, later(DAY))).toBe(false);
  });

  test("five confirmations with one link at the same time: one succeeds", async () => {
    await registerAccount(db.write, asha, site, NOW);
    const token = await mailedToken(db.read, asha.email);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => confirmEmail(db.write, token, NOW)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test("the link expires after three days, and works for one purpose only", async () => {
    await registerAccount(db.write, asha, site, NOW);
    const token = await mailedToken(db.read, asha.email);
    expect(await confirmEmail(db.write, token, later(3 * DAY))).toBe(false);
    await db.write.updateTable("account_tokens").set({ purpose: "reset_password" }).execute();
    expect(await confirmEmail(db.write, token, NOW)).toBe(false);
  });

  test("a taken address: same answer, same hash work, no change; the owner gets one mail an hour", async () => {
    const owner = await accountWithPassword(db.write, "Owner-Secret-9", { email: asha.email });
    const before = await accounts();
    const first = await registerAccount(db.write, asha, site, NOW);
    expect(first).toEqual(await registerAccount(db.write, { ...asha, email: "free@example.com" }, site, NOW));
    // Both hash a password: while no more can be hashed, both are refused.
    const refused = await whilePasswordsAreBusy(() =>
      Promise.all(
        [asha.email, "free2@example.com"].map((email) =>
          registerAccount(db.write, { ...asha, email }, site, NOW),
        ),
      ),
    );
    expect(refused).toMatchObject([{ ok: false }, { ok: false }]);
    expect(refused[0]).toEqual(refused[1]);
    await registerAccount(db.write, asha, site, later(1000));
    expect((await accounts()).filter((account) => account.id === owner.id)).toEqual(before);
    const told = () =>
      mails().then((all) => all.filter((mail) => mail.recipient === asha.email).map((mail) => mail.subject));
    expect(await told()).toEqual(["You already have an account at Kitab"]);
    await registerAccount(db.write, asha, site, later(HOUR));
    expect(await told()).toHaveLength(2);
  });

  test("a double click creates one account and sends one mail", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => registerAccount(db.write, asha, site, NOW)));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
    expect(await accounts()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test("refuses the most common passwords before any hashing", async () => {
    const common = { ...asha, password: "Password@123" };
    // Hashing would be refused.
    expect(await whilePasswordsAreBusy(() => registerAccount(db.write, common, site, NOW))).toEqual({
      ok: false,
      field: "password",
      message: "This password is one of the most common. Please choose another one",
    });
    expect(await accounts()).toEqual([]);
  });

  test("the mail contains nothing that the registering person typed", async () => {
    const evil = "Win ₹9999 at https://evil.example\r\nBcc: x@example.com";
    await registerAccount(db.write, { ...asha, firstName: evil, lastName: evil }, site, NOW);
    expect(JSON.stringify(await mails())).not.toContain("evil");
  });
});

describe("logging in", () => {
  test("ignores letter case and surrounding spaces of the address", async () => {
    const { id } = await accountWithPassword(db.write, "Correct-Horse-7", { email: "asha@example.com" });
    const answer = await authenticateAccount(db.read, {
      username: "  ASHA@example.com ",
      password: "Correct-Horse-7",
    });
    expect(answer).toEqual({ ok: true, account: { id, email: "asha@example.com", role: "customer" } });
  });

  test("wrong password, unknown address, inactive or password-less account: same message, same work", async () => {
    await accountWithPassword(db.write, "Correct-Horse-7", { email: "known@example.com" });
    await accountWithPassword(db.write, "Correct-Horse-7", {
      email: "inactive@example.com",
      status: "inactive",
    });
    await accountWithPassword(db.write, "Correct-Horse-7", { email: "google@example.com" });
    // The accounts' own hashes take less work than the shop's.
    const hashed = await hashPassword("Correct-Horse-7");
    if (hashed === "busy") throw new Error("no hash yet");
    await db.write.updateTable("accounts").set({ password_hash: hashed.hash }).execute();
    await db.write
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("email", "=", "google@example.com")
      .execute();
    const tries: [string, string][] = [
      ["known@example.com", "wrong"],
      ["unknown@example.com", "Correct-Horse-7"],
      ["inactive@example.com", "Correct-Horse-7"],
      ["google@example.com", "Correct-Horse-7"],
      ["", ""],
    ];
    for (const [username, password] of tries) {
      expect(await authenticateAccount(db.read, { username, password })).toEqual({
        ok: false,
        reason: "credentials",
        message: LOGIN_FAILED,
      });
    }
    // Each takes the work of a hash: while no more can be hashed, each is refused for that.
    const busy = await whilePasswordsAreBusy(() =>
      Promise.all(tries.map(([username, password]) => authenticateAccount(db.read, { username, password }))),
    );
    expect(busy.map((answer) => !answer.ok && answer.reason)).toEqual(tries.map(() => "busy"));
    expect(LOGIN_FAILED).toBe("Login failed. Please check your credentials.");
  });
});

describe("sending the confirmation link again", () => {
  test("both links work until one is used; at most five an hour; none once confirmed", async () => {
    await registerAccount(db.write, asha, site, NOW);
    const { id } = (await accounts())[0]!;
    const first = await mailedToken(db.read, asha.email);
    for (let sent = 1; sent < 5; sent++) {
      expect((await resendConfirmation(db.write, id, site, later(sent))).ok).toBe(true);
    }
    expect((await resendConfirmation(db.write, id, site, later(5))).ok).toBe(false);
    expect(await mails()).toHaveLength(5);
    expect((await resendConfirmation(db.write, id, site, later(HOUR + 5))).ok).toBe(true);

    const newest = await mailedToken(db.read, asha.email);
    expect(newest).not.toBe(first);
    expect(await confirmEmail(db.write, first, later(HOUR + 6))).toBe(true);
    expect(await confirmEmail(db.write, newest, later(HOUR + 6))).toBe(false);
    expect(await resendConfirmation(db.write, id, site, later(3 * HOUR))).toEqual({
      ok: true,
      message: "Your email is confirmed already",
    });
    expect(await mails()).toHaveLength(6);
  });
});

describe("the first admin", () => {
  test("is created once, and its password is never changed", async () => {
    expect(await ensureAdmin(db.write, " Admin@Example.com ", "Monsoon-Verandah-9", "", NOW)).toBe(true);
    expect(await ensureAdmin(db.write, "admin@example.com", "Another-Verandah-9", "", NOW)).toBe(false);
    expect(await accounts()).toMatchObject([
      { email: "admin@example.com", role: "admin", status: "active", first_name: "admin", last_name: "" },
    ]);
    const answer = await authenticateAccount(db.read, {
      username: "admin@example.com",
      password: "Monsoon-Verandah-9",
    });
    expect(answer).toMatchObject({ ok: true, account: { role: "admin" } });
  });

  test("gets the configured name", async () => {
    await ensureAdmin(db.write, "asha@example.com", "Monsoon-Verandah-9", " Asha  Devi Rao ", NOW);
    expect(await accounts()).toMatchObject([{ first_name: "Asha", last_name: "Devi Rao" }]);
  });

  test("is refused with a customer's address; the account stays a customer's", async () => {
    await accountWithPassword(db.write, "Correct-Horse-7", { email: "asha@example.com" });
    await expect(ensureAdmin(db.write, "asha@example.com", "Monsoon-Verandah-9")).rejects.toThrow(
      /customer's account/,
    );
    expect(await accounts()).toMatchObject([{ role: "customer" }]);
  });
});
