import type { Db } from "~/db/database.server";
import { isOneOf } from "~/db/expressions.server";
import { currentIds } from "../../names/former-names.server";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import type { NamedRows } from "../book";
import type { BookFields } from "../record/book-form.schema";
import { RECORD_FIELDS } from "../record/book-record";
import { LIST_LABELS, UNKNOWN_PERSON, unknownName } from "../record/book-record.schema";
import { choicesById } from "./choices.server";
import { refuseField, type SaveOutcome } from "../record/saved-book";

type Found = { ok: true; named: NamedRows } | Extract<SaveOutcome, { reason: "field" }>;

/** Names that were merged while the form was open are replaced by those that stayed. */
export async function withCurrentNames(trx: Db, fields: BookFields): Promise<BookFields> {
  const current = (entity: MasterDataEntity, ids: number[]) => currentIds(trx, entity, ids);
  const one = async (entity: MasterDataEntity, id: number | null) =>
    id === null ? null : (await current(entity, [id]))[0]!;
  const { author, language, publisher, series, tag } = MASTER_DATA;
  const contributors = [];
  for (const { authorId, role } of fields.contributors)
    contributors.push({ authorId: (await one(author, authorId))!, role });
  return {
    ...fields,
    publisherId: (await one(publisher, fields.publisherId))!,
    languageId: (await one(language, fields.languageId))!,
    authorId: await current(author, fields.authorId),
    booktagsId: await current(tag, fields.booktagsId),
    seriesId: await one(series, fields.seriesId),
    originalLanguageId: await one(language, fields.originalLanguageId),
    furtherLanguageId: await current(language, fields.furtherLanguageId),
    // Two of them may be one person now.
    contributors: [...new Map(contributors.map((one) => [`${one.role} ${one.authorId}`, one])).values()],
  };
}

/** The rows that a form's ids refer to; not ok when one does not exist. */
export async function findNamedRows(trx: Db, fields: BookFields): Promise<Found> {
  const one = async (table: "publishers" | "languages" | "series", id: number | null) =>
    id === null
      ? undefined
      : await trx.selectFrom(table).select(["id", "name"]).where("id", "=", id).executeTakeFirst();

  const authors = await choicesById(trx, "authors", fields.authorId);
  if (authors.length < fields.authorId.length)
    return refuseField("authorId", "An author chosen here is not known");
  const publisher = await one("publishers", fields.publisherId);
  if (!publisher) return refuseField("publisherId", "Publisher is required");
  const language = await one("languages", fields.languageId);
  if (!language) return refuseField("languageId", "Language is required");
  const tags = await choicesById(trx, "tags", fields.booktagsId);
  if (tags.length < fields.booktagsId.length)
    return refuseField("booktagsId", "A tag chosen here is not known");

  const { seriesId, originalLanguageId } = fields;
  const series = await one("series", seriesId);
  if (seriesId !== null && !series) return refuseField("seriesId", unknownName(RECORD_FIELDS.seriesId.label));
  const originalLanguage = await one("languages", originalLanguageId);
  if (originalLanguageId !== null && !originalLanguage)
    return refuseField("originalLanguageId", unknownName(RECORD_FIELDS.originalLanguageId.label));
  const furtherLanguages = await choicesById(trx, "languages", fields.furtherLanguageId);
  if (furtherLanguages.length < fields.furtherLanguageId.length)
    return refuseField("furtherLanguageId", unknownName(LIST_LABELS.furtherLanguageId));
  const ids = fields.contributors.map(({ authorId }) => authorId);
  const people = new Map((await choicesById(trx, "authors", ids)).map((person) => [person.id, person]));
  const unknown = ids.findIndex((id) => !people.has(id));
  if (unknown >= 0) return refuseField(`contributors[${unknown}].authorId`, UNKNOWN_PERSON);
  const contributors = fields.contributors.map(({ authorId, role }) => ({ ...people.get(authorId)!, role }));
  return {
    ok: true,
    named: {
      publisher,
      language,
      authors,
      tags,
      contributors,
      furtherLanguages,
      series: series?.name ?? null,
      originalLanguage: originalLanguage?.name ?? null,
    },
  };
}

/** Whether another book has this SKU, ignoring letter case. @param bookId null for a new book */
export async function isSkuTaken(trx: Db, sku: string | null, bookId: number | null): Promise<boolean> {
  if (sku === null) return false;
  const other = await trx
    .selectFrom("books")
    .select("id")
    .where(isOneOf("sku", [sku]))
    .where("sku", "is not", null)
    .where("id", "<>", bookId ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}
