import { parseWithZod } from "@conform-to/zod/v4";
import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { readAudit, recordAudit } from "~/domain/kit/audit/audit.server";
import { withActingKey } from "~/domain/kit/audit/acting-key.server";
import { indianDate } from "~/domain/kit/dates";
import { ALL_RIGHTS, type Right, rightsOf } from "~/domain/kit/rights/rights";
import { KEY_RIGHTS } from "./api-keys";
import { keySchema } from "./api-keys.schema";
import { listKeys, makeKey, revokeKey } from "./api-keys.server";
import { warnOfExpiry } from "./expiry-mails.server";
import { findKey, touchKey } from "./find-key.server";

const DAY = 86_400_000;
const NOW = new Date("2026-11-21T06:00:00.000Z");
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write, { email: "maker@example.com" });
});

async function make(given: { name?: string; rights?: Right[]; days?: number; own?: readonly Right[] } = {}) {
  const { name = "Till", rights = ["orders", "dispatch"], days = 90, own = ALL_RIGHTS } = given;
  const fields = { name, rights, expiresAt: later(days) };
  const made = await makeKey(db.write, { staffId, rights: own, fields }, NOW);
  if (!made.ok) throw new Error(made.message);
  return made;
}
const find = (key: string, now = NOW) => findKey(db.read, key, now);
const account = (changes: { status?: "inactive"; job?: "catalogue"; role?: "customer" }) =>
  db.write.updateTable("accounts").set(changes).where("id", "=", staffId).execute();

test("a key is stored as a hash only, and found by it", async () => {
  const { id, key } = await make();
  expect(key).toMatch(/^kitab_[\w-]{43}$/);
  const stored = await db.read.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(key.slice("kitab_".length));
  expect(stored.last_four).toBe(key.slice(-4));
  expect(await find(key)).toMatchObject({
    ok: true,
    key: { id, name: "Till" },
    account: { id: staffId, rights: ["orders", "dispatch"] },
  });
  expect(await find(`${key}x`)).toEqual({ ok: false, message: "This API key is not known" });
  expect(await find("kitab_")).toEqual({ ok: false, message: "This API key is not known" });
});

test("a key works until it expires, and not after it was revoked", async () => {
  const [first, second] = [await make(), await make({ name: "Other" })];
  expect((await find(first.key, new Date(later(90).getTime() - 1))).ok).toBe(true);
  expect(await find(first.key, later(90))).toEqual({
    ok: false,
    message: "This API key expired on 19 Feb 2027",
  });
  expect(await revokeKey(db.write, { id: second.id, staffId }, NOW)).toBe("Other");
  expect(await revokeKey(db.write, { id: second.id, staffId }, NOW)).toBe("Other");
  expect(await revokeKey(db.write, { id: 99, staffId }, NOW)).toBeNull();
  expect(await find(second.key)).toEqual({ ok: false, message: "This API key was revoked" });
  const entries = await readAudit(db.read, "api_key", second.id);
  expect(entries.map(({ action }) => action)).toEqual(["revoked", "made"]);
  expect(JSON.stringify(entries)).not.toContain(second.key);
});

test("its maker loses a right: the key loses it at once, and gets it back with them", async () => {
  const { key } = await make({ rights: ["catalogue", "orders", "refunds"] });
  await account({ job: "catalogue" });
  expect(await find(key)).toMatchObject({ account: { rights: ["catalogue"] } });
  await db.write.updateTable("accounts").set({ extra_rights: '["refunds", "audit"]' }).execute();
  expect(await find(key)).toMatchObject({ account: { rights: ["catalogue", "refunds"] } });
});

test.each([{ status: "inactive" as const }, { role: "customer" as const, job: undefined }])(
  "its maker's account is not active or not staff any more: %j",
  async (change) => {
    const { key } = await make();
    await account(change);
    expect(await find(key)).toEqual({
      ok: false,
      message: "The account that made this API key is not active",
    });
    expect((await listKeys(db.read, NOW))[0]).toMatchObject({ state: "idle", present: [] });
  },
);

test("nobody gives rights that they do not have, and no key gets those of owners", async () => {
  const fields = { name: "Till", rights: ["refunds" as const], expiresAt: later(30) };
  const made = await makeKey(db.write, { staffId, rights: rightsOf("orders", '["programs"]'), fields }, NOW);
  expect(made).toEqual({
    ok: false,
    field: "rights",
    message: "You can only give rights that you have yourself",
  });
  for (const right of ["staff", "payments", "programs"] as const) expect(KEY_RIGHTS).not.toContain(right);
});

