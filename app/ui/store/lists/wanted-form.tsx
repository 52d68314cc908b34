import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import { WANTED_MAX } from "~/domain/readers/waiting/wanted-titles";
import { wantedTitleSchema } from "~/domain/readers/waiting/wanted-titles.schema";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** Asks for a title that the shop does not have. @param redirectTo where the answer leads */
export function WantedForm({
  email,
  redirectTo,
  lastResult,
}: {
  /** Of the customer who is logged in; empty for others. */
  email: string;
  redirectTo: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isSending = useNavigation().state === "submitting";
  const [form, fields] = useZodForm({
    id: "wanted",
    lastResult,
    defaultValue: { title: "", author: "", email },
    schema: wantedTitleSchema,
  });
  const inOrder = [fields.title, fields.author, fields.email];
  const focus = firstInvalid(inOrder);
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <SpamGuard />
      <TextField
        label="Title"
        {...fieldProps(fields.title, focus)}
        maxLength={WANTED_MAX.title}
        dir="auto"
        required
      />
      <TextField
        label="Author (optional)"
        {...fieldProps(fields.author, focus)}
        maxLength={WANTED_MAX.author}
        dir="auto"
      />
      <TextField
        label="Email"
        {...fieldProps(fields.email, focus)}
        type="email"
        autoComplete="email"
        maxLength={WANTED_MAX.email}
        required
      />
      <div>
        <Button isBusy={isSending}>Ask for it</Button>
      </div>
    </ZodForm>
  );
}
