import { trackingUrl } from "~/domain/catalogue/names/tracking-page";
import type { ExpressionBuilder, Selectable } from "kysely";
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
import { booksOf } from "./ordered-books.server";
import { type Wait, waitOf } from "./fulfilment/pre-orders";
import { readParcels } from "./parcels/read-parcels.server";
import { isRefundStuck } from "./money/refunds";
import { openReturn, readReturns } from "./returns/returns-of-orders.server";
import type { OpenReturnState } from "./returns/returns";
import {
  OPEN_STATES,
  type OrderDetail,
  type OrderLine,
  type OrderList,
  type OrderRow,
  orderSearchTerm,
} from "./orders";
import { notTest } from "./no-test.server";

const PAGE_SIZE = 20;

/** What came for an order on account, in paise. */
const onAccount = (eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">) =>
  eb
    .selectFrom("payments as p")
    .select((sum) => sum.fn.sum<number | null>("p.amount").as("on_account"))
    .whereRef("p.order_id", "=", "o.id")
    .where("p.account_receipt", "is not", null)
    .where("p.status", "in", ["captured", "refunded"])
    .as("on_account");

const ROW = [
  "o.id",
  "o.invoice_no",
  "o.invoice_date",
  "o.placed_at",
  "o.state",
  "o.item_count",
  "o.total",
  "o.paid_at",
  "o.payment_way",
  "o.due_at_door",
  "o.door_received",
  "o.balance_due",
] as const;

/** The customer's orders. Orders replaced before they were paid are left out, unless money came in for them. */
function ordersOf(db: Db, accountId: number) {
  return db
    .selectFrom("orders as o")
    .where("o.account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("o.cancel_reason", "is", null),
        eb("o.cancel_reason", "!=", "superseded"),
        eb.exists(eb.selectFrom("refunds as r").select("r.id").whereRef("r.order_id", "=", "o.id")),
      ]),
    );
}

/** The same orders as `listOrders`, on one page. */
export async function listAllOrders(db: Db, accountId: number): Promise<OrderRow[]> {
  const rows = await ordersOf(db, accountId)
    .select(ROW)
    .select(onAccount)
    .select(openReturn)
    .orderBy("o.id", "desc")
    .execute();
  return rows.map(toRow);
}

/**
 * The customer's orders, the newest first. Orders replaced before they were paid are left out, unless money came
 * in for them.
 * @param typed the search text: an order's number, or part of an invoice number; empty for all
 * @param page from 1; a number that is too high gives the last page
 */
export async function listOrders(db: Db, accountId: number, typed = "", page = 1): Promise<OrderList> {
  const term = orderSearchTerm(typed);
  let matching = ordersOf(db, accountId);
  if (typed.trim() !== "") matching = matching.where((eb) => matchesTerm(eb, term));
  const rowsOf = (shown: number) =>
    matching
      .select(ROW)
      .select(onAccount)
      .select(openReturn)
      .orderBy("o.id", "desc")
      .limit(PAGE_SIZE)
      .offset((shown - 1) * PAGE_SIZE)
      .execute();
  const asked = Math.max(1, page);
  const [{ count }, found] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    rowsOf(asked),
  ]);
  const pageCount = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const shown = Math.min(asked, pageCount);
  const rows = shown === asked ? found : await rowsOf(shown);
  const books = await booksOf(
    db,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map((row) => ({ ...toRow(row), ...books(row.id) })),
    count,
    page: shown,
    pageCount,
  };
}

type SelectedRow = Pick<
  Selectable<Tables["orders"]>,
  | "id"
  | "invoice_no"
  | "invoice_date"
  | "placed_at"
  | "state"
  | "item_count"
  | "total"
  | "paid_at"
  | "payment_way"
  | "due_at_door"
  | "door_received"
  | "balance_due"
> & { open_return: OpenReturnState | null; on_account: number | null };

function amountPaid(row: SelectedRow): number {
  if (row.paid_at === null) return 0;
  if (row.payment_way === "account") return row.on_account ?? 0;
  return row.total - (row.due_at_door - row.door_received) - row.balance_due;
}

const toRow = (row: SelectedRow): OrderRow => ({
  id: row.id,
  invoiceNo: row.invoice_no,
  date: row.invoice_date ?? row.placed_at,
  state: row.state,
  itemCount: row.item_count,
  total: row.total,
  paymentWay: row.payment_way,
  dueAtDoor: row.due_at_door,
  amountPaid: amountPaid(row),
  openReturn: row.open_return,
});

/** A number is an order's number or an invoice's serial number; other text is searched for in the invoice number. */
function matchesTerm(eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">, term: string) {
  // A term without letters and digits matches nothing. (`orderSearchTerm` has removed the wildcards of LIKE.)
  if (!/[\dA-Za-z]/.test(term)) return eb.lit(false);
  if (!/^\d+$/.test(term)) return eb("o.invoice_no", "like", `%${term}%`);
  return eb.or([eb("o.id", "=", Number(term)), eb("o.invoice_no", "like", `%/${term}`)]);
}

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
  const [[order], rows, payments, refunds, returns, parcels, documents] = await Promise.all([
    accountId === "anybody" ? anyOrder(db, { orderId }) : orderOf(db, { orderId, accountId }),
    lineRows(db, { orderId }),
    paymentRows(db, { orderId }),
    refundsOf(db, orderId),
    readReturns(db, orderId),
    readParcels(db, orderId),
    documentList(db, orderId),
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

/** The oldest first. A failed refund is listed only while its money is still owed; else a later refund replaces it. */
async function refundsOf(db: Db, orderId: number): Promise<OrderDetail["refunds"]> {
  const refunds = await refundRows(db, { orderId });
  return refunds
    .filter((refund) => {
      const ofPayment = refunds.filter((other) => other.paymentId === refund.paymentId);
      return refund.status !== "failed" || isRefundStuck(refund, refund.paid, ofPayment);
    })
    .map(({ amount, reason, status, updatedAt }) => ({ amount, reason, status, updatedAt }));
}

const refundRows = prepared((db, given: { orderId: number }) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.payment_id as paymentId", "r.amount", "r.reason", "r.status"])
    .select(["r.retry_of as retryOf", "r.updated_at as updatedAt", "p.amount as paid"])
    .where("r.order_id", "=", given.orderId)
    .orderBy("r.id"),
);
