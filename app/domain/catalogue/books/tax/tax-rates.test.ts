import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { ALL_BOOKS, exportBooks } from "~/domain/book-files/exports/export-books.server";
import { linkEditions } from "~/domain/catalogue/editions/link-editions.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { addToCart, readCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { versionOf } from "~/domain/sales/orders/desk/staff-order";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { ADDRESS, createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { createOrderShop } from "~/test/orders";
import { INDIA_RATES } from "./india-rates";
import { rateOn, type TaxRate, taxOn } from "./tax-rates";
import { taxRateSchema } from "./tax-rates.schema";
import { addIndiaRates, readTaxRates, removeTaxRate, saveTaxRate } from "./tax-rates.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const BOOK = { hsn: null, tax_rate: null, format: null, printed_edition: null };

describe("taxOn", () => {
  const digits = fc.constantFrom("49", "4901", "490199", "49019900", "48", "4820", "99", "9984");
  const code = fc.constantFrom("4901", "490199", "4820", "48201010", "9984");
  const day = fc.constantFrom("2017-07-01", "2025-09-21", "2025-09-22", "2026-11-21", "2027-04-01");
  const book = fc.record({
    hsn: fc.option(code),
    tax_rate: fc.option(fc.constantFrom(0, 500, 1800)),
    format: fc.constantFrom(null, "BC", "EA", "ED", "AJ"),
    printed_edition: fc.constantFrom(null, 7),
  });
  const rate = fc.record({
    hsn: digits,
    from: day,
    rate: fc.nat(2800),
    condition: fc.constantFrom("any" as const, "printed" as const),
  });
  const shop = fc.record({ hsn: code, taxRate: fc.nat(2800) });

  test("without rates it is what it always was: the book's own, else the settings'", () => {
    fc.assert(
      fc.property(book, shop, day, (one, settings, on) => {
        expect(taxOn(one, { rates: [], shop: settings }, on)).toEqual({
          hsn: one.hsn ?? settings.hsn,
          taxRate: one.tax_rate ?? settings.taxRate,
        });
      }),
    );
  });

  test("a book's own rate comes first, and no row that has not begun counts; without one that fits the settings' does", () => {
    fc.assert(
      fc.property(book, shop, day, fc.array(rate, { maxLength: 12 }), (one, settings, on, rates) => {
        const { hsn, taxRate } = taxOn(one, { rates, shop: settings }, on);
        const fits = rates.filter((row) => hsn.startsWith(row.hsn) && row.from <= on);
        if (one.tax_rate !== null) expect(taxRate).toBe(one.tax_rate);
        else if (fits.length === 0) expect(taxRate).toBe(settings.taxRate);
        else if (fits.every(({ condition }) => condition === "any")) {
          // Written another way: row by row, whichever is the better one.
          let best = fits[0]!;
          for (const row of fits)
            if (
              row.hsn.length > best.hsn.length ||
              (row.hsn.length === best.hsn.length && row.from > best.from)
            )
              best = row;
          const same = fits.filter((row) => row.hsn === best.hsn && row.from === best.from);
          expect(same.map((row) => row.rate)).toContain(taxRate);
        }
        // The sequence of the rows does not matter, where no two are for the same.
        const keys = new Set(rates.map((row) => `${row.hsn} ${row.from} ${row.condition}`));
        if (keys.size === rates.length)
          expect(taxOn(one, { rates: rates.toReversed(), shop: settings }, on).taxRate).toBe(taxRate);
      }),
    );
  });

  test("India's: notebooks and maps since 22 September 2025; an e-book by its printed edition", () => {
    const india = { rates: INDIA_RATES, shop: { hsn: "4901", taxRate: 1200 } };
    const on = (given: Partial<Parameters<typeof taxOn>[0]>, date: string) =>
      taxOn({ ...BOOK, ...given }, india, date);
    expect(on({}, "2026-11-21")).toEqual({ hsn: "4901", taxRate: 0 });
    expect(on({ hsn: "48202000" }, "2025-09-21").taxRate).toBe(1200);
    expect(on({ hsn: "48202000" }, "2025-09-22").taxRate).toBe(0);
    expect(on({ hsn: "4905" }, "2025-09-21").taxRate).toBe(1200);
    expect(on({ hsn: "4905" }, "2025-09-22").taxRate).toBe(0);
    expect(on({ format: "EA" }, "2026-11-21")).toEqual({ hsn: "9984", taxRate: 1800 });
    expect(on({ format: "ED", printed_edition: 3 }, "2026-11-21")).toEqual({ hsn: "9984", taxRate: 500 });
    // An audiobook is none, and a paperback beside another is a printed book.
    expect(on({ format: "AJ", printed_edition: 3 }, "2026-11-21").taxRate).toBe(1800);
    expect(on({ format: "BC", printed_edition: 3, hsn: "9984" }, "2026-11-21").taxRate).toBe(1800);
    expect(on({ hsn: "4909" }, "2026-11-21").taxRate).toBe(1200);
    // A later rate for all leaves the one for a special case.
    const later: TaxRate = { hsn: "9984", from: "2027-04-01", rate: 2000, condition: "any" };
    expect(
      rateOn({ hsn: "9984", format: "EA", printed_edition: 3 }, [...INDIA_RATES, later], "2027-05-01"),
    ).toBe(500);
  });
});

