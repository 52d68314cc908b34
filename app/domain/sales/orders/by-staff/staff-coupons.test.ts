import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createAccount, createAddress } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createOrderShop } from "~/test/orders";
import { addToCart } from "../../cart/cart.server";
import { applyCoupon } from "../../cart/cart-coupon.server";
import { placeOrder } from "../../checkout/place-order.server";
import { couponSchema } from "../../coupons/coupons.schema";
import { couponOrders, saveCoupon } from "../../coupons/staff-coupons.server";
import { readDocuments } from "../../documents/read-documents.server";
import { saveGroup } from "../../trade/groups.server";
import { groupSchema } from "../../trade/groups.schema";
import { editOrder } from "../edit/edit-order.server";
import { editOrderSchema } from "../edit/edit-order.schema";
import { orderVersion } from "../edit/order-version.server";
import { readOrder } from "../orders.server";
import { placeStaffOrder, previewStaffOrder } from "./place-staff-order.server";
import { staffOrderSchema } from "./staff-order.schema";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const ADDRESS = { fullname: "Asha Rao", address1: "12 Lake Road", address2: "Fort", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email: "asha@example.com" }; // oxfmt-ignore
const ASHA = { name: "Asha Rao", phone: "9847012345" };

let db: Db;
let staffId: number;
/** ₹300 and ₹200, tagged Children; ₹500, which is not. */
let kari: number;
let gora: number;
let atlas: number;
beforeEach(async () => {
  ({ db, staffId } = await createOrderShop());
  const book = (title: string, price: number, tag: string) =>
    catalogueBook(db, { title, price, tags: [tag], stock: 99, authors: ["Patil"] });
  kari = await book("Kari", 30_000, "Children");
  gora = await book("Gora", 20_000, "Children");
  atlas = await book("Atlas", 50_000, "Maps");
});

