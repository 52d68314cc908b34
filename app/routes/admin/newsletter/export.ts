import { readDb, writeDb } from "~/db/shop-database.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { parseSubscriberSearch, SUBSCRIBER_STATE_LABELS } from "~/domain/readers/newsletter/subscribers";
import { exportSubscribers } from "~/domain/readers/newsletter/subscribers.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/export";

const COLUMNS = [
  { key: "email", header: "email" },
  { key: "state", header: "state" },
  { key: "requestedAt", header: "requested" },
  { key: "confirmedAt", header: "confirmed" },
  { key: "unsubscribedAt", header: "unsubscribed" },
  { key: "unsubscribeLink", header: "unsubscribe link" },
];

/** GET: all pages of the list, as filtered, as CSV. The audit log says who downloaded it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const search = parseSubscriberSearch(url.searchParams);
  const staffId = requireStaff(context).id;
  await requireRecentProof(context, request, { back: `/admin/newsletter${url.search}` });
  const filters = {
    ...(search.q && { Search: search.q }),
    State: search.state ? SUBSCRIBER_STATE_LABELS[search.state] : "All",
  };
  await recordExport(writeDb, { staffId, list: "Newsletter", filters });
  const { requestId, origin } = getRequestSession(context);
  const rows = exportSubscribers(readDb, search, origin);
  return csvAnswer({ name: "newsletter", columns: COLUMNS, rows, requestId });
}
