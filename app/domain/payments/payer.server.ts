import type { Db } from "~/db/database.server";

/** What the gateway says of the person who pays, wherever it stands in an entity. */
const PERSONAL = new Set([
  "email",
  "contact",
  "vpa",
  "upi",
  "card",
  "customer_id",
  "customer_details",
  "bank_account",
  "bank_transfer",
]);

/**
 * An event's body without what it says of the payer: the shop works by ids, amounts and states (DPDP Act 2023,
 * section 8: personal data is erased once its purpose is served). One that says nothing stays as it came; one that is
 * no JSON is emptied.
 */
export function withoutPayer(body: string): string {
  let isPersonal = false;
  const impersonal = (key: string, value: unknown) => {
    if (!PERSONAL.has(key)) return value;
    isPersonal = true;
    return undefined;
  };
  try {
    const rest: unknown = JSON.parse(body, impersonal);
    return isPersonal ? JSON.stringify(rest) : body;
  } catch {
    return "{}";
  }
}

/**
 * Erases the payer from all that the gateway told of these orders and is still kept: events that wait to be worked
 * on (of the others `withoutPayer` has kept nothing), and the sandbox gateway's own books.
 */
export async function forgetPayer(trx: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = await trx
    .selectFrom("orders")
    .select("gateway_order_id as id")
    .where("id", "in", orderIds)
    .where("gateway_order_id", "is not", null)
    .execute();
  const gatewayOrders = orders.map(({ id }) => id!);
  if (gatewayOrders.length === 0) return;
  const payments = await trx
    .selectFrom("payments")
    .select("gateway_payment_id as id")
    .where("order_id", "in", orderIds)
    .execute();
  const names = [...gatewayOrders, ...payments.map(({ id }) => id)].map((id) => JSON.stringify(id));
  const isTheirs = ({ body }: { body: string }) => names.some((name) => body.includes(name));

  const waiting = await trx
    .selectFrom("payment_events")
    .select(["id", "body"])
    .where("processed_at", "is", null)
    .execute();
  for (const { id, body } of waiting.filter(isTheirs))
    await trx
      .updateTable("payment_events")
      .set({ body: withoutPayer(body) })
      .where("id", "=", id)
      .execute();

  await trx
    .updateTable("sandbox_payments")
    .set({ email: null, contact: null, vpa: null, card_last4: null })
    .where("order_id", "in", gatewayOrders)
    .execute();
  const undelivered = await trx
    .selectFrom("sandbox_webhooks")
    .select(["id", "body"])
    .where("next_try_at", "is not", null)
    .execute();
  for (const { id, body } of undelivered.filter(isTheirs))
    await trx
      .updateTable("sandbox_webhooks")
      .set({ body: withoutPayer(body) })
      .where("id", "=", id)
      .execute();
}
