import { useState } from "react";
import { Form, Link } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { isPackable, type OrderSearch, type StaffOrderRow } from "~/domain/sales/orders/desk/order-list";
import { progressStep, stateLabel, stepWords } from "~/domain/sales/orders/orders";
import { dueAtDoorSentence, stillDueAtDoor, stillToPay } from "~/domain/sales/orders/paying";
import { waitLabel } from "~/domain/sales/orders/fulfilment/pre-orders";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import { useMay } from "~/ui/admin/frame/rights";
import { Button } from "~/ui/kit/button";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { OrderMark } from "~/ui/admin/lists/order-mark";

const isOnItsWay = (row: StaffOrderRow) => row.state === "shipped";
/** It has a next step that several can take together. */
const isAtWork = (row: StaffOrderRow) => isPackable(row) || row.state === "packed" || isOnItsWay(row);
const isPrintable = ({ state }: StaffOrderRow) => progressStep(state) >= 0;

const SHIP = "/admin/orders/ship";
const MANIFEST = "/admin/orders/manifest";
const PAPERS = "/admin/orders/papers";

interface ListProps {
  rows: StaffOrderRow[];
  /** All orders of the list that can be packed, where it is the view of these: one button packs them. */
  packable: readonly number[];
  sort: OrderSearch["sort"];
  empty?: string;
}

/** The list's table in a form, with a bar of what can be done with the checked orders. */
export function TickedOrders(props: ListProps) {
  const { rows, packable } = props;
  const may = useMay();
  const [count, setCount] = useState(0);
  const canPack = may("dispatch") && rows.some(isPackable);
  const packed = rows.filter(({ state }) => state === "packed");
  const canShip = may("dispatch") && packed.length > 0;
  const onTheirWay = rows.filter(isOnItsWay);
  const canDeliver = may("dispatch") && onTheirWay.length > 0;
  // What cannot take a step is left out of it with its reason. Where no step is left, what has arrived is printed, such as bills.
  const isTickable = may("dispatch") && rows.some(isAtWork) ? () => true : isPrintable;
  const list = (
    <Form
      // Who only reads orders can only print.
      {...(may("dispatch") ? { method: "post" } : { method: "get", action: PAPERS })}
      preventScrollReset
      onChange={({ currentTarget }) =>
        setCount(currentTarget.querySelectorAll('input[name="order"]:checked').length)
      }
    >
      {rows.some(isTickable) ? (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          {canPack ? (
            <Button name="intent" value="pack" variant="quiet" size="sm">
              Mark as packed
            </Button>
          ) : null}
          <Button formMethod="get" formAction={PAPERS} variant="quiet" size="sm">
            Print
          </Button>
          {canShip ? (
            <Button formMethod="get" formAction={SHIP} variant="quiet" size="sm">
              {packed.every(({ isPickUp }) => isPickUp) ? "Ready to fetch" : "Ship"}
            </Button>
          ) : null}
          {may("dispatch") ? (
            <Button formMethod="get" formAction={MANIFEST} variant="quiet" size="sm">
              Manifest
            </Button>
          ) : null}
          {canDeliver ? (
            <Button name="intent" value="deliver" variant="quiet" size="sm">
              Mark as {arrivedWords(onTheirWay)}
            </Button>
          ) : null}
          <p role="status" className="text-muted">
            {count > 0 ? `${count} checked` : "the orders you check below"}
          </p>
          {may("dispatch") && packable.length > 1 ? (
            <Button
              form={PACK_ALL}
              name="intent"
              value="pack"
              variant="quiet"
              size="sm"
              className="sm:ml-auto"
            >
              Pack all {packable.length}
            </Button>
          ) : null}
        </div>
      ) : null}
      <OrderRows {...props} isTickable={isTickable} />
    </Form>
  );
  return (
    <>
      <Form id={PACK_ALL} method="post" preventScrollReset>
        {packable.map((id) => (
          <input key={id} type="hidden" name="order" value={id} />
        ))}
      </Form>
      {list}
    </>
  );
}

/** The form of the button that packs all. */
const PACK_ALL = "pack-all";

