import type { Db } from "~/db/database.server";
import { mergedByName } from "../../names/former-names.server";
import { nameMatches, nearestFirst, similarNames } from "../../names/find-names.server";
import { nameSchema } from "../../names/master-data.schema";
import { saveName } from "../../names/master-data.server";
import { type Choice, type ChoiceKind, CHOICES } from "./choices";
import { cleanName, nameKey } from "../../names/names";

const SUGGESTIONS = 20;

/**
 * Names that contain this text, ignoring case and spacing, or sound like it: those that begin with it first, then those that
 * contain it, then by name; at most 20. If there are fewer, those with words that are spelled or sound alike come last.
 * An empty text finds the first ones by name.
 */
export async function searchChoices(db: Db, kind: ChoiceKind, q: string): Promise<Choice[]> {
  const text = cleanName(q);
  const matches = nameMatches(kind, text);
  const choices = db.selectFrom(kind).select(["id", "name"]);
  const query = matches ? choices.where(matches).orderBy(nearestFirst(text)) : choices;
  const found = await query.orderBy("sort_key").orderBy("name_key").limit(SUGGESTIONS).execute();
  if (!matches || found.length === SUGGESTIONS) return found;
  const similar = await similarNames(db, kind, text);
  if (!similar) return found;
  const others = choices.where(similar).where((eb) => eb.not(matches));
  return [
    ...found,
    ...(await others
      .orderBy("sort_key")
      .orderBy("name_key")
      .limit(SUGGESTIONS - found.length)
      .execute()),
  ];
}

/** The author or tag with this name, ignoring case and spacing; or the one into which that name was merged; null when there is none. */
export async function findChoice(db: Db, kind: ChoiceKind, name: string): Promise<Choice | null> {
  const key = nameKey(cleanName(name));
  const row = await db.selectFrom(kind).select(["id", "name"]).where("name_key", "=", key).executeTakeFirst();
  return row ?? mergedByName(db, CHOICES[kind].entity, key);
}

/** In the order of the ids; unknown ones are left out. */
export async function choicesById(db: Db, kind: ChoiceKind, ids: number[]): Promise<Choice[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(kind).select(["id", "name"]).where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** All choices of this kind by name; at most `limit`. */
export async function listChoices(
  db: Db,
  kind: ChoiceKind | "publishers" | "series",
  limit = 5_000,
): Promise<Choice[]> {
  return db
    .selectFrom(kind)
    .select(["id", "name"])
    .orderBy("sort_key")
    .orderBy("name_key")
    .limit(limit)
    .execute();
}

export type NamedOutcome = { ok: true; choice: Choice; isNew: boolean } | { ok: false; message: string };

/**
 * The author or tag with this name; added, with an audit entry, if it does not exist.
 * @param trx an open transaction; @param name as typed
 */
async function ensureNamed(
  trx: Db,
  kind: ChoiceKind,
  name: string,
  staffId: number,
  now: Date,
): Promise<NamedOutcome> {
  const { entity } = CHOICES[kind];
  const parsed = nameSchema(entity).safeParse(name);
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]!.message };
  const known = await findChoice(trx, kind, parsed.data);
  if (known) return { ok: true, choice: known, isNew: false };
  const saved = await saveName(trx, entity, { id: null, name: parsed.data, staffId }, now);
  if (!saved.ok) return { ok: false, message: saved.message };
  return { ok: true, choice: { id: saved.id, name: parsed.data }, isNew: true };
}

/** Like `ensureNamed`, in its own transaction. */
export function addChoice(
  db: Db,
  { kind, name, staffId }: { kind: ChoiceKind; name: string; staffId: number },
  now = new Date(),
): Promise<NamedOutcome> {
  return db.transaction().execute((trx) => ensureNamed(trx, kind, name, staffId, now));
}
