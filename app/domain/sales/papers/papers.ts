/** Paper for many orders in one file: its kinds, and which orders each is for. Browser-safe. */

import { isFetched } from "../delivery/pick-up";
import { waitReason } from "../orders/fulfilment/pre-orders";
import type { OrderDetail } from "../orders/order-detail";
import { type OrderState, progressStep, stepWords } from "../orders/orders";
import { openLines, openOf } from "../orders/parcels/parcels";

/** Most orders in one file: a page of the orders list. */
export const MOST_IN_FILE = 50;

export const PAPERS = {
  slips: { label: "Packing slips", file: "packing-slips" },
  notes: { label: "Delivery notes", file: "delivery-notes" },
  labels: { label: "Labels", file: "labels" },
  bills: { label: "Bills", file: "bills" },
  picklist: { label: "Pick list", file: "pick-list" },
} as const;
export type Paper = keyof typeof PAPERS;
export const PAPER_KINDS = Object.keys(PAPERS) as [Paper, ...Paper[]];

/** Labels by the printer's paper: a roll with one on each sheet, or an office printer's with four. */
export const LABEL_SIZES = { "4x6": "4 × 6 inch", a4: "A4, four on a sheet" } as const;
export type LabelSize = keyof typeof LABEL_SIZES;

export type PaperOrder = Pick<
  OrderDetail,
  | "id"
  | "state"
  | "lines"
  | "parcels"
  | "wait"
  | "delivery"
  | "documentKind"
  | "gift"
  | "paymentWay"
  | "buyer"
>;

/** An order that a paper is not for. @param why after '#12 ' */
export interface LeftOut {
  orderId: number;
  why: string;
}

/**
 * The lines of what is in an order's parcel: without copies that were refunded by line and, while something is still to be sent,
 * without those in earlier parcels.
 */
export function linesToSend(order: Pick<OrderDetail, "lines" | "parcels">): OrderDetail["lines"] {
  const isRest = order.parcels.length > 0 && openLines(order).length > 0;
  return order.lines
    .map((line) => ({
      ...line,
      quantity: isRest ? openOf(order, line) : line.quantity - line.refunded,
    }))
    .filter(({ quantity }) => quantity > 0);
}

const TO_PICK: readonly OrderState[] = ["paid", "packed"];

/** Why a paper is not for an order, after '#12 '; null: it is. */
function whyNotOn(paper: Paper, order: PaperOrder): string | null {
  const isState = `is ${stepWords(order.state, isFetched(order.delivery?.pickUp))}`;
  if (paper === "bills" && order.documentKind === null) return `${isState} and has no bill`;
  if (paper === "bills") return order.gift ? "is a gift, so no bill goes into its parcel" : null;
  if (progressStep(order.state) < 0) return isState;
  if (linesToSend(order).length === 0) return "has no copies left to send";
  if (paper === "notes") return whyNoNote(order);
  if (paper === "labels" && isFetched(order.delivery?.pickUp)) return "is fetched from the shop";
  if (paper !== "picklist") return null;
  if (!TO_PICK.includes(order.state)) return isState;
  return order.wait && waitReason(order.wait);
}

/** A delivery note is for buyers who check a parcel against their order: on account, or with a name or reference of their own. */
const whyNoNote = ({ paymentWay, buyer }: PaperOrder) =>
  paymentWay === "account" || buyer ? null : "is neither on account nor for a buyer with a name or reference";

/** How the audit log names a paper that somebody took, and for which orders. */
export const paperExport = ({ kind, ids }: { kind: Paper; ids: readonly number[] }) => ({
  list: `Papers: ${PAPERS[kind].label}`,
  filters: { Orders: ids.map((id) => `#${id}`).join(", ") },
});

/** Which of the orders are on a paper, in their own sequence, and which are left out. */
export function sortOut<Order extends PaperOrder>(
  paper: Paper,
  orders: readonly Order[],
): { on: Order[]; leftOut: LeftOut[] } {
  const judged = orders.map((order) => ({ order, why: whyNotOn(paper, order) }));
  return {
    on: judged.filter(({ why }) => why === null).map(({ order }) => order),
    leftOut: judged.flatMap(({ order, why }) => (why === null ? [] : [{ orderId: order.id, why }])),
  };
}

/** 'Left out: #12 is cancelled, #14 is shipped.' */
export const leftOutSentence = (leftOut: readonly LeftOut[]): string =>
  `Left out: ${leftOut.map(({ orderId, why }) => `#${orderId} ${why}`).join(", ")}.`;

/** The URL of a file for staff. */
export const paperFilePath = (kind: Paper, ids: readonly number[], size?: LabelSize): string =>
  `/admin/orders/papers/file?kind=${kind}&ids=${ids.join(",")}${size ? `&size=${size}` : ""}`;
