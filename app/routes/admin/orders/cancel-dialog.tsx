import type { SubmissionResult } from "@conform-to/react";
import { formatRupees } from "~/domain/kit/money";
import { canStaffMove } from "~/domain/sales/orders/fulfilment/fulfilment";
import { cancelSchema, NOTE_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ConfirmDialog } from "~/ui/kit/dialog";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** 'Cancel order #12?'; shows nothing if the order cannot be cancelled. */
export function CancelDialog({
  order,
  lastResult,
}: {
  order: StaffOrder;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, { note }] = useZodForm({
    id: "cancel",
    lastResult,
    schema: cancelSchema,
  });
  if (!canStaffMove(order.status, "cancelled")) return null;
  const left = order.money?.left ?? 0;
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <ConfirmDialog title={`Cancel order #${order.id}?`} closeTo={closeTo}>
      <ZodForm form={form} preventScrollReset className="grid gap-4">
        <p>
          Its books are for sale again
          {left > 0 ? `, and ${formatRupees(left)} goes back to the customer` : null}. The customer is told by
          email. This cannot be undone.
        </p>
        <TextAreaField
          label="Note to the customer (optional)"
          {...fieldProps(note, firstInvalid([note]))}
          maxLength={NOTE_MAX}
          rows={3}
        />
        <FormButtons closeTo={closeTo} cancel="Keep order" autoFocus={!note.errors?.length}>
          <Button name="intent" value="cancel" variant="danger">
            Cancel order
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}
