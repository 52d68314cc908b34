import { readDb } from "~/db/shop-database.server";
import { exportAccount } from "~/domain/people/accounts/deletion/account-export.server";
import { indianDate } from "~/domain/kit/dates";
import { sharedWork } from "~/platform/shared-work";
import { requireCustomer } from "~/http/request/guards.server";
import type { Route } from "./+types/data-download";

/** However often a customer asks at once, theirs is made once. */
const files = sharedWork<string>();

/** 'Download my data': a file only for its owner, never cached. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const now = new Date();
  const text = await files.ask(String(account.id), async () =>
    JSON.stringify(await exportAccount(readDb, account.id, now), null, 2),
  );
  return new Response(`${text}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${indianDate(now)}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
