import { lockBooks, lockCustomer, lockSku } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { type AuditFields, changedFields } from "~/domain/kit/audit/audit";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { queueBookChangedEvent } from "./book-events.server";
import { queueLowStockEvent } from "./stock-events.server";
import { authorsAmong, historyOf, ownNames, optionalFieldsOf } from "../book";
import { AGES_REVERSED } from "./book-record";
import {
  areAgesInOrder,
  AT_LEAST_ONE_AUTHOR,
  type BookFields,
  isByAnybody,
  isSaleBelowPrice,
  type OptionalField,
  SALE_ABOVE_PRICE,
} from "./book-form.schema";
import type { EditableBook } from "../staff/staff-books";
import { findEditableBook } from "../staff/staff-books.server";
import { findNamedRows, isSkuTaken, withCurrentNames } from "../lists/named-rows.server";
import { isPreorderDated, preorderProblem, PREORDERS_NEED_A_DATE } from "../sale/preorder-rules";
import { BOOK_ADDED, BOOK_UPDATED, type Clash, refuseField, type SaveOutcome, SKU_TAKEN } from "./saved-book";
import {
  areSaleDatesInOrder,
  haveSaleDatesAPrice,
  SALE_DATES_ALONE,
  SALE_DATES_REVERSED,
} from "../sale/sale-dates";
import { ADDED, insertBook, overwriteBook, UPDATED } from "./write-book.server";

/** The same form posted again within this time counts as a double click. */
const DOUBLE_POST_MS = 60_000;
const MAX_EDITS_SHOWN = 10;
const SALE_DATES = ["saleFrom", "saleUntil"] as const;

/** Version and stock of the book when the form was opened; null: to be taken as the stored ones. */
interface Seen {
  version: number | null;
  stock: number | null;
}

/**
 * Adds a book to the catalogue, visible, with the default cover. An identical book from the same member of staff
 * within a minute is taken for a form posted twice, and added once.
 * @param given.fields through `bookFormSchema`
 */
export async function addBook(
  db: Db,
  { staffId, ...given }: { staffId: number; fields: BookFields },
  now = new Date(),
): Promise<SaveOutcome> {
  return beside(db, async (trx): Promise<SaveOutcome> => {
    // A form that was posted twice waits for itself.
    await lockCustomer(trx, staffId);
    await lockSku(trx, given.fields.sku);
    const fields = await withCurrentNames(trx, given.fields);
    const found = await findNamedRows(trx, fields);
    if (!found.ok) return found;
    const after = historyOf(fields, found.named);
    const twin = await findTwin(trx, staffId, after, now);
    if (twin) return { ok: true, ...twin, message: BOOK_ADDED };
    if (await isSkuTaken(trx, fields.sku, null)) return refuseField("sku", SKU_TAKEN);
    const { id, version } = await insertBook(trx, { fields, after, staffId }, now);
    await queueBookChangedEvent(trx, id, now);
    return { ok: true, id, message: BOOK_ADDED, version };
  });
}

/**
 * Updates a book. Nothing is written if that would undo changes that others made since the form was opened; saving
 * again with the version and stock of the returned clash overwrites them. Stock is written only if the form changed
 * it, since sales change it meanwhile.
 * @param given.fields through `bookFormSchema`; @param given.unsent fields that the form did not have: they keep their
 * stored values; @param given.seen version and stock when the form was opened
 */
