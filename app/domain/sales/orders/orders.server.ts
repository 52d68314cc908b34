import { trackingUrl } from "~/domain/catalogue/names/tracking-page";
import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { Tables } from "~/db/tables";
import { forthcomingOf, SALE_COLUMNS, type SaleRow } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { deliveryOf } from "../delivery/order-delivery";
import { buyerOf } from "./buyer/buyer";
import { giftOf } from "./buyer/gift";
import { documentKind, type InvoiceKind, standingDocuments } from "./order-documents";
import { documentList } from "../documents/document-list.server";
import { misfitOf } from "./desk/misfit-payments";
import { type Wait, waitOf } from "./fulfilment/pre-orders";
import { readParcels } from "./parcels/read-parcels.server";
import { listedRefunds } from "./money/refunds";
import { readReturns } from "./returns/returns-of-orders.server";
import type { OrderDetail, OrderLine } from "./order-detail";
import { OPEN_STATES } from "./orders";
import { copiesHere } from "./stock.server";
import { notTest } from "./no-test.server";

/** @returns null when the customer has no such order */
export async function findOrder(
  db: Db,
  accountId: number,
  orderId: number,
  now = new Date(),
): Promise<OrderDetail | null> {
  return readOrder(db, orderId, accountId, now);
}

const orderWithCarrier = (db: Db, orderId: number) =>
  db
    .selectFrom("orders as o")
    .leftJoin("logistics_providers as p", "p.id", "o.logistics_provider_id")
    .selectAll("o")
    .select(["p.name as carrier", "p.tracking_page"])
    .where("o.id", "=", orderId);

const anyOrder = prepared((db, given: { orderId: number }) =>
  orderWithCarrier(db, given.orderId).where(notTest("o.id")),
);

const orderOf = prepared((db, given: { orderId: number; accountId: number }) =>
  orderWithCarrier(db, given.orderId).where("o.account_id", "=", given.accountId),
);

/**
 * An order as its page shows it. All is asked at once.
 * @param accountId the customer who must own it; "anybody": for staff
 * @param now its date decides which of its books are not out yet
 * @returns null when there is no such order
 */
export async function readOrder(
  db: Db,
  orderId: number,
  accountId: number | "anybody",
  now = new Date(),
): Promise<OrderDetail | null> {
  const [[order], rows, payments, refunds, returns, parcels, documents, exchanges] = await Promise.all([
    accountId === "anybody" ? anyOrder(db, { orderId }) : orderOf(db, { orderId, accountId }),
    lineRows(db, { orderId }),
    paymentRows(db, { orderId }),
    refundsOf(db, orderId),
    readReturns(db, orderId),
    readParcels(db, orderId),
    documentList(db, orderId),
    exchangeRows(db, { orderId }),
  ]);
  if (!order) return null;
  const isOpen = OPEN_STATES.some((state) => state === order.state);
  const { lines, wait } = linesOf(rows, isOpen ? indianDate(now) : null);
  return {
    id: order.id,
    state: order.state,
    cancelReason: order.cancel_reason,
    placedAt: order.placed_at,
    payBy: order.pay_by,
    paidAt: order.paid_at,
    packedAt: order.packed_at,
    shippedAt: order.shipped_at,
    deliveredAt: order.delivered_at,
    cancelledAt: order.cancelled_at,
    invoiceNo: order.invoice_no,
    invoiceDate: order.invoice_date,
    documentKind: shownKind(documents, order, lines),
    documents,
    etaDate: order.eta_date,
    trackingNo: order.tracking_no,
    carrier: order.carrier,
    trackingUrl: trackingUrl(order.tracking_page, order.tracking_no),
    lines,
    wait,
    totals: {
      itemCount: order.item_count,
      subtotal: order.subtotal,
      discount: order.discount,
      shipping: order.shipping,
      tax: order.tax,
      total: order.total,
    },
    paymentWay: order.payment_way,
    dueOn: order.due_on,
    credited: order.credited,
    dueAtDoor: order.due_at_door,
    doorReceived: order.door_received,
    refusedAt: order.refused_at,
    balanceDue: order.balance_due,
    parcels,
    exchangeOf: order.exchange_of,
    exchanges: exchanges.map(({ id }) => id),
    changedAt: order.changed_at,
    couponCode: order.coupon_code,
    codFee: order.cod_fee,
    delivery: deliveryOf(order),
    address: addressOf(order),
    buyer: buyerOf(order),
    gift: giftOf(order),
    gateway: order.gateway,
    gatewayOrderId: order.gateway_order_id,
    receipt: order.receipt,
    payments: payments.map(({ asked, ...payment }) => ({
      ...payment,
      isForChange: asked !== null,
      misfit: misfitOf({ ...payment, asked }, order),
    })),
    refunds,
    returns,
  };
}

