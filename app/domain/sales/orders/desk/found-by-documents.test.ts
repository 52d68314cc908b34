import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { findAnything } from "~/domain/opening/find-anything/finding.server";
import { readDocuments } from "~/domain/sales/documents/read-documents.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { setSettings } from "~/test/factories";
import { createOrderShop, createPaidOrder } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { editOrder } from "../edit/edit-order.server";
import { editOrderSchema } from "../edit/edit-order.schema";
import { orderVersion } from "../edit/order-version.server";
import { parseOrderSearch } from "./order-list";
import { listStaffOrders } from "./order-list.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const BUYER = { gstin: "32AABCL1234C1ZD", name: "Lake View School", address: "12 Lake Road\nKochi 682001", reference: "PO-118/26" }; // oxfmt-ignore

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  await setSettings(db, { gstin: "32AAACK1234E1ZT", taxRate: 500 });
});

const found = async (q: string) =>
  (await listStaffOrders(db, parseOrderSearch(new URLSearchParams({ q })))).rows.map(({ id }) => id);

test("an order is found by each of its documents, also a replaced one, and by whom they are for", async () => {
  const { orderId } = await createPaidOrder(db, gateway, { now: NOW });
  const other = await createPaidOrder(db, gateway, { now: NOW });
  const version = await orderVersion(db, orderId);
  const change = editOrderSchema.parse({ version, buyer: BUYER });
  expect(await editOrder(db, { orderId, staffId, ...change }, NOW)).toMatchObject({ ok: true });
  const refund = { orderId, staffId, amount: 100, reason: "Torn", key: "search" };
  expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });

  await processRefunds(db, gateway, NOW);
  const numbers = (await readDocuments(db, orderId)).map(({ number }) => number);
  expect(numbers).toHaveLength(3);
  for (const text of [...numbers, BUYER.gstin, "po-118/26", "lake view"])
    expect([text, await found(text)]).toEqual([text, [orderId]]);
  // Not as ordinary words: each number has the financial year.
  expect(await found("26")).toEqual([]);
  expect(await found(numbers[2]!.slice(-6))).toContain(orderId);
  expect(await found((await readDocuments(db, other.orderId))[0]!.number)).toEqual([other.orderId]);
  const { groups } = await findAnything(db, { q: numbers[0]!, rights: ["orders"] });
  expect(groups.map(({ key, count }) => [key, count])).toEqual([["orders", 1]]);
});
