import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { complaintNumber, complaintState } from "~/domain/front/complaints/complaints";
import { findComplaint } from "~/domain/front/complaints/complaints.server";
import { formatDateTime } from "~/domain/kit/dates";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/complaint";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Your complaint") }, { name: "robots", content: "noindex" }];
}

/** How far a complaint is, for who has the link from the mail. Without what was written. */
export async function loader({ params }: Route.LoaderArgs) {
  const complaint = await findComplaint(readDb, params.token);
  if (!complaint) throw data(null, { status: 404 });
  return { complaint };
}

export default function ComplaintPage({ loaderData: { complaint } }: Route.ComponentProps) {
  return (
    <AccountPanel title={`Complaint ${complaintNumber(complaint.id)}`}>
      <p className="text-lg font-semibold">{complaintState(complaint)}.</p>
      <p>
        It arrived on <time dateTime={complaint.sentAt}>{formatDateTime(complaint.sentAt)}</time>. We write to
        the address that you gave.
      </p>
    </AccountPanel>
  );
}
