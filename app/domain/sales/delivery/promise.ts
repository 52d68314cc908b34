import { isFetched } from "./pick-up";
import { formatDate, formatDay } from "~/domain/kit/dates";
import type { OrderDelivery } from "./order-delivery";

/**
 * When an order should arrive or can be fetched, without a full stop.
 * @param etaDate a plain date @param delivery null: it was placed without a delivery plan
 */
export function arrivalSentence(
  etaDate: string,
  delivery: Pick<OrderDelivery, "pickUp" | "method" | "from" | "to"> | null,
): string {
  if (delivery && isFetched(delivery.pickUp)) {
    const hours = delivery.pickUp === "" ? "" : `, ${delivery.pickUp}`;
    return `${delivery.method}: ready by ${formatDate(etaDate)}${hours}`;
  }
  return `Estimated delivery by ${formatDate(etaDate)}`;
}

/** Of an order whose books wait at the shop. @param hours the shop's; "" for none */
export const readySentence = (hours: string): string =>
  `Your books are ready to be fetched at our shop${hours && `: ${hours}`}`;

/** What was promised when the order was placed: "Speed Post, India Post: Tue 1 Dec to Fri 4 Dec". */
export function promiseLine({ method, carrier, from, to, pickUp }: Omit<OrderDelivery, "methodId">): string {
  const name = carrier === "" || carrier === method ? method : `${method}, ${carrier}`;
  const days = from === to ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`;
  return isFetched(pickUp)
    ? `${name}: from ${formatDay(from)}${pickUp && `, ${pickUp}`}`
    : `${name}: ${days}`;
}
