import { beforeAll, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { SoftwarePasskey } from "~/test/servers/software-passkey";
import {
  OTHER_SITE,
  PASSKEY_COPIED,
  PASSKEY_FAILED,
  PASSKEY_KNOWN,
  PASSKEY_LATE,
  PASSKEY_UNKNOWN,
  PASSKEY_UNREADABLE,
} from "./factors";
import {
  addPasskey,
  listPasskeys,
  optionsToAdd,
  optionsToUse,
  removePasskey,
  renamePasskey,
  usePasskey,
} from "./passkeys.server";
import { hasSecondFactor } from "./second-factor.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const ORIGIN = "https://books.example.in";
const site = { origin: ORIGIN, shopName: "Kitab" };
const mails = { origin: ORIGIN, shopName: "Kitab" };
const SIGN_IN = { purpose: "sign_in", accountId: null } as const;

let db: ShopDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});

const person = async (role: "customer" | "admin" = "customer") => ({
  id: await (role === "admin" ? createStaff(db.write) : createAccount(db.write)),
  role,
  email: "asha@example.com",
  firstName: "Asha",
  lastName: "Rao",
});
type Person = Awaited<ReturnType<typeof person>>;

const add = async (
  account: Person,
  passkey: SoftwarePasskey,
  wrong: Parameters<SoftwarePasskey["create"]>[1] = {},
) => {
  const options = await optionsToAdd(db.write, account, site, NOW);
  const given = { name: "My phone", answer: passkey.create(options, wrong) };
  return addPasskey(db.write, account, given, { site, mails }, NOW);
};
const withPasskey = async (role?: "customer" | "admin", counts: "counts" | "none" = "counts") => {
  const account = await person(role);
  const passkey = new SoftwarePasskey(ORIGIN, counts);
  expect(await add(account, passkey)).toMatchObject({ ok: true });
  return { account, passkey };
};
const use = async (passkey: SoftwarePasskey, wrong: Parameters<SoftwarePasskey["get"]>[1] = {}) =>
  usePasskey(
    db.write,
    SIGN_IN,
    passkey.get(await optionsToUse(db.write, SIGN_IN, site, NOW), wrong),
    site,
    NOW,
  );
const refused = (message: string) => ({ ok: false, message });

