import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { readDocuments } from "~/domain/sales/documents/read-documents.server";
import { createDoorOrder } from "~/test/door-orders";
import { setSettings } from "~/test/factories";
import { createOrderShop, createPaidOrder } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { readOrder } from "../orders.server";
import { markPacked } from "../fulfilment/fulfilment.server";
import { editOrder } from "./edit-order.server";
import { editOrderSchema } from "./edit-order.schema";
import { orderVersion } from "./order-version.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const NEXT_MONTH = new Date("2026-12-03T06:00:00.000Z");
const SCHOOL = { gstin: "32AABCL1234C1ZD", name: "Lake View School", address: "12 Lake Road\nKochi 682001", reference: "PO 118" }; // oxfmt-ignore
const GIFT = { from: "Asha", message: "Happy birthday!" };

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  await setSettings(db, { gstin: "32AAACK1234E1ZT", taxRate: 500 });
});

type Edit = Partial<Parameters<typeof editOrderSchema.parse>[0] & object>;

async function change(orderId: number, edit: Edit, now = NOW) {
  const parsed = editOrderSchema.parse({ version: await orderVersion(db, orderId), ...edit });
  return editOrder(db, { orderId, staffId, ...parsed }, now);
}

const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const documentsOf = async (orderId: number) =>
  (await readDocuments(db, orderId)).map(
    ({ number, kind, buyerGstin, buyerReference, recipient, cancelledAt }) => ({
      number,
      kind,
      to: [buyerGstin, recipient.name, buyerReference].join("|"),
      isCancelled: cancelledAt !== null,
    }),
  );

test("another buyer: the document is cancelled, and one in the new name takes its place at the same sums", async () => {
  const { orderId, total } = await createPaidOrder(db, gateway, { now: NOW });
  const [before] = await documentsOf(orderId);
  expect(await change(orderId, { buyer: SCHOOL })).toMatchObject({ ok: true, refundDue: 0, due: 0 });
  const [first, second, ...more] = await documentsOf(orderId);
  expect(first).toEqual({ ...before, isCancelled: true });
  expect(second).toMatchObject({ to: "32AABCL1234C1ZD|Lake View School|PO 118", isCancelled: false });
  expect(more).toEqual([]);
  const order = await orderOf(orderId);
  expect([order.buyer, order.totals.total, order.state]).toEqual([SCHOOL, total, "paid"]);
  const { detail } = await db
    .selectFrom("order_events")
    .select("detail")
    .where("order_id", "=", orderId)
    .where("kind", "=", "changed")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(detail)).toMatchObject({
    invoiceBefore: "the customer",
    invoice: "GSTIN 32AABCL1234C1ZD, a name, an address, reference PO 118",
  });

  // The same once more is no change, another name is one.
  expect(await change(orderId, { buyer: SCHOOL })).toMatchObject({
    ok: false,
    message: "Nothing is changed",
  });
  expect(await change(orderId, { buyer: { ...SCHOOL, name: "Hill View School" } })).toMatchObject({
    ok: true,
  });
  // A document of an earlier month is not cancelled but noted to nothing; then it is the customer's again.
  expect(await change(orderId, { buyer: null }, NEXT_MONTH)).toMatchObject({ ok: true });
  const all = await documentsOf(orderId);
  expect(all.map(({ kind, isCancelled }) => [kind, isCancelled])).toEqual([
    ["tax_invoice", true],
    ["tax_invoice", true],
    ["tax_invoice", false],
    ["credit_note", false],
    ["tax_invoice", false],
  ]);
  expect(all.at(-1)!.to).toBe(`|${order.address.fullname}|`);
  expect((await orderOf(orderId)).buyer).toBeNull();
});

test("a gift comes and goes, and the documents stay as they are", async () => {
  const { orderId } = await createPaidOrder(db, gateway, { now: NOW });
  const before = await documentsOf(orderId);
  for (const [gift, shown] of [
    [GIFT, GIFT],
    [{ message: "With love" }, { from: "", message: "With love" }],
    [null, null],
  ] as const) {
    expect(await change(orderId, { gift })).toMatchObject({ ok: true });
    expect((await orderOf(orderId)).gift).toEqual(shown);
  }
  expect(await change(orderId, { gift: null })).toMatchObject({ ok: false });
  // Another change leaves both as they are.
  await change(orderId, { gift: GIFT, buyer: SCHOOL });
  await change(orderId, { note: "As agreed" });
  expect(await orderOf(orderId)).toMatchObject({ gift: GIFT, buyer: SCHOOL });
  expect((await documentsOf(orderId))[0]!.number).toBe(before[0]!.number);
  const history = JSON.stringify(await readAudit(db, "order", orderId));
  // Of whom it tells stays out of what is kept when they are erased.
  for (const text of ["Happy", "Asha", "Lake View", "Kochi 682001"]) expect(history).not.toContain(text);
  expect(history).toContain("with a message, changed");
});

test("an order that waits to be confirmed has no document yet: its first one is in the new name", async () => {
  const { orderId } = await createDoorOrder(db, "pending", { staffId, now: NOW });
  expect(await change(orderId, { buyer: SCHOOL, gift: GIFT })).toMatchObject({ ok: true });
  expect(await orderOf(orderId)).toMatchObject({ buyer: SCHOOL, gift: GIFT, state: "pending" });
  expect(await documentsOf(orderId)).toEqual([]);
});

test("a packed order keeps them", async () => {
  const { orderId } = await createPaidOrder(db, gateway, { now: NOW });
  await markPacked(db, { orderId, staffId }, NOW);
  expect(await change(orderId, { buyer: SCHOOL, gift: GIFT })).toMatchObject({ ok: false });
  expect(await orderOf(orderId)).toMatchObject({ buyer: null, gift: null });
});
