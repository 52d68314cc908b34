import { Outlet } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { hasAccount } from "~/domain/sales/trade/on-account.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/account";

/** What the list of the account's pages depends on. Each page itself admits only customers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { account } = getRequestSession(context);
  return { isOnAccount: account?.role === "customer" && (await hasAccount(readDb, account.id)) };
}

export default function AccountPages() {
  return <Outlet />;
}
