import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { readAudit } from "~/domain/kit/audit/audit.server";
import type { SettingsValues } from "./settings.schema";
import { readSettings, saveSettings, settingsValues } from "./settings.server";
import { transferDetails } from "./transfer";

let db: ShopDatabase;
let asha: number;
let meera: number;
let shown: SettingsValues;

beforeEach(async () => {
  db = await createTestDatabase();
  asha = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
  meera = await createStaff(db.write, { first_name: "Meera", last_name: "Nair" });
  shown = settingsValues(await readSettings(db.read));
});

const save = (staffId: number, changes: Partial<SettingsValues>, from: Partial<SettingsValues> = shown) =>
  saveSettings(db.write, { staffId, values: { ...shown, ...changes }, shown: from });
const rows = () => db.read.selectFrom("settings").select(["key", "value"]).orderBy("key").execute();

describe("saving settings", () => {
  test("writes only the changes, and an audit entry", async () => {
    const version = await db.catalogueVersion();
    expect(await save(asha, { shopName: "Neem Tree", shippingFee: 4950, taxRate: 525 })).toEqual({
      ok: true,
    });
    expect(await rows()).toEqual([
      { key: "shippingFee", value: "4950" },
      { key: "shopName", value: '"Neem Tree"' },
      { key: "taxRate", value: "525" },
    ]);
    expect(await db.catalogueVersion()).toBeGreaterThan(version);
    const [entry] = await readAudit(db.read, "settings", 0);
    expect(entry).toMatchObject({ who: "Asha Rao", action: "updated" });
    expect(entry!.changes).toEqual([
      { field: "Shop name", before: "Kitab", after: "Neem Tree" },
      { field: "Shipping fee", before: "₹1.00", after: "₹49.50" },
      { field: "Tax rate", before: "0 %", after: "5.25 %" },
    ]);
  });

  test("without a change, or repeated, does nothing", async () => {
    expect(await save(asha, {})).toEqual({ ok: true });
    await save(asha, { shopName: "Neem Tree" });
    expect(await save(asha, { shopName: "Neem Tree" })).toEqual({ ok: true });
    expect(await readAudit(db.read, "settings", 0)).toHaveLength(1);
  });
});

describe("where customers transfer money to", () => {
  const missing = async (changes: Partial<SettingsValues>) => {
    const outcome = await save(asha, changes);
    return outcome.ok ? null : outcome.messages;
  };

  test("is said before transfers are taken", async () => {
    expect(await missing({ transferOn: "yes" })).toEqual({
      transferName: "Please enter who holds the account",
      transferUpi: "Please enter a UPI id, or an account with its IFSC",
    });
    const holder = { transferOn: "yes", transferName: "Kitab Books" } as const;
    expect(await missing({ ...holder, transferAccount: "123456789" })).toEqual({
      transferIfsc: "Please enter the IFSC of the account's branch",
    });
    expect(await missing({ transferIfsc: "SBIN0000813" })).toEqual({
      transferAccount: "Please enter the account's number too",
    });
    expect(await rows()).toEqual([]);
    expect(await missing({ ...holder, transferUpi: "kitab@sbi" })).toBeNull();
  });

  test("cannot be taken away while transfers are taken", async () => {
    const details = { transferOn: "yes", transferName: "Kitab Books", transferUpi: "kitab@sbi" } as const;
    await save(asha, details);
    const now = settingsValues(await readSettings(db.read));
    const values = { ...now, transferUpi: "" };
    expect(await saveSettings(db.write, { staffId: asha, values, shown: now })).toMatchObject({
      ok: false,
      messages: { transferUpi: "Please enter a UPI id, or an account with its IFSC" },
    });
    expect(transferDetails(await readSettings(db.read))).toEqual({
      name: "Kitab Books",
      bank: null,
      upi: "kitab@sbi",
      days: 5,
    });
  });
});

describe("two members of staff save settings at the same time", () => {
  test("different fields: both are saved", async () => {
    await save(asha, { shopName: "Neem Tree" });
    expect(await save(meera, { hsn: "490199" })).toEqual({ ok: true });
    expect(await readSettings(db.read)).toMatchObject({ shopName: "Neem Tree", hsn: "490199" });
  });

  test("the same field: the second is told who changed it to what, and nothing of theirs is saved", async () => {
    await save(asha, { shopName: "Neem Tree", supportPhone: "080 4718 0111" });
    const outcome = await save(meera, { shopName: "Banyan", hsn: "490199" });
    expect(outcome).toMatchObject({
      ok: false,
      messages: { shopName: "Changed meanwhile by Asha Rao to “Neem Tree”. Save again to replace that." },
      summary:
        "Nothing is saved yet. Changed meanwhile by others: Shop name (Asha Rao), Support phone (Asha Rao).",
      current: { shopName: "Neem Tree", supportPhone: "080 4718 0111", hsn: "4901" },
      changed: ["shopName", "hsn"],
    });
    expect(await readSettings(db.read)).toMatchObject({ shopName: "Neem Tree", hsn: "4901" });
    // Saving again with the current values as `shown` overwrites them.
    if (outcome.ok) throw new Error("saved");
    const again = { ...outcome.current, shopName: "Banyan", hsn: "490199" };
    expect(await saveSettings(db.write, { staffId: meera, values: again, shown: outcome.current })).toEqual({
      ok: true,
    });
    expect(await readSettings(db.read)).toMatchObject({
      shopName: "Banyan",
      hsn: "490199",
      supportPhone: "080 4718 0111",
    });
  });

  test("identical changes are not a conflict", async () => {
    await save(asha, { shopName: "Neem Tree" });
    expect(await save(meera, { shopName: "Neem Tree" })).toEqual({ ok: true });
  });

  test("a form without its shown values overwrites nothing", async () => {
    const outcome = await save(meera, { shopName: "Banyan" }, {});
    expect(outcome).toMatchObject({
      ok: false,
      messages: { shopName: expect.stringContaining("somebody else") },
    });
    expect(await rows()).toEqual([]);
  });
});
