import { type DefaultValue, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Form } from "react-router";
import type { z } from "zod";
import { FormErrorSummary } from "./field";

interface FormOptions<Input> {
  id: string;
  /** What the action said of the form, where it was refused. */
  lastResult?: SubmissionResult<string[]>;
  defaultValue?: DefaultValue<Input>;
  /** false: without scripts the browser's own check of `required`, `type` and so on comes first. */
  defaultNoValidate?: boolean;
}

/**
 * The state of a form that is checked by the schema its action uses: when it is sent, then as its fields change.
 * @returns what `ZodForm` needs, and the fields by name (see `fieldProps`)
 */
export function useZodForm<Output, Input extends Record<string, unknown>>({
  schema,
  ...options
}: FormOptions<Input> & { schema: z.ZodType<Output, Input> }) {
  return useParsedForm<Output, Input>({ ...options, parse: (form) => parseWithZod(form, { schema }) });
}

/** The same for a form that its schema cannot read as it stands. @param options.parse as the action does it */
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
 * The form element, a POST, with what is wrong above its fields.
 * @param form of `useZodForm`
 * @param fields those that the summary links to, in the order of the page; none where there is only one
 * @param errors of the form as a whole, where they are others than the action's
 * @param summary in place of the summary
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
