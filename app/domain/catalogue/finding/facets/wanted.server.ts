import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { mergedByName } from "../../names/former-names.server";
import { nameKey } from "../../names/names";
import { type CatalogueFilters, NO_FILTERS, type Picks } from "../../books/lists/catalogue";
import { perCatalogueVersion } from "../../books/lists/catalogue-memo.server";
import { planSearch } from "../search-books.server";
import { inOrder, selectBooks } from "../../books/lists/selection.server";
import { indianDate } from "~/domain/kit/dates";
import { CHARGED, choiceCondition } from "./choice-conditions.server";
import { FACET_KEYS, fixedChoices, isNamed, NAMED_GROUPS, type NamedGroup } from "./facets";
import type { Filter } from "./tally.server";

/** Whether a list is filtered by facets; other lists are read by the indexes of the database alone. */
export const usesFacets = ({ picks, tags, allTags }: CatalogueFilters): boolean =>
  Object.keys(picks).length > 0 || (allTags && tags.length > 1);

interface KnownName {
  id: number;
  name: string;
  /** It was merged into this one. */
  isMerged: boolean;
}

/** The names with these keys. Cached per catalogue version. */
function knownNames(db: Db, group: NamedGroup, names: readonly string[]): Promise<Map<string, KnownName>> {
  const keys = [...new Set(names.map(nameKey))].sort();
  return perCatalogueVersion(db, `names ${group} ${JSON.stringify(keys)}`, async () => {
    const entity = NAMED_GROUPS[group];
    const rows = await db
      .selectFrom(entity.table)
      .select(["id", "name", "name_key"])
      .where("name_key", "in", keys)
      .execute();
    const known = new Map<string, KnownName>(
      rows.map(({ id, name, name_key }) => [name_key, { id, name, isMerged: false }]),
    );
    for (const key of keys) {
      const stayed = known.has(key) ? null : await mergedByName(db, entity, key);
      if (stayed) known.set(key, { ...stayed, isMerged: true });
    }
    return known;
  });
}

/**
 * The names of facets as the catalogue spells them (`?author=premchand` means Premchand); unknown ones stay as typed.
 * @returns also whether one of them was merged into another
 */
export async function spellPicks(db: Db, picks: Picks): Promise<{ picks: Picks; isMoved: boolean }> {
  const spelled: Picks = {};
  let isMoved = false;
  for (const key of FACET_KEYS) {
    const values = picks[key];
    if (!values) continue;
    if (!isNamed(key)) {
      spelled[key] = values;
      continue;
    }
    const known = await knownNames(db, key, values);
    const names = values.map((name) => known.get(nameKey(name))?.name ?? name);
    spelled[key] = [...new Set(names)];
    isMoved ||= values.some((name) => known.get(nameKey(name))?.isMerged);
  }
  return { picks: spelled, isMoved };
}

/** What the filters ask of a visible book `b`, each as a condition of its own. */
export async function wantedBy(db: Db, filters: CatalogueFilters): Promise<Filter[]> {
  const { q, tags, allTags, minPrice, maxPrice, picks } = filters;
  const wanted: Filter[] = [];
  const least = minPrice === null ? [] : [sql<SqlBool>`${CHARGED} >= ${minPrice}`];
  const most = maxPrice === null ? [] : [sql<SqlBool>`${CHARGED} <= ${maxPrice}`];
  if (least.length + most.length > 0) wanted.push({ key: "price", condition: every([...least, ...most]) });
  if (q) {
    const all = (await planSearch(db, q, "shop"))?.upTo.at(-1);
    wanted.push({ key: "q", condition: all ? sql`b.id in (${matchingIds("books", all)})` : NONE });
  }
  if (tags.length > 0) {
    const ids = await idsOf(db, "tag", tags, allTags);
    const condition = allTags ? every(ids.map((id) => hasName("tag", [id]))) : hasName("tag", ids);
    wanted.push({ key: "tag", condition: ids.length === 0 ? NONE : condition });
  }
  const now = new Date();
  const moment = { now, today: indianDate(now) };
  for (const key of FACET_KEYS) {
    const values = picks[key];
    if (!values) continue;
    const condition = isNamed(key)
      ? hasName(key, await idsOf(db, key, values, false))
      : any(
          fixedChoices(key)
            .filter(([value]) => values.includes(value))
            .map(([value]) => choiceCondition(key, value, moment)),
        );
    wanted.push({ key, condition });
  }
  return wanted;
}

const NONE = sql<SqlBool>`1 = 0`;
const every = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? NONE : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Whether a book `b` has one of these names. */
function hasName(group: NamedGroup, ids: number[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return NONE;
  const list = sql.join(ids);
  switch (group) {
    case "tag":
      return sql`b.id in (select book_id from book_tags where tag_id in (${list}))`;
    case "author":
      return sql`b.id in (select book_id from book_authors where author_id in (${list}))`;
    case "language":
      return sql`(b.language_id in (${list})
        or b.id in (select book_id from book_languages where language_id in (${list})))`;
    case "series":
      return sql`coalesce(b.series_id, 0) in (${list})`;
    case "publisher":
      return sql`b.publisher_id in (${list})`;
  }
}

/** @param needsAll with an unknown name among them none can match */
async function idsOf(db: Db, group: NamedGroup, names: readonly string[], needsAll: boolean) {
  const known = await knownNames(db, group, names);
  const ids = names.map((name) => known.get(nameKey(name))?.id);
  return needsAll && ids.includes(undefined) ? [] : [...new Set(ids.filter((id) => id !== undefined))];
}

/** The visible books that a search finds, the best first. Cached per catalogue version. */
export function rankedIds(db: Db, q: string): Promise<number[]> {
  return perCatalogueVersion(db, `ranked ${q}`, async () => {
    const found = new Set<number>();
    for (const match of (await planSearch(db, q, "shop"))?.tiers ?? []) {
      const matching = selectBooks(db, NO_FILTERS, [], "gather", match)!;
      const rows = await inOrder(matching, NO_FILTERS).select("b.id").execute();
      // Each book once, where it matches best.
      for (const { id } of rows) found.add(id);
    }
    return [...found];
  });
}
