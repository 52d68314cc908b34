import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { formatGrams } from "../delivery/weights";
import { clean } from "../documents/document-content";
import type { OrderDetail } from "../orders/order-detail";
import { stillDueAtDoor } from "../orders/paying";
import { linesToSend } from "./papers";
import { shopLines } from "./slips";

/** The texts of a parcel's label. */
export interface LabelContent {
  /** The method of delivery as the counter knows it, e.g. 'Gyan Post', and its carrier; empty: not known yet. */
  mark: string;
  carrier: string;
  name: string;
  address: string[];
  place: string;
  /** Empty where there is none. */
  pincode: string;
  mobile: string;
  /** What is collected at the door; empty: nothing is. */
  due: string;
  order: string;
  /** What the order's bars say. */
  code: string;
  facts: string[];
  sender: string;
  senderLines: string[];
}

/** The label of an order that is sent. @param grams the weight of the whole order as the delivery plan counted it; null: not known */
export function labelContent(
  order: OrderDetail,
  shop: Pick<Settings, "shopName" | "postalAddress" | "supportPhone">,
  grams: number | null,
): LabelContent {
  const { fullname, address1, address2, place, state, pincode, mobile } = order.address;
  const lines = linesToSend(order);
  const copies = copiesOf(lines);
  // It was weighed with the copies that were refunded or sent since.
  const weight = copies === copiesOf(order.lines) ? grams : null;
  const due = stillDueAtDoor(order);
  // Who it was really given to counts more than who was promised.
  const carrier = order.carrier ?? order.delivery?.carrier ?? "";
  const mark = order.delivery?.method ?? carrier;
  return {
    mark: clean(mark),
    carrier: carrier === mark ? "" : clean(carrier),
    name: clean(fullname),
    address: [address1, address2].map(clean).filter(Boolean),
    place: clean(`${place}, ${state}`),
    pincode: clean(pincode),
    mobile: clean(mobile),
    due: due > 0 ? formatRupees(due) : "",
    order: `Order #${order.id}`,
    code: String(order.id),
    facts: [
      ...(due > 0 ? [] : ["Prepaid"]),
      copies === 1 ? "1 book" : `${copies} books`,
      ...(weight === null ? [] : [formatGrams(weight)]),
      ...(order.trackingNo ? [clean(order.trackingNo)] : []),
    ],
    sender: clean(shop.shopName),
    senderLines: [...shopLines(shop), ...(shop.supportPhone ? [`Phone ${shop.supportPhone}`] : [])],
  };
}

const copiesOf = (lines: OrderDetail["lines"]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
