import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { preview } from "~/db/preview.server";
import { wake } from "~/platform/wake.server";
import { formatRupees } from "~/domain/kit/money";
import { readOrderForStep, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import { hasUnreadNews } from "../money/order-money.server";
import {
  exceedsUnproved,
  lockUnproved,
  needsProof,
  type RefundingRequest,
} from "../money/unproved-refunds.server";
import { limitPassed } from "../../trade/on-account";
import { creditOf } from "../../trade/on-account.server";
import type { Totals } from "../money/totals";
import { readOrder } from "../orders.server";
import {
  editedLines,
  editedMoney,
  editedTotals,
  type EditProblem,
  leavesUnpaid,
  whyNotEdited,
} from "./edit-order";
import type { OrderEdit } from "./edit-order.schema";
import { editedDelivery } from "./edited-delivery";
import { changedSince, orderVersion } from "./order-version.server";
import { lockForEdit, readForEdit } from "./read-for-edit.server";
import { copiesProblem } from "./move-copies.server";
import { fieldOf, writeEdit } from "./write-edit.server";

export type EditOutcome =
  /** Paise: what is refunded now, and what is still to be paid, before the order is packed or at the door. */
  | {
      ok: true;
      message: string;
      totals: Totals;
      couponCode: string | null;
      refundDue: number;
      due: number;
    }
  | Exclude<StepOutcome, { ok: true }>;

/**
 * Staff change an order that is not packed yet: its books, address, delivery, buyer and gift. Totals, tax, coupon and stock are computed
 * anew; the difference is refunded, asked for, or due at the door. Bill and mail follow.
 * @returns refused: no such order; one that cannot be changed, or was changed since `version` was read (with what happened);
 * too few copies, a place or way of delivery that does not fit, a credit limit that is passed without a reason (at their fields); more than somebody may refund without a
 * recent proof. A refusal changes nothing
 */
export async function editOrder(
  db: Db,
  request: RefundingRequest & OrderEdit,
  now = new Date(),
): Promise<EditOutcome> {
  const outcome = await beside(db, (trx) => edit(trx, request, now));
  if (outcome.ok) {
    wake("mail");
    wake("refunds");
  }
  return outcome;
}

/**
 * What `editOrder` would answer now; nothing is changed.
 * @returns as `editOrder`
 */
export const previewEdit = (
  db: Db,
  request: RefundingRequest & OrderEdit,
  now = new Date(),
): Promise<EditOutcome> => preview(db, (trx) => edit(trx, request, now));

const wrong = (message: string) => ({ ok: false, reason: "wrong_step", message }) as const;
const invalid = ({ field, message }: EditProblem) =>
  ({ ok: false, reason: "invalid", field, message }) as const;

async function edit(trx: Db, request: RefundingRequest & OrderEdit, now: Date): Promise<EditOutcome> {
  const { orderId } = request;
  await lockUnproved(trx, request);
  const added = request.add.map(({ bookId }) => bookId);
  await lockForEdit(trx, orderId, added);
  const [step, order, version] = await Promise.all([
    readOrderForStep(trx, orderId, "anybody", now),
    readOrder(trx, orderId, "anybody", now),
    orderVersion(trx, orderId),
  ]);
  if (!step || !order) return unknownOrder(orderId);
  if (version !== request.version) return wrong(await changedSince(trx, orderId, request.version));
  const why = whyNotEdited(order);
  if (why) return wrong(why);
  if (step.left === 0) return wrong(`Order #${orderId} is being refunded in full: it cannot be changed`);
  if (await hasUnreadNews(trx, orderId, now))
    return wrong(
      `Order #${orderId} has news of its payment that is being read: please try again in a moment`,
    );

  const read = await readForEdit(trx, { orderId, accountId: step.row.account_id }, added, now);
  const after = editedLines(read.lines, request, read.bookNow);
  if (!after.ok) return invalid(after);
  const delivery = editedDelivery(order, request, { ...read, lines: after.lines }, now);
  if (!delivery.ok) return invalid(delivery);
  const { settings: rules, coupon } = read;
  const goneBack = read.refunded + (order.credited ?? 0);
  const given = { rules, coupon, delivery, goneBack };
  const { totals, lines, spared: sparedNow } = editedTotals(after.lines, given);
  // Delivery that is kept as it was charged keeps what its coupon has taken off.
  const isKept = delivery.shipping === order.totals.shipping;
  const spared = Math.max(sparedNow, isKept ? read.couponOff - order.totals.discount : 0);
  const left = step.left ?? 0;
  const money = editedMoney(totals, lines, { ...order, total: order.totals.total, left });
  if (order.state === "pending" && left > 0 && money.totals.total <= left)
    return wrong(
      `${formatRupees(left)} was transferred for order #${orderId} already: it must cost more than that`,
    );
  if (money.dueAtDoor > money.totals.total)
    return wrong(
      `${formatRupees(order.doorReceived)} was received for order #${orderId} at the door: it cannot cost less`,
    );
  if (leavesUnpaid(money, lines, left))
    return wrong(
      `A sum was refunded for order #${orderId} before: with this change nothing would be paid for the books that are sent. Refund the copies instead, with the sum that is theirs`,
    );
  let passed: string | null = null;
  if (order.paymentWay === "account") {
    if ((order.credited ?? 0) > money.totals.total)
      return wrong(`${formatRupees(order.credited!)} was taken off order #${orderId}: it cannot cost less`);
    const credit = await creditOf(trx, step.row.account_id);
    const more = money.totals.total - order.totals.total;
    passed = more > 0 ? limitPassed(credit, more, "change") : null;
    if (passed !== null && request.creditReason === "")
      return invalid({ field: "creditReason", message: passed });
  }
  const problem = await copiesProblem(trx, after.lines, now);
  if (problem)
    return invalid({ field: fieldOf(request, after.lines, problem.bookId), message: problem.message });
  if (await exceedsUnproved(trx, request, money.refund)) return needsProof;

  const written = await writeEdit(trx, { request, order, step, lines, delivery, money, spared, passed }, now);
  if (!written.ok) return written;
  const { refund, balanceDue, dueAtDoor } = money;
  const due = balanceDue + dueAtDoor - order.doorReceived;
  const parts = [
    refund > 0 && `${formatRupees(refund)} is being refunded`,
    balanceDue > 0 && `${formatRupees(balanceDue)} is to be paid before it is packed`,
    dueAtDoor > order.doorReceived && `${formatRupees(dueAtDoor - order.doorReceived)} is due at the door`,
  ].filter(Boolean);
  const message = [`Order #${orderId} is changed`, ...parts].join("; ");
  return { ok: true, message, totals: money.totals, couponCode: order.couponCode, refundDue: refund, due };
}
