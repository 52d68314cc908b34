import type { Db } from "~/db/database.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import type { CustomerTerms } from "./customer-terms";
import type { CustomerTermsFields } from "./groups.schema";

/** @returns null: there is no such customer */
export async function customerTerms(db: Db, accountId: number): Promise<CustomerTerms | null> {
  const row = await db
    .selectFrom("accounts as a")
    .leftJoin("customer_groups as g", "g.id", "a.group_id")
    .select(["g.id", "g.name", "g.active", "g.credit_limit", "g.credit_days"])
    .select(["a.credit_limit as ownLimit", "a.credit_days as ownDays"])
    .where("a.id", "=", accountId)
    .where("a.role", "=", "customer")
    .executeTakeFirst();
  if (!row) return null;
  const group = row.id === null ? null : { id: row.id, name: row.name!, active: row.active === 1 };
  const [limit, days] = group?.active ? [row.credit_limit!, row.credit_days!] : [0, 0];
  return {
    group,
    own: { creditLimit: row.ownLimit, creditDays: row.ownDays },
    creditLimit: row.ownLimit ?? limit,
    creditDays: row.ownDays ?? days,
  };
}

const forPeople = (group: string | null, { creditLimit, creditDays }: CustomerTerms["own"]): AuditFields => ({
  Group: group,
  Credit: creditLimit === null ? null : formatRupees(creditLimit),
  Days: creditDays,
});

/** Puts a customer into a group, or out of any, with credit and days of their own. It holds for what is priced from now on. */
export async function setCustomerTerms(
  db: Db,
  given: { accountId: number; staffId: number; fields: CustomerTermsFields },
  now = new Date(),
): Promise<{ ok: true; message: string } | { ok: false; field: string | null; message: string }> {
  const { accountId, staffId, fields } = given;
  return db.transaction().execute(async (trx) => {
    const stored = await customerTerms(trx, accountId);
    if (!stored) return { ok: false, field: null, message: "Customer Not Found" } as const;
    const group =
      fields.groupId === null
        ? null
        : await trx
            .selectFrom("customer_groups")
            .select("name")
            .where("id", "=", fields.groupId)
            .executeTakeFirst();
    if (group === undefined)
      return { ok: false, field: "groupId", message: "There is no such group" } as const;
    const { creditLimit, creditDays } = fields;
    await trx
      .updateTable("accounts")
      .set({ group_id: fields.groupId, credit_limit: creditLimit, credit_days: creditDays })
      .where("id", "=", accountId)
      .execute();
    const before = forPeople(stored.group?.name ?? null, stored.own);
    const after = forPeople(group?.name ?? null, { creditLimit, creditDays });
    const entry = { staffId, subject: "customer", subjectId: accountId, action: "updated" } as const;
    if (JSON.stringify(before) !== JSON.stringify(after))
      await recordAudit(trx, { ...entry, before, after }, now);
    const message = group ? `The customer is in the group ${group.name}` : "The customer is in no group";
    return { ok: true, message } as const;
  });
}

/** @returns null: there is no such customer */
export async function customerName(db: Db, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select(["first_name", "last_name"])
    .where("id", "=", accountId)
    .where("role", "=", "customer")
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : null;
}
