import type { Db } from "~/db/database.server";
import { nameKey } from "~/domain/catalogue/names/names";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import {
  type CustomerGroup,
  type Discounted,
  discountText,
  GROUP_NOT_FOUND,
  type GroupDiscount,
  INVOICE_WAY_LABELS,
  GROUP_STATUS_LABELS,
} from "./groups";
import type { DiscountFields, GroupFields } from "./groups.schema";
import { typedBook } from "./typed-book.server";

/** What a change of a group came to. `field`: of the form; null: the group itself is gone. */
export type GroupOutcome =
  | { ok: true; id: number; message: string }
  | { ok: false; field: string | null; message: string };

const NOT_FOUND = { ok: false, field: null, message: GROUP_NOT_FOUND } as const;

const groupRows = (db: Db) =>
  db
    .selectFrom("customer_groups as g")
    .select(["g.id", "g.name", "g.active", "g.invoice_by as invoiceBy"])
    .select(["g.credit_limit as creditLimit", "g.credit_days as creditDays"])
    .select((eb) => [
      eb
        .selectFrom("accounts as a")
        .select((count) => count.fn.countAll<number>().as("members"))
        .whereRef("a.group_id", "=", "g.id")
        .as("members"),
      eb
        .selectFrom("group_discounts as d")
        .select((count) => count.fn.countAll<number>().as("discounts"))
        .whereRef("d.group_id", "=", "g.id")
        .as("discounts"),
    ]);

type GroupRow = Awaited<ReturnType<ReturnType<typeof groupRows>["executeTakeFirstOrThrow"]>>;

const toGroup = ({ active, members, discounts, ...row }: GroupRow): CustomerGroup => ({
  ...row,
  active: active === 1,
  members: members ?? 0,
  discounts: discounts ?? 0,
});

/** All groups: those in force first, by name. */
export async function listGroups(db: Db): Promise<CustomerGroup[]> {
  const rows = await groupRows(db).orderBy("g.active", "desc").orderBy("g.name_key").execute();
  return rows.map(toGroup);
}

/** The names of all groups, as in `listGroups`. */
export const groupNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom("customer_groups")
    .select(["id", "name"])
    .orderBy("active", "desc")
    .orderBy("name_key")
    .execute();

/** Whether the customer of an order gets invoices by post, as a group in force has it. @returns false without a group */
export async function getsInvoicesByPost(db: Db, orderId: number): Promise<boolean> {
  const group = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .innerJoin("customer_groups as g", "g.id", "a.group_id")
    .select("g.id")
    .where("o.id", "=", orderId)
    .where("g.active", "=", 1)
    .where("g.invoice_by", "=", "post")
    .executeTakeFirst();
  return group !== undefined;
}

/** @returns null: there is none */
export async function findGroup(db: Db, id: number): Promise<CustomerGroup | null> {
  const row = await groupRows(db).where("g.id", "=", id).executeTakeFirst();
  return row ? toGroup(row) : null;
}

const discountRows = (db: Db) =>
  db
    .selectFrom("group_discounts as d")
    .leftJoin("tags as t", "t.id", "d.for_tag")
    .leftJoin("books as b", "b.id", "d.for_book")
    .select(["d.id", "d.group_id", "d.for_tag", "d.for_book", "d.rate", "d.least_copies as leastCopies"])
    .select(["t.name as tag", "b.title"]);

type DiscountRow = Awaited<ReturnType<ReturnType<typeof discountRows>["executeTakeFirstOrThrow"]>>;

const toDiscount = ({ id, for_tag, for_book, rate, leastCopies, tag, title }: DiscountRow): GroupDiscount => {
  const of: Discounted = for_book !== null ? "book" : for_tag !== null ? "tag" : "all";
  return { id, of, name: title ?? tag ?? "", rate, leastCopies };
};

/** A group's discounts: for all books, for tags, for books; of each the least copies first. */
export async function listDiscounts(db: Db, groupId: number): Promise<GroupDiscount[]> {
  const rows = await discountRows(db)
    .where("d.group_id", "=", groupId)
    .orderBy("d.least_copies")
    .orderBy("d.id")
    .execute();
  const discounts = rows.map(toDiscount);
  return (["all", "tag", "book"] as const).flatMap((of) => discounts.filter((one) => one.of === of));
}

const forPeople = (group: Omit<GroupFields, "standing">, active: boolean): AuditFields => ({
  Name: group.name,
  Status: GROUP_STATUS_LABELS[active ? "active" : "ended"],
  Credit: formatRupees(group.creditLimit),
  Days: group.creditDays,
  Invoice: INVOICE_WAY_LABELS[group.invoiceBy],
});

