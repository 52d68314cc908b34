import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { lockCustomer, lockOrders } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { notTest } from "../orders/no-test.server";
import { noteTakenOff } from "../documents/notes.server";
import { queueNoteMail } from "../orders/fulfilment/fulfilment-mails.server";
import { logOrderEvent } from "../orders/order-events.server";
import { writeByHand } from "../payments/write-by-hand.server";
import { ACCOUNT_WAY_LABELS, type AccountWay, allocatePayment } from "./on-account";
import { accountOrders, openInvoices, toInvoice } from "./on-account.server";

export type AccountOutcome =
  | { ok: true; message: string }
  /** `field` of the form; null: about the form as a whole. */
  | { ok: false; field: string | null; message: string };

interface Request {
  accountId: number;
  staffId: number;
}

const refused = (field: string | null, message: string) => ({ ok: false, field, message }) as const;

/** Guards what a customer owes: their account, and all its orders, since a step of an order locks that order alone. */
async function lockAccount(trx: Db, accountId: number): Promise<void> {
  await lockCustomer(trx, accountId);
  const orders = trx
    .selectFrom("orders as o")
    .select("o.id")
    .where("o.account_id", "=", accountId)
    .where("o.due_on", "is not", null);
  await lockOrders(trx, orders.$asScalar());
}

/**
 * Staff record a payment of a customer who buys on account, for one invoice or for the oldest ones first. Each part is a
 * payment of its order.
 * @param request.orderId 0: the oldest first @param request.key however often the form is posted, there is one receipt
 * @returns refused at `amount` when it is more than is open
 */
