import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { SalesDay } from "~/domain/sales/orders/desk/sales.server";
import { DayBars, type DayPlot } from "~/ui/admin/lists/day-bars";

const ordersText = (count: number) => (count === 1 ? "1 order" : `${formatCount(count)} orders`);

/** The sales of the last days as a bar chart, and the same figures as a table. */
export function Sales({ days, plot }: { days: SalesDay[]; plot: DayPlot }) {
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

function Bars({ days, plot, orders, amount }: { days: SalesDay[]; plot: DayPlot } & Totals) {
  const best = days.reduce((one, other) => (other.amount > one.amount ? other : one));
  const period = `${formatDate(days[0]!.date)} to ${formatDate(days.at(-1)!.date)}`;
  const summary = `A bar for each day from ${period}: ${formatRupees(amount)} from ${ordersText(orders)} in all. The best day was ${formatDate(best.date)} with ${formatRupees(best.amount)}. The table below has every day.`;
  return (
    <DayBars
      id="sales"
      title={`Sales over the last ${days.length} days, in rupees`}
      summary={summary}
      plot={plot}
      texts={days.map((day) => `${formatRupees(day.amount)} from ${ordersText(day.orders)}`)}
    />
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
