import { type ReactNode, useId } from "react";

/**
 * A titled group of fields in a long form.
 * @param level of the heading: 3 in a panel, since the panel's title is an h2
 * @param isWide whether the title may stand beside the fields
 */
export function FormGroup({
  title,
  level = 2,
  isWide = level === 2,
  children,
}: {
  title: string;
  level?: 2 | 3;
  isWide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={`form-group ${isWide ? "is-wide" : ""}`}>
      <Heading id={id}>{title}</Heading>
      <div className="grid min-w-0 grid-cols-1 gap-4">{children}</div>
    </section>
  );
}

/** Fields side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-end gap-4 has-aria-invalid:items-start sm:grid-cols-2">
    {children}
  </div>
);
