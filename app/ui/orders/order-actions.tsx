import { Form, useNavigation } from "react-router";
import { canCustomerCancel } from "~/domain/orders/cancellation";
import type { OrderDetail } from "~/domain/orders/orders";
import { Button, ButtonLink } from "~/ui/kit/button";

/** What a customer can do with an order: buy its books again, and cancel it while nobody has packed it. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const { id, state } = order;
  const isSending = useNavigation().formData?.get("intent") === "reorder";
  return (
    <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
      {/* The books of an unpaid order are still in the cart. */}
      {state === "pending" ? null : (
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
