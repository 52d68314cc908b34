import { nextToPack } from "~/domain/sales/orders/desk/next-to-pack.server";
import { beforeAll, describe, expect, test } from "vitest";
import { indianDate } from "~/domain/kit/dates";
import type { GatewayPayment } from "~/domain/sales/gateways/gateway.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { ORDER_STATES, type OrderState } from "~/domain/sales/orders/orders";
import { staffClient } from "~/test/api";
import { capturedPayment, createShopOrder, orderRecords, toFetch } from "~/test/orders";
import { signedIn, testShop } from "~/test/shop";
import { readPage, unescaped } from "~/test/pages";
import { createOrderDesk, type OrderDesk } from "~/test/order-desk";

const shop = testShop();
let { staff, staffId, providerId, bookId, make, state, post } = {} as OrderDesk;

beforeAll(async () => {
  ({ staff, staffId, providerId, bookId, make, state, post } = await createOrderDesk(shop));
});

const key = () => `key-${Math.random().toString(36).slice(2)}-0123456789`;

describe("an order's page", () => {
  test("lists a payment of another amount or currency as not counted; the customer's page says that it goes back", async () => {
    const order = await createShopOrder(shop, "pending", { bookId });
    const pay = (given: Partial<GatewayPayment>) =>
      applyPayment(shop.db.write, capturedPayment(order, given), "reconciler");
    await pay({ id: `pay_less_${order.orderId}`, amount: 100 });
    await pay({ id: `pay_usd_${order.orderId}`, currency: "USD" });
    const { html } = await readPage(staff.get(`/admin/orders/${order.orderId}`));
    expect(html).toContain(
      "Not counted: its amount is not the order&#x27;s. It goes back to the customer by itself.",
    );
    expect(html).toMatch(/\$250\.00[^]*Not counted: it is not in the order&#x27;s currency\. Refund it in/);
    expect(html).toContain("not the order&#x27;s amount");
    const client = await staffClient(shop);
    const { body } = await client.get<{ payments: unknown[] }>(`/orders/admin/${order.orderId}`);
    expect(body.payments).toMatchObject([
      { amount: 1, currency: "INR", problem: expect.stringContaining("its amount") },
      { amount: 250, currency: "USD", problem: expect.stringContaining("currency") },
    ]);

    const customer = await signedIn(shop, order.accountId);
    const own = (await readPage(customer.get(`/orders/${order.orderId}`))).html;
    expect(own).toContain("Not paid");
    expect(own).toContain("A payment of another amount came in.");
    expect(own).toContain("₹1.00 is on its way back to you.");
    expect(own).not.toMatch(/\$250|second payment/);
    await pay({});
    const after = (await readPage(customer.get(`/orders/${order.orderId}`))).html;
    expect(after).toContain("Paid on");
    expect(after).not.toContain("Not paid");
  });

  test("has the text with the link that pays an order of staff, also for who has no email", async () => {
    const place = async (customer: Record<string, string>, more: object = {}) => {
      const lines = [{ bookId, qty: 1 }];
      const request = staffOrderSchema.parse({ customer, lines, payment: "link", ...more });
      const placed = await placeStaffOrder(shop.db.write, { ...request, staffId, gateway: "sandbox" });
      if (!placed.ok) throw new Error(placed.message);
      const { html } = await readPage(staff.get(`/admin/orders/${placed.orderId}`));
      return { orderId: placed.orderId, panel: unescaped(/<section[^>]*aria-label="Still to be paid".*?<\/section>/s.exec(html)?.[0] ?? "") }; // oxfmt-ignore
    };
    const { orderId, panel } = await place({ name: "Ravi", phone: "9847077001" });
    expect(panel).toContain(`₹250.00 is to be paid for your order ${orderId}: `);
    expect(panel).toMatch(new RegExp(`/pay\\?token=[\\w-]{22}&order=${orderId}<`));
    expect(panel).toContain('href="sms:+919847077001?body=');
    expect(panel).toContain("The customer has no email. Please send this text:");
    expect(panel).not.toMatch(/by email|confirm=balance/);
    const mailed = await place({ name: "Asha", phone: "9847077002", email: "asha.link@example.com" });
    expect(mailed.panel).toContain("The customer has the link by email.");
    const own = await createShopOrder(shop, "pending", { bookId });
    for (const id of [own.orderId, (await make("paid")).orderId])
      expect((await readPage(staff.get(`/admin/orders/${id}`))).html).not.toContain("/pay?token=");
    await shop.db.write.updateTable("orders").set({ payment_way: "transfer" }).where("id", "=", orderId).execute(); // oxfmt-ignore
    expect((await readPage(staff.get(`/admin/orders/${orderId}`))).html).not.toContain("/pay?token=");
  });

  test("shows no estimated delivery after an order was cancelled before shipping", async () => {
    const { orderId } = await make("paid");
    await shop.db.write
      .updateTable("orders")
      .set({ eta_date: "2026-12-01" })
      .where("id", "=", orderId)
      .execute();
    const url = `/admin/orders/${orderId}`;
    expect((await readPage(staff.get(url))).html).toContain("Estimated delivery");
    expect(await post(url, { intent: "cancel" })).toMatchObject({ status: 303 });
    const { html } = await readPage(staff.get(url));
    expect(html).toContain("Nothing was sent");
    expect(html).not.toContain("Estimated delivery");
  });

  test("keeps the weight of a parcel as it was weighed, and says what is none at its field", async () => {
    const [whole, part] = [await make("packed"), await make("packed", { quantity: 2 })];
    const weightOf = async ({ orderId }: { orderId: number }) =>
      (
        await shop.db.read.selectFrom("parcels").select("weight_g").where("order_id", "=", orderId).execute()
      ).map(({ weight_g }) => weight_g);
    const form = { intent: "despatch", providerId, trackingNo: `KG-${whole.orderId}` };
    const refused = await readPage(staff.post(`/admin/orders/${whole.orderId}`, { ...form, weight: "1.2" }));
    expect([refused.status, refused.html.includes("Weight must be in grams, or such as 1.2 kg")]).toEqual([
      400,
      true,
    ]);
    expect(refused.html).toMatch(/<input[^>]*name="weight"[^>]*value="1.2"/);
    await post(`/admin/orders/${whole.orderId}`, { ...form, weight: "१.२ kg" });
    expect(await weightOf(whole)).toEqual([1200]);
    const lineId = (await shop.db.read.selectFrom("order_lines").select("id").where("order_id", "=", part.orderId).executeTakeFirstOrThrow()).id; // oxfmt-ignore
    const one = {
      ...form,
      trackingNo: `KG-${part.orderId}`,
      parts: "yes",
      [`copies-${lineId}`]: "1",
      weight: "450",
    };
    await post(`/admin/orders/${part.orderId}`, one);
    expect(await weightOf(part)).toEqual([450]);
  });

  test("asks once about a tracking number that another parcel has, on shipping and on correction", async () => {
    const [first, second] = [await make("packed"), await make("packed")];
    const number = `AWB-SHARED-${first.orderId}`;
    const form = { providerId, trackingNo: number };
    const url = (order: { orderId: number }) => `/admin/orders/${order.orderId}`;
    expect(await post(url(first), { intent: "despatch", ...form })).toMatchObject({ status: 303 });
    const question = `Order #${first.orderId} has this tracking number too. If that is right, press the button again.`;
    const asked = await readPage(staff.post(url(second), { intent: "despatch", ...form }));
    expect(asked.status).toBe(400);
    expect(asked.html).toContain(question);
    expect(asked.html).toMatch(
      new RegExp(`<input(?=[^>]*name="sharedTracking")(?=[^>]*value="${number}")[^>]*>`),
    );
    const sent = { intent: "despatch", ...form, sharedTracking: number };
    expect(await post(url(second), sent)).toMatchObject({ status: 303 });

    const third = await make("delivered");
    const shippedOn = indianDate(new Date((await orderRecords(shop.db.read, third)).row.shipped_at!));
    const correction = { intent: "shipment", ...form, shippedOn };
    const panel = await readPage(staff.get(`${url(third)}?confirm=shipment`));
    expect(panel.html).toMatch(/<dialog[^]*Correct the shipment/);
    const refused = await readPage(staff.post(`${url(third)}?confirm=shipment`, correction));
    expect([refused.status, refused.html.includes("has this tracking number too")]).toEqual([400, true]);
    expect(
      await post(`${url(third)}?confirm=shipment`, { ...correction, sharedTracking: number }),
    ).toMatchObject({ status: 303, message: expect.stringContaining("is corrected") });
    expect((await orderRecords(shop.db.read, third)).row.tracking_no).toBe(number);

    const dialog = await readPage(staff.get(`${url(third)}?confirm=take-back`));
    expect(dialog.html).toMatch(/<dialog[^]*Not delivered yet\?/);
    expect(await post(url(third), { intent: "take-back", step: "packing" })).toMatchObject({
      message: expect.stringContaining("its packing cannot be taken back"),
    });
    expect(await post(url(third), { intent: "take-back", step: "delivery" })).toMatchObject({
      message: `Order #${third.orderId} is not delivered yet`,
    });
  });

  test("a parcel of several is corrected, asked about a shared number once, and taken back", async () => {
    const [order, other] = [await make("shipped"), await make("packed")];
    const url = `/admin/orders/${other.orderId}`;
    const number = (await orderRecords(shop.db.read, order)).row.tracking_no!;
    const [line] = await shop.db.read.selectFrom("order_lines").select("id").where("order_id", "=", other.orderId).execute(); // oxfmt-ignore
    const part = { parts: "1", [`copies-${line!.id}`]: "1", providerId };
    await post(url, { intent: "despatch", ...part, trackingNo: `PART-${other.orderId}` });
    const { id } = await shop.db.read.selectFrom("parcels").select("id").where("order_id", "=", other.orderId).executeTakeFirstOrThrow(); // oxfmt-ignore
    const page = await readPage(staff.get(url));
    const panel = `${url}?confirm=parcel&parcel=${id}`;
    for (const link of [
      panel,
      `${url}?confirm=parcel-take-back&parcel=${id}`,
      `${url}?confirm=parcel-lost&parcel=${id}`,
    ])
      expect(page.html.replaceAll("&amp;", "&")).toContain(`"${link}"`);
    const correction = {
      intent: "parcel",
      parcel: String(id),
      providerId,
      trackingNo: number,
      weight: "1.2 kg",
    };
    const asked = await readPage(staff.post(panel, correction));
    expect(asked.status).toBe(400);
    expect(asked.html).toContain("has this tracking number too. If that is right, press the button again.");
    expect(asked.html).toMatch(/<dialog[^]*Correct parcel 1/);
    expect(await post(panel, { ...correction, sharedTracking: number })).toMatchObject({
      status: 303,
      message: `Parcel 1 of order #${other.orderId} is corrected. The customer is told by email`,
    });
    const heavy = await readPage(staff.post(panel, { ...correction, weight: "heavy" }));
    expect([heavy.status, heavy.html.includes('value="heavy"')]).toEqual([400, true]);
    const back = { intent: "parcel-take-back", parcel: String(id) };
    expect(await post(url, { ...back, step: "loss" })).toMatchObject({
      message: `Parcel 1 of order #${other.orderId} is not lost`,
    });
    expect(await post(url, { ...back, step: "sending" })).toMatchObject({
      message: `Parcel 1 of order #${other.orderId} is taken back: its books are to be sent`,
    });
    expect((await staff.post(url, { ...back, step: "all" })).status).toBe(400);
  });

  const OFFERED: Record<OrderState, string[]> = {
    pending: ["cancel"],
    paid: ["pack", "cancel", "refund", "resend"],
    packed: ["despatch", "cancel", "refund", "resend"],
    shipped: ["deliver", "refund", "resend"],
    delivered: ["refund", "resend"],
    cancelled: [],
    refunded: [],
  };
  const GOOD = (intent: string) => ({
    intent,
    providerId,
    trackingNo: "AWB1",
    amount: "1",
    reason: "x",
    key: key(),
  });

  test.each(ORDER_STATES)("%s: offers the possible actions, and refuses the others", async (from) => {
    const order = await make(from);
    const url = `/admin/orders/${order.orderId}`;
    const { html } = await readPage(staff.get(url));
    expect(html).toContain(`<h1>Order #${order.orderId}</h1>`);
    const offered = [
      ...["pack", "despatch"].filter((intent) => html.includes(`value="${intent}"`)),
      ...["deliver", "cancel", "refund"].filter((panel) => html.includes(`${url}?confirm=${panel}`)),
      ...["resend"].filter((intent) => html.includes(`value="${intent}"`)),
    ];
    expect(offered).toEqual(OFFERED[from]);
    // The URL of a panel that is not offered does not open it either.
    for (const panel of ["deliver", "cancel", "refund"]) {
      const opened = await readPage(staff.get(`${url}?confirm=${panel}`));
      expect(opened.status).toBe(200);
      expect(opened.html.includes("<dialog")).toBe(OFFERED[from].includes(panel));
    }
    const before = await orderRecords(shop.db.read, order);
    for (const intent of ["pack", "despatch", "deliver", "cancel", "refund", "resend"]) {
      if (OFFERED[from].includes(intent)) continue;
      const answer = await post(url, GOOD(intent));
      expect(answer).toMatchObject({ status: 303, to: url });
      expect(answer.message).toMatch(/cannot be|nothing/);
    }
    const after = await orderRecords(shop.db.read, order);
    expect([after.row, after.events, after.audit, after.mails.length, after.refunds.length]).toEqual([
      before.row,
      before.events,
      before.audit,
      before.mails.length,
      before.refunds.length,
    ]);
  });

  test("shows lines, address, customer, payments, timeline and changes", async () => {
    const order = await make("delivered");
    const { html } = await readPage(staff.get(`/admin/orders/${order.orderId}`));
    for (const text of [
      "Gora &lt;i&gt;the&lt;/i&gt; novel",
      `/admin/products?edit=${bookId}`,
      `/admin/customers/${order.accountId}`,
      "12 Lake View Road",
      order.paymentId,
      "Captured",
      order.gatewayOrderId,
      "Shipped with Blue Dart",
      "Payment service",
      "Kamini Iyer",
      "₹500.00",
      "Invoice No KB/",
      "Changes by staff",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain(' style="');
  });

  test("says that a customer gets invoices by post, as their group in force has it", async () => {
    const order = await make("paid");
    const says = async () =>
      (await readPage(staff.get(`/admin/orders/${order.orderId}`))).html.includes("invoices by post");
    const db = shop.db.write;
    const at = "2026-11-21T06:00:00.000Z";
    const group = { name: "Schools by post", name_key: "schools by post", invoice_by: "post", created_at: at, updated_at: at } as const; // oxfmt-ignore
    const { id } = await db
      .insertInto("customer_groups")
      .values(group)
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await says()).toBe(false);
    await db.updateTable("accounts").set({ group_id: id }).where("id", "=", order.accountId).execute();
    expect(await says()).toBe(true);
    await db.updateTable("customer_groups").set({ active: 0 }).where("id", "=", id).execute();
    expect(await says()).toBe(false);
  });

  test.each(["999999", "0", "abc", "1e3", "-1", "9".repeat(30), "%00"])("%s is not found", async (id) => {
    for (const page of [`/admin/orders/${id}`, `/admin/orders/${id}/packing-slip`])
      expect((await readPage(staff.get(page))).status).toBe(404);
    expect((await readPage(staff.post(`/admin/orders/${id}`, { intent: "pack" }))).status).toBe(404);
  });

  test("moves an order from paid to delivered, and the customer sees each step", async () => {
    const [order] = [await make("paid"), await make("paid")];
    const url = `/admin/orders/${order.orderId}`;
    const customer = await signedIn(shop, order.accountId);
    const seen = async () => (await readPage(customer.get(`/orders/${order.orderId}`))).html;

    expect((await post(url, { intent: "pack" })).message).toBe(`Order #${order.orderId} is packed`);
    const next = (await nextToPack(shop.db.read, order.orderId))!;
    expect((await readPage(staff.get(url))).html).toMatch(
      new RegExp(`href="/admin/orders/${next}"[^>]*>Next to pack: #${next}<`),
    );
    expect(await seen()).toMatch(/aria-current="step"[^>]*>(?:(?!<\/li>).)*Packed/);

    const refused = await post(url, {
      intent: "despatch",
      providerId: "",
      trackingNo: "<b>",
      etaDate: "2020-01-01",
    });
    expect(refused.status).toBe(400);
    for (const message of [
      "Please choose a carrier",
      "Tracking number can have letters",
      "Estimated delivery cannot be in the past",
    ])
      expect(refused.html).toContain(message);
    expect(refused.html).toContain('value="&lt;b&gt;"');
    expect(/<select[^>]*autofocus[^>]*>/i.exec(refused.html)?.[0]).toContain('name="providerId"');
    expect(await state(order)).toBe("packed");

    const sent = await post(url, { intent: "despatch", providerId, trackingNo: "AWB 77", etaDate: "" });
    expect(sent.message).toBe(`Order #${order.orderId} is shipped with Blue Dart`);
    const shipped = await seen();
    expect(shipped).toContain('Tracking number: <strong class="text-ink">AWB 77</strong> (Blue Dart)');
    expect(shipped).toMatch(/Estimated delivery by \d+ \w+ \d{4}/);

    await post(url, { intent: "deliver" });
    expect(await seen()).toContain("Your order has been delivered!");
    expect(await state(order)).toBe("delivered");
  });

  test("books that are fetched at the shop are marked as ready by a form without a carrier, then as fetched", async () => {
    const [fetched, sent] = [await make("packed"), await make("packed")];
    const url = `/admin/orders/${fetched.orderId}`;
    await toFetch(shop.db.write, fetched.orderId);
    const form = (await readPage(staff.get(url))).html;
    expect(form).toContain('aria-label="Ready to fetch"');
    expect(form).not.toContain('name="trackingNo"');
    const refused = await readPage(staff.post(`/admin/orders/${sent.orderId}`, { intent: "despatch" }));
    expect(refused.status).toBe(400);
    expect(await state(sent)).toBe("packed");
    await post(url, { intent: "despatch" });
    expect(await state(fetched)).toBe("shipped");
    await post(`${url}?confirm=deliver`, { intent: "deliver" });
    expect(await state(fetched)).toBe("delivered");
    expect((await readPage(staff.get(url))).html).toContain("Fetched");
  });

  test("refuses an unknown carrier at its field", async () => {
    const order = await make("packed");
    const url = `/admin/orders/${order.orderId}`;
    for (const provider of ["99999", "-1", "abc", "1e400"]) {
      const answer = await post(url, { intent: "despatch", providerId: provider, trackingNo: "KEPT-1" });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain("Please choose a carrier");
      expect(answer.html).toContain('value="KEPT-1"');
    }
  });

  test("keeps notes of staff in the timeline, whom no customer sees; an empty one is refused at its field", async () => {
    const order = await make("delivered");
    const url = `/admin/orders/${order.orderId}`;
    const empty = await post(url, { intent: "note", note: " " });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain("Please write the note");
    const long = await post(url, { intent: "note", note: "x".repeat(2_001) });
    expect(long.html).toContain(`${"x".repeat(2_001)}</textarea>`);
    expect(await post(url, { intent: "note", note: "Rings <twice>" })).toMatchObject({
      status: 303,
      to: url,
    });
    const shown = await readPage(staff.get(url));
    expect(unescaped(shown.html)).toContain("Rings <twice>");
    expect((await readPage(staff.get(`/admin/orders?q=%23${order.orderId}`))).html).toContain("1 note");
    const customer = await signedIn(shop, order.accountId);
    for (const path of [`/orders/${order.orderId}`, `/api/v1/orders/${order.orderId}`])
      expect(await (await customer.get(path)).text()).not.toContain("Rings");
  });

  test("sends the confirmation again, but not twice within a minute", async () => {
    const order = await make("paid");
    const url = `/admin/orders/${order.orderId}`;
    expect((await post(url, { intent: "resend" })).message).toContain("is on its way to");
    expect((await post(url, { intent: "resend" })).message).toContain("less than a minute ago");
    const { mails } = await orderRecords(shop.db.read, order);
    expect(mails).toHaveLength(2);
  });

  test("survives hostile fields", async () => {
    const order = await make("packed");
    const url = `/admin/orders/${order.orderId}`;
    const odd = ["", "\u0000", "a".repeat(60_000), "__proto__", "[object Object]", "-1", "1e309", "💥"];
    for (const intent of ["despatch", "refund", "cancel", "retry-refund", "x", "__proto__"]) {
      for (const value of odd) {
        if (intent === "cancel" && value.length < 100_000) continue;
        const fields = { intent, providerId: value, trackingNo: value, etaDate: value, amount: value, reason: value, key: value, note: value, refund: value }; // oxfmt-ignore
        expect((await readPage(staff.post(url, fields))).status).toBeLessThan(500);
      }
    }
    const twice = new URLSearchParams("intent=refund&amount=1&amount=2&reason[0]=x&reason.y=z&key=1");
    expect((await readPage(staff.request(url, { method: "POST", body: twice }))).status).toBe(400);
    const files = new FormData();
    files.append("intent", "despatch");
    files.append("trackingNo", new Blob(["x"]), "x.txt");
    expect((await readPage(staff.request(url, { method: "POST", body: files }))).status).toBe(400);
    expect(await state(order)).toBe("packed");
  });
});

describe("the packing slip", () => {
  test("shows recipient, books and parcel, but no price", async () => {
    const order = await make("shipped");
    const { status, html } = await readPage(staff.get(`/admin/orders/${order.orderId}/packing-slip`));
    expect(status).toBe(200);
    const sheet = /<article class="sheet">.*?<\/article>/s.exec(html)![0];
    for (const text of [
      `#${order.orderId}`,
      "Kitab",
      "14 Residency Road",
      "Meera Nair",
      "12 Lake View Road",
      "Gora &lt;i&gt;the&lt;/i&gt; novel",
      "9788126415151",
      "Blue Dart",
      "TRK-",
    ])
      expect(sheet).toContain(text);
    expect(sheet).not.toContain("₹");
    expect(html).toMatch(/<button[^>]*needs-js[^>]*>Print<\/button>/);
    expect(html).not.toContain("Do not send it");
  });

  test("has what is still to be sent after an earlier parcel", async () => {
    const { orderId } = await make("packed");
    const url = `/admin/orders/${orderId}/packing-slip`;
    const { id } = (await findStaffOrder(shop.db.read, orderId))!.lines[0]!;
    const parcel = { orderId, staffId, providerId, trackingNo: `PART-${orderId}`, weightG: null };
    expect(await sendParcel(shop.db.write, { ...parcel, lines: [{ id, qty: 1 }] })).toMatchObject({
      ok: true,
    });
    expect((await readPage(staff.get(url))).html).toMatch(/Total<\/td><td>1<\/td>/);
  });

  test("warns not to send a cancelled order", async () => {
    const order = await make("cancelled");
    const { html } = await readPage(staff.get(`/admin/orders/${order.orderId}/packing-slip`));
    expect(html).toContain("This order is cancelled. Do not send it.");
  });
});
