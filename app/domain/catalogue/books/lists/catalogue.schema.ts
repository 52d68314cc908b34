import { z } from "zod";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { toPaise } from "~/domain/kit/money";
import { asciiDigits } from "~/domain/kit/digits";
import { readParam, readParams, readTyped, TYPED_MAX, readDigits } from "~/domain/kit/search-params";
import { typedMax } from "~/domain/kit/typed-text";
import {
  type CatalogueFilters,
  defaultSort,
  type PagedSearch,
  SORT_ORDERS,
  type Picks,
  type SortOrder,
} from "./catalogue";
import { MOST_PICKS, parsePicks, pickedNames, picksOf, picksShape } from "../../finding/facets/facets.schema";

const MAX_TERM = 100;
const MAX_TAGS = MOST_PICKS;
const MAX_TAG_NAME = MASTER_DATA.tag.max;
/** A link may name the same tag in several spellings. */
const MAX_TAG_WORDS = 4 * MAX_TAGS;
/** The maximum length of a price bound as typed. */
const MAX_BOUND_TEXT = 40;
const MAX_PAGE = 100_000;
/** In rupees. */
const MAX_BOUND = 999_999_999;
const MAX_PAGE_SIZE = 100;

/** Control characters become spaces: SQLite's functions end a text at NUL. */
const line = (text: string) => text.replace(/\p{Cc}+/gu, " ").trim();

/** Rupees as typed ("1,200", "₹99.50"), converted to paise; anything else means no bound. */
const bound = z
  .string()
  .max(MAX_BOUND_TEXT)
  .transform((text) => asciiDigits(text).replace(/[\s,₹]/g, ""))
  .pipe(
    z
      .string()
      .max(MAX_BOUND_TEXT)
      .regex(/^\d{1,9}(\.\d{1,2})?$/),
  )
  .transform((rupees) => Math.round(Number(rupees) * 100))
  .nullable()
  .catch(null);

const searchWords = (text: string) => line(text).slice(0, MAX_TERM).trim();

const tagNames = (typed: string[]) => pickedNames(typed, MAX_TAG_NAME);

const catalogueSearch = z.object({
  q: z.string().max(typedMax(MAX_TERM)).transform(searchWords),
  tags: z
    .array(z.string().max(typedMax(MAX_TAG_NAME)))
    .max(MAX_TAG_WORDS)
    .transform(tagNames),
  match: z.enum(["any", "all"]).catch("any"),
  min: bound,
  max: bound,
  sort: z.enum(SORT_ORDERS).nullable().catch(null),
  page: z.string().max(6).regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_PAGE)).catch(0),
});

export interface CatalogueSearch {
  filters: CatalogueFilters;
  /** 0 is the first. */
  page: number;
}

/** Prices that could not be read, by field: the list ignores them, the form shows them again. */
export interface UnreadPrices {
  min?: string;
  max?: string;
  /** A sentence about them, or that the lowest price was more than the highest. */
  problem?: string;
}

/** @param params of the list @returns texts cut to 10 characters, the limit of the fields; empty if all could be read */
export function unreadPrices(params: URLSearchParams): UnreadPrices {
  const typed = (name: "min" | "max") =>
    asciiDigits(params.get(name) ?? "")
      .slice(0, 20)
      .trim();
  const [min, max] = [bound.parse(typed("min")), bound.parse(typed("max"))];
  const unread: UnreadPrices = {};
  if (typed("min") && min === null) unread.min = typed("min").slice(0, 10);
  if (typed("max") && max === null) unread.max = typed("max").slice(0, 10);
  const texts = Object.values(unread) as string[];
  if (texts.length > 0)
    unread.problem = texts.every((text) => /^[₹\s]*[-−–]/.test(text))
      ? "Type a price of 0 or more."
      : "Type a price as a number, for example 250.";
  else if (min !== null && max !== null && min > max)
    unread.problem = "‘From’ was more than ‘To’: the two prices were exchanged.";
  return unread;
}

/**
 * The list a query string asks for: q, tag (any number of them, by name; all of them with tags=all), the facets (see
 * facets/facets.ts), min and max in rupees, sort, page.
 * Invalid values are ignored, so that a shopper who follows a broken link sees books. Reversed bounds are swapped.
 */
