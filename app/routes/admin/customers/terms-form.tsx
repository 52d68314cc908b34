import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { rupeesField } from "~/domain/catalogue/books/lists/catalogue";
import { formatRupees } from "~/domain/kit/money";
import { type CustomerGroup, GROUP_STATUS_LABELS } from "~/domain/sales/trade/groups";
import { GROUP_MAX } from "~/domain/sales/trade/groups.schema";
import type { CustomerTerms } from "~/domain/sales/trade/customer-terms";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { Part } from "./customer-parts";

/** The group of a customer, with credit and days of their own. */
export function TermsForm({
  customerId,
  terms,
  groups,
  result,
}: {
  customerId: number;
  terms: CustomerTerms;
  groups: CustomerGroup[];
  result: SubmissionResult<string[]> | undefined;
}) {
  const isSaving = useIsSending("terms");
  const { form, fields, control } = useAnsweredForm({
    id: "terms",
    names: ["groupId", "creditLimit", "creditDays"],
    lastResult: result,
    defaultValue: {
      groupId: String(terms.group?.id ?? 0),
      creditLimit: rupeesField(terms.own.creditLimit),
      creditDays: String(terms.own.creditDays ?? ""),
    },
  });
  return (
    <Part
      title="Trade"
      aside={
        <Link to="/admin/customers/groups" className="link">
          Groups
        </Link>
      }
    >
      <p className="mb-3">
        {terms.creditLimit === 0
          ? "Buys nothing on account."
          : `May owe ${formatRupees(terms.creditLimit)}, to be paid within ${terms.creditDays} days.`}{" "}
        <ScreenLink to={`/admin/accounts/receivables/${customerId}`} className="link" textClass="hidden">
          Account
        </ScreenLink>
      </p>
      <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-4">
        <SelectField label="Group" {...control("groupId")}>
          <option value="0">None</option>
          <Options
            of={groups.map(({ id, name, active }) => [
              id,
              active ? name : `${name} (${GROUP_STATUS_LABELS.ended.toLowerCase()})`,
            ])}
          />
        </SelectField>
        <TextField
          label="Own credit (₹)"
          {...control("creditLimit")}
          inputMode="decimal"
          maxLength={GROUP_MAX.number}
          hint="Empty: as the group has it; 0: nothing on account"
        />
        <TextField
          label="Own days to pay"
          {...control("creditDays")}
          inputMode="numeric"
          maxLength={GROUP_MAX.days}
          hint="Empty: as the group has it"
        />
        <div>
          <Button name="intent" value="terms" variant="quiet" isBusy={isSaving}>
            Save Terms
          </Button>
        </div>
      </AnsweredForm>
    </Part>
  );
}
