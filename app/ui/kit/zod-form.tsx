import { type DefaultValue, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import "~/domain/kit/plain-issues";

/** The form element. */
export { AnsweredForm as ZodForm } from "./answered-form";

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
