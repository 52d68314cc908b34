import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { createAccount, createAddress, setSettings } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createOrderShop, placeOrderFor } from "~/test/orders";
import { addToCart, readCart, setQuantity } from "../cart/cart.server";
import { listSaved, saveForLater } from "../cart/saved-items.server";
import { orderedLines } from "../documents/document-parts.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { editOrder } from "../orders/edit/edit-order.server";
import { orderVersion } from "../orders/edit/order-version.server";
import { placeStaffOrder } from "../orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "../orders/by-staff/staff-order.schema";
import { addDiscount, listDiscounts, removeDiscount, saveGroup } from "./groups.server";
import { discountSchema, groupSchema } from "./groups.schema";
import { setCustomerTerms } from "./customer-terms.server";
import { lessDiscount, type MemberDiscount, priceFor, priceSteps } from "./member-price";

const NOW = new Date("2026-11-21T06:00:00.000Z");

const discount = (given: Partial<MemberDiscount>): MemberDiscount => ({
  of: "all",
  bookId: null,
  rate: 1000,
  leastCopies: 1,
  ...given,
});
const book = (given = {}) => ({ bookId: 7, price: 45_000, charged: 45_000, ...given });

describe("the rule that holds", () => {
  test("is the book's before its tag's before that of all; of each the highest whose copies are met", () => {
    const rules = [
      discount({ rate: 4000 }),
      discount({ of: "tag", bookId: 7, rate: 2000 }),
      discount({ of: "tag", bookId: 7, rate: 2500 }),
      discount({ of: "book", bookId: 7, rate: 1000, leastCopies: 10 }),
      discount({ of: "book", bookId: 8, rate: 9000 }),
    ];
    expect([1, 9, 10, 11].map((copies) => priceFor(rules, book(), copies))).toEqual([
      33_750, 33_750, 40_500, 40_500,
    ]);
    expect(priceSteps(rules, book())).toEqual([
      { from: 1, price: 33_750 },
      { from: 10, price: 40_500 },
    ]);
    expect(priceFor(rules, book({ bookId: 9 }), 1)).toBe(27_000);
  });

  test("is on the list price, and a lower sale price holds instead", () => {
    expect(priceFor([discount({ rate: 3500 })], book({ charged: 40_000 }), 1)).toBe(29_250);
    expect(priceFor([discount({ rate: 500 })], book({ charged: 40_000 }), 1)).toBe(40_000);
    expect(priceFor([], book({ charged: 40_000 }), 1)).toBe(40_000);
  });

  test("rounds half a paisa up", () => {
    expect([lessDiscount(1, 5000), lessDiscount(3, 5000), lessDiscount(99, 3333)]).toEqual([1, 2, 66]);
  });
});

const copies = fc.integer({ min: 1, max: 60 });
const rules = fc.array(
  fc.record({
    of: fc.constantFrom("all" as const, "tag" as const, "book" as const),
    rate: fc.integer({ min: 1, max: 9000 }),
    leastCopies: fc.constantFrom(1, 2, 5, 40),
  }),
  { maxLength: 6 },
);

test("whatever the rules, a price is from 0 to the public price", () => {
  const prices = fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }));
  fc.assert(
    fc.property(rules, prices, copies, (given, [one, other], quantity) => {
      const [charged, price] = [Math.min(one, other), Math.max(one, other)];
      const member = given.map((rule) => ({ ...rule, bookId: rule.of === "all" ? null : 7 }));
      const paid = priceFor(member, { bookId: 7, price, charged }, quantity);
      expect(Number.isInteger(paid) && paid >= 0 && paid <= charged).toBe(true);
    }),
  );
});

