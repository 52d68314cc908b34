import type { Db } from "~/db/database.server";
import { saveEndpoint } from "~/domain/shop/webhooks/endpoints.server";
import { WEBHOOK_EVENTS, type WebhookEvent } from "~/domain/shop/webhooks/webhooks";
import { createStaff } from "../factories";

/** Every name is found, at a public address. */
export const resolveToPublic = async () => [{ address: "93.184.216.34", family: 4 }];

/** An active endpoint, by default for all events. */
export async function createEndpoint(
  db: Db,
  given: { url?: string; events?: WebhookEvent[]; staffId?: number } = {},
): Promise<{ id: number; secret: string; staffId: number }> {
  const { url = "https://hooks.test/", events = [...WEBHOOK_EVENTS] } = given;
  const staffId = given.staffId ?? (await createStaff(db));
  const fields = { url, events, description: "" };
  const saved = await saveEndpoint(db, { id: null, staffId, fields, version: 0 }, resolveToPublic);
  if (!saved.ok) throw new Error(saved.message);
  return { id: saved.id, secret: saved.secret!, staffId };
}

/** What is queued or was sent, the oldest first, with its parsed payload. */
export async function storedDeliveries(db: Db) {
  const rows = await db.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();
  return rows.map((row) => ({ ...row, body: JSON.parse(row.payload) as { type: string; data: never } }));
}
