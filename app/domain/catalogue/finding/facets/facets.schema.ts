import { z } from "zod";
import { typedMax } from "~/domain/kit/typed-text";
import { readParams, readTyped } from "~/domain/kit/search-params";
import { nameKey } from "../../names/names";
import {
  FACET_KEYS,
  type FacetKey,
  FACETS,
  fixedChoices,
  isNamed,
  NAMED_GROUPS,
  type NamedGroup,
} from "./facets";
import type { Picks } from "../../books/lists/catalogue";

/** The most values of one group that are read. */
export const MOST_PICKS = 30;
/** A link may name the same value in several spellings. */
const MOST_WORDS = 4 * MOST_PICKS;
/** The longest text that a group's names are searched for. */
export const FIND_MAX = 60;

/** Control characters become spaces: SQLite's functions end a text at NUL. */
const line = (text: string) => text.replace(/\p{Cc}+/gu, " ").trim();

/** Names without duplicates, ignoring case and spacing; at most 30. Texts longer than any such name are dropped. */
export function pickedNames(typed: readonly string[], max: number): string[] {
  const names = typed.map(line).filter((name) => name !== "" && name.length <= max);
  return [...new Map(names.map((name) => [nameKey(name), name])).values()].slice(0, MOST_PICKS);
}

/** What is chosen of each facet, without what is not known or too long. */
export function picksOf(typed: (key: FacetKey) => readonly string[]): Picks {
  const picks: Picks = {};
  for (const key of FACET_KEYS) {
    const values = isNamed(key)
      ? pickedNames(typed(key), NAMED_GROUPS[key].max)
      : [...new Set(typed(key))].filter((value) => fixedChoices(key).some(([known]) => known === value));
    if (values.length > 0) picks[key] = values;
  }
  return picks;
}

const maxOf = (key: FacetKey) => (isNamed(key) ? NAMED_GROUPS[key].max : 20);

/** The facets of a query string: each any number of times, names by name. */
export const parsePicks = (params: URLSearchParams): Picks =>
  picksOf((key) => readParams(params, key, MOST_WORDS, typedMax(maxOf(key))));

/** What the names of a group are searched for, by group; in the query string as `in_author`. */
export type Finds = Partial<Record<NamedGroup, string>>;

/** What is typed into the groups' own search fields; empty ones are left out. */
export function parseFinds(params: URLSearchParams): Finds {
  const finds: Finds = {};
  for (const key of Object.keys(NAMED_GROUPS) as NamedGroup[]) {
    const text = line(readTyped(params, `in_${key}`, FIND_MAX));
    if (text) finds[key] = text;
  }
  return finds;
}

const wordsFor = (key: FacetKey, fixed: string[]) =>
  key === "country" ? "codes of countries (ISO 3166-1), such as GB, and not IN" : fixed.join(", ");

/** A facet in a body of the API. */
function pick(key: FacetKey) {
  const fixed = fixedChoices(key).map(([value]) => value);
  const value = isNamed(key)
    ? z.string().max(maxOf(key), `A name in ${key} has at most ${maxOf(key)} characters`)
    : z.enum(fixed as [string, ...string[]], { error: `${key} must have only ${wordsFor(key, fixed)}` });
  const example = isNamed(key) ? NAMED_GROUPS[key].api.example : fixed[0]!;
  return z
    .array(value)
    .max(MOST_PICKS, `At most ${MOST_PICKS} values of ${key} can be chosen`)
    .nullish()
    .meta({
      description: `${FACETS[key].label}${isNamed(key) ? ", by name" : ""}; matches books with any of these.`,
      examples: [[example]],
    });
}

export const picksShape = {
  availability: pick("availability"),
  added: pick("added"),
  language: pick("language"),
  author: pick("author"),
  format: pick("format"),
  age: pick("age"),
  series: pick("series"),
  publisher: pick("publisher"),
  country: pick("country"),
  rating: pick("rating"),
} satisfies Record<FacetKey, z.ZodType>;