/** Of an order whose documents a background task has not stored yet, the kind that they will have had. */
function shownKind(
  documents: OrderDetail["documents"],
  order: Pick<Selectable<Tables["orders"]>, "paid_at" | "is_test">,
  lines: readonly OrderLine[],
): InvoiceKind | null {
  const shown = standingDocuments(documents)[0];
  if (shown) return shown.kind as InvoiceKind;
  return order.paid_at === null || order.is_test === 1 ? null : documentKind(lines, true);
}

/** The delivery address, as it was stored with the order. */
export function addressOf(order: Selectable<Tables["orders"]>) {
  const { fullname, address1, address2, place, state_name: state, pincode, mobile, email } = order;
  return { fullname, address1, address2, place, state, pincode, mobile, email };
}

const lineRows = prepared((db, given: { orderId: number }) =>
  db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select([
      "l.id",
      "l.book_id",
      "l.title",
      "l.unit_price",
      "l.quantity",
      "l.refunded",
      copiesHere.as("here"),
      "l.tax_rate",
      "l.discount",
      "b.cover",
      "b.hidden",
      "b.isbn13",
      "l.preorder",
      "l.owed",
    ])
    .select(SALE_COLUMNS)
    .where("l.order_id", "=", given.orderId)
    .orderBy("l.id"),
);

/** @param today the date in India; null: the order's copies have left the shop, or will not */
function linesOf(
  rows: Awaited<ReturnType<typeof lineRows>>,
  today: string | null,
): { lines: OrderLine[]; wait: Wait | null } {
  const lines = rows.map((row) => ({
    id: row.id,
    bookId: row.book_id,
    title: row.title,
    unitPrice: row.unit_price,
    quantity: row.quantity,
    refunded: row.refunded,
    ...(row.here < 0 && { cameBack: -row.here }),
    lineTotal: row.unit_price * row.quantity,
    taxRate: row.tax_rate,
    discount: row.discount,
    cover: row.cover,
    isVisible: row.hidden === 0,
    isbn: row.isbn13,
    ...notOut(row, today),
  }));
  const preorders = lines.map((line, at) => ({ ...line, owed: rows[at]!.owed }));
  return { lines, wait: today === null ? null : waitOf(preorders) };
}

function notOut(row: SaleRow & { preorder: 0 | 1 }, today: string | null): Pick<OrderLine, "forthcoming"> {
  const forthcoming = today !== null && row.preorder === 1 ? forthcomingOf(row, today) : null;
  return forthcoming ? { forthcoming } : {};
}

/** The orders that were sent in exchange for books of an order. */
const exchangeRows = prepared((db, given: { orderId: number }) =>
  db.selectFrom("orders").select("id").where("exchange_of", "=", given.orderId).orderBy("id"),
);

/** All attempts to pay, the oldest first. */
const paymentRows = prepared((db, given: { orderId: number }) =>
  db
    .selectFrom("payments as p")
    .leftJoin("balances as b", "b.id", "p.balance_id")
    .select(["p.gateway_payment_id as id", "p.amount", "p.currency", "p.status", "p.method"])
    .select(["p.error_description as errorDescription", "p.updated_at as updatedAt"])
    .select(["p.gateway", "p.reference", "p.received_on as receivedOn", "b.amount as asked"])
    .where("p.order_id", "=", given.orderId)
    .orderBy("p.id"),
);

/** The oldest first. */
const refundsOf = async (db: Db, orderId: number): Promise<OrderDetail["refunds"]> =>
  listedRefunds(await refundRows(db, { orderId }));

const refundRows = prepared((db, given: { orderId: number }) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.payment_id as paymentId", "r.amount", "r.reason", "r.status"])
    .select(["r.retry_of as retryOf", "r.updated_at as updatedAt", "p.amount as paid"])
    .where("r.order_id", "=", given.orderId)
    .orderBy("r.id"),
);
