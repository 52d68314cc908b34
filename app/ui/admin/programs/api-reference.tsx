import { Fragment, type ReactNode } from "react";
import type { Chapter, Field, ReferenceCall, ReferenceEvent, Status } from "~/page-data/api-reference";

const EVENTS_ID = "chapter-webhooks";
const EVENTS = "Webhooks";

/** The table of contents: beside the text on a wide screen, above it and folded on a narrow one. */
interface Listed {
  chapters: Chapter[];
  events: ReferenceEvent[];
}

export function ReferenceContents(listed: Listed) {
  return (
    <>
      <details className="panel lg:hidden">
        <summary className="-m-2 p-2 font-semibold">Contents</summary>
        <ContentsList {...listed} label="Contents" />
      </details>
      <div className="hidden lg:sticky lg:top-6 lg:block lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
        <ContentsList {...listed} label="Contents, beside the text" />
      </div>
    </>
  );
}

function ContentsList({ chapters, events, label }: Listed & { label: string }) {
  const parts = [
    ...chapters.map(({ id, name, calls }) => ({
      id,
      name,
      links: calls.map((call) => ({ id: call.id, text: call.summary })),
    })),
    { id: EVENTS_ID, name: EVENTS, links: events.map(({ id, type }) => ({ id, text: type })) },
  ];
  return (
    <nav aria-label={label} className="mt-3 grid gap-4 text-sm lg:mt-0 lg:pr-2">
      {parts.map((part) => (
        <div key={part.id}>
          <a href={`#${part.id}`} className="font-display hover:text-accent inline-block py-0.5 text-lg">
            {part.name}
          </a>
          <ul className="border-line mt-1 border-l">
            {part.links.map((link) => (
              <li key={link.id}>
                <a
                  href={`#${link.id}`}
                  className="text-muted hover:text-accent hover:border-accent -ml-px block border-l border-transparent py-1 pl-3"
                >
                  {link.text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function ReferenceChapter({ chapter }: { chapter: Chapter }) {
  return (
    <section aria-labelledby={chapter.id} className="grid min-w-0 gap-5">
      <header className="rule grid gap-2 pb-4">
        <h2 id={chapter.id} className="scroll-mt-6 text-2xl">
          {chapter.name}
        </h2>
        <p className="text-muted max-w-prose">{chapter.description}</p>
      </header>
      {chapter.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </section>
  );
}

/** What the shop posts to the endpoints of other servers. */
export function ReferenceEvents({ events }: { events: ReferenceEvent[] }) {
  return (
    <section aria-labelledby={EVENTS_ID} className="grid min-w-0 gap-5">
      <header className="rule grid gap-2 pb-4">
        <h2 id={EVENTS_ID} className="scroll-mt-6 text-2xl">
          {EVENTS}
        </h2>
        <p className="text-muted max-w-prose">
          What the shop posts to the endpoints that staff add at /admin/programs/webhooks, signed as Standard
          Webhooks describes. Answer with a status from 200 to 299; any other answer, or none within 10
          seconds, is tried again for three days. An event can arrive twice, with the same webhook-id, and
          after a later one.
        </p>
      </header>
      {events.map((event) => (
        <article key={event.id} id={event.id} aria-labelledby={`${event.id}-name`} className="api-call">
          <h3 id={`${event.id}-name`} className="text-xl">
            <a href={`#${event.id}`} className="hover:text-accent">
              {event.type}
            </a>
          </h3>
          <p className="max-w-prose">{event.summary}.</p>
          <Part title="Body" aside="application/json" isFolded>
            <FieldTable fields={event.fields} />
            <p className="text-muted text-sm">Example</p>
            <Code>{event.example}</Code>
          </Part>
        </article>
      ))}
    </section>
  );
}

function Call({ call }: { call: ReferenceCall }) {
  return (
    <article id={call.id} aria-labelledby={`${call.id}-name`} className="api-call">
      <h3 id={`${call.id}-name`} className="text-xl">
        <a href={`#${call.id}`} className="hover:text-accent">
          {call.summary}
        </a>
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="api-method">{call.method}</span>
        <code className="min-w-0 font-mono font-semibold wrap-anywhere">{call.path}</code>
      </p>
      {call.description.map((paragraph) => (
        <p key={paragraph} className="max-w-prose">
          {paragraph}
        </p>
      ))}
      <p>
        <span className="text-muted">Who may call:</span> {call.access}
      </p>
      {call.parameters.length > 0 ? (
        <Part title="Parameters">
          <FieldTable
            fields={call.parameters.map((one) => ({ ...one, type: `${one.type}, in the ${one.place}` }))}
          />
        </Part>
      ) : null}
      {call.body ? (
        <Part title="Body" aside={call.body.mediaType}>
          <FieldTable fields={call.body.fields} />
        </Part>
      ) : null}
      <Part title="Answer" aside={call.answer.type} isFolded>
        {call.answer.description ? <p className="text-muted text-sm">{call.answer.description}</p> : null}
        <FieldTable fields={call.answer.fields} />
        <p className="text-muted text-sm">Example</p>
        <Code>{call.answer.example}</Code>
      </Part>
      <div className="border-line grid gap-2 border-t pt-3">
        <p>
          <span className="text-muted">Other statuses:</span>{" "}
          {call.statuses.map(({ status, id }) => (
            <Fragment key={`${status} ${id}`}>
              {id ? (
                <a href={`#${id}`} className="link inline-block px-1 font-mono text-sm leading-6">
                  {status}
                </a>
              ) : (
                <span className="px-1 font-mono text-sm">{status}</span>
              )}{" "}
            </Fragment>
          ))}
        </p>
        <StatusList statuses={call.statuses.filter(({ description }) => description)} />
      </div>
      <Part title="With curl" isFolded>
        <Code>{call.curl}</Code>
      </Part>
    </article>
  );
}

/** The statuses that many calls share. */
export function ReferenceStatuses({ statuses }: { statuses: Status[] }) {
  return (
    <section aria-labelledby="statuses" className="grid gap-4">
      <h2 id="statuses" className="rule scroll-mt-6 pb-4 text-2xl">
        Statuses
      </h2>
      <StatusList statuses={statuses} />
    </section>
  );
}

function StatusList({ statuses }: { statuses: Status[] }) {
  if (statuses.length === 0) return null;
  return (
    <dl className="grid gap-y-2">
      {statuses.map(({ id, status, description }) => (
        <div
          key={id || status}
          id={id || undefined}
          className="target:bg-sunken grid scroll-mt-6 grid-cols-[3rem_minmax(0,1fr)] rounded-sm"
        >
          <dt className="font-mono text-sm leading-6 font-semibold">{status}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a call that folds. It is a `details` element, so it opens without scripts. */
function Part(props: { title: string; aside?: string; isFolded?: boolean; children: ReactNode }) {
  return (
    <details open={!props.isFolded} className="api-part">
      <summary>
        <span className="font-semibold">{props.title}</span>
        {props.aside ? (
          <span className="text-muted min-w-0 font-mono text-sm wrap-anywhere">{props.aside}</span>
        ) : null}
      </summary>
      <div className="grid min-w-0 gap-3 pt-1 pb-2">{props.children}</div>
    </details>
  );
}

/** Fields with name, type and description; nested fields follow indented. Styled by styles/full.css. */
function FieldTable({ fields }: { fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className="api-fields">
      {fields.map((field, i) => (
        <li key={`${field.name} ${i}`}>
          <div>
            <p>
              <code>{field.name}</code> {field.required ? null : <small>optional</small>}
            </p>
            <p>
              <samp>{field.type}</samp> {field.description}
            </p>
          </div>
          <FieldTable fields={field.fields} />
        </li>
      ))}
    </ul>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre className="bg-sunken rounded-md p-3 text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{children}</code>
    </pre>
  );
}
