import { type ReactNode, useEffect, useRef } from "react";
import type { AuditValue } from "~/domain/kit/audit/audit";
import { shownValue } from "~/domain/kit/audit/audit-values";
import { LongText } from "./long-text";

/**
 * Shown when a form would overwrite somebody else's change: the stored value of each field beside the user's. It is above the
 * form, so it gets the focus when the answer arrives.
 * @param before shown above the fields, e.g. who made the change
 * @param children shown below the fields: how to continue
 */
export function ClashReport({
  id,
  message,
  before,
  fields,
  children = <p className="text-sm">Saving again replaces what is stored with what is in the form.</p>,
}: {
  id?: string;
  message?: string;
  before?: ReactNode;
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
  children?: ReactNode;
}) {
  const report = useRef<HTMLElement>(null);
  useEffect(() => {
    if (fields) report.current?.focus();
  }, [fields]);
  return (
    <section
      id={id}
      ref={report}
      tabIndex={-1}
      autoFocus
      aria-label="Changed meanwhile"
      className="border-bad bg-bad-soft grid grid-cols-1 gap-3 rounded-md border p-4"
    >
      <p role="alert" className="text-bad font-medium">
        {message}
      </p>
      {before}
      {fields.map(({ field, stored, yours }) => (
        <dl
          key={field}
          aria-label={field}
          className="border-line-strong grid gap-x-4 border-t pt-2 text-sm sm:grid-cols-2"
        >
          <dt className="font-semibold sm:col-span-2">{field}</dt>
          <Side label="Stored now" value={stored} />
          <Side label="Yours" value={yours} />
        </dl>
      ))}
      {children}
    </section>
  );
}

function Side({ label, value }: { label: string; value: AuditValue }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs">{label}</dt>
      <dd className="wrap-anywhere" dir="auto">
        <LongText>{shownValue(value)}</LongText>
      </dd>
    </div>
  );
}
