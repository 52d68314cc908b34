import type { ExpressionBuilder, Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import { positionOf } from "~/db/search/full-text.server";
import type { Tables } from "~/db/tables";
import { changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import {
  COUPON_CHANGED,
  COUPON_NOT_FOUND,
  type CouponClash,
  couponForPeople,
  type CouponOrder,
  type CouponSearch,
  type SaveCouponOutcome,
  type StaffCoupon,
} from "./staff-coupons";
import { couponCode, type CouponState, couponState } from "./coupons";
import type { CouponFields } from "./coupons.schema";
import { toCoupon } from "./coupons.server";

const toStaffCoupon = (row: Selectable<Tables["coupons"]>, now: Date): StaffCoupon => {
  const coupon = toCoupon(row);
  return { ...coupon, state: couponState(coupon, now), uses: row.use_count, version: row.version };
};

/** A page of the coupons whose code contains the search text, the newest first unless sorted. */
export async function listCoupons(
  db: Db,
  search: CouponSearch,
  now = new Date(),
): Promise<Listing<StaffCoupon>> {
  let matching = db.selectFrom("coupons");
  if (search.q) matching = matching.where(positionOf("code", couponCode(search.q)), ">", 0);
  const { state, sort } = search;
  if (state) matching = matching.where((eb) => isInState(eb, state, now.toISOString()));
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  let query = matching.selectAll();
  if (sort?.field === "code") query = query.orderBy("code", sort.direction);
  else if (sort?.field === "uses") query = query.orderBy("use_count", sort.direction);
  // Coupons without an end come last.
  else if (sort) query = query.orderBy("ends_at", (order) => order[sort.direction]().nullsLast());
  query = query.orderBy("created_at", "desc").orderBy("id", "desc");
  const rows = await query.limit(limit).offset(offset).execute();
  return { rows: rows.map((row) => toStaffCoupon(row, now)), count, ...page };
}

/** The same rule as `couponState`, in SQL. */
function isInState(eb: ExpressionBuilder<Tables, "coupons">, state: CouponState, now: string) {
  if (state === "off") return eb("active", "=", 0);
  const isActive = eb("active", "=", 1);
  const isOver = eb("ends_at", "<=", now);
  if (state === "over") return eb.and([isActive, isOver]);
  const isNotOver = eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]);
  const isUpcoming = eb("starts_at", ">", now);
  if (state === "upcoming") return eb.and([isActive, isNotOver, isUpcoming]);
  return eb.and([isActive, isNotOver, eb.or([eb("starts_at", "is", null), eb("starts_at", "<=", now)])]);
}

/** @returns null when there is no such coupon */
export async function findCoupon(db: Db, id: number, now = new Date()): Promise<StaffCoupon | null> {
  const row = await db.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toStaffCoupon(row, now) : null;
}

const ORDERS_SHOWN = 20;

/** The last 20 orders that use the coupon, the newest first. */
export async function couponOrders(db: Db, couponId: number): Promise<CouponOrder[]> {
  const rows = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("orders as o", "o.id", "u.order_id")
    .innerJoin("accounts as a", "a.id", "u.account_id")
    .select(["u.order_id", "u.discount", "u.used_at", "o.state", "a.id", "a.first_name", "a.last_name"])
    .where("u.coupon_id", "=", couponId)
    .where("u.released_at", "is", null)
    .orderBy("u.used_at", "desc")
    .orderBy("u.order_id", "desc")
    .limit(ORDERS_SHOWN)
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    customer: { id: row.id, name: `${row.first_name} ${row.last_name}`.trim() },
    discount: row.discount,
    usedAt: row.used_at,
    state: row.state,
  }));
}

const columns = (fields: CouponFields) => ({
  code: fields.code,
  description: fields.description,
  kind: fields.kind,
  value: fields.value,
  most_discount: fields.mostDiscount,
  minimum_subtotal: fields.minimumSubtotal,
  starts_at: fields.startsAt,
  ends_at: fields.endsAt,
  total_limit: fields.totalLimit,
  customer_limit: fields.customerLimit,
  active: fields.active ? (1 as const) : (0 as const),
});

/**
 * Adds a coupon, or changes one for future orders. Orders already placed keep their code and discount.
 * @param given.id null: a new coupon; @param given.fields the output of `couponSchema`
 * @param given.version of the coupon when it was read. If others have changed it since, the outcome is 'changed';
 * null: overwrite in any case; @param given.keepsActive do not change `active`
 * @returns 'exists' when another coupon has that code
 */
export async function saveCoupon(
  db: Db,
  given: {
    id: number | null;
    staffId: number;
    fields: CouponFields;
    version: number | null;
    keepsActive?: boolean;
  },
  now = new Date(),
): Promise<SaveCouponOutcome> {
  const { id, staffId, version } = given;
  return db.transaction().execute(async (trx): Promise<SaveCouponOutcome> => {
    const stored = id === null ? null : await findCoupon(trx, id, now);
    if (id !== null && !stored) return { ok: false, reason: "unknown", message: COUPON_NOT_FOUND };
    const fields = stored && given.keepsActive ? { ...given.fields, active: stored.active } : given.fields;
    const twin = await trx
      .selectFrom("coupons")
      .select("id")
      .where("code", "=", fields.code)
      .executeTakeFirst();
    if (twin && twin.id !== id) return { ok: false, reason: "exists", message: "Coupon already exists" };
    const at = now.toISOString();
    const after = couponForPeople(fields);
    if (!stored) {
      const added = await trx
        .insertInto("coupons")
        .values({ ...columns(fields), created_at: at, updated_at: at })
        .returning(["id", "version"])
        .executeTakeFirstOrThrow();
      await recordAudit(
        trx,
        { staffId, subject: "coupon", subjectId: added.id, action: "added", after },
        now,
      );
      return { ok: true, ...added, message: "Coupon added successfully!" };
    }
    const before = couponForPeople(stored);
    const changed = Object.keys(changedFields(before, after).after);
    if (version !== null && version !== stored.version && changed.length > 0) {
      const clash: CouponClash = {
        version: stored.version,
        fields: changed.map((field) => ({ field, stored: before[field]!, yours: after[field]! })),
      };
      return { ok: false, reason: "changed", message: COUPON_CHANGED, clash };
    }
    const done = { ok: true, id: stored.id, message: "Coupon updated successfully!" } as const;
    if (changed.length === 0) return { ...done, version: stored.version };
    await trx
      .updateTable("coupons")
      .set({ ...columns(fields), version: stored.version + 1, updated_at: at })
      .where("id", "=", stored.id)
      .execute();
    await recordAudit(
      trx,
      { staffId, subject: "coupon", subjectId: stored.id, action: "updated", before, after },
      now,
    );
    return { ...done, version: stored.version + 1 };
  });
}

/** Switches a coupon on or off; a repeated call changes nothing. @returns its code; null: no such coupon */
export async function switchCoupon(
  db: Db,
  { couponId, active, staffId }: { couponId: number; active: boolean; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const stored = await findCoupon(trx, couponId, now);
    if (!stored) return null;
    if (stored.active === active) return stored.code;
    await trx
      .updateTable("coupons")
      .set({ active: active ? 1 : 0, version: stored.version + 1, updated_at: now.toISOString() })
      .where("id", "=", couponId)
      .execute();
    await recordAudit(
      trx,
      {
        staffId,
        subject: "coupon",
        subjectId: couponId,
        action: active ? "switched on" : "switched off",
        before: { Active: stored.active },
        after: { Active: active },
      },
      now,
    );
    return stored.code;
  });
}
