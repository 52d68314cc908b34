import { formatCount } from "~/domain/kit/counts";
import type { ImportNamesFound, ImportRun } from "~/domain/book-files/runs/import-run";
import { NAMED_KINDS, WORDS } from "../import-words";

/** The names that the import creates, by kind. */
export function MissingNames({ kind, missing }: Pick<ImportRun, "kind"> & Pick<ImportNamesFound, "missing">) {
  return (
    <section aria-labelledby="missing">
      <div className="part-head">
        <h2 id="missing">New names</h2>
      </div>
      <p className="mb-3 max-w-prose">{WORDS[kind].newNames}</p>
      {missing.map(({ kind: of, count, names }) => (
        <details key={of} className="border-line border-t py-1" open={missing.length === 1 || count <= 10}>
          <summary className="min-h-9 cursor-pointer py-1.5 font-semibold">
            {NAMED_KINDS[of]}: {formatCount(count)}
          </summary>
          <ul className="text-muted mb-2 columns-[14rem] gap-6 text-sm">
            {names.map((name) => (
              <li key={name} className="wrap-anywhere" dir="auto">
                {name}
              </li>
            ))}
            {count > names.length ? <li>and {formatCount(count - names.length)} more</li> : null}
          </ul>
        </details>
      ))}
    </section>
  );
}
