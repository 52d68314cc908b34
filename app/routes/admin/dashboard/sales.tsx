import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { SalesDay } from "~/domain/sales/orders/desk/sales.server";
import type { SalesPlot } from "./sales-plot.server";

const dayAndMonth = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", timeZone: "UTC" });

const ordersText = (count: number) => (count === 1 ? "1 order" : `${formatCount(count)} orders`);

/** The sales of the last days as a bar chart, and the same figures as a table. */
export function Sales({ days, plot }: { days: SalesDay[]; plot: SalesPlot }) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const amount = days.reduce((sum, day) => sum + day.amount, 0);
  return (
    <section className="min-w-0" aria-labelledby="sales-heading">
      <div className="part-head">
        <h2 id="sales-heading">Sales over the last {days.length} days</h2>
      </div>
      <p className="text-muted mb-3 text-sm">
        Paid orders, before refunds, by the day the payment came (Indian time)
      </p>
      {orders === 0 ? (
        <p className="border-line text-muted rounded-md border border-dashed px-4 py-16 text-center text-sm">
          No payments in the last {days.length} days
        </p>
      ) : (
        <>
          <p className="mb-3">
            <span className="font-display text-2xl tabular-nums">{formatRupees(amount)}</span>{" "}
            <span className="text-muted text-sm">from {ordersText(orders)}</span>
          </p>
          <Bars days={days} plot={plot} orders={orders} amount={amount} />
          <details className="mt-4">
            <summary className="link w-fit py-1 text-sm">Day by day, as a table</summary>
            <Table days={days} orders={orders} amount={amount} />
          </details>
        </>
      )}
    </section>
  );
}

interface Totals {
  orders: number;
  amount: number;
}

/** Positions are in per cent and type in pixels, so that the text has the same size at any width. */
function Bars({ days, plot, orders, amount }: { days: SalesDay[]; plot: SalesPlot } & Totals) {
  const best = days.reduce((one, other) => (other.amount > one.amount ? other : one));
  const period = `${formatDate(days[0]!.date)} to ${formatDate(days.at(-1)!.date)}`;
  const summary = `A bar for each day from ${period}: ${formatRupees(amount)} from ${ordersText(orders)} in all. The best day was ${formatDate(best.date)} with ${formatRupees(best.amount)}. The table below has every day.`;
  return (
    <div className="pt-2 pr-4 pb-6 pl-18">
      <svg
        role="img"
        aria-labelledby="sales-title sales-description"
        className="h-56 w-full overflow-visible text-xs"
      >
        <title id="sales-title">{`Sales over the last ${days.length} days, in rupees`}</title>
        <desc id="sales-description">{summary}</desc>
        {plot.amounts.map(({ label, y }) => (
          <g key={y}>
            <line
              x1="0"
              x2="100%"
              y1={`${y}%`}
              y2={`${y}%`}
              className={y === 100 ? "stroke-line-strong" : "stroke-line"}
            />
            <text x="0" dx="-8" y={`${y}%`} dy="4" textAnchor="end" className="fill-muted tabular-nums">
              {label}
            </text>
          </g>
        ))}
        {plot.bars.map((bar, index) => (
          <g key={bar.date} className="group">
            <title>
              {`${formatDate(bar.date)}: ${formatRupees(days[index]!.amount)} from ${ordersText(days[index]!.orders)}`}
            </title>
            <rect
              x={`${bar.columnX}%`}
              y="0"
              width={`${bar.columnWidth}%`}
              height="100%"
              className="group-hover:fill-sunken fill-transparent"
            />
            <rect
              x={`${bar.x}%`}
              y={`${100 - bar.height}%`}
              width={`${bar.width}%`}
              height={`${bar.height}%`}
              className="fill-accent"
            />
          </g>
        ))}
        {plot.dates.map(({ date, x }) => (
          <text key={date} x={`${x}%`} y="100%" dy="18" textAnchor="middle" className="fill-muted">
            {dayAndMonth.format(new Date(date))}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** The figures day by day, the newest first. */
function Table({ days, orders, amount }: { days: SalesDay[] } & Totals) {
  const number = "text-right! tabular-nums";
  return (
    // A scrolling area without focusable content must itself be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-area mt-2" aria-label="Sales day by day" tabIndex={0}>
      <table className="table w-full">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className={number}>
              Orders
            </th>
            <th scope="col" className={number}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <td>{formatDate(day.date)}</td>
              <td className={number}>{formatCount(day.orders)}</td>
              <td className={number}>{formatRupees(day.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <td>Total</td>
            <td className={number}>{formatCount(orders)}</td>
            <td className={number}>{formatRupees(amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
