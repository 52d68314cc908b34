import { type OrderState, progressStep, STATE_LABELS } from "~/domain/sales/orders/orders";

/** One more quarter is filled at each step, so that states differ without colour. */
const QUARTERS = ["M8 8V2a6 6 0 0 1 6 6Z", "M8 2a6 6 0 0 1 0 12Z", "M8 8V2a6 6 0 1 1-6 6Z"];
const SIGNS: Partial<Record<OrderState, string>> = {
  delivered: "m5 8.2 2.2 2.2L11.2 6",
  cancelled: "m5.5 5.5 5 5m0-5-5 5",
  refunded: "M11 8H5m2.5-2.5L5 8l2.5 2.5",
};
const COLOURS: Partial<Record<OrderState, string>> = {
  pending: "text-star",
  delivered: "text-good",
  cancelled: "text-bad",
  refunded: "text-bad",
};

/** An order's state as a word with a small sign before it. @param label of an order that is not paid online (`stateLabel`) */
export function OrderMark({
  state,
  label = STATE_LABELS[state],
  className = "",
}: {
  state: OrderState;
  label?: string;
  className?: string;
}) {
  const sign = SIGNS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${className}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className={`size-4 shrink-0 ${COLOURS[state] ?? ""}`}>
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        {sign ? (
          <path d={sign} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        ) : (
          <path d={QUARTERS[progressStep(state)]} fill="currentColor" />
        )}
      </svg>
      {label}
    </span>
  );
}
