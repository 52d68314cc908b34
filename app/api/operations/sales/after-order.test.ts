import { beforeAll, describe, expect, test } from "vitest";
import type { OrderState } from "~/domain/sales/orders/orders";
import { customerClient, guestClient, staffClient, type StaffClient, tokenClient } from "~/test/api";
import { createBook } from "~/test/factories";
import {
  createShopOrder,
  type OrderOptions,
  orderRecords,
  orderState,
  type PlacedOrder,
  refundKey,
} from "~/test/orders";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

/** An order of two copies with its customer's client. */
async function make(state: OrderState, given: OrderOptions = {}) {
  const order = await createShopOrder(shop, state, { staffId: staff.staffId, quantity: 2, ...given });
  const client = await tokenClient(shop, order.accountId);
  return { ...order, client, path: `/customer/orders/${order.orderId}` };
}
const stateOf = (order: PlacedOrder) => orderState(shop.db.read, order.orderId);

describe("POST /customer/orders/{orderId}/cancel", () => {
  test("cancels until the order is packed, with or without a reason", async () => {
    const order = await make("paid");
    expect(await order.client.post(`${order.path}/cancel`, { reason: "Two by mistake" })).toMatchObject({
      status: 200,
      body: {
        result: 1,
        msg: `Order #${order.orderId} is cancelled. We are returning ₹500.00 to you`,
      },
    });
    expect(await stateOf(order)).toBe("cancelled");
    const unpaid = await make("pending");
    expect((await unpaid.client.post(`${unpaid.path}/cancel`, {})).body.result).toBe(1);
    const packed = await make("packed");
    expect(await packed.client.post(`${packed.path}/cancel`, {})).toMatchObject({
      status: 200,
      body: { result: 0, msg: `Order #${packed.orderId} is packed already: it can no longer be cancelled` },
    });
    expect(await stateOf(packed)).toBe("packed");
  });

  test("answers result 0 to a reason that is too long", async () => {
    const order = await make("paid");
    const { status, body } = await order.client.post(`${order.path}/cancel`, { reason: "x".repeat(301) });
    expect([status, body]).toEqual([
      200,
      { result: 0, msg: expect.any(String), errors: { reason: ["Reason must be 300 characters or less"] } },
    ]);
    expect(await stateOf(order)).toBe("paid");
  });
});

describe("POST /customer/orders/{orderId}/reorder", () => {
  test("names the copies added of each book; result is 0 when none were", async () => {
    const bookId = await createBook(shop.db.write, { title: "Gora", stock: 5 });
    const order = await make("delivered", { bookId });
    await shop.db.write.updateTable("books").set({ stock: 1 }).where("id", "=", bookId).execute();
    const reorder = () => order.client.post<{ result: number }>(`${order.path}/reorder`, {});
    expect((await reorder()).body).toEqual({
      result: 1,
      msg: 'Added 1 copy of "Gora" to your cart. Only 1 of 2 copies of "Gora" could be added: there are no more in stock',
      items: [{ bookId, title: "Gora", wanted: 2, added: 1 }],
    });
    expect((await reorder()).body).toEqual({
      result: 0,
      msg: 'Your cart already has all available copies of "Gora"',
      items: [{ bookId, title: "Gora", wanted: 2, added: 0 }],
    });
  });
});

