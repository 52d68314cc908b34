import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import { COPIES_REQUEST_MAX, copiesRequestSchema } from "~/domain/front/pages/copies-request.schema";
import { Button } from "~/ui/kit/button";
import { TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { SenderFields } from "./sender-fields";

/** Asks the shop for more copies of a book than an order can have. @param sender the customer who is logged in */
export function CopiesRequestForm({
  copies,
  sender,
  lastResult,
}: {
  copies: string;
  sender: { name: string; email: string } | null;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isSending = useNavigation().state === "submitting";
  const [form, fields] = useZodForm({
    id: "copies-request",
    lastResult,
    defaultValue: { copies, name: sender?.name, email: sender?.email, phone: "", note: "" },
    schema: copiesRequestSchema,
  });
  const inOrder = [fields.copies, fields.name, fields.email, fields.phone, fields.note];
  const focus = firstInvalid(inOrder);
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
      <SpamGuard />
      <TextField
        label="Copies"
        {...fieldProps(fields.copies, focus)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={COPIES_REQUEST_MAX.copies}
        required
      />
      <SenderFields name={fieldProps(fields.name, focus)} email={fieldProps(fields.email, focus)} />
      <TextField
        label="Phone (optional)"
        {...fieldProps(fields.phone, focus)}
        type="tel"
        autoComplete="tel"
        maxLength={COPIES_REQUEST_MAX.phone}
      />
      <TextAreaField
        label="For whom, and by when (optional)"
        {...fieldProps(fields.note, focus)}
        rows={4}
        maxLength={COPIES_REQUEST_MAX.note}
        dir="auto"
      />
      <div>
        <Button isBusy={isSending}>Send Request</Button>
      </div>
    </ZodForm>
  );
}
