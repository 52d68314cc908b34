import type { Db } from "~/db/database.server";
import { type AuditFields, eraseFields } from "~/domain/kit/audit/audit";
import { eraseAuditValues } from "~/domain/kit/audit/audit-erasure.server";
import { eraseNotices } from "~/domain/shop/notices/notice-staff.server";
import { contactMessagesFrom, deleteContactMessages } from "~/domain/front/pages/contact.server";
import { forgetPayer } from "~/domain/sales/payments/payer.server";
import { forgetQuotations } from "~/domain/sales/quotations/quotations.server";
import { mailsOfAccount } from "../passwords/own-mails.server";

/** RFC 2606: no mail can be sent to a name below .invalid. */
const placeholder = (accountId: number) => `deleted-${accountId}@deleted.invalid`;

/**
 * Erases a customer, within the caller's transaction (DPDP Act 2023, section 12 (3)).
 *
 * Kept, because the law requires it: orders with lines, payments and refunds, with the names and addresses of the bill
 * (CGST Act, section 36: six years; section 8 (7) of the DPDP Act allows it). Mobile and email of the orders,
 * and what was written for a gift, are erased: no bill shows them. The account's row stays, without personal data, because its orders refer to it.
 * The search no longer finds the customer at once; their words are removed from its index after the commit
 * (`eraseFromIndex`).
 * @returns the address that the customer had
 */
export async function eraseAccount(
  trx: Db,
  accountId: number,
  now: Date,
): Promise<{ email: string; hasOrders: boolean }> {
  const { email } = await trx
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", accountId)
    .where("role", "=", "customer")
    .executeTakeFirstOrThrow();
  await eraseMails(trx, accountId);
  await eraseBelongings(trx, { accountId, email }, now);
  const orderIds = await scrubOrders(trx, { accountId, email }, now);
  await forgetPayer(trx, orderIds);
  const quotationIds = await forgetQuotations(trx, accountId, now);
  if (quotationIds.length > 0)
    await eraseAuditValues(trx, "quotation", quotationIds, (fields) => eraseFields(fields, [email]), now);
  await scrubAudit(trx, { accountId, email }, now);
  await trx
    .updateTable("accounts")
    .set({
      email: placeholder(accountId),
      first_name: "Deleted",
      last_name: "customer",
      password_hash: null,
      email_confirmed_at: null,
      status: "inactive",
      show_recommendations: 1,
      deleted_at: now.toISOString(),
    })
    .where("id", "=", accountId)
    .execute();
  return { email, hasOrders: orderIds.length > 0 };
}

interface Erased {
  accountId: number;
  email: string;
}

/** Deletes sent and queued mails; only the mail about the deletion is still sent, which is queued later. */
async function eraseMails(trx: Db, accountId: number): Promise<void> {
  const theirs = await mailsOfAccount(trx, accountId);
  await trx.deleteFrom("outgoing_mails").where(theirs).execute();
}

/** Deletes all rows of the account that need not be kept. Triggers adjust the ratings when the reviews go. */
async function eraseBelongings(trx: Db, { accountId, email }: Erased, now: Date): Promise<void> {
  const tables = [
    "addresses",
    "sessions",
    "account_tokens",
    "refresh_families",
    "sign_ins",
    "passkeys",
    "passkey_challenges",
    "totp_factors",
    "recovery_codes",
    "unfinished_sign_ins",
    "remembered_devices",
    "carts",
    "saved_items",
    "wishlist_items",
    "identities",
    "stashed_forms",
    "reviews",
  ] as const;
  for (const table of tables) await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
  await trx
    .deleteFrom("stock_alerts")
    .where((eb) => eb.or([eb("account_id", "=", accountId), eb("email", "=", email)]))
    .execute();
  await trx.deleteFrom("mailed_codes").where("email", "=", email).execute();
  await trx.deleteFrom("wanted_titles").where("email", "=", email).execute();
  const messages = await contactMessagesFrom(trx, email);
  await deleteContactMessages(
    trx,
    messages.map(({ id }) => id),
  );
  const subscriber = await trx
    .deleteFrom("newsletter_subscribers")
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  if (subscriber) await eraseAuditValues(trx, "newsletter", [subscriber.id], () => ({}), now);
}

/** @returns the account's orders */
async function scrubOrders(trx: Db, { accountId, email }: Erased, now: Date): Promise<number[]> {
  const orders = await trx
    .selectFrom("orders")
    .select(["id", "email", "mobile"])
    .where("account_id", "=", accountId)
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const known = [email, ...orders.flatMap((order) => [order.email, order.mobile])].filter(Boolean);
  await trx
    .updateTable("orders")
    .set({ email: "", mobile: "", gift_from: "", gift_message: "" })
    .where("id", "in", ids)
    .execute();
  await trx
    .updateTable("return_requests")
    .set({ remarks: "", answer: "" })
    .where("account_id", "=", accountId)
    .execute();
  await eraseStaffMails(trx, accountId, ids);
  await scrubNotes(trx, ids, [...new Set(known)], now);
  return ids;
}

/** Deletes the mails to staff that name the customer. */
async function eraseStaffMails(trx: Db, accountId: number, orderIds: number[]): Promise<void> {
  await eraseNotices(
    trx,
    orderIds.map((id) => `order:${id}`),
  );
  // Until staff chose their mails, those about returns went to the shop's support address.
  const returns = await trx
    .selectFrom("return_requests")
    .select("id")
    .where("account_id", "=", accountId)
    .execute();
  const keys = returns.map(({ id }) => `return-note:${id}`);
  await trx.deleteFrom("outgoing_mails").where("dedupe_key", "in", keys).execute();
}

/** Keeps notes about the orders, but removes email addresses and phone numbers from them. */
async function scrubNotes(trx: Db, orderIds: number[], known: string[], now: Date): Promise<void> {
  const clean = (text: string) => known.reduce((rest, word) => rest.replaceAll(word, "…"), text);
  const events = await trx
    .selectFrom("order_events")
    .select(["id", "detail"])
    .where("order_id", "in", orderIds)
    .execute();
  for (const { id, detail } of events) {
    if (clean(detail) === detail) continue;
    await trx
      .updateTable("order_events")
      .set({ detail: clean(detail) })
      .where("id", "=", id)
      .execute();
  }
  const refunds = await trx
    .selectFrom("refunds")
    .select(["id", "note"])
    .where("order_id", "in", orderIds)
    .execute();
  for (const { id, note } of refunds) {
    if (clean(note) === note) continue;
    await trx
      .updateTable("refunds")
      .set({ note: clean(note) })
      .where("id", "=", id)
      .execute();
  }
  await eraseAuditValues(trx, "order", orderIds, (fields) => eraseFields(fields, known), now);
}

/** Audit entries about the account are kept, but only with the fields that hold no personal data. */
const IMPERSONAL = new Set(["Status"]);

async function scrubAudit(trx: Db, { accountId, email }: Erased, now: Date): Promise<void> {
  const keep = (fields: AuditFields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => IMPERSONAL.has(name)));
  await eraseAuditValues(trx, "customer", [accountId], keep, now);
  // The list may have been searched for the customer before it was downloaded.
  await eraseAuditValues(trx, "export", null, (fields) => eraseFields(fields, [email]), now);
}
