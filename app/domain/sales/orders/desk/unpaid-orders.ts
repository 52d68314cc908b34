import { formatTime } from "~/domain/kit/dates";

/** Unpaid orders older than this are not counted. */
export const UNPAID_HOURS = 6;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A period in which an unpaid order, or several that replaced each other, held copies. ISO times. */
export interface UnpaidHold {
  startedAt: string;
  payBy: string;
  /** Whether an order with this deadline is still pending. */
  isPending: boolean;
}

/** Why a further unpaid order is refused. @param count of those so far @param next when one is possible */
export const unpaidLimitMessage = (count: number, next: Date): string =>
  `You have placed ${count === 1 ? "1 order" : `${count} orders`} without paying. You can place the next one at ${formatTime(next.toISOString())}.`;

/**
 * Until when a new order may hold its copies, by the rule that `unpaidHolds` (unpaid-orders.server.ts) describes.
 * @param holds those of the last six hours @returns an ISO time; or why the customer has to wait
 */
export function copiesHeldUntil(
  holds: UnpaidHold[],
  limits: { reservationMinutes: number; mostUnpaidOrders: number },
  now: Date,
): { ok: true; payBy: string } | { ok: false; message: string } {
  const { mostUnpaidOrders } = limits;
  const time = limits.reservationMinutes * MINUTE_MS;
  const left = (hold: UnpaidHold) => Date.parse(hold.payBy) - now.getTime();
  const running = holds
    .filter((hold) => hold.isPending && left(hold) > 0)
    .sort((a, b) => left(b) - left(a))
    .at(0);
  const isUsedUp = holds.length >= mostUnpaidOrders;
  if (running && (isUsedUp || left(running) >= time / 2)) return { ok: true, payBy: running.payBy };
  if (!isUsedUp) return { ok: true, payBy: new Date(now.getTime() + time).toISOString() };
  const starts = holds.map((hold) => hold.startedAt).sort();
  const oldest = Date.parse(starts[starts.length - mostUnpaidOrders]!);
  const next = new Date(oldest + UNPAID_HOURS * HOUR_MS);
  return { ok: false, message: unpaidLimitMessage(mostUnpaidOrders, next) };
}
