import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate } from "~/domain/kit/dates";
import { lockTaxRates } from "~/domain/kit/locks.server";
import { printedEdition } from "./tax-columns";
import { INDIA_RATES } from "./india-rates";
import { type StoredTaxRate, RATE_CONDITIONS, type TaxRate } from "./tax-rates";
import { TAX_RATE_MAX, type TypedTaxRate } from "./tax-rates.schema";

const rows = prepared((db) =>
  db
    .selectFrom("tax_rates")
    .select(["id", "hsn", "from_day as from", "rate", "condition", "note"])
    .orderBy("hsn")
    .orderBy("condition")
    .orderBy("from_day"),
);

/** The rates of tax that the shop keeps, by code and day; none: the settings' rate alone counts. */
export const readTaxRates = (db: Db): Promise<StoredTaxRate[]> => rows(db, {});

/** The printed editions of books, by the books' ids; a book that has none is left out. */
export async function printedEditions(db: Db, ids: number[]): Promise<Map<number, number>> {
  const books = await db
    .selectFrom("books as b")
    .select("b.id")
    .select(printedEdition)
    .where("b.id", "in", ids)
    .execute();
  return new Map(
    books.flatMap(({ id, printed_edition: printed }) => (printed === null ? [] : [[id, printed]])),
  );
}

export type TaxRateOutcome =
  | { ok: true; message: string }
  /** unknown: there is no such rate. */
  | { ok: false; reason: "unknown" | "taken" | "full"; message: string };

const UNKNOWN = { ok: false, reason: "unknown", message: "This rate is no longer there" } as const;

/** 'HSN 9984, e-books with a printed edition, from 27 Jul 2018'. */
export const rateName = ({ hsn, condition, from }: TaxRate): string =>
  [
    `HSN ${hsn}`,
    ...(condition === "any" ? [] : [RATE_CONDITIONS[condition].toLowerCase()]),
    `from ${formatDate(from)}`,
  ].join(", ");

const shownRate = ({ rate, note }: Pick<StoredTaxRate, "rate" | "note">) =>
  `${rate / 100} %${note === "" ? "" : ` (${note})`}`;

/**
 * Adds or changes a rate. Orders that are placed keep theirs.
 * @param given.id null to add one
 * @returns reason taken: the code has a rate from this day already; full: there are as many as can be
 */
export const saveTaxRate = (
  db: Db,
  { id, rate, staffId }: { id: number | null; rate: TypedTaxRate; staffId: number },
  now = new Date(),
): Promise<TaxRateOutcome> =>
  changing(db, staffId, now, async (trx, stored, record) => {
    const before = stored.find((one) => one.id === id);
    if (id !== null && !before) return UNKNOWN;
    if (stored.some((one) => one.id !== id && rateName(one) === rateName(rate)))
      return { ok: false, reason: "taken", message: `There is a rate of ${rateName(rate)} already` };
    if (id === null && stored.length >= TAX_RATE_MAX.rates)
      return { ok: false, reason: "full", message: `A shop has at most ${TAX_RATE_MAX.rates} rates` };
    const { from, ...columns } = rate;
    const values = { ...columns, from_day: from };
    if (before) await trx.updateTable("tax_rates").set(values).where("id", "=", before.id).execute();
    else await trx.insertInto("tax_rates").values(values).execute();
    if (before) record(rateName(before), shownRate(before), null);
    record(
      rateName(rate),
      before && rateName(before) === rateName(rate) ? shownRate(before) : null,
      shownRate(rate),
    );
    return { ok: true, message: `The tax of ${rateName(rate)} is ${rate.rate / 100} %` };
  });

/** Removes a rate. */
export const removeTaxRate = (
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<TaxRateOutcome> =>
  changing(db, staffId, now, async (trx, stored, record) => {
    const gone = stored.find((one) => one.id === id);
    if (!gone) return UNKNOWN;
    await trx.deleteFrom("tax_rates").where("id", "=", id).execute();
    record(rateName(gone), shownRate(gone), null);
    return { ok: true, message: `The rate of ${rateName(gone)} is removed` };
  });

/** Adds the rates of India (`INDIA_RATES`) that the shop has none in place of yet; those that are there stay as they are. */
export const addIndiaRates = (db: Db, staffId: number, now = new Date()): Promise<TaxRateOutcome> =>
  changing(db, staffId, now, async (trx, stored, record) => {
    const missing = INDIA_RATES.filter((rate) => !stored.some((one) => rateName(one) === rateName(rate)));
    if (missing.length === 0) return { ok: true, message: "India’s rates are all there" };
    if (stored.length + missing.length > TAX_RATE_MAX.rates)
      return { ok: false, reason: "full", message: `A shop has at most ${TAX_RATE_MAX.rates} rates` };
    await trx
      .insertInto("tax_rates")
      .values(missing.map(({ from, ...columns }) => ({ ...columns, from_day: from })))
      .execute();
    for (const rate of missing) record(rateName(rate), null, shownRate(rate));
    const count = missing.length === 1 ? "1 rate is" : `${missing.length} rates are`;
    return { ok: true, message: `${count} added: please look at them with your accountant` };
  });

/** Runs a change of the rates alone, and records what it tells: field, before and after. */
async function changing(
  db: Db,
  staffId: number,
  now: Date,
  change: (
    trx: Db,
    stored: StoredTaxRate[],
    record: (field: string, before: string | null, after: string | null) => void,
  ) => Promise<TaxRateOutcome>,
): Promise<TaxRateOutcome> {
  return beside(db, async (trx) => {
    await lockTaxRates(trx);
    const before: AuditFields = {};
    const after: AuditFields = {};
    const outcome = await change(trx, await readTaxRates(trx), (field, one, other) => {
      before[field] = one;
      after[field] = other;
    });
    const hasChanged = Object.keys(after).some((field) => before[field] !== after[field]);
    if (hasChanged)
      await recordAudit(
        trx,
        { staffId, subject: "settings", subjectId: 0, action: "updated", before, after },
        now,
      );
    return outcome;
  });
}
