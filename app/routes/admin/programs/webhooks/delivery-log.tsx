import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { type Listing, listHref } from "~/domain/kit/listing/listing";
import type { DeliveryRow, DeliverySearch } from "~/domain/shop/webhooks/deliveries";
import { DELIVERY_STATUSES, DELIVERY_WORDS } from "~/domain/shop/webhooks/webhooks";
import type { Column } from "~/ui/admin/lists/data-table";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { useReloadWhile } from "~/ui/admin/frame/use-reload-while";
import { DeliveryState } from "./delivery-state";
import { ListTable } from "~/ui/admin/lists/list-page";

const COLUMNS: Column<DeliveryRow>[] = [
  {
    title: "Event",
    cell: (row) => <OpenLink {...row} />,
    className: "min-w-40 @max-4xl:basis-full",
  },
  { title: "Happened", cell: ({ createdAt }) => formatDateTime(createdAt), className: "min-w-36" },
  { title: "State", cell: (row) => <DeliveryState {...row} />, className: "min-w-40" },
  {
    title: "Answer",
    cell: ({ answerStatus, problem }) =>
      problem ??
      (answerStatus === null ? <span className="text-muted">None yet</span> : `Answered ${answerStatus}`),
    className: "min-w-32 wrap-anywhere @max-4xl:basis-full",
  },
  { title: "Tries", label: "Tries", cell: ({ attempts }) => attempts, isNumber: true },
];

function OpenLink({ id, type, createdAt }: DeliveryRow) {
  const [params] = useSearchParams();
  return (
    <Link to={listHref(params, { delivery: id })} preventScrollReset className="row-link">
      {type}
      <span className="sr-only">, {formatDateTime(createdAt)}</span>
    </Link>
  );
}

const STATUSES = DELIVERY_STATUSES.map((status) => [status, DELIVERY_WORDS[status]] as const);

interface DeliveryLogProps {
  list: Listing<DeliveryRow>;
  search: DeliverySearch;
  isPaused: boolean;
}

/** What was sent to the endpoint within 30 days, and what waits. Where scripts run it follows what is being sent. */
export function DeliveryLog({ list, search, isPaused }: DeliveryLogProps) {
  useReloadWhile(
    !isPaused &&
      list.rows.some(
        ({ attempts, isSending, status }) => isSending || (status === "queued" && attempts === 0),
      ),
  );
  return (
    <section aria-labelledby="deliveries">
      <div className="part-head">
        <h2 id="deliveries">Deliveries</h2>
      </div>
      <ListTable
        label="Deliveries"
        columns={COLUMNS}
        list={list}
        search={search}
        filters={<SelectFilter label="State" name="status" value={search.status} options={STATUSES} />}
        finds="Finds the type of an event, such as order.paid, and the webhook-id."
        rowKey={(row) => row.id}
        none="Nothing was sent yet. Deliveries are kept for 30 days"
        stacks
      />
    </section>
  );
}
