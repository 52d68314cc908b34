import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate } from "~/domain/kit/dates";
import { lockTaxRates } from "~/domain/kit/locks.server";
import { formatRupeesShort } from "~/domain/kit/money";
import { type LimitKind, limitsWith, type ShownLimit, TAX_LIMITS, type TaxLimit } from "./tax-limits";
import { LIMIT_MAX, type TypedTaxLimit } from "./tax-limits.schema";

/** The limits that count, the usual ones and the shop's own, by kind and day. */
export async function readTaxLimits(db: Db): Promise<ShownLimit[]> {
  const own = await db
    .selectFrom("tax_limits")
    .select(["kind", "from_day as from", "amount", "note"])
    .orderBy("kind")
    .orderBy("from_day")
    .execute();
  return limitsWith(own);
}

export type TaxLimitOutcome =
  | { ok: true; message: string }
  /** unknown: the shop keeps no such limit; full: it keeps as many as it can. */
  | { ok: false; reason: "unknown" | "full"; message: string };

/** 'Large sale to another state, from 1 Aug 2024'. */
export const limitName = ({ kind, from }: Pick<TaxLimit, "kind" | "from">): string =>
  `${TAX_LIMITS[kind].label}, from ${formatDate(from)}`;

const inWords = ({ amount, note }: Pick<TaxLimit, "amount" | "note">) =>
  `${formatRupeesShort(amount)}${note === "" ? "" : ` (${note})`}`;

/** Keeps a limit from a day on, in place of the one that there is from that day. Returns of days before have the one of their day. */
export const saveTaxLimit = (
  db: Db,
  { limit, staffId }: { limit: TypedTaxLimit; staffId: number },
  now = new Date(),
): Promise<TaxLimitOutcome> =>
  beside(db, async (trx): Promise<TaxLimitOutcome> => {
    await lockTaxRates(trx);
    const shown = await readTaxLimits(trx);
    const before = shown.find(({ kind, from }) => kind === limit.kind && from === limit.from);
    if (!before?.isOwn && shown.filter(({ isOwn }) => isOwn).length >= LIMIT_MAX.rows)
      return { ok: false, reason: "full", message: `A shop keeps at most ${LIMIT_MAX.rows} limits` };
    const { from, ...columns } = limit;
    const row = { ...columns, from_day: from };
    await trx
      .insertInto("tax_limits")
      .values(row)
      .onConflict((conflict) => conflict.columns(["kind", "from_day"]).doUpdateSet(row))
      .execute();
    await record(trx, { staffId, limit, before: before && inWords(before), after: inWords(limit) }, now);
    return { ok: true, message: `${limitName(limit)} is ${formatRupeesShort(limit.amount)}` };
  });

/** Removes a limit that the shop keeps; the usual one of that day, if there is one, counts again. */
export const removeTaxLimit = (
  db: Db,
  { kind, from, staffId }: { kind: LimitKind; from: string; staffId: number },
  now = new Date(),
): Promise<TaxLimitOutcome> =>
  beside(db, async (trx): Promise<TaxLimitOutcome> => {
    await lockTaxRates(trx);
    const isIt = (one: TaxLimit) => one.kind === kind && one.from === from;
    const gone = (await readTaxLimits(trx)).find((one) => isIt(one) && one.isOwn);
    if (!gone) return { ok: false, reason: "unknown", message: "The shop keeps no limit from this day" };
    await trx.deleteFrom("tax_limits").where("kind", "=", kind).where("from_day", "=", from).execute();
    const usual = (await readTaxLimits(trx)).find(isIt);
    await record(
      trx,
      { staffId, limit: gone, before: inWords(gone), after: usual ? inWords(usual) : null },
      now,
    );
    return {
      ok: true,
      message: `${limitName(gone)} is ${usual ? `${formatRupeesShort(usual.amount)} again` : "removed"}`,
    };
  });

async function record(
  trx: Db,
  {
    staffId,
    limit,
    before = null,
    after,
  }: { staffId: number; limit: TaxLimit; before: string | null | undefined; after: string | null },
  now: Date,
): Promise<void> {
  if (before === after) return;
  const name = limitName(limit);
  await recordAudit(
    trx,
    {
      staffId,
      subject: "settings",
      subjectId: 0,
      action: "updated",
      before: { [name]: before },
      after: { [name]: after },
    },
    now,
  );
}
