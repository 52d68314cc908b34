import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDateTime } from "~/domain/kit/dates";
import type { ListedEndpoint } from "~/domain/shop/webhooks/deliveries";
import type { Column } from "~/ui/admin/lists/data-table";
import { EndpointState } from "./endpoint-state";

const pathOf = ({ id }: ListedEndpoint) => `/admin/programs/webhooks/${id}`;

export const ENDPOINT_COLUMNS: Column<ListedEndpoint>[] = [
  {
    title: "Endpoint",
    cell: (endpoint) => (
      <>
        <Link to={pathOf(endpoint)} className="link font-semibold wrap-anywhere">
          {endpoint.url}
        </Link>
        {endpoint.description ? (
          <span className="text-muted block text-xs wrap-anywhere" dir="auto">
            {endpoint.description}
          </span>
        ) : null}
      </>
    ),
    className: "min-w-52 max-w-96 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Events",
    cell: ({ events }) => (
      <ul className="font-mono text-xs leading-5">
        {events.map((event) => (
          <li key={event}>{event}</li>
        ))}
      </ul>
    ),
    className: "min-w-36 @max-4xl:basis-full",
  },
  { title: "State", cell: (endpoint) => <EndpointState {...endpoint} />, className: "min-w-36" },
  {
    title: "Last delivered",
    label: "Last delivered",
    cell: ({ lastDeliveredAt }) =>
      lastDeliveredAt === null ? <span className="text-muted">Never</span> : formatDateTime(lastDeliveredAt),
    className: "min-w-28",
  },
  { title: "Waiting", label: "Waiting", cell: ({ queued }) => formatCount(queued), isNumber: true },
];
