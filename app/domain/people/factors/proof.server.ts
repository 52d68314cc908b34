import type { Db } from "~/db/database.server";
import { PROOF_MINUTES } from "./factors";

/** Whether the account has proved itself in this session within the last 15 minutes. @param provedAt ISO 8601 */
export const isRecentProof = (provedAt: string | null, now = new Date()): boolean =>
  provedAt !== null && now.getTime() - Date.parse(provedAt) < PROOF_MINUTES * 60_000;

/** Stores that the account has just proved itself. @param sessionHash the SHA-256 of the session's id */
export async function storeProof(
  db: Db,
  { accountId, sessionHash }: { accountId: number; sessionHash: string },
  now = new Date(),
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: now.toISOString() })
    .where("id_hash", "=", sessionHash)
    .where("account_id", "=", accountId)
    .execute();
}
