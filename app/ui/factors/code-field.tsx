import type { ReactNode } from "react";
import { CODE_MAX } from "~/domain/people/factors/factors";
import { TextField } from "~/ui/kit/field";
import { type FieldControl } from "~/ui/kit/field-props";

/**
 * A code from the app on the phone.
 * @param isAny whether a recovery code, which has letters, may be typed instead
 */
export function CodeField({
  field,
  label = "Code from your app",
  hint,
  isAny = false,
}: {
  field: FieldControl;
  label?: string;
  hint?: ReactNode;
  isAny?: boolean;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      {...field}
      defaultValue=""
      autoComplete="one-time-code"
      inputMode={isAny ? undefined : "numeric"}
      autoCapitalize={isAny ? "characters" : undefined}
      autoCorrect="off"
      spellCheck={false}
      maxLength={CODE_MAX}
      enterKeyHint="go"
      className="max-w-60 font-mono tracking-widest"
    />
  );
}
