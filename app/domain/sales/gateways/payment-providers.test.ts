import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { driver } from "~/test/payments/canned-provider/gateway.server";
import { canned } from "~/test/payments/canned-provider/provider";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { createPendingOrder } from "~/test/orders";
import { paymentMethodLabel } from "../orders/orders";
import type { Gateway } from "./gateway.server";
import { DRIVERS, type Drivers } from "./gateway-drivers.server";
import { windowOf } from "./gateway-windows";
import { receiveWebhook, storePaymentEvent, processPaymentEvents } from "../payments/payment-events.server";
import { findProvider, PROVIDER_NAMES, PROVIDERS, type Providers } from "./payment-providers";
import { confirmFromBrowser } from "../payments/payments.server";
import { reconcile } from "../payments/reconcile.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

test("every provider has its folder and its driver", () => {
  expect(Object.keys(DRIVERS)).toEqual(PROVIDER_NAMES);
  const folders = readdirSync("app/domain/sales/gateways", { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(PROVIDER_NAMES.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

test.each(Object.entries({ ...PROVIDERS, canned }))(
  "%s takes an order on its own page, and in its window if it names one",
  (name, { settings: variables }) => {
    const settings = Object.fromEntries(variables.map((variable) => [variable, "a key"]));
    const gateway = { ...DRIVERS, canned: driver }[name]!.open({ settings, origin: "http://127.0.0.1:3000" });
    expect(gateway.name).toBe(name);
    const { form, window } = gateway.checkout(toPay("order_1", 50_000));
    expect(form.action).toMatch(/^(?:https:\/\/|\/)/);
    if (window) expect(windowOf(window.folder)).toBeTypeOf("function");
  },
);

test("a payment method shows the provider's label, or the stored name if the provider no longer exists", () => {
  expect(paymentMethodLabel("razorpay", "upi")).toBe("Razorpay, UPI");
  expect(paymentMethodLabel("sandbox", null)).toBe("Razorpay (test payment)");
  expect(paymentMethodLabel("canned", "tin")).toBe("canned, tin");
  expect(paymentMethodLabel("constructor", null)).toBe("constructor");
});

const toPay = (gatewayOrderId: string, amount: number) => ({
  description: "Order 1",
  gatewayOrderId,
  amount,
  currency: "INR" as const,
  shopName: "Neem Leaf Books",
  customer: { name: "Asha Rao", email: "asha@example.com", mobile: "9847012345" },
  seconds: 1800,
  callbackUrl: "https://books.example.in/payments/callback",
  cancelUrl: "https://books.example.in/checkout/return/1?outcome=cancelled",
});

describe("another provider, added as a folder and a line", () => {
  const providers: Providers = { ...PROVIDERS, canned };
  const drivers: Drivers = { ...DRIVERS, canned: driver };
  let db: Db;
  let gateway: Gateway;

  beforeEach(async () => {
    db = (await createTestDatabase()).write;
    gateway = drivers.canned!.open({ settings: { CANNED_SECRET: "tin opener" }, origin: "" });
  });

  const order = () => createPendingOrder(db, gateway, { now: NOW });
  const stateOf = async (orderId: number) =>
    db.selectFrom("orders").select(["state", "gateway"]).where("id", "=", orderId).executeTakeFirstOrThrow();
  const payments = () =>
    db.selectFrom("payments").select(["gateway", "gateway_payment_id as id", "status"]).execute();

  test("has its own label and settings", () => {
    expect(findProvider("canned", providers)?.label).toBe("Canned Pay");
    expect(findProvider("canned", providers)?.problems({ CANNED_SECRET: "tin" })).toHaveLength(1);
  });

  test("an order is paid on the provider's page, confirmed with a signature, and refunded", async () => {
    const { orderId, gatewayOrderId, total, accountId } = await order();
    const { form, window } = gateway.checkout(toPay(gatewayOrderId, total));
    expect(form.fields).toMatchObject({ tin: gatewayOrderId, paise: total });
    expect(window).toBeNull();

    const posted = (stamp: string) => {
      const fields = { tin: gatewayOrderId, opened: gatewayOrderId.replace("tin", "canned-payment"), stamp };
      return gateway.parseReturn((name) => new Map(Object.entries(fields)).get(name) ?? "");
    };
    const forged = await confirmFromBrowser(db, gateway, posted("guess"), undefined, NOW);
    expect(forged).toMatchObject({ ok: false, reason: "bad_signature" });
    expect(await stateOf(orderId)).toEqual({ state: "pending", gateway: "canned" });

    const given = { ...posted(`tin opener ${gatewayOrderId}`), source: "callback" as const };
    expect(await confirmFromBrowser(db, gateway, given, accountId, NOW)).toEqual({ ok: true, orderId });
    expect(await stateOf(orderId)).toEqual({ state: "paid", gateway: "canned" });
    const paymentId = given.paymentId;
    expect(await payments()).toEqual([{ gateway: "canned", id: paymentId, status: "captured" }]);

    const staffId = await createStaff(db);
    const refund = {
      orderId,
      staffId,
      amount: "full",
      reason: "Torn",
      key: "form-key-000000000001",
    } as const;
    expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });
    expect(await processRefunds(db, gateway, NOW)).toBe(1);
    expect(await stateOf(orderId)).toMatchObject({ state: "refunded" });
    expect(await payments()).toEqual([{ gateway: "canned", id: paymentId, status: "refunded" }]);
  });

  test("an order is paid by a webhook, and the payer's data are removed", async () => {
    const { orderId, gatewayOrderId, total } = await order();
    const body = JSON.stringify({
      number: 7,
      what: "OPENED",
      tin: gatewayOrderId,
      paise: total,
      person: "Asha Rao",
    });
    const send = (stamp: string) =>
      receiveWebhook(
        db,
        [gateway],
        { body, header: (name) => (name === "x-canned-stamp" ? stamp : null) },
        NOW,
      );
    expect(await send("guess")).toBe("wrong_signature");
    expect(await send("tin opener")).toBe("stored");
    expect(await send("tin opener")).toBe("known");
    // The same event id at another gateway is another event.
    const other = { gateway: "sandbox", eventId: "7", kind: "payment.pending", body: "{}", now: NOW };
    expect(await storePaymentEvent(db, other)).toBe("stored");

    expect(await processPaymentEvents(db, NOW, drivers)).toBe(2);
    expect(await stateOf(orderId)).toEqual({ state: "paid", gateway: "canned" });
    const events = await db
      .selectFrom("payment_events")
      .select(["gateway", "event_id", "body", "last_error"])
      .orderBy("id")
      .execute();
    expect(events[0]).toMatchObject({ gateway: "canned", event_id: "7", last_error: null });
    expect(events[0]!.body).toContain(gatewayOrderId);
    expect(events[0]!.body).not.toContain("Asha");
  });

  test("an order whose webhook was lost is found by the reconciler", async () => {
    const { orderId } = await order();
    expect(await reconcile(db, gateway, new Date(NOW.getTime() + 120_000))).toBe(1);
    expect(await stateOf(orderId)).toMatchObject({ state: "paid" });
  });

  test("an event of a provider that no longer exists is marked as processed, and its body is emptied", async () => {
    const body = JSON.stringify({ tin: "tin-1", person: "Asha Rao" });
    await storePaymentEvent(db, { gateway: "canned", eventId: "1", kind: "OPENED", body, now: NOW });
    expect(await processPaymentEvents(db, NOW)).toBe(1);
    const event = await db
      .selectFrom("payment_events")
      .select(["body", "last_error", "processed_at"])
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      body: "{}",
      last_error: "the shop has no gateway canned",
      processed_at: NOW.toISOString(),
    });
  });
});
