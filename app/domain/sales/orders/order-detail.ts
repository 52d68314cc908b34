import { isFetched } from "../delivery/pick-up";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import type { Buyer } from "./buyer/buyer";
import type { Gift } from "./buyer/gift";
import type { Totals } from "./money/totals";
import type { InvoiceKind, OrderDocument } from "./order-documents";
import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import { isTaken, type PaymentStatus, type RefundStatus } from "../gateways/payment-states";
import type { Misfit } from "./desk/misfit-payments";
import type { Wait } from "./fulfilment/pre-orders";
import type { OpenReturnState, OrderReturn } from "./returns/returns";
import type { SentParcel } from "./parcels/parcels";
import type { OrderDelivery } from "../delivery/order-delivery";
import type { PaymentWay } from "../delivery/plan";
import type { CancelReason, OrderState } from "./orders";

/** What a customer may know of an order: as a row of My Orders, and as its page shows it. */

/** A row of My Orders. Money in paise, times ISO 8601. */
export interface OrderRow {
  id: number;
  invoiceNo: string | null;
  /** The date of the invoice; without one, when the order was placed. */
  date: string;
  state: OrderState;
  /** Whether the books are fetched at the shop. */
  isPickUp: boolean;
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
  /** Those of the refunded copies that had been sent before, and neither were lost nor are: by default none. */
  cameBack?: number;
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
  /** The order for whose books it was sent in exchange; null: none. And those that were sent in exchange for its own. */
  exchangeOf: number | null;
  exchanges: number[];
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

/** The orders that it was exchanged with, for links: each with what it is. */
export const exchangesOf = ({ exchangeOf, exchanges }: Pick<OrderDetail, "exchangeOf" | "exchanges">) => [
  ...(exchangeOf === null ? [] : [{ id: exchangeOf, what: "In exchange for books of" }]),
  ...exchanges.map((id) => ({ id, what: "Books exchanged, sent as" })),
];

/** What the rules about paying and the name of its state (`stateLabel`) need to know of an order. */
export const payingOf = (
  order: Pick<OrderDetail, "state" | "payBy" | "paymentWay" | "dueAtDoor" | "totals"> &
    Partial<Pick<OrderDetail, "delivery">>,
) => ({
  isPickUp: isFetched(order.delivery?.pickUp),
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
