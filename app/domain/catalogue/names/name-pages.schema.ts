import { z } from "zod";
import { characters, firstProblem, line, paragraphs } from "../books/record/typed-fields";
import { readDigits, readParam } from "~/domain/kit/search-params";
import { isRole } from "../books/record/contributor-roles";
import type { NameFolder } from "./name-address";
import { typedText } from "~/domain/kit/typed-text";
import { defaultNameSort, NAME_SORTS, type NameFilters, sortsOf } from "./name-pages";

export const NAME_PAGE_MAX = { nativeName: 100, text: 2_000, website: 300 } as const;

const TEXT_TOO_LONG = `Text must be ${NAME_PAGE_MAX.text} characters or less`;
const WEBSITE_TOO_LONG = `Website must be ${NAME_PAGE_MAX.website} characters or less`;
const NO_WEBSITE = "Website must be an address that begins with https://, such as https://example.in";

const NATIVE_NAME_TOO_LONG = `Name in its own script must be ${NAME_PAGE_MAX.nativeName} characters or less`;

/** Whether a link may lead there. */
function isWebsite(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.hostname.includes(".") &&
    url.username === "" &&
    url.password === ""
  );
}

const nativeName = typedText(NAME_PAGE_MAX.nativeName, NATIVE_NAME_TOO_LONG)
  .optional()
  .transform((typed) => line(typed ?? ""))
  .check(firstProblem((typed) => characters(typed) > NAME_PAGE_MAX.nativeName && NATIVE_NAME_TOO_LONG))
  .transform((typed) => typed || null);

const text = typedText(NAME_PAGE_MAX.text, TEXT_TOO_LONG)
  .optional()
  .transform((typed) => paragraphs(typed ?? ""))
  .check(firstProblem((typed) => characters(typed) > NAME_PAGE_MAX.text && TEXT_TOO_LONG));

const website = typedText(NAME_PAGE_MAX.website, WEBSITE_TOO_LONG)
  .optional()
  .transform((typed) => (typed ?? "").trim())
  .transform((typed) => (typed === "" || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`))
  .check(
    firstProblem(
      (typed) =>
        (typed.length > NAME_PAGE_MAX.website && WEBSITE_TOO_LONG) ||
        (typed !== "" && !isWebsite(typed) && NO_WEBSITE),
    ),
  )
  .transform((typed) => typed || null);

/** What staff tell about a name: one schema for form, action and API. */
export const namePageSchema = z.object({ nativeName, text, website });

const listSchema = z.object({
  role: z.string().max(3).refine(isRole).nullable().catch(null),
  sort: z.enum(NAME_SORTS).nullable().catch(null),
  page: z
    .string()
    .max(6)
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .catch(0),
});

/** The part of a name's list that an address asks for; what cannot be read is ignored. */
export function parseNameList(
  folder: NameFolder,
  params: URLSearchParams,
): { filters: NameFilters; page: number } {
  const { role, sort, page } = listSchema.parse({
    role: readParam(params, "role"),
    sort: readParam(params, "sort"),
    page: readDigits(params, "page"),
  });
  const isKnown = sort !== null && sortsOf(folder).includes(sort);
  return {
    filters: {
      role: folder === "authors" ? role : null,
      sort: isKnown ? sort : defaultNameSort(folder),
    },
    page,
  };
}
