import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/dates";
import { parseSubscriberSearch } from "~/domain/newsletter/subscribers";
import { exportSubscribers } from "~/domain/newsletter/subscribers.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { logger } from "~/platform/logger.server";
import type { Route } from "./+types/export";

const COLUMNS = [
  { key: "email", header: "email" },
  { key: "state", header: "state" },
  { key: "requestedAt", header: "requested" },
  { key: "confirmedAt", header: "confirmed" },
  { key: "unsubscribedAt", header: "unsubscribed" },
  { key: "unsubscribeLink", header: "unsubscribe link" },
];

/**
 * GET: all pages of the list, as filtered, as CSV. A byte order mark tells spreadsheets that it is UTF-8; cells that
 * they would take for a formula are escaped.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const search = parseSubscriberSearch(url.searchParams);
  const { id } = requireStaff(context);
  await requireRecentProof(context, request, { back: `/admin/newsletter${url.search}` });
  const { requestId, origin } = getRequestSession(context);
  logger.info({ requestId, staff: id, state: search.state ?? "all" }, "newsletter list export started");
  const csv = stringify({ header: true, columns: COLUMNS, bom: true, escape_formulas: true });
  pipeline(Readable.from(exportSubscribers(readDb, search, origin)), csv).catch((error: unknown) => {
    logger.error({ requestId, err: error }, "newsletter list export failed");
  });
  return new Response(Readable.toWeb(csv) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="newsletter-${indianDate(new Date())}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
