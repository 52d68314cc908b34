import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { JOBS, type Right, RIGHTS } from "~/domain/kit/rights/rights";
import { type Access, STAFF_STATUS_LABELS, type StaffMember } from "~/domain/people/staff/staff";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import type { Column } from "~/ui/admin/lists/data-table";
import { EmailText } from "~/ui/kit/email-text";

/** @param ownId the member of staff who looks at the list: nobody deactivates themselves */
export const staffColumns = (ownId: number): Column<StaffMember>[] => [
  {
    title: "Name",
    cell: ({ name, email, id }) => <Person name={name} email={email} isOwn={id === ownId} />,
    className: "min-w-52 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Job",
    cell: (member) => <JobCell {...member} />,
    className: "min-w-40 @max-4xl:basis-full",
  },
  {
    title: "Second step",
    label: "Second step at login",
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? "On" : <span className="text-muted">Off</span>),
  },
  {
    title: "Last login",
    label: "Last login",
    cell: ({ lastSignInAt }) =>
      lastSignInAt === null ? <span className="text-muted">–</span> : formatDateTime(lastSignInAt),
    className: "tabular-nums @max-4xl:basis-full",
  },
  {
    title: "Status",
    cell: ({ id, name, status }) =>
      id === ownId ? (
        <span className="font-semibold">{STAFF_STATUS_LABELS[status]}</span>
      ) : (
        <ConfirmSwitch
          isOn={status === "active"}
          name={`Active: ${name}`}
          shown={STAFF_STATUS_LABELS[status]}
          confirm={`${status === "active" ? "deactivate" : "activate"}-${id}`}
        />
      ),
    className: "w-32 @max-4xl:w-auto",
  },
  {
    title: "Actions",
    cell: (member) => <EditLink {...member} />,
    className: "@max-4xl:ml-auto",
  },
];

export function Person({ name, email, isOwn = false }: { name: string; email: string; isOwn?: boolean }) {
  return (
    <>
      <span className="font-semibold wrap-anywhere" dir="auto">
        {name}
      </span>
      {isOwn ? <span className="text-muted"> (you)</span> : null}
      <span className="text-muted block text-xs">
        <EmailText email={email} />
      </span>
    </>
  );
}

/** The job, with the extra rights below it. */
export function JobCell({ job, extraRights }: Access) {
  return (
    <>
      {JOBS[job].label}
      {extraRights.map((right: Right) => (
        <span key={right} className="text-muted block text-xs">
          may also {RIGHTS[right]}
        </span>
      ))}
    </>
  );
}

function EditLink({ id, name }: StaffMember) {
  const [params] = useSearchParams();
  return (
    <Link to={listHref(params, { edit: id })} preventScrollReset className="row-link">
      Edit<span className="sr-only"> {name}</span>
    </Link>
  );
}
