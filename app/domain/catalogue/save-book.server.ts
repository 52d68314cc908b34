import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { type AuditFields, changedFields } from "../audit/audit";
import { readAudit, recordAudit } from "../audit/audit.server";
import { currentIds } from "../master-data/former-names.server";
import { MASTER_DATA, type MasterDataEntity } from "../master-data/master-data";
import { tellBookChanged } from "./book-events.server";
import { tellLowStock } from "./stock-events.server";
import { type Book, columnsOf, historyOf } from "./book";
import { type BookFields, type OptionalField, SALE_ABOVE_PRICE } from "./book-form.schema";
import type { EditableBook } from "./staff-books";
import { findEditableBook } from "./staff-books.server";
import { AUTHOR_ROLE } from "./contributor-roles";
import { choicesById } from "./choices.server";
import { BOOK_ADDED, BOOK_UPDATED, type Clash, type SaveOutcome } from "./saved-book";

const UPDATED = "updated";
const ADDED = "added";
/** The same form posted again within this time counts as a double click. */
const DOUBLE_POST_MS = 60_000;
const MAX_EDITS_SHOWN = 10;

/** Version and stock of the book when the form was opened; null: to be taken as the stored ones. */
interface Seen {
  version: number | null;
  stock: number | null;
}

/** The rows that a form refers to by ids. */
type Named = Pick<Book, "publisher" | "language" | "authors" | "tags">;

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
  return db.transaction().execute(async (trx): Promise<SaveOutcome> => {
    const fields = await withCurrentNames(trx, given.fields);
    const found = await findNamed(trx, fields);
    if (!found.ok) return found;
    const after = historyOf(fields, found.named);
    const twin = await findTwin(trx, staffId, after, now);
    if (twin) return { ok: true, ...twin, message: BOOK_ADDED };
    const at = now.toISOString();
    const { id, version } = await trx
      .insertInto("books")
      .values({ ...columnsOf(fields), stock: fields.stock, cover: null, created_at: at, updated_at: at })
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    await writeAuthors(trx, id, fields.authorId);
    await writeTags(trx, id, fields.booktagsId);
    await recordAudit(trx, { staffId, subject: "book", subjectId: id, action: ADDED, after }, now);
    await tellBookChanged(trx, id, now);
    return { ok: true, id, message: BOOK_ADDED, version };
  });
}

/**
 * Updates a book. Nothing is written if that would undo changes that others made since the form was opened; saving
 * again with the version and stock of the returned clash overwrites them. Stock is written only if the form changed
 * it, since sales change it meanwhile.
 * @param given.fields through `bookFormSchema`; @param given.kept fields that the form did not have: they keep their
 * stored values; @param given.seen version and stock when the form was opened
 */
export async function updateBook(
  db: Db,
  {
    bookId,
    staffId,
    kept = [],
    ...given
  }: { bookId: number; staffId: number; fields: BookFields; kept?: readonly OptionalField[]; seen: Seen },
  now = new Date(),
): Promise<SaveOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<SaveOutcome> => {
    const stored = await findEditableBook(trx, bookId);
    if (!stored) return { ok: false, reason: "unknown_book" };
    const typed = await withCurrentNames(trx, given.fields);
    const fields = { ...typed, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) };
    if (fields.salePrice !== null && fields.salePrice > fields.price)
      return { ok: false, reason: "field", field: "salePrice", message: SALE_ABOVE_PRICE };
    const seen = {
      version: given.seen.version ?? stored.version,
      stock: given.seen.stock ?? stored.stock,
    };
    const found = await findNamed(trx, fields);
    if (!found.ok) return found;
    const stock = fields.stock === seen.stock ? stored.stock : fields.stock;
    const before = historyOf(stored, stored);
    const after = historyOf({ ...fields, stock }, found.named);
    const clash = await findClash(trx, { stored, seen, stock, before, after });
    if (clash) return { ok: false, reason: "changed", clash };
    const done = { ok: true, id: bookId, message: BOOK_UPDATED } as const;
    const changed = changedFields(before, after).after;
    if (Object.keys(changed).length === 0) return { ...done, version: stored.version };
    await trx
      .updateTable("books")
      .set({ ...columnsOf(fields), stock, version: stored.version + 1, updated_at: now.toISOString() })
      .where("id", "=", bookId)
      .where("version", "=", stored.version)
      .execute();
    if ("Authors" in changed) await writeAuthors(trx, bookId, fields.authorId);
    if ("Tags" in changed) await writeTags(trx, bookId, fields.booktagsId);
    await recordAudit(
      trx,
      { staffId, subject: "book", subjectId: bookId, action: UPDATED, before, after },
      now,
    );
    await tellBookChanged(trx, bookId, now);
    await tellLowStock(trx, [{ bookId, before: stored.stock, after: stock }], now);
    return { ...done, version: stored.version + 1 };
  });
  if (outcome.ok) wake("stock-alerts");
  return outcome;
}

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

/** Names that were merged while the form was open are replaced by those that stayed. */
async function withCurrentNames(trx: Db, fields: BookFields): Promise<BookFields> {
  const current = (entity: MasterDataEntity, ids: number[]) => currentIds(trx, entity, ids);
  const [publisherId] = await current(MASTER_DATA.publisher, [fields.publisherId]);
  const [languageId] = await current(MASTER_DATA.language, [fields.languageId]);
  return {
    ...fields,
    publisherId: publisherId!,
    languageId: languageId!,
    authorId: await current(MASTER_DATA.author, fields.authorId),
    booktagsId: await current(MASTER_DATA.tag, fields.booktagsId),
  };
}

type NamedOutcome = { ok: true; named: Named } | Extract<SaveOutcome, { reason: "field" }>;

/** The rows that the ids refer to; not ok when one does not exist. */
async function findNamed(trx: Db, fields: BookFields): Promise<NamedOutcome> {
  const refuse = (field: keyof BookFields, message: string): NamedOutcome => ({
    ok: false,
    reason: "field",
    field,
    message,
  });
  const one = (table: "publishers" | "languages", id: number) =>
    trx.selectFrom(table).select(["id", "name"]).where("id", "=", id).executeTakeFirst();
  const authors = await choicesById(trx, "authors", fields.authorId);
  if (authors.length < fields.authorId.length)
    return refuse("authorId", "An author chosen here is not known");
  const publisher = await one("publishers", fields.publisherId);
  if (!publisher) return refuse("publisherId", "Publisher is required");
  const language = await one("languages", fields.languageId);
  if (!language) return refuse("languageId", "Language is required");
  const tags = await choicesById(trx, "tags", fields.booktagsId);
  if (tags.length < fields.booktagsId.length) return refuse("booktagsId", "A tag chosen here is not known");
  return { ok: true, named: { publisher, language, authors, tags } };
}

async function writeAuthors(trx: Db, bookId: number, ids: number[]): Promise<void> {
  await trx
    .deleteFrom("book_contributors")
    .where("book_id", "=", bookId)
    .where("role", "=", AUTHOR_ROLE)
    .execute();
  const rows = ids.map((id, position) => ({ book_id: bookId, author_id: id, role: AUTHOR_ROLE, position }));
  await trx.insertInto("book_contributors").values(rows).execute();
}

async function writeTags(trx: Db, bookId: number, ids: number[]): Promise<void> {
  await trx.deleteFrom("book_tags").where("book_id", "=", bookId).execute();
  await trx
    .insertInto("book_tags")
    .values(ids.map((id) => ({ book_id: bookId, tag_id: id })))
    .execute();
}
