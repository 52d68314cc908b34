import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { together } from "~/db/writing/together.server";
import { forthcomingOf } from "~/domain/catalogue/books/sale/sale";
import { removePaid } from "../cart/paid-cart.server";
import { indianDate } from "~/domain/kit/dates";
import { lockBooks } from "~/domain/kit/locks.server";
import type { DocumentPayment } from "../documents/issued-document";
import { orderedLines } from "../documents/document-parts.server";
import { issueDocuments, numbersFor } from "../documents/issue-documents.server";
import { nextInvoiceNumbers } from "../orders/money/invoice-numbers.server";
import { type EventActor, logOrderEvent } from "../orders/order-events.server";
import { linesForMail, queueConfirmation, shopForMail } from "../orders/order-mails.server";
import { noticePaidOrder } from "../orders/desk/order-notices.server";
import { queuePaidEvent } from "../orders/order-webhooks.server";
import { promisedDay } from "../delivery/order-delivery";
import { canMove, deliveryDay } from "../orders/orders";
import { isPaidOnline } from "../orders/paying";
import { noticeRecipients } from "~/domain/shop/notices/notice-choices.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { endpointsFor } from "~/domain/shop/webhooks/emit-event.server";
import { waitOf } from "../orders/fulfilment/pre-orders";
import { noteReleaseTold } from "../orders/fulfilment/pre-orders.server";
import { booksOfOrder, countAsSold } from "../orders/stock.server";
import type { GatewayPayment } from "../gateways/gateway.server";
import type { PaymentSource } from "./payments";

export type OrderRow = Selectable<Tables["orders"]>;
/** With its customer, as its mails need it. */
export type Order = OrderRow &
  Pick<Selectable<Tables["accounts"]>, "first_name" | "last_name"> & {
    account_email: string;
    invoice_by: "mail" | "post" | null;
  };

/** Makes the order paid by a payment at the gateway, which it records: see `accept`. */
export async function settle(
  trx: Db,
  order: Order,
  payment: GatewayPayment,
  source: PaymentSource,
  now: Date,
  take?: () => Promise<unknown>,
): Promise<void> {
  if (order.is_test === 1) return settleTest(trx, order, payment, source, now, take);
  await accept(
    trx,
    order,
    {
      paidBy: { id: payment.id, method: payment.method },
      by: { actor: "gateway" },
      kind: "paid",
      detail: { payment: payment.id, amount: payment.amount, source },
      write: () => recordPayment(trx, order, payment, now),
      ...(take && { take }),
    },
    now,
  );
}

/** Why an order is accepted. */
export interface Acceptance {
  /** As its document says it. */
  paidBy: DocumentPayment;
  by: EventActor;
  kind: "paid" | "confirmed";
  /** For the order's log. */
  detail: Record<string, string | number | null>;
  /** Writes what belongs to it, in the same round trip. */
  write?: () => Promise<unknown>;
  /** Takes the copies of an order that had lapsed. */
  take?: () => Promise<unknown>;
}

/**
 * Makes the order paid, or accepts one that is paid at the door: invoice number, documents, stock, sales count, cart, log and
 * mails, all in one transaction. In two round trips: what is read, with what does not depend on it and the invoice number as
 * the last; then what has the number.
 * @param trx the transaction that has locked its customer and the order, and read it as pending or lapsed
 */
