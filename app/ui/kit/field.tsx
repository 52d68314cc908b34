import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldErrors } from "./field-errors";
import { type Stashed, useStashedForm, useStashedValue } from "./stashed-fields";

interface FieldProps {
  label: ReactNode;
  name: string;
  errors?: string[];
  hint?: ReactNode;
}

type Control<Tag extends "input" | "select" | "textarea"> = FieldProps & Omit<ComponentProps<Tag>, "name">;

/** The ids that connect a control with its hint and its errors. */
export function useDescription(id: string | undefined, errors?: string[], hint?: ReactNode) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const described = [hint && `${fieldId}-hint`, errors?.length && `${fieldId}-error`]
    .filter(Boolean)
    .join(" ");
  return {
    id: fieldId,
    aria: {
      "aria-invalid": errors?.length ? (true as const) : undefined,
      "aria-describedby": described || undefined,
    },
  };
}

/** A label, its hint, the control and its errors. */
export function Frame({
  id,
  label,
  hint,
  errors,
  children,
}: Omit<FieldProps, "name"> & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {children}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

export function TextField({ label, errors, hint, id, className = "", ...input }: Control<"input">) {
  const field = useDescription(id, errors, hint);
  const initialValue = useStashedValue(input.name, input.defaultValue);
  return (
    <Frame id={field.id} label={label} hint={hint} errors={errors}>
      <input
        type="text"
        {...input}
        {...field.aria}
        defaultValue={initialValue}
        id={field.id}
        className={`input ${className}`}
      />
    </Frame>
  );
}

export function TextAreaField({ label, errors, hint, id, className = "", ...area }: Control<"textarea">) {
  const field = useDescription(id, errors, hint);
  const initialValue = useStashedValue(area.name, area.defaultValue);
  return (
    <Frame id={field.id} label={label} hint={hint} errors={errors}>
      <textarea
        rows={4}
        {...area}
        {...field.aria}
        defaultValue={initialValue}
        id={field.id}
        className={`input ${className}`}
      />
    </Frame>
  );
}

export function SelectField({ label, errors, hint, id, className = "", ...select }: Control<"select">) {
  const field = useDescription(id, errors, hint);
  const initialValue = useStashedValue(select.name, select.defaultValue);
  return (
    <Frame id={field.id} label={label} hint={hint} errors={errors}>
      <select
        {...select}
        {...field.aria}
        defaultValue={initialValue}
        id={field.id}
        className={`input ${className}`}
      />
    </Frame>
  );
}

export function CheckboxField({ label, errors, hint, id, className = "", ...input }: Control<"input">) {
  const field = useDescription(id, errors, hint);
  const stashed = useStashedForm();
  const isChecked = stashed
    ? stashed.fields[input.name]?.includes(String(input.value ?? "on"))
    : input.defaultChecked;
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          {...input}
          {...field.aria}
          defaultChecked={isChecked}
          id={field.id}
          className={`check mt-0.5 ${className}`}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
      {hint ? (
        <p id={`${field.id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <FieldErrors id={field.id} errors={errors} />
    </div>
  );
}

const FILLED_IN: Record<Exclude<Stashed["why"], "next">, string> = {
  session:
    "You were logged out before this was saved. What you typed is filled in again: please check it and send it. Pictures have to be chosen again.",
  login:
    "You were logged out before this was sent. What you typed is filled in again: please check it and send it.",
  proof: "Nothing is saved yet. What you typed is filled in again: please check it and send it once more.",
};

/** Shown after a login, or a proof, in the middle of a form. */
function FilledIn({ why }: Pick<Stashed, "why">) {
  // What they typed is where they left it.
  if (why === "next") return null;
  return (
    <p role="status" className="bg-sunken border-line-strong rounded-md border px-4 py-3">
      {FILLED_IN[why]}
    </p>
  );
}

/** The message of every form with refused fields (docs/specification.md §5.2). */
const CHECK_FIELDS = "Please check the form for errors";

/**
 * What is wrong, above the form: a message that is announced at once, and a link to each refused field. The list of links
 * is not announced, since it gets shorter while one types.
 * @param errors of the form as a whole
 * @param fields in the order of the page; none for a form with one field, which has the focus and its message
 */
export function FormErrorSummary({
  errors = [],
  id,
  fields = [],
}: {
  errors?: string[];
  id?: string;
  fields?: { id: string; errors?: string[] }[];
}) {
  const refused = fields.filter((field) => field.errors?.length);
  const stashed = useStashedForm();
  if (errors.length === 0 && refused.length === 0) return stashed ? <FilledIn why={stashed.why} /> : null;
  const messages = errors.length > 0 ? errors : [CHECK_FIELDS];
  return (
    <div className="error-summary">
      <div id={id} role="alert" className="font-medium">
        {messages.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
      {refused.length > 0 ? (
        <ul>
          {refused.map((field) => (
            <li key={field.id}>
              <a
                href={`#${field.id}`}
                onClick={(event) => {
                  // The address must not change: a new one would be a new visit, without the answer.
                  event.preventDefault();
                  const control = document.getElementById(field.id);
                  // A control of a folded group cannot have the focus.
                  control?.closest("details")?.setAttribute("open", "");
                  control?.focus();
                }}
              >
                {field.errors?.join(" ")}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
