import { isFetched } from "../delivery/pick-up";
import type { ExpressionBuilder } from "kysely";
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
import { nameKey } from "~/domain/catalogue/names/names";
import { typedBook } from "../trade/typed-book.server";
import {
  type Coupon,
  couponCode,
  type CouponScope,
  type CouponState,
  couponState,
  type CouponTarget,
} from "./coupons";
import type { CouponFields } from "./coupons.schema";
import { type CouponRow, couponRows, readTargets, toCoupon } from "./coupons.server";

async function toStaffCoupons(db: Db, rows: CouponRow[], now: Date): Promise<StaffCoupon[]> {
  const targets = await readTargets(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const coupon = toCoupon(row, targets);
    return { ...coupon, state: couponState(coupon, now), uses: row.use_count, version: row.version };
  });
}

/** A page of the coupons whose code contains the search text, the newest first unless sorted. */
export async function listCoupons(
  db: Db,
  search: CouponSearch,
  now = new Date(),
): Promise<Listing<StaffCoupon>> {
  let matching = db.selectFrom("coupons as c");
  if (search.q) matching = matching.where(positionOf("c.code", couponCode(search.q)), ">", 0);
  const { state, sort } = search;
  if (state) matching = matching.where((eb) => isInState(eb, state, now.toISOString()));
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  let query = matching
    .leftJoin("customer_groups as g", "g.id", "c.group_id")
    .selectAll("c")
    .select("g.name as group_name");
  if (sort?.field === "code") query = query.orderBy("c.code", sort.direction);
  else if (sort?.field === "uses") query = query.orderBy("c.use_count", sort.direction);
  // Coupons without an end come last.
  else if (sort) query = query.orderBy("c.ends_at", (order) => order[sort.direction]().nullsLast());
  query = query.orderBy("c.created_at", "desc").orderBy("c.id", "desc");
  const rows = await query.limit(limit).offset(offset).execute();
  return { rows: await toStaffCoupons(db, rows, now), count, ...page };
}

/** The same rule as `couponState`, in SQL. */
function isInState(
  eb: ExpressionBuilder<Tables & { c: Tables["coupons"] }, "c">,
  state: CouponState,
  now: string,
) {
  if (state === "off") return eb("c.active", "=", 0);
  const isActive = eb("c.active", "=", 1);
  const isOver = eb("c.ends_at", "<=", now);
  if (state === "over") return eb.and([isActive, isOver]);
  const isNotOver = eb.or([eb("c.ends_at", "is", null), eb("c.ends_at", ">", now)]);
  const isUpcoming = eb("c.starts_at", ">", now);
  if (state === "upcoming") return eb.and([isActive, isNotOver, isUpcoming]);
  return eb.and([isActive, isNotOver, eb.or([eb("c.starts_at", "is", null), eb("c.starts_at", "<=", now)])]);
}

/** @returns null when there is no such coupon */
export async function findCoupon(db: Db, id: number, now = new Date()): Promise<StaffCoupon | null> {
  const [coupon] = await toStaffCoupons(db, await couponRows(db).where("c.id", "=", id).execute(), now);
  return coupon ?? null;
}

const ORDERS_SHOWN = 20;

/** The last 20 orders that use the coupon, the newest first. */
export async function couponOrders(db: Db, couponId: number): Promise<CouponOrder[]> {
  const rows = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("orders as o", "o.id", "u.order_id")
    .innerJoin("accounts as a", "a.id", "u.account_id")
    .select(["u.order_id", "u.discount", "u.used_at", "o.state", "o.pick_up"])
    .select(["a.id", "a.first_name", "a.last_name"])
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
    isPickUp: isFetched(row.pick_up),
  }));
}

/** What a coupon is for and whose it is, of what was typed; refused at a field: there is no such book, author, tag or group. */
async function resolved(
  trx: Db,
  { which, groupId, ...fields }: CouponFields,
): Promise<{ ok: true; coupon: Omit<Coupon, "id"> } | Extract<SaveCouponOutcome, { reason: "invalid" }>> {
  const refuse = (field: "which" | "groupId", message: string) =>
    ({ ok: false, reason: "invalid", field, message }) as const;
  const targets: CouponTarget[] = [];
  for (const typed of which) {
    const found = await typedTarget(trx, fields.scope, typed);
    if (!found.ok) return refuse("which", found.message);
    if (!targets.some(({ id }) => id === found.id)) targets.push({ id: found.id, name: found.name });
  }
  const group =
    groupId === null
      ? null
      : await trx
          .selectFrom("customer_groups")
          .select(["id", "name"])
          .where("id", "=", groupId)
          .executeTakeFirst();
  if (group === undefined) return refuse("groupId", "There is no such customer group");
  return { ok: true, coupon: { ...fields, targets, group } };
}

/** An author or tag by its name; a book by its ISBN, its number (as `targetLines` writes it) or its title. */
async function typedTarget(trx: Db, scope: CouponScope, typed: string): ReturnType<typeof typedBook> {
  if (scope === "books") return typedBook(trx, /^#\d+(?= )/.exec(typed)?.[0] ?? typed);
  const found = await trx
    .selectFrom(scope === "authors" ? "authors" : "tags")
    .select(["id", "name"])
    .where("name_key", "=", nameKey(typed))
    .executeTakeFirst();
  if (found) return { ok: true, ...found };
  return { ok: false, message: `There is no ${scope === "authors" ? "author" : "tag"} “${typed}”` };
}

const TARGET_COLUMNS = { books: "for_book", authors: "for_author", tags: "for_tag" } as const;

async function writeTargets(
  trx: Db,
  couponId: number,
  { scope, targets }: Pick<Coupon, "scope" | "targets">,
): Promise<void> {
  await trx.deleteFrom("coupon_targets").where("coupon_id", "=", couponId).execute();
  if (scope === "all" || targets.length === 0) return;
  const rows = targets.map(({ id }) => ({ coupon_id: couponId, [TARGET_COLUMNS[scope]]: id }));
  await trx.insertInto("coupon_targets").values(rows).execute();
}

const columns = (fields: Omit<Coupon, "id">) => ({
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
  set_size: fields.setSize,
  scope: fields.scope,
  least_copies: fields.leastCopies,
  group_id: fields.group?.id ?? null,
  least_bought: fields.leastBought,
  automatic: fields.automatic ? (1 as const) : (0 as const),
});

/**
 * Adds a coupon, or changes one for future orders. Orders already placed keep their code and discount.
 * @param given.id null: a new coupon; @param given.fields the output of `couponSchema`
 * @param given.version of the coupon when it was read. If others have changed it since, the outcome is 'changed';
 * null: overwrite in any case; @param given.keepsActive do not change `active`
 * @returns refused at a field: another coupon has that code; there is no such book, author, tag or group
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
    const found = await resolved(trx, given.fields);
    if (!found.ok) return found;
    const fields = stored && given.keepsActive ? { ...found.coupon, active: stored.active } : found.coupon;
    const twin = await trx
      .selectFrom("coupons")
      .select("id")
      .where("code", "=", fields.code)
      .executeTakeFirst();
    if (twin && twin.id !== id)
      return { ok: false, reason: "invalid", field: "code", message: "Coupon already exists" };
    const at = now.toISOString();
    const after = couponForPeople(fields);
    if (!stored) {
      const added = await trx
        .insertInto("coupons")
        .values({ ...columns(fields), created_at: at, updated_at: at })
        .returning(["id", "version"])
        .executeTakeFirstOrThrow();
      await writeTargets(trx, added.id, fields);
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
    await writeTargets(trx, stored.id, fields);
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
