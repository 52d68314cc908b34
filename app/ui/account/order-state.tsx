import { type OrderState, STATE_LABELS } from "~/domain/orders/orders";

const looks: Record<OrderState, string> = {
  pending: "border-star text-ink",
  paid: "border-line-strong text-ink",
  packed: "border-line-strong text-ink",
  shipped: "border-line-strong text-ink",
  delivered: "border-good text-good bg-good-soft",
  cancelled: "border-bad text-bad bg-bad-soft",
  refunded: "border-bad text-bad bg-bad-soft",
};

/** Where an order stands, as a small label. */
export function OrderStateLabel({ state }: { state: OrderState }) {
  return (
    <span
      className={`inline-block rounded-full border px-3 py-0.5 text-sm font-semibold whitespace-nowrap ${looks[state]}`}
    >
      {STATE_LABELS[state]}
    </span>
  );
}
