import { z } from "zod";
import { isPlainDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { typedLine, typedLines } from "~/domain/kit/typed-text";
import { ADDRESS, ADDRESS_MAX, addressFrom, RESERVED_ADDRESSES } from "./addresses";
import { isLegal, type PageKind } from "./pages";

/** The most characters of each field. */
export const PAGE_MAX = {
  title: 120,
  address: ADDRESS_MAX,
  body: 40_000,
  searchTitle: 70,
  searchDescription: 200,
} as const;

const ADDRESS_RULE = "An address has small letters, digits and hyphens, such as about-us";

/** The fields of a page as saved. */
export interface PageFields {
  title: string;
  address: string;
  /** Markdown. */
  body: string;
  searchTitle: string;
  searchDescription: string;
  hasContactForm: boolean;
  /** Of news: the day in India; null otherwise. */
  postedOn: string | null;
  pictureId: number | null;
  published: boolean;
}

/** The sentence for an address that another part of the shop has; null for any other. */
const reservedAddress = (kind: PageKind, address: string): string | null =>
  kind === "page" && RESERVED_ADDRESSES.has(address)
    ? `/${address} is an address of the shop itself. Please choose another one.`
    : null;

/**
 * The editor's form. An empty address is made from the title; terms and privacy notice keep theirs.
 * @param kind of the page; the form of each kind has only its own fields
 */
export const pageSchema = (kind: PageKind) =>
  z
    .object({
      title: typedLine("Title", PAGE_MAX.title, "Please enter a title"),
      address: typedLine("Address", PAGE_MAX.address).optional(),
      body: typedLines("Text", PAGE_MAX.body, "Please enter a text"),
      searchTitle: typedLine("Title for search engines", PAGE_MAX.searchTitle).optional(),
      searchDescription: typedLine("Description for search engines", PAGE_MAX.searchDescription).optional(),
      hasContactForm: z.literal("on").optional(),
      postedOn: z.string().max(20).optional(),
      pictureId: z.string().max(20).optional(),
      published: z.literal("on").optional(),
    })
    .transform((form, check): PageFields => {
      const refuse = (path: string, message: string) => {
        check.issues.push({ code: "custom", path: [path], message, input: form });
      };
      const typed = (form.address ?? "").toLowerCase().replace(/^\/+/, "");
      const address = isLegal(kind) ? kind : typed || addressFrom(form.title);
      if (!address) refuse("address", "Please enter an address: it cannot be made from this title");
      else if (!ADDRESS.test(address)) refuse("address", ADDRESS_RULE);
      else {
        const reserved = reservedAddress(kind, address);
        if (reserved) refuse("address", reserved);
      }
      const isNews = kind === "news";
      const postedOn = isNews ? (form.postedOn ?? "") : null;
      if (postedOn !== null && !isPlainDate(postedOn)) refuse("postedOn", "Please enter a date");
      const pictureId = isNews && form.pictureId ? parseId(form.pictureId) : null;
      if (isNews && form.pictureId && pictureId === null) refuse("pictureId", "Please choose a picture");
      return {
        title: form.title,
        address,
        body: form.body,
        searchTitle: form.searchTitle ?? "",
        searchDescription: form.searchDescription ?? "",
        hasContactForm: kind === "page" && form.hasContactForm === "on",
        postedOn,
        pictureId,
        published: form.published === "on",
      };
    });

/** The values that a stored page's form shows. */
export const pageFormValues = (page: PageFields) => ({
  title: page.title,
  address: page.address,
  body: page.body,
  searchTitle: page.searchTitle,
  searchDescription: page.searchDescription,
  hasContactForm: page.hasContactForm ? "on" : undefined,
  postedOn: page.postedOn ?? "",
  pictureId: String(page.pictureId ?? ""),
  published: page.published ? "on" : undefined,
});
