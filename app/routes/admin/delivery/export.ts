import { readDb, writeDb } from "~/db/shop-database.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { PLAN_COLUMN_KEYS, PLAN_COLUMNS } from "~/domain/sales/delivery/files/plan-columns";
import { planRows } from "~/domain/sales/delivery/files/plan-rows";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/export";

const COLUMNS = PLAN_COLUMN_KEYS.map((key) => ({ key, header: PLAN_COLUMNS[key] }));

/** GET: the whole plan as CSV, which /admin/delivery/file reads again. The audit log says who downloaded it. */
export async function loader({ context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const plan = await readPlan(readDb);
  await recordExport(writeDb, { staffId, list: "Delivery plan" });
  const { requestId } = getRequestSession(context);
  return csvAnswer({ name: "delivery-plan", columns: COLUMNS, rows: rowsOf(planRows(plan)), requestId });
}

async function* rowsOf<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}
