import { type DefaultValue, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Form } from "react-router";
import type { z } from "zod";
import { FormErrorSummary } from "./field";

interface FormOptions<Input> {
  id: string;
  /** The action's reply, when the form was refused. */
  lastResult?: SubmissionResult<string[]>;
  defaultValue?: DefaultValue<Input>;
  /** false: without scripts the browser checks `required`, `type` and so on first. */
  defaultNoValidate?: boolean;
}

/**
 * The state of a form that is validated with its action's schema: when it is sent, then whenever a field changes.
 * @returns the props of `ZodForm`, and the fields by name (see `fieldProps`)
 */
export function useZodForm<Output, Input extends Record<string, unknown>>({
  schema,
  ...options
}: FormOptions<Input> & { schema: z.ZodType<Output, Input> }) {
  return useParsedForm<Output, Input>({ ...options, parse: (form) => parseWithZod(form, { schema }) });
}

/** The same for a form whose data the schema cannot read directly. @param options.parse the function the action uses */
export function useParsedForm<Output, Input extends Record<string, unknown>>({
  parse,
  ...options
}: FormOptions<Input> & { parse: (form: FormData) => Submission<Input, string[], Output> }) {
  return useForm<Input, Output>({
    ...options,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parse(formData),
  });
}

interface FormState {
  id: string;
  errorId: string;
  errors: string[] | undefined;
  noValidate: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The form element, a POST, with a summary of its errors above the fields.
 * @param form of `useZodForm`
 * @param fields those that the summary links to, in the order of the page; none for a form with one field
 * @param errors of the form as a whole, if not those of the action
 * @param summary replaces the default summary
 */
export function ZodForm({
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
  return (
    <Form method="post" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit} {...rest}>
      {summary}
      {children}
    </Form>
  );
}
