import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { preview } from "~/db/preview.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { lockCustomer } from "~/domain/kit/locks.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { completeRefund } from "../../payments/refunds/complete-refund.server";
import { placeIn, receiptOf } from "../by-staff/place-staff-order.server";
import { changedSince, orderVersion } from "../edit/order-version.server";
import { lockForEdit } from "../edit/read-for-edit.server";
import { queueNoteMail, queueStaffRefundMail } from "../fulfilment/fulfilment-mails.server";
import {
  newsFirst,
  readOrderForStep,
  type StepOutcome,
  unknownOrder,
} from "../fulfilment/order-for-step.server";
import { hasUnreadNews, readOrderMoney } from "../money/order-money.server";
import { isUnderKey, queueRefundOf } from "../money/queue-refund.server";
import { linesProblem } from "../money/refund-lines";
import { restockProblem, takeLinesOff } from "../money/refund-lines.server";
import { exceedsUnproved, needsProof, type RefundingRequest } from "../money/unproved-refunds.server";
import { logOrderEvent } from "../order-events.server";
import { queueOrderEvent } from "../order-webhooks.server";
import type { OrderDetail } from "../order-detail";
import { readOrder } from "../orders.server";
import { copiesInWords } from "../parcels/parcels";
import { EXCHANGE, exchangeMoney, exchangeTerms, givenBack, whyNoExchange } from "./exchange";
import type { Exchange } from "./exchange.schema";

export type ExchangeRequest = RefundingRequest &
  Exchange & {
    /** The name of the gateway for a link. */
    gateway: string;
  };

export type ExchangeOutcome =
  /** `newOrderId`: what is sent. Paise: what it costs, what came back pays of it, is still to be paid, and goes back. */
  | {
      ok: true;
      message: string;
      newOrderId: number;
      total: number;
      paid: number;
      due: number;
      refund: number;
    }
  | Exclude<StepOutcome, { ok: true }>;

/**
 * Staff exchange books of an order that was sent, for others or for the same: of a return, or copies that were damaged, missing or
 * lost. They come back into stock or are written off; what they cost pays an order of its own, which is placed for the others. What
 * is left goes back; what is missing is asked for by a link.
 * @returns refused: no such order or return; one whose books cannot be exchanged, or was changed since `version` was read; too
 * few copies, or more than can be exchanged (at their fields); more than somebody may refund without a recent proof. A refusal
 * changes nothing
 */
export async function exchangeBooks(
  db: Db,
  request: ExchangeRequest,
  now = new Date(),
): Promise<ExchangeOutcome> {
  const outcome = await beside(db, (trx) => exchange(trx, request, now));
  if (outcome.ok) {
    wake("mail");
    wake("refunds");
  }
  return outcome;
}

/** What `exchangeBooks` would answer now; nothing is changed. */
export const previewExchange = (
  db: Db,
  request: ExchangeRequest,
  now = new Date(),
): Promise<ExchangeOutcome> => preview(db, (trx) => exchange(trx, request, now));

const wrong = (message: string) => ({ ok: false, reason: "wrong_step", message }) as const;
const invalid = (field: string, message: string) =>
  ({ ok: false, reason: "invalid", field, message }) as const;

async function exchange(trx: Db, request: ExchangeRequest, now: Date): Promise<ExchangeOutcome> {
  const { orderId, staffId, add, lines, shipping } = request;
  await lockCustomer(trx, staffId);
  const sent = add.map(({ bookId }) => bookId);
  await lockForEdit(trx, orderId, sent);
  const [step, order, version] = await Promise.all([
    readOrderForStep(trx, orderId, "anybody", now),
    readOrder(trx, orderId, "anybody", now),
    orderVersion(trx, orderId),
  ]);
  if (!step || !order) return unknownOrder(orderId);
  const made = await madeBefore(trx, request);
  if (made) return made;
  if (version !== request.version) return wrong(await changedSince(trx, orderId, request.version));
  const returned = order.returns.find(({ id }) => id === request.returnId);
  if (request.returnId !== undefined && !returned)
    return { ok: false, reason: "not_found", message: "There is no such return" };
  const why = whyNoExchange(order, returned);
  if (why) return wrong(why);
  const problem = returned ? null : linesProblem(order, lines);
  if (problem)
    return problem.at === null
      ? wrong(problem.message)
      : invalid(`lines[${problem.at}].qty`, problem.message);
  const lost = await restockProblem(trx, lines);
  if (lost) return invalid(`lines[${lost.at}].qty`, lost.message);
  if (await hasUnreadNews(trx, orderId, now)) return newsFirst(orderId);
  const back = givenBack(order, lines, returned);
  const priced = exchangeTerms(order, back, add, { left: step.left ?? 0, shipping });
  if (!priced.ok) return invalid(`add[${priced.at}].qty`, priced.message);
  const { value } = priced.terms;
  if (value === 0)
    return wrong(`Nothing that was paid for these copies of order #${orderId} is left: it was refunded`);
  if (await exceedsUnproved(trx, request, value)) return needsProof;
  const placed = await placeIn(
    trx,
    {
      customer: { id: step.row.account_id },
      // Handed over at the counter, it is exchanged there.
      address: order.address.pincode === "" ? undefined : order.address,
      buyer: order.buyer,
      gift: order.gift,
      lines: add.map((line) => ({ ...line, discountPercent: 0 })),
      discountReason: "",
      coupon: "",
      payment: "transfer",
      reference: "",
      creditReason: "",
      note: "",
      idempotencyKey: request.idempotencyKey,
      staffId,
      gateway: request.gateway,
      exchange: priced.terms,
    },
    now,
  );
  if (!placed.ok) {
    const at = /^lines\[(\d+)\]/.exec(placed.field ?? "")?.[1];
    return at ? invalid(`add[${at}].qty`, placed.message) : wrong(placed.message);
  }
  if (!placed.isNew) return wrong(`This form has placed order #${placed.orderId} already: begin a new one`);
  const money = exchangeMoney(placed.totals.total, priced.terms);
  await write(trx, request, { order, back, newOrderId: placed.orderId, value, money }, now);
  const { total } = placed.totals;
  return { ok: true, message: inWords(placed.orderId, money), newOrderId: placed.orderId, total, ...money };
}

