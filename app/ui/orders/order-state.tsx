import { type OrderState, STATE_LABELS } from "~/domain/orders/orders";

/** The mark before the word: hollow while the shop or the customer is at it, full once it is over. */
const marks: Record<OrderState, string> = {
  pending: "border-accent",
  paid: "border-ink",
  packed: "border-ink",
  shipped: "border-ink",
  delivered: "border-good bg-good",
  cancelled: "border-bad bg-bad",
  refunded: "border-bad bg-bad",
};

/** Where an order stands, in a word. */
export function OrderStateLabel({ state }: { state: OrderState }) {
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${marks[state]}`} />
      {STATE_LABELS[state]}
    </span>
  );
}
