import { readDb, writeDb } from "~/db/shop-database.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { parseManifestColumns } from "~/domain/sales/orders/fulfilment/manifest";
import { manifestRows } from "~/domain/sales/orders/fulfilment/manifest.server";
import { csvAnswer } from "~/http/answers/csv-answer.server";
import { saveColumns, savedColumns } from "~/domain/sales/saved-columns.server";
import { requireStaff } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/manifest-file";
import { readOrderIds } from "../order-ids";

/** GET: the manifest of the orders in the address (`order`), else of all packed ones, with its `column`s, their headings and places, which are saved for the next one. The audit log says who. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const ids = readOrderIds(url.searchParams);
  const columns = parseManifestColumns(url.searchParams, await savedColumns(readDb, "manifest"));
  const filters = { Orders: ids.length > 0 ? ids.map((id) => `#${id}`).join(", ") : "All packed" };
  await recordExport(writeDb, { staffId, list: "Manifest", filters });
  await saveColumns(writeDb, "manifest", columns);
  return csvAnswer({
    name: "manifest",
    columns: columns.map(({ column, header }) => ({ key: column, header })),
    rows: manifestRows(readDb, ids),
    requestId: getRequestSession(context).requestId,
  });
}