/** What the button of orders that have arrived says. */
function arrivedWords(rows: StaffOrderRow[]): string {
  const words = [false, true]
    .filter((isPickUp) => rows.some((row) => row.isPickUp === isPickUp))
    .map((isPickUp) => stepWords("delivered", isPickUp));
  return words.join(" or ");
}

const date = "whitespace-nowrap tabular-nums";

const COLUMNS: Column<StaffOrderRow>[] = [
  {
    title: "Order ID",
    sort: "id",
    className: "tabular-nums whitespace-nowrap",
    cell: (row) => (
      <Link to={`/admin/orders/${row.id}`} className="row-link">
        #{row.id}
      </Link>
    ),
  },
  {
    title: "Customer",
    cell: ({ customer }) => <CustomerLink customer={customer} />,
    className:
      "min-w-24 grow wrap-anywhere @max-4xl:basis-2/5 @max-4xl:@sm:basis-1/2 @max-4xl:@lg:basis-7/10",
  },
  {
    title: "Date",
    sort: "date",
    cell: (row) => formatDate(row.placedAt),
    className: `${date} @max-4xl:order-2`,
  },
  {
    title: "Status",
    cell: (row) => (
      <>
        <OrderMark state={row.state} label={stateLabel(row)} className="@4xl:whitespace-normal" />
        {row.state !== "pending" && stillDueAtDoor(row) > 0 ? (
          <span className="text-muted block text-xs">{dueAtDoorSentence(stillDueAtDoor(row))}</span>
        ) : null}
        {stillToPay(row) > 0 ? (
          <span className="text-muted block text-xs">{formatRupees(stillToPay(row))} to be paid</span>
        ) : null}
        {row.isRefunding ? <span className="block text-xs font-medium">Refund on its way</span> : null}
        {row.notes > 0 ? (
          <span className="text-muted block text-xs">
            {row.notes === 1 ? "1 note" : `${row.notes} notes`}
          </span>
        ) : null}
        {row.wait ? <span className="text-muted block text-xs">{waitLabel(row.wait)}</span> : null}
      </>
    ),
    className: "@max-4xl:order-1",
  },
  {
    title: "Carrier",
    cell: (row) => row.carrier,
    className: "min-w-16 @max-4xl:order-3",
  },
  {
    title: "Tracking",
    cell: (row) => row.trackingNo,
    className: "min-w-32 wrap-anywhere @max-4xl:order-3",
  },
  {
    title: "Dispatch Date",
    cell: (row) => row.despatchedAt && formatDate(row.despatchedAt),
    className: `${date} @max-4xl:hidden`,
  },
  {
    title: "Est. Delivery",
    cell: (row) => row.etaDate && formatDate(row.etaDate),
    className: `${date} @max-4xl:hidden`,
  },
  {
    title: "Total",
    sort: "total",
    cell: (row) => formatRupees(row.total),
    isNumber: true,
    className: "font-semibold",
  },
];

/** A checkbox of the form around the table. */
function checkboxOf(row: StaffOrderRow) {
  return (
    <input
      type="checkbox"
      name="order"
      value={row.id}
      aria-label={`Order #${row.id}`}
      className="check block"
    />
  );
}

function OrderRows({
  rows,
  sort,
  empty,
  isTickable,
}: ListProps & { isTickable: (row: StaffOrderRow) => boolean }) {
  const tickable = rows.filter(isTickable).length;
  const check: Column<StaffOrderRow> = {
    title: tickable > 1 ? <CheckAll /> : <span className="sr-only">Check</span>,
    cell: (row) => (isTickable(row) ? checkboxOf(row) : null),
    className: "entry-aside w-8 pr-0!",
  };
  return (
    <DataTable
      label="Orders"
      columns={tickable > 0 ? [check, ...COLUMNS] : COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      sort={sort}
      empty={empty}
      stacks
    />
  );
}

/** Checks every order on this page, or none; only with scripts. */
function CheckAll() {
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      title="Select all on this page"
      className="check needs-js block"
      onChange={({ currentTarget: { form, checked } }) => {
        form?.querySelectorAll<HTMLInputElement>('input[name="order"]').forEach((order) => {
          order.checked = checked;
        });
      }}
    />
  );
}
