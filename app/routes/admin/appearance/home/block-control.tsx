import type { BlockField } from "~/domain/home/block-fields";
import { OWN_PAGES } from "~/ui/admin/own-pages";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import type { BlockChoices } from "./block-panel";

/** The control of a field that is typed or chosen from a list. */
export function BlockControl({
  field,
  props,
  choices,
  focus,
}: {
  field: BlockField;
  /** As conform describes it. */
  props: Parameters<typeof fieldProps>[0];
  choices: BlockChoices;
  /** The name of the field that gets the focus. */
  focus: string | null;
}) {
  const { label, hint, isRequired } = field;
  const shown = {
    label,
    hint,
    required: isRequired,
    autoComplete: "off",
    ...fieldProps(props, focus),
    defaultValue: props.initialValue ?? "",
  };
  switch (field.control) {
    case "line":
      return <TextField {...shown} maxLength={field.max} dir="auto" />;
    case "target":
      return <TextField {...shown} maxLength={field.max} list={OWN_PAGES} spellCheck={false} />;
    case "lines":
      return <TextAreaField {...shown} maxLength={field.max} rows={3} dir="auto" />;
    case "markdown":
      return <TextAreaField {...shown} maxLength={field.max} rows={10} dir="auto" />;
    case "number":
      return <TextField {...shown} inputMode="numeric" maxLength={4} className="w-24!" />;
    case "switch":
      return <CheckboxField label={label} hint={hint} {...checkboxProps(props, focus)} />;
    case "select":
      return (
        <SelectField {...shown}>
          {field.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      );
    case "tag":
    case "author":
      return (
        <SelectField {...shown}>
          <option value="">Please choose</option>
          {(field.control === "tag" ? choices.tags : choices.authors).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    default:
      return null;
  }
}
