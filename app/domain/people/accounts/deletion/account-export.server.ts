import type { Db } from "~/db/database.server";
import { toRupees } from "~/domain/kit/money";
import { contactMessagesFrom } from "~/domain/front/pages/contact.server";
import { deviceName, listDevices } from "../devices.server";
import { ordersForExport } from "./order-export.server";
import type { Wanted } from "~/domain/sales/quotations/quotations.server";
import { mailsOfAccount } from "../passwords/own-mails.server";
import { readProfile } from "../profile.server";

/**
 * All that the shop keeps about a customer, for them to download (DPDP Act 2023, section 11: a summary of the
 * personal data being processed). Money in rupees, times ISO 8601. Passwords and the tokens of links are stored only as
 * hashes, which would tell the customer nothing: they are left out.
 */
export async function exportAccount(db: Db, accountId: number, now = new Date()) {
  const profile = await readProfile(db, accountId, now);
  const { created_at: registeredAt } = await db
    .selectFrom("accounts")
    .select("created_at")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const devices = await listDevices(db, accountId, null, now);
  return {
    exportedAt: now.toISOString(),
    profile: { ...profile, registeredAt },
    addresses: await addressesOf(db, accountId),
    orders: await ordersForExport(db, accountId),
    quotations: await quotationsOf(db, accountId),
    couponUses: await couponUsesOf(db, accountId),
    reviews: await reviewsOf(db, accountId),
    wishlist: await wishlistOf(db, accountId),
    cart: await cartOf(db, accountId),
    savedForLater: await savedItemsOf(db, accountId),
    stockAlerts: await stockAlertsOf(db, accountId, profile.email),
    titlesAskedFor: await wantedTitlesOf(db, profile.email),
    contactMessages: await contactMessagesOf(db, profile.email),
    newsletter: await newsletterOf(db, profile.email),
    devices: devices.map(({ kind, name, signedInAt, lastSeenAt }) => ({
      kind,
      name,
      signedInAt,
      lastSeenAt,
    })),
    signIns: await signInsOf(db, accountId),
    passkeys: await passkeysOf(db, accountId),
    connections: await connectionsOf(db, accountId),
    mails: await mailsSent(db, accountId),
  };
}

const addressesOf = (db: Db, accountId: number) =>
  db
    .selectFrom("addresses")
    .select(["fullname", "address1", "address2", "place", "state", "pincode", "mobile", "email"])
    .select(["created_at as savedAt", "updated_at as changedAt"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();

async function quotationsOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom("quotations")
    .select(["number", "created_at as madeAt", "valid_until as validUntil", "state", "total"])
    .select(["placed_order as order", "accepted_by as acceptedBy", "wanted"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(({ wanted, total, ...row }) => {
    const { address, buyer } = JSON.parse(wanted ?? "{}") as Partial<Wanted>;
    return { ...row, total: toRupees(total), address: address ?? null, buyer: buyer ?? null };
  });
}

async function couponUsesOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("coupons as c", "c.id", "u.coupon_id")
    .select(["c.code", "u.order_id as order", "u.discount", "u.used_at as usedAt"])
    .select("u.released_at as givenBackAt")
    .where("u.account_id", "=", accountId)
    .orderBy("u.used_at")
    .execute();
  return rows.map((row) => ({ ...row, discount: toRupees(row.discount) }));
}

async function reviewsOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom("reviews as r")
    .innerJoin("books as b", "b.id", "r.book_id")
    .select(["b.title as book", "r.rating", "r.remarks", "r.hidden", "r.created_at as writtenAt"])
    .select("r.updated_at as changedAt")
    .where("r.account_id", "=", accountId)
    .orderBy("r.id")
    .execute();
  return rows.map(({ hidden, ...row }) => ({ ...row, isPublic: hidden === 0 }));
}

const wishlistOf = (db: Db, accountId: number) =>
  db
    .selectFrom("wishlist_items as i")
    .innerJoin("books as b", "b.id", "i.book_id")
    .select(["b.title as book", "i.added_at as at"])
    .where("i.account_id", "=", accountId)
    .orderBy("i.added_at")
    .execute();

const savedItemsOf = (db: Db, accountId: number) =>
  db
    .selectFrom("saved_items as i")
    .innerJoin("books as b", "b.id", "i.book_id")
    .select(["b.title as book", "i.quantity", "i.saved_at as at"])
    .where("i.account_id", "=", accountId)
    .orderBy("i.saved_at")
    .execute();

const cartOf = (db: Db, accountId: number) =>
  db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .innerJoin("books as b", "b.id", "i.book_id")
    .select(["b.title as book", "i.quantity", "i.added_at as at"])
    .where("c.account_id", "=", accountId)
    .orderBy("i.id")
    .execute();

const stockAlertsOf = (db: Db, accountId: number, email: string) =>
  db
    .selectFrom("stock_alerts as s")
    .innerJoin("books as b", "b.id", "s.book_id")
    .select(["b.title as book", "s.email", "s.requested_at as requestedAt", "s.told_at as toldAt"])
    .where((eb) => eb.or([eb("s.account_id", "=", accountId), eb("s.email", "=", email)]))
    .orderBy("s.id")
    .execute();

const wantedTitlesOf = (db: Db, email: string) =>
  db
    .selectFrom("wanted_titles")
    .select(["title", "author", "email", "requested_at as requestedAt", "told_at as toldAt"])
    .where("email", "=", email)
    .orderBy("id")
    .execute();

async function contactMessagesOf(db: Db, email: string) {
  const messages = await contactMessagesFrom(db, email);
  return messages.map(({ id: _id, ...message }) => message);
}

async function newsletterOf(db: Db, email: string) {
  const row = await db
    .selectFrom("newsletter_subscribers")
    .select(["email", "state", "requested_at as requestedAt", "confirmed_at as confirmedAt"])
    .select("unsubscribed_at as unsubscribedAt")
    .where("email", "=", email)
    .executeTakeFirst();
  return row ?? null;
}

async function signInsOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom("sign_ins")
    .select(["event", "method", "channel", "user_agent", "happened_at as at"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(({ channel, user_agent, ...row }) => ({ ...row, device: deviceName(user_agent, channel) }));
}

/** Their public keys say nothing about a person; what they are called and when they were used does. */
const passkeysOf = (db: Db, accountId: number) =>
  db
    .selectFrom("passkeys")
    .select(["name", "created_at as addedAt", "last_used_at as lastUsedAt"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();

const connectionsOf = (db: Db, accountId: number) =>
  db
    .selectFrom("identities")
    .select(["provider", "subject", "email", "linked_at as linkedAt"])
    .where("account_id", "=", accountId)
    .orderBy("provider")
    .execute();

async function mailsSent(db: Db, accountId: number) {
  const theirs = await mailsOfAccount(db, accountId);
  return db
    .selectFrom("outgoing_mails")
    .select(["recipient as to", "subject", "created_at as writtenAt", "sent_at as sentAt"])
    .where(theirs)
    .orderBy("id")
    .execute();
}
