import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createBook, createStaff, setSettings } from "~/test/factories";
import { quoteItems } from "./quote.server";

/** A Friday, 14:00 in India. */
const NOW = new Date("2026-11-27T08:30:00Z");
const STEPS = [500, 1_000, 2_000].map((upToGrams) => ({ upToGrams, price: upToGrams * 10 }));

let db: ShopDatabase;

beforeEach(async () => {
  db = await createTestDatabase();
  const method = planMethod({
    rates: { by: "weight", steps: STEPS },
    freeAbove: 60_000,
    cod: { ...NO_COD, offered: true, fee: 3_000 },
  });
  await storePlan(db.write, await createStaff(db.write), { zones: [planZone({ methods: [method] })] });
});

const quote = async (...items: [bookId: number, quantity: number][]) => {
  const given = { pin: "560001", items: items.map(([bookId, quantity]) => ({ bookId, quantity })) };
  return quoteItems(db.read, given, NOW);
};
const price = async (...items: [number, number][]) => (await quote(...items)).methods[0]?.price;

test("a parcel weighs its books by weight, by pages or by what staff say, and packing once", async () => {
  const weighed = await createBook(db.write, { price: 100, weight_g: 400, page_count: 900 });
  const paged = await createBook(db.write, { price: 100, weight_g: null, page_count: 200 });
  const neither = await createBook(db.write, { price: 100, weight_g: null, page_count: null });
  expect(await price([weighed, 1])).toBe(5_000);
  expect(await price([paged, 1])).toBe(5_000);
  expect(await price([paged, 2])).toBe(10_000);
  expect(await price([weighed, 1], [neither, 1])).toBe(10_000);
  expect(await price([weighed, 1], [neither, 1], [paged, 1])).toBe(20_000);
  expect((await quote([weighed, 5])).refusal).toMatch(/^This parcel weighs 2\.1 kg\. .* at most 2 kg/);
});

test("the subtotal is of what the books cost now: free above it, not at it", async () => {
  const reduced = await createBook(db.write, { price: 50_000, sale_price: 30_000, weight_g: 100 });
  const small = await createBook(db.write, { price: 100, weight_g: 1 });
  expect(await price([reduced, 2])).toBe(5_000);
  expect(await price([reduced, 2], [small, 1])).toBe(0);
});

test("a pre-order is sent when all its books are out, and paid at the door only where staff allow it", async () => {
  const forthcoming = { publishing_status: "forthcoming", preorder_limit: 10, weight_g: 100 } as const;
  const first = await createBook(db.write, { ...forthcoming, published_on: "2026-12-07" });
  const last = await createBook(db.write, { ...forthcoming, published_on: "2026-12-14" });
  const out = await createBook(db.write, { weight_g: 100 });
  const days = async (...items: [number, number][]) => {
    const [method] = (await quote(...items)).methods;
    return [method!.from, method!.to];
  };
  // Two to five working days; orders are sent on the next one, the Saturday.
  expect(await days([out, 1])).toEqual(["2026-12-01", "2026-12-04"]);
  expect(await days([first, 1], [last, 1], [out, 1])).toEqual(["2026-12-16", "2026-12-19"]);
  const cod = async () => (await quote([out, 1], [first, 1])).methods[0]!.cod;
  expect(await cod()).toMatchObject({
    offered: false,
    reason: "Orders with a pre-order must be paid before.",
  });
  expect((await quote([out, 1])).methods[0]!.cod).toMatchObject({ offered: true, fee: 3_000 });
  await setSettings(db.write, { codForPreorders: "yes" });
  expect(await cod()).toMatchObject({ offered: true, fee: 3_000 });
});
