import type { Db } from "~/db/database.server";
import type { BookFields } from "../../catalogue/book-form.schema";
import type { Writer } from "../../catalogue/write-book.server";
import { MASTER_DATA } from "../../master-data/master-data";
import { findByName, saveName } from "../../master-data/master-data.server";
import { FIRST_MISSING_ID, type MissingName } from "../plan/plan";

/** The rows that were created for the ids of missing names. Ids of a plan hold for that plan only. */
export class CreatedNames {
  #ids = new Map<number, number>();

  /**
   * Creates the names that the shop does not have.
   * @param trx an open transaction @returns how many are new
   */
  async create(
    trx: Db,
    { bulkId, missing, by }: { bulkId: number; missing: MissingName[]; by: Writer },
    now: Date,
  ): Promise<number> {
    let created = 0;
    for (const { id, kind, name } of missing) {
      if (this.#ids.has(id)) continue;
      const entity = MASTER_DATA[kind];
      const known = await findByName(trx, entity, name);
      const saved = known ? null : await saveName(trx, entity, { id: null, name, ...by }, now);
      if (saved && !saved.ok) throw new Error(saved.message);
      const rowId = known?.id ?? saved!.id;
      this.#ids.set(id, rowId);
      if (known) continue;
      created += 1;
      await noteCreated(trx, { bulkId, kind, name, id: rowId });
    }
    return created;
  }

  /** The same fields, with the ids of the created rows. */
  replaceIn(fields: BookFields): BookFields {
    const one = (id: number) => (id < FIRST_MISSING_ID ? id : this.#ids.get(id)!);
    const maybe = (id: number | null) => (id === null ? null : one(id));
    return {
      ...fields,
      authorId: fields.authorId.map(one),
      contributors: fields.contributors.map(({ authorId, role }) => ({ authorId: one(authorId), role })),
      publisherId: one(fields.publisherId),
      languageId: one(fields.languageId),
      furtherLanguageId: fields.furtherLanguageId.map(one),
      originalLanguageId: maybe(fields.originalLanguageId),
      seriesId: maybe(fields.seriesId),
      booktagsId: fields.booktagsId.map(one),
    };
  }
}

/** For undoing: the name was not there before. */
async function noteCreated(
  trx: Db,
  { bulkId, kind, name, id }: { bulkId: number; kind: string; name: string; id: number },
) {
  const { numUpdatedRows } = await trx
    .updateTable("bulk_change_names")
    .set({ created_id: id })
    .where("bulk_change_id", "=", bulkId)
    .where("kind", "=", kind)
    .where("name", "=", name)
    .where("too_long", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // It was there when the file was checked, and is gone.
  await trx
    .insertInto("bulk_change_names")
    .values({ bulk_change_id: bulkId, kind, name, too_long: 0, created_id: id })
    .execute();
}
