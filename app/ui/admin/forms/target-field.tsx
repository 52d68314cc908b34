import type { ReactNode } from "react";
import { OTHER_ADDRESS, pageChoice } from "~/domain/front/home/chosen-page";
import { TARGET_MAX } from "~/domain/front/home/text.schema";
import { SelectField, TextField } from "~/ui/kit/field";
import { Options } from "~/ui/kit/options";

/** Pages to which links can lead, in groups. */
export interface PageGroup {
  label: string;
  pages: { to: string; label: string }[];
}

interface TargetFieldProps {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  autoFocus?: boolean;
  defaultValue?: string;
  errors?: string[];
  pages: PageGroup[];
}

/**
 * Where a link leads: a page of the list, or another address, whose field is in view only then (styles/admin.css). The server
 * reads both by `withChosenPages`. An address that the list no longer has is shown as typed.
 */
export function TargetField({
  id,
  name,
  label,
  defaultValue = "",
  errors,
  hint,
  required,
  autoFocus,
  pages,
}: TargetFieldProps) {
  const isListed = pages.some((group) => group.pages.some(({ to }) => to === defaultValue));
  const isTyped = defaultValue !== "" && !isListed;
  return (
    <div className="target-field grid gap-2">
      <SelectField
        id={isTyped ? `${id}-page` : id}
        name={pageChoice(name)}
        label={label}
        hint={hint}
        autoFocus={autoFocus && !isTyped}
        errors={isTyped ? undefined : errors}
        defaultValue={isTyped ? OTHER_ADDRESS : defaultValue}
        autoComplete="off"
      >
        <option value="">{required ? "Please choose" : "None"}</option>
        <option value={OTHER_ADDRESS}>Another address</option>
        {pages.map((group) => (
          <optgroup key={group.label} label={group.label}>
            <Options of={group.pages.map(({ to, label }) => [to, label])} />
          </optgroup>
        ))}
      </SelectField>
      <TextField
        id={isTyped ? id : `${id}-typed`}
        name={name}
        label={`${label}: address`}
        hint="Of this shop it begins with /, such as /books?tag=Poetry; elsewhere with https://"
        autoFocus={autoFocus && isTyped}
        errors={isTyped ? errors : undefined}
        defaultValue={isTyped ? defaultValue : ""}
        maxLength={TARGET_MAX}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}
