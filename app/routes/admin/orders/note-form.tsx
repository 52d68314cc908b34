import type { SubmissionResult } from "@conform-to/react";
import { ORDER_NOTE_MAX, orderNoteSchema } from "~/domain/sales/orders/notes/order-notes.schema";
import { Button } from "~/ui/kit/button";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** The form for a note of staff; the notes are in the timeline. @param count of the notes: after another one it is empty again */
export function NoteForm({ count, lastResult }: { count: number; lastResult?: SubmissionResult<string[]> }) {
  return <Fields key={count} lastResult={lastResult} />;
}

function Fields({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, { note }] = useZodForm({ id: "note", lastResult, schema: orderNoteSchema });
  return (
    <ZodForm form={form} preventScrollReset className="grid gap-3">
      <TextAreaField
        label="Note for staff"
        hint="No customer sees it. It stays in the timeline."
        {...fieldProps(note, note.errors ? note.name : null)}
        rows={2}
        maxLength={ORDER_NOTE_MAX}
        dir="auto"
        required
      />
      <div>
        <Button name="intent" value="note" variant="quiet" size="sm">
          Add Note
        </Button>
      </div>
    </ZodForm>
  );
}
