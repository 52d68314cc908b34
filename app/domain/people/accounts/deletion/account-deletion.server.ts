import type { Db } from "~/db/database.server";
import { eraseFromIndex } from "~/db/search/full-text.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import { formatRupees } from "~/domain/kit/money";
import { isToConfirm, isToTransfer, type Paying } from "~/domain/sales/orders/paying";
import { openInvoices } from "~/domain/sales/trade/on-account.server";
import { isRefundStuck } from "~/domain/sales/orders/money/refunds";
import { deleteAccountMail, accountDeletedMail, type MailSite } from "../passwords/account-mails";
import { consumeAccountToken, findAccountToken } from "../account-tokens.server";
import { eraseAccount } from "./erasure.server";
import { TOO_MANY_LINKS, sendLink } from "../passwords/mailed-links.server";
import { checkPassword, type PasswordRefusal, isStillValid } from "../passwords/password-check.server";

const ACCOUNT_DELETED = "Your account has been deleted";
const LINK_SENT = "We have sent you a link. Please open it to delete your account";

/** Something unfinished that keeps the account from being deleted. */
export interface Obstacle {
  orderId: number;
  /** A sentence without its full stop. */
  message: string;
}

const UNDER_WAY = {
  pending: "waits for its payment",
  paid: "is being prepared",
  packed: "is packed and about to leave",
  shipped: "is on its way to you",
} as const;

function whatItWaitsFor(order: Paying & { state: keyof typeof UNDER_WAY }): string {
  if (isToConfirm(order)) return "waits to be confirmed";
  return isToTransfer(order) ? "waits for your transfer" : UNDER_WAY[order.state];
}

/**
 * Why the account cannot be deleted yet: orders under way, what is still to be paid of others, refunds that have not arrived,
 * returns that are open.
 */
export async function findObstacles(db: Db, accountId: number): Promise<Obstacle[]> {
  const [orders, invoices, refunds, returns] = await Promise.all([
    db
      .selectFrom("orders")
      .select(["id", "state", "payment_way as paymentWay", "total", "due_at_door as dueAtDoor"])
      .where("account_id", "=", accountId)
      .where("state", "in", Object.keys(UNDER_WAY) as (keyof typeof UNDER_WAY)[])
      .$narrowType<{ state: keyof typeof UNDER_WAY }>()
      .orderBy("id")
      .execute(),
    openInvoices(db, accountId),
    openRefunds(db, accountId),
    db
      .selectFrom("return_requests")
      .select("order_id as orderId")
      .where("account_id", "=", accountId)
      .where("state", "in", ["requested", "approved"])
      .orderBy("id")
      .execute(),
  ]);
  return [
    ...orders.map((order) => ({ orderId: order.id, message: `Order #${order.id} ${whatItWaitsFor(order)}` })),
    ...invoices
      .filter(({ orderId }) => orders.every(({ id }) => id !== orderId))
      .map(({ orderId, open }) => ({
        orderId,
        message: `${formatRupees(open)} of order #${orderId} is still to be paid`,
      })),
    ...refunds.map((orderId) => ({
      orderId,
      message: `A refund of order #${orderId} has not reached you yet`,
    })),
    ...returns.map(({ orderId }) => ({ orderId, message: `A return of order #${orderId} is open` })),
  ];
}

/** Orders with a refund under way, or one that failed and whose money is still owed. */
async function openRefunds(db: Db, accountId: number): Promise<number[]> {
  const refunds = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.order_id", "r.payment_id", "r.amount", "r.status", "r.retry_of as retryOf"])
    .select("p.amount as paid")
    .where("o.account_id", "=", accountId)
    .orderBy("r.id")
    .execute();
  const isOpen = (refund: (typeof refunds)[number]) => {
    const ofPayment = refunds.filter((other) => other.payment_id === refund.payment_id);
    return (
      refund.status === "queued" ||
      refund.status === "pending" ||
      isRefundStuck(refund, refund.paid, ofPayment)
    );
  };
  return [...new Set(refunds.filter(isOpen).map((refund) => refund.order_id))];
}

