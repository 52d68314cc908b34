import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { CLOSED_NOTE_MAX } from "~/domain/shop/settings/closing";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";

/** A refused form: messages, what was typed, and the sentence stored now. */
export interface ClosingAnswer {
  errors: string[];
  note: string;
  shown: string | null;
}

/** Closes the shop for orders for a while, with a sentence to visitors. @param closedNote null: it is not closed */
export function ClosingForm({ closedNote, answer }: { closedNote: string | null; answer?: ClosingAnswer }) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData?.get("intent");
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const shown = answer ? answer.shown : closedNote;
  return (
    <FormGroup title="Closed for a while">
      <p className="text-muted">
        For a holiday or a stocktake: visitors can look around and fill their carts, but not order. Orders
        already placed can still be paid.
      </p>
      <Form
        ref={form}
        key={shown}
        method="post"
        action="/admin/opening"
        noValidate
        preventScrollReset
        className="grid grid-cols-1 gap-4"
      >
        <input type="hidden" name="shown" value={shown ?? ""} />
        <TextField
          id="closed-note"
          name="note"
          label="What visitors read"
          dir="auto"
          maxLength={CLOSED_NOTE_MAX}
          defaultValue={answer ? answer.note : (closedNote ?? "")}
          errors={answer?.errors}
          autoFocus={answer !== undefined}
          autoComplete="off"
          hint="One sentence, e.g. We are on holiday and send parcels again from 2 January."
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="close" variant="quiet" isBusy={sent === "close"}>
            {shown === null ? "Close for orders" : "Change the sentence"}
          </Button>
          {shown === null ? null : (
            <Button name="intent" value="open" isBusy={sent === "open"}>
              Take orders again
            </Button>
          )}
        </div>
      </Form>
    </FormGroup>
  );
}
