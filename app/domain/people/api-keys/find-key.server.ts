import type { Db } from "~/db/database.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import type { Account } from "../accounts/sessions.server";
import { formatDate } from "~/domain/kit/dates";
import { isRight, staffRights } from "~/domain/kit/rights/rights";
import { KEY_PREFIX } from "./api-keys";

/** How precisely the last use of a key is known. */
const USE_EVERY_MS = 60_000;

export type FoundKey =
  | {
      ok: true;
      key: { id: number; name: string };
      /** Its maker, with those of the key's rights that they have too. */
      account: Account;
      /** The stored time of the last use is more than a minute old. */
      isDueForTouch: boolean;
    }
  | { ok: false; message: string };

/** Whether a bearer token looks like an API key; an access token does not. */
export const isKey = (token: string) => token.startsWith(KEY_PREFIX);

/**
 * The account for which a key works. It is found by its SHA-256, so nobody learns anything without the whole key.
 * @returns ok: false with a sentence when it is unknown, revoked, expired, or its maker's account is not active
 */
export async function findKey(db: Db, key: string, now = new Date()): Promise<FoundKey> {
  const row = await db
    .selectFrom("api_keys as k")
    .innerJoin("accounts as a", "a.id", "k.account_id")
    .select(["k.id", "k.name", "k.rights", "k.expires_at", "k.revoked_at", "k.last_used_at", "k.account_id"])
    .select(["a.email", "a.first_name", "a.last_name", "a.role", "a.status", "a.job", "a.extra_rights"])
    .where("k.key_hash", "=", sha256(key))
    .executeTakeFirst();
  if (!row) return { ok: false, message: "This API key is not known" };
  if (row.revoked_at !== null) return { ok: false, message: "This API key was revoked" };
  if (row.expires_at <= now.toISOString())
    return { ok: false, message: `This API key expired on ${formatDate(row.expires_at)}` };
  if (row.status !== "active" || row.role !== "admin")
    return { ok: false, message: "The account that made this API key is not active" };
  const { job, rights } = staffRights(row.role, row.job, row.extra_rights);
  const given = (JSON.parse(row.rights) as unknown[]).filter(isRight);
  return {
    ok: true,
    key: { id: row.id, name: row.name },
    account: {
      id: row.account_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      job,
      rights: rights.filter((right) => given.includes(right)),
      emailConfirmed: true,
      showRecommendations: false,
      groupId: null,
    },
    isDueForTouch: row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) >= USE_EVERY_MS,
  };
}

/** Stores that a key is used now. */
export async function touchKey(db: Db, id: number, now = new Date()): Promise<void> {
  await db.updateTable("api_keys").set({ last_used_at: now.toISOString() }).where("id", "=", id).execute();
}
