import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { type StoredTaxRate, RATE_CONDITIONS } from "~/domain/catalogue/books/tax/tax-rates";
import { TAX_RATE_MAX, taxRateSchema } from "~/domain/catalogue/books/tax/tax-rates.schema";
import { formatDate } from "~/domain/kit/dates";
import type { Column } from "~/ui/admin/lists/data-table";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";

type Row = StoredTaxRate & { name: string };

export const TAX_RATE_COLUMNS: Column<Row>[] = [
  { title: "HSN", cell: ({ hsn }) => hsn, className: "tabular-nums font-semibold" },
  { title: "From", cell: ({ from }) => formatDate(from), className: "whitespace-nowrap" },
  { title: "Rate", cell: ({ rate }) => `${rate / 100} %`, isNumber: true },
  { title: "For", cell: ({ condition }) => RATE_CONDITIONS[condition], className: "@4xl:min-w-36" },
  {
    title: "Note",
    cell: ({ note }) => (
      <span dir="auto" className="wrap-anywhere">
        {note}
      </span>
    ),
    className: "w-full min-w-40 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  { title: "Actions", cell: (rate) => <Links {...rate} />, className: "whitespace-nowrap" },
];

function Links({ id, name }: Row) {
  const of = <span className="sr-only"> {name}</span>;
  return (
    <span className="flex gap-x-4">
      <Link to={`?edit=${id}`} preventScrollReset className="row-link">
        Edit{of}
      </Link>
      <Link to={`?confirm=delete-${id}`} preventScrollReset className="row-link">
        Remove{of}
      </Link>
    </span>
  );
}

/** The side panel in which a rate is added or changed; it posts to the page's own URL. @param rate null to add one */
export function TaxRatePanel({
  rate,
  closeTo,
  lastResult,
}: {
  rate: StoredTaxRate | null;
  closeTo: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, fields] = useZodForm({
    id: "tax-rate",
    lastResult,
    defaultValue: rate ? { ...rate, rate: String(rate.rate / 100) } : { condition: "any" },
    schema: taxRateSchema,
  });
  const { hsn, from, rate: percent, condition, note } = fields;
  const all = [hsn, from, percent, condition, note];
  const focus = firstInvalid(all) ?? "hsn";
  return (
    <SidePanel title={rate ? "Edit Rate" : "Add Rate"} closeTo={closeTo}>
      <ZodForm form={form} fields={all} preventScrollReset className="grid gap-5">
        <FieldPair>
          <TextField
            label="HSN code"
            hint="Its first 2 to 8 digits, such as 4901"
            {...fieldProps(hsn, focus)}
            inputMode="numeric"
            maxLength={TAX_RATE_MAX.hsn}
            required
          />
          <TextField
            label="Rate (%)"
            hint="Included in the price"
            {...fieldProps(percent, focus)}
            inputMode="decimal"
            maxLength={TAX_RATE_MAX.rate}
            required
          />
        </FieldPair>
        <TextField
          label="From"
          hint="The first day in India"
          {...fieldProps(from, focus)}
          type="date"
          required
        />
        <SelectField label="For" {...fieldProps(condition, focus)}>
          <Options of={Object.entries(RATE_CONDITIONS)} />
        </SelectField>
        <TextField
          label="Note (optional)"
          hint="Where it stands, for your accountant"
          {...fieldProps(note, focus)}
          maxLength={TAX_RATE_MAX.note}
          dir="auto"
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="save">
            {rate ? "Update Rate" : "Add Rate"}
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