describe("adding", () => {
  test("asks for a passkey of this site that checks its holder and names nobody", async () => {
    const account = await person();
    const options = await optionsToAdd(db.write, account, site, NOW);
    expect(options).toMatchObject({
      rp: { id: "books.example.in", name: "Kitab" },
      user: { name: "asha@example.com", displayName: "Asha Rao" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, "base64url").toString()).toMatch(/^[\da-f]{32}$/);
    const passkey = new SoftwarePasskey(ORIGIN);
    const given = { name: "My phone", answer: passkey.create(options) };
    expect(await addPasskey(db.write, account, given, { site, mails }, NOW)).toEqual({
      ok: true,
      recoveryCodes: null,
    });
    expect(await listPasskeys(db.read, account.id)).toMatchObject([{ name: "My phone", lastUsedAt: null }]);
    expect((await optionsToAdd(db.write, account, site, NOW)).excludeCredentials).toMatchObject([
      { id: passkey.id },
    ]);
    const [mail] = await db.read.selectFrom("outgoing_mails").selectAll().orderBy("id", "desc").execute();
    expect(mail).toMatchObject({ subject: "The login of your account at Kitab was changed" });
  });

  test("staff get recovery codes with their first factor", async () => {
    const account = await person("admin");
    const first = await add(account, new SoftwarePasskey(ORIGIN));
    expect(first).toMatchObject({ ok: true, recoveryCodes: { length: 10 } });
    expect(await add(account, new SoftwarePasskey(ORIGIN))).toEqual({ ok: true, recoveryCodes: null });
    expect(await hasSecondFactor(db.read, account.id)).toBe(true);
  });

  test("refuses another site's, one that checks nobody, a known one, nonsense, and a challenge twice, late or another's", async () => {
    const { account, passkey } = await withPasskey();
    const fresh = () => new SoftwarePasskey(ORIGIN);
    expect(await add(account, fresh(), { origin: "https://books.example.in.evil.example" })).toEqual(
      refused(OTHER_SITE),
    );
    expect(await add(account, fresh(), { rpId: "evil.example" })).toEqual(refused(PASSKEY_FAILED));
    expect(await add(account, fresh(), { isVerified: false })).toEqual(refused(PASSKEY_FAILED));
    expect(await add(await person(), passkey)).toEqual(refused(PASSKEY_KNOWN));
    for (const answer of ["", "{}", "null", '"x"', `{"id":"${"x".repeat(20_000)}"}`]) {
      const given = { name: "x", answer };
      expect(await addPasskey(db.write, account, given, { site, mails }, NOW)).toEqual(
        refused(PASSKEY_UNREADABLE),
      );
    }
    const options = await optionsToAdd(db.write, account, site, NOW);
    const other = await person();
    const given = () => ({ name: "x", answer: fresh().create(options) });
    expect(await addPasskey(db.write, other, given(), { site, mails }, NOW)).toEqual(refused(PASSKEY_LATE));
    expect(await addPasskey(db.write, account, given(), { site, mails }, minutes(5))).toEqual(
      refused(PASSKEY_LATE),
    );
    expect(await addPasskey(db.write, account, given(), { site, mails }, minutes(4))).toMatchObject({
      ok: true,
    });
    expect(await addPasskey(db.write, account, given(), { site, mails }, minutes(4))).toEqual(
      refused(PASSKEY_LATE),
    );
  });
});

describe("using", () => {
  test("names the account; passkeys that do not count are used again and again", async () => {
    for (const counts of ["counts", "none"] as const) {
      const { account, passkey } = await withPasskey("customer", counts);
      for (const _ of [1, 2]) {
        const used = await use(passkey);
        expect(used).toMatchObject({ ok: true, account: { id: account.id, role: "customer" } });
      }
      expect(await listPasskeys(db.read, account.id)).toMatchObject([{ lastUsedAt: NOW.toISOString() }]);
    }
  });

  test("refuses another site's, one that checks nobody, an unknown one, another key, nonsense", async () => {
    const { passkey } = await withPasskey();
    expect(await use(passkey, { origin: "https://evil.example" })).toEqual(refused(OTHER_SITE));
    expect(await use(passkey, { rpId: "evil.example" })).toEqual(refused(PASSKEY_FAILED));
    expect(await use(passkey, { isVerified: false })).toEqual(refused(PASSKEY_FAILED));
    const impostor = Object.assign(new SoftwarePasskey(ORIGIN), { id: passkey.id });
    expect(await use(impostor)).toEqual(refused(PASSKEY_FAILED));
    expect(await use(new SoftwarePasskey(ORIGIN))).toEqual(refused(PASSKEY_UNKNOWN));
    expect(await usePasskey(db.write, SIGN_IN, "{", site, NOW)).toEqual(refused(PASSKEY_UNREADABLE));
    expect(await use(passkey)).toMatchObject({ ok: true });
  });

  test("notices a copy by its counter", async () => {
    const { passkey } = await withPasskey();
    await use(passkey);
    await use(passkey);
    for (const count of [0, 1, passkey.count])
      expect(await use(passkey, { count })).toEqual(refused(PASSKEY_COPIED));
    expect(await use(passkey, { count: passkey.count + 100 })).toMatchObject({ ok: true });
  });

  test("a challenge serves once, within five minutes, for its purpose and account", async () => {
    const { account, passkey } = await withPasskey();
    const options = await optionsToUse(db.write, SIGN_IN, site, NOW);
    const answer = passkey.get(options);
    expect(
      await usePasskey(db.write, { purpose: "prove", accountId: account.id }, answer, site, NOW),
    ).toEqual(refused(PASSKEY_LATE));
    expect(await usePasskey(db.write, SIGN_IN, answer, site, minutes(5))).toEqual(refused(PASSKEY_LATE));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => usePasskey(db.write, SIGN_IN, answer, site, NOW)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((each) => !each.ok && each.message === PASSKEY_LATE)).toHaveLength(4);

    const other = await withPasskey();
    const proof = { purpose: "prove", accountId: account.id } as const;
    const others = other.passkey.get(await optionsToUse(db.write, proof, site, NOW));
    expect(await usePasskey(db.write, proof, others, site, NOW)).toEqual(refused(PASSKEY_UNKNOWN));
  });

  test("of a deactivated account opens nothing", async () => {
    const { account, passkey } = await withPasskey();
    await db.write.updateTable("accounts").set({ status: "inactive" }).where("id", "=", account.id).execute();
    expect(await use(passkey)).toEqual(refused(PASSKEY_UNKNOWN));
  });
});

test("one renames and removes one's own only; the last factor takes the recovery codes with it", async () => {
  const { account, passkey } = await withPasskey("admin");
  const other = await person("admin");
  const id = (await listPasskeys(db.read, account.id))[0]!.id;
  expect(await renamePasskey(db.write, other.id, { id, name: "Mine" })).toBe(false);
  expect(await removePasskey(db.write, other.id, id, mails, NOW)).toBe(false);
  expect(await renamePasskey(db.write, account.id, { id, name: "Office" })).toBe(true);
  expect(await listPasskeys(db.read, account.id)).toMatchObject([{ name: "Office" }]);
  expect(await removePasskey(db.write, account.id, id, mails, NOW)).toBe(true);
  expect(await use(passkey)).toEqual(refused(PASSKEY_UNKNOWN));
  const codes = await db.read
    .selectFrom("recovery_codes")
    .select("id")
    .where("account_id", "=", account.id)
    .execute();
  expect(codes).toEqual([]);
});
