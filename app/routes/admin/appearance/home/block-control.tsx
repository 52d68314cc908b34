import type { BlockField } from "~/domain/front/home/block-fields";
import { MarkdownField } from "~/ui/admin/forms/markdown-field";
import { type PageGroup, TargetField } from "~/ui/admin/forms/target-field";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { Options } from "~/ui/kit/options";
import type { BlockChoices } from "./block-panel";

/** The control of a field that is typed or chosen from a list. */
export function BlockControl({
  field,
  props,
  choices,
  pages,
  focus,
}: {
  field: BlockField;
  /** As conform describes it. */
  props: Parameters<typeof fieldProps>[0];
  choices: BlockChoices;
  /** To which links can lead. */
  pages: PageGroup[];
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
      return <TargetField {...shown} pages={pages} />;
    case "lines":
      return <TextAreaField {...shown} maxLength={field.max} rows={3} dir="auto" />;
    case "markdown":
      return <MarkdownField {...shown} maxLength={field.max} rows={10} dir="auto" />;
    case "number":
      return <TextField {...shown} inputMode="numeric" maxLength={4} className="w-24!" />;
    case "switch":
      return <CheckboxField label={label} hint={hint} {...checkboxProps(props, focus)} />;
    case "select":
      return (
        <SelectField {...shown}>
          <Options of={field.options} />
        </SelectField>
      );
    case "tag":
    case "author":
      return (
        <SelectField {...shown}>
          <option value="">Please choose</option>
          <Options
            of={(field.control === "tag" ? choices.tags : choices.authors).map(({ id, name }) => [id, name])}
          />
        </SelectField>
      );
    default:
      return null;
  }
}
