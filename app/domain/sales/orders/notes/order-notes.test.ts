import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createOrder, createOrderShop } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { eventWords } from "../desk/order-timeline";
import { findStaffOrder } from "../desk/staff-order.server";
import { notesOf } from "../desk/staff-order";
import { listStaffOrders } from "../desk/order-list.server";
import { parseOrderSearch } from "../desk/order-list";
import { orderNoteSchema } from "./order-notes.schema";
import { addOrderNote } from "./order-notes.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
});

test("a note is in the order's log with who wrote it, the newest first, and marks its row in the list", async () => {
  const { orderId } = await createOrder(db, gateway, "paid", { now: NOW, staffId });
  const other = await createOrder(db, gateway, "paid", { now: NOW, staffId });
  for (const note of ["Call on Monday", "She called"])
    expect(await addOrderNote(db, { orderId, staffId, note }, NOW)).toEqual({
      ok: true,
      message: `The note on order #${orderId} is saved`,
    });
  const order = (await findStaffOrder(db, orderId))!;
  expect(notesOf(order).map(({ note, at }) => [note, at])).toEqual([
    ["She called", NOW.toISOString()],
    ["Call on Monday", NOW.toISOString()],
  ]);
  expect(eventWords(order.events[0]!)).toEqual({ what: "Note", more: ["She called"] });
  const { rows } = await listStaffOrders(db, parseOrderSearch(new URLSearchParams()));
  expect(rows.map(({ id, notes }) => [id, notes]).sort()).toEqual(
    [
      [orderId, 2],
      [other.orderId, 0],
    ].sort(),
  );
  expect(await addOrderNote(db, { orderId: 999, staffId, note: "x" }, NOW)).toMatchObject({
    ok: false,
    reason: "not_found",
  });
});

test("a note needs words, and has at most 2,000 characters", () => {
  const messages = (note: unknown) =>
    orderNoteSchema.safeParse({ note }).error?.issues.map((one) => one.message);
  expect(messages(" \n")).toEqual(["Please write the note"]);
  expect(messages("x".repeat(2_001))).toEqual(["Note must be at most 2000 characters"]);
  expect(orderNoteSchema.parse({ note: " a\r\nb " }).note).toBe("a\nb");
});
