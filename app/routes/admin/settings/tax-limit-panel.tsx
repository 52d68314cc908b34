import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { LIMIT_KINDS, type ShownLimit, TAX_LIMITS } from "~/domain/catalogue/books/tax/tax-limits";
import { LIMIT_MAX, taxLimitSchema } from "~/domain/catalogue/books/tax/tax-limits.schema";
import { TAX_RATE_MAX } from "~/domain/catalogue/books/tax/tax-rates.schema";
import { formatDate } from "~/domain/kit/dates";
import { formatRupeesShort } from "~/domain/kit/money";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { Options } from "~/ui/kit/options";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

type Row = ShownLimit & { name: string };

/** The id of a limit in the page's address. */
export const limitKey = ({ kind, from }: Pick<ShownLimit, "kind" | "from">): string => `${kind}.${from}`;

const COLUMNS: Column<Row>[] = [
  {
    title: "Limit",
    cell: ({ kind }) => TAX_LIMITS[kind].label,
    className: "font-semibold @max-4xl:basis-full",
  },
  { title: "From", label: "From", cell: ({ from }) => formatDate(from), className: "whitespace-nowrap" },
  { title: "Amount", label: "Amount", cell: ({ amount }) => formatRupeesShort(amount), isNumber: true },
  {
    title: "Note",
    cell: ({ note, isOwn }) => (
      <>
        <span dir="auto" className="wrap-anywhere">
          {note}
        </span>
        {isOwn ? <span className="text-muted block text-sm">Changed by the shop</span> : null}
      </>
    ),
    className: "w-full min-w-40 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Actions",
    cell: (limit) => (
      <Link to={`?limit=${limitKey(limit)}`} preventScrollReset className="row-link">
        Edit<span className="sr-only"> {limit.name}</span>
      </Link>
    ),
  },
];

/** The limits of the law, each from a day on. */
export const LimitsTable = ({ limits }: { limits: Row[] }) => (
  <DataTable label="Limits" columns={COLUMNS} rows={limits} rowKey={limitKey} stacks />
);

/**
 * The side panel in which a limit is kept from a day on; it posts to the page's own URL.
 * @param limit null to add one
 */
export function TaxLimitPanel({
  limit,
  closeTo,
  lastResult,
}: {
  limit: ShownLimit | null;
  closeTo: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, fields] = useZodForm({
    id: "tax-limit",
    lastResult,
    defaultValue: limit ? { ...limit, amount: String(limit.amount / 100) } : { kind: LIMIT_KINDS[0] },
    schema: taxLimitSchema,
  });
  const { kind, from, amount, note } = fields;
  const all = [kind, from, amount, note];
  const focus = firstInvalid(all) ?? "amount";
  return (
    <SidePanel title={limit ? "Edit Limit" : "Add Limit"} closeTo={closeTo}>
      <ZodForm form={form} fields={all} preventScrollReset className="grid gap-5">
        <SelectField label="What it decides" {...fieldProps(kind, focus)}>
          <Options of={LIMIT_KINDS.map((one) => [one, TAX_LIMITS[one].label])} />
        </SelectField>
        <ul className="text-muted grid gap-1 text-sm">
          {LIMIT_KINDS.map((one) => (
            <li key={one}>
              {TAX_LIMITS[one].label}. {TAX_LIMITS[one].about}.
            </li>
          ))}
        </ul>
        <FieldPair>
          <TextField
            label="From"
            hint="The first day in India. Another day is another row"
            {...fieldProps(from, focus)}
            type="date"
            maxLength={TAX_RATE_MAX.from}
            required
          />
          <TextField
            label="Amount"
            hint="In rupees"
            {...fieldProps(amount, focus)}
            inputMode="decimal"
            maxLength={LIMIT_MAX.amount}
            required
          />
        </FieldPair>
        <TextField
          label="Note (optional)"
          hint="Where it stands, for your accountant"
          {...fieldProps(note, focus)}
          maxLength={TAX_RATE_MAX.note}
          dir="auto"
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="save-limit">
            Save Limit
          </Button>
          {limit?.isOwn ? (
            <Button name="intent" value="remove-limit" variant="quiet">
              Remove
            </Button>
          ) : null}
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
