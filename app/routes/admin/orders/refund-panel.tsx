import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import { formatRupees } from "~/domain/money";
import { canRefund } from "~/domain/orders/fulfilment";
import { AMOUNT_MAX, REASON_MAX, refundSchema } from "~/domain/orders/fulfilment.schema";
import { canRefundReturn, linesInWords, type OrderReturn, refundForReturn } from "~/domain/orders/returns";
import { refundedBeside, type StaffOrder } from "~/domain/orders/staff-order";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/**
 * The form for a refund, with amount and reason; shows nothing if no money is left to refund.
 * @param returned the return that it is for, if any
 */
export function RefundPanel({
  order,
  returned,
  formKey,
  lastResult,
}: {
  order: StaffOrder;
  returned?: OrderReturn;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const left = order.money?.left ?? 0;
  const proposed = returned ? refundForReturn(returned, order, left) : left;
  const { state, formData } = useNavigation();
  const isSending = state !== "idle" && formData?.get("intent") === "refund";
  const [form, { amount, reason, key }] = useZodForm({
    id: "refund",
    lastResult,
    defaultValue: {
      amount: (proposed / 100).toFixed(2),
      reason: returned ? "Returned books" : "",
      key: formKey,
    },
    schema: refundSchema,
  });
  if (!canRefund(order.status) || (returned && !canRefundReturn(returned))) return null;
  const focus = firstInvalid([amount, reason]);
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <SidePanel title={`Refund order #${order.id}`} closeTo={closeTo}>
      <ZodForm
        form={form}
        fields={[amount, reason]}
        errors={[...(form.errors ?? []), ...(key.errors ?? [])]}
        preventScrollReset
        className="grid gap-5"
      >
        <input type="hidden" name={key.name} value={key.initialValue ?? formKey} />
        {returned ? <ForReturn order={order} returned={returned} /> : null}
        <TextField
          label="Amount (₹)"
          hint={`${formatRupees(left)} of the payment is left. Refunding all of it ends the order.`}
          {...fieldProps(amount, focus ?? amount.name)}
          inputMode="decimal"
          maxLength={AMOUNT_MAX}
          autoComplete="off"
          required
        />
        <TextField
          label="Reason"
          hint="The customer reads it in the email about the refund."
          {...fieldProps(reason, focus)}
          maxLength={REASON_MAX}
          autoComplete="off"
          required
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="refund" isBusy={isSending}>
            Refund
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}

/** The books that the refund is for, and what was refunded since their return was approved. */
function ForReturn({ order, returned }: { order: StaffOrder; returned: OrderReturn }) {
  const beside = refundedBeside(order, returned);
  return (
    <>
      <input type="hidden" name="returnId" value={returned.id} />
      <p>
        For the return of <strong className="wrap-anywhere">{linesInWords(returned.lines)}</strong>. The
        amount is your decision; a return is refunded once.
      </p>
      {beside > 0 ? (
        <p className="font-semibold">
          {formatRupees(beside)} of this order was refunded since the return was approved.
        </p>
      ) : null}
    </>
  );
}
