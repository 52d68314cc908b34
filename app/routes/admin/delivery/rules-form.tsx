import { useNavigation } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { PLAN_MAX } from "~/domain/sales/delivery/delivery-plan.schema";
import { RULES_FIELDS, type TypedRules, WEEKDAYS } from "~/domain/sales/delivery/forms/rules-form";
import { ChoiceBoxes } from "~/ui/admin/forms/choice-boxes";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { ShownField } from "~/ui/kit/shown-field";
import { Options } from "~/ui/kit/options";
import type { PlanAnswer } from "./plan-answer.server";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const hourText = (hour: number) =>
  hour === 0 ? "midnight" : hour === 12 ? "noon" : hour < 12 ? `${hour} am` : `${hour - 12} pm`;
const GRAMS = { maxLength: 12, autoComplete: "off" } as const;

/** Packing, weights, the shop's PIN code, and the days on which the shop sends parcels. */
export function RulesForm({
  typed,
  version,
  unweighed,
  answer,
}: {
  typed: TypedRules;
  version: number;
  /** Books without a weight of their own. */
  unweighed: { byPages: number; byDefault: number };
  answer?: PlanAnswer;
}) {
  const isSaving = useNavigation().formMethod === "POST";
  const { weekdays, ...texts } = typed;
  const { form, fields, focus } = useAnsweredForm({
    id: "rules",
    names: RULES_FIELDS,
    lastResult: answer?.result,
    defaultValue: texts,
  });
  const text = (name: (typeof RULES_FIELDS)[number]) => fieldProps(fields[name], focus);
  const chosen = (answer?.result.initialValue?.weekdays as string[] | undefined) ?? weekdays;
  return (
    <AnsweredForm
      form={form}
      fields={Object.values(fields)}
      preventScrollReset
      className="grid max-w-5xl grid-cols-1 gap-8"
    >
      <ShownField shown={version} answered={answer?.version} />
      <FormGroup title="Weights">
        <p className="text-sm">{unweighedInWords(unweighed)}</p>
        <FieldPair>
          <TextField
            label="Packing"
            {...text("packingGrams")}
            {...GRAMS}
            hint="In grams, added to each parcel"
          />
          <TextField
            label="100 pages"
            {...text("gramsPer100Pages")}
            {...GRAMS}
            hint="In grams, for a book without a weight"
          />
        </FieldPair>
        <FieldPair>
          <TextField
            label="A book without weight and pages"
            {...text("defaultGrams")}
            {...GRAMS}
            hint="In grams"
          />
          <TextField
            label="The shop's PIN code"
            {...text("shopPin")}
            inputMode="numeric"
            maxLength={10}
            autoComplete="postal-code"
            hint="Optional: for prices by distance"
          />
        </FieldPair>
      </FormGroup>
      <FormGroup title="Days of sending">
        <ChoiceBoxes
          legend="The shop sends parcels on"
          field={{ ...fields.weekdays, initialValue: chosen }}
          options={WEEKDAYS.map((label, day) => ({ value: String(day), label }))}
        />
        <SelectField
          label="Sent on the same day"
          {...text("lastHour")}
          hint="Orders of these hours, in Indian time; later ones go on the next working day"
        >
          <option value="">Never: always on the next working day</option>
          <Options of={HOURS.slice(1).map((hour) => [hour, `Orders before ${hourText(hour)}`])} />
        </SelectField>
        <TextAreaField
          label="Holidays"
          {...text("holidays")}
          rows={5}
          hint={`Dates on which nothing is sent, one a line, such as 2027-01-26 or 26-01-2027. At most ${PLAN_MAX.holidays}`}
          autoComplete="off"
          spellCheck={false}
        />
      </FormGroup>
      <div className="save-line">
        <Button name="intent" value="save-rules" isBusy={isSaving}>
          Save
        </Button>
      </div>
    </AnsweredForm>
  );
}

function unweighedInWords({ byPages, byDefault }: { byPages: number; byDefault: number }): string {
  if (byPages + byDefault === 0) return "Every book in the store has a weight of its own.";
  const books = (count: number) => (count === 1 ? "1 book" : `${formatCount(count)} books`);
  const parts = [
    byPages > 0 && `${books(byPages)} by pages`,
    byDefault > 0 && `${books(byDefault)} as a book without weight and pages`,
  ].filter(Boolean);
  return `Books without a weight of their own are weighed by what stands here: ${parts.join(", ")}. Give them a weight where it matters.`;
}
