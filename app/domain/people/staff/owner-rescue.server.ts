import type { Db } from "~/db/database.server";
import { createAccountToken, voidAccountTokens } from "../accounts/account-tokens.server";
import { NAME_MAX } from "../accounts/account-limits";
import { emailKey } from "../accounts/accounts.server";
import { endSessionsOf } from "../accounts/sessions.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { accessInWords, parseExtraRights, STAFF_STATUS_LABELS } from "./staff";

export type RescueOutcome =
  /** `token` of a link to /resetpassword that works once, within one hour. `isNew`: the account was made. */
  { ok: true; accountId: number; token: string; isNew: boolean } | { ok: false; message: string };

/** Who it was, for the audit log. */
export const ON_THE_SERVER = "The command line of the server";

const CUSTOMERS_ADDRESS =
  "This is the address of a customer's account, and an account belongs either to a customer or to staff. Please give another address.";

/**
 * For somebody at the server, when no owner can log in: makes the account with this address an active owner, or adds
 * one, and makes a link by which its password is chosen. All its sessions and earlier links end. Customers' accounts are
 * refused.
 */
export async function rescueOwner(db: Db, email: string, now = new Date()): Promise<RescueOutcome> {
  const key = emailKey(email);
  return db.transaction().execute(async (trx): Promise<RescueOutcome> => {
    const found = await trx
      .selectFrom("accounts")
      .select(["id", "role", "job", "extra_rights", "status"])
      .where("email", "=", key)
      .executeTakeFirst();
    if (found?.role === "customer") return { ok: false, message: CUSTOMERS_ADDRESS };
    const id = found ? found.id : await addOwner(trx, key, now);
    if (found) {
      await trx
        .updateTable("accounts")
        .set({ job: "owner", extra_rights: "[]", status: "active" })
        .where("id", "=", id)
        .execute();
      await endSessionsOf(trx, id);
      await voidAccountTokens(trx, id, now);
    }
    const { token } = await createAccountToken(trx, id, "reset_password", now);
    const before = found?.job
      ? {
          ...accessInWords({ job: found.job, extraRights: parseExtraRights(found.extra_rights) }),
          Status: STAFF_STATUS_LABELS[found.status],
        }
      : {};
    const after = {
      ...accessInWords({ job: "owner", extraRights: [] }),
      Status: STAFF_STATUS_LABELS.active,
    };
    const what = {
      staffId: null,
      actor: ON_THE_SERVER,
      subject: "staff",
      subjectId: id,
      action: "recovered",
    } as const;
    await recordAudit(trx, { ...what, before, after }, now);
    return { ok: true, accountId: id, token, isNew: !found };
  });
}

/** @returns the new account's id; the name can be changed after logging in */
async function addOwner(trx: Db, email: string, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto("accounts")
    .values({
      email,
      password_hash: null,
      first_name: email.split("@")[0]!.slice(0, NAME_MAX),
      last_name: "",
      role: "admin",
      job: "owner",
      email_confirmed_at: now.toISOString(),
      created_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
