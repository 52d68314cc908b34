import type { PostedLine } from "../../delivery/weights";
import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import type { Settings } from "~/domain/shop/settings/settings";
import { offerDelivery } from "../../cart/cart-delivery";
import type { DeliveryPlan, QuotedMethod } from "../../delivery/plan";
import type { OrderDetail } from "../order-detail";
import type { EditedLine, EditProblem } from "./edit-order";
import type { OrderEdit } from "./edit-order.schema";

/** How a changed order is delivered. */
export interface EditedDelivery {
  /** Paise, with the fee for paying at the door; null: by the settings, as without a plan. */
  shipping: number | null;
  codFee: number;
  /** The chosen way, with a new promise; null: way and promise stay. */
  method: QuotedMethod | null;
  /** The parcel's weight; null: not known. */
  grams: number | null;
}

interface Known {
  lines: readonly EditedLine[];
  settings: Settings;
  plan: DeliveryPlan;
  weighed: (bookId: number) => {
    weightG: number | null;
    pageCount: number | null;
    gyanPost: PostedLine["gyanPost"];
    forthcoming?: Forthcoming;
  };
}

const tooMuchFor = (way = "This way of delivery") =>
  `${way} does not take these books. Choose another way, or keep what delivery cost`;

/**
 * What the delivery of a changed order costs, by today's plan. An order without a way of delivery, or whose way the plan does not
 * offer any more, keeps what it was charged as long as it goes to the same place; a parcel that its way does not take is refused,
 * unless staff keep the price.
 */
export function editedDelivery(
  order: Pick<OrderDetail, "delivery" | "address" | "totals" | "codFee" | "paymentWay">,
  { address, methodId, keepShipping }: Pick<OrderEdit, "address" | "methodId" | "keepShipping">,
  { lines, settings, plan, weighed }: Known,
  now: Date,
): ({ ok: true } & EditedDelivery) | ({ ok: false } & EditProblem) {
  const { shipping: before, itemCount } = order.totals;
  const { codFee, delivery } = order;
  const kept = { ok: true, shipping: before, codFee, method: null, grams: null } as const;
  const pin = address?.pincode ?? order.address.pincode;
  const isElsewhere = pin !== order.address.pincode;
  const wanted = methodId ?? delivery?.methodId ?? null;
  if (!plan.isOn || (wanted === null && !isElsewhere)) {
    if (methodId !== undefined)
      return { ok: false, field: "methodId", message: "There are no ways of delivery to choose from" };
    // An order keeps its price from before the plan.
    return keepShipping || plan.isOn || itemCount === 0 ? kept : { ...kept, shipping: null };
  }
  const wish = { pin, methodId: wanted, payment: order.paymentWay };
  const offerFor = (copiesOf: (line: EditedLine) => number) => {
    const parcel = lines
      .map((line) => ({ ...line, ...weighed(line.bookId), quantity: copiesOf(line) }))
      .filter(({ quantity }) => quantity > 0);
    return offerDelivery(plan, settings, parcel, wish, now);
  };
  const isOffered = ({ method }: typeof offer) =>
    method !== null && (wanted === null || method.id === wanted);
  const offer = offerFor(({ quantity }) => quantity);
  if (offer.method === null || !isOffered(offer)) {
    if (methodId === undefined && !isElsewhere) {
      // Its way takes what is on the order, and not what shall be: the parcel is too heavy, or has a book that may not go so.
      if (!keepShipping && isOffered(offerFor(({ before }) => before)))
        return { ok: false, field: "methodId", message: tooMuchFor(delivery?.method) };
      return { ...kept, grams: offer.grams };
    }
    const message = offer.problem?.message ?? "This way of delivery is not offered for the order";
    return { ok: false, field: methodId === undefined ? "address.pincode" : "methodId", message };
  }
  const { method, grams } = offer;
  const isSame = !isElsewhere && method.id === delivery?.methodId;
  const promise = { method: isSame ? null : method, grams };
  if (keepShipping) return { ...kept, ...promise };
  // Staff may take at the door what a customer could not.
  const fee = order.paymentWay !== "cod" ? 0 : method.cod.offered ? method.cod.fee : codFee;
  return { ok: true, shipping: method.price + fee, codFee: fee, ...promise };
}
