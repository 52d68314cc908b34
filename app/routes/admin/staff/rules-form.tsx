import type { SubmissionResult } from "@conform-to/react";
import { AMOUNT_MAX, type FactorRules, factorRulesSchema } from "~/domain/people/factors/factor-rules";
import { PROOF_MINUTES } from "~/domain/people/factors/factors";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** What is asked of staff at their login and later. @param shown what the server compares when saving */
export function RulesForm({
  rules,
  shown,
  lastResult,
}: {
  rules: FactorRules;
  shown: FactorRules;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, fields] = useZodForm({
    id: "rules",
    lastResult,
    defaultValue: {
      requireSecondFactor: rules.requireSecondFactor ? "on" : undefined,
      refundProofAbove: (rules.refundProofAbove / 100).toFixed(rules.refundProofAbove % 100 ? 2 : 0),
    },
    schema: factorRulesSchema,
  });
  const inOrder = [fields.requireSecondFactor, fields.refundProofAbove];
  const focus = firstInvalid(inOrder);
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid max-w-xl gap-5">
      <input type="hidden" name="shown" value={JSON.stringify(shown)} />
      <CheckboxField
        label="All staff need a second step at login"
        hint="A code from an app on their phone, or a passkey. Whoever has none sets it up before anything else in the back office opens."
        {...checkboxProps(fields.requireSecondFactor, focus)}
      />
      <TextField
        label="Refunds above this ask for the password again (₹)"
        hint={`When staff last typed it more than ${PROOF_MINUTES} minutes ago. What one person has refunded since, or in the last 24 hours, is added up. Changes of staff and downloads with personal data always ask.`}
        {...fieldProps(fields.refundProofAbove, focus)}
        inputMode="decimal"
        maxLength={AMOUNT_MAX}
        autoComplete="off"
        className="max-w-40"
      />
      <Button name="intent" value="save-rules" className="justify-self-start">
        Save
      </Button>
    </ZodForm>
  );
}
