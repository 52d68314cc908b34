import type { Db } from "~/db/database.server";
import { nameMatches } from "../../names/find-names.server";
import { cleanName, nameKey } from "../../names/names";
import type { CatalogueFilters, FacetPanel, PanelChoice, PanelGroup } from "../../books/lists/catalogue";
import { perDay } from "../../books/lists/catalogue-memo.server";
import {
  FACET_KEYS,
  FACETS,
  fixedChoices,
  type GroupKey,
  isNamed,
  NAMED_GROUPS,
  type NamedGroup,
} from "./facets";
import { matchKey } from "./facet-list.server";
import type { Finds } from "./facets.schema";
import { tally } from "./tally.server";
import { wantedBy } from "./wanted.server";

/** A group of more than FEW names shows only the MOST with the most books. */
const FEW = 12;
const MOST = 8;

/**
 * The filters beside a list: each group with its choices, and how many books each would show under all other filters.
 * @param filters names spelled as in the catalogue
 * @param options.finds shows the names of a group that contain this text, or sound like it
 * @param options.isWhole false: only the first groups, and those in which something is chosen or searched
 */
export async function facetPanel(
  db: Db,
  filters: CatalogueFilters,
  { finds = {}, isWhole = true }: { finds?: Finds; isWhole?: boolean } = {},
): Promise<FacetPanel> {
  const whole = await wholePanel(db, filters, finds);
  if (isWhole) return { ...whole, isWhole };
  const groups = whole.groups.filter(
    ({ key, find }) => FIRST.has(key) || find || (key !== "tag" && filters.picks[key]),
  );
  return { ...whole, groups, isWhole: groups.length === whole.groups.length };
}

/** Most shoppers choose by these. A page without the others is lighter. */
const FIRST: ReadonlySet<GroupKey> = new Set<GroupKey>(["tag", "language"]);

function wholePanel(db: Db, filters: CatalogueFilters, finds: Finds): Promise<Omit<FacetPanel, "isWhole">> {
  return perDay(db, `panel ${matchKey(filters)} ${JSON.stringify(finds)}`, async () => {
    const wanted = await wantedBy(db, filters);
    const { names, choices, bounds } = await tally(db, wanted, filters.allTags);
    const all = (["tag", ...FACET_KEYS] as const).map(async (key): Promise<PanelGroup[]> => {
      const picked = key === "tag" ? filters.tags : (filters.picks[key] ?? []);
      const group = isNamed(key)
        ? await namedGroup(db, key, { counts: names[key], picked, find: finds[key] ?? "" })
        : fixedGroup(key, choices[key] ?? new Map(), picked);
      // What all books have in common is no choice.
      return group.total > 1 || picked.length > 0 || group.find ? [group] : [];
    });
    return { groups: (await Promise.all(all)).flat(), bounds };
  });
}

const labelOf = (key: GroupKey) => (key === "tag" ? "Categories" : FACETS[key].label);

function fixedGroup(key: GroupKey, counts: Map<string, number>, picked: readonly string[]): PanelGroup {
  const choices = fixedChoices(key)
    .map(([value, label]): PanelChoice => ({ value, label, count: counts.get(value) ?? 0 }))
    .filter((choice) => choice.count > 0 || picked.includes(choice.value));
  // One value of several that books can lack is a choice.
  const total = choices.length === 1 ? 2 : choices.length;
  return { key, label: labelOf(key), choices, total };
}

async function namedGroup(
  db: Db,
  key: NamedGroup,
  { counts, picked, find }: { counts: Map<number, number>; picked: readonly string[]; find: string },
): Promise<PanelGroup> {
  const fitting = find ? await idsFound(db, key, find) : null;
  const fits = [...counts].filter(([id]) => !fitting || fitting.has(id));
  // The largest first, of the same size the oldest.
  fits.sort(([one, count], [other, its]) => its - count || one - other);
  const most = fits.length > FEW ? MOST : fits.length;
  const ids = fits.slice(0, most).map(([id]) => id);
  const choices = await choicesOf(db, key, counts, ids, picked);
  const isLong = fits.length > most || find !== "";
  return { key, label: labelOf(key), choices, total: fits.length, ...(isLong && { find }) };
}

/**
 * Names by the alphabet of English, with the chosen ones among them: a name that is chosen stays where it was. Only names that
 * the catalogue does not have stand first.
 */
async function choicesOf(
  db: Db,
  key: NamedGroup,
  counts: Map<number, number>,
  ids: number[],
  picked: readonly string[],
): Promise<PanelChoice[]> {
  const keys = picked.map(nameKey);
  const rows = await db
    .selectFrom(NAMED_GROUPS[key].table)
    .select(["id", "name"])
    .where((eb) => eb.or([eb("id", "in", [0, ...ids]), eb("name_key", "in", ["", ...keys])]))
    .execute();
  const known = rows.map(({ id, name }): PanelChoice => ({ value: name, count: counts.get(id) ?? 0 }));
  const unknown = picked.filter((name) => !known.some((one) => nameKey(one.value) === nameKey(name)));
  known.sort((one, other) => one.value.localeCompare(other.value, "en"));
  return [...unknown.map((value) => ({ value, count: 0 })), ...known];
}

async function idsFound(db: Db, key: NamedGroup, find: string): Promise<Set<number>> {
  const { table } = NAMED_GROUPS[key];
  const matches = nameMatches(table, cleanName(find));
  const names = db.selectFrom(table).select("id");
  const rows = await (matches ? names.where(matches) : names).execute();
  return new Set(rows.map((row) => row.id));
}
