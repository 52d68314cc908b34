import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { notTest } from "../no-test.server";
import { type StaffRequest, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import { logOrderEvent } from "../order-events.server";

/**
 * Staff note something about an order, in any of its states. The note is an entry of the order's log: it stays, with who wrote
 * it and when, and no customer sees it.
 * @param request.note of `orderNoteSchema` @returns not_found: there is no such order
 */
export async function addOrderNote(
  db: Db,
  { orderId, staffId, note }: StaffRequest & { note: string },
  now = new Date(),
): Promise<StepOutcome> {
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockOrder(trx, orderId);
    const order = await trx
      .selectFrom("orders")
      .select("id")
      .where("id", "=", orderId)
      .where(notTest("id"))
      .executeTakeFirst();
    if (!order) return unknownOrder(orderId);
    const by = { actor: "staff", actorAccountId: staffId } as const;
    await logOrderEvent(trx, { orderId, kind: "note", ...by, detail: { note } }, now);
    return { ok: true, message: `The note on order #${orderId} is saved` };
  });
}
