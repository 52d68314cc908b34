import type { SubmissionResult } from "@conform-to/react";
import {
  isFitForSale,
  linesInWords,
  openReturnOf,
  RETURN_NOTE_MAX,
} from "~/domain/sales/orders/returns/returns";
import { type ReturnAnswer, returnAnswerSchema } from "~/domain/sales/orders/returns/returns.schema";
import type { OrderReturn } from "~/domain/sales/orders/returns/returns";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ConfirmDialog } from "~/ui/kit/dialog";
import { CheckboxField, TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";

interface Question {
  answer: ReturnAnswer["answer"];
  /** The state in which a return can be answered so. */
  state: OrderReturn["state"];
  title: string;
  what: string;
  /** The label of the field for a note to the customer; null for no field. */
  note: string | null;
  button: string;
}

const QUESTIONS: Record<string, Question> = {
  "approve-return": {
    answer: "approve",
    state: "requested",
    title: "Approve this return?",
    what: "The customer is told by email to send the books back; without a note, to the shop's postal address.",
    note: "How to send them back (optional)",
    button: "Approve return",
  },
  "decline-return": {
    answer: "decline",
    state: "requested",
    title: "Decline this return?",
    what: "The customer is told by email.",
    note: "Why, for the customer",
    button: "Decline return",
  },
  "receive-return": {
    answer: "received",
    state: "approved",
    title: "Have the books arrived?",
    what: "The customer is told by email. A refund is a separate step.",
    note: null,
    button: "Books received",
  },
};

/** The dialog to answer a return; nothing if it was answered meanwhile. @param confirm the URL's parameter */
export function ReturnDialog({
  order,
  confirm,
  lastResult,
}: {
  order: StaffOrder;
  confirm: string | null;
  lastResult?: SubmissionResult<string[]>;
}) {
  const question = confirm && Object.hasOwn(QUESTIONS, confirm) ? QUESTIONS[confirm]! : null;
  const asked = openReturnOf(order);
  if (!question || asked?.state !== question.state) return null;
  return <Dialog key={confirm} order={order} asked={asked} question={question} lastResult={lastResult} />;
}

function Dialog({
  order,
  asked,
  question,
  lastResult,
}: {
  order: StaffOrder;
  asked: OrderReturn;
  question: Question;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isSending = useIsSending("return");
  const [form, { note, restock }] = useZodForm({
    id: "return",
    lastResult,
    schema: returnAnswerSchema,
  });
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <ConfirmDialog title={question.title} closeTo={closeTo}>
      <ZodForm form={form} preventScrollReset className="grid gap-4">
        <input type="hidden" name="returnId" value={asked.id} />
        <input type="hidden" name="answer" value={question.answer} />
        <p className="font-semibold wrap-anywhere">{linesInWords(asked.lines)}</p>
        <p>{question.what}</p>
        {question.note ? (
          <TextAreaField
            label={question.note}
            {...fieldProps(note, firstInvalid([note]))}
            maxLength={RETURN_NOTE_MAX}
            rows={3}
            required={question.answer === "decline"}
          />
        ) : (
          <CheckboxField
            label="Put the copies back into stock"
            id={restock.id}
            name={restock.name}
            defaultChecked={isFitForSale(asked.reason)}
          />
        )}
        <FormButtons closeTo={closeTo} cancel="Not now" autoFocus={!note.errors?.length}>
          <Button
            name="intent"
            value="return"
            variant={question.answer === "decline" ? "danger" : "primary"}
            isBusy={isSending}
          >
            {question.button}
          </Button>
        </FormButtons>
      </ZodForm>
    </ConfirmDialog>
  );
}
