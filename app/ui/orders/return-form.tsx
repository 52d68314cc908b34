import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import {
  copiesField,
  RETURN_REASON_LABELS,
  RETURN_REASONS,
  RETURN_REMARKS_MAX,
  type ReturnedLine,
} from "~/domain/sales/orders/returns/returns";
import { Button, ButtonLink } from "~/ui/kit/button";
import { FormErrorSummary, SelectField, TextAreaField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import { TypedBy } from "~/ui/kit/typed-by";
import { Options } from "~/ui/kit/options";

/** A refused form: messages by field, and what was typed. */
export interface ReturnFormAnswer {
  errors: Record<string, string[] | undefined>;
  values: Record<string, string>;
}

/** @param lines the books that can be returned, each with its copies */
export function ReturnForm({
  orderId,
  lines,
  answer,
}: {
  orderId: number;
  lines: ReturnedLine[];
  answer?: ReturnFormAnswer;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().state !== "idle";
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  const stashed = useStashedForm()?.fields;
  const typedBefore =
    stashed && Object.fromEntries(Object.keys(stashed).map((name) => [name, stashed[name]![0]!]));
  const { errors = {}, values = typedBefore } = answer ?? {};
  const fields = [...lines.map(({ bookId }) => copiesField(bookId)), "reason", "remarks"];
  const first = fields.find((name) => errors[name]);
  const linked = fields.map((name) => ({ id: name, errors: errors[name] }));
  if (errors.items && fields[0]) linked.unshift({ id: fields[0], errors: errors.items });
  // Errors of books that are no longer listed, since the page was open for long.
  const others = Object.keys(errors).filter((name) => name !== "items" && !fields.includes(name));
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid max-w-2xl grid-cols-1 gap-8">
      <FormErrorSummary errors={others.flatMap((name) => errors[name] ?? [])} fields={linked} />
      <fieldset
        aria-describedby={errors.items ? "items-error" : undefined}
        className="grid min-w-0 grid-cols-1 gap-3"
      >
        <legend className="font-display mb-4 text-xl">Books to return</legend>
        {lines.map((line) => (
          <Copies
            key={line.bookId}
            line={line}
            isOnly={lines.length === 1}
            typed={values}
            errors={errors[copiesField(line.bookId)] ?? (errors.items && [])}
            autoFocus={first === copiesField(line.bookId) || Boolean(errors.items && line === lines[0])}
          />
        ))}
        <FieldErrors id="items" errors={errors.items} />
      </fieldset>
      <SelectField
        label="Reason"
        id="reason"
        name="reason"
        defaultValue={values?.reason ?? ""}
        errors={errors.reason}
        autoFocus={!errors.items && first === "reason"}
        required
      >
        <option value="">Choose…</option>
        <Options of={RETURN_REASONS.map((reason) => [reason, RETURN_REASON_LABELS[reason]])} />
      </SelectField>
      <TextAreaField
        label="Remarks"
        hint={`What is wrong with the books? Up to ${RETURN_REMARKS_MAX} characters; needed for “${RETURN_REASON_LABELS.other}”.`}
        id="remarks"
        name="remarks"
        defaultValue={values?.remarks}
        errors={errors.remarks}
        autoFocus={!errors.items && first === "remarks"}
        maxLength={RETURN_REMARKS_MAX}
        dir="auto"
      />
      <div className="flex flex-wrap gap-3">
        <TypedBy />
        <Button isBusy={isSending}>Request return</Button>
        <ButtonLink to={`/orders/${orderId}`} variant="quiet">
          Back to the order
        </ButtonLink>
      </div>
    </Form>
  );
}

/** A checkbox for one copy, a number for several. */
function Copies({
  line: { bookId, title, quantity },
  isOnly,
  typed,
  errors,
  autoFocus,
}: {
  line: ReturnedLine;
  isOnly: boolean;
  typed?: Record<string, string>;
  errors?: string[];
  autoFocus: boolean;
}) {
  const name = copiesField(bookId);
  const control = {
    id: name,
    name,
    autoFocus,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors?.length ? `${name}-error` : undefined,
  };
  const given = typed ? typed[name] : isOnly && quantity === 1 ? "1" : undefined;
  return (
    <div className="grid gap-1">
      {quantity === 1 ? (
        <div className="flex items-start gap-3">
          <input
            type="checkbox"
            value="1"
            defaultChecked={given !== undefined}
            {...control}
            className="check mt-0.5"
          />
          <label htmlFor={name} dir="auto" className="min-w-0 wrap-anywhere">
            {title}
          </label>
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={quantity}
            step={1}
            defaultValue={given ?? "0"}
            {...control}
            className="input w-20! shrink-0 px-2! text-center tabular-nums"
          />
          <label htmlFor={name} className="min-w-0 wrap-anywhere">
            <span className="text-muted">of {quantity} copies: </span>
            <bdi>{title}</bdi>
          </label>
        </div>
      )}
      <FieldErrors id={name} errors={errors} />
    </div>
  );
}
