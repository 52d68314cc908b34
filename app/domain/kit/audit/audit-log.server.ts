import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "~/db/database.server";
import { countTextMatches, matchingIds, textMatches } from "~/db/search/full-text.server";
import { unindexed } from "~/db/planner.server";
import type { Match } from "~/db/search/match";
import { searchFor } from "~/db/search/text-search";
import type { Tables } from "~/db/tables";
import type { Right } from "../rights/rights";
import { indianDayStart } from "../dates";
import { type AuditFields, changesOf, whoActed } from "./audit";
import { pathOfThing } from "./audit-kinds";
import { hasNames, namesOfThings } from "./audit-names.server";
import { type AuditPage, type AuditSearch, type LoggedEntry, NO_ACCOUNT } from "./audit-search";
import { staffNames } from "./staff-names.server";

type Entries = SelectQueryBuilder<Tables & { e: Tables["audit_entries"] }, "e", { id: number }>;

/** An entry's place in the order of the log. */
interface Place {
  id: number;
  happened_at: string;
}

/**
 * A page of the whole log, the newest first. It begins behind an entry and not at a number, so that the last page of a
 * million entries is read as quickly as the first.
 * @param rights of the reader, who gets links only to what they may see
 */
export async function listAudit(db: Db, search: AuditSearch, rights: readonly Right[]): Promise<AuditPage> {
  const matching = await matchingEntries(db, search);
  const start = search.at && (await placeOf(db, search.at.id));
  const goesBack = start !== null && search.at?.direction === "newer";
  // One more than shown tells whether there is a further page.
  const ids = await idsFrom(matching, start, goesBack, search.size + 1);
  const hasMore = ids.length > search.size;
  const shown = ids.slice(0, search.size);
  if (goesBack) shown.reverse();
  // The first page of all, but with fewer entries than fit, would look as if there were no older ones.
  if (goesBack && !hasMore) return listAudit(db, { ...search, at: null }, rights);
  return {
    entries: await readEntries(db, shown, rights),
    newer: (goesBack ? hasMore : start !== null) ? (shown[0] ?? null) : null,
    older: (goesBack ? true : hasMore) ? (shown.at(-1) ?? null) : null,
  };
}