describe("taxRateSchema", () => {
  const parse = (given: object) =>
    taxRateSchema.safeParse({ hsn: "4905", from: "2025-09-22", rate: "5", ...given });
  test.each([
    ["hsn", "4", "HSN code must have 2 to 8 digits"],
    ["hsn", "49a5", "HSN code must have 2 to 8 digits"],
    ["from", "2025-02-30", "Enter the first day, such as 2025-09-22"],
    ["from", "1999-12-31", "Enter the first day, such as 2025-09-22"],
    ["rate", "100.01", "Rate must be a number from 0 to 100 with at most two decimals"],
    ["rate", "-1", "Rate must be a number from 0 to 100 with at most two decimals"],
    ["rate", "", "Rate must be a number from 0 to 100 with at most two decimals"],
    ["condition", "paper", "Choose for which books it is"],
    ["note", "n".repeat(301), "Note must be at most 300 characters"],
  ])("%s %.20s is refused", (field, value, message) => {
    const { error } = parse({ [field]: value });
    expect(error?.issues.map(({ path, message: said }) => [path.join(), said])).toEqual([[field, message]]);
  });

  test("digits of any script, a sign and blanks are read", () => {
    expect(parse({ hsn: " ४९०५ ", rate: " ५.२५ % " }).data).toEqual({
      hsn: "4905",
      from: "2025-09-22",
      rate: 525,
      condition: "any",
      note: "",
    });
  });
});

