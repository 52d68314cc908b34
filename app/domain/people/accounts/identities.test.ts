import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { mailedToken } from "~/test/mails";
import { connectIdentity, disconnectIdentity, loginMethods } from "./connections.server";
import type { ThirdPartyPerson } from "./identities";
import { toPerson } from "./third-party-person";
import { signInWithIdentity } from "./identities.server";
import { requestPasswordReset, resetPassword } from "./passwords/password-reset.server";

const SITE = { shopName: "Kitab", origin: "https://kitab.example" };

const db = await createTestDatabase();
let people = 0;
const person = (given: Partial<ThirdPartyPerson> = {}): ThirdPartyPerson => ({
  provider: "google",
  subject: `subject-${++people}`,
  email: `person-${people}@example.org`,
  emailVerified: true,
  firstName: "Ravi",
  lastName: "Nair",
  ...given,
});
const signIn = (who: ThirdPartyPerson) => signInWithIdentity(db.write, who, SITE);
const providersOf = async (accountId: number) =>
  (await loginMethods(db.read, accountId)).connections.map(({ provider }) => provider);

describe("reading a provider's data about a person", () => {
  const told = (given: Omit<Parameters<typeof toPerson>[1], "subject" | "emailVerified">) =>
    toPerson("google", { subject: "s", emailVerified: true, ...given });

  test.each([
    [{ firstName: " Asha ", lastName: "Rao" }, ["Asha", "Rao"]],
    [{ firstName: "Asha", name: "Asha Rao" }, ["Asha", ""]],
    [{ name: "Asha  Devi\tRao" }, ["Asha", "Devi Rao"]],
    [{ email: "asha.rao@example.com" }, ["asha.rao", ""]],
    [{}, ["Reader", ""]],
    [{ firstName: "As\r\nBcc: all\u0000", lastName: "R" }, ["As Bcc: all", "R"]],
    [{ firstName: `${"a".repeat(99)}😀` }, ["a".repeat(99), ""]],
    [{ firstName: "क्ष\u200dा" }, ["क्ष\u200dा", ""]],
  ])("%j gives the name %j", (given, [firstName, lastName]) => {
    expect(told(given)).toMatchObject({ firstName, lastName });
  });

  test.each([
    [" Asha@Example.COM ", "asha@example.com"],
    ["not an address", null],
    [`${"a".repeat(300)}@example.com`, null],
    [undefined, null],
  ])("the address %j is stored as %j", (email, kept) => {
    expect(told({ email })).toMatchObject({ email: kept, emailVerified: kept !== null });
  });
});

test("a password reset removes identities connected before the address was confirmed", async () => {
  const email = "owner@example.org";
  const stranger = person({ provider: "facebook", email, emailVerified: false });
  const made = await signIn(stranger);
  const id = made.ok ? made.account.id : 0;
  expect(await providersOf(id)).toEqual(["facebook"]);
  await requestPasswordReset(db.write, email, SITE);
  const token = await mailedToken(db.read, email);
  expect(await resetPassword(db.write, { token, password: PASSWORD }, SITE)).toMatchObject({ ok: true });
  expect(await providersOf(id)).toEqual([]);
  expect(await signIn(stranger)).toMatchObject({
    ok: false,
    message: expect.stringContaining("There is an account with this email already"),
  });
});

test("a password reset keeps the identities of a confirmed account", async () => {
  const who = person();
  const made = await signIn(who);
  const id = made.ok ? made.account.id : 0;
  await requestPasswordReset(db.write, who.email!, SITE);
  await resetPassword(db.write, { token: await mailedToken(db.read, who.email!), password: PASSWORD }, SITE);
  expect(await providersOf(id)).toEqual(["google"]);
});

test("an identity that still refers to a deleted account cannot log in", async () => {
  const who = person();
  const made = await signIn(who);
  await db.write
    .updateTable("accounts")
    .set({ deleted_at: "2026-11-21T00:00:00.000Z" })
    .where("id", "=", made.ok ? made.account.id : 0)
    .execute();
  expect(await signIn(who)).toEqual({ ok: false, message: "Login failed. Please check your credentials." });
});

test("an account with an identity of the provider is not opened by a second identity with its address", async () => {
  const { id, email } = await accountWithPassword(db.write, PASSWORD);
  expect(await connectIdentity(db.write, id, person(), SITE)).toMatchObject({ ok: true });
  expect(await signIn(person({ email }))).toMatchObject({
    ok: false,
    message: expect.stringContaining("connected to another Google account"),
  });
});

test("of two connections ended at the same time, one is kept if there is no password", async () => {
  const made = await signIn(person());
  const id = made.ok ? made.account.id : 0;
  await connectIdentity(db.write, id, person({ provider: "facebook" }), SITE);
  const usable = ["google", "facebook"] as const;
  const answers = await Promise.all(
    usable.map((provider) => disconnectIdentity(db.write, id, provider, usable)),
  );
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await providersOf(id)).toHaveLength(1);
});

test("connects neither inactive accounts nor staff", async () => {
  for (const given of [{ status: "inactive" }, { role: "admin" }] as const) {
    const { id } = await accountWithPassword(db.write, PASSWORD, given);
    expect(await connectIdentity(db.write, id, person(), SITE)).toMatchObject({ ok: false });
    expect(await providersOf(id)).toEqual([]);
  }
});
