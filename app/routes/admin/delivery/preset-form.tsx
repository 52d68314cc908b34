import { useNavigation } from "react-router";
import { POSTAGE_TAX_PERCENT } from "~/domain/sales/delivery/presets/post-tariffs";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { ShownField } from "~/ui/kit/shown-field";
import type { PlanAnswer } from "./plan-answer.server";

export const PRESET_FIELDS = [
  "gyanPost",
  "speedPost",
  "isHeavyToo",
  "shopPin",
  "taxPercent",
  "replaces",
] as const;

/** Chooses the presets. @param zones the names of those in the plan */
export function PresetForm({
  zones,
  shopPin,
  version,
  answer,
}: {
  zones: string[];
  shopPin: string;
  version: number;
  answer?: PlanAnswer;
}) {
  const isSaving = useNavigation().formMethod === "POST";
  const { form, fields, focus } = useAnsweredForm({
    id: "presets",
    names: PRESET_FIELDS,
    lastResult: answer?.result,
    defaultValue: { shopPin, taxPercent: String(POSTAGE_TAX_PERCENT) },
  });
  const box = (name: (typeof PRESET_FIELDS)[number]) => checkboxProps(fields[name], focus);
  return (
    <AnsweredForm
      form={form}
      fields={Object.values(fields)}
      preventScrollReset
      className="grid grid-cols-1 gap-8"
    >
      <ShownField shown={version} answered={answer?.version} />
      <FormGroup title="India Post">
        <CheckboxField
          label="Gyan Post: books, one price for all India"
          {...box("gyanPost")}
          hint={
            zones.length > 0
              ? "Added to each zone; where a zone has it, its prices become those below"
              : "All India becomes one zone"
          }
        />
        <CheckboxField
          label="Speed Post: by the distance from the shop"
          {...box("speedPost")}
          hint="Makes zones by distance: local, up to 200, 500, 1,000 and 2,000 km, and above"
        />
        <CheckboxField
          label="Speed Post also from 500 g to 5 kg"
          {...box("isHeavyToo")}
          hint="These prices are a guess, see below"
        />
        {zones.length > 0 ? (
          <CheckboxField
            label="Replace the zones that are there"
            {...box("replaces")}
            hint={`For Speed Post. These go: ${zones.join(", ")}`}
          />
        ) : null}
        <TextField
          label="The shop's PIN code"
          {...fieldProps(fields.shopPin, focus)}
          hint="For Speed Post"
          inputMode="numeric"
          maxLength={10}
          autoComplete="postal-code"
        />
        <TextField
          label="Tax on postage (%)"
          {...fieldProps(fields.taxPercent, focus)}
          hint="Added to the tariffs below, then rounded up to whole rupees. 0: none"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
        />
      </FormGroup>
      <div className="save-line">
        <Button name="intent" value="use-presets" isBusy={isSaving}>
          Use Presets
        </Button>
      </div>
    </AnsweredForm>
  );
}