export async function updateBook(
  db: Db,
  {
    bookId,
    staffId,
    unsent = [],
    ...given
  }: { bookId: number; staffId: number; fields: BookFields; unsent?: readonly OptionalField[]; seen: Seen },
  now = new Date(),
): Promise<SaveOutcome> {
  const outcome = await beside(db, async (trx): Promise<SaveOutcome> => {
    await lockBooks(trx, [bookId]);
    await lockSku(trx, given.fields.sku);
    const stored = await findEditableBook(trx, bookId);
    if (!stored) return { ok: false, reason: "unknown_book" };
    const typed = await withCurrentNames(trx, given.fields);
    const had = optionalFieldsOf(stored);
    const fields = { ...typed, ...Object.fromEntries(unsent.map((name) => [name, had[name]])) };
    // A client that knows of no dates gives a price that holds at once, and without end.
    if (SALE_DATES.every((name) => unsent.includes(name)) && fields.salePrice !== had.salePrice)
      Object.assign(fields, { saleFrom: null, saleUntil: null });
    // Where editors stand in for a missing author, they are read as authors, and sent back as such.
    if (
      unsent.includes("contributors") &&
      isSameList(
        fields.authorId,
        stored.authors.map(({ id }) => id),
      )
    )
      fields.authorId = authorsAmong(stored.contributors).map(({ id }) => id);
    // Checked again, since values that stay are among them.
    if (unsent.includes("contributors") && !isByAnybody(fields))
      return refuseField("authorId", AT_LEAST_ONE_AUTHOR);
    if (!isSaleBelowPrice(fields)) return refuseField("salePrice", SALE_ABOVE_PRICE);
    if (!areSaleDatesInOrder(fields)) return refuseField("saleUntil", SALE_DATES_REVERSED);
    if (!haveSaleDatesAPrice(fields)) return refuseField("salePrice", SALE_DATES_ALONE);
    if (!areAgesInOrder(fields)) return refuseField("ageTo", AGES_REVERSED);
    if (!isPreorderDated(fields)) return refuseField("publishedOn", PREORDERS_NEED_A_DATE);
    const waiting = preorderProblem(fields, stored.preordered);
    if (waiting) return refuseField(waiting.field, waiting.message);
    const seen = {
      version: given.seen.version ?? stored.version,
      stock: given.seen.stock ?? stored.stock,
    };
    const found = await findNamedRows(trx, fields);
    if (!found.ok) return found;
    if (await isSkuTaken(trx, fields.sku, bookId)) return refuseField("sku", SKU_TAKEN);
    const stock = fields.stock === seen.stock ? stored.stock : fields.stock;
    const before = historyOf(stored, ownNames(stored));
    const after = historyOf({ ...fields, stock }, found.named);
    const clash = await findClash(trx, { stored, seen, stock, before, after });
    if (clash) return { ok: false, reason: "changed", clash };
    const done = { ok: true, id: bookId, message: BOOK_UPDATED } as const;
    const changed = changedFields(before, after).after;
    if (Object.keys(changed).length === 0) return { ...done, version: stored.version };
    const version = await overwriteBook(trx, { stored, fields, stock, before, after, staffId }, now);
    if (version === null) return refuseField("authorId", AT_LEAST_ONE_AUTHOR);
    await queueBookChangedEvent(trx, bookId, now);
    const { title, isbn13 } = fields;
    await queueLowStockEvent(trx, [{ bookId, title, isbn13, before: stored.stock, after: stock }], now);
    return { ...done, version };
  });
  if (outcome.ok) {
    wake("stock-alerts");
    wake("moved-releases");
  }
  return outcome;
}

const isSameList = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id, at) => id === others[at]);

/** The conflict that saving would cause; null when it would not undo changes of others. */
async function findClash(
  trx: Db,
  {
    stored,
    seen,
    stock,
    before,
    after,
  }: {
    stored: EditableBook;
    seen: { version: number; stock: number };
    stock: number;
    before: AuditFields;
    after: AuditFields;
  },
): Promise<Clash | null> {
  const stockMoved = stock !== stored.stock && seen.stock !== stored.stock;
  let edits: Clash["edits"] = [];
  let fields: Clash["fields"] = [];
  if (seen.version !== stored.version) {
    const since = Math.min(Math.max(stored.version - seen.version, 1), MAX_EDITS_SHOWN);
    const entries = (await readAudit(trx, "book", stored.id))
      .filter((entry) => entry.action === UPDATED)
      .slice(0, since);
    const isWhole = seen.version > 0 && entries.length === stored.version - seen.version;
    const theirs = new Set(entries.flatMap((entry) => entry.changes.map((change) => change.field)));
    edits = entries.map(({ who, at }) => ({ who, at }));
    // Stock is reported separately, as `stockMoved`.
    fields = Object.keys(changedFields(before, after).after)
      .filter((field) => field !== "Stock" && (!isWhole || theirs.has(field)))
      .map((field) => ({ field, stored: before[field] ?? null, yours: after[field] ?? null }));
  }
  if (fields.length === 0 && !stockMoved) return null;
  return { edits, fields, stockMoved, version: stored.version, stock: stored.stock };
}

/** The identical book that this member of staff added within the last minute. */
async function findTwin(
  trx: Db,
  staffId: number,
  after: AuditFields,
  now: Date,
): Promise<{ id: number; version: number } | undefined> {
  return trx
    .selectFrom("audit_entries")
    .innerJoin("books", "books.id", "audit_entries.subject_id")
    .select(["books.id", "books.version"])
    .where("account_id", "=", staffId)
    .where("subject", "=", "book")
    .where("action", "=", ADDED)
    .where("happened_at", ">", new Date(now.getTime() - DOUBLE_POST_MS).toISOString())
    .where("after", "=", JSON.stringify(changedFields({}, after).after))
    .orderBy("audit_entries.id", "desc")
    .executeTakeFirst();
}
