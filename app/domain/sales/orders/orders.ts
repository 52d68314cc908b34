/** Pure rules of orders: the states, the steps between them, and their names. */

import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import type { Buyer } from "./buyer/buyer";
import type { Gift } from "./buyer/gift";
import type { Totals } from "./money/totals";
import type { InvoiceKind, OrderDocument } from "./order-documents";
import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import { findProvider } from "../gateways/payment-providers";
import { isTaken, type PaymentStatus, type RefundStatus } from "../gateways/payment-states";
import type { Misfit } from "./desk/misfit-payments";
import type { Wait } from "./fulfilment/pre-orders";
import type { OpenReturnState, OrderReturn } from "./returns/returns";
import type { SentParcel } from "./parcels/parcels";
import type { OrderDelivery } from "../delivery/order-delivery";
import type { PaymentWay } from "../delivery/plan";
import { isPaidOnline, isToConfirm, isToTransfer, PAYMENT_WAY_LABELS, type Paying } from "./paying";

export const ORDER_STATES = [
  "pending",
  "paid",
  "packed",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The states that count for the dashboard's 'Total Orders': paid and not cancelled. */
export const PROCESSED_STATES = [
  "paid",
  "packed",
  "shipped",
  "delivered",
  "refunded",
] as const satisfies OrderState[];

/** The states of an order whose copies have not left the shop. */
export const OPEN_STATES = ["pending", "paid", "packed"] as const satisfies OrderState[];

/** The states of a paid order that has not arrived. */
export const UNDER_WAY = ["paid", "packed", "shipped"] as const satisfies OrderState[];

/** Why an order was cancelled. `superseded`: the customer placed another order instead of paying this one. */
export type CancelReason = "payment_timeout" | "superseded" | "unserviceable" | "customer" | "staff";

const STEPS: Record<OrderState, readonly OrderState[]> = {
  pending: ["paid", "cancelled"],
  paid: ["packed", "cancelled", "refunded"],
  packed: ["shipped", "cancelled", "refunded"],
  // A parcel paid at the door that is refused there.
  shipped: ["delivered", "cancelled", "refunded"],
  delivered: ["refunded"],
  cancelled: ["paid", "refunded"],
  refunded: [],
};

/** What the rules about steps need to know of an order. */
export interface OrderStatus {
  state: OrderState;
  cancelReason: CancelReason | null;
  paidAt: string | null;
  /** By default online. */
  paymentWay?: PaymentWay;
}

/**
 * Whether an order may take this step (docs/product-decisions.md §3.7). A cancelled order becomes paid only if it was
 * cancelled because its payment was late, and refunded only if it had been paid. A shipped order is cancelled only if it is
 * paid at the door, and was refused there.
 */
export function canMove(order: OrderStatus, to: OrderState): boolean {
  if (!STEPS[order.state].includes(to)) return false;
  if (order.state === "shipped" && to === "cancelled") return order.paymentWay === "cod";
  if (order.state !== "cancelled") return true;
  return to === "paid" ? order.cancelReason === "payment_timeout" : order.paidAt !== null;
}

/**
 * `status` in the JSON API, as the original spells the steps (docs/specification.md §4.6,
 * docs/product-decisions.md §3.7).
 */
export const API_STATUS: Record<OrderState, string> = {
  pending: "Pending",
  paid: "Payment made",
  packed: "packed",
  shipped: "Despatched",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** `status` of an order: one that is paid at the door or later is not 'Payment made', but confirmed, until it is sent. */
export const API_CONFIRMED = "Confirmed";

/** `status` of an order in the JSON API. */
export const apiStatus = ({ state, paymentWay }: { state: OrderState; paymentWay: PaymentWay }): string =>
  state === "paid" && (paymentWay === "cod" || paymentWay === "account") ? API_CONFIRMED : API_STATUS[state];

/** The states as screens and mails show them. */
export const STATE_LABELS: Record<OrderState, string> = {
  pending: "Pending payment",
  paid: "Processing",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** An order's state as screens show it: what it waits for depends on how it is paid. */
export function stateLabel(order: Paying & { state: OrderState }): string {
  if (isToConfirm(order)) return "To confirm";
  if (isToTransfer(order)) return "Waiting for transfer";
  if (order.state === "paid" && (order.paymentWay === "cod" || order.paymentWay === "account"))
    return "Confirmed";
  return STATE_LABELS[order.state];
}

/** The steps of the progress bar, in order. */
export const PROGRESS_STEPS = ["paid", "packed", "shipped", "delivered"] as const satisfies OrderState[];

/** How far the progress bar is filled: an index into `PROGRESS_STEPS`; -1 when the order is not under way. */
export function progressStep(state: OrderState): number {
  return (PROGRESS_STEPS as readonly OrderState[]).indexOf(state);
}

/** Whether the customer can still pay the order at the payment service. */
export function isPayable(order: Paying & { state: OrderState; payBy: string }, now: Date): boolean {
  return order.state === "pending" && Date.parse(order.payBy) > now.getTime() && isPaidOnline(order);
}

const CANCELLED_SENTENCES: Record<CancelReason, string> = {
  payment_timeout: "This order was cancelled because no payment arrived in time.",
  superseded: "This order was replaced by a newer one before it was paid.",
  unserviceable:
    "Your payment arrived after the books had been sold to other readers. It is being returned to you.",
  customer: "This order was cancelled at your request.",
  staff: "This order was cancelled by the shop.",
};

/** Why an order was cancelled, as a sentence to its customer. */
export function cancelledSentence(reason: CancelReason): string {
  return CANCELLED_SENTENCES[reason];
}

/**
 * The estimated day of delivery. @param releasedOn the day before which the order is not sent; null: at once
 * @param days the setting `deliveryDays`
 * @returns a plain date
 */
export function deliveryDay(now: Date, releasedOn: string | null, days: number): string {
  const sent =
    releasedOn === null ? now : new Date(Math.max(now.getTime(), indianDayStart(releasedOn).getTime()));
  return indianDate(sent, days);
}

/**
 * The payment method as people read it.
 * @param gateway the provider's name, `orders.gateway`, or of money that staff recorded 'cash' or 'transfer'
 * @param method as the gateway calls it
 */
export function paymentMethodLabel(gateway: string, method: string | null): string {
  if (gateway === "cash") return "Cash";
  if (gateway === "transfer") return PAYMENT_WAY_LABELS.transfer;
  const name = findProvider(gateway)?.label ?? gateway;
  const labels: Record<string, string> = {
    card: "card",
    upi: "UPI",
    netbanking: "net banking",
    wallet: "wallet",
    emi: "EMI",
  };
  return method ? `${name}, ${labels[method] ?? method}` : name;
}

/** Cleans a search text for orders ('#12', '12' or an invoice number): keeps letters, digits, '/' and '-'. */
export function orderSearchTerm(typed: string): string {
  return asciiDigits(typed)
    .replace(/[^\dA-Za-z/-]/g, "")
    .slice(0, 20);
}

/** A row of My Orders. Money in paise, times ISO 8601. */
export interface OrderRow {
  id: number;
  invoiceNo: string | null;
  /** The date of the invoice; without one, when the order was placed. */
  date: string;
  state: OrderState;
  itemCount: number;
  total: number;
  paymentWay: PaymentWay;
  dueAtDoor: number;
  /** 0 until the order is paid; without what is still due at the door. */
  amountPaid: number;
  /** The state of its return under way; null for none. */
  openReturn: OpenReturnState | null;
}

/** The books of a row of My Orders. */
export interface OrderedBooks {
  /** The first books, in the order of the cart. */
  books: { bookId: number; title: string; cover: string | null }[];
  /** The number of further titles. */
  more: number;
}

export interface OrderList {
  rows: (OrderRow & OrderedBooks)[];
  /** Orders that match, on all pages. */
  count: number;
  page: number;
  pageCount: number;
}

export interface OrderLine {
  id: number;
  bookId: number;
  title: string;
  unitPrice: number;
  /** Copies, as they were ordered. */
  quantity: number;
  /** Those of them that were refunded by line: they are not in the parcel any more. */
  refunded: number;
  lineTotal: number;
  /** The tax contained in the price, in hundredths of a per cent. */
  taxRate: number;
  /** What the coupon takes off it alone, in paise (`lineValues`). */
  discount: number;
  /** The book's present cover; null: the default cover. */
  cover: string | null;
  /** Whether the book still has a page in the store. */
  isVisible: boolean;
  /** The book's present ISBN. */
  isbn: string | null;
  /** Only of a pre-order whose book is not out yet. */
  forthcoming?: Forthcoming;
}

/** Everything a customer may know of their order. Money in paise, times ISO 8601. */
export interface OrderDetail {
  id: number;
  state: OrderState;
  cancelReason: CancelReason | null;
  placedAt: string;
  payBy: string;
  paidAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
  invoiceNo: string | null;
  invoiceDate: string | null;
  /** The kind of document that can be downloaded; null until the order is paid. */
  documentKind: InvoiceKind | null;
  /** What was issued for it, with the notes, the oldest first. */
  documents: OrderDocument[];
  /** A plain date, e.g. "2026-11-28". */
  etaDate: string | null;
  trackingNo: string | null;
  carrier: string | null;
  /** The carrier's page of the parcel; null: it has none, or nothing was sent. */
  trackingUrl: string | null;
  lines: OrderLine[];
  /** What a pre-order waits for before it is packed; null: nothing. */
  wait: Wait | null;
  totals: Totals;
  paymentWay: PaymentWay;
  /** Of an order on account: the plain date by which it is to be paid, and by how much staff have lowered it. Paise. */
  dueOn?: string | null;
  credited?: number;
  /** Part of the total that is paid when the parcel arrives, and what was received there so far. Paise. */
  dueAtDoor: number;
  doorReceived: number;
  /** Part of the total that a change has added, and that is not paid yet. Paise. */
  balanceDue: number;
  /** When staff changed the order last; null: it is as it was placed. */
  changedAt: string | null;
  /** What was sent of it so far, the first first. */
  parcels: SentParcel[];
  /** When the parcel was refused at the door. */
  refusedAt: string | null;
  /** The coupon's code when the order was placed. */
  couponCode: string | null;
  /** Part of `totals.shipping`: the fee for paying at the door. Paise. */
  codFee: number;
  delivery: OrderDelivery | null;
  address: AddressFields;
  /** Whom the document is for; null: whoever receives the parcel. */
  buyer: Buyer | null;
  gift: Gift | null;
  gateway: string;
  gatewayOrderId: string | null;
  receipt: string;
  payments: {
    id: string;
    /** In the smallest unit of its currency. */
    amount: number;
    currency: string;
    /** Why it cannot pay the order; null: it can. */
    misfit: Misfit | null;
    status: PaymentStatus;
    method: string | null;
    errorDescription: string | null;
    updatedAt: string;
    /** The provider that took it; 'cash' or 'transfer' was recorded by staff. */
    gateway: string;
    /** Of a payment that staff recorded: its reference, and the day on which it came. */
    reference: string | null;
    receivedOn: string | null;
    /** Whether it is for what a change has added. */
    isForChange: boolean;
  }[];
  refunds: { amount: number; reason: string; status: RefundStatus; updatedAt: string }[];
  /** The oldest first. */
  returns: OrderReturn[];
}

/** What the rules about paying need to know of an order. */
export const payingOf = (
  order: Pick<OrderDetail, "state" | "payBy" | "paymentWay" | "dueAtDoor" | "totals">,
) => ({
  state: order.state,
  payBy: order.payBy,
  paymentWay: order.paymentWay,
  dueAtDoor: order.dueAtDoor,
  total: order.totals.total,
});

/** The payment that paid the order, also after it was refunded; undefined while it is unpaid. */
export function payingPayment({ payments }: Pick<OrderDetail, "payments">) {
  return payments.find(({ misfit, status }) => misfit === null && isTaken(status));
}
