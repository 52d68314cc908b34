import type { Db } from "~/db/database.server";
import { insertRows, updateRows } from "~/db/writing/many-rows.server";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import type { Writer } from "~/domain/catalogue/books/record/write-book.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { addNames, idsByName } from "../../catalogue/names/master-data.server";
import { nameKey } from "../../catalogue/names/names";
import { FIRST_MISSING_ID, type MissingName, type NamedKind } from "../plan/plan";

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
    const created: CreatedName[] = [];
    for (const kind of new Set(missing.map((one) => one.kind))) {
      const names = missing.filter((one) => one.kind === kind);
      const known = await idsByName(
        trx,
        MASTER_DATA[kind],
        names.map(({ name }) => name),
      );
      for (const { id, name } of names) {
        const rowId = known.get(nameKey(name));
        if (rowId !== undefined) this.#ids.set(id, rowId);
      }
      const added = names.filter(({ id }) => !this.#ids.has(id));
      const unique = [...new Map(added.map((one) => [one.id, one])).values()];
      const ids = await addNames(
        trx,
        MASTER_DATA[kind],
        unique.map(({ name }) => name),
        by,
        now,
      );
      for (const [at, { id, name }] of unique.entries()) {
        this.#ids.set(id, ids[at]!);
        created.push({ kind, name, id: ids[at]! });
      }
    }
    await noteCreated(trx, bulkId, created);
    return created.length;
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

interface CreatedName {
  kind: NamedKind;
  name: string;
  id: number;
}

/** For undoing: the names were not there before. */
async function noteCreated(trx: Db, bulkId: number, created: CreatedName[]) {
  if (created.length === 0) return;
  await updateRows(
    trx,
    "bulk_change_names",
    created.map(({ kind, name, id }) => ({
      where: { bulk_change_id: bulkId, kind, name, too_long: 0 },
      set: { created_id: id },
    })),
  );
  const rows = await trx
    .selectFrom("bulk_change_names")
    .select(["kind", "created_id"])
    .where("bulk_change_id", "=", bulkId)
    .where("too_long", "=", 0)
    .where(
      "name",
      "in",
      created.map(({ name }) => name),
    )
    .execute();
  // Some may have been there when the file was checked, and be gone.
  const has = new Set(rows.map((row) => `${row.kind} ${row.created_id}`));
  const rest = created.filter(({ kind, id }) => !has.has(`${kind} ${id}`));
  await insertRows(
    trx,
    "bulk_change_names",
    rest.map(({ kind, name, id }) => ({ bulk_change_id: bulkId, kind, name, too_long: 0, created_id: id })),
  );
}