/** Adds a group, or changes one for what is priced from now on. @param given.id null: a new one */
export async function saveGroup(
  db: Db,
  { id, staffId, fields }: { id: number | null; staffId: number; fields: GroupFields },
  now = new Date(),
): Promise<GroupOutcome> {
  return db.transaction().execute(async (trx): Promise<GroupOutcome> => {
    const active = fields.standing === "active";
    const stored = id === null ? null : await findGroup(trx, id);
    if (id !== null && !stored) return NOT_FOUND;
    const key = nameKey(fields.name);
    const twin = await trx
      .selectFrom("customer_groups")
      .select("id")
      .where("name_key", "=", key)
      .executeTakeFirst();
    if (twin && twin.id !== id) return { ok: false, field: "name", message: "Group already exists" };
    const values = {
      name: fields.name,
      name_key: key,
      active: active ? (1 as const) : (0 as const),
      credit_limit: fields.creditLimit,
      credit_days: fields.creditDays,
      invoice_by: fields.invoiceBy,
      updated_at: now.toISOString(),
    };
    if (!stored) {
      const added = await trx
        .insertInto("customer_groups")
        .values({ ...values, created_at: now.toISOString() })
        .returning("id")
        .executeTakeFirstOrThrow();
      const entry = { staffId, subject: "customer_group", subjectId: added.id, action: "added" } as const;
      await recordAudit(trx, { ...entry, after: forPeople(fields, active) }, now);
      return { ok: true, id: added.id, message: `Group ${fields.name} is added` };
    }
    await trx.updateTable("customer_groups").set(values).where("id", "=", stored.id).execute();
    const [before, after] = [forPeople(stored, stored.active), forPeople(fields, active)];
    const entry = { staffId, subject: "customer_group", subjectId: stored.id, action: "updated" } as const;
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordAudit(trx, { ...entry, before, after }, now);
    return { ok: true, id: stored.id, message: `Group ${fields.name} is saved` };
  });
}

/** Gives a group a discount; one for the same books and least copies takes the new rate. */
export async function addDiscount(
  db: Db,
  given: { groupId: number; staffId: number; fields: DiscountFields },
  now = new Date(),
): Promise<GroupOutcome> {
  const { groupId, staffId, fields } = given;
  return db.transaction().execute(async (trx): Promise<GroupOutcome> => {
    if (!(await findGroup(trx, groupId))) return NOT_FOUND;
    const target = await targetOf(trx, fields);
    if (!target.ok) return { ok: false, field: "which", message: target.message };
    const { rate, leastCopies } = fields;
    const { tagId, bookId, name } = target;
    const same = await trx
      .selectFrom("group_discounts")
      .select(["id", "rate"])
      .where("group_id", "=", groupId)
      .where("least_copies", "=", leastCopies)
      .where("for_tag", tagId === null ? "is" : "=", tagId)
      .where("for_book", bookId === null ? "is" : "=", bookId)
      .executeTakeFirst();
    if (same) await trx.updateTable("group_discounts").set({ rate }).where("id", "=", same.id).execute();
    else
      await trx
        .insertInto("group_discounts")
        .values({
          group_id: groupId,
          for_tag: tagId,
          for_book: bookId,
          rate,
          least_copies: leastCopies,
          created_at: now.toISOString(),
        })
        .execute();
    const text = discountText({ of: fields.of, name, rate, leastCopies });
    const before = same && { Discount: discountText({ of: fields.of, name, rate: same.rate, leastCopies }) };
    const entry = { staffId, subject: "customer_group", subjectId: groupId, action: "updated" } as const;
    await recordAudit(trx, { ...entry, ...(before && { before }), after: { Discount: text } }, now);
    return { ok: true, id: groupId, message: `Discount: ${text}` };
  });
}

type Target =
  | { ok: true; tagId: number | null; bookId: number | null; name: string }
  | { ok: false; message: string };

/** What a discount is for, by what was typed. */
async function targetOf(trx: Db, { of, which }: DiscountFields): Promise<Target> {
  if (of === "all") return { ok: true, tagId: null, bookId: null, name: "" };
  if (of === "tag") {
    const tag = await trx
      .selectFrom("tags")
      .select(["id", "name"])
      .where("name_key", "=", nameKey(which))
      .executeTakeFirst();
    return tag
      ? { ok: true, tagId: tag.id, bookId: null, name: tag.name }
      : { ok: false, message: `There is no tag “${which}”` };
  }
  const found = await typedBook(trx, which);
  return found.ok ? { ok: true, tagId: null, bookId: found.id, name: found.name } : found;
}

/** Takes a discount from its group. Removed twice, it is gone once. */
export async function removeDiscount(
  db: Db,
  { groupId, discountId, staffId }: { groupId: number; discountId: number; staffId: number },
  now = new Date(),
): Promise<GroupOutcome> {
  return db.transaction().execute(async (trx): Promise<GroupOutcome> => {
    const row = await discountRows(trx)
      .where("d.id", "=", discountId)
      .where("d.group_id", "=", groupId)
      .executeTakeFirst();
    if (!row) return { ok: true, id: groupId, message: "The discount was removed already" };
    await trx.deleteFrom("group_discounts").where("id", "=", discountId).execute();
    const text = discountText(toDiscount(row));
    const entry = { staffId, subject: "customer_group", subjectId: groupId, action: "updated" } as const;
    await recordAudit(trx, { ...entry, before: { Discount: text }, after: { Discount: null } }, now);
    return { ok: true, id: groupId, message: `Removed: ${text}` };
  });
}
