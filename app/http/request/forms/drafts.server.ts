import type { RouterContextProvider } from "react-router";
import { hasRight } from "~/domain/kit/rights/screens";
import { getRequestSession } from "../request-session.server";

/** Whether the store shows drafts: to staff who may edit its contents, in their preview of the store. */
export function showsDrafts(context: Readonly<RouterContextProvider>): boolean {
  const { account, preview } = getRequestSession(context);
  return preview && account?.role === "admin" && hasRight(account.rights, "content");
}
