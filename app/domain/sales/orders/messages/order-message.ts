import { discountRows } from "../../coupons/coupon-words";
import { trackingUrl } from "~/domain/catalogue/names/tracking-page";
import type { PaymentWay } from "../../delivery/plan";
import { promiseLine } from "../../delivery/promise";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import type { ExampleBook, ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import type { OrderState } from "../orders";
import { dueAtDoorSentence, toKeepReady } from "../paying";

/** What the mails about an order are made of. Each text is written once, for real mails and for the examples that staff see. */

/** What these mails show of an order. Paise; days in India. */
export interface MailedOrder {
  id: number;
  first_name: string;
  subtotal: number;
  discount: number;
  coupon_code: string | null;
  shipping: number;
  tax: number;
  total: number;
  /** How the customer's group gets invoices; null or left out: they are in no group, and get them by mail. */
  invoice_by?: "mail" | "post" | null;
  /** What is paid before, at the door: by default nothing at the door. */
  due_at_door?: number;
  /** What a change has added and is not paid yet. */
  balance_due?: number;
  /** The order for whose books it is sent in exchange. */
  exchange_of?: number | null;
  /** What was received there. */
  door_received?: number;
  state?: OrderState;
  payment_way?: PaymentWay;
  /** Of an order on account: the plain date by which it is to be paid. */
  due_on?: string | null;
  /** ISO 8601: until when the books are reserved for an order that is not paid or confirmed yet. */
  pay_by?: string;
  eta_date: string | null;
  /** The promise of the order's delivery plan; by default it had none. */
  method_name?: string | null;
  method_carrier?: string | null;
  promised_from?: string | null;
  promised_by?: string | null;
  /** The shop's hours, of an order that is fetched there. */
  pick_up?: string | null;
  invoice_no: string | null;
  tracking_no: string | null;
  /** The pattern of the carrier's page for a parcel; by default it has none. */
  tracking_page?: string | null;
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  state_name: string;
  pincode: string;
}

export type Rows = [label: string, value: string, url?: string][];
export type Totals = [label: string, value: string][];

export interface OrderMessage {
  kind: MailKind;
  /** Follows the shop's name. */
  subject: string;
  heading: string;
  /** The first continues the sentence that begins with 'Dear …,'. */
  paragraphs: [string, ...string[]];
  lines?: { title: string; quantity: number; amount: string }[];
  totals?: Totals;
  rows?: Rows;
  address?: { label: string; lines: string[] };
  /** What mail programs show beside the subject. */
  preheader?: string;
  /** By default 'View order'. */
  action?: string;
  /** Where it leads; by default to the order's page. */
  path?: string;
}

export interface OrderedLine {
  title: string;
  quantity: number;
  unit_price: number;
  tax_rate: number;
  /** The plain date on which a pre-ordered book comes out; null: it is out. */
  releasedOn?: string | null;
}

/** What is still asked for at the door. Paise. */
export const dueOf = ({ state = "paid", due_at_door = 0, door_received = 0 }: MailedOrder): number =>
  toKeepReady({ state, dueAtDoor: due_at_door, doorReceived: door_received });

/** '₹600.00 is due at the door: please keep it ready'; nothing where nothing is due. */
export const keepReady = (order: MailedOrder, end: string): string[] =>
  dueOf(order) > 0 ? [`${dueAtDoorSentence(dueOf(order))}: please keep it ready${end}`] : [];

/** 'We keep the books for you until …' */
export const reservedUntil = ({ pay_by = "" }: MailedOrder): string =>
  `We keep the books for you until ${formatDateTime(pay_by)}.`;

/** Whether it is paid later. */
export const isOnAccount = ({ payment_way }: MailedOrder): boolean => payment_way === "account";

/** What was paid for an order that is confirmed. Paise. */
export const paidOf = (order: MailedOrder): number => {
  const { total, due_at_door = 0, door_received = 0, balance_due = 0 } = order;
  return isOnAccount(order) ? 0 : total - due_at_door + door_received - balance_due;
};

/** What the order's delivery plan promised; null for one that was placed without a plan. */
export function promiseIn({ method_name, method_carrier, promised_from, promised_by, pick_up }: MailedOrder) {
  if (!method_name || !promised_from || !promised_by) return null;
  const carrier = method_carrier ?? "";
  return { method: method_name, carrier, from: promised_from, to: promised_by, pickUp: pick_up ?? null };
}

/** The row with what was promised; none without a plan. */
export function promiseRows(order: MailedOrder): Rows {
  const promise = promiseIn(order);
  return promise ? [["Delivery", promiseLine(promise)]] : [];
}

/** The row with the day on which the order arrives, if it is known. */
export const arrivalRows = ({ eta_date }: MailedOrder): Rows =>
  eta_date ? [["Estimated delivery by", formatDate(eta_date)]] : [];

/** The tracking number, with the carrier's page if it has one. */
export function trackingRow({
  tracking_no,
  tracking_page,
}: Pick<MailedOrder, "tracking_no" | "tracking_page">): Rows[number] {
  const url = trackingUrl(tracking_page, tracking_no);
  return url ? ["Tracking number", tracking_no!, url] : ["Tracking number", tracking_no ?? ""];
}

/** The row with the coupon or its discount. */
export const discountRow = (order: Pick<MailedOrder, "discount" | "coupon_code">): Totals =>
  discountRows(order.discount, order.coupon_code);

/** The delivery address, line by line. */
export const deliveryTo = ({ fullname, address1, address2, place, state_name, pincode }: MailedOrder) => ({
  label: "Delivery to",
  lines: [fullname, address1, address2, `${place} ${pincode}`, state_name].filter(Boolean),
});

/** Writes an example of a mail about an order. */
export type OrderExample = (order: MailedOrder, facts: ExampleFacts) => OrderMessage;

export type OrderExamples = Partial<Record<MailKind, OrderExample>>;

/** The example's lines: one copy of the first book, two of the second. */
export const exampleLines = (books: readonly ExampleBook[]): OrderedLine[] =>
  books.map(({ title, price }, at) => ({ title, quantity: at + 1, unit_price: price, tax_rate: 0 }));

/** In so many days, ISO 8601. */
export const daysFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString();
