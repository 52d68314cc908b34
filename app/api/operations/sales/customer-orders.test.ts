import { describe, expect, test } from "vitest";
import { API_STATUS, type OrderState } from "~/domain/sales/orders/orders";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { customerClient, guestClient, sessionClient, staffClient, tokenClient } from "~/test/api";
import { ADDRESS, createAccount } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder, createPendingOrder } from "~/test/orders";
import { testShop } from "~/test/shop";

const ALL = "/customer/orders/all";

const shop = testShop();
const gateway = new MemoryGateway();

const status = (id: number | string) => `/customer/orderstatus/${id}`;
const pending = (accountId: number) => createPendingOrder(shop.db.write, gateway, { accountId, quantity: 2 });
const paid = (accountId: number) =>
  createPaidOrder(shop.db.write, gateway, { accountId, quantity: 2, method: "upi" });

const row = (orderId: number) =>
  shop.db.read.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();

describe("GET /customer/orders/all", () => {
  test("returns the customer's own orders, the newest first, with the amounts paid", async () => {
    const accountId = await createAccount(shop.db.write);
    await paid(await createAccount(shop.db.write));
    const first = await paid(accountId);
    const second = await pending(accountId);
    const stored = await row(first.orderId);
    for (const client of [await tokenClient(shop, accountId), await sessionClient(shop, accountId)]) {
      const { status, body, headers } = await client.get(ALL);
      expect(status).toBe(200);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(body).toEqual([
        {
          id: second.orderId,
          invoiceno: null,
          invoicedate: (await row(second.orderId)).placed_at,
          status: "Pending",
          orderqty: 2,
          amountpaid: 0,
        },
        {
          id: first.orderId,
          invoiceno: stored.invoice_no,
          invoicedate: stored.invoice_date,
          status: "Payment made",
          orderqty: 2,
          amountpaid: 500,
        },
      ]);
    }
  });

  test("returns all orders, except unpaid ones that were replaced", async () => {
    const accountId = await createAccount(shop.db.write);
    const last = await paid(accountId);
    for (let n = 0; n < 24; n += 1) await paid(accountId);
    const client = await tokenClient(shop, accountId);
    expect((await client.get<unknown[]>(ALL)).body).toHaveLength(25);
    const replaced = await pending(accountId);
    await addToCart(shop.db.write, { accountId }, { bookId: last.bookId, quantity: 1 });
    const placed = await placeOrder(shop.db.write, accountId, {
      addressId: last.addressId,
      gateway: "sandbox",
    });
    if (!placed.ok) throw new Error(placed.message);
    await ensureGatewayOrder(shop.db.write, gateway, placed.orderId, accountId);
    const { body } = await client.get<{ id: number }[]>(ALL);
    expect(body).toHaveLength(26);
    expect(body.map(({ id }) => id)).not.toContain(replaced.orderId);
  });

  test("returns an empty list without orders", async () => {
    expect((await (await customerClient(shop)).get(ALL)).body).toEqual([]);
  });
});

describe("GET /customer/orderstatus/{orderId}", () => {
  test("returns every field of the specification, money in rupees", async () => {
    const accountId = await createAccount(shop.db.write);
    const order = await paid(accountId);
    const stored = await row(order.orderId);
    const { status: code, body } = await (await tokenClient(shop, accountId)).get(status(order.orderId));
    expect(code).toBe(200);
    const { fullname, address1, address2, place, state, pincode } = ADDRESS;
    expect(body).toEqual({
      id: order.orderId,
      buyer: null,
      exchangeOf: null,
      exchanges: [],
      gift: null,
      invoiceno: stored.invoice_no,
      invoicedate: stored.invoice_date,
      status: "Payment made",
      etadate: stored.eta_date,
      trackingno: null,
      carrier: null,
      trackingUrl: null,
      items: [
        { id: order.bookId, title: expect.any(String), orderprice: 250, orderqty: 2, releaseDate: null },
      ],
      dispatchFrom: null,
      subtotal: 500,
      discount: 0,
      couponcode: null,
      shipping: 0,
      tax: 0,
      total: 500,
      address: { fullname, address1, address2, place, state, pincode },
      delivery: null,
      payment: "online",
      codFee: 0,
      dueAtDoor: 0,
      stillDueAtDoor: 0,
      paymentMethod: "Razorpay (test payment), UPI",
      returns: [],
      documentKind: "bill",
      documentUrl: `/orders/${order.orderId}/invoice`,
      documents: [
        {
          id: expect.any(Number),
          kind: "bill",
          number: stored.invoice_no,
          issuedAt: stored.invoice_date,
          value: 500,
          of: null,
          cancelledAt: null,
        },
      ],
    });
    expect(stored.eta_date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test.each(Object.entries(API_STATUS))("the status of a %s order is '%s'", async (state, word) => {
    const accountId = await createAccount(shop.db.write);
    const order = state === "pending" ? await pending(accountId) : await paid(accountId);
    const shipped = { tracking_no: "AB 123", eta_date: "2026-12-01" };
    await shop.db.write
      .updateTable("orders")
      .set({
        state: state as OrderState,
        cancel_reason: state === "cancelled" ? "customer" : null,
        ...(state === "shipped" ? shipped : {}),
      })
      .where("id", "=", order.orderId)
      .execute();
    const client = await tokenClient(shop, accountId);
    expect((await client.get(status(order.orderId))).body).toMatchObject({
      status: word,
      ...(state === "shipped" ? { trackingno: "AB 123", etadate: "2026-12-01" } : {}),
    });
    expect((await client.get(ALL)).body).toMatchObject([{ status: word }]);
  });

  test("another customer's orders, unknown ids and invalid ids are a 404", async () => {
    const order = await paid(await createAccount(shop.db.write));
    const stranger = await customerClient(shop);
    for (const id of [order.orderId, 999_999, 0, -1, "x", "1.0", "99999999999999999999", "1%00"]) {
      expect(await stranger.get(status(id))).toMatchObject({ status: 404, body: { result: 0 } });
    }
  });

  test("guests get 401, staff 403", async () => {
    const order = await paid(await createAccount(shop.db.write));
    const staff = await staffClient(shop);
    for (const path of [ALL, status(order.orderId)]) {
      expect(await guestClient(shop).get(path)).toMatchObject({ status: 401, body: { result: 0 } });
      expect(await staff.get(path)).toMatchObject({ status: 403, body: { result: 0 } });
    }
  });
});
