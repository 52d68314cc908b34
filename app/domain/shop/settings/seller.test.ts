import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { nextInvoiceNumber } from "~/domain/sales/orders/money/invoice-numbers.server";
import { invoicePrefix } from "./invoice-prefix";
import { INVENTED_SELLER, SAMPLE_SELLER, settingsStillNeeded, withoutInventedSeller } from "./seller";
import { readSettings, saveSettings, settingsValues, legalTextChangedOn } from "./settings.server";

const OWN = { supportEmail: "a@neem.in", supportPhone: "+91 80 1", postalAddress: "Pune" };

test("a live shop needs its seller and shipping prices; the sample's seller does not count", () => {
  expect(settingsStillNeeded(withoutInventedSeller({ ...INVENTED_SELLER, ...SAMPLE_SELLER }), false)).toEqual(
    ["shopName", "supportEmail", "supportPhone", "postalAddress", "shippingThreshold", "shippingFee"],
  );
  expect(settingsStillNeeded({ ...OWN, shippingFee: 100 }, true)).toEqual(["shippingThreshold"]);
  const all = { ...OWN, shippingFee: 100, shippingThreshold: 100 };
  expect(settingsStillNeeded(all, false)).toEqual(["shopName"]);
  expect(settingsStillNeeded({ ...all, legalName: "" }, false)).toEqual([]);
});

test("an officer with the sample's name but another email is kept", () => {
  const own = { grievanceOfficer: "Meera Iyer", grievanceEmail: "meera@neem.in" };
  expect(withoutInventedSeller(own)).toEqual(own);
  expect(withoutInventedSeller({ ...SAMPLE_SELLER })).toEqual({});
});

test.each([
  ["Kitab", "", "KB"],
  ["Neem Leaf Books", "", "NLB"],
  ["The Very Old Book House", "", "TVO"],
  ["Éditions Šiva", "", "ES"],
  ["किताब", "", "INV"],
  ["Q", "", "Q"],
  ["Neem Leaf Books", "N-1", "N-1"],
])("invoices of %s with the prefix %j begin with %s", (shopName, own, prefix) =>
  expect(invoicePrefix({ shopName, invoicePrefix: own })).toBe(prefix),
);

test("a changed prefix applies to later bills, and their numbers continue", async () => {
  const { write: db } = await createTestDatabase();
  const staffId = await createStaff(db);
  const draw = () =>
    db.transaction().execute((trx) => nextInvoiceNumber(trx, new Date("2026-11-22T06:00:00.000Z")));
  expect(await draw()).toBe("KB/26-27/000001");
  const shown = settingsValues(await readSettings(db));
  const values = { ...shown, invoicePrefix: "NLB" };
  expect(await saveSettings(db, { staffId, values, shown })).toEqual({ ok: true });
  expect(await draw()).toBe("NLB/26-27/000002");
});

test("the date of the terms is that of their text or of the last change of a setting in them", async () => {
  const { write: db } = await createTestDatabase();
  const staffId = await createStaff(db);
  expect(await legalTextChangedOn(db, "2026-11-22", "all")).toBe("2026-11-22");
  const shown = settingsValues(await readSettings(db));
  const lateEvening = new Date("2026-12-01T19:00:00.000Z");
  await saveSettings(db, { staffId, values: { ...shown, lowStockMark: 9 }, shown }, lateEvening);
  expect(await legalTextChangedOn(db, "2026-11-22", "all")).toBe("2026-11-22");
  const now = settingsValues(await readSettings(db));
  await saveSettings(db, { staffId, values: { ...now, shippingFee: 4900 }, shown: now }, lateEvening);
  expect(await legalTextChangedOn(db, "2026-11-22", "all")).toBe("2026-12-02");
  expect(await legalTextChangedOn(db, "2027-01-05", "all")).toBe("2027-01-05");
});
