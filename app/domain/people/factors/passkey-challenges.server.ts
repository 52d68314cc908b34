import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";

const MINUTES = 5;

/** What a challenge may be used for: by `accountId` alone; null for a login with a passkey, which names the account. */
export interface ChallengeUse {
  purpose: Tables["passkey_challenges"]["purpose"];
  accountId: number | null;
}

/** Makes a challenge: what a passkey has to sign, once, within five minutes. @returns base64url */
export async function makeChallenge(
  db: Db,
  { purpose, accountId }: ChallengeUse,
  now: Date,
): Promise<string> {
  const challenge = randomToken();
  await db
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: sha256(challenge),
      purpose,
      account_id: accountId,
      expires_at: new Date(now.getTime() + MINUTES * 60_000).toISOString(),
    })
    .execute();
  return challenge;
}

/** Uses a challenge up. @returns false when it is unknown, used, too old, or was made for something else */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  { purpose, accountId }: ChallengeUse,
  now: Date,
): Promise<boolean> {
  const used = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", sha256(challenge))
    .where("purpose", "=", purpose)
    .where("account_id", accountId === null ? "is" : "=", accountId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}