async function placeOf(db: Db, id: number): Promise<Place | null> {
  const row = await db
    .selectFrom("audit_entries")
    .select(["id", "happened_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

async function idsFrom(
  matching: Entries,
  start: Place | null,
  goesBack: boolean,
  limit: number,
): Promise<number[]> {
  const direction = goesBack ? "asc" : "desc";
  let query = matching.orderBy("e.happened_at", direction).orderBy("e.id", direction).limit(limit);
  if (start) {
    const { id, happened_at: at } = start;
    query = query.where(
      goesBack
        ? sql<boolean>`(e.happened_at, e.id) > (${at}, ${id})`
        : sql<boolean>`(e.happened_at, e.id) < (${at}, ${id})`,
    );
  }
  return (await query.execute()).map((row) => row.id);
}

/** With more matches than this it is faster to filter along the index of the times than to sort the matches. */
const BROAD = 1000;

type TypedText = { match: Match; isBroad: boolean };

/** @returns null without a search text, "nothing" when the text can match no entry */
async function textOf(db: Db, q: string): Promise<TypedText | "nothing" | null> {
  if (!q) return null;
  const match = searchFor("audit", q);
  if (!match) return "nothing";
  return { match, isBroad: (await countTextMatches(db, "audit", match)) > BROAD };
}

async function matchingEntries(db: Db, search: AuditSearch): Promise<Entries> {
  const text = await textOf(db, search.q);
  const query = filteredEntries(db, search);
  if (text === null) return search.whole === null ? foldedEntries(query) : query;
  if (text === "nothing") return query.where(sql<boolean>`false`);
  const id = text.isBroad ? unindexed<number>("e.id") : "e.id";
  return query.where(textMatches("audit", id, text.match));
}

/** Of an action on many things the entry that tells of it. What a text finds is not folded. */
const foldedEntries = (query: Entries) => query.where("e.part_of", "is", null);

/** Applies all filters but the search text. */
function filteredEntries(db: Db, { who, kind, action, from, to, whole }: AuditSearch): Entries {
  let query: Entries = db.selectFrom("audit_entries as e").select("e.id");
  if (whole !== null)
    query = query.where((eb) => eb.or([eb("e.id", "=", whole), eb("e.part_of", "=", whole)]));
  if (who === NO_ACCOUNT) query = query.where("e.account_id", "is", null);
  else if (who !== null) query = query.where("e.account_id", "=", who);
  if (kind) query = query.where("e.subject", "=", kind);
  if (action) query = query.where("e.action", "=", action);
  if (from) query = query.where("e.happened_at", ">=", indianDayStart(from).toISOString());
  if (to) query = query.where("e.happened_at", "<", indianDayStart(to, 1).toISOString());
  return query;
}

/** Reads entries in the order of their ids. */
async function readEntries(db: Db, ids: number[], rights: readonly Right[]): Promise<LoggedEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("audit_entries").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [people, nameOf] = [await staffNames(db), await namesOfThings(db, rows)];
  const parts = await partsOf(db, ids);
  return ids.map((id) => {
    const row = byId.get(id)!;
    const { subject, subject_id: subjectId } = row;
    const name = nameOf(subject, subjectId);
    const isGone = name === null && hasNames(subject);
    return {
      id,
      who: whoActed((row.account_id !== null && people.get(row.account_id)) || row.actor, row.api_key),
      at: row.happened_at,
      action: row.action,
      subject,
      subjectId,
      name,
      path: isGone ? null : pathOfThing(subject, subjectId, rights),
      isGone,
      changes: changesOf(JSON.parse(row.before) as AuditFields, JSON.parse(row.after) as AuditFields),
      isErased: row.erased_at !== null,
      parts: parts.get(id) ?? 0,
    };
  });
}

/** How many entries are parts of these. */
async function partsOf(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("audit_entries")
    .select((eb) => [eb.ref("part_of").$notNull().as("id"), eb.fn.countAll<number>().as("count")])
    .where("part_of", "in", ids)
    .groupBy("part_of")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const READ_AT_ONCE = 500;

/**
 * All entries that match, the newest first; read in parts, so that a long log neither fills the memory nor blocks other
 * reads. Entries written meanwhile are not included.
 */
export async function* exportAudit(db: Db, search: AuditSearch): AsyncGenerator<LoggedEntry> {
  const text = await textOf(db, search.q);
  if (text === "nothing") return;
  // A text that many entries have is looked up once, not again for each part: that takes long with a million entries.
  const found = text?.isBroad ? await idsWithText(db, text.match) : null;
  // A file has all entries, also those that the log shows folded.
  const isWhole = found !== null || text === null;
  const matching = isWhole ? filteredEntries(db, search) : await matchingEntries(db, search);
  for (let start: Place | null = null; ;) {
    const ids = await idsFrom(matching, start, false, READ_AT_ONCE);
    yield* await readEntries(db, found ? ids.filter((id) => found.has(id)) : ids, []);
    if (ids.length < READ_AT_ONCE) return;
    start = await placeOf(db, ids.at(-1)!);
  }
}

async function idsWithText(db: Db, match: Match): Promise<Set<number>> {
  const { rows } = await matchingIds("audit", match).execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The choices of the filters: people who are or were staff, and the actions that occur. */
export async function auditChoices(
  db: Db,
): Promise<{ people: { id: number; name: string }[]; actions: string[] }> {
  const people = [...(await staffNames(db))].map(([id, name]) => ({ id, name }));
  people.sort((one, other) => one.name.localeCompare(other.name, "en-IN"));
  // One step in the index for each action, however many entries there are.
  const { rows } = await sql<{ action: string }>`
    with recursive found (action) as (
      select min(action) from audit_entries
      union all
      select (select min(e.action) from audit_entries e where e.action > found.action) from found
      where found.action is not null
    ) select action from found where action is not null`.execute(db);
  return { people, actions: rows.map((row) => row.action) };
}
