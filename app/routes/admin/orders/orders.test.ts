import { readPdf } from "~/test/files/pdf";
import { beforeAll, describe, expect, test } from "vitest";
import { indianDate } from "~/domain/kit/dates";
import type { GatewayPayment } from "~/domain/sales/gateways/gateway.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { ORDER_STATES, type OrderState } from "~/domain/sales/orders/orders";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { staffClient } from "~/test/api";
import {
  capturedPayment,
  createCarrier,
  createOrder,
  createShopOrder,
  type OrderOptions,
  orderRecords,
  orderState,
} from "~/test/orders";
import { type Browser, type FormFields, signedIn, testShop } from "~/test/shop";
import { flashMessages, pageHtml, readPage, unescaped } from "~/test/pages";

const shop = testShop();
let staff: Browser;
let staffId: number;
let providerId: number;
let bookId: number;
const gateway = new MemoryGateway();

beforeAll(async () => {
  const db = shop.db.write;
  staffId = await createStaff(db);
  staff = await signedIn(shop, staffId);
  providerId = await createCarrier(db, "Blue Dart");
  bookId = await createBook(db, {
    title: "Gora <i>the</i> novel",
    stock: 500,
    isbn13: "9788126415151",
    price: 25_000,
  });
});

const make = (state: OrderState, given: OrderOptions = {}) =>
  createOrder(shop.db.write, gateway, state, { staffId, providerId, bookId, quantity: 2, ...given });
const state = (order: { orderId: number }) => orderState(shop.db.read, order.orderId);

/** Posts, and reads the message on the page that the answer redirects to. */
async function post(url: string, fields: FormFields) {
  const answer = await readPage(staff.post(url, fields));
  const next = answer.status === 303 ? await pageHtml(staff.get(answer.to!)) : "";
  return { ...answer, message: flashMessages(next).join("") };
}

const key = () => `key-${Math.random().toString(36).slice(2)}-0123456789`;

describe("access", () => {
  test("a post from another site is refused", async () => {
    const order = await make("paid");
    const answer = await staff.request(`/admin/orders/${order.orderId}`, {
      method: "POST",
      headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams({ intent: "cancel" }),
    });
    expect(answer.status).toBe(403);
    expect(await state(order)).toBe("paid");
  });
});

