import type { ReactNode } from "react";

/** What opens a page behind the shop's front: its title over the printer's rule. @param aside stands at the line's end */
export function Opening({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="opening">
      <h1 className="text-3xl">{children}</h1>
      {aside}
    </div>
  );
}

/** A part of such a page. Its `h2` hangs in the margin where there is room; the parts stand in one `.parts`. */
export function Part({
  id,
  title,
  children,
}: {
  /** Unique on the page: forms and messages can be led back to it. */
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="part">
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</div>
    </section>
  );
}
