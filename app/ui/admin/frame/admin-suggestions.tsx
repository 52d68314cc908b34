import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Findings } from "~/domain/opening/find-anything/finding";
import { countWords, suggestFor, type Suggesting } from "~/ui/frame/search/suggesting";
import type { SuggestionsProps } from "~/ui/frame/search/suggestion-list";
import styles from "~/styles/suggestions.css?url";

const STAFF: Suggesting<Findings> = {
  address: "/admin/find/suggest",
  countOf: ({ groups }) => groups.reduce((sum, group) => sum + group.rows.length, 0),
};

/** What the search of everything finds, below its field. The arrow keys choose, Enter opens; without a choice Enter searches. */
export function AdminSuggestions({ id }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [found, show] = useState<Findings | null>(null);
  useEffect(
    () => suggestFor(document.getElementById(id) as HTMLInputElement, list.current!, STAFF, show),
    [id],
  );
  const option = { role: "option", tabIndex: -1 };
  const count = found ? STAFF.countOf(found) : 0;
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <span role="status" className="sr-only">
        {found ? countWords(count) : ""}
      </span>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={count === 0}>
        {found?.groups.map(({ key, label, rows }) => (
          <div key={key} role="group" aria-label={label}>
            <p aria-hidden="true">{label}</p>
            {rows.map(({ to, title, note }, at) => (
              <Link key={to} to={to} {...option} id={`${id}-${key}-${at}`}>
                <span>
                  <span dir="auto">{title}</span>{" "}
                  <small className="by" dir="auto">
                    {note}
                  </small>
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