test("a form that is posted twice makes one key", async () => {
  await make();
  const twice = {
    staffId,
    rights: ALL_RIGHTS,
    fields: { name: "TILL", rights: ["orders" as const], expiresAt: later(1) },
  };
  expect(await makeKey(db.write, twice, NOW)).toMatchObject({ ok: false, field: "name" });
  expect(await makeKey(db.write, twice, later(91))).toMatchObject({ ok: true });
});

test("the last use is stored, and due again after a minute", async () => {
  const { id, key } = await make();
  const isDue = async (now: Date) => {
    const found = await find(key, now);
    return found.ok && found.isDueForTouch;
  };
  expect(await isDue(NOW)).toBe(true);
  await touchKey(db.write, id, NOW);
  expect(await isDue(new Date(NOW.getTime() + 59_999))).toBe(false);
  expect(await isDue(new Date(NOW.getTime() + 60_000))).toBe(true);
  expect((await listKeys(db.read, NOW))[0]).toMatchObject({ lastUsedAt: NOW.toISOString(), state: "active" });
});

test("the list has working keys first, with their maker", async () => {
  const [old, revoked] = [await make({ name: "Old", days: 1 }), await make({ name: "Lost", days: 30 })];
  await revokeKey(db.write, { id: revoked.id, staffId }, NOW);
  await make({ name: "Till" });
  expect(old.ok).toBe(true);
  const keys = await listKeys(db.read, later(2));
  expect(keys.map(({ name, state, maker }) => [name, state, maker])).toEqual([
    ["Till", "active", "Kamini Iyer"],
    ["Lost", "revoked", "Kamini Iyer"],
    ["Old", "expired", "Kamini Iyer"],
  ]);
});

test("its maker is mailed once, seven days before a key expires", async () => {
  const { id } = await make({ days: 30 });
  await make({ name: "Short", days: 5 });
  const gone = await make({ name: "Gone", days: 30 });
  await revokeKey(db.write, { id: gone.id, staffId }, NOW);
  await warnOfExpiry(db.write, new Date(later(23).getTime() - 1));
  expect(await mailsTo(db.read, "maker@example.com")).toEqual([]);
  await warnOfExpiry(db.write, later(23));
  await warnOfExpiry(db.write, later(24));
  const mails = await mailsTo(db.read, "maker@example.com");
  expect(mails.map(({ dedupe_key }) => dedupe_key)).toEqual([`api-key-expires:${id}`]);
  expect(mails[0]!.text_body).toContain("Till");
});

test("what a program does is recorded by its key and its maker", async () => {
  await withActingKey("Till", () =>
    recordAudit(db.write, { staffId, subject: "coupon", subjectId: 1, action: "added" }, NOW),
  );
  await recordAudit(db.write, { staffId, subject: "coupon", subjectId: 1, action: "updated" }, NOW);
  expect((await readAudit(db.read, "coupon", 1)).map(({ who }) => who)).toEqual([
    "Kamini Iyer",
    "key “Till” of Kamini Iyer",
  ]);
});

describe("the form", () => {
  function read(typed: Record<string, string | string[]>) {
    const form = new FormData();
    const all = { name: "Till", rights: "orders", lifetime: "30", ...typed };
    for (const [name, values] of Object.entries(all))
      for (const value of [values].flat()) form.append(name, value);
    const submission = parseWithZod(form, { schema: keySchema });
    return submission.status === "success" ? submission.value : submission.error;
  }

  test.each([
    [{ name: "  " }, { name: ["Name is required"] }],
    [{ name: "x".repeat(61) }, { name: ["Name must be 60 characters or less"] }],
    [{ rights: [] as string[] }, { rights: ["Choose at least one right"] }],
    [{ rights: ["staff"] }, { "rights[0]": ["A right chosen here cannot be given to a key"] }],
    [{ lifetime: "36500" }, { lifetime: ["Choose how long the key works"] }],
    [{ lifetime: "date" }, { until: ["Last day is required"] }],
    [{ lifetime: "date", until: "soon" }, { until: ["Last day must be a date such as 2027-03-31"] }],
    [{ lifetime: "date", until: "2020-01-01" }, { until: ["Last day must not be in the past"] }],
    [{ lifetime: "date", until: "2999-01-01" }, { until: ["Last day must be within two years"] }],
  ])("refuses %j", (typed, errors) => {
    expect(read(typed)).toEqual(errors);
  });

  test("a key until a date works to the end of that day in India", () => {
    const until = indianDate(new Date(), 40);
    const value = read({ lifetime: "date", until, rights: ["refunds", "orders"], name: " The\n till " });
    expect(value).toEqual({
      name: "The till",
      rights: ["orders", "refunds"],
      expiresAt: new Date(`${until}T18:30:00.000Z`),
    });
  });
});
