import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { SHORTENED } from "~/domain/book-files/mapping";
import type { ImportNamesFound, ImportRun } from "~/domain/book-files/runs/import-run";
import { Button } from "~/ui/kit/button";
import { FormErrorSummary, TextField } from "~/ui/kit/field";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { ImportAnswer } from "../import-answer";
import { tooLongLabel } from "../import-words";
import { SHORT_FORMS_AT_ONCE, shortField } from "./short-forms";

interface LongNamesProps {
  run: ImportRun;
  names: ImportNamesFound;
  answer?: ImportAnswer;
}

/** Names and titles over the shop's limits, with a field each for the short form. */
export function LongNames({ run, names: { tooLong, tooLongCount }, answer }: LongNamesProps) {
  const isBusy = useIsSending("short");
  const asked = tooLong.slice(0, SHORT_FORMS_AT_ONCE);
  const errors = answer?.errors ?? {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const fields = asked.map((_, index) => ({ id: shortField(index), errors: errors[shortField(index)] }));
  return (
    <section aria-labelledby="too-long">
      <div className="part-head">
        <h2 id="too-long">Too long for the shop</h2>
      </div>
      <p className="mb-3 max-w-prose">
        Their rows are refused until you give a short form. It is saved for the next file with the same
        columns.
        {tooLongCount > asked.length
          ? ` These are the first ${asked.length} of ${formatCount(tooLongCount)}; the next follow after the check.`
          : ""}
      </p>
      <Form
        ref={form}
        method="post"
        action="?"
        preventScrollReset
        className="grid max-w-3xl grid-cols-1 gap-4"
      >
        <FormErrorSummary errors={errors.form} fields={fields} />
        <input type="hidden" name="checked" value={run.plannedAt ?? ""} />
        {asked.map(({ kind, name }, index) => (
          <TextField
            key={`${kind} ${name}`}
            id={shortField(index)}
            name={shortField(index)}
            label={
              <span className="wrap-anywhere" dir="auto">
                {name}
              </span>
            }
            hint={tooLongLabel(kind)}
            defaultValue={answer?.typed[shortField(index)]}
            errors={errors[shortField(index)]}
            maxLength={SHORTENED[kind].max}
            autoComplete="off"
            dir="auto"
          />
        ))}
        <div>
          <Button name="intent" value="short" variant="quiet" isBusy={isBusy}>
            Save and Check Again
          </Button>
        </div>
      </Form>
    </section>
  );
}
