import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { passwordStrength } from "~/domain/people/accounts/passwords/password-strength";
import { FieldErrors } from "./field-errors";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "name" | "type"> {
  label: string;
  name: string;
  errors?: string[];
  hint?: ReactNode;
  /** Shows how strong the password is while it is typed. */
  meter?: boolean;
}

/** A password with a show/hide button. The button and the meter only appear where scripts run. */
export function PasswordField({ label, errors, hint, meter = false, id, ...input }: PasswordFieldProps) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const [isShown, setShown] = useState(false);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Includes what was typed before scripts ran.
  useEffect(() => setTyped(field.current?.value ?? ""), []);
  const described = [hint && `${fieldId}-hint`, errors?.length && `${fieldId}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="grid gap-1">
      <label htmlFor={fieldId} className="font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${fieldId}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <div className="relative">
        <input
          {...input}
          ref={field}
          id={fieldId}
          type={isShown ? "text" : "password"}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={described || undefined}
          onInput={(event) => setTyped(event.currentTarget.value)}
          autoCapitalize="none"
          spellCheck={false}
          className="input pr-18"
        />
        <button
          type="button"
          aria-label={isShown ? `Hide ${label}` : `Show ${label}`}
          aria-controls={fieldId}
          onClick={() => setShown(!isShown)}
          className="needs-js btn btn-plain btn-sm absolute top-1 right-1"
        >
          {isShown ? "Hide" : "Show"}
        </button>
      </div>
      <FieldErrors id={fieldId} errors={errors} />
      {meter ? <StrengthMeter password={typed} /> : null}
    </div>
  );
}

const BARS = [25, 50, 75, 100];
const COLOURS = {
  "Very Weak": "bg-bad",
  Weak: "bg-bad",
  Medium: "bg-star",
  Strong: "bg-good",
  "Very Strong": "bg-good",
};

function StrengthMeter({ password }: { password: string }) {
  const { score, label } = passwordStrength(password);
  return (
    <div className="needs-js mt-1 grid gap-1">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {BARS.map((bar) => (
          <span key={bar} className={`h-1.5 rounded-full ${score >= bar ? COLOURS[label] : "bg-line"}`} />
        ))}
      </div>
      <p aria-live="polite" className="text-muted min-h-5 text-sm">
        {password ? `Password strength: ${label}` : ""}
      </p>
    </div>
  );
}
