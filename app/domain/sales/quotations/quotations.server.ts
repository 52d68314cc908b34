import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { positionOf } from "~/db/search/full-text.server";
import type { Tables } from "~/db/tables";
import { indianDate } from "~/domain/kit/dates";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import { lockCustomer } from "~/domain/kit/locks.server";
import { shownEmail } from "~/domain/kit/no-email";
import type { NewQuotation } from "./quotations.schema";
import {
  type Offer,
  type QuotationRow,
  type QuotationSearch,
  quotationState,
  type QuotationState,
} from "./quotations";

/** What is ordered with a quotation, as it is stored. */
export type Wanted = Omit<NewQuotation, "customer" | "validUntil" | "idempotencyKey"> & {
  customer: { id: number };
};

/** A quotation with all that it offers. Paise. */
export interface Quotation extends QuotationRow {
  offer: Offer;
  /** null: the account of its customer was deleted. */
  wanted: Wanted | null;
  /** Empty: none is known. */
  email: string;
  /** The name of the member of staff. */
  createdBy: string;
  createdById: number;
  /** Empty: nobody, or staff. */
  acceptedBy: string;
  closedAt: string | null;
}

const rows = (db: Db) =>
  db
    .selectFrom("quotations as q")
    .innerJoin("accounts as a", "a.id", "q.account_id")
    .select(["q.id", "q.number", "q.state", "q.account_id", "q.total", "q.created_at", "q.valid_until"])
    .select(["q.placed_order", "a.first_name", "a.last_name"]);

type Row = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

const toRow = (row: Row, today: string): QuotationRow => ({
  id: row.id,
  number: row.number,
  state: quotationState({ state: row.state, validUntil: row.valid_until }, today),
  customer: { id: row.account_id, name: `${row.first_name} ${row.last_name}`.trim() },
  total: row.total,
  createdAt: row.created_at,
  validUntil: row.valid_until,
  orderId: row.placed_order,
});

/** A page of the quotations whose number or customer contains the search text, the newest first unless sorted. */
export async function listQuotations(
  db: Db,
  search: QuotationSearch,
  now = new Date(),
): Promise<Listing<QuotationRow>> {
  const today = indianDate(now);
  const { q, state, customer, sort } = search;
  let matching = rows(db);
  if (customer !== null) matching = matching.where("q.account_id", "=", customer);
  if (state) matching = matching.where((eb) => isInState(eb, state, today));
  if (q)
    matching = matching.where((eb) =>
      eb.or([
        eb(positionOf("q.number", q.toUpperCase()), ">", 0),
        ...(["a.first_name", "a.last_name"] as const).map((name) =>
          eb(positionOf(name, q.toLowerCase(), { ignoresCase: true }), ">", 0),
        ),
      ]),
    );
  const { count } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const { field, direction } = sort ?? ({ field: "number", direction: "desc" } as const);
  const column = ({ number: "q.id", total: "q.total", valid: "q.valid_until" } as const)[field];
  const found = await matching
    .orderBy(column, direction)
    .orderBy("q.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: found.map((row) => toRow(row, today)), count, ...page };
}

/** The same rule as `quotationState`, in SQL. */
function isInState(
  eb: ExpressionBuilder<Tables & { q: Tables["quotations"] }, "q">,
  state: QuotationState,
  today: string,
) {
  if (state === "accepted" || state === "withdrawn") return eb("q.state", "=", state);
  return eb.and([eb("q.state", "=", "open"), eb("q.valid_until", state === "open" ? ">=" : "<", today)]);
}

/**
 * Forgets what the quotations of a customer say of them; open ones are withdrawn.
 * @param trx the transaction that erases the account @returns their ids
 */
export async function forgetQuotations(trx: Db, accountId: number, now: Date): Promise<number[]> {
  await trx
    .updateTable("quotations")
    .set({ state: "withdrawn", closed_at: now.toISOString() })
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .execute();
  const rows = await trx
    .updateTable("quotations")
    .set({ wanted: null, accepted_by: "" })
    .where("account_id", "=", accountId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns null: there is none */
export async function readQuotation(db: Db, id: number, now = new Date()): Promise<Quotation | null> {
  const row = await rows(db)
    .innerJoin("accounts as s", "s.id", "q.created_by")
    .select(["q.offer", "q.wanted", "q.accepted_by", "q.closed_at", "a.email", "q.created_by"])
    .select(["s.first_name as staffFirst", "s.last_name as staffLast"])
    .where("q.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...toRow(row, indianDate(now)),
    offer: JSON.parse(row.offer) as Offer,
    wanted: row.wanted === null ? null : (JSON.parse(row.wanted) as Wanted),
    email: shownEmail(row.email),
    createdBy: `${row.staffFirst} ${row.staffLast}`.trim(),
    createdById: row.created_by,
    acceptedBy: row.accepted_by,
    closedAt: row.closed_at,
  };
}

/** A quotation that nobody else accepts, withdraws or mails meanwhile: its customer is locked. @returns null: there is none */
export async function lockedQuotation(trx: Db, id: number, now: Date): Promise<Quotation | null> {
  const found = await readQuotation(trx, id, now);
  if (!found) return null;
  await lockCustomer(trx, found.customer.id);
  return readQuotation(trx, id, now);
}

/** Whether a customer has quotations that are open or were accepted. */
export const hasQuotations = async (db: Db, accountId: number, now = new Date()): Promise<boolean> =>
  (await ownRows(db, accountId, now).limit(1).executeTakeFirst()) !== undefined;

/** A customer's own quotations: the newest of those that are open, then of those that were accepted. At most 50. */
export async function ownQuotations(db: Db, accountId: number, now = new Date()): Promise<QuotationRow[]> {
  const found = await ownRows(db, accountId, now)
    .orderBy("q.state", "desc")
    .orderBy("q.id", "desc")
    .limit(50)
    .execute();
  return found.map((row) => toRow(row, indianDate(now)));
}

const ownRows = (db: Db, accountId: number, now: Date) =>
  rows(db)
    .where("q.account_id", "=", accountId)
    .where((eb) => eb.or([eb("q.state", "=", "accepted"), isInState(eb, "open", indianDate(now))]));
