import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/full-text.server";
import { mergedByName } from "../../master-data/former-names.server";
import { nameKey } from "../../master-data/names";
import { type CatalogueFilters, NO_FILTERS, type Picks } from "../catalogue";
import { perCatalogueVersion } from "../catalogue-memo.server";
import { planSearch } from "../search-books.server";
import { inOrder, selectBooks } from "../selection.server";
import { FACET_KEYS, fixedChoices, type GroupKey, isNamed, NAMED_GROUPS, type NamedGroup } from "./facets";
import type { Wanted } from "./pass";

/** Whether a list needs the facets of all books; other lists are read by the indexes of the database alone. */
export const usesFacets = ({ picks, tags, allTags }: CatalogueFilters): boolean =>
  Object.keys(picks).length > 0 || (allTags && tags.length > 1);

interface KnownName {
  id: number;
  name: string;
  /** It was merged into this one. */
  isMerged: boolean;
}

/** The names with these keys. Kept per catalogue version. */
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

/** What the filters mean on the shelf. */
export async function wantedBy(db: Db, filters: CatalogueFilters): Promise<Wanted> {
  const { q, tags, allTags, minPrice, maxPrice, picks } = filters;
  const groups: Wanted["groups"] = {};
  if (tags.length > 0) groups.tag = await idsOf(db, "tag", tags, allTags);
  for (const key of FACET_KEYS) {
    const values = picks[key];
    if (values) groups[key] = isNamed(key) ? await idsOf(db, key, values, false) : placesOf(key, values);
  }
  return { groups, allTags, minPrice, maxPrice, found: q ? new Set(await foundIds(db, q)) : null };
}

/** @param needsAll with an unknown name among them none can match */
async function idsOf(db: Db, group: NamedGroup, names: readonly string[], needsAll: boolean) {
  const known = await knownNames(db, group, names);
  const ids = names.map((name) => known.get(nameKey(name))?.id);
  return needsAll && ids.includes(undefined) ? [] : [...new Set(ids.filter((id) => id !== undefined))];
}

function placesOf(key: GroupKey, values: readonly string[]): number[] {
  const all = fixedChoices(key).map(([value]) => value);
  return values.map((value) => all.indexOf(value)).filter((place) => place >= 0);
}

/** The books that a search finds, hidden ones too, from the index alone. Kept per catalogue version. */
function foundIds(db: Db, q: string): Promise<number[]> {
  return perCatalogueVersion(db, `found ${q}`, async () => {
    const all = (await planSearch(db, q, "shop"))?.upTo.at(-1);
    if (!all) return [];
    const { rows } = await sql<{
      id: number;
    }>`select id from (${matchingIds("books", all)}) as found`.execute(db);
    return rows.map((row) => row.id);
  });
}

/** The visible books that a search finds, the best first. Kept per catalogue version. */
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
