import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { sendWithNext } from "~/db/writing/send-with-next.server";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/database.server";
import { smaller } from "~/db/expressions.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudits, recordWhole } from "~/domain/kit/audit/audit.server";
import { asOneEntry } from "~/domain/kit/audit/whole-entry.server";
import { historyOf, ownNames } from "~/domain/catalogue/books/book";
import { queueBookChangedEvents } from "~/domain/catalogue/books/record/book-events.server";
import { findEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { blocksNaming, isNamedInBlocks, replaceInBlocks } from "../home/names-in-blocks.server";
import { dropEntry } from "~/domain/catalogue/names/former-names.server";
import { type MasterDataEntity, type NamedRow, type Reference, usedBy } from "~/domain/kit/master-data";
import { usersOf } from "~/domain/catalogue/names/uses.server";
import { mergeNamePages } from "~/domain/catalogue/names/name-pages.server";
import { nameMerged, quoted } from "./merging";
import { findPair, type PairRefusal } from "./preview-merge.server";

/** Books that are changed together: on SQLite between two pauses, in which other requests are answered. */
const BOOKS_AT_ONCE = { sqlite: 50, postgres: 500 };

export type MergeOutcome = { ok: true; message: string; stays: NamedRow; changed: number } | PairRefusal;

/**
 * Merges an entry into another one, in one transaction: all books (orders for a carrier) and blocks of the home page that
 * name the one then name the other, each book's history says so, and the first entry is deleted. Its id and its name
 * lead to the one that stays.
 * @returns `changed`: the number of books or orders
 */
export async function mergeNames(
  db: Db,
  entity: MasterDataEntity,
  { staffId, ...ids }: { fromId: number; intoId: number; staffId: number },
  now = new Date(),
): Promise<MergeOutcome> {
  return db.transaction().execute(async (trx): Promise<MergeOutcome> => {
    const pair = await findPair(trx, entity, ids);
    if (!pair.ok) return pair;
    const { gone, stays } = pair;
    const merge: Merge = { entity, gone, stays, staffId, now };
    const users = await usersOf(trx, entity, gone.id);
    const blocks = isNamedInBlocks(entity.key) ? await moveBlocks(trx, entity.key, merge) : [];
    const page = await mergeNamePages(trx, entity, { fromId: gone.id, intoId: stays.id });
    const after: AuditFields = {
      "Merged name": gone.name,
      [usedBy(entity) === "books" ? "Books changed" : "Orders changed"]: users.length,
      ...(blocks.length > 0 && { "Home page": blocks }),
      ...page,
    };
    const whole = await recordWhole(
      trx,
      { staffId, subject: entity.key, subjectId: stays.id, action: "merged another name into", after },
      now,
    );
    if (usedBy(entity) === "books") await asOneEntry(whole, () => moveBooks(trx, merge, users));
    else await moveReferences(trx, merge, null);
    // The discounts of customer groups (sales/trade) hold for the books that have them now.
    if (entity.key === "tag")
      await trx
        .updateTable("group_discounts")
        .set({ for_tag: stays.id })
        .where("for_tag", "=", gone.id)
        .execute();
    await moveCoupons(trx, entity, { gone, stays });
    await dropEntry(trx, entity, { id: gone.id, intoId: stays.id }, now);
    return { ok: true, message: nameMerged(gone.name, stays.name), stays, changed: users.length };
  });
}

interface Merge {
  entity: MasterDataEntity;
  gone: NamedRow;
  stays: NamedRow;
  staffId: number;
  now: Date;
}

/** Coupons for an author or a tag (sales/coupons) are for the books that have the other name now. */
async function moveCoupons(
  trx: Db,
  { key }: MasterDataEntity,
  { gone, stays }: Pick<Merge, "gone" | "stays">,
): Promise<void> {
  if (key === "author")
    await trx
      .updateTable("coupon_targets")
      .set({ for_author: stays.id })
      .where("for_author", "=", gone.id)
      .execute();
  if (key === "tag")
    await trx
      .updateTable("coupon_targets")
      .set({ for_tag: stays.id })
      .where("for_tag", "=", gone.id)
      .execute();
}

async function moveBlocks(trx: Db, what: "author" | "tag", { gone, stays }: Merge): Promise<string[]> {
  const blocks = await blocksNaming(trx, what, gone.id);
  await replaceInBlocks(trx, what, { fromId: gone.id, toId: stays.id });
  return blocks;
}

/** Changes the books in parts, each with its entry in the book's history and its webhook. */
async function moveBooks(trx: Db, merge: Merge, bookIds: number[]): Promise<void> {
  const { entity, gone, stays, staffId, now } = merge;
  const why = { Why: `${entity.label} ${quoted(gone.name)} was merged into ${quoted(stays.name)}` };
  const most = isPostgres(trx) ? BOOKS_AT_ONCE.postgres : BOOKS_AT_ONCE.sqlite;
  for (let start = 0; start < bookIds.length; start += most) {
    const ids = bookIds.slice(start, start + most);
    const before = await findEditableBooks(trx, ids);
    await moveReferences(trx, merge, ids);
    // A form of a book that was open meanwhile notices the change.
    await sendWithNext(
      trx,
      trx
        .updateTable("books")
        .set((eb) => ({ version: eb("version", "+", 1), updated_at: now.toISOString() }))
        .where("id", "in", ids),
    );
    const after = await findEditableBooks(trx, ids);
    const entries = after.map((book, at) => ({
      staffId,
      subject: "book" as const,
      subjectId: book.id,
      action: "updated",
      before: historyOf(before[at]!, ownNames(before[at]!)),
      after: { ...historyOf(book, ownNames(book)), ...why },
    }));
    await recordAudits(trx, entries, now);
    await queueBookChangedEvents(trx, after, now);
    // Statements of SQLite block the process: others' requests get their turn.
    await setImmediate();
  }
}

/** @param of the books to change; null: all */
async function moveReferences(trx: Db, { entity, gone, stays }: Merge, of: number[] | null): Promise<void> {
  for (const reference of entity.references) {
    const { rest, besides } = reference;
    const [table, column] = [sql.table(reference.table), sql.ref(reference.column)];
    const within = of === null ? sql`` : sql`and ${sql.ref(reference.of)} in (${sql.join(of)})`;
    const where = sql`where ${column} = ${gone.id} ${within}`;
    if (!rest) {
      await sendWithNext(trx, sql`update ${table} set ${column} = ${stays.id} ${where}`);
      continue;
    }
    await copyRows(trx, { ...reference, rest }, { intoId: stays.id, where });
    await sendWithNext(trx, sql`delete from ${table} ${where}`);
    if (besides)
      await sendWithNext(
        trx,
        sql`delete from ${table} where ${column} = ${stays.id} ${within} and ${sql.ref(reference.of)} in (
          select id from books where ${sql.ref(besides)} = ${stays.id})`,
      );
  }
}

/** Rows are copied and deleted, not changed: the triggers that count and index them follow only that. */
async function copyRows(
  trx: Db,
  { table, column, of, rest, place }: Reference & { rest: readonly string[] },
  { intoId, where }: { intoId: number; where: ReturnType<typeof sql> },
): Promise<void> {
  const others = [of, ...rest].map((name) => sql.ref(name));
  // A book that names both keeps the first of the two places.
  const ifBoth = place
    ? sql`do update set ${sql.ref(place)} = ${smaller(`${table}.${place}`, `excluded.${place}`)}`
    : sql`do nothing`;
  const key = [column, of, ...rest.filter((name) => name !== place)].map((name) => sql.ref(name));
  await sendWithNext(
    trx,
    sql`insert into ${sql.table(table)} (${sql.ref(column)}, ${sql.join(others)})
      select ${intoId}, ${sql.join(others)} from ${sql.table(table)} ${where}
      on conflict (${sql.join(key)}) ${ifBoth}`,
  );
}
