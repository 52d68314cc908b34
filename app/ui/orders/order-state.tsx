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

/** The label of an order's state. */
export function OrderStateLabel({ state }: { state: OrderState }) {
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${marks[state]}`} />
      {STATE_LABELS[state]}
    </span>
  );
}
