import type { Db } from "~/db/database.server";
import { catalogueVersion, steadyVersion } from "~/db/catalogue-version.server";
import { positionOf } from "~/db/search/full-text.server";
import { wordsOf } from "~/db/search/words";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import { type Synonym, SYNONYM_MAX, SYNONYM_NOT_FOUND } from "./synonyms";

interface Cached {
  version: number;
  synonyms: Promise<Synonym[]>;
}
const cache = new WeakMap<Db, Cached>();

/** All synonyms, for the search. Cached until something that a visitor can see changes, which synonyms are. */
export async function synonymsOf(db: Db): Promise<Synonym[]> {
  const version = await (steadyVersion(db) ?? catalogueVersion(db));
  const known = cache.get(db);
  if (known?.version === version) return known.synonyms;
  const synonyms = readSynonyms(db);
  cache.set(db, { version, synonyms });
  // One that failed is read again.
  synonyms.catch(() => cache.delete(db));
  return synonyms;
}

/** @param ids only these */
async function readSynonyms(db: Db, ids?: number[]): Promise<Synonym[]> {
  if (ids?.length === 0) return [];
  let query = db
    .selectFrom("search_synonym_phrases")
    .select(["synonym_id", "phrase"])
    .orderBy("synonym_id", "desc")
    .orderBy("position");
  if (ids) query = query.where("synonym_id", "in", ids);
  const synonyms = new Map<number, string[]>();
  for (const { synonym_id: id, phrase } of await query.execute())
    synonyms.set(id, [...(synonyms.get(id) ?? []), phrase]);
  return [...synonyms].map(([id, phrases]) => ({ id, phrases }));
}

/** A page of the synonyms with the search text in a phrase; the newest first. */
export async function listSynonyms(db: Db, search: ListSearch<never>): Promise<Listing<Synonym>> {
  let matching = db.selectFrom("search_synonyms as s");
  const sought = wordsOf(search.q).join(" ");
  if (search.q)
    matching = matching.where((eb) =>
      eb.exists(
        eb
          .selectFrom("search_synonym_phrases as p")
          .select("p.position")
          .whereRef("p.synonym_id", "=", "s.id")
          .where(positionOf("p.phrase_key", sought), ">", 0),
      ),
    );
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const ids = await matching.select("s.id").orderBy("s.id", "desc").limit(limit).offset(offset).execute();
  return {
    rows: await readSynonyms(
      db,
      ids.map(({ id }) => id),
    ),
    count,
    ...page,
  };
}

/** @returns null for none */
export const findSynonym = async (db: Db, id: number): Promise<Synonym | null> =>
  (await readSynonyms(db, [id]))[0] ?? null;

export type SynonymSaved =
  | { ok: true; message: string }
  | { ok: false; reason: "unknown" | "taken" | "full"; message: string };

/**
 * Adds or changes a synonym.
 * @param given.id null to add one @param given.phrases through `synonymSchema`
 * @returns reason taken: a phrase is in another synonym already, or twice in this one
 */
export async function saveSynonym(
  db: Db,
  { id, phrases, staffId }: { id: number | null; phrases: string[]; staffId: number },
  now = new Date(),
): Promise<SynonymSaved> {
  return db.transaction().execute(async (trx) => {
    const before = id === null ? null : await findSynonym(trx, id);
    if (id !== null && !before) return { ok: false, reason: "unknown", message: SYNONYM_NOT_FOUND };
    const rows = phrases.map((phrase, position) => ({
      position,
      phrase,
      phrase_key: wordsOf(phrase).join(" "),
    }));
    const problem = await problemOf(trx, rows, id);
    if (problem) return { ok: false, ...problem };
    const at = now.toISOString();
    const synonymId = id ?? (await insertSynonym(trx, at));
    if (before) {
      await trx.updateTable("search_synonyms").set({ updated_at: at }).where("id", "=", id).execute();
      await trx.deleteFrom("search_synonym_phrases").where("synonym_id", "=", id).execute();
    }
    await trx
      .insertInto("search_synonym_phrases")
      .values(rows.map((row) => ({ ...row, synonym_id: synonymId })))
      .execute();
    const told = { before: { Words: before?.phrases ?? null }, after: { Words: phrases } };
    if (JSON.stringify(before?.phrases) !== JSON.stringify(phrases))
      await recordAudit(
        trx,
        {
          staffId,
          subject: "search_synonym",
          subjectId: synonymId,
          action: before ? "updated" : "added",
          ...told,
        },
        now,
      );
    return { ok: true, message: `The search takes ${listed(phrases)} for the same` };
  });
}

async function insertSynonym(trx: Db, at: string): Promise<number> {
  const { id } = await trx
    .insertInto("search_synonyms")
    .values({ created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function problemOf(
  trx: Db,
  rows: { phrase: string; phrase_key: string }[],
  id: number | null,
): Promise<{ reason: "taken" | "full"; message: string } | null> {
  const empty = rows.find((row) => row.phrase_key === "");
  if (empty) return { reason: "taken", message: `“${empty.phrase}” has no word that the search knows` };
  const twice = rows.find((row, at) => rows.findIndex((one) => one.phrase_key === row.phrase_key) !== at);
  if (twice)
    return { reason: "taken", message: `“${twice.phrase}” is there twice: the search reads both alike` };
  const taken = await trx
    .selectFrom("search_synonym_phrases")
    .select(["phrase", "synonym_id"])
    .where(
      "phrase_key",
      "in",
      rows.map((row) => row.phrase_key),
    )
    .where("synonym_id", "!=", id ?? 0)
    .executeTakeFirst();
  if (taken) {
    const { phrases } = (await findSynonym(trx, taken.synonym_id))!;
    return { reason: "taken", message: `“${taken.phrase}” is in another synonym: ${listed(phrases)}` };
  }
  if (id !== null) return null;
  const { count } = await trx
    .selectFrom("search_synonyms")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count < SYNONYM_MAX.synonyms
    ? null
    : { reason: "full", message: `A shop has at most ${SYNONYM_MAX.synonyms} synonyms` };
}

const listed = (phrases: string[]) => phrases.map((phrase) => `“${phrase}”`).join(", ");

/** @returns the first phrase of the synonym that was deleted; null: it was not there */
export async function deleteSynonym(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const gone = await findSynonym(trx, id);
    if (!gone) return null;
    // Its phrases by themselves, so that the version of the catalogue rises on either engine.
    await trx.deleteFrom("search_synonym_phrases").where("synonym_id", "=", id).execute();
    await trx.deleteFrom("search_synonyms").where("id", "=", id).execute();
    const told = { before: { Words: gone.phrases }, after: { Words: null } };
    await recordAudit(
      trx,
      { staffId, subject: "search_synonym", subjectId: id, action: "deleted", ...told },
      now,
    );
    return gone.phrases[0]!;
  });
}
