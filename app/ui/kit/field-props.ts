/** A field of a form, as conform describes it. */
interface Field {
  id: string;
  name: string;
  initialValue?: string;
  errors?: string[];
}

/**
 * The props of a form's control, from its field.
 * @param focus the name of the field that gets the focus (`firstInvalid`)
 */
export function fieldProps({ id, name, initialValue, errors }: Field, focus?: string | null) {
  return { id, name, defaultValue: initialValue, errors, autoFocus: focus === name };
}

/** The same for a checkbox, which is sent as "on". */
export function checkboxProps({ id, name, initialValue, errors }: Field, focus?: string | null) {
  return { id, name, defaultChecked: initialValue === "on", errors, autoFocus: focus === name };
}

/** The result of `fieldProps`, as the prop of a component that shows the field. */
export type FieldControl = ReturnType<typeof fieldProps>;
export type CheckboxControl = ReturnType<typeof checkboxProps>;
