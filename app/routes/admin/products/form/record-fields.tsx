import {
  RECORD_KEYS,
  RECORD_SECTIONS,
  type RecordField,
  recordField,
  type RecordKey,
  type RecordSection,
} from "~/domain/catalogue/books/record/book-record";
import type { Choice } from "~/domain/catalogue/books/lists/choices";
import { FoldedGroup } from "~/ui/admin/forms/folded-group";
import { SelectField, TextField } from "~/ui/kit/field";
import type { FieldControl } from "~/ui/kit/field-props";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import { Options } from "~/ui/kit/options";
import type { BookFormData } from "../page-data.server";

/** Where the choices and suggestions of the fields come from. */
export type RecordChoices = Pick<BookFormData, "series" | "languages" | "imprints">;

export type RecordControls = Record<RecordKey, FieldControl>;

/** A part of the form below the specification's fields, with the fields declared for it. */
export function RecordGroup({
  section,
  controls,
  choices,
  isOpen = false,
  children,
}: {
  section: RecordSection;
  controls: RecordControls;
  choices: RecordChoices;
  /** Opens the group even if none of its fields has a value or an error. */
  isOpen?: boolean;
  children?: React.ReactNode;
}) {
  const stashed = useStashedForm();
  const keys = RECORD_KEYS.filter((key) => recordField(key).section === section);
  const isUsed = keys.some((key) => isFilled(recordField(key), controls[key]));
  return (
    <FoldedGroup title={RECORD_SECTIONS[section]} isOpen={isOpen || isUsed || stashed !== null}>
      <div className="grid grid-cols-1 items-end gap-4 has-aria-invalid:items-start sm:grid-cols-2">
        {keys.map((key) => (
          <RecordInput key={key} field={recordField(key)} control={controls[key]} choices={choices} />
        ))}
      </div>
      {children}
    </FoldedGroup>
  );
}

/** Whether a field has an error, or a value other than the one that stands for "not given". */
function isFilled(field: RecordField, { defaultValue, errors }: FieldControl): boolean {
  const otherwise = field.kind === "choice" ? field.otherwise : null;
  const hasValue = Boolean(defaultValue) && defaultValue !== otherwise;
  return hasValue || Boolean(errors?.length);
}

function RecordInput({
  field,
  control,
  choices,
}: {
  field: RecordField;
  control: FieldControl;
  choices: RecordChoices;
}) {
  const { label, hint } = field;
  const common = { ...control, label, hint };
  switch (field.kind) {
    case "text":
      return <TextInput {...common} max={field.max} suggestions={field.suggested ? choices.imprints : []} />;
    case "whole":
      return (
        <TextField {...common} type="number" inputMode="numeric" min={field.min} max={field.max} step={1} />
      );
    case "rate":
      return <TextField {...common} type="number" inputMode="decimal" min={0} max={100} step={0.01} />;
    case "day":
      return <TextField {...common} type="date" />;
    case "choice":
      return (
        <SelectField {...common} defaultValue={control.defaultValue || field.otherwise || ""}>
          {field.otherwise === null ? <option value="">Not given</option> : null}
          <Options of={Object.entries(field.options)} />
        </SelectField>
      );
    case "name":
      return (
        <SelectField {...common}>
          <option value="">None</option>
          <Options of={choices[field.table].map(({ id, name }: Choice) => [id, name])} />
        </SelectField>
      );
  }
}

function TextInput({
  max,
  suggestions,
  ...field
}: FieldControl & { label: string; hint?: string; max: number; suggestions: string[] }) {
  const listId = `${field.id}-suggestions`;
  return (
    <>
      <TextField
        dir="auto"
        {...field}
        maxLength={max}
        {...(suggestions.length > 0 && { list: listId, autoComplete: "off" })}
      />
      {suggestions.length > 0 ? (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}