async function coupon(code: string, typed: Record<string, string>): Promise<number> {
  const fields = couponSchema.parse({ code, active: "on", ...typed });
  const saved = await saveCoupon(db, { id: null, staffId, fields, version: null }, NOW);
  if (!saved.ok) throw new Error(saved.message);
  return saved.id;
}
const request = (given: object) => ({
  ...staffOrderSchema.parse({ customer: ASHA, lines: [{ bookId: kari, qty: 1 }], payment: "cash", ...given }),
  staffId,
  gateway: "sandbox",
});
const place = (given: object) => placeStaffOrder(db, request(given), NOW);
async function placed(given: object) {
  const outcome = await place(given);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const refused = (message: string) => ({ ok: false, field: "coupon", message });
const TEN = { kind: "percentage", value: "10" };
const THREE = { kind: "copies", value: "1", setSize: "3", scope: "tags", which: "children" };

test("a code is taken off what remains after a discount by staff, and the order, its lines and its bill keep it", async () => {
  const id = await coupon("TEN", TEN);
  const given = {
    lines: [
      { bookId: kari, qty: 2, discountPercent: 50 },
      { bookId: atlas, qty: 1 },
    ],
    discountReason: "School",
    coupon: " ten ",
    idempotencyKey: "a".repeat(16),
  };
  const outcome = await placed(given);
  expect(outcome).toMatchObject({
    totals: { subtotal: 80_000, discount: 8_000, total: 72_000 },
    couponCode: "TEN",
  });
  expect(await placed(given)).toMatchObject({ ...outcome, isNew: false });
  expect(await orderOf(outcome.orderId)).toMatchObject({ couponCode: "TEN", totals: outcome.totals });
  const [bill] = await readDocuments(db, outcome.orderId);
  expect(bill!.lines.map(({ discount, value }) => ({ discount, value }))).toEqual([
    { discount: 3_000, value: 27_000 },
    { discount: 5_000, value: 45_000 },
  ]);
  expect(await couponOrders(db, id)).toMatchObject([{ orderId: outcome.orderId, discount: 8_000 }]);
});

test("the best one without a code comes by itself, but not beside a discount by staff; a code that takes off less is refused", async () => {
  await coupon("THREE", { ...THREE, automatic: "on" });
  await coupon("FIVE", { kind: "amount", value: "5" });
  const lines = [
    { bookId: kari, qty: 2 },
    { bookId: gora, qty: 1 },
  ];
  const of = async (given: object) => {
    const outcome = await previewStaffOrder(db, request({ lines, ...given }), NOW);
    return outcome.ok ? [outcome.couponCode, outcome.totals.discount] : outcome;
  };
  expect(await of({})).toEqual(["THREE", 20_000]);
  const less = lines.map((line) => ({ ...line, discountPercent: 1 }));
  expect(await of({ lines: less, discountReason: "Agreed" })).toEqual([null, 0]);
  expect(await of({ lines: less, discountReason: "Agreed", coupon: "five" })).toEqual(["FIVE", 500]);
  expect(await of({ coupon: "five" })).toEqual(refused("THREE takes off more"));
});

describe("the rules of the checkout hold", () => {
  test("a code that nobody has, that is not yet valid, for other books, too little", async () => {
    await coupon("LATER", { ...TEN, startsOn: "2026-12-01" });
    await coupon("MAPS", { ...TEN, scope: "tags", which: "maps" });
    await coupon("MUCH", { ...TEN, minimumSubtotal: "1000" });
    expect(await place({ coupon: "NONE" })).toEqual(refused("This coupon code is not valid"));
    expect(await place({ coupon: "LATER" })).toEqual(refused("This coupon is valid from 1 Dec 2026"));
    expect(await place({ coupon: "MAPS" })).toEqual(refused("This coupon is for books tagged Maps"));
    expect(await place({ coupon: "MUCH" })).toEqual(refused("This coupon needs an order of ₹1,000 or more"));
    expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
  });

  test("for a customer group: the customer's own", async () => {
    const saved = await saveGroup(
      db,
      { id: null, staffId, fields: groupSchema.parse({ name: "Schools" }) },
      NOW,
    );
    if (!saved.ok) throw new Error(saved.message);
    await coupon("SCHOOL", { ...TEN, groupId: String(saved.id) });
    const id = await createAccount(db);
    const given = { customer: { id }, coupon: "SCHOOL" };
    expect(await place(given)).toEqual(refused("This coupon is for Schools only"));
    await db.updateTable("accounts").set({ group_id: saved.id }).where("id", "=", id).execute();
    expect(await placed(given)).toMatchObject({ couponCode: "SCHOOL", totals: { discount: 3_000 } });
  });

  test("so often a customer: their unpaid order counts, since staff replace none; a new one is known by phone", async () => {
    await coupon("ONCE", { ...TEN, customerLimit: "1" });
    const id = await createAccount(db);
    const owner = { accountId: id };
    await addToCart(db, owner, { bookId: kari, quantity: 1 }, NOW);
    expect(await applyCoupon(db, owner, "ONCE", NOW)).toMatchObject({ ok: true });
    const addressId = await createAddress(db, id);
    expect(await placeOrder(db, id, { addressId, gateway: "sandbox" }, NOW)).toMatchObject({ ok: true });
    const used = refused("The customer has used this coupon already");
    expect(await place({ customer: { id }, coupon: "ONCE" })).toEqual(used);
    await placed({ coupon: "ONCE" });
    expect(await place({ coupon: "ONCE" })).toEqual(used);
    const walkIn = { walkIn: true, name: "" };
    expect(await place({ customer: walkIn, coupon: "ONCE" })).toEqual(
      refused("This coupon is counted for each customer: enter name and phone"),
    );
    // An offer that is counted by customer gives somebody unknown nothing.
    await db.updateTable("coupons").set({ automatic: 1 }).execute();
    expect(await placed({ customer: walkIn })).toMatchObject({ couponCode: null });
  });
});

test("free delivery: the code is on the order, and its use says what it took off, also after a change", async () => {
  await storePlan(db, staffId, {
    zones: [planZone({ states: ["Kerala"], methods: [planMethod({ rates: { by: "flat", price: 6_000 } })] })],
  });
  const id = await coupon("FREE", { kind: "delivery" });
  const outcome = await placed({ address: ADDRESS, payment: "transfer", reference: "N1", coupon: "FREE" });
  expect(outcome.totals).toMatchObject({ shipping: 0, discount: 0, total: 30_000 });
  expect(await couponOrders(db, id)).toMatchObject([{ discount: 6_000 }]);
  const edit = async (change: object) => {
    const version = await orderVersion(db, outcome.orderId);
    const fields = editOrderSchema.parse({ version, ...change });
    expect(await editOrder(db, { orderId: outcome.orderId, staffId, ...fields }, NOW)).toMatchObject({
      ok: true,
    });
  };
  await edit({ add: [{ bookId: gora, qty: 1 }] });
  expect(await couponOrders(db, id)).toMatchObject([{ discount: 6_000 }]);
  await edit({ add: [{ bookId: atlas, qty: 1 }], keepShipping: true });
  expect(await couponOrders(db, id)).toMatchObject([{ discount: 6_000 }]);
  expect((await orderOf(outcome.orderId)).totals).toMatchObject({ shipping: 0, total: 100_000 });
});