export async function accept(
  trx: Db,
  order: Order,
  { paidBy, by, kind, write, take, ...given }: Acceptance,
  now: Date,
): Promise<void> {
  const { id: orderId, account_id: accountId } = order;
  const status = { state: order.state, cancelReason: order.cancel_reason, paidAt: order.paid_at };
  if (!canMove(status, "paid")) throw new Error(`order ${orderId} cannot become paid from ${order.state}`);
  const at = now.toISOString();
  await lockBooks(trx, booksOfOrder(trx, orderId));
  const count = await numbersFor(order, async () => ({
    lines: await orderedLines(trx, orderId),
    settings: await readSettings(trx),
  }));
  const [, lines, billed, { settings, shop }, people, endpointIds, , numbers] = await together([
    take?.(),
    linesForMail(trx, orderId),
    orderedLines(trx, orderId),
    shopForMail(trx),
    noticeRecipients(trx, "paid_order"),
    endpointsFor(trx, "order.paid"),
    together([
      logRevival(trx, order, by, given.detail.source, now),
      write?.(),
      countAsSold(trx, orderId, "add"),
      // An order of which nothing is paid online took its books out of the cart when it was placed; one by staff has none there.
      isPaidBefore(order) && order.placed_by === null && removePaid(trx, accountId, orderId),
      noteReleaseTold(trx, orderId),
    ]),
    nextInvoiceNumbers(trx, count, now),
  ]);
  const invoiceNo = numbers[0]!;
  const today = indianDate(now);
  const wait = waitOf(
    lines
      .filter(({ preorder }) => preorder === 1)
      .map(({ title, owed, ...book }) => ({
        title,
        owed,
        forthcoming: forthcomingOf(book, today) ?? undefined,
      })),
  );
  const values = {
    state: "paid",
    cancel_reason: null,
    cancelled_at: null,
    stock_held: 1,
    paid_at: at,
    invoice_no: invoiceNo,
    invoice_date: at,
    eta_date:
      promisedDay(order, wait?.from ?? null) ?? deliveryDay(now, wait?.from ?? null, settings.deliveryDays),
  } as const;
  const paid = { ...order, ...values };
  const detail = { ...given.detail, invoice: invoiceNo };
  await together([
    trx.updateTable("orders").set(values).where("id", "=", orderId).execute(),
    issueDocuments(trx, { order, lines: billed, settings, payment: paidBy, issuedAt: at }, numbers),
    logOrderEvent(trx, { orderId, kind, ...by, detail }, now),
    queueConfirmation(trx, { order: paid, shop, lines }, now),
    noticePaidOrder(trx, { order: paid, lines }, { event: "paid_order", people, frame: shop.frame }, now),
    queuePaidEvent(trx, endpointIds, orderId, now),
  ]);
}

const isPaidBefore = ({ payment_way, total, due_at_door, first_due }: OrderRow) =>
  isPaidOnline({ paymentWay: payment_way, total, dueAtDoor: due_at_door, firstDue: first_due });

/** Logs that an order that had lapsed is one again. */
async function logRevival(
  trx: Db,
  order: OrderRow,
  by: EventActor,
  source: string | number | null | undefined,
  now: Date,
): Promise<void> {
  if (order.state !== "cancelled") return;
  await logOrderEvent(
    trx,
    { orderId: order.id, kind: "revived", ...by, detail: { source: source ?? null } },
    now,
  );
}

/** A test purchase becomes paid. It is no sale: nobody gets a bill, a mail or a copy. */
async function settleTest(
  trx: Db,
  order: OrderRow,
  payment: GatewayPayment,
  source: PaymentSource,
  now: Date,
  take?: () => Promise<unknown>,
): Promise<void> {
  const detail = { payment: payment.id, amount: payment.amount, source };
  await together([
    take?.(),
    logRevival(trx, order, { actor: "gateway" }, source, now),
    recordPayment(trx, order, payment, now),
    trx
      .updateTable("orders")
      .set({ state: "paid", cancel_reason: null, cancelled_at: null, paid_at: now.toISOString() })
      .where("id", "=", order.id)
      .execute(),
    logOrderEvent(trx, { orderId: order.id, kind: "paid", actor: "gateway", detail }, now),
  ]);
}

/** Writes a payment, or its news. @param balance what it was asked for, if not the order itself @returns its row */
export async function recordPayment(
  trx: Db,
  order: OrderRow,
  payment: GatewayPayment,
  now: Date,
  balance?: { id: number; gateway: string },
): Promise<number> {
  const at = now.toISOString();
  const news = {
    status: payment.status,
    method: payment.method,
    error_description: payment.errorDescription,
    updated_at: at,
  };
  const { id } = await trx
    .insertInto("payments")
    .values({
      order_id: order.id,
      gateway: balance?.gateway ?? order.gateway,
      balance_id: balance?.id ?? null,
      gateway_payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      created_at: at,
      // The first day stays, whatever is heard of the payment later.
      money_on: payment.status === "captured" || payment.status === "refunded" ? indianDate(now) : null,
      ...news,
    })
    .onConflict((conflict) =>
      conflict.column("gateway_payment_id").doUpdateSet((eb) => ({
        ...news,
        money_on: eb.fn.coalesce("payments.money_on", "excluded.money_on"),
      })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
