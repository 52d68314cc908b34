import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { type FormEvent, useState } from "react";
import { formatRupees } from "~/domain/kit/money";
import { AMOUNT_MAX, copiesOf, restockOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { refundedShipping, type StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import {
  isStillHere,
  linesToRefund,
  type LineToRefund,
  valueOfLines,
  whyNoLines,
} from "~/domain/sales/orders/money/refund-lines";
import { FieldErrors } from "~/ui/kit/field-errors";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";

/** The form as it was sent, by the names of its fields. */
type Typed = Record<string, unknown> | null | undefined;

const textOf = (typed: Typed, name: string) => {
  const value = typed?.[name];
  return typeof value === "string" ? value : "";
};

/** The lines whose copies can be refunded. */
const openLines = (order: StaffOrder): LineToRefund[] =>
  whyNoLines(order) ? [] : linesToRefund(order).filter(({ quantity }) => quantity > 0);

/** The fields for what a refund is for: copies of lines, and delivery. Nothing where it can be for neither. */
export function RefundLines<Schema extends Record<string, unknown>>({
  order,
  lastResult,
  shipping,
}: {
  order: StaffOrder;
  lastResult: SubmissionResult<string[]> | undefined;
  shipping: FieldMetadata<string | undefined, Schema>;
}) {
  const [sum, setSum] = useState(0);
  const shippingLeft = order.totals.shipping - refundedShipping(order);
  const why = whyNoLines(order);
  const lines = openLines(order);

  /** With scripts, the sum while the fields are typed. */
  function onInput({ currentTarget }: FormEvent<HTMLFieldSetElement>) {
    const typed = new FormData(currentTarget.closest("form")!);
    const count = (name: string) => Number(typed.get(name)) || 0;
    const chosen = lines.map(({ id }) => ({ id, qty: count(copiesOf(id)) }));
    setSum(valueOfLines(order, chosen) + Math.round(count(shipping.name) * 100));
  }

  if (lines.length === 0 && shippingLeft <= 0) return why ? <p className="text-muted">{why}.</p> : null;
  return (
    <fieldset className="grid min-w-0 gap-3" onInput={onInput}>
      <legend className="mb-2 font-semibold">What it is for</legend>
      {why ? <p className="text-muted text-sm">{why}.</p> : null}
      {lines.map((line) => (
        <LineFields
          key={line.id}
          line={line}
          isHere={isStillHere(order)}
          typed={lastResult?.initialValue}
          errors={lastResult?.error?.[copiesOf(line.id)] ?? undefined}
        />
      ))}
      {lines.length > 0 ? (
        <p className="text-muted text-sm">
          {isStillHere(order)
            ? "These copies are left out of the parcel. Those that do not go back into stock are written off."
            : "Tick what has come back and can be sold; the rest is written off."}
        </p>
      ) : null}
      {shippingLeft > 0 ? (
        <TextField
          label="Delivery (₹)"
          hint={`${formatRupees(shippingLeft)} of the delivery is not refunded.`}
          {...fieldProps(shipping)}
          inputMode="decimal"
          maxLength={AMOUNT_MAX}
          autoComplete="off"
        />
      ) : null}
      <p role="status" className="font-semibold tabular-nums empty:hidden">
        {sum > 0 ? `Together: ${formatRupees(sum)}` : null}
      </p>
    </fieldset>
  );
}

/** How many copies of a line, and whether they go back into stock: at first those that are still here. */
function LineFields({
  line: { id, title, quantity },
  isHere,
  typed,
  errors,
}: {
  line: LineToRefund;
  isHere: boolean;
  typed: Typed;
  errors?: string[];
}) {
  const name = copiesOf(id);
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={quantity}
          step={1}
          id={name}
          name={name}
          defaultValue={textOf(typed, name)}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${name}-error` : undefined}
          className="input w-20! shrink-0 px-2! text-center tabular-nums"
        />
        <label htmlFor={name} className="min-w-0 wrap-anywhere">
          <span className="text-muted">of {quantity}: </span>
          <bdi>{title}</bdi>
        </label>
      </div>
      <FieldErrors id={name} errors={errors} />
      <label className="ml-23 flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          name={restockOf(id)}
          defaultChecked={typed ? textOf(typed, restockOf(id)) !== "" : isHere}
          className="check size-4.5! shrink-0"
        />
        <span>
          Back into stock<span className="sr-only">: {title}</span>
        </span>
      </label>
    </div>
  );
}

/** What was typed in them, as fields that are sent again with the question. */
export function TypedLines({ order, typed }: { order: StaffOrder; typed: Typed }) {
  return openLines(order)
    .flatMap(({ id }) => [copiesOf(id), restockOf(id)])
    .filter((name) => textOf(typed, name) !== "")
    .map((name) => <input key={name} type="hidden" name={name} value={textOf(typed, name)} />);
}

/** The chosen copies in words, for the question. */
export const linesTyped = (order: StaffOrder, typed: Typed): string[] =>
  openLines(order)
    .filter(({ id }) => Number(textOf(typed, copiesOf(id))) > 0)
    .map(({ id, title }) => {
      const stock = textOf(typed, restockOf(id)) ? "back into stock" : "written off";
      return `${Number(textOf(typed, copiesOf(id)))} × ${title} (${stock})`;
    });
