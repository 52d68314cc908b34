import { type OrderState, STATE_LABELS } from "~/domain/sales/orders/orders";

/** The dot before the label: hollow while the order is open, filled once it is closed. */
const marks: Record<OrderState, string> = {
  pending: "border-accent",
  paid: "border-ink",
  packed: "border-ink",
  shipped: "border-ink",
  delivered: "border-good bg-good",
  cancelled: "border-bad bg-bad",
  refunded: "border-bad bg-bad",
};

/** An order's state. @param label of an order that is not paid online (`stateLabel`) */
export function OrderStateLabel({
  state,
  label = STATE_LABELS[state],
}: {
  state: OrderState;
  label?: string;
}) {
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${marks[state]}`} />
      {label}
    </span>
  );
}
