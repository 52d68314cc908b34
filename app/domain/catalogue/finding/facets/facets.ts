import { COUNTRIES, HOME } from "~/domain/kit/addresses/countries";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { BOOK_FORMATS } from "../../books/record/book-formats";

/**
 * What a list of books can be filtered by, beside categories, price and a search. A book matches a facet if it has any of
 * the chosen values, and a list if it matches every facet. The keys are parameters of /books and fields of the API.
 */
interface Facet {
  label: string;
  /** Named: the values are names in the shop's own lists. */
  entity?: MasterDataEntity;
  /** Fixed: the values, with their labels, in the order of the panel. */
  choices?: readonly (readonly [value: string, label: string])[];
}

/** From and to which age, both included. */
export const AGES = {
  "0-2": [0, 2],
  "3-5": [3, 5],
  "6-8": [6, 8],
  "9-12": [9, 12],
  "13-17": [13, 17],
  "18-": [18, 120],
} as const;

/** The least mean rating. */
const LEAST_RATINGS = [4, 3] as const;

export const NEW_DAYS = 90;

/** In the order of the panel. */
export const FACETS = {
  language: { label: "Language", entity: MASTER_DATA.language },
  author: { label: "Author", entity: MASTER_DATA.author },
  format: {
    label: "Format",
    choices: Object.entries(BOOK_FORMATS).map(([code, { label }]) => [code, label] as const),
  },
  age: {
    label: "Age",
    choices: Object.keys(AGES).map(
      (band) =>
        [
          band,
          band.endsWith("-") ? `${band.slice(0, -1)} and over` : `${band.replace("-", " to ")} years`,
        ] as const,
    ),
  },
  availability: {
    label: "Availability",
    choices: [
      ["in_stock", "In stock"],
      ["preorder", "Pre-order"],
      ["forthcoming", "Forthcoming"],
    ],
  },
  added: { label: "New", choices: [[String(NEW_DAYS), `In the last ${NEW_DAYS} days`]] },
  series: { label: "Series", entity: MASTER_DATA.series },
  publisher: { label: "Publisher", entity: MASTER_DATA.publisher },
  country: {
    label: "Country of origin",
    // Of imported books alone: a shop without any does not show it.
    choices: Object.entries(COUNTRIES).filter(([code]) => code !== HOME),
  },
  rating: {
    label: "Rating",
    choices: LEAST_RATINGS.map((least) => [String(least), `${least} stars and more`] as const),
  },
} as const satisfies Record<string, Facet>;

export type FacetKey = keyof typeof FACETS;

export const FACET_KEYS = Object.keys(FACETS) as FacetKey[];

/** A facet, or the categories. */
export type GroupKey = FacetKey | "tag";

/** The groups whose values are names. */
export const NAMED_GROUPS = {
  tag: MASTER_DATA.tag,
  language: MASTER_DATA.language,
  author: MASTER_DATA.author,
  series: MASTER_DATA.series,
  publisher: MASTER_DATA.publisher,
} as const satisfies Partial<Record<GroupKey, MasterDataEntity>>;

export type NamedGroup = keyof typeof NAMED_GROUPS;

export const NAMED_KEYS = Object.keys(NAMED_GROUPS) as NamedGroup[];

/** The groups whose values are always the same. */
export type FixedGroup = Exclude<GroupKey, NamedGroup>;

/** Whether the group's values are names of the catalogue, not fixed ones. */
export const isNamed = (group: string): group is NamedGroup => Object.hasOwn(NAMED_GROUPS, group);

export const FIXED_GROUPS = FACET_KEYS.filter((key): key is FixedGroup => !isNamed(key));

/** The fixed values of a facet; empty for a named one. */
export const fixedChoices = (key: GroupKey): readonly (readonly [value: string, label: string])[] => {
  const facet: Facet | undefined = key === "tag" ? undefined : FACETS[key];
  return facet?.choices ?? [];
};

/** The label of a chosen value: of names the name itself. */
export const choiceLabel = (key: GroupKey, value: string): string =>
  new Map(fixedChoices(key)).get(value) ?? value;
