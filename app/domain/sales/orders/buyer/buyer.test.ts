import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createBook, setSettings } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { buyerSchema } from "./buyer.schema";
import { type Buyer, NO_BUYER } from "./buyer";
import { lastBuyer } from "./last-buyer.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { waitingGift } from "./waiting-gift.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const SCHOOL = { gstin: "32AABCL1234C1ZD", name: "Lake View School", address: "12 Lake Road\nKochi 682001", reference: "PO 118" }; // oxfmt-ignore

describe("buyerSchema", () => {
  const problems = (given: Partial<Buyer>) =>
    buyerSchema.safeParse(given).error?.issues.map(({ path, message }) => [path.join(), message]) ?? [];

  test("all of it may be left out; what is typed is cleaned", () => {
    expect(buyerSchema.parse({})).toEqual(NO_BUYER);
    expect(
      buyerSchema.parse({
        gstin: " ३२ aabcl-1234c 1zd ",
        name: " Lake\tView  School\u0007 ",
        address: "12 Lake Road\r\nKochi 682001\0",
        reference: "PO\n118",
      }),
    ).toEqual(SCHOOL);
  });

  test.each([
    ["32AABCL1234C1Z", "A GSTIN has 15 characters; this one has 14"],
    ["00AABCL1234C1ZD", "A GSTIN begins with the code of a state, which 00 is not"],
    ["32AABC11234C1ZD", "After 32 a GSTIN has the PAN: five letters, four digits, a letter"],
    ["32AABCL1234C1XD", "After the PAN a GSTIN has a digit or letter, Z, and one more digit or letter"],
    ["32AABCL1234C1ZE", "This GSTIN does not add up: one of its characters is wrong"],
    // One letter that looks like another.
    ["32AABCI1234C1ZD", "This GSTIN does not add up: one of its characters is wrong"],
  ])("%s is refused: %s", (gstin, message) => {
    expect(problems({ ...SCHOOL, gstin })).toEqual([["gstin", message]]);
  });

  test("a text far too long for a GSTIN is not counted out", () => {
    expect(problems({ ...SCHOOL, gstin: "3".repeat(2000) })).toEqual([
      ["gstin", "This is too long for a GSTIN"],
    ]);
  });

  test("with a GSTIN the name is needed; a name or a reference alone is enough", () => {
    expect(problems({ gstin: SCHOOL.gstin })).toEqual([
      ["name", "Enter the name as it is registered for GST: it stands on the invoice"],
    ]);
    expect(problems({ name: "Lake View School" })).toEqual([]);
    expect(problems({ reference: "PO 118" })).toEqual([]);
  });

  test("texts have the lengths of their columns", () => {
    const longest = { name: "n".repeat(100), address: "a".repeat(300), reference: "r".repeat(60) };
    expect(problems(longest)).toEqual([]);
    for (const part of ["name", "address", "reference"] as const)
      expect(problems({ ...longest, [part]: `${longest[part]}x` })).toEqual([
        [part, expect.stringMatching(/must be at most \d+ characters/)],
      ]);
  });
});

describe("an order for a school", () => {
  let db: Db;
  beforeAll(async () => {
    db = (await createTestDatabase()).write;
  });
  const place = (
    { accountId, addressId }: { accountId: number; addressId: number },
    buyer?: Buyer,
    more = {},
  ) => placeOrder(db, accountId, { addressId, gateway: "sandbox", ...(buyer && { buyer }), ...more }, NOW);

  test("keeps it; the same request is the same order, another buyer another one", async () => {
    const customer = await customerWithCart(db);
    const [one, two, other] = [
      await place(customer, SCHOOL),
      await place(customer, SCHOOL),
      await place(customer, { ...SCHOOL, reference: "PO 119" }),
    ];
    if (!one.ok || !two.ok || !other.ok) throw new Error("refused");
    expect([two.orderId, two.isNew]).toEqual([one.orderId, false]);
    expect([other.orderId === one.orderId, other.isNew]).toEqual([false, true]);
    expect((await readOrder(db, one.orderId, "anybody", NOW))!.buyer).toEqual(SCHOOL);
    const plain = await place(customer);
    expect(plain.ok && (await readOrder(db, plain.orderId, "anybody", NOW))!.buyer).toBeNull();
  });

  test("that empties the cart is found again by the same buyer alone", async () => {
    await setSettings(db, { transferOn: "yes", transferName: "Kitab", transferUpi: "kitab@sbi" });
    const customer = await customerWithCart(db);
    const expectedLines = [{ bookId: customer.bookId, quantity: 1, unitPrice: null }];
    const transfer = { payment: "transfer", expectedLines };
    const one = await place(customer, SCHOOL, transfer);
    if (!one.ok) throw new Error(one.message);
    expect(await place(customer, SCHOOL, transfer)).toMatchObject({ ok: true, orderId: one.orderId });
    expect(await place(customer, NO_BUYER, transfer)).toMatchObject({ ok: false, reason: "empty_cart" });
  });

  test("is remembered for the next, without its reference once it waits no more", async () => {
    const customer = await customerWithCart(db);
    const last = () => lastBuyer(db, customer.accountId);
    expect(await last()).toBeNull();
    const placed = await place(customer, SCHOOL);
    if (!placed.ok) throw new Error(placed.message);
    expect(await last()).toEqual(SCHOOL);
    const cancelled = { state: "cancelled", cancel_reason: "customer", stock_held: 0 } as const;
    const cancel = (id: number) => db.updateTable("orders").set(cancelled).where("id", "=", id).execute();
    await cancel(placed.orderId);
    expect(await last()).toEqual({ ...SCHOOL, reference: "" });
    // An order that waits to be paid, for nobody else, shows what it has.
    await addToCart(db, customer, { bookId: await createBook(db), quantity: 1 }, NOW);
    const plain = await place(customer, NO_BUYER);
    if (!plain.ok) throw new Error(plain.message);
    expect(await last()).toBeNull();
    await cancel(plain.orderId);
    expect(await last()).toEqual({ ...SCHOOL, reference: "" });
    expect(await lastBuyer(db, (await customerWithCart(db)).accountId)).toBeNull();
  });

  test("what waits for a transfer is beside the next order, which is no gift because of it and has no reference of it", async () => {
    await setSettings(db, { transferOn: "yes", transferName: "Kitab", transferUpi: "kitab@sbi" });
    const customer = await customerWithCart(db);
    const gift = { from: "Asha", message: "Happy birthday!" };
    const online = await place(customer, SCHOOL, { gift });
    if (!online.ok) throw new Error(online.message);
    expect(await waitingGift(db, customer.accountId)).toEqual(gift);
    const transfer = await place(customer, SCHOOL, { gift, payment: "transfer" });
    if (!transfer.ok) throw new Error(transfer.message);
    expect(await waitingGift(db, customer.accountId)).toBeNull();
    expect(await lastBuyer(db, customer.accountId)).toEqual({ ...SCHOOL, reference: "" });
  });
});
