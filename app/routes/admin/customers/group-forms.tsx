import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { rupeesField } from "~/domain/catalogue/books/lists/catalogue";
import {
  type CustomerGroup,
  DISCOUNTED,
  DISCOUNTED_LABELS,
  discountText,
  type GroupDiscount,
  INVOICE_WAY_LABELS,
  INVOICE_WAYS,
  GROUP_STATUS_LABELS,
} from "~/domain/sales/trade/groups";
import { GROUP_MAX } from "~/domain/sales/trade/groups.schema";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";

type Result = SubmissionResult<string[]> | undefined;

/** Name, standing and credit of a group. @param group null for a new one */
export function GroupForm({ group, result }: { group: CustomerGroup | null; result: Result }) {
  const isSaving = useIsSending("save-group");
  const { form, fields, control } = useAnsweredForm({
    id: "group",
    names: ["name", "standing", "creditLimit", "creditDays", "invoiceBy"],
    lastResult: result,
    defaultValue: {
      name: group?.name ?? "",
      standing: group?.active === false ? "ended" : "active",
      creditLimit: rupeesField(group?.creditLimit ?? 0),
      creditDays: String(group?.creditDays ?? 30),
      invoiceBy: group?.invoiceBy ?? "mail",
    },
  });
  return (
    <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-5">
      <FieldPair>
        <TextField label="Name" {...control("name")} maxLength={GROUP_MAX.name} dir="auto" required />
        <SelectField
          label="Status"
          {...control("standing")}
          hint="Members of a group that has ended pay what everybody pays"
        >
          <Options of={Object.entries(GROUP_STATUS_LABELS)} />
        </SelectField>
        <TextField
          label="Credit (₹)"
          {...control("creditLimit")}
          inputMode="decimal"
          maxLength={GROUP_MAX.number}
          hint="What a member may owe for orders on account; 0: nothing"
        />
        <TextField
          label="Days to pay"
          {...control("creditDays")}
          inputMode="numeric"
          maxLength={GROUP_MAX.days}
          hint="From the invoice until it is to be paid"
        />
        <SelectField
          label="Invoice"
          {...control("invoiceBy")}
          hint="By post: orders tell staff to print and send it"
        >
          <Options of={INVOICE_WAYS.map((way) => [way, INVOICE_WAY_LABELS[way]])} />
        </SelectField>
      </FieldPair>
      <div>
        <Button name="intent" value="save-group" isBusy={isSaving}>
          {group ? "Save Group" : "Add Group"}
        </Button>
      </div>
    </AnsweredForm>
  );
}

export function Discounts({ discounts }: { discounts: GroupDiscount[] }) {
  if (discounts.length === 0)
    return <p className="text-muted mb-6 text-sm">None yet: members pay what everybody pays.</p>;
  return (
    <>
      <ul className="divide-line mb-2 divide-y">
        {discounts.map((discount) => (
          <li key={discount.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {discountText(discount)}
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={discount.id} />
              <Button name="intent" value="remove-discount" variant="plain" size="sm">
                Remove<span className="sr-only">: {discountText(discount)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="text-muted mb-6 max-w-prose text-sm">
        A book’s own discount holds before those of its tags, and these before one on all books; of several
        the highest. All are of the list price, and a lower sale price holds instead.
      </p>
    </>
  );
}

export function DiscountForm({ result }: { result: Result }) {
  const isSaving = useIsSending("add-discount");
  const { form, fields, control } = useAnsweredForm({
    id: "discount",
    names: ["rate", "of", "which", "leastCopies"],
    lastResult: result,
    defaultValue: { of: "all", leastCopies: "1" },
  });
  return (
    <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-5">
      <FieldPair>
        <TextField
          label="Discount (%)"
          {...control("rate")}
          inputMode="decimal"
          maxLength={GROUP_MAX.copies}
          hint="Of the list price, at most 90"
          required
        />
        <TextField
          label="Minimum copies"
          {...control("leastCopies")}
          inputMode="numeric"
          maxLength={GROUP_MAX.copies}
          hint="Of one book in an order"
        />
        <SelectField label="On" {...control("of")}>
          <Options of={DISCOUNTED.map((of) => [of, DISCOUNTED_LABELS[of]])} />
        </SelectField>
        <TextField
          label="Tag or book"
          {...control("which")}
          maxLength={GROUP_MAX.which}
          dir="auto"
          hint={
            <>
              The tag’s name; of a book the ISBN, number or title.{" "}
              <ScreenLink to="/admin/categories" className="link" textClass="hidden">
                Tags
              </ScreenLink>
            </>
          }
        />
      </FieldPair>
      <div>
        <Button name="intent" value="add-discount" variant="quiet" isBusy={isSaving}>
          Add Discount
        </Button>
      </div>
    </AnsweredForm>
  );
}
