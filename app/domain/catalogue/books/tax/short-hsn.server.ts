import type { Db } from "~/db/database.server";
import { type Listing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { DIGITAL, DIGITAL_HSN } from "./tax-rates";
import { readTaxRates } from "./tax-rates.server";

/** A book whose HSN code has too few digits for a return. */
export interface ShortHsn {
  id: number;
  title: string;
  /** As its documents print it. */
  hsn: string;
  /** Whether the code is its own; else it is the shop's. */
  isOwn: boolean;
}

/** How many digits the shop's turnover asks for (Notification 78/2020). */
export const hsnDigits = ({ aboveFiveCrore }: Pick<Settings, "aboveFiveCrore">): 4 | 6 =>
  aboveFiveCrore === "yes" ? 6 : 4;

/** The books of this kind, and how the shop's own codes fill in. */
async function shortOnes(db: Db) {
  const [settings, rates] = await Promise.all([readSettings(db), readTaxRates(db)]);
  const digits = hsnDigits(settings);
  const digital = rates.length > 0 ? DIGITAL : [];
  // What `taxOn` gives a book without a code.
  const isShort = { digital: DIGITAL_HSN.length < digits, other: settings.hsn.length < digits };
  const hsnOf = (book: { hsn: string | null; format: string | null }) =>
    book.hsn ?? (book.format !== null && digital.includes(book.format) ? DIGITAL_HSN : settings.hsn);
  const query = db.selectFrom("books as b").where((eb) => {
    const isDigital = digital.length > 0 ? eb("b.format", "in", digital) : eb.lit(false);
    const isOther = eb.or([eb("b.format", "is", null), eb.not(isDigital)]);
    return eb.or([
      eb.and([eb("b.hsn", "is not", null), eb(eb.fn<number>("length", ["b.hsn"]), "<", digits)]),
      eb.and([
        eb("b.hsn", "is", null),
        eb.or([isShort.digital ? isDigital : eb.lit(false), isShort.other ? isOther : eb.lit(false)]),
      ]),
    ]);
  });
  const toRow = (book: {
    id: number;
    title: string;
    hsn: string | null;
    format: string | null;
  }): ShortHsn => ({
    id: book.id,
    title: book.title,
    hsn: hsnOf(book),
    isOwn: book.hsn !== null,
  });
  return { digits, query, toRow };
}

/**
 * Books, hidden ones too, whose HSN code is shorter than the shop's turnover asks for, by their titles.
 * @param most of them
 */
export async function booksWithShortHsn(db: Db, most = 1_000): Promise<ShortHsn[]> {
  const { query, toRow } = await shortOnes(db);
  const rows = await query
    .select(["b.id", "b.title", "b.hsn", "b.format"])
    .orderBy("b.title")
    .orderBy("b.id")
    .limit(most)
    .execute();
  return rows.map(toRow);
}

/** A page of the same; `digits`: how many are needed. */
export async function listShortHsn(
  db: Db,
  search: ListSearch<never>,
): Promise<{ list: Listing<ShortHsn>; digits: 4 | 6 }> {
  const { query, toRow, digits } = await shortOnes(db);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, Number(count));
  const rows = await query
    .select(["b.id", "b.title", "b.hsn", "b.format"])
    .orderBy("b.title")
    .orderBy("b.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { list: { rows: rows.map(toRow), count: Number(count), ...page }, digits };
}
