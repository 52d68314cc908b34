import { beforeAll, describe, expect, test } from "vitest";
import type { OrderState } from "~/domain/sales/orders/orders";
import { type ApiResult, staffClient, type StaffClient } from "~/test/api";
import { expectStaffOnly } from "~/test/checks/api-rules";
import { createBook } from "~/test/factories";
import { createCarrier, createShopOrder, refundKey } from "~/test/orders";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

const make = (state: OrderState, quantity = 2) =>
  createShopOrder(shop, state, { staffId: staff.staffId, quantity, book: { price: 20_000, stock: 9 } });

interface Detail {
  version: number;
  due: number;
  paid: number | null;
  status: string;
  total: number;
  nextSteps: string[];
  lines: { id: number; bookId: number; ordered: number; sent: number; refunded: number }[];
  parcels: { id: number; number: number; trackingno: string; weightG: number | null; lines: object[] }[];
  notes: object[];
}
const pathOf = (id: number, step = "") => `/orders/admin/${id}${step}`;
const detail = async (id: number) => (await staff.get<Detail>(pathOf(id))).body;

describe("POST /orders/admin/{orderId}/edit", () => {
  test("answers the new totals, and what is refunded or due; an older version is told what happened", async () => {
    const { orderId } = await make("paid");
    const before = await detail(orderId);
    const line = before.lines[0]!;
    const edit = (fields: object) =>
      staff.post<ApiResult & { totals: { total: number }; refundDue: number; due: number }>(
        pathOf(orderId, "/edit"),
        fields,
      );
    const less = await edit({ version: before.version, lines: [{ id: line.id, qty: 1 }], note: "As agreed" });
    expect(less.body).toMatchObject({ result: 1, refundDue: 200, due: 0, totals: { subtotal: 200 } });
    const late = await edit({ version: before.version, lines: [{ id: line.id, qty: 2 }] });
    expect(late.body).toMatchObject({
      result: 0,
      msg: expect.stringMatching(/was changed meanwhile: .*Changed: ₹\S+ → ₹\S+ \(Kamini Iyer/),
    });
    const other = await createBook(shop.db.write, { price: 15_000, stock: 1 });
    const now = await detail(orderId);
    const more = await edit({ version: now.version, add: [{ bookId: other, qty: 1 }] });
    expect(more.body).toMatchObject({ result: 1, refundDue: 0, due: 150 });
    const after = await detail(orderId);
    expect(after).toMatchObject({ due: 150, total: more.body.totals.total });
    expect(after.nextSteps).not.toContain("packing");
    expect(after.lines.map(({ ordered, sent }) => [ordered, sent])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const few = await edit({ version: after.version, add: [{ bookId: other, qty: 9 }] });
    expect(few.body).toMatchObject({
      result: 0,
      errors: { "add[0].qty": [expect.stringMatching(/^No more of/)] },
    });
  });

  test("is for staff with the right, and needs a version", async () => {
    const { orderId } = await make("paid");
    await expectStaffOnly(shop, pathOf(orderId, "/edit"), { version: 1, note: "x" });
    expect((await staff.post(pathOf(orderId, "/edit"), { note: "x" })).status).toBe(400);
    expect((await staff.post(pathOf(999_999, "/edit"), { version: 1 })).status).toBe(404);
  });
});

describe("POST /orders/admin/{orderId}/parcels", () => {
  test("sends a part, then the rest; a lost one again; each arrives", async () => {
    const { orderId } = await make("packed");
    const carrierId = await createCarrier(shop.db.write, "Konkan Post");
    const { lines } = await detail(orderId);
    const send = (fields: object) =>
      staff.post<ApiResult & { parcelId: number }>(pathOf(orderId, "/parcels"), { carrierId, ...fields });
    const part = { trackingno: "KP1", lines: [{ id: lines[0]!.id, qty: 1 }], weightG: 420, idempotencyKey: refundKey() }; // oxfmt-ignore
    const [first, repeated] = await Promise.all([send(part), send(part)]);
    expect(repeated.body).toEqual(first.body);
    expect((await send({ ...part, idempotencyKey: "short" })).body).toMatchObject({ result: 0 });
    expect(first.body).toMatchObject({ result: 1, parcelId: expect.any(Number) });
    expect(await detail(orderId)).toMatchObject({
      status: "packed",
      lines: [{ ordered: 2, sent: 1, refunded: 0 }],
      parcels: [{ number: 1, trackingno: "KP1", weightG: 420, lines: [{ id: lines[0]!.id, qty: 1 }] }],
    });
    expect((await send({ trackingno: "KP2", lines: [{ id: lines[0]!.id, qty: 2 }] })).body).toMatchObject({
      result: 0,
      errors: { "lines[0].qty": ["At most 1 can be sent"] },
    });
    const second = await send({ trackingno: "KP2" });
    expect(await detail(orderId)).toMatchObject({ status: "Despatched", lines: [{ sent: 2 }] });
    const step = (parcelId: number, what: string) =>
      staff.post<ApiResult>(pathOf(orderId, `/parcels/${parcelId}/${what}`), {});
    expect((await step(second.body.parcelId, "loss")).body).toMatchObject({ result: 1 });
    expect(await detail(orderId)).toMatchObject({ lines: [{ sent: 1 }] });
    const third = await send({ trackingno: "KP3" });
    await step(first.body.parcelId, "delivery");
    expect((await step(third.body.parcelId, "delivery")).body.msg).toBe(`Order #${orderId} is delivered`);
    expect((await step(999_999, "delivery")).status).toBe(404);
    // A refund by line of copies that have arrived stays possible.
    const refund = {
      lines: [{ id: lines[0]!.id, qty: 1, restock: false }],
      reason: "Torn",
      idempotencyKey: refundKey(),
    };
    expect((await staff.post(pathOf(orderId, "/refunds"), refund)).body).toMatchObject({ result: 1 });
  });
});

describe("POST /orders/admin", () => {
  const customer = { name: "Asha Rao", phone: "98470 12345", email: "" };

  test("has a buyer, checked as at the checkout", async () => {
    const bookId = await createBook(shop.db.write, { price: 20_000, stock: 2 });
    const order = { customer, lines: [{ bookId, qty: 1 }], payment: "cash" };
    const school = { gstin: "32AABCL1234C1ZD", name: "Lake View School", address: "", reference: "PO 118" };
    const wrong = await staff.post("/orders/admin", { ...order, buyer: { ...school, name: "" } });
    expect(wrong.body).toMatchObject({ errors: { "buyer.name": [expect.any(String)] } });
    const placed = await staff.post<{ orderid: number }>("/orders/admin", { ...order, buyer: school });
    expect(await detail(placed.body.orderid)).toMatchObject({ buyer: school });
    const gift = { from: "Asha", message: "" };
    const plain = await staff.post<{ orderid: number }>("/orders/admin", { ...order, buyer: null, gift });
    expect(await detail(plain.body.orderid)).toMatchObject({ buyer: null, gift });
  });

  test("places an order at the counter, and one whose link is answered", async () => {
    const bookId = await createBook(shop.db.write, { price: 20_000, stock: 50 });
    const lines = [{ bookId, qty: 20, discountPercent: 25 }];
    const counter = await staff.post<ApiResult & { orderid: number }>("/orders/admin", {
      customer,
      lines,
      discountReason: "School",
      payment: "transfer",
      reference: "NEFT 4312",
      note: "For the library",
    });
    expect(counter.body).toMatchObject({ result: 1, totals: { total: 3_000 } });
    expect(await detail(counter.body.orderid)).toMatchObject({
      status: "Delivered",
      paid: 3_000,
      due: 0,
      notes: [{ note: "For the library" }],
    });
    const link = await staff.post<ApiResult & { orderid: number; payUrl: string }>("/orders/admin", {
      customer: { ...customer, email: "asha.desk@example.com" },
      lines: [{ bookId, qty: 1 }],
      payment: "link",
    });
    expect(link.body.payUrl).toMatch(new RegExp(`/pay\\?token=[\\w-]{22}&order=${link.body.orderid}$`));
    expect(await detail(link.body.orderid)).toMatchObject({ status: "Pending", due: 200 });
    const page = await fetch(new URL(new URL(link.body.payUrl).pathname + new URL(link.body.payUrl).search, shop.origin)); // oxfmt-ignore
    expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
    expect((await fetch(new URL("/pay?token=wrong&order=1", shop.origin))).status).toBe(404);
  });

  test("says at its field what does not fit", async () => {
    const bookId = await createBook(shop.db.write, { stock: 1 });
    const order = { customer, lines: [{ bookId, qty: 1 }], payment: "cash" };
    for (const [given, field] of [
      [{ customer: { name: "Asha" } }, "customer.phone"],
      [{ lines: [{ bookId, qty: 1, discountPercent: 10 }] }, "discountReason"],
      [{ payment: "transfer" }, "reference"],
      [{ payment: "cod" }, "payment"],
      [{ coupon: "NOBODYS" }, "coupon"],
      [{ lines: [] }, "lines"],
    ] as const) {
      const { body } = await staff.post<ApiResult>("/orders/admin", { ...order, ...given });
      const fields = Object.keys(body.errors ?? {});
      expect([field, body.result, fields]).toEqual([
        field,
        0,
        [expect.stringMatching(`^${field.split(".")[0]}`)],
      ]);
    }
    const few = await staff.post<ApiResult>("/orders/admin", { ...order, lines: [{ bookId, qty: 2 }] });
    expect(few.body).toMatchObject({
      result: 0,
      errors: { "lines[0].qty": [expect.stringMatching(/^Only 1 of/)] },
    });
    await expectStaffOnly(shop, "/orders/admin", order);
  });
});
