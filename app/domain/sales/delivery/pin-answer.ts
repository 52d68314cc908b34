/** What a shopper reads beside a PIN code. Browser-safe. */

import { isFetched } from "./pick-up";
import { formatDay } from "~/domain/kit/dates";
import { formatRupeesShort } from "~/domain/kit/money";
import type { ParcelQuote, QuotedMethod } from "./plan";

/** The box with a PIN code on the book's page and in the cart. */
export interface PinBox {
  /** The PIN code, or what was typed instead; "" for none so far. */
  pin: string;
  /** Why what was typed is no PIN code; null: it is, or nothing was typed. */
  problem: string | null;
  /** Whether it is delivered, by which day, for how much, and how it can be paid. Empty without a PIN code. */
  lines: string[];
}

/** Ways in which books are sent; beside them they can be picked up. */
const MOST_SENT = 2;

/**
 * A quote in sentences: the cheapest way in which books are sent, a quicker one, picking them up at the shop, and paying at
 * the door: by the cheapest way that can be paid there, which need not be one of those before.
 * @returns the refusal alone where nothing is offered
 */
export function pinAnswer({ state, refusal, methods }: ParcelQuote): string[] {
  if (refusal !== null) return [refusal];
  const sent = methods.filter(({ pickUp }) => !isFetched(pickUp));
  const quicker = sent.filter((method, at) => sent.slice(0, at).every((cheaper) => method.to < cheaper.to));
  const picked = methods.filter(({ pickUp }) => isFetched(pickUp));
  const shown = [...quicker.slice(0, MOST_SENT), ...picked.slice(0, 1)];
  const place = state === null ? "" : `To ${state}: `;
  const paying =
    laterInWords("at the door", sent) ??
    laterInWords("when you fetch the books", picked) ??
    shown[0]?.cod.reason;
  return [
    ...shown.map((method) => (isFetched(method.pickUp) ? "" : place) + inWords(method)),
    ...(paying ? [paying] : []),
  ];
}

function inWords({ name, price, from, to, pickUp }: QuotedMethod): string {
  const cost = price === 0 ? "free" : `for ${formatRupeesShort(price)}`;
  return isFetched(pickUp)
    ? `Pick up at the shop from ${formatDay(from)}, ${cost} (${pickUp}).`
    : `by ${formatDay(to)} ${cost} (${name}).`;
}

/** The cheapest of these that is not paid before, named where there are others. @returns null for none */
function laterInWords(when: string, methods: readonly QuotedMethod[]): string | null {
  const method = methods.find(({ cod }) => cod.offered);
  if (!method) return null;
  const { name, price, cod } = method;
  const isNamed = methods.length > 1;
  const costs = [price, cod.fee].filter((paise) => paise > 0).map(formatRupeesShort);
  let cost = cod.fee > 0 ? `, for ${formatRupeesShort(cod.fee)} more` : "";
  if (isNamed && price > 0) cost = `: ${costs.join(" + ")}`;
  return `You can pay ${when}${isNamed ? ` with ${name}` : ""}${cost}.${dueNowInWords(method)}`;
}

/** What is paid online before, without the total, which is not known. */
function dueNowInWords({ price, cod: { partPercent, partDelivery } }: QuotedMethod): string {
  const isDeliveryDue = partDelivery && price > 0;
  if (partPercent === 0) return isDeliveryDue ? " The delivery is due now." : "";
  return ` ${partPercent} % is due now${isDeliveryDue ? ", at least the delivery" : ""}.`;
}
