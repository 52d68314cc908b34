import type { Db } from "~/db/database.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { formatDateTime } from "~/domain/kit/dates";
import { isRight, type Right, staffRights } from "~/domain/kit/rights/rights";
import { type ApiKey, KEY_PREFIX, type KeyState, rightsToGive } from "./api-keys";
import type { KeyFields } from "./api-keys.schema";

/** Active keys of one account; a program needs one. */
const MOST_KEYS = 20;

export type MakeKeyOutcome =
  /** `key` is shown now and never again. */
  | { ok: true; id: number; name: string; key: string }
  | { ok: false; field: "name" | "rights"; message: string };

/**
 * Makes a key for a program. Only its SHA-256 is stored.
 * @param given.rights those of its maker, who can give no others
 */
export async function makeKey(
  db: Db,
  { staffId, rights, fields }: { staffId: number; rights: readonly Right[]; fields: KeyFields },
  now = new Date(),
): Promise<MakeKeyOutcome> {
  const own = rightsToGive(rights);
  if (!fields.rights.every((right) => own.includes(right)))
    return { ok: false, field: "rights", message: "You can only give rights that you have yourself" };
  const key = KEY_PREFIX + randomToken();
  const at = now.toISOString();
  return db.transaction().execute(async (trx): Promise<MakeKeyOutcome> => {
    const active = await trx
      .selectFrom("api_keys")
      .select("name")
      .where("account_id", "=", staffId)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", at)
      .execute();
    const name = fields.name.toLowerCase();
    // A form that is posted twice must not make two keys, of which one is forgotten.
    if (active.some((one) => one.name.toLowerCase() === name))
      return { ok: false, field: "name", message: "You have a key with this name already" };
    if (active.length >= MOST_KEYS)
      return { ok: false, field: "name", message: `You have ${MOST_KEYS} keys already. Revoke one first` };
    const { id } = await trx
      .insertInto("api_keys")
      .values({
        name: fields.name,
        key_hash: sha256(key),
        last_four: key.slice(-4),
        rights: JSON.stringify(fields.rights),
        account_id: staffId,
        created_at: at,
        expires_at: fields.expiresAt.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const after = {
      Name: fields.name,
      Rights: fields.rights,
      Expires: formatDateTime(fields.expiresAt.toISOString()),
    };
    await recordAudit(trx, { staffId, subject: "api_key", subjectId: id, action: "made", after }, now);
    return { ok: true, id, name: fields.name, key };
  });
}

/** Revokes a key: it stops working at once. A repeated call changes nothing. @returns its name; null: no such key */
export async function revokeKey(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const key = await trx.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();
    if (!key || key.revoked_at !== null) return key?.name ?? null;
    await trx
      .updateTable("api_keys")
      .set({ revoked_at: now.toISOString(), revoked_by: staffId })
      .where("id", "=", id)
      .execute();
    const change = { before: { Active: true }, after: { Active: false } };
    await recordAudit(trx, { staffId, subject: "api_key", subjectId: id, action: "revoked", ...change }, now);
    return key.name;
  });
}

const parseRights = (stored: string): Right[] => (JSON.parse(stored) as unknown[]).filter(isRight);

/** All keys, the newest first; those that work before those that do not any more. */
export async function listKeys(db: Db, now = new Date()): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys as k")
    .innerJoin("accounts as a", "a.id", "k.account_id")
    .selectAll("k")
    .select(["a.status", "a.role", "a.job", "a.extra_rights"])
    .orderBy("k.id", "desc")
    .execute();
  const names = await staffNames(db);
  const keys = rows.map((row): ApiKey => {
    const given = parseRights(row.rights);
    const own = row.status === "active" ? staffRights(row.role, row.job, row.extra_rights).rights : [];
    const present = given.filter((right) => own.includes(right));
    const isOver = row.expires_at <= now.toISOString();
    const state: KeyState =
      row.revoked_at !== null ? "revoked" : isOver ? "expired" : present.length === 0 ? "idle" : "active";
    return {
      id: row.id,
      name: row.name,
      lastFour: row.last_four,
      rights: given,
      present,
      makerId: row.account_id,
      maker: names.get(row.account_id) ?? "",
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
      state,
    };
  });
  const isDone = ({ state }: ApiKey) => (state === "revoked" || state === "expired" ? 1 : 0);
  return keys.sort((one, other) => isDone(one) - isDone(other));
}