describe("a shop with rates", () => {
  let db: Db;
  let staffId: number;
  beforeEach(async () => {
    ({ db, staffId } = await createOrderShop());
    await setSettings(db, { taxRate: 1200 });
  });
  const save = (given: object, id: number | null = null) =>
    saveTaxRate(
      db,
      { id, rate: taxRateSchema.parse({ hsn: "4901", from: "2026-01-01", rate: "5", ...given }), staffId },
      NOW,
    );

  test("are added, changed and removed, each with its entry in the history; India's come once, beside those that are there", async () => {
    expect(await save({})).toMatchObject({ ok: true });
    expect(await save({ rate: "6" })).toMatchObject({ ok: false, reason: "taken" });
    const { id } = (await readTaxRates(db))[0]!;
    expect(await save({ rate: "7", note: "By law" }, id)).toEqual({
      ok: true,
      message: "The tax of HSN 4901, from 1 Jan 2026 is 7 %",
    });
    expect(await save({}, id + 99)).toMatchObject({ ok: false, reason: "unknown" });
    expect((await addIndiaRates(db, staffId, NOW)).message).toBe(
      "9 rates are added: please look at them with your accountant",
    );
    expect((await addIndiaRates(db, staffId, NOW)).message).toBe("India’s rates are all there");
    expect(await readTaxRates(db)).toHaveLength(10);
    expect(await removeTaxRate(db, { id, staffId }, NOW)).toMatchObject({ ok: true });
    expect(await removeTaxRate(db, { id, staffId }, NOW)).toMatchObject({ ok: false, reason: "unknown" });
    const history = await readAudit(db, "settings", 0);
    expect(history.map(({ changes }) => changes.length)).toEqual([1, 9, 1, 1]);
    expect(history[0]!.changes).toEqual([
      { field: "HSN 4901, from 1 Jan 2026", before: "7 % (By law)", after: null },
    ]);
    expect(history[2]!.changes).toMatchObject([{ before: "5 %", after: "7 % (By law)" }]);
  });

  test("carts, orders, changes of orders and exports have them; an order keeps its own", async () => {
    await save({ hsn: "49" });
    await save({ hsn: "9984", rate: "18" });
    await save({ hsn: "9984", rate: "5", condition: "printed" });
    const paper = await createBook(db, { price: 10_500, stock: 9, format: "BC", isbn13: "9780140449136" });
    const digital = await createBook(db, { price: 11_800, stock: 9, format: "EA" });
    const own = await createBook(db, { price: 10_000, stock: 9, tax_rate: 0 });
    const accountId = await createAccount(db);
    const addressId = await createAddress(db, accountId);
    const ratesOf = async () =>
      (await readCart(db, { accountId }, NOW)).lines.map(({ hsn, taxRate }) => [hsn, taxRate]);
    for (const bookId of [paper, digital, own])
      await addToCart(db, { accountId }, { bookId, quantity: 1 }, NOW);
    expect(await ratesOf()).toEqual([
      ["4901", 500],
      ["9984", 1800],
      ["4901", 0],
    ]);
    await linkEditions(db, { bookId: paper, otherId: digital, staffId }, NOW);
    expect(await ratesOf()).toEqual([
      ["4901", 500],
      ["9984", 500],
      ["4901", 0],
    ]);
    const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox" }, NOW);
    if (!placed.ok) throw new Error(placed.message);
    const linesOf = async (id: number) =>
      (await db.selectFrom("order_lines").select(["book_id", "hsn", "tax_rate"]).where("order_id", "=", id).orderBy("id").execute()).map(({ hsn, tax_rate }) => [hsn, tax_rate]); // oxfmt-ignore
    expect(await linesOf(placed.orderId)).toEqual([
      ["4901", 500],
      ["9984", 500],
      ["4901", 0],
    ]);
    const desk = {
      customer: { name: "Asha Rao", phone: "9847012345" },
      lines: [{ bookId: digital, qty: 1 }],
      payment: "upi" as const,
      reference: "UPI 4122",
      address: ADDRESS,
    };
    const atDesk = await placeStaffOrder(
      db,
      { ...staffOrderSchema.parse(desk), staffId, gateway: "sandbox" },
      NOW,
    );
    if (!atDesk.ok) throw new Error(atDesk.message);
    expect([await linesOf(atDesk.orderId), atDesk.totals.tax]).toEqual([[["9984", 500]], 562]);
    // From the next day on it is more; a line keeps its rate, and one that comes onto the order has the new one.
    const tomorrow = new Date("2026-11-22T06:00:00.000Z");
    await save({ hsn: "49", from: "2026-11-22", rate: "7" });
    const order = (await findStaffOrder(db, atDesk.orderId, undefined, tomorrow))!;
    const edit = editOrderSchema.parse({ version: versionOf(order), add: [{ bookId: paper, qty: 1 }] });
    expect(await editOrder(db, { ...edit, orderId: atDesk.orderId, staffId }, tomorrow)).toMatchObject({
      ok: true,
    });
    expect(await linesOf(atDesk.orderId)).toEqual([
      ["9984", 500],
      ["4901", 700],
    ]);
    const parts = await exportBooks(db, { format: "onix", list: ALL_BOOKS, origin: "http://s" }, tomorrow);
    let onix = "";
    for await (const part of parts) onix += String(part);
    const taxes = [...onix.matchAll(/<TaxRatePercent>([^<]+)/g)].map(([, percent]) => percent);
    expect(taxes.toSorted()).toEqual(["0", "5", "7"]);
  });
});
