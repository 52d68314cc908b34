import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { DAY_WORK, type DayWork, type DayWorkKey } from "~/domain/opening/day-work/day-work";

/** These have waited too long already. */
const URGENT: DayWorkKey[] = ["late", "refunds", "misfits", "overdue"];

/** What waits for staff, each a link to exactly these entries. */
export function TheDaysWork({ waiting, owed }: DayWork) {
  return (
    <section aria-labelledby="day-work" className="mb-8">
      <div className="part-head">
        <h2 id="day-work">To do</h2>
      </div>
      {waiting.length === 0 ? (
        <p className="text-muted py-2">Nothing waits for you. Well done.</p>
      ) : (
        <ul className="day-work">
          {waiting.map(({ key, count }) => {
            const { label, note, to } = DAY_WORK[key];
            return (
              <li key={key}>
                <Link to={to} className="day-work-link">
                  <span className={`figure-value ${URGENT.includes(key) ? "text-bad" : ""}`}>
                    {formatCount(count)}
                  </span>{" "}
                  <span className="grid min-w-0">
                    <span className="font-semibold">{label}</span>{" "}
                    <span className="text-muted text-sm">
                      {key === "overdue" && owed > 0 ? owedInWords(owed) : note}
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const owedInWords = (owed: number) =>
  owed === 1 ? "1 pre-ordered copy is owed" : `${formatCount(owed)} pre-ordered copies are owed`;
