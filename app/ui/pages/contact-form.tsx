import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import { CONTACT_MAX, contactSchema } from "~/domain/front/pages/contact.schema";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextAreaField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { SenderFields } from "./sender-fields";

/** The contact form of a page; posts to the page. @param sender the customer who is logged in */
export function ContactForm({
  sender,
  lastResult,
}: {
  sender: { name: string; email: string } | null;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isSending = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "contact-form",
    lastResult,
    defaultValue: { name: sender?.name, email: sender?.email, orderNumber: "", message: "" },
    schema: contactSchema,
  });
  const inOrder = [fields.name, fields.email, fields.orderNumber, fields.message];
  const focus = firstInvalid(inOrder);
  return (
    <section aria-labelledby="write" className="mt-12 max-w-2xl">
      <h2 id="write" className="text-2xl">
        Write to us
      </h2>
      <ZodForm form={form} fields={inOrder} preventScrollReset className="mt-4 grid gap-5">
        <SenderFields name={fieldProps(fields.name, focus)} email={fieldProps(fields.email, focus)} />
        <TextField
          label="Order number"
          {...fieldProps(fields.orderNumber, focus)}
          hint="Optional, if you write about an order"
          autoComplete="off"
          maxLength={CONTACT_MAX.orderNumber}
        />
        <TextAreaField
          label="Message"
          {...fieldProps(fields.message, focus)}
          rows={8}
          maxLength={CONTACT_MAX.message}
          dir="auto"
          required
        />
        <CheckboxField
          label="This is a complaint"
          hint="You get a number by email. We settle it within a month."
          {...checkboxProps(fields.complaint)}
        />
        <SpamGuard />
        <div>
          <Button name="intent" value="send-message" isBusy={isSending}>
            Send Message
          </Button>
        </div>
      </ZodForm>
    </section>
  );
}
