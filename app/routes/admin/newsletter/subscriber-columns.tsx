import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { type Subscriber, SUBSCRIBER_STATE_LABELS } from "~/domain/readers/newsletter/subscribers";
import type { Column } from "~/ui/admin/lists/data-table";
import { EmailText } from "~/ui/kit/email-text";

const time = (at: string | null) => at && <time dateTime={at}>{formatDateTime(at)}</time>;

export const SUBSCRIBER_COLUMNS: Column<Subscriber>[] = [
  {
    title: "Email",
    sort: "email",
    cell: ({ email }) => <EmailText email={email} />,
    className: "min-w-44 @max-4xl:basis-full @max-4xl:font-semibold",
  },
  {
    title: "State",
    cell: ({ state, unsubscribedAt }) => (
      <>
        {SUBSCRIBER_STATE_LABELS[state]}
        {unsubscribedAt ? (
          <span className="text-muted block text-xs @max-4xl:inline">
            {" "}
            {state === "unsubscribed" ? "on" : "earlier unsubscribed on"} {time(unsubscribedAt)}
          </span>
        ) : null}
      </>
    ),
    className: "min-w-32",
  },
  {
    title: "Requested",
    sort: "requestedAt",
    cell: ({ requestedAt }) => time(requestedAt),
    label: "Requested",
    className: "tabular-nums whitespace-nowrap",
  },
  {
    title: "Confirmed",
    sort: "confirmedAt",
    cell: ({ confirmedAt }) => time(confirmedAt),
    label: "Confirmed",
    className: "tabular-nums whitespace-nowrap",
  },
  {
    title: <span className="sr-only">Actions</span>,
    cell: (row) => <Actions subscriber={row} />,
    className: "@max-4xl:ml-auto",
  },
];

function Actions({ subscriber: { id, email, state } }: { subscriber: Subscriber }) {
  const [params] = useSearchParams();
  const to = (action: string) => listHref(params, { confirm: `${action}-${id}` });
  return (
    <span className="flex justify-end gap-x-4 whitespace-nowrap">
      {state === "confirmed" ? (
        <Link to={to("unsubscribe")} preventScrollReset className="row-link">
          Unsubscribe<span className="sr-only">: {email}</span>
        </Link>
      ) : null}
      <Link to={to("remove")} preventScrollReset className="row-link">
        Remove<span className="sr-only">: {email}</span>
      </Link>
    </span>
  );
}
