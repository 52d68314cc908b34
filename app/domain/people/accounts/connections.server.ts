import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "./passwords/account-mails";
import { type Connection, type Provider, PROVIDER_LABELS, type ThirdPartyPerson } from "./identities";
import { addIdentity, queueConnectedMail } from "./identities.server";

export type ConnectionOutcome = { ok: boolean; message: string };

/** How the owner of an account can sign in to it. */
export async function loginMethods(
  db: Db,
  accountId: number,
): Promise<{ hasPassword: boolean; connections: Connection[] }> {
  const { password_hash } = await db
    .selectFrom("accounts")
    .select("password_hash")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const connections = await db
    .selectFrom("identities")
    .select(["provider", "email", "linked_at as connectedAt"])
    .where("account_id", "=", accountId)
    .execute();
  return { hasPassword: password_hash !== null, connections };
}

/**
 * Connects a customer's identity at a provider with the account they are logged in to, even if the addresses differ.
 * Refused when that identity belongs to another account here, or this account has another identity of that provider.
 */
export async function connectIdentity(
  db: Db,
  accountId: number,
  person: ThirdPartyPerson,
  site: MailSite,
  now = new Date(),
): Promise<ConnectionOutcome> {
  const label = PROVIDER_LABELS[person.provider];
  const outcome = await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("accounts")
      .select(["id", "email"])
      .where("id", "=", accountId)
      .where("role", "=", "customer")
      .where("status", "=", "active")
      .executeTakeFirst();
    if (!account) return { ok: false, message: "This account cannot be connected" };
    const holder = await trx
      .selectFrom("identities")
      .select("account_id")
      .where("provider", "=", person.provider)
      .where("subject", "=", person.subject)
      .executeTakeFirst();
    if (holder?.account_id === accountId)
      return { ok: true, message: `${label} is connected to your account already` };
    if (holder) return { ok: false, message: `This ${label} account is connected to another account here` };
    if (!(await addIdentity(trx, accountId, person, now)))
      return { ok: false, message: `Please disconnect the other ${label} account first` };
    await queueConnectedMail(trx, account, person, site, now);
    return { ok: true, message: `${label} is connected to your account now` };
  });
  wake("mail");
  return outcome;
}

/**
 * Ends a connection, unless it is the only way to log in.
 * @param usable the providers that are configured at present: only with these can one log in
 */
export async function disconnectIdentity(
  db: Db,
  accountId: number,
  provider: Provider,
  usable: readonly Provider[],
): Promise<ConnectionOutcome> {
  const label = PROVIDER_LABELS[provider];
  return db.transaction().execute(async (trx) => {
    const ways = await loginMethods(trx, accountId);
    if (isOnlyLogin(provider, ways, usable)) {
      return {
        ok: false,
        message: `${label} is the only way into your account without a code by email. Please set a password first`,
      };
    }
    await trx
      .deleteFrom("identities")
      .where("account_id", "=", accountId)
      .where("provider", "=", provider)
      .execute();
    return { ok: true, message: `${label} is no longer connected to your account` };
  });
}

/** Whether the owner could no longer log in without this connection. */
export function isOnlyLogin(
  provider: Provider,
  { hasPassword, connections }: { hasPassword: boolean; connections: Connection[] },
  usable: readonly Provider[],
): boolean {
  const others = connections.filter((each) => each.provider !== provider && usable.includes(each.provider));
  return !hasPassword && others.length === 0;
}
