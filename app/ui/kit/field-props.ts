/** A field of a form, as conform describes it. */
interface Field {
  id: string;
  name: string;
  initialValue?: string;
  errors?: string[];
}

/**
 * What each control of a form needs to know of its field.
 * @param focus the name of the field that has the focus (`firstInvalid`)
 */
export function fieldProps({ id, name, initialValue, errors }: Field, focus?: string | null) {
  return { id, name, defaultValue: initialValue, errors, autoFocus: focus === name };
}

/** The same for a box to tick, which is sent as "on". */
export function checkboxProps({ id, name, initialValue, errors }: Field, focus?: string | null) {
  return { id, name, defaultChecked: initialValue === "on", errors, autoFocus: focus === name };
}

/** What `fieldProps` gives: the part of a form that shows a field takes it as its prop. */
export type FieldControl = ReturnType<typeof fieldProps>;
export type CheckboxControl = ReturnType<typeof checkboxProps>;