describe("returns", () => {
  const returnOf = (bookId: number, given: object = {}) => ({
    items: [{ bookId, qty: 1 }],
    reason: "damaged",
    ...given,
  });

  test("are requested, shown with the order, answered by staff and received", async () => {
    const order = await make("delivered");
    const { client, orderId, bookId } = order;
    const asked = await client.post<{ returnId: number }>(
      `${order.path}/return`,
      returnOf(bookId, { remarks: "Torn" }),
    );
    expect(asked.body).toMatchObject({ result: 1 });
    const { returnId } = asked.body;
    const shownReturns = async () =>
      (await client.get<{ returns: unknown[] }>(`/customer/orderstatus/${orderId}`)).body.returns;
    expect(await shownReturns()).toEqual([
      {
        id: returnId,
        state: "requested",
        reason: "damaged",
        remarks: "Torn",
        answer: "",
        requestedAt: expect.any(String),
        answeredAt: null,
        receivedAt: null,
        refund: null,
        items: [{ bookId, title: expect.any(String), qty: 1 }],
      },
    ]);
    const orderPath = `/orders/admin/${orderId}`;
    const paged = async () =>
      (
        await staff.post<{ data: { id: number }[] }>("/orders/admin/paged", { returnToAnswer: true })
      ).body.data.map(({ id }) => id);
    expect(await paged()).toEqual([orderId]);
    expect((await staff.get(orderPath)).body).toMatchObject({
      returns: [{ id: returnId }],
      nextSteps: expect.arrayContaining(["return-answer"]),
    });

    const answer = (body: object) => staff.post(`${orderPath}/return-answer`, { returnId, ...body });
    expect((await answer({ answer: "decline" })).body).toEqual({
      result: 0,
      msg: expect.any(String),
      errors: { note: ["Please tell the customer why"] },
    });
    expect((await answer({ answer: "received" })).body).toMatchObject({ result: 0 });
    expect((await answer({ answer: "approve", note: "By post" })).body).toMatchObject({ result: 1 });
    expect((await answer({ answer: "decline", note: "No." })).body).toEqual({
      result: 0,
      msg: "Kamini Iyer has approved this return already",
    });
    expect(await paged()).toEqual([]);
    const { stock } = (await orderRecords(shop.db.read, order)).book;
    expect((await answer({ answer: "received", restock: true })).body).toMatchObject({ result: 1 });
    expect((await orderRecords(shop.db.read, order)).book.stock).toBe(stock + 1);
    expect(await shownReturns()).toMatchObject([{ state: "received", answer: "By post" }]);
    expect((await staff.get<{ nextSteps: string[] }>(orderPath)).body.nextSteps).not.toContain(
      "return-answer",
    );

    const pay = (given: object) =>
      staff.post(`${orderPath}/refunds`, {
        amount: 10,
        reason: "Torn",
        idempotencyKey: refundKey(),
        ...given,
      });
    expect((await pay({ returnId })).body).toMatchObject({ result: 1 });
    expect((await pay({ returnId })).body).toMatchObject({
      result: 0,
      msg: "₹10.00 is refunded for these books already",
    });
    expect((await pay({ returnId: 999 })).status).toBe(404);
    expect(await shownReturns()).toMatchObject([{ state: "refunded", refund: { amount: 10 } }]);
    expect((await staff.get(orderPath)).body).toMatchObject({ refunds: [{ returnId }] });
  });

  test("broken rules are result 0, another shape is a 400", async () => {
    const order = await make("delivered");
    const { client, bookId, path } = order;
    const post = async (body: unknown) => {
      const answer = await client.post(`${path}/return`, body);
      return [answer.status, answer.body.result, Object.keys(answer.body.errors ?? {})];
    };
    expect(await post(returnOf(bookId, { items: [{ bookId, qty: 3 }] }))).toEqual([200, 0, ["items"]]);
    expect(await post(returnOf(bookId, { items: [] }))).toEqual([200, 0, ["items"]]);
    expect(await post(returnOf(bookId, { reason: "other" }))).toEqual([200, 0, ["remarks"]]);
    expect(await post(returnOf(bookId, { reason: "bored" }))).toMatchObject([200, 0, ["reason"]]);
    expect((await post(returnOf(bookId, { items: "all" })))[0]).toBe(400);
    expect((await post({}))[1]).toBe(0);
    const shipped = await make("shipped");
    expect(
      (await shipped.client.post(`${shipped.path}/return`, returnOf(shipped.bookId))).body,
    ).toMatchObject({
      result: 0,
    });
    expect(
      await shop.db.read
        .selectFrom("return_requests")
        .selectAll()
        .where("order_id", "=", order.orderId)
        .execute(),
    ).toEqual([]);
  });
});

test("other customers' orders are a 404", async () => {
  const order = await make("delivered");
  const stranger = await customerClient(shop);
  const bodies = {
    cancel: {},
    reorder: {},
    return: { items: [{ bookId: order.bookId, qty: 1 }], reason: "damaged" },
  };
  for (const [step, body] of Object.entries(bodies)) {
    expect(await stranger.post(`${order.path}/${step}`, body)).toMatchObject({
      status: 404,
      body: { result: 0 },
    });
    expect(await guestClient(shop).post(`${order.path}/${step}`, body)).toMatchObject({ status: 401 });
    expect(await staff.post(`${order.path}/${step}`, body)).toMatchObject({ status: 403 });
  }
  const answer = { returnId: 99_999, answer: "approve" };
  expect(await staff.post(`/orders/admin/${order.orderId}/return-answer`, answer)).toMatchObject({
    status: 404,
  });
  expect(await order.client.post(`/orders/admin/${order.orderId}/return-answer`, answer)).toMatchObject({
    status: 403,
  });
});
