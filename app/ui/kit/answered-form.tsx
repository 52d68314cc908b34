import type { SubmissionResult } from "@conform-to/react";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { FormErrorSummary } from "./field";
import { fieldProps } from "./field-props";
import { firstInvalid } from "./first-invalid";
import { FormScope } from "./stashed-fields";
import { TypedBy } from "./typed-by";

interface AnsweredField {
  id: string;
  name: string;
  initialValue?: string;
  errors?: string[];
}

interface FormOptions<Name extends string> {
  id: string;
  /** Of the fields, in the order of the page. */
  names: readonly Name[];
  /** The action's reply, when the form was refused. */
  lastResult?: SubmissionResult<string[]>;
  defaultValue?: Partial<Record<Name, string>>;
  /** The field that gets the focus when the form as a whole was refused. */
  focusOnRefusal?: NoInfer<Name>;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * The state of a short form that only its action checks, such as the login: the page loads no schema and no validator, and
 * shows the server's messages until it is sent again. `useZodForm` checks in the browser too.
 * @returns the props of `AnsweredForm`; the fields by name (see `fieldProps`); the name of the one that gets the focus;
 * `control`, the props of a field that no browser fills in. After a refusal the focus is moved there, also where scripts run
 */
export function useAnsweredForm<Name extends string>(options: FormOptions<Name>) {
  const { id, names, lastResult, defaultValue, focusOnRefusal } = options;
  const errorsOf = (name: string) => lastResult?.error?.[name] ?? undefined;
  const values: Record<string, unknown> = lastResult?.initialValue ?? defaultValue ?? {};
  const inOrder = names.map((name): AnsweredField => ({
    id: `${id}-${name}`,
    name,
    initialValue: textOf(values[name]),
    errors: errorsOf(name),
  }));
  const errors = errorsOf("");
  const focus = firstInvalid(inOrder) ?? (errors ? focusOnRefusal : undefined);
  const fields = Object.fromEntries(inOrder.map((field) => [field.name, field])) as Record<
    Name,
    AnsweredField
  >;
  // The first one is left to `autoFocus`: by the time that scripts run, somebody may type in another field.
  const seen = useRef(lastResult);
  useEffect(() => {
    if (seen.current === lastResult) return;
    seen.current = lastResult;
    if (focus) document.getElementById(`${id}-${focus}`)?.focus();
  }, [lastResult, focus, id]);
  const control = (name: Name) => ({ ...fieldProps(fields[name], focus), autoComplete: "off" });
  return { form: { id, errorId: `${id}-error`, errors }, fields, focus, control };
}

interface FormState {
  id: string;
  errorId?: string;
  errors?: string[];
  noValidate?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The form element, a POST, with a summary of its errors above the fields.
 * @param form of `useAnsweredForm` or `useZodForm`
 * @param fields those that the summary links to, in the order of the page; none for a form with one field
 * @param errors of the form as a whole, if not those of the action
 * @param summary replaces the default summary
 */
export function AnsweredForm({
  form,
  fields,
  errors = form.errors,
  summary = <FormErrorSummary id={form.errorId} errors={errors} fields={fields} />,
  children,
  ...rest
}: Omit<ComponentProps<typeof Form>, "id" | "method" | "noValidate"> & {
  form: FormState;
  fields?: ComponentProps<typeof FormErrorSummary>["fields"];
  errors?: string[];
  summary?: ReactNode;
}) {
  const { id, noValidate = true, onSubmit } = form;
  return (
    <FormScope value={id}>
      <Form method="post" id={id} noValidate={noValidate} onSubmit={onSubmit} {...rest}>
        {summary}
        {children}
        <TypedBy form={id} />
      </Form>
    </FormScope>
  );
}
