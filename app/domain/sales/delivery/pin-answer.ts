/** What a shopper reads beside a PIN code. Browser-safe. */

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
 * the door.
 * @returns the refusal alone where nothing is offered
 */
export function pinAnswer({ state, refusal, methods }: ParcelQuote): string[] {
  if (refusal !== null) return [refusal];
  const sent = methods.filter(({ pickUp }) => pickUp === null);
  const quicker = sent.filter((method, at) => sent.slice(0, at).every((cheaper) => method.to < cheaper.to));
  const shown = [
    ...quicker.slice(0, MOST_SENT),
    ...methods.filter(({ pickUp }) => pickUp !== null).slice(0, 1),
  ];
  const place = state === null ? "" : `To ${state}: `;
  const atDoor = shown.find(({ cod }) => cod.offered)?.cod;
  const paying = atDoor
    ? `You can pay at the door${atDoor.fee > 0 ? `, for ${formatRupeesShort(atDoor.fee)} more` : ""}.`
    : shown[0]?.cod.reason;
  return [
    ...shown.map((method) => (method.pickUp === null ? place : "") + inWords(method)),
    ...(paying ? [paying] : []),
  ];
}

function inWords({ name, price, to, pickUp }: QuotedMethod): string {
  const cost = price === 0 ? "free" : `for ${formatRupeesShort(price)}`;
  return pickUp === null
    ? `by ${formatDay(to)} ${cost} (${name}).`
    : `Pick up at the shop from ${formatDay(to)}, ${cost} (${pickUp}).`;
}
