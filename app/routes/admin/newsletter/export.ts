import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/dates";
import { parseSubscriberSearch } from "~/domain/newsletter/subscribers";
import { exportSubscribers } from "~/domain/newsletter/subscribers.server";
import { requireStaff } from "~/http/request/guards.server";
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
 * GET: what the list shows, on all its pages, as CSV. A mark at its start tells spreadsheets that it is UTF-8; what
 * they would take for a formula is quoted.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseSubscriberSearch(url.searchParams);
  const { id } = requireStaff(context);
  const { requestId, origin } = getRequestSession(context);
  logger.info({ requestId, staff: id, state: search.state ?? "all" }, "the newsletter's list is exported");
  const csv = stringify({ header: true, columns: COLUMNS, bom: true, escape_formulas: true });
  pipeline(Readable.from(exportSubscribers(readDb, search, origin)), csv).catch((error: unknown) => {
    logger.error({ requestId, err: error }, "the newsletter's list was not exported to its end");
  });
  return new Response(Readable.toWeb(csv) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="newsletter-${indianDate(new Date())}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
