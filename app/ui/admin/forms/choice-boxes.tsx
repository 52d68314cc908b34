import { CheckboxField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";

interface ListField {
  id: string;
  name: string;
  errors?: string[];
  initialValue?: unknown;
}

/**
 * A group of boxes, of which several can be ticked.
 * @param field of the form; a browser sends one value for one ticked box, and nothing for none
 * @param options value, label and a hint
 */
export function ChoiceBoxes({
  legend,
  hint,
  field: { id, name, errors, initialValue },
  options,
}: {
  legend: string;
  hint?: string;
  field: ListField;
  options: readonly { value: string; label: string; hint?: string }[];
}) {
  const chosen: unknown[] = [initialValue].flat();
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={hint && `${id}-rule`}
      className="grid grid-cols-1 gap-3"
    >
      <legend className="mb-1 font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${id}-rule`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {options.map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          hint={option.hint}
          name={name}
          value={option.value}
          defaultChecked={chosen.includes(option.value)}
        />
      ))}
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  );
}
