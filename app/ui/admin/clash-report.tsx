import type { ReactNode, Ref } from "react";
import type { AuditValue } from "~/domain/audit/audit";
import { shownValue } from "./audit-trail";
import { LongText } from "./long-text";

/**
 * A form saved over somebody else's change: what is stored now beside what saving again would put in its place.
 * @param children who it was, above the fields where `before`, and how to go on, below them
 */
export function ClashReport({
  id,
  ref,
  message,
  before,
  fields,
  children,
}: {
  id?: string;
  ref?: Ref<HTMLElement>;
  message?: string;
  before?: ReactNode;
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      ref={ref}
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
