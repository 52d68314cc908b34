import { Form, Link } from "react-router";
import {
  monthAfter,
  type Period,
  periodBefore,
  periodInWords,
  periodParams,
  type ShownPeriod,
} from "~/domain/accounting/period";
import { Button } from "~/ui/kit/button";
import { Options } from "~/ui/kit/options";

/**
 * Which month or days a page is about: two GET forms, each with its own fields, and links to the months beside it. After
 * a problem the fields keep what was typed.
 * @param keep other parameters of the page @param onlyMonths the page is always about a month
 */
export function PeriodChooser({
  period,
  months,
  problem,
  keep = {},
  onlyMonths,
}: ShownPeriod & { keep?: Keep; onlyMonths?: true }) {
  const next = monthAfter(period);
  const isIn = (month: Period | null) => months.some((one) => one.month === month?.month);
  const beside = (month: Period, words: string) => (
    <Link to={`?${[...keptParams, periodParams(month)].join("&")}`} className="link py-1">
      {words}
    </Link>
  );
  const keptParams = Object.keys(keep).length > 0 ? [String(new URLSearchParams(keep))] : [];
  const kept = Object.entries(keep).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return (
    <section aria-label="Month or days" className="mb-6">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Form className="flex items-end gap-2">
          {kept}
          <label className="toolbar-field">
            Month
            <select
              name="month"
              key={period.month}
              defaultValue={period.month ?? ""}
              className="input sm:w-44!"
            >
              {isIn(period) ? null : <option value={period.month ?? ""}>{periodInWords(period)}</option>}
              <Options of={months.map((month) => [month.month!, periodInWords(month)])} />
            </select>
          </label>
          <Button variant="quiet">Show</Button>
        </Form>
        {onlyMonths ? null : (
          <Form className="flex flex-wrap items-end gap-2" key={`${period.from} ${period.to}`}>
            {kept}
            <Day
              name="from"
              label="Days from"
              value={problem?.from ?? period.from}
              isWrong={problem !== null}
            />
            <Day name="to" label="to" value={problem?.to ?? period.to} isWrong={problem !== null} />
            <Button variant="quiet">Show days</Button>
          </Form>
        )}
      </div>
      {problem ? (
        <p id={PROBLEM} role="alert" className="text-bad mt-2 font-medium">
          {problem.message}
        </p>
      ) : null}
      {period.month ? (
        <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
          {beside(periodBefore(period), "Month before")}
          {next && isIn(next) ? beside(next, "Month after") : null}
        </p>
      ) : null}
    </section>
  );
}

type Keep = Readonly<Record<string, string>>;

const PROBLEM = "period-problem";

interface DayProps {
  name: string;
  label: string;
  value: string;
  isWrong: boolean;
}

const Day = ({ name, label, value, isWrong }: DayProps) => (
  <label className="toolbar-field">
    {label}
    <input
      type="date"
      name={name}
      defaultValue={value}
      min="2000-01-01"
      max="2999-12-31"
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? PROBLEM : undefined}
      className="input min-w-0 px-2! sm:w-36!"
    />
  </label>
);