export async function recordAccountPayment(
  db: Db,
  request: Request & {
    amount: number;
    way: AccountWay;
    reference: string;
    receivedOn: string;
    orderId: number;
    key: string;
  },
  now = new Date(),
): Promise<AccountOutcome> {
  const { accountId, staffId, amount, way, reference, receivedOn, orderId, key } = request;
  return beside(db, async (trx): Promise<AccountOutcome> => {
    await lockAccount(trx, accountId);
    const money = formatRupees(amount);
    const known = await trx
      .selectFrom("account_receipts")
      .select(["account_id", "amount", "taken_back_at"])
      .where("form_key", "=", key)
      .executeTakeFirst();
    if (known) {
      if (known.account_id !== accountId)
        return refused(null, "This form was used already for another customer. Please open it again");
      if (known.amount === amount && known.taken_back_at === null)
        return { ok: true, message: `${money} is recorded` };
      return refused(
        null,
        `This form has recorded ${formatRupees(known.amount)} already. Please open it again`,
      );
    }
    if (receivedOn > indianDate(now)) return refused("receivedOn", "The day cannot be in the future");
    const all = await openInvoices(trx, accountId);
    const invoices = orderId === 0 ? all : all.filter((one) => one.orderId === orderId);
    if (orderId !== 0 && invoices.length === 0)
      return refused("orderId", `Nothing is open for order #${orderId}`);
    const open = invoices.reduce((sum, invoice) => sum + invoice.open, 0);
    if (amount > open) return refused("amount", `At most ${formatRupees(open)} is open`);
    const { id: receipt } = await trx
      .insertInto("account_receipts")
      .values({
        account_id: accountId,
        form_key: key,
        way,
        amount,
        reference,
        received_on: receivedOn,
        recorded_by: staffId,
        created_at: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const parts = allocatePayment(amount, invoices);
    for (const part of parts) {
      const id = `account_${receipt}_${part.orderId}`;
      const gateway = way === "cash" ? ("cash" as const) : ("transfer" as const);
      const given = { ...part, id, way: gateway, method: way, reference, receivedOn, staffId };
      const rowId = await writeByHand(trx, given, now);
      await trx.updateTable("payments").set({ account_receipt: receipt }).where("id", "=", rowId).execute();
      const detail = { amount: part.amount, on: receivedOn, ...(reference && { reference }) };
      const by = { actor: "staff", actorAccountId: staffId } as const;
      await logOrderEvent(trx, { orderId: part.orderId, kind: "account_received", ...by, detail }, now);
    }
    const after = {
      Amount: money,
      How: ACCOUNT_WAY_LABELS[way],
      "Received on": formatDate(receivedOn),
      ...(reference && { Reference: reference }),
      For: parts.map((part) => `#${part.orderId}: ${formatRupees(part.amount)}`),
    };
    const action = "recorded a payment on account of";
    await recordAudit(trx, { staffId, subject: "customer", subjectId: accountId, action, after }, now);
    const orders = parts.map((part) => `#${part.orderId}`).join(", ");
    return { ok: true, message: `${money} is recorded for ${orders}` };
  });
}

/**
 * Staff take back a payment that did not come: what it was for is open again.
 * @returns refused once any of it was refunded, or an order of it is over
 */
export async function takeBackAccountPayment(
  db: Db,
  request: Request & { receiptId: number; reason: string },
  now = new Date(),
): Promise<AccountOutcome> {
  const { accountId, staffId, receiptId, reason } = request;
  return beside(db, async (trx): Promise<AccountOutcome> => {
    await lockAccount(trx, accountId);
    const row = await trx
      .selectFrom("account_receipts")
      .select(["amount", "reference", "taken_back_at"])
      .where("id", "=", receiptId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (!row) return refused(null, "There is no such payment");
    const money = formatRupees(row.amount);
    if (row.taken_back_at !== null) return { ok: true, message: `The record of ${money} is taken back` };
    const parts = await trx
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.order_id")
      .leftJoin("refunds as r", "r.payment_id", "p.id")
      .select(["p.id", "p.order_id", "p.amount", "o.state", "r.id as refund"])
      .where("p.account_receipt", "=", receiptId)
      .where(notTest("o.id"))
      .execute();
    const stuck = parts.find(({ state, refund }) => refund !== null || state === "cancelled" || state === "refunded"); // oxfmt-ignore
    if (stuck) {
      const why = stuck.refund === null ? `order #${stuck.order_id} is over` : "a part of it was refunded";
      return refused(null, `The record of ${money} stays: ${why}`);
    }
    const at = now.toISOString();
    await trx
      .updateTable("account_receipts")
      .set({ taken_back_at: at, taken_back_why: reason })
      .where("id", "=", receiptId)
      .execute();
    await trx
      .updateTable("payments")
      .set({ status: "failed", updated_at: at })
      .where("account_receipt", "=", receiptId)
      .execute();
    for (const { order_id: orderId, amount } of parts) {
      const by = { actor: "staff", actorAccountId: staffId } as const;
      const detail = { amount, reason };
      await logOrderEvent(trx, { orderId, kind: "account_taken_back", ...by, detail }, now);
    }
    const before = { Amount: money, ...(row.reference && { Reference: row.reference }) };
    const entry = { staffId, subject: "customer", subjectId: accountId } as const;
    const action = "took back a payment on account of";
    await recordAudit(trx, { ...entry, action, before, after: { Reason: reason } }, now);
    return { ok: true, message: `The record of ${money} is taken back: it is open again` };
  });
}

/**
 * Staff lower what is open of an order on account, such as for books that came back: nothing is paid back as long as it is
 * open.
 * @returns refused at `amount` when it is more than is open
 */
export async function lowerInvoice(
  db: Db,
  request: Request & { orderId: number; amount: number; reason: string; key: string },
  now = new Date(),
): Promise<AccountOutcome> {
  const { accountId, staffId, orderId, amount, reason, key } = request;
  const outcome = await beside(db, async (trx): Promise<AccountOutcome> => {
    await lockAccount(trx, accountId);
    const money = formatRupees(amount);
    const done = { ok: true, message: `${money} less is to be paid for order #${orderId}` } as const;
    const known = await trx
      .selectFrom("account_credits")
      .select(["order_id", "amount"])
      .where("form_key", "=", key)
      .executeTakeFirst();
    if (known?.order_id === orderId && known.amount === amount) return done;
    if (known) return refused(null, "This form was used already. Please open it again");
    const row = await accountOrders(trx)
      .where("o.id", "=", orderId)
      .where("o.account_id", "=", accountId)
      .executeTakeFirst();
    const open = row ? toInvoice(row).open : 0;
    if (open === 0) return refused("orderId", "Choose an invoice of which something is open");
    if (amount > open) return refused("amount", `At most ${formatRupees(open)} is open`);
    const at = now.toISOString();
    const credit = { order_id: orderId, form_key: key, amount, reason, made_by: staffId, created_at: at };
    await trx.insertInto("account_credits").values(credit).execute();
    await trx
      .updateTable("orders")
      .set((eb) => ({ credited: eb("credited", "+", amount) }))
      .where("id", "=", orderId)
      .execute();
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const detail = { amount, reason };
    await logOrderEvent(trx, { orderId, kind: "account_lowered", ...by, detail }, now);
    const entry = {
      staffId,
      subject: "order",
      subjectId: orderId,
      action: "lowered the invoice of",
    } as const;
    const [before, after] = [{ Open: formatRupees(open) }, { Open: formatRupees(open - amount), Reason: reason }]; // oxfmt-ignore
    await recordAudit(trx, { ...entry, before, after }, now);
    await noteTakenOff(trx, orderId, amount, now);
    await queueNoteMail(trx, { orderId, amount }, now);
    return done;
  });
  if (outcome.ok) wake("mail");
  return outcome;
}
