import { shownAddress } from "~/domain/kit/shown-address";
import type { ReactNode } from "react";

export interface LegalSection {
  /** The fragment of its address. */
  id: string;
  title: string;
  body: ReactNode;
}

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/**
 * A page of text: title, introduction, contents, numbered sections. The numbers come from the stylesheet
 * (styles/full.css, `.front-matter`). @param changed the day of the last change, "2026-11-21"
 */
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
    <article className="front-matter page max-w-3xl!">
      <header className="rule mb-6 pb-5">
        <h1 className="text-3xl">{title}</h1>
      </header>
      <div className="grid gap-4 text-lg leading-relaxed">{intro}</div>
      <nav aria-labelledby="contents" className="mt-8 mb-12">
        <h2 id="contents" className="text-xl">
          On this page
        </h2>
        <ol className="contents-list mt-3 sm:columns-2 sm:gap-x-10">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`} className="hover:text-accent underline-offset-3 hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title: name, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="text-2xl">
            {name}
          </h2>
          <div className="mt-3 grid gap-4">{body}</div>
        </section>
      ))}
      <LastChanged on={changed} />
    </article>
  );
}

/** @param on a day, "2026-11-21" */
export function LastChanged({ on }: { on: string }) {
  return (
    <p className="border-line text-muted mt-8 border-t pt-4 text-sm">
      Last changed on <time dateTime={on}>{date.format(new Date(on))}</time>.
    </p>
  );
}

/** A list of named items, each with its text. */
export function NamedPoints({ points }: { points: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <ul className="named-points">
      {points.map(([name, text]) => (
        <li key={name}>
          <strong>{name}:</strong> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** @param to empty in a live shop whose settings have no address yet */
export function MailLink({ to }: { to: string }) {
  if (!to) return "(email address not given yet)";
  return (
    <a className="link wrap-anywhere" href={`mailto:${to}`}>
      {shownAddress(to)}
    </a>
  );
}

/** @param to empty in a live shop whose settings have no number yet */
export function PhoneLink({ to }: { to: string }) {
  if (!to) return "(phone number not given yet)";
  return (
    <a className="link whitespace-nowrap" href={`tel:${to.replace(/\s/g, "")}`}>
      {to}
    </a>
  );
}
