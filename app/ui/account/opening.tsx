import type { ReactNode } from "react";

/** The heading of a page behind the shop's front, above a double rule. @param aside shown at the end of the line */
export function Opening({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="opening">
      <h1 className="text-3xl">{children}</h1>
      {aside}
    </div>
  );
}

/** A section of such a page, inside `.parts`. Its `h2` is in the margin where there is room. */
export function Part({
  id,
  title,
  children,
}: {
  /** Unique on the page: links can lead to it. */
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
