import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { transferDetails } from "~/domain/shop/settings/transfer";
import { lastRelease } from "../checkout/delivery";
import type { DeliveryPlan, ParcelQuote, PaymentWay, QuotedMethod } from "../delivery/plan";
import { chooseMethod, codSplit, quoteParcel } from "../delivery/quote";
import { notByGyanPost, parcelGrams, type PostedLine, type WeighedLine } from "../delivery/weights";
import type { Totals } from "../orders/money/totals";

/** How a shopper wants a cart sent and paid, as far as they have said so. */
export interface DeliveryWish {
  /** The PIN code where it goes, as it was typed; null: not known yet. */
  pin: string | null;
  /** null: the cheapest method. */
  methodId?: number | null;
  /** By default online. */
  payment?: PaymentWay;
}

/** What a cart's parcel costs and when it comes. Money in paise. */
export interface CartDelivery {
  /** The methods that fit. null: with a plan, as long as no place is known: the totals have no delivery then. */
  quote: ParcelQuote | null;
  /** The chosen one, else the cheapest; null: there is none. */
  method: QuotedMethod | null;
  /** As wished; 'online' where that is not offered. */
  payment: PaymentWay;
  /** Part of `totals.shipping`: the fee for paying at the door. */
  codFee: number;
  /** What is paid online before anything is sent, and what at the door. */
  dueNow: number;
  dueAtDoor: number;
  /** The parcel's weight with packing; null: without a plan. */
  grams: number | null;
  /** Why it cannot be ordered as wished; the totals are those of what is offered instead. null: it can. */
  problem: DeliveryProblem | null;
}

export interface DeliveryProblem {
  /** What has to be chosen anew. */
  reason: "place" | "method" | "payment";
  message: string;
}

/** A line that counts. */
interface ParcelLine extends WeighedLine, PostedLine {
  unitPrice: number;
  forthcoming?: Forthcoming;
}

/** What is known before the totals. */
type Offer = Omit<CartDelivery, "dueNow" | "dueAtDoor"> & {
  /** With the fee for paying at the door; null: by the settings alone, as without a plan. */
  shipping: number | null;
};

const NO_TRANSFERS = "We take no bank transfers now. Please choose another way of paying.";

const METHOD_GONE =
  "The way of delivery that you chose is not offered for this order any more. Please choose another one.";

const GONE = { reason: "method", message: METHOD_GONE } as const;

/** What a cart's parcel costs, by the plan. @param lines those that count, and are in stock */
export function offerDelivery(
  plan: DeliveryPlan,
  settings: Settings,
  lines: readonly ParcelLine[],
  wish: DeliveryWish,
  now: Date,
): Offer {
  const payment = wish.payment ?? "online";
  const grams = plan.isOn ? parcelGrams(plan, lines) : null;
  const none = { payment: "online", codFee: 0, grams, problem: null } as const;
  if (plan.isOn && wish.pin === null) return { ...none, quote: null, method: null, shipping: 0 };
  const parcel = {
    pin: wish.pin ?? "",
    subtotal: lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0),
    grams: grams ?? 0,
    notGyanPost: notByGyanPost(lines),
    releasedOn: lastRelease(lines)?.day ?? null,
    hasPreorder: settings.codForPreorders === "no" && lines.some(({ forthcoming }) => forthcoming),
  };
  const quote = quoteParcel(plan, settings, parcel, now);
  const chosen = chooseMethod(quote, wish.methodId ?? null);
  const method = chosen ?? chooseMethod(quote, null);
  if (!method) {
    const problem = { reason: "place", message: quote.refusal ?? METHOD_GONE } as const;
    return { ...none, quote, method, shipping: 0, problem };
  }
  const message = whyNotPaid(payment, method, settings);
  const unpaid = message === null ? null : ({ reason: "payment", message } as const);
  const problem = chosen ? unpaid : GONE;
  const offered = message === null ? payment : "online";
  const codFee = offered === "cod" ? method.cod.fee : 0;
  const shipping = plan.isOn ? method.price + codFee : null;
  return { quote, method, payment: offered, codFee, grams, problem, shipping };
}

/**
 * Why an order cannot be paid this way, as a sentence; null: it can, as far as the plan and the settings go. Whether a customer
 * may buy on account is decided by their credit.
 */
export function whyNotPaid(
  payment: PaymentWay,
  { cod }: Pick<QuotedMethod, "cod">,
  settings: Settings,
): string | null {
  if (payment === "cod" && !cod.offered) return cod.reason ?? "This order cannot be paid at the door.";
  if (payment === "transfer" && !transferDetails(settings)) return NO_TRANSFERS;
  return null;
}

/** The same with what is due when. @param totals of the cart with the offer's shipping */
export function withDues(given: Offer, totals: Totals): CartDelivery {
  const { shipping: _, ...offer } = given;
  const { method, payment, codFee } = offer;
  if (payment === "transfer" || payment === "account") return { ...offer, dueNow: 0, dueAtDoor: 0 };
  if (payment === "online" || !method) return { ...offer, dueNow: totals.total, dueAtDoor: 0 };
  return { ...offer, ...codSplit(method.cod, { ...totals, fee: codFee }) };
}

/** Why an order is refused whose delivery costs something else by now. @param price of the method, in paise */
export const priceChanged = ({ name, price }: Pick<QuotedMethod, "name" | "price">): string =>
  `${name} costs ${price === 0 ? "nothing" : formatRupees(price)} now. Please check it and place the order again.`;
