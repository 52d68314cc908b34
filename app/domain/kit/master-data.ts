import type { NameListKey, NameTable } from "~/db/name-lists";

/**
 * The names that books and orders refer to. One declaration defines an entity: its screen below /admin with link, right and
 * words to find it by, its operations of the JSON API, its form with limits and messages, its list, its audit entries.
 * (Its table comes from a migration, and stands in app/db/name-lists.ts.)
 */
export interface MasterDataEntity {
  /** Its name in audit entries. */
  key: NameListKey;
  table: NameTable;
  /** Every column that refers to it. A test compares them with the database's foreign keys. */
  references: readonly Reference[];
  /** Below /admin. */
  path: string;
  /** Of its screen and its calls. */
  right: "catalogue" | "dispatch";
  /** Its link in the sidebar of the back office. */
  link: { label: string; hint?: string; icon: string };
  /** By which staff find its screen, beside its name. */
  words: string;
  /** As a heading, e.g. "Authors". */
  plural: string;
  /** Within a sentence, e.g. "author". */
  noun: string;
  /** For messages and buttons, e.g. 'Add Author', 'Author already exists'. */
  label: string;
  listTitle: string;
  field: string;
  /** The message of an empty name (docs/specification.md §5.9). */
  required: string;
  max: number;
  tooLong: string;
  /** Its entries have a page where a parcel can be followed (`trackingUrl`). */
  hasTrackingPage?: true;
  /** In the JSON API (docs/specification.md §3, §7). */
  api: {
    /** Below /api/v1. */
    path: string;
    /** The API's field names of id and name. */
    id: string;
    name: string;
    /** The value of `sortField` for the name. */
    sortField: string;
    /** An example of a name, for the API reference. */
    example: string;
  };
}

/** A column with the id of an entry of master data. */
export interface Reference {
  table: "books" | "orders" | "parcels" | "book_contributors" | "book_languages" | "book_tags";
  column: string;
  /** The column with the id of the book or the order: `id` in their own tables. */
  of: "id" | "book_id" | "order_id";
  /** The table has one row for each name of a book, with these further columns. */
  rest?: readonly string[];
  /** Of these the one with the place among the book's names. */
  place?: string;
  /** The column of `books` with the first of its names: the others do not repeat it. */
  besides?: string;
}

/** What refers to an entity: books, or orders. */
export const usedBy = ({ references }: Pick<MasterDataEntity, "references">): "books" | "orders" =>
  references[0]?.table === "orders" ? "orders" : "books";

/** In the order in which the sidebar has them (docs/specification.md §2.15). */
export const MASTER_DATA = {
  publisher: {
    key: "publisher",
    table: "publishers",
    references: [{ table: "books", column: "publisher_id", of: "id" }],
    path: "publishers",
    right: "catalogue",
    link: { label: "Publishers", icon: "building" },
    words: "imprints names",
    plural: "Publishers",
    noun: "publisher",
    label: "Publisher",
    listTitle: "Publishers List",
    field: "Publisher Name",
    required: "Publisher Name is required",
    max: 40,
    tooLong: "Publisher Name must be 40 characters or less",
    api: {
      path: "publishers",
      id: "publisherId",
      name: "publisherName",
      sortField: "publisher_name",
      example: "Neem Tree Press",
    },
  },
  author: {
    key: "author",
    table: "authors",
    references: [
      {
        table: "book_contributors",
        column: "author_id",
        of: "book_id",
        rest: ["role", "position"],
        place: "position",
      },
    ],
    path: "authors",
    right: "catalogue",
    link: { label: "Authors", icon: "pen" },
    words: "writers editors translators illustrators names people",
    plural: "Authors",
    noun: "author",
    label: "Author",
    listTitle: "Authors List",
    field: "Author name",
    required: "Author name is required",
    max: 100,
    tooLong: "Author name must be 100 characters or less",
    api: {
      path: "authors",
      id: "authorId",
      name: "authorName",
      sortField: "author_name",
      example: "Rabindranath Tagore",
    },
  },
  series: {
    key: "series",
    table: "series",
    references: [{ table: "books", column: "series_id", of: "id" }],
    path: "series",
    right: "catalogue",
    link: { label: "Series", icon: "books" },
    words: "volumes names",
    plural: "Series",
    noun: "series",
    label: "Series",
    listTitle: "Series List",
    field: "Series name",
    required: "Series name is required",
    max: 100,
    tooLong: "Series name must be 100 characters or less",
    api: {
      path: "series",
      id: "seriesId",
      name: "seriesName",
      sortField: "series_name",
      example: "Byomkesh Bakshi",
    },
  },
  tag: {
    key: "tag",
    table: "tags",
    references: [{ table: "book_tags", column: "tag_id", of: "book_id", rest: [] }],
    path: "booktags",
    right: "catalogue",
    link: { label: "Book Tags", icon: "tag" },
    words: "subjects categories genres names",
    plural: "Book Tags",
    noun: "book tag",
    label: "Book Tag",
    listTitle: "Booktags List",
    field: "Book Tag",
    required: "Book Tag is required",
    max: 30,
    tooLong: "Book Tag must be 30 characters or less",
    api: { path: "booktags", id: "booktagId", name: "tagname", sortField: "tagname", example: "Fiction" },
  },
  language: {
    key: "language",
    table: "languages",
    references: [
      { table: "books", column: "language_id", of: "id" },
      { table: "books", column: "original_language_id", of: "id" },
      { table: "book_languages", column: "language_id", of: "book_id", rest: [], besides: "language_id" },
    ],
    path: "languages",
    right: "catalogue",
    link: { label: "Languages", icon: "globe" },
    words: "names",
    plural: "Languages",
    noun: "language",
    label: "Language",
    listTitle: "Languages List",
    field: "Language name",
    required: "Language name is required",
    max: 50,
    tooLong: "Language name must be 50 characters or less",
    api: {
      path: "languages",
      id: "languageId",
      name: "languageName",
      sortField: "language_name",
      example: "Bengali",
    },
  },
  logisticsProvider: {
    key: "logistics_provider",
    table: "logistics_providers",
    references: [
      { table: "orders", column: "logistics_provider_id", of: "id" },
      { table: "parcels", column: "logistics_provider_id", of: "order_id" },
    ],
    path: "logistics/providers",
    right: "dispatch",
    link: { label: "Logistics", hint: "Logistics: carriers", icon: "truck" },
    words: "couriers providers post delivery companies",
    plural: "Carriers",
    noun: "carrier",
    label: "Logistics",
    listTitle: "Logistics Providers List",
    field: "Logistics name",
    required: "Logistics name is required",
    max: 70,
    tooLong: "Logistics name must be 70 characters or less",
    hasTrackingPage: true,
    api: {
      path: "logistics",
      id: "id",
      name: "logisticsname",
      sortField: "logisticsname",
      example: "Delhivery",
    },
  },
} as const satisfies Record<string, MasterDataEntity>;

/** One row of master data. */
export interface NamedRow {
  id: number;
  name: string;
}
