import { Link } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { codInWords, daysInWords, pricesInWords } from "~/domain/sales/delivery/method-summary";
import type { DeliveryMethod } from "~/domain/sales/delivery/plan";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { useListParams } from "~/ui/admin/lists/list-params";
import { ButtonLink } from "~/ui/kit/button";

const COLUMNS: Column<DeliveryMethod>[] = [
  {
    title: "Method",
    cell: ({ name, carrier, isGyanPost }) => (
      <>
        <span className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </span>
        {carrier ? <span className="text-muted block text-xs wrap-anywhere">{carrier}</span> : null}
        {isGyanPost ? <span className="text-muted block text-xs">Not for all books</span> : null}
      </>
    ),
    className: "min-w-32 @max-4xl:basis-full",
  },
  { title: "Price", cell: (method) => pricesInWords(method), className: "min-w-40 @max-4xl:basis-full" },
  {
    title: "Days",
    cell: (method) => (
      <>
        {daysInWords(method)}
        {method.pickUp ? <span className="text-muted block text-xs">Picked up at the shop</span> : null}
      </>
    ),
    className: "min-w-32",
  },
  { title: "At the door", cell: (method) => codInWords(method), label: "At the door" },
  { title: "Actions", cell: (method) => <Actions {...method} />, className: "@max-4xl:ml-auto" },
];

function Actions({ id, name }: DeliveryMethod) {
  const params = useListParams();
  return (
    <span className="flex gap-4">
      <Link to={listHref(params, { edit: id })} preventScrollReset className="row-link">
        Edit<span className="sr-only"> {name}</span>
      </Link>
      <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
        Delete<span className="sr-only"> {name}</span>
      </Link>
    </span>
  );
}

/** The methods of a zone. */
export function MethodList({ methods }: { methods: DeliveryMethod[] }) {
  return (
    <section aria-labelledby="methods" className="min-w-0">
      <div className="part-head">
        <h2 id="methods">Methods</h2>
        <ButtonLink to={listHref(useListParams(), { add: 1 })} preventScrollReset variant="plain" size="sm">
          Add Method
        </ButtonLink>
      </div>
      <DataTable
        label="Methods of the zone"
        columns={COLUMNS}
        rows={methods}
        rowKey={({ id }) => id}
        stacks
      />
    </section>
  );
}
