import { EnterPresses } from "~/ui/kit/form-buttons";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import { PLAN_MAX } from "~/domain/sales/delivery/delivery-plan.schema";
import { methodFields, NEW_METHOD, type Typed } from "~/domain/sales/delivery/forms/method-form";
import { type TypedZone, ZONE_FIELDS } from "~/domain/sales/delivery/forms/zone-form";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextAreaField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { fieldProps } from "~/ui/kit/field-props";
import { ShownField } from "~/ui/kit/shown-field";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { MethodFields, shownRows } from "./method-fields";
import type { PlanAnswer } from "./plan-answer.server";

interface FormProps {
  /** Which other zone has a state. */
  taken: Record<string, string>;
  version: number;
  answer?: PlanAnswer;
}

/** The name and the places of a zone. */
export function ZoneForm({ typed, taken, version, answer }: FormProps & { typed: TypedZone }) {
  const isSaving = useIsSending("save-zone");
  const { form, fields, focus } = useAnsweredForm({
    id: "zone",
    names: ZONE_FIELDS,
    lastResult: answer?.result,
    defaultValue: { zoneName: typed.zoneName, pinPrefixes: typed.pinPrefixes },
  });
  const states = statesIn(answer) ?? typed.states;
  return (
    <AnsweredForm
      form={form}
      fields={Object.values(fields)}
      preventScrollReset
      className="grid grid-cols-1 gap-6"
    >
      <ShownField shown={version} answered={answer?.version} />
      <FormGroup title="Name and places">
        <ZoneFields fields={fields} focus={focus} states={states} taken={taken} />
      </FormGroup>
      <div className="save-line">
        <Button name="intent" value="save-zone" isBusy={isSaving}>
          Save Zone
        </Button>
      </div>
    </AnsweredForm>
  );
}

/** A new zone with its first method, since one without a method is refused. */
export function NewZoneForm({ taken, version, answer }: FormProps) {
  const isSaving = useIsSending("save-zone");
  const typed = (answer?.result.initialValue ?? NEW_METHOD) as Typed;
  const rows = shownRows(typed);
  const { form, fields, focus } = useAnsweredForm({
    id: "new-zone",
    names: [...ZONE_FIELDS, ...methodFields(rows)],
    lastResult: answer?.result,
    defaultValue: NEW_METHOD,
  });
  return (
    <AnsweredForm
      form={form}
      fields={Object.values(fields)}
      preventScrollReset
      className="grid grid-cols-1 gap-8"
    >
      <EnterPresses intent="save-zone" />
      <ShownField shown={version} answered={answer?.version} />
      <FormGroup title="Name and places">
        <ZoneFields fields={fields} focus={focus} states={statesIn(answer) ?? []} taken={taken} />
      </FormGroup>
      <FormGroup title="First method">
        <MethodFields fields={fields} focus={focus} rows={rows} more="more-zone-rows" isInPanel={false} />
      </FormGroup>
      <div className="save-line">
        <Button name="intent" value="save-zone" isBusy={isSaving}>
          Add Zone
        </Button>
      </div>
    </AnsweredForm>
  );
}

const statesIn = (answer?: PlanAnswer) => answer?.result.initialValue?.states as string[] | undefined;

interface Field {
  id: string;
  name: string;
  initialValue?: string;
  errors?: string[];
}

function ZoneFields({
  fields,
  focus,
  states,
  taken,
}: {
  fields: Record<string, Field>;
  focus?: string;
  states: readonly string[];
  taken: Record<string, string>;
}) {
  return (
    <>
      <TextField
        label="Name"
        {...fieldProps(fields.zoneName!, focus)}
        hint="For staff: customers do not see it"
        maxLength={PLAN_MAX.name}
        autoComplete="off"
        dir="auto"
        required
      />
      <StateBoxes field={fields.states!} chosen={states} taken={taken} />
      <TextAreaField
        label="PIN prefixes"
        {...fieldProps(fields.pinPrefixes!, focus)}
        hint="One to six digits each, with spaces or lines between: 560 covers 560001 to 560999. A prefix counts before a state, a longer one before a shorter one"
        rows={3}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

/** All states, with the zone that has them. */
function StateBoxes({
  field: { id, name, errors },
  chosen,
  taken,
}: {
  field: Field;
  chosen: readonly string[];
  taken: Record<string, string>;
}) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-rule`} className="min-w-0">
      <legend className="mb-1 font-semibold">States</legend>
      <p id={`${id}-rule`} className="text-muted mb-2 text-sm">
        Each state stands in one zone
      </p>
      <FieldErrors id={id} errors={errors} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        {INDIAN_STATES.map((state) => (
          <CheckboxField
            key={state}
            name={name}
            value={state}
            label={
              taken[state] ? (
                <>
                  {state} <span className="text-muted text-sm">(in {taken[state]})</span>
                </>
              ) : (
                state
              )
            }
            defaultChecked={chosen.includes(state)}
          />
        ))}
      </div>
    </fieldset>
  );
}
