import { Link } from "react-router";
import type { Check } from "~/domain/accounting/gstr1/return-checks";
import { formatCount } from "~/domain/kit/counts";

const LABELS = { fine: "Fine", look: "Please look", wrong: "Wrong" } as const;
const COLOURS = { fine: "text-good", look: "", wrong: "text-bad" } as const;

/** What was looked at before the return is given; what needs somebody first. */
export function ReturnChecks({ checks }: { checks: readonly Check[] }) {
  const ofState = (state: Check["state"]) => checks.filter((check) => check.state === state);
  return (
    <section aria-labelledby="checks" className="mb-8 max-w-3xl">
      <h3 id="checks" className="mb-2 text-lg">
        Checks
      </h3>
      <ul className="grid gap-3">
        {[...ofState("wrong"), ...ofState("look"), ...ofState("fine")].map((check) => (
          <li key={check.title}>
            <strong className={COLOURS[check.state]}>{LABELS[check.state]}:</strong> {check.title}.{" "}
            <span className="text-muted">{check.text}</span>
            <Items {...check} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Items({ items, more }: Check) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-1 ml-5 grid list-disc gap-1">
      {items.map(({ text, links }, at) => (
        <li key={at} className="wrap-anywhere">
          {text}
          {links.map(({ to, label }) => (
            <span key={to}>
              {" · "}
              <Link to={to} className="link">
                {label}
              </Link>
            </span>
          ))}
        </li>
      ))}
      {more > 0 ? <li>and {formatCount(more)} more</li> : null}
    </ul>
  );
}
