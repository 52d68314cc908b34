import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { promiseLine } from "../delivery/promise";
import { clean, isRightToLeft } from "../documents/document-content";
import type { OrderDetail } from "../orders/order-detail";
import { stillDueAtDoor } from "../orders/paying";
import { slipThanks } from "~/domain/sales/orders/buyer/gift";
import { linesToSend } from "./papers";

/** The texts of a packing slip, as routes/admin/orders/papers/slip.tsx shows them, or of a delivery note: no prices. */
export interface SlipContent {
  title: string;
  shopName: string;
  recipientName: string;
  recipient: string[];
  facts: [string, string][];
  /** The headings of the columns of copies. */
  heads: string[];
  lines: (TitleLine & { counts: string[] })[];
  /** The sum of each of these columns. */
  copies: string[];
  /** Whether who receives it signs for it. */
  hasReceipt: boolean;
  /** Of a gift, in lines; empty otherwise. `giftFrom`: its sender. */
  giftLines: string[];
  giftFrom: string;
  thanks: string;
  /** The shop's address, to which an undelivered parcel is returned. */
  foot: string[];
}

/** A title with its count; `isTall`: it has Arabic script, which is set in Nastaliq and needs a higher line. */
export interface TitleLine {
  title: string;
  isTall: boolean;
  isRightToLeft: boolean;
  isbn: string;
  quantity: string;
}

/** A title as the template sets it. @param quantity copies */
export function titleLine(title: string, isbn: string | null, quantity: number): TitleLine {
  return {
    title: clean(title),
    isTall: /\p{Script=Arabic}/u.test(title),
    isRightToLeft: isRightToLeft(title),
    isbn: isbn ?? "–",
    quantity: String(quantity),
  };
}

/** An address below the name, without what is empty. */
export const addressLines = ({
  address1,
  address2,
  place,
  state,
  pincode,
}: OrderDetail["address"]): string[] =>
  [address1, address2, `${place}, ${state} ${pincode}`].map(clean).filter(Boolean);

/** The shop's postal address, in its own lines. */
export const shopLines = ({ postalAddress }: Pick<Settings, "postalAddress">): string[] =>
  postalAddress.split("\n").map(clean).filter(Boolean);

type Shop = Pick<Settings, "shopName" | "postalAddress" | "supportPhone" | "supportEmail">;

type FactsOfSlip = Pick<
  OrderDetail,
  | "id"
  | "placedAt"
  | "buyer"
  | "delivery"
  | "carrier"
  | "trackingNo"
  | "state"
  | "dueAtDoor"
  | "doorReceived"
  | "exchangeOf"
>;

/** What a slip says of the order beside its books; null is left out. */
export function slipFacts(order: FactsOfSlip): [name: string, value: string | null][] {
  const due = stillDueAtDoor(order);
  return [
    ["Order", `#${order.id}`],
    ["Date", formatDate(order.placedAt)],
    ["In exchange for books of", order.exchangeOf === null ? null : `Order #${order.exchangeOf}`],
    ["Your reference", order.buyer?.reference ?? null],
    ["Delivery", order.delivery && promiseLine(order.delivery)],
    ["Carrier", order.carrier],
    ["Tracking number", order.trackingNo],
    ["Collect at the door", due > 0 ? formatRupees(due) : null],
  ];
}

/** The slip of an order that is sent. @param shop as the settings have it now */
export function slipContent(order: OrderDetail, shop: Shop): SlipContent {
  const lines = linesToSend(order);
  const { mobile, fullname } = order.address;
  return {
    title: "Packing slip",
    shopName: clean(shop.shopName),
    recipientName: clean(fullname),
    recipient: [...addressLines(order.address), ...(mobile ? [`Mobile ${mobile}`] : [])],
    facts: slipFacts(order).flatMap(([name, value]) =>
      value ? [[name, clean(value)] satisfies [string, string]] : [],
    ),
    heads: ["Quantity"],
    lines: lines.map(({ title, isbn, quantity }) => ({
      ...titleLine(title, isbn, quantity),
      counts: [String(quantity)],
    })),
    copies: [String(lines.reduce((sum, { quantity }) => sum + quantity, 0))],
    hasReceipt: false,
    giftLines: (order.gift?.message ?? "").split("\n").map(clean),
    giftFrom: clean(order.gift?.from ?? ""),
    thanks: slipThanks(order.gift),
    foot: [...shopLines(shop), [shop.supportPhone, shop.supportEmail].filter(Boolean).join(" · ")],
  };
}
