import { htmlErrors } from "~/test/checks/valid-html";
import { describe, expect, test } from "vitest";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";
import { paymentSignature } from "~/domain/sales/gateways/razorpay/signatures.server";
import { checkoutForm, customerWithOrder, payInWindow } from "~/test/paying";
import { startTestShop, testShop, LIMITED, withSettings } from "~/test/shop";
import { ignoring } from "~/test/database";
import { orderState } from "~/test/orders";
import { formFields } from "~/test/pages";

const keys = sandboxKeys();
const shop = testShop();

const customer = () => customerWithOrder(shop);
const stateOf = (orderId: number) => orderState(shop.db.read, orderId);

/** A post from the gateway's page: from another site, without a cookie. */
const postFrom = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(new URL(path, shop.origin), {
    method: "POST",
    body,
    headers: { Origin: "https://api.razorpay.com", "Sec-Fetch-Site": "cross-site", ...headers },
    redirect: "manual",
  });
const callback = (fields: Record<string, string>, path = "/payments/callback") =>
  postFrom(path, new URLSearchParams(fields));

describe("paying without JavaScript", () => {
  test("works through the hosted page and the callback without a session", async () => {
    const { browser, orderId } = await customer();
    const form = await checkoutForm(browser, orderId);
    expect(form).toMatchObject({
      key_id: keys.keyId,
      amount: "50000",
      currency: "INR",
      "prefill[name]": 'Asha "<b>" Rao',
      callback_url: `${shop.origin}/payments/callback?order=${form.order_id}`,
      cancel_url: `${shop.origin}/checkout/return/${orderId}?outcome=cancelled`,
    });

    const hosted = await (await browser.post("/sandbox/v1/checkout/embedded", form)).text();
    expect(hosted).toContain("₹500.00");
    expect(hosted).toContain("Test payments");
    expect(await htmlErrors(hosted)).toEqual([]);
    expect(hosted).toContain(`href="${form.cancel_url}"`);
    const paid = await browser.post("/sandbox/v1/checkout/embedded", {
      ...form,
      card: "4100 2800 0000 1007",
    });
    const result = await paid.text();
    expect(result).toContain(`action="${form.callback_url}"`);
    expect(result).toContain("Return to the shop");
    expect(paid.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*form-action 'self'/);

    const posted = formFields(result, form.callback_url!);
    expect(Object.keys(posted).sort()).toEqual([
      "razorpay_order_id",
      "razorpay_payment_id",
      "razorpay_signature",
    ]);
    const back = await callback(posted);
    expect([back.status, back.headers.get("Location")]).toEqual([
      303,
      `/checkout/return/${orderId}?outcome=paid`,
    ]);
    expect(await stateOf(orderId)).toBe("paid");

    const again = await callback(posted);
    expect(again.headers.get("Location")).toBe(`/checkout/return/${orderId}?outcome=paid`);
    const rows = await shop.db.read
      .selectFrom("payments")
      .select("id")
      .where("order_id", "=", orderId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("records a failure as the gateway tells it, not as the browser posts it", async () => {
    const { browser, orderId } = await customer();
    const form = await checkoutForm(browser, orderId);
    const failed = await browser.post("/sandbox/v1/checkout/embedded", { ...form, vpa: "failure@razorpay" });
    const posted = formFields(await failed.text(), form.callback_url!);
    expect(posted["error[code]"]).toBe("BAD_REQUEST_ERROR");
    posted["error[description]"] = "Call this number to pay";
    for (const path of [
      "/payments/callback",
      new URL(form.callback_url!).pathname + new URL(form.callback_url!).search,
    ]) {
      const back = await callback(posted, path);
      expect(back.headers.get("Location")).toBe(`/checkout/return/${orderId}?outcome=failed`);
    }
    expect(await stateOf(orderId)).toBe("pending");
    const rows = await shop.db.read
      .selectFrom("payments")
      .selectAll()
      .where("order_id", "=", orderId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      status: "failed",
      error_description: expect.stringContaining("temporary issue"),
    });
  });

  test.each([
    ["callback_url", "https://evil.example/payments/callback"],
    ["callback_url", "javascript:alert(1)"],
    ["cancel_url", "//evil.example"],
    ["key_id", "rzp_live_other"],
    ["amount", "a lot"],
    ["order_id", ""],
  ])("is refused with %s = %s", async (field, value) => {
    const { browser, orderId } = await customer();
    const form = await checkoutForm(browser, orderId);
    const answer = await browser.post("/sandbox/v1/checkout/embedded", { ...form, [field]: value });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("evil");
  });

  test("escapes the form's fields", async () => {
    const { browser, orderId } = await customer();
    const form = await checkoutForm(browser, orderId);
    const name = `"><script>alert(1)</script>`;
    const html = await (await browser.post("/sandbox/v1/checkout/embedded", { ...form, name })).text();
    expect(html).not.toContain("<script>alert");
  });
});

describe("the callback", () => {
  describe("with limits", () => {
    withSettings(shop, LIMITED);

    test("asks the gateway at most ten times for one order, and other orders are not affected", async () => {
      // Without webhooks, only the gateway's answers tell of failed payments.
      const sendWebhooks = await ignoring(shop.db, "insert on sandbox_webhooks");
      try {
        const failedPayments = async (orderId: number) =>
          (await shop.db.read.selectFrom("payments").select("id").where("order_id", "=", orderId).execute())
            .length;
        const [busy, other] = [await customerWithOrder(shop), await customerWithOrder(shop)];
        const callBack = async ({ browser, orderId }: typeof busy, fails: boolean) => {
          const form = await checkoutForm(browser, orderId);
          if (fails)
            await browser.post("/sandbox/v1/checkout/embedded", { ...form, vpa: "failure@razorpay" });
          const back = await fetch(form.callback_url!, {
            method: "POST",
            body: new URLSearchParams({ "error[code]": "BAD_REQUEST_ERROR" }),
            redirect: "manual",
          });
          expect([back.status, back.headers.get("Location")]).toEqual([
            303,
            `/checkout/return/${orderId}?outcome=failed`,
          ]);
        };
        await callBack(busy, true);
        expect(await failedPayments(busy.orderId)).toBe(1);
        for (let n = 2; n <= 10; n += 1) await callBack(busy, false);
        await callBack(busy, true);
        expect(await failedPayments(busy.orderId)).toBe(1);
        await callBack(other, true);
        expect(await failedPayments(other.orderId)).toBe(1);
      } finally {
        await sendWebhooks();
      }
    });
  });

  test("with a forged or foreign signature changes nothing and is recorded", async () => {
    const [mine, other] = [await customer(), await customer()];
    const [form, otherForm] = [
      await checkoutForm(mine.browser, mine.orderId),
      await checkoutForm(other.browser, other.orderId),
    ];
    const paid = await payInWindow(shop, otherForm);
    const forgeries: Record<string, string>[] = [
      { ...paid, razorpay_order_id: form.order_id! },
      { ...paid, razorpay_order_id: form.order_id!, razorpay_signature: "" },
      {
        razorpay_order_id: form.order_id!,
        razorpay_payment_id: "pay_00000000000000",
        razorpay_signature: paymentSignature("guess", form.order_id!, "pay_00000000000000"),
      },
    ];
    for (const forgery of forgeries) {
      const back = await callback(forgery);
      expect(back.headers.get("Location")).toBe(`/checkout/return/${mine.orderId}?outcome=bad_signature`);
    }
    expect(await stateOf(mine.orderId)).toBe("pending");
    const kinds = await shop.db.read
      .selectFrom("order_events")
      .select("kind")
      .where("order_id", "=", mine.orderId)
      .execute();
    expect(kinds.filter(({ kind }) => kind === "payment_refused").length).toBeGreaterThan(0);
    await expect.poll(() => shop.output()).toContain("a payment was refused");
  });

  test.each([
    [
      "an unknown order",
      new URLSearchParams({
        razorpay_payment_id: "pay_1",
        razorpay_order_id: "order_1",
        razorpay_signature: "x",
      }),
      303,
    ],
    ["nothing", new URLSearchParams(), 303],
    ["metadata that is not JSON", new URLSearchParams({ "error[metadata]": "{{" }), 303],
    ["metadata that is not an object", new URLSearchParams({ "error[metadata]": "null" }), 303],
    ["an invalid order id", new URLSearchParams({ "error[metadata]": '{"order_id":{"a":1}}' }), 303],
    ["JSON", "{}", 400],
  ])("with %s names no order", async (_what, body, status) => {
    const answer = await postFrom("/payments/callback", body);
    expect(answer.status).toBe(status);
    if (status === 303) expect(answer.headers.get("Location")).toBe("/orders");
  });

  test("answers 400 to a broken upload", async () => {
    expect(
      (await postFrom("/payments/callback", "x", { "Content-Type": "multipart/form-data" })).status,
    ).toBe(400);
  });
});

test("the webhook pays an order whose shopper closed the browser", async () => {
  const { browser, orderId } = await customer();
  await payInWindow(shop, await checkoutForm(browser, orderId));
  await expect.poll(() => stateOf(orderId)).toBe("paid");
});

test("a shop with real payments has no sandbox", async () => {
  const live = await startTestShop({
    PAYMENTS: "razorpay",
    RAZORPAY_KEY_ID: "rzp_test_a1B2c3D4e5F6g7",
    RAZORPAY_KEY_SECRET: "secret",
    RAZORPAY_WEBHOOK_SECRET: "other",
  });
  try {
    const form = new URLSearchParams({ key_id: keys.keyId });
    const basic = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString("base64")}`;
    const headers = { Authorization: basic };
    for (const [path, init] of [
      ["/sandbox/checkout.js", {}],
      ["/sandbox/v1/orders", { headers }],
      ["/sandbox/v1/orders", { method: "POST", headers, body: '{"amount":500,"currency":"INR"}' }],
      ["/sandbox/v1/payments/create/ajax", { method: "POST", body: "{}" }],
      ["/sandbox/v1/checkout/embedded", { method: "POST", body: form }],
      ["/sandbox/v1/checkout/embedded", {}],
    ] as [string, RequestInit][]) {
      expect((await fetch(new URL(path, live.origin), init)).status).toBe(404);
    }
  } finally {
    await live.remove();
  }
});
