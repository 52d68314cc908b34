import { readDb } from "~/db/shop-database.server";
import { FIND_MAX } from "~/domain/opening/find-anything/finding";
import { findAnything } from "~/domain/opening/find-anything/finding.server";
import { readTyped } from "~/domain/kit/search-params";
import { redirect } from "~/http/answers/redirect.server";
import { requireStaff } from "~/http/request/guards.server";
import { readHeader } from "~/http/request/headers.server";
import type { Route } from "./+types/suggest";

/** GET ?q=: what /admin/find shows, as JSON, while somebody types. Opened as a page it leads there. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const q = readTyped(url.searchParams, "q", FIND_MAX);
  if (readHeader(request, "accept")?.includes("text/html"))
    return redirect(`/admin/find?${new URLSearchParams({ q })}`);
  return Response.json(await findAnything(readDb, { q, rights }), {
    headers: { "Cache-Control": "no-store" },
  });
}