describe("the list", () => {
  test("shows the specification's columns and keeps the search and filters", async () => {
    const accountId = await createAccount(shop.db.write, { first_name: "Zubeida", last_name: '"><b>' });
    const order = await make("shipped", { accountId });
    const { status, html } = await readPage(
      staff.get("/admin/orders?q=zubeida&status=shipped&from=2026-01-01&size=20&sort=total&dir=asc"),
    );
    expect(status).toBe(200);
    for (const column of [
      "Order ID",
      "Customer",
      "Date",
      "Status",
      "Carrier",
      "Tracking",
      "Dispatch Date",
      "Est. Delivery",
      "Total",
    ])
      // oxfmt-ignore
      expect(html).toMatch(new RegExp(`<th[^>]*>(<a[^>]*>)?${column}`));
    expect(html).toContain(`href="/admin/orders/${order.orderId}"`);
    expect(html).toContain(`href="/admin/customers/${accountId}"`);
    expect(html).toContain("Zubeida &quot;&gt;&lt;b&gt;");
    expect(html).toMatch(/name="q"[^>]*value="zubeida"/);
    expect(html).toMatch(/<input(?=[^>]*value="shipped")(?=[^>]*checked)[^>]*>/);
    expect(html).not.toMatch(/<input(?=[^>]*value="paid")(?=[^>]*checked)[^>]*>/);
    expect(html).toMatch(/<input(?=[^>]*name="from")(?=[^>]*value="2026-01-01")[^>]*>/);
    expect(html).not.toContain(' style="');
  });

  test("says at the field that the last day is before the first", async () => {
    const { html } = await readPage(staff.get("/admin/orders?from=2026-11-20&to=2026-11-01"));
    expect(html).toContain("The last day is before the first");
    expect(html).toMatch(/<input(?=[^>]*name="to")(?=[^>]*aria-invalid="true")[^>]*>/);
    expect((await readPage(staff.get("/admin/orders?from=2026-11-20&to=2026-11-20"))).html).not.toContain(
      "The last day is before",
    );
  });

  test("says so when nothing matches", async () => {
    expect((await readPage(staff.get("/admin/orders?q=nobody-at-all"))).html).toContain(
      "No items found matching your search",
    );
  });

  test("marks the checked orders as packed, names those that cannot be, and keeps the filters", async () => {
    const [first, second, shipped] = [await make("paid"), await make("paid"), await make("shipped")];
    const arrived = await make("delivered");
    const listed = await readPage(
      staff.get("/admin/orders?status=paid&status=shipped&status=delivered&size=50"),
    );
    for (const { orderId } of [first, shipped])
      expect(listed.html).toContain(`aria-label="Order #${orderId}"`);
    expect(listed.html).not.toContain(`aria-label="Order #${arrived.orderId}"`);
    const answer = await post("/admin/orders?status=paid&size=50&page=1", {
      intent: "pack",
      order: [first, shipped, second].map((order) => order.orderId),
    });
    expect(answer.to).toBe("/admin/orders?status=paid&size=50&page=1");
    expect(answer.message).toBe(
      `2 orders are marked as packed. Order #${shipped.orderId} is shipped: it cannot be marked as packed`,
    );
    expect([await state(first), await state(second), await state(shipped)]).toEqual([
      "packed",
      "packed",
      "shipped",
    ]);
    expect((await post("/admin/orders", { intent: "pack" })).message).toBe("Please check the orders to mark");
  });

  test("marks the checked orders as delivered", async () => {
    const [shipped, packed, cancelled] = [
      await make("shipped"),
      await make("packed"),
      await make("cancelled"),
    ];
    const ids = [packed, cancelled, shipped].map(({ orderId }) => orderId);
    const answer = await post("/admin/orders?size=50", { intent: "deliver", order: ids });
    expect(answer.message).toBe(
      `1 order is marked as delivered. Order #${packed.orderId} is packed: it cannot be marked as delivered. Order #${cancelled.orderId} is cancelled: it cannot be marked as delivered`,
    );
    expect([await state(shipped), await state(packed)]).toEqual(["delivered", "packed"]);
  });

  test("prints the checked orders: files of each paper, and what is left out", async () => {
    const [shipped, packed, unpaid] = [await make("shipped"), await make("packed"), await make("pending")];
    const school = { buyer_name: "Lake View School" };
    await shop.db.write.updateTable("orders").set(school).where("id", "=", packed.orderId).execute();
    const ids = [packed, unpaid, shipped].map(({ orderId }) => orderId);
    const page = (of: number[]) =>
      readPage(staff.get(`/admin/orders/papers?${of.map((id) => `order=${id}`).join("&")}`));
    const { html } = await page([...ids, 999_999]);
    expect(html).toContain("3 orders");
    const leftOut = `#${unpaid.orderId} is pending payment`;
    expect(html.match(/Left out: [^<]*/g)).toEqual([
      `Left out: ${leftOut}.`,
      `Left out: ${leftOut}, #${shipped.orderId} is neither on account nor for a buyer with a name or reference.`,
      `Left out: ${leftOut}.`,
      `Left out: ${leftOut} and has no bill.`,
      `Left out: ${leftOut}, #${shipped.orderId} is shipped.`,
    ]);
    const files = [...html.matchAll(/href="(\/admin\/orders\/papers\/file[^"]*)"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&"),
    );
    expect(files.map((href) => new URL(href, "http://shop").searchParams.get("kind"))).toEqual([
      "slips",
      "notes",
      "labels",
      "labels",
      "bills",
      "picklist",
    ]);
    for (const href of files) {
      const file = await staff.get(href);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      readPdf(new Uint8Array(await file.arrayBuffer()));
    }
    expect((await page([])).html).toContain("Please check the orders to print");
    expect((await page([999_999])).status).toBe(404);
    for (const wrong of [
      "kind=slips&ids=999999",
      `kind=picklist&ids=${shipped.orderId}`,
      "kind=x&ids=1",
      "kind=slips",
    ])
      expect([wrong, (await staff.get(`/admin/orders/papers/file?${wrong}`)).status]).toEqual([wrong, 404]);
  });

  test("orders without a next step are checked to be printed only where no other has one", async () => {
    const arrived = await make("delivered");
    const box = `aria-label="Order #${arrived.orderId}"`;
    const list = async (query: string) => (await readPage(staff.get(`/admin/orders?${query}`))).html;
    const alone = await list(`q=${arrived.orderId}&status=delivered&size=50`);
    expect(alone).toContain(box);
    expect(alone).not.toContain("Mark as");
    await make("shipped");
    expect(await list("status=delivered&status=shipped&size=50")).not.toContain(box);
  });

  test("refuses or ignores invalid posts", async () => {
    const odd = ["-1", "0", "1e3", "NaN", "\u0000", "9".repeat(40), "1;drop table orders"];
    const answer = await post("/admin/orders", { intent: "pack", order: odd });
    expect(answer.message).toBe("Please check the orders to mark");
    expect((await post("/admin/orders", { intent: "delete" })).status).toBe(400);
    const many = (length: number) => Array.from({ length }, (_, n) => 800_000 + n);
    expect((await post("/admin/orders", { intent: "pack", order: many(500) })).status).toBe(303);
    expect((await post("/admin/orders", { intent: "pack", order: many(5000) })).status).toBe(400);
  });

  test.each([
    "page=-1&size=7&sort=x&dir=y",
    "page=999999999999&size=5",
    "from=9999-99-99&to=2026-02-30",
    "from=%00&q=%00",
    "customer=%27&route=%00&refund=x",
    "status=paid&status=paid&status=%00",
    `q=${"a".repeat(3000)}`,
    "q=%22%20OR%20*",
    `route=${encodeURIComponent("🚚".repeat(400))}`,
  ])("ignores invalid parameters: %s", async (search) => {
    expect((await readPage(staff.get(`/admin/orders?${search}`))).status).toBe(200);
  });
});

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

  test.each(["999999", "0", "abc", "1e3", "-1", "9".repeat(30), "%00"])("%s is not found", async (id) => {
    for (const page of [`/admin/orders/${id}`, `/admin/orders/${id}/packing-slip`])
      expect((await readPage(staff.get(page))).status).toBe(404);
    expect((await readPage(staff.post(`/admin/orders/${id}`, { intent: "pack" }))).status).toBe(404);
  });

  test("moves an order from paid to delivered, and the customer sees each step", async () => {
    const order = await make("paid");
    const url = `/admin/orders/${order.orderId}`;
    const customer = await signedIn(shop, order.accountId);
    const seen = async () => (await readPage(customer.get(`/orders/${order.orderId}`))).html;

    expect((await post(url, { intent: "pack" })).message).toBe(`Order #${order.orderId} is packed`);
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

  test("cancels after a confirmation, keeps a note that is too long, and tells the customer about the refund", async () => {
    const order = await make("paid");
    const url = `/admin/orders/${order.orderId}`;
    const asked = await readPage(staff.get(`${url}?confirm=cancel`));
    expect(asked.html).toContain(`Cancel order #${order.orderId}?`);
    expect(asked.html).toContain("₹500.00 goes back to the customer");
    const long = "y".repeat(301);
    const refused = await post(`${url}?confirm=cancel`, { intent: "cancel", note: long });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Note must be 300 characters or less");
    expect(refused.html).toContain(long);
    expect(await state(order)).toBe("paid");

    const done = await post(`${url}?confirm=cancel`, { intent: "cancel", note: "Sorry & <b>bye</b>" });
    expect(done).toMatchObject({
      to: url,
      message: `Order #${order.orderId} is cancelled; ₹500.00 is being refunded`,
    });
    const customer = await signedIn(shop, order.accountId);
    const { html } = await readPage(customer.get(`/orders/${order.orderId}`));
    expect(html).toContain("This order was cancelled by the shop.");
    expect(html).toContain("₹500.00 is on its way back to you.");
    expect((await readPage(staff.get(url))).html).toContain("Sorry &amp; &lt;b&gt;bye&lt;/b&gt;");
  });

  test("refunds once however often the form is posted, and shows mistakes at their fields", async () => {
    const order = await make("shipped");
    const url = `/admin/orders/${order.orderId}`;
    const panel = await readPage(staff.get(`${url}?confirm=refund`));
    // Empty until an amount is chosen; without scripts its button is a link.
    expect(/<input[^>]*name="amount"[^>]*>/.exec(panel.html)![0]).not.toMatch(/value="[^"]/);
    expect(panel.html).toContain("The whole amount");
    const filled = await readPage(staff.get(`${url}?confirm=refund&fill=yes`));
    expect(filled.html).toMatch(/name="amount"[^>]*value="500.00"/);
    const formKey = /name="key" value="([\w-]{16,64})"/.exec(panel.html)![1]!;
    for (const [amount, message] of [
      ["500.01", "At most ₹500.00 can be refunded"],
      ["0.99", "Amount must be at least ₹1.00"],
      ["499.50", "Leave at least ₹1.00, or refund all of ₹500.00"],
      ["ten", "Amount must be in rupees, such as 250 or 99.50"],
      ["", "Amount is required"],
    ]) {
      const fields = { intent: "refund", amount: amount!, reason: "Kept words", key: formKey };
      const refused = await post(`${url}?confirm=refund`, fields);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(message);
      expect(refused.html).toContain('value="Kept words"');
      expect(refused.html).toContain(`name="key" value="${formKey}"`);
    }
    const typed = { intent: "refund", amount: "₹ 123.45", reason: "Torn cover", key: formKey };
    // Whatever sends the form, it asks first, and again when the sum is another one.
    const ways: Record<string, string>[] = [
      {},
      { confirmed: "12300" },
      { confirmed: "12345", change: "yes" },
    ];
    for (const confirmed of ways) {
      const asked = await post(`${url}?confirm=refund`, { ...typed, ...confirmed });
      expect(asked.status).toBe(400);
      const isQuestion = !("change" in confirmed);
      const button = /<button[^>]*name="confirmed"[^>]*>/.exec(asked.html)?.[0] ?? "";
      expect(button.includes('value="12345"')).toBe(isQuestion);
      expect(asked.html).toContain('value="Torn cover"');
      // The way back from the question throws nothing away.
      if (!isQuestion) expect(asked.html).toMatch(/<input[^>]*name="amount"[^>]*value="₹ 123.45"/);
    }
    expect((await orderRecords(shop.db.read, order)).refunds).toEqual([]);
    const good = { ...typed, confirmed: "12345" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => readPage(staff.post(`${url}?confirm=refund`, good))),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 303, to: url });
    const { refunds } = await orderRecords(shop.db.read, order);
    expect(refunds).toMatchObject([{ amount: 12_345, note: "Torn cover", reason: "staff" }]);
    expect((await post(url, { ...good, amount: "5", confirmed: "500" })).message).toContain(
      "has refunded ₹123.45 already",
    );

    const customer = await signedIn(shop, order.accountId);
    expect((await readPage(customer.get(`/orders/${order.orderId}`))).html).toContain(
      "₹123.45 is on its way back to you.",
    );
    const shown = await readPage(staff.get(url));
    expect(shown.html).toContain("Torn cover");
    expect(shown.html).toContain("Refund on its way");
    expect((await readPage(staff.get(`/admin/orders?q=%23${order.orderId}`))).html).toContain(
      "Refund on its way",
    );
    expect(shown.html).toContain("Pending: waits to be sent to the payment service");
    expect(shown.html).toContain("₹376.55 of it is left");
  });

  test("refunds copies of a line for what they cost, after a question that names them", async () => {
    const order = await make("packed");
    const url = `/admin/orders/${order.orderId}`;
    const panel = await readPage(staff.get(`${url}?confirm=refund`));
    const lineId = /name="copies-(\d+)"/.exec(panel.html)![1]!;
    const formKey = /name="key" value="([\w-]{16,64})"/.exec(panel.html)![1]!;
    const form = (qty: string, more: Record<string, string> = {}) => ({
      intent: "refund",
      [`copies-${lineId}`]: qty,
      [`restock-${lineId}`]: "on",
      amount: "",
      reason: "One is missing",
      key: formKey,
      ...more,
    });
    for (const [qty, message] of [
      ["3", "At most 2 can be refunded"],
      ["2", "Nothing would be left to send: cancel the order instead"],
      ["1.5", "Copies must be a whole number"],
      ["", "Amount is required"],
    ]) {
      const refused = await post(`${url}?confirm=refund`, form(qty!));
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(message);
      expect(refused.html).toMatch(new RegExp(`name="copies-${lineId}"[^>]*value="${qty}"`));
    }
    const asked = await post(`${url}?confirm=refund`, form("1"));
    expect(asked.status).toBe(400);
    const { title } = (await findStaffOrder(shop.db.read, order.orderId))!.lines[0]!;
    expect(unescaped(asked.html)).toContain(`1 × ${title} (back into stock)`);
    expect(/<button[^>]*name="confirmed"[^>]*>/.exec(asked.html)![0]).toContain('value="25000"');
    // All that the question sends again.
    const again = [...asked.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const sent = Object.fromEntries(again.map(([, name, value]) => [name!, value!]));
    expect(sent).toMatchObject({ [`copies-${lineId}`]: "1", [`restock-${lineId}`]: "on" });
    const done = await post(`${url}?confirm=refund`, { ...sent, intent: "refund", confirmed: "25000" });
    expect(done).toMatchObject({ status: 303, to: url });
    const { refunds, lines } = (await findStaffOrder(shop.db.read, order.orderId))!;
    expect(refunds).toMatchObject([{ amount: 25_000, note: "One is missing" }]);
    expect(lines).toMatchObject([{ quantity: 2, refunded: 1 }]);
    const slip = await readPage(staff.get(`${url}/packing-slip`));
    expect(slip.html).toMatch(/Total<\/td><td>1<\/td>/);
    const customer = await signedIn(shop, order.accountId);
    expect((await readPage(customer.get(`/orders/${order.orderId}`))).html).toMatch(
      /1(?:<!-- -->)? of (?:<!-- -->)?2(?:<!-- -->)? refunded/,
    );
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

  test("shows a failed refund and tries it again", async () => {
    const order = await make("delivered");
    const url = `/admin/orders/${order.orderId}`;
    await post(url, {
      intent: "refund",
      amount: "100",
      reason: "Torn",
      key: key(),
      confirmed: "10000",
    });
    await shop.db.write
      .updateTable("refunds")
      .set({ status: "failed", last_error: "no balance", next_try_at: "2999-01-01T00:00:00.000Z" })
      .where("order_id", "=", order.orderId)
      .execute();
    const list = await readPage(staff.get("/admin/orders"));
    expect(list.html).toMatch(/Failed refunds \(\D*1\D*\)/);
    expect((await readPage(staff.get("/admin/orders?refund=failed"))).html).toContain(`href="${url}"`);
    const { html } = await readPage(staff.get(url));
    expect(html).toContain("no balance");
    const [, ask] = /href="([^"]*confirm=retry-refund[^"]*)"/.exec(html)!;
    const question = await readPage(staff.get(ask!.replaceAll("&amp;", "&")));
    expect(question.html).toContain('value="retry-refund"');
    const refund = /name="refund" value="(\d+)"/.exec(question.html)![1]!;
    expect((await post(url, { intent: "retry-refund", refund })).message).toBe(
      "The refund of ₹100.00 is being tried again",
    );
    expect((await post(url, { intent: "retry-refund", refund })).message).toContain(
      "does not need to be tried again",
    );
    for (const odd of ["", "abc", "999999", "-1", "1e999"])
      expect((await post(url, { intent: "retry-refund", refund: odd })).status).toBe(404);
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

  test("warns not to send a cancelled order", async () => {
    const order = await make("cancelled");
    const { html } = await readPage(staff.get(`/admin/orders/${order.orderId}/packing-slip`));
    expect(html).toContain("This order is cancelled. Do not send it.");
  });
});

test("the figures of the logistics page link to the lists that they count", async () => {
  const order = await make("shipped");
  await shop.db.write
    .updateTable("orders")
    .set({ state_name: "Bavaria" })
    .where("id", "=", order.orderId)
    .execute();
  const { html } = await readPage(staff.get("/admin/logistics"));
  const tile = (title: string) =>
    new RegExp(`<a[^>]*href="([^"]+)"[^>]*>${title}</a></dt><dd><span[^>]*>([\\d,]+)</span>`).exec(html)!;
  for (const title of ["Pending Shipments", "In Transit", "International"]) {
    const [, href, figure] = tile(title);
    const list = await readPage(staff.get(`${href!.replaceAll("&amp;", "&")}&size=5`));
    const rows = /of ([\d,]+) entries/.exec(list.html)?.[1] ?? String(list.html.match(/class="row-link"/g)?.length ?? 0); // oxfmt-ignore
    expect(rows).toBe(figure);
  }
  const [, , routes] = tile("Active Routes");
  expect(html.match(/href="\/admin\/orders\?status=shipped&amp;route=(?!international)/g)).toHaveLength(
    Number(routes),
  );
  expect(html).toContain("Bavaria");
  expect(html).toContain("Recent Shipments");
});

test("the list has views with counts, the shown one marked, and filters by payment and book", async () => {
  const order = await make("packed");
  const html = unescaped(await pageHtml(staff.get("/admin/orders?status=packed&size=50")));
  const link = /<a[^>]*href="\/admin\/orders\?status=packed"[^>]*>To ship \((\d+)\)/.exec(html)!;
  expect(link[0]).toContain('aria-current="true"');
  expect(Number(link[1])).toBeGreaterThan(0);
  expect(html.match(/aria-current="true"[^>]*>To /g)).toHaveLength(1);
  expect(html).not.toContain("Messages to answer");
  for (const label of ["To confirm", "To pack", "Late", "To answer"]) expect(html).toContain(`>${label} (`);
  const chosen = unescaped(await pageHtml(staff.get(`/admin/orders?payment=online&book=${order.bookId}`)));
  expect(chosen).toMatch(/<option value="online" selected="">Paid online/);
  expect(chosen).toContain("Of “Gora <i>the</i> novel”");
  const book = await pageHtml(staff.get(`/admin/products?edit=${order.bookId}`));
  expect(book).toContain(`href="/admin/orders?book=${order.bookId}"`);
  expect(chosen).toContain(`#${order.orderId}`);
});

test("questions and complaints that wait are among the views, for those who may answer them", async () => {
  const question = { name: "Ravi", email: "ravi@example.com", message: "Where is it?", sent_at: "2026-11-20T06:00:00.000Z" }; // oxfmt-ignore
  await shop.db.write.insertInto("contact_messages").values(question).execute();
  const link = /<a[^>]*href="\/admin\/pages\/messages\?state=open"[^>]*>Messages to answer \(1\)/;
  expect((await readPage(staff.get("/admin/orders"))).html.replaceAll("<!-- -->", "")).toMatch(link);
  const packer = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const { html } = await readPage(packer.get("/admin/orders"));
  expect(html.includes("Messages to answer")).toBe(
    (await packer.get("/admin/pages/messages")).status === 200,
  );
  await shop.db.write.deleteFrom("contact_messages").execute();
});