describe("carts, orders, changes and documents", () => {
  let db: Db;
  let staffId: number;
  let groupId: number;
  let books: { id: number; price: number; salePrice: number | null }[];
  beforeAll(async () => {
    ({ db, staffId } = await createOrderShop());
    await setSettings(db, { mostCopies: 100 });
    const fields = groupSchema.parse({ name: "School" });
    const added = await saveGroup(db, { id: null, staffId, fields }, NOW);
    if (!added.ok) throw new Error(added.message);
    groupId = added.id;
    const wanted = [
      { title: "Gora", price: 45_000, salePrice: null, tags: ["Novel"] },
      { title: "Chokher Bali", price: 29_999, salePrice: 24_999, tags: ["Novel", "Classic"] },
      { title: "Primer", price: 99, salePrice: null, tags: [] },
    ];
    books = [];
    for (const { salePrice, ...one } of wanted) {
      const id = await catalogueBook(db, { ...one, sale_price: salePrice, stock: 100_000 });
      books.push({ id, price: one.price, salePrice });
    }
  });

  async function put(given: { of: "all" | "tag" | "book"; rate: number; leastCopies: number }[]) {
    await db.deleteFrom("group_discounts").execute();
    for (const { of, rate, leastCopies } of given) {
      const which = of === "all" ? "" : of === "tag" ? "novel" : String(books[1]!.id);
      const typed = { of, which, rate: String(rate / 100), leastCopies: String(leastCopies) };
      const done = await addDiscount(db, { groupId, staffId, fields: discountSchema.parse(typed) }, NOW);
      expect(done).toMatchObject({ ok: true });
    }
  }

  /** The rule, written once more: by rank and rate of what is typed. */
  function expected(given: Parameters<typeof put>[0], at: number, quantity: number): number {
    const { price, salePrice } = books[at]!;
    const has = { all: true, tag: at < 2, book: at === 1 };
    // The same books and least copies twice: the later one holds.
    const last = given.filter(
      (rule, i) =>
        !given.slice(i + 1).some((one) => one.of === rule.of && one.leastCopies === rule.leastCopies),
    );
    const met = last.filter(({ of, leastCopies }) => has[of] && leastCopies <= quantity);
    for (const of of ["book", "tag", "all"] as const) {
      const best = Math.max(0, ...met.filter((rule) => rule.of === of).map(({ rate }) => rate));
      if (best > 0)
        return Math.min(salePrice ?? price, Math.round((price * (10_000 - best)) / 10_000 + 1e-9));
    }
    return salePrice ?? price;
  }

  test("have the same prices, which are those of the rules", async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.array(copies, { minLength: 3, maxLength: 3 }), async (given, wanted) => {
        await put(given);
        const accountId = await createAccount(db);
        const terms = { groupId, creditLimit: null, creditDays: null };
        await setCustomerTerms(db, { accountId, staffId, fields: terms }, NOW);
        for (const [at, quantity] of wanted.entries())
          await addToCart(db, { accountId }, { bookId: books[at]!.id, quantity }, NOW);
        const prices = wanted.map((quantity, at) => expected(given, at, quantity));
        const cart = await readCart(db, { accountId }, NOW);
        expect(cart.lines.map(({ unitPrice }) => unitPrice)).toEqual(prices);
        const addressId = await createAddress(db, accountId);
        const subtotal = prices.reduce((sum, price, at) => sum + price * wanted[at]!, 0);
        expect(cart.totals.subtotal).toBe(subtotal);

        const orderId = await placeOrderFor(db, { accountId, addressId }, { now: NOW });
        const billed = await orderedLines(db, orderId);
        expect(billed.map(({ unitPrice }) => unitPrice)).toEqual(prices);

        const lines = wanted.map((qty, at) => ({ bookId: books[at]!.id, qty }));
        const order = staffOrderSchema.parse({ customer: { id: accountId }, lines, payment: "cash" });
        const placed = await placeStaffOrder(db, { ...order, staffId, gateway: "sandbox" }, NOW);
        expect(placed).toMatchObject({ ok: true, totals: { subtotal } });
        await saveForLater(db, accountId, { itemId: cart.lines[1]!.itemId }, NOW);
        expect((await listSaved(db, accountId, NOW))[0]!.unitPrice).toBe(prices[1]);
      }),
      { numRuns: 12 },
    );
  });

  test("of an order that is changed: lines that were bought stay, what comes has the customer's price of its copies", async () => {
    await put([
      { of: "all", rate: 1000, leastCopies: 1 },
      { of: "all", rate: 4000, leastCopies: 5 },
    ]);
    const accountId = await createAccount(db);
    const fields = { groupId, creditLimit: null, creditDays: null };
    await setCustomerTerms(db, { accountId, staffId, fields }, NOW);
    const address = { fullname: "Asha Rao", address1: "12 Lake Road", address2: "Kaloor", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email: "asha@example.com" }; // oxfmt-ignore
    const typed = { customer: { id: accountId }, lines: [{ bookId: books[0]!.id, qty: 1 }], address };
    const sent = staffOrderSchema.parse({ ...typed, payment: "transfer", reference: "UTR 1" });
    const placed = await placeStaffOrder(db, { ...sent, staffId, gateway: "sandbox" }, NOW);
    if (!placed.ok) throw new Error(placed.message);
    const { orderId } = placed;
    const unitPrices = async () => (await orderedLines(db, orderId)).map(({ unitPrice }) => unitPrice);
    const change = async (given: object) => {
      const version = await orderVersion(db, orderId);
      const edit = editOrderSchema.parse({ version, ...given });
      expect(await editOrder(db, { orderId, staffId, ...edit }, NOW)).toMatchObject({ ok: true });
    };
    expect(await unitPrices()).toEqual([40_500]);
    await change({ add: [{ bookId: books[0]!.id, qty: 5 }, { bookId: books[2]!.id, qty: 3 }, { bookId: books[2]!.id, qty: 2 }] }); // oxfmt-ignore
    expect(await unitPrices()).toEqual([40_500, 59]);
    await change({ newPrices: true });
    expect(await unitPrices()).toEqual([27_000, 59]);
  });

  test("of a cart follow its copies, and end with the group and the discount", async () => {
    await put([{ of: "all", rate: 4000, leastCopies: 5 }]);
    const accountId = await createAccount(db);
    const fields = { groupId, creditLimit: null, creditDays: null };
    await setCustomerTerms(db, { accountId, staffId, fields }, NOW);
    await addToCart(db, { accountId }, { bookId: books[0]!.id, quantity: 4 }, NOW);
    const unitPrice = async () => (await readCart(db, { accountId }, NOW)).lines[0]!;
    const line = await unitPrice();
    expect(line.unitPrice).toBe(45_000);
    await setQuantity(db, { accountId }, { itemId: line.itemId, quantity: 5 }, NOW);
    expect((await unitPrice()).unitPrice).toBe(27_000);
    const group = { id: groupId, staffId };
    const save = (standing: string) =>
      saveGroup(db, { ...group, fields: groupSchema.parse({ name: "School", standing }) }, NOW);
    await save("ended");
    expect((await unitPrice()).unitPrice).toBe(45_000);
    await save("active");
    expect((await unitPrice()).unitPrice).toBe(27_000);
    const { id } = await db.selectFrom("group_discounts").select("id").executeTakeFirstOrThrow();
    await removeDiscount(db, { groupId, discountId: id, staffId }, NOW);
    expect((await unitPrice()).unitPrice).toBe(45_000);
  });

  test("a tag that is merged into another takes its discounts along", async () => {
    await put([{ of: "tag", rate: 2000, leastCopies: 1 }]);
    const idOf = async (name: string) =>
      (await db.selectFrom("tags").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
    const [fromId, intoId] = [await idOf("Novel"), await idOf("Classic")];
    expect(await mergeNames(db, MASTER_DATA.tag, { fromId, intoId, staffId })).toMatchObject({ ok: true });
    const [discount] = await listDiscounts(db, groupId);
    expect(discount).toMatchObject({ of: "tag", name: "Classic", rate: 2000 });
  });
});
