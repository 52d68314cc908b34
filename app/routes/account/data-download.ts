import { readDb } from "~/db/shop-database.server";
import { exportAccount } from "~/domain/people/accounts/deletion/account-export.server";
import { indianDate } from "~/domain/kit/dates";
import { requireCustomer } from "~/http/request/guards.server";
import type { Route } from "./+types/data-download";

/** 'Download my data': a file only for its owner, never cached. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const now = new Date();
  const text = JSON.stringify(await exportAccount(readDb, account.id, now), null, 2);
  return new Response(`${text}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${indianDate(now)}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
