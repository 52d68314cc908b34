import { beforeAll, describe, expect, test } from "vitest";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { orderRecords } from "~/test/orders";
import { signedIn, testShop } from "~/test/shop";
import { readPage, unescaped } from "~/test/pages";
import { createOrderDesk, type OrderDesk } from "~/test/order-desk";

const shop = testShop();
let { staff, make, state, post } = {} as OrderDesk;

beforeAll(async () => {
  ({ staff, make, state, post } = await createOrderDesk(shop));
});

const key = () => `key-${Math.random().toString(36).slice(2)}-0123456789`;

describe("the money of an order", () => {
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
});
