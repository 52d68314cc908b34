import { Outlet } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { hasQuotations } from "~/domain/sales/quotations/quotations.server";
import { hasAccount } from "~/domain/sales/trade/on-account.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/account";

/** What the list of the account's pages depends on. Each page itself admits only customers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { account } = getRequestSession(context);
  if (account?.role !== "customer") return { isOnAccount: false, hasQuotations: false };
  const [isOnAccount, isQuoted] = await Promise.all([
    hasAccount(readDb, account.id),
    hasQuotations(readDb, account.id),
  ]);
  return { isOnAccount, hasQuotations: isQuoted };
}

export default function AccountPages() {
  return <Outlet />;
}