export function parseCatalogueSearch(params: URLSearchParams): CatalogueSearch {
  const { q, tags, match, min, max, sort, page } = catalogueSearch.parse({
    q: readTyped(params, "q", TYPED_MAX),
    tags: readParams(params, "tag", MAX_TAG_WORDS, typedMax(MAX_TAG_NAME)),
    match: readParam(params, "tags"),
    min: readDigits(params, "min"),
    max: readDigits(params, "max"),
    sort: readParam(params, "sort"),
    page: readDigits(params, "page") ?? "0",
  });
  const picks = parsePicks(params);
  // Of one tag, any and all are the same list.
  const allTags = match === "all" && tags.length > 1;
  return { filters: filtersOf({ q, tags, allTags, picks, min, max, sort }), page };
}

/** @param given.min paise, as `max` */
function filtersOf(given: {
  q: string;
  tags: string[];
  allTags: boolean;
  picks: Picks;
  min: number | null;
  max: number | null;
  sort: SortOrder | null;
}): CatalogueFilters {
  const { q, tags, allTags, picks, min, max, sort } = given;
  const swapped = min !== null && max !== null && min > max;
  return {
    q,
    tags,
    allTags,
    picks,
    minPrice: swapped ? max : min,
    maxPrice: swapped ? min : max,
    sort: sort === null || (sort === "relevance" && !q) ? defaultSort(q) : sort,
  };
}

// A JSON body with values beyond a limit is refused; in a link such values are ignored.
const tooManyTags = `At most ${MAX_TAGS} tags can be chosen`;
const tagName = () => z.string().max(MAX_TAG_NAME, `A tag has at most ${MAX_TAG_NAME} characters`);
const rupees = (name: string) =>
  z
    .number()
    .min(0, `${name} must be greater than or equal to 0`)
    .max(MAX_BOUND, `${name} is too large`)
    .nullish()
    .meta({ description: "In rupees; no bound if left out." });
const pageSizeRule = `pageSize must be 1 to ${MAX_PAGE_SIZE}`;

const pagedBooks = z.object({
  page: z.number().int().min(0, "page must be 0 or more").max(MAX_PAGE, "page is too large").default(0),
  pageSize: z.number().int().min(1, pageSizeRule).max(MAX_PAGE_SIZE, pageSizeRule).default(12),
  tagname: tagName().nullish().meta({ description: "One tag, by name." }),
  tags: z.array(tagName()).max(MAX_TAGS, tooManyTags).nullish().meta({
    description:
      "Tags by name; matches books with any of the tags in tagname, tags and tagids, or with all (tagmatch).",
  }),
  tagids: z.array(z.number().int()).max(MAX_TAGS, tooManyTags).nullish(),
  tagmatch: z
    .enum(["any", "all"], { error: "tagmatch must be any or all" })
    .nullish()
    .meta({ description: "Whether a book needs any or all of the tags; any by default." }),
  ...picksShape,
  priceMin: rupees("priceMin"),
  priceMax: rupees("priceMax"),
  sortBy: z
    .enum(SORT_ORDERS, { error: `sortBy must be one of ${SORT_ORDERS.join(", ")}` })
    .nullish()
    .meta({ description: "featured by default; relevance if there is a q." }),
  q: z
    .string()
    .max(MAX_TERM, `q must be at most ${MAX_TERM} characters`)
    .nullish()
    .meta({
      description:
        "Words of title, authors, publisher, tags or texts; or an ISBN. A price in words (under 200) replaces priceMin and priceMax.",
      examples: ["tagore"],
    }),
});

/** The body of POST /browsebooks/paged (docs/specification.md §7); prices in rupees. */
export const pagedBooksSchema = pagedBooks.transform((body): PagedSearch => {
  const paise = (bound: number | null | undefined) => (bound == null ? null : toPaise(bound));
  return {
    filters: filtersOf({
      q: searchWords(body.q ?? ""),
      tags: tagNames([...(body.tagname == null ? [] : [body.tagname]), ...(body.tags ?? [])]),
      allTags: body.tagmatch === "all",
      picks: picksOf((key) => body[key] ?? []),
      min: paise(body.priceMin),
      max: paise(body.priceMax),
      sort: body.sortBy ?? null,
    }),
    tagIds: body.tagids ?? [],
    page: body.page,
    pageSize: body.pageSize,
  };
});
