import { Link } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { codInWords, placesInWords, pricesInWords } from "~/domain/sales/delivery/method-summary";
import type { DeliveryZone } from "~/domain/sales/delivery/plan";
import type { Column } from "~/ui/admin/lists/data-table";
import { useListParams } from "~/ui/admin/lists/list-params";

export const ZONE_COLUMNS: Column<DeliveryZone>[] = [
  {
    title: "Zone",
    cell: ({ id, name }) => (
      <Link to={`/admin/delivery/zones/${id}`} className="link font-semibold wrap-anywhere" dir="auto">
        {name}
      </Link>
    ),
    className: "min-w-32 align-top! @max-4xl:basis-full",
  },
  {
    title: "Places",
    cell: (zone) => placesInWords(zone),
    className: "min-w-48 max-w-96 align-top! @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Methods",
    cell: ({ methods }) => (
      <ul className="grid gap-1">
        {methods.map((method) => (
          <li key={method.id}>
            <span className="font-semibold" dir="auto">
              {method.name}
            </span>
            : {pricesInWords(method)}
            {method.cod.offered ? (
              <span className="text-muted"> · at the door: {codInWords(method)}</span>
            ) : null}
          </li>
        ))}
      </ul>
    ),
    className: "min-w-64 align-top! @max-4xl:basis-full",
  },
  {
    title: "Actions",
    cell: (zone) => <Actions {...zone} />,
    className: "align-top! @max-4xl:ml-auto",
  },
];

function Actions({ id, name }: DeliveryZone) {
  const params = useListParams();
  return (
    <span className="flex gap-4">
      <Link to={`/admin/delivery/zones/${id}`} className="row-link">
        Edit<span className="sr-only"> {name}</span>
      </Link>
      <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
        Delete<span className="sr-only"> {name}</span>
      </Link>
    </span>
  );
}
