import { data } from "react-router";
import { database } from "~/db/shop-database.server";
import { accountFile } from "~/domain/accounting/exports/account-lists.server";
import { ACCOUNT_LISTS, isAccountList, isFileFormat } from "~/domain/accounting/exports/exports";
import { periodInUrl } from "~/domain/accounting/period";
import { readParam } from "~/domain/kit/search-params";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/export";

/**
 * GET ?month= or ?from=&to=, ?format=csv|xlsx: one of the accountant's lists as a file. The audit log says who downloaded it.
 * Lists that name buyers may ask for the password again.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const staffId = requireStaff(context).id;
  const { list } = params;
  const format = readParam(url.searchParams, "format") ?? "csv";
  if (!isAccountList(list) || !isFileFormat(format)) throw data(null, { status: 404 });
  const back = `/admin/accounts${url.search}`;
  const refuse = (text: string) => redirectWithFlash(context, back, { kind: "error", text });
  const read = periodInUrl(url.searchParams);
  if (!read.ok) return refuse(read.message);
  if (ACCOUNT_LISTS[list].personal) await requireRecentProof(context, request, { back });
  const file = await accountFile(database, { list, period: read.period, format }, staffId);
  if (!file.ok) return refuse(file.message);
  return downloadAnswer({ ...file, requestId: getRequestSession(context).requestId });
}
