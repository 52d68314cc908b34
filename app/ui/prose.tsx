import type { ReactNode } from "react";
import { PageHeading } from "./page-heading";

/** A page to read: one column, comfortable lines. */
export function Prose({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className="page max-w-3xl!">
      <PageHeading>{title}</PageHeading>
      <div className="grid gap-4 text-lg">{children}</div>
      <p className="text-muted mt-10 text-sm">Last changed on {updated}.</p>
    </article>
  );
}

export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="mt-4 text-2xl">{title}</h2>
      {children}
    </section>
  );
}
