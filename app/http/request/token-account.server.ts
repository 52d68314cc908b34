import { readDb, writeDb } from "~/db/shop-database.server";
import { findTokenAccount } from "~/domain/people/accounts/refresh-tokens.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { findKey, isKey, touchKey } from "~/domain/people/api-keys/find-key.server";
import { logger } from "~/platform/logger.server";
import { verifyAccessToken } from "./access-token.server";
import { readHeader } from "~/http/request/headers.server";

/** Who sent a bearer token. */
export type TokenCaller =
  /** `key`: of a program; the account then is its maker, with the rights of both. null: an access token. */
  { ok: true; account: Account; key: { id: number; name: string } | null } | { ok: false; message: string };

const NOT_VALID = "The access token is not valid any more";

/**
 * The account that a request's bearer token belongs to: an access token, or an API key.
 * @returns undefined without an Authorization header; ok: false with a sentence when the token is not valid (any more)
 */
export async function tokenCaller(request: Request): Promise<TokenCaller | undefined> {
  const header = readHeader(request, "authorization");
  if (header === null) return undefined;
  const token = /^Bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1];
  if (token === undefined) return { ok: false, message: NOT_VALID };
  if (isKey(token)) return keyCaller(token);
  const ids = await verifyAccessToken(token);
  const account = ids && (await findTokenAccount(readDb, ids.familyId, ids.accountId));
  return account ? { ok: true, account, key: null } : { ok: false, message: NOT_VALID };
}

async function keyCaller(token: string): Promise<TokenCaller> {
  const found = await findKey(readDb, token);
  if (!found.ok) return found;
  const { account, key } = found;
  if (found.isDueForTouch) {
    // When nothing can be written the call is still answered.
    await touchKey(writeDb, key.id).catch((error: unknown) =>
      logger.warn({ err: error, key: key.id }, "the use of an API key was not stored"),
    );
  }
  return { ok: true, account, key };
}
