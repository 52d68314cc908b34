import { readDb } from "~/db/shop-database.server";
import { findTokenAccount } from "~/domain/accounts/refresh-tokens.server";
import type { Account } from "~/domain/accounts/sessions.server";
import { verifyAccessToken } from "./access-token.server";
import { readHeader } from "~/http/request/headers.server";

/**
 * The account that a request's bearer token belongs to.
 * @returns undefined without an Authorization header, null when the token is not valid (any more)
 */
export async function tokenAccount(request: Request): Promise<Account | null | undefined> {
  const header = readHeader(request, "authorization");
  if (header === null) return undefined;
  const token = /^Bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1];
  const ids = token === undefined ? null : await verifyAccessToken(token);
  return ids && findTokenAccount(readDb, ids.familyId, ids.accountId);
}
