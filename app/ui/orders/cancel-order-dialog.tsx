import { canCustomerCancel, CANCEL_REASON_MAX } from "~/domain/sales/orders/cancellation";
import { formatRupees } from "~/domain/kit/money";
import { type OrderDetail, payingPayment } from "~/domain/sales/orders/order-detail";
import { isByHand } from "~/domain/sales/orders/paying";
import { isTaken } from "~/domain/sales/gateways/payment-states";
import { isOfTheOrder, leftToRefund } from "~/domain/sales/orders/money/refunds";
import { Button } from "~/ui/kit/button";
import { TextAreaField } from "~/ui/kit/field";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { TypedBy } from "~/ui/kit/typed-by";
import { useIsSending } from "~/ui/kit/use-is-sending";

/** The question 'Cancel order #12?', when the customer may cancel it. @param refused the reason typed, and its errors */
export function CancelOrderDialog({
  order,
  refused,
}: {
  order: OrderDetail;
  refused?: { reason: string; errors: string[] };
}) {
  const isSending = useIsSending("cancel");
  if (!canCustomerCancel(order)) return null;
  const closeTo = `/orders/${order.id}`;
  return (
    <ConfirmForm
      title={`Cancel order #${order.id}?`}
      closeTo={closeTo}
      cancel="Keep order"
      autoFocus={!refused}
      noValidate
      button={
        <Button name="intent" value="cancel" variant="danger" isBusy={isSending}>
          Cancel order
        </Button>
      }
    >
      <TypedBy />
      <p>{consequence(order)}</p>
      <TextAreaField
        label="Reason (optional)"
        hint="It helps the shop to do better."
        id="cancel-reason"
        name="reason"
        defaultValue={refused?.reason}
        errors={refused?.errors}
        autoFocus={Boolean(refused)}
        maxLength={CANCEL_REASON_MAX}
        rows={3}
      />
    </ConfirmForm>
  );
}

function consequence(order: OrderDetail): string {
  const recorded = order.payments.filter(({ gateway, status }) => isByHand(gateway) && isTaken(status));
  const online = order.payments.filter(({ gateway }) => !isByHand(gateway));
  const counted = [payingPayment({ payments: online }) ?? [], recorded].flat();
  const paid = counted.reduce((sum, { amount }) => sum + amount, 0);
  if (paid === 0)
    return "You have not paid for it. The books are no longer kept for you. This cannot be undone.";
  const left = leftToRefund(paid, order.refunds.filter(isOfTheOrder));
  const money =
    left === 0
      ? "Your payment is on its way back to you already."
      : recorded.length > 0
        ? `We pay back ${formatRupees(left)}, and ask you if we need your account or UPI id for it.`
        : `${formatRupees(left)} goes back to the card or account you paid with, within 5 to 7 working days.`;
  return `${money} This cannot be undone.`;
}
