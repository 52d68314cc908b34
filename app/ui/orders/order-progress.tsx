import { isFetched } from "~/domain/sales/delivery/pick-up";
import { formatDate } from "~/domain/kit/dates";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { PROGRESS_STEPS, progressStep, stepLabel } from "~/domain/sales/orders/orders";

/** The times of an order's steps. */
type StepTimes = Pick<OrderDetail, "paidAt" | "packedAt" | "shippedAt" | "deliveredAt">;

/** The steps of an order, filled up to its state (docs/specification.md §4.5). @param times shown below the steps */
export function OrderProgress({
  order: { state, delivery },
  times,
}: {
  order: Pick<OrderDetail, "state" | "delivery">;
  times?: StepTimes;
}) {
  const reached = progressStep(state);
  return (
    <ol className="stations" aria-label="Progress">
      {PROGRESS_STEPS.map((step, index) => {
        const isDone = index <= reached;
        const at = isDone ? times?.[`${step}At`] : undefined;
        return (
          <li
            key={step}
            aria-current={index === reached ? "step" : undefined}
            className={isDone ? "is-done" : undefined}
          >
            <span>
              {stepLabel(step, isFetched(delivery?.pickUp))}
              <span className="sr-only">{isDone ? " (done)" : " (to come)"}</span>
            </span>
            {at ? (
              <time dateTime={at} className="text-muted text-xs font-normal sm:text-sm">
                {formatDate(at)}
              </time>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
