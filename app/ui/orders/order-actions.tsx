import { Form } from "react-router";
import { canCustomerCancel } from "~/domain/sales/orders/cancellation";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { Button, ButtonLink } from "~/ui/kit/button";
import { useIsSending } from "~/ui/kit/use-is-sending";

/** The customer's actions for an order: order again, and cancel until it is packed. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const { id, state, cancelReason } = order;
  const isSending = useIsSending("reorder");
  return (
    <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
      {/* The books of an unpaid order are still in the cart, those of a replaced one in the newer order. */}
      {state === "pending" || cancelReason === "superseded" ? null : (
        <Form method="post" action={`/orders/${id}`}>
          <Button name="intent" value="reorder" variant="quiet" size="sm" isBusy={isSending}>
            Order again
          </Button>
        </Form>
      )}
      {canCustomerCancel(order) ? (
        <ButtonLink to="?confirm=cancel" preventScrollReset variant="danger" size="sm">
          Cancel order
        </ButtonLink>
      ) : null}
    </div>
  );
}
