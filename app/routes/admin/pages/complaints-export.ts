import { readDb, writeDb } from "~/db/shop-database.server";
import { complaintNumber, complaintState, settleBy } from "~/domain/front/complaints/complaints";
import { exportComplaints } from "~/domain/front/complaints/complaints.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/complaints-export";

const COLUMNS = [
  { key: "number", header: "number" },
  { key: "name", header: "name" },
  { key: "email", header: "email" },
  { key: "orderNumber", header: "order" },
  { key: "sentAt", header: "received" },
  { key: "acknowledgedAt", header: "confirmed" },
  { key: "settleBy", header: "to be settled by" },
  { key: "answeredAt", header: "settled" },
  { key: "state", header: "state" },
  { key: "message", header: "message" },
];

/** GET: all complaints as CSV. The audit log says who downloaded it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  await requireRecentProof(context, request, { back: "/admin/pages/messages?state=complaints" });
  await recordExport(writeDb, { staffId, list: "Complaints", filters: {} });
  const { requestId } = getRequestSession(context);
  return csvAnswer({ name: "complaints", columns: COLUMNS, rows: rowsOf(), requestId });
}

async function* rowsOf() {
  for await (const row of exportComplaints(readDb))
    yield {
      ...row,
      number: complaintNumber(row.id),
      settleBy: settleBy(row.sentAt),
      state: complaintState(row),
    };
}
