import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { formatRupees } from "~/domain/money";
import { canStaffMove } from "~/domain/orders/fulfilment";
import { cancelSchema, NOTE_MAX } from "~/domain/orders/fulfilment.schema";
import type { StaffOrder } from "~/domain/orders/staff-order";
import { Button } from "~/ui/button";
import { FormButtons } from "~/ui/admin/form-buttons";
import { ConfirmDialog } from "~/ui/account/dialog";
import { TextAreaField } from "~/ui/field";

/** 'Cancel order #12?', where it can be cancelled. */
export function CancelDialog({
  order,
  lastResult,
}: {
  order: StaffOrder;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, { note }] = useForm({
    id: "cancel",
    lastResult,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: cancelSchema }),
  });
  if (!canStaffMove(order.standing, "cancelled")) return null;
  const left = order.money?.left ?? 0;
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <ConfirmDialog title={`Cancel order #${order.id}?`} closeTo={closeTo}>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <p>
          Its books are for sale again
          {left > 0 ? `, and ${formatRupees(left)} goes back to the customer` : null}. The customer is told by
          email. This cannot be undone.
        </p>
        <TextAreaField
          label="Note to the customer (optional)"
          id={note.id}
          name={note.name}
          defaultValue={note.initialValue}
          errors={note.errors}
          autoFocus={Boolean(note.errors?.length)}
          maxLength={NOTE_MAX}
          rows={3}
        />
        <FormButtons closeTo={closeTo} cancel="Keep order" autoFocus={!note.errors?.length}>
          <Button name="intent" value="cancel" variant="danger">
            Cancel order
          </Button>
        </FormButtons>
      </Form>
    </ConfirmDialog>
  );
}
