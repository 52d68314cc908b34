import { formatRupees } from "~/domain/kit/money";
import type { PaymentWay } from "../delivery/plan";
import type { OrderState } from "../orders/orders";
import type { Headings } from "../list-headings";
import { stillDueAtDoor } from "../orders/paying";

/** Lists of the money that a carrier has collected at doors: their rows, and what each would do. Paise; plain dates. */

export const MOST_REMITTANCE_BYTES = 1024 * 1024;
export const MOST_REMITTANCE_ROWS = 1000;

/** The columns that such a list can have. */
export const REMITTANCE_COLUMNS = ["order", "tracking", "amount", "utr", "date"] as const;
export type RemittanceColumn = (typeof REMITTANCE_COLUMNS)[number];
/** How staff say that its columns are called. */
export type RemittanceHeadings = Headings<RemittanceColumn>;

/** A row of such a list, as it was read. */
export interface RemittanceLine {
  /** In the file, from 1. */
  row: number;
  /** The order's number; null: none, or none that can be read. */
  orderId: number | null;
  /** "": none. */
  trackingNo: string;
  /** null: it is no amount. */
  amount: number | null;
  /** Of the carrier's transfer; "" for none. */
  reference: string;
  /** null: none, or none that can be read. */
  receivedOn: string | null;
}

/** What the rules need to know of the order of a row. */
export interface RemittedOrder {
  id: number;
  state: OrderState;
  paymentWay: PaymentWay;
  dueAtDoor: number;
  doorReceived: number;
  refusedAt: string | null;
  /** `trackingKeyOf` of each of its parcels, the first first, also of lost ones; none: it was not sent. */
  trackingKeys: readonly string[];
  /** The receipts that were recorded for it, and those of them that staff have taken back. */
  receipts: readonly number[];
  takenBack: readonly number[];
}

/** What becomes of a row. */
export type Verdict =
  | { kind: "ready"; orderId: number; amount: number }
  | { kind: "recorded"; orderId: number }
  /** It changes nothing: what differs, and what to do about it. */
  | { kind: "difference"; orderId: number | null; what: string; todo: string };

/** A tracking number as the index `parcels_by_tracking` has it. */
export const trackingKeyOf = (trackingNo: string): string => trackingNo.replaceAll(" ", "").toUpperCase();

const ASK = "Ask the carrier about it";

/** What a row names. */
interface Named {
  /** undefined: none. */
  order: RemittedOrder | undefined;
  /** Why the row cannot be taken for the order's, or names none; undefined: it can. */
  wrong?: string | undefined;
}

/** The order that a row names, by number or tracking number. Where both are given they must agree. */
function namedBy({ orderId, trackingNo }: RemittanceLine, orders: readonly RemittedOrder[]): Named {
  const key = trackingKeyOf(trackingNo);
  const parcels = key === "" ? [] : orders.filter(({ trackingKeys }) => trackingKeys.includes(key));
  if (orderId === null) {
    if (parcels.length < 2) return { order: parcels[0] };
    return { order: undefined, wrong: `${parcels.length} orders have the tracking number ${trackingNo}` };
  }
  const order = orders.find(({ id }) => id === orderId);
  if (!order || key === "" || order.trackingKeys.includes(key)) return { order };
  const [other] = parcels;
  if (other) return { order, wrong: `${trackingNo} is the parcel of order #${other.id}, not of #${orderId}` };
  const own = order.trackingKeys;
  if (own.length === 0) return { order };
  const has = own.length === 1 ? `parcel of order #${orderId} is` : `parcels of order #${orderId} are`;
  return { order, wrong: `The ${has} ${own.join(" and ")}; the list has ${trackingNo}` };
}

/**
 * What becomes of a row.
 * @param named by it @param isAgain whether an earlier row of the list names the order too
 */
function verdictOf(line: RemittanceLine, { order, wrong }: Named, isAgain: boolean): Verdict {
  const difference = (what: string, todo: string): Verdict => ({
    kind: "difference",
    orderId: order?.id ?? null,
    what,
    todo,
  });
  if (line.amount === null || line.amount <= 0)
    return difference("The row has no amount", "Compare it with the carrier's list");
  if (!order)
    return difference(
      wrong ?? "No order has this number or tracking number",
      "Compare it with the carrier's list",
    );
  const money = formatRupees(line.amount);
  if (order.paymentWay !== "cod")
    return difference(`Order #${order.id} is not paid at the door, yet ${money} came`, ASK);
  const due = stillDueAtDoor(order);
  const isRecorded = due < line.amount && order.receipts.includes(line.amount);
  if (wrong && !isRecorded)
    return difference(wrong, `Ask the carrier whose it is, and record ${money} on that order's page`);
  if (isAgain) return difference(`Order #${order.id} stands in the list twice`, ASK);
  if (order.refusedAt !== null)
    return difference(`The parcel of order #${order.id} was refused, yet ${money} came`, ASK);
  if (isRecorded) return { kind: "recorded", orderId: order.id };
  if (order.state === "cancelled" || order.state === "refunded")
    return difference(`Order #${order.id} is ${order.state}, yet ${money} came`, ASK);
  if (order.state !== "shipped" && order.state !== "delivered")
    return difference(
      `Order #${order.id} was not sent yet`,
      "Mark it as shipped, then look at the list again",
    );
  if (due === 0)
    return difference(
      `${formatRupees(order.doorReceived)} was recorded for order #${order.id} before; the list has ${money}`,
      ASK,
    );
  // Half of it may have come: booking the row again would count one receipt twice.
  if (order.receipts.includes(line.amount))
    return difference(
      `${money} was recorded for order #${order.id} before, and ${formatRupees(due)} is still due`,
      `If this is other money, record ${money} on the order's page`,
    );
  if (order.takenBack.includes(line.amount))
    return difference(
      `${money} was recorded for order #${order.id}, and taken back`,
      `If it has come after all, record ${money} on the order's page`,
    );
  if (line.amount < due)
    return difference(
      `${formatRupees(due)} is due for order #${order.id}; the list has ${money}`,
      `Ask the carrier for ${formatRupees(due - line.amount)}, or record ${money} on the order's page`,
    );
  if (line.amount > due)
    return difference(
      `${formatRupees(due)} is due for order #${order.id}; the list has ${money}`,
      `Ask the carrier about ${formatRupees(line.amount - due)} too much; record ${formatRupees(due)} on the order's page`,
    );
  return { kind: "ready", orderId: order.id, amount: line.amount };
}

/** A row with its verdict. */
export type CheckedLine = RemittanceLine & { verdict: Verdict };

/** The verdicts of a list. @param orders all that its rows name */
export function checkLines(
  lines: readonly RemittanceLine[],
  orders: readonly RemittedOrder[],
): CheckedLine[] {
  const seen = new Set<number>();
  return lines.map((line) => {
    const named = namedBy(line, orders);
    const { order, wrong } = named;
    const verdict = verdictOf(line, named, order !== undefined && seen.has(order.id));
    if (order && !wrong && line.amount !== null) seen.add(order.id);
    return { ...line, verdict };
  });
}
