import { Form, Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import type { OpenInvitation } from "~/domain/people/staff/staff";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Button } from "~/ui/kit/button";
import { JobCell, Person } from "./staff-columns";

const COLUMNS: Column<OpenInvitation>[] = [
  {
    title: "Name",
    cell: (invitation) => (
      <div id={`invitation-${invitation.id}`} className="scroll-mt-20">
        <Person {...invitation} />
      </div>
    ),
    className: "min-w-52 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Job",
    cell: (invitation) => <JobCell {...invitation} />,
    className: "min-w-40 @max-4xl:basis-full",
  },
  {
    title: "Sent",
    label: "Sent",
    cell: ({ sentAt, invitedBy }) => (
      <>
        {formatDateTime(sentAt)}
        {invitedBy ? (
          <span className="text-muted block text-xs wrap-anywhere">
            by <bdi>{invitedBy}</bdi>
          </span>
        ) : null}
      </>
    ),
    className: "tabular-nums @max-4xl:basis-full",
  },
  {
    title: "Valid until",
    label: "Valid until",
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? <span className="text-bad font-semibold">Expired</span> : formatDateTime(expiresAt),
    className: "tabular-nums @max-4xl:basis-full",
  },
  { title: "Actions", cell: (invitation) => <Actions {...invitation} />, className: "@max-4xl:ml-auto" },
];

/** The invitations that nobody has accepted yet. Each can be sent again (intent=resend) or withdrawn. */
export function InvitationList({ invitations }: { invitations: OpenInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <div className="part-head">
        <h2 id="invitations">Open invitations</h2>
      </div>
      <DataTable
        label="Open invitations"
        columns={COLUMNS}
        rows={invitations}
        rowKey={(invitation) => invitation.id}
        stacks
      />
    </section>
  );
}

function Actions({ id, name }: OpenInvitation) {
  const [params] = useSearchParams();
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="resend" variant="quiet" size="sm">
        Send again<span className="sr-only">: invitation of {name}</span>
      </Button>
      <Link to={listHref(params, { confirm: `withdraw-${id}` })} preventScrollReset className="row-link">
        Withdraw<span className="sr-only">: invitation of {name}</span>
      </Link>
    </Form>
  );
}