/** For an account without a password: mails a link that is used instead of it. */
export async function sendDeletionLink(
  db: Db,
  account: { id: number; email: string },
  site: MailSite,
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const write = (token: string) => deleteAccountMail(site, token);
  const isSent = await db
    .transaction()
    .execute((trx) => sendLink(trx, { account, purpose: "delete_account", write }, now));
  wake("mail");
  return { ok: isSent, message: isSent ? LINK_SENT : TOO_MANY_LINKS };
}

/** Whether the link is this account's own and can still be used; does not use it. */
export async function canDeleteByLink(
  db: Db,
  accountId: number,
  token: string,
  now = new Date(),
): Promise<boolean> {
  return (await findAccountToken(db, token, "delete_account", now))?.accountId === accountId;
}

export type DeletionOutcome =
  | { ok: true; message: string }
  | PasswordRefusal
  | { ok: false; reason: "link" | "under_way" | "lost"; message: string };

const refusals = {
  link: { ok: false, reason: "link", message: "This link is no longer valid. Please ask for a new one" },
  under_way: {
    ok: false,
    reason: "under_way",
    message: "Your account cannot be deleted yet: an order, a refund or a return is under way",
  },
  lost: { ok: false, reason: "lost", message: "Your account has changed meanwhile. Please try again" },
} as const satisfies Record<string, DeletionOutcome>;

/**
 * Deletes a customer's account on their request (DPDP Act 2023, section 12: erasure), all in one transaction. What is
 * erased and what is kept: see `eraseAccount`. Accounts of staff are not deleted here.
 * @param proof the account's password, or for accounts without one the token of the mailed link
 * @returns not ok while an order, a refund or a return is under way: then nothing has changed
 */
export async function deleteAccount(
  db: Db,
  accountId: number,
  proof: { password: string } | { token: string },
  site: MailSite,
  now = new Date(),
): Promise<DeletionOutcome> {
  // The costly hash is computed before the transaction; within it we check that the password has not changed since.
  const checked = "password" in proof ? await checkPassword(db, accountId, proof.password) : null;
  if (checked && !checked.ok) return checked;
  const token = "token" in proof ? proof.token : "";

  const outcome = await db.transaction().execute(async (trx): Promise<DeletionOutcome> => {
    if ((await findObstacles(trx, accountId)).length > 0) return refusals.under_way;
    if (checked && !(await isStillValid(trx, checked))) return refusals.lost;
    if (!checked && !(await useLink(trx, accountId, token, now))) return refusals.link;
    const { email, hasOrders } = await eraseAccount(trx, accountId, now);
    await queueMail(trx, {
      dedupeKey: `${DELETION_MAIL_KEY}${accountId}`,
      to: email,
      ...accountDeletedMail(site, hasOrders),
      now,
    });
    return { ok: true, message: ACCOUNT_DELETED };
  });
  if (!outcome.ok) return outcome;
  wake("mail");
  await eraseFromIndex(db, "accounts");
  await eraseFromIndex(db, "orders");
  await eraseFromIndex(db, "audit");
  return outcome;
}

async function useLink(trx: Db, accountId: number, token: string, now: Date): Promise<boolean> {
  if (!(await canDeleteByLink(trx, accountId, token, now))) return false;
  return (await consumeAccountToken(trx, token, "delete_account", now)) !== null;
}

const DELETION_MAIL_KEY = "account-deleted:";

/**
 * Background work: deletes the last mails to deleted accounts once they are sent or given up. Until then they are the
 * only rows that still hold the address. @returns how many were deleted
 */
export async function sweepDeletionMails(db: Db): Promise<number> {
  const swept = await db
    .deleteFrom("outgoing_mails")
    .where("dedupe_key", ">=", DELETION_MAIL_KEY)
    .where("dedupe_key", "<", `${DELETION_MAIL_KEY}~`)
    .where("status", "!=", "queued")
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
