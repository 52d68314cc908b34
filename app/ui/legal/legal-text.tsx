import type { ReactNode } from "react";
import { PageHeading } from "../page-heading";

export interface LegalSection {
  /** Its fragment in the page's address. */
  id: string;
  title: string;
  body: ReactNode;
}

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/** A page to read: one column, comfortable lines, a table of contents. @param changed the day of the text, "2026-11-21" */
export function LegalText({
  title,
  changed,
  intro,
  sections,
}: {
  title: string;
  changed: string;
  intro: ReactNode;
  sections: LegalSection[];
}) {
  return (
    <article className="page max-w-3xl!">
      <PageHeading>{title}</PageHeading>
      <div className="grid gap-4 text-lg">{intro}</div>
      <nav aria-labelledby="contents" className="panel my-8">
        <h2 id="contents" className="mb-2 text-xl">
          On this page
        </h2>
        <ol className="list-decimal pl-6 sm:columns-2 sm:gap-x-8">
          {sections.map(({ id, title: name }) => (
            <li key={id} className="break-inside-avoid py-1">
              <a href={`#${id}`} className="link">
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title: name, body }) => (
        <section key={id} aria-labelledby={id} className="mb-8 grid gap-3 text-lg">
          <h2 id={id} className="text-2xl">
            {name}
          </h2>
          {body}
        </section>
      ))}
      <p className="text-muted text-sm">
        Last changed on <time dateTime={changed}>{date.format(new Date(changed))}</time>.
      </p>
    </article>
  );
}

/** Things with a name each, and what there is to say of them. */
export function NamedPoints({ points }: { points: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <ul className="grid gap-2 pl-5">
      {points.map(([name, text]) => (
        <li key={name} className="list-disc">
          <strong>{name}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}

export function MailLink({ to }: { to: string }) {
  return (
    <a className="link wrap-anywhere" href={`mailto:${to}`}>
      {to}
    </a>
  );
}

export function PhoneLink({ to }: { to: string }) {
  return (
    <a className="link whitespace-nowrap" href={`tel:${to.replace(/\s/g, "")}`}>
      {to}
    </a>
  );
}