type Money = ReturnType<typeof exchangeMoney>;

const inWords = (newOrderId: number, { due, refund }: Money) =>
  [
    `Exchanged: order #${newOrderId} is placed`,
    due > 0 && `${formatRupees(due)} is to be paid before it is packed`,
    refund > 0 && `${formatRupees(refund)} is being refunded`,
  ]
    .filter(Boolean)
    .join("; ");

const keyOf = ({ orderId, idempotencyKey }: ExchangeRequest) => `exchange_${orderId}_${idempotencyKey}`;

/** What the same request has done before; null: it is new. */
async function madeBefore(trx: Db, request: ExchangeRequest): Promise<ExchangeOutcome | null> {
  const made = await trx
    .selectFrom("orders")
    .select(["id", "total"])
    .where("receipt", "=", receiptOf(request))
    .where("exchange_of", "=", request.orderId)
    .executeTakeFirst();
  if (!made) return null;
  const parts = await trx
    .selectFrom("refunds")
    .select(["amount", "reason", "idempotency_key"])
    .where("order_id", "=", request.orderId)
    .execute();
  const of = (isPaid: boolean) =>
    parts
      .filter(
        ({ reason, idempotency_key: key }) =>
          isUnderKey(key, keyOf(request)) && (reason === EXCHANGE) === isPaid,
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  const money = { paid: of(true), due: made.total - of(true), refund: of(false) };
  return { ok: true, message: inWords(made.id, money), newOrderId: made.id, total: made.total, ...money };
}

interface Done {
  order: OrderDetail;
  back: ReturnType<typeof givenBack>;
  newOrderId: number;
  value: number;
  money: Money;
}

/** Takes the copies and their money off the order of before, with its notes, log and events. */
async function write(
  trx: Db,
  request: ExchangeRequest,
  { order, back, newOrderId, value, money }: Done,
  now: Date,
): Promise<void> {
  const { orderId, staffId, lines, returnId, reason: note } = request;
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const books = copiesInWords(back);
  const restocked = copiesInWords(
    back.filter(({ id }) => lines.some((line) => line.id === id && line.restock)),
  );
  const sent = copiesInWords(
    (await readOrder(trx, newOrderId, "anybody", now))!.lines.map(({ title, quantity }) => ({
      title,
      qty: quantity,
    })),
  );
  const detail = {
    order: newOrderId,
    books,
    ...(restocked && { restocked }),
    sent,
    value,
    ...(money.due > 0 && { due: money.due }),
    ...(money.refund > 0 && { refund: money.refund }),
    ...(note && { reason: note }),
  };
  await logOrderEvent(trx, { orderId, kind: "exchanged", ...by, detail }, now);
  const given = { orderId, note, by, ...(returnId !== undefined && { returnId }) };
  const { payments } = (await readOrderMoney(trx, orderId))!;
  const moved = {
    ...given,
    amount: money.paid,
    reason: EXCHANGE,
    books,
    idempotencyKey: `${keyOf(request)}.0`,
  };
  const { id } = await queueRefundOf(trx, payments, moved, now);
  if (lines.length > 0) await takeLinesOff(trx, id, order, lines);
  const settled = await trx
    .updateTable("refunds")
    .set({ status: "processed", paid_back: `Order #${newOrderId}`, money_on: indianDate(now) })
    .where("order_id", "=", orderId)
    .where("reason", "=", EXCHANGE)
    .where("status", "=", "queued")
    .returningAll()
    .execute();
  settled.sort((a, b) => a.id - b.id);
  for (const part of settled) await completeRefund(trx, part, now);
  const refundIds = settled.map((part) => part.id);
  await queueNoteMail(trx, { orderId, amount: money.paid, refundIds, newOrderId }, now);
  if (money.refund > 0)
    await refundRest(trx, { ...given, amount: money.refund, idempotencyKey: keyOf(request) }, books, now);
  const after = {
    "Sent as": `order #${newOrderId}`,
    Exchanged: books,
    "Back in stock": restocked || "none",
    Worth: formatRupees(value),
    ...(money.due > 0 && { "Still to be paid": formatRupees(money.due) }),
    ...(money.refund > 0 && { Refund: formatRupees(money.refund) }),
    ...(note && { Reason: note }),
  };
  const audit = { staffId, subject: "order", subjectId: orderId, after } as const;
  await recordAudit(trx, { ...audit, action: "exchanged books of" }, now);
  await queueOrderEvent(trx, "order.changed", orderId, now);
}

/** What the new order does not cost goes back. It is a part of the same refund, so that its notes are for the same copies. */
async function refundRest(
  trx: Db,
  rest: Omit<Parameters<typeof queueRefundOf>[2], "reason" | "books">,
  books: string,
  now: Date,
): Promise<void> {
  const { payments } = (await readOrderMoney(trx, rest.orderId))!;
  const { id, isByHand } = await queueRefundOf(trx, payments, { ...rest, reason: "staff" }, now);
  await queueStaffRefundMail(
    trx,
    { id, orderId: rest.orderId, amount: rest.amount, note: "", books, isByHand },
    now,
  );
}
