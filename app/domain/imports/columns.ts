import type { NameField, TextField } from "./imported-book";

/** Lists in one cell, and contributors by their role. */
type ListField =
  | "contributors"
  | "translators"
  | "editors"
  | "illustrators"
  | "languages"
  | "tags"
  | "thema"
  | "bisac"
  | "pictures"
  | "otherFormats";

/** What a column of a table can hold. */
export type ColumnKey = "id" | "visible" | TextField | NameField | ListField;

interface ImportColumn {
  key: ColumnKey;
  /** The column's heading in Kitab's own template. */
  name: string;
  /** Other headings that mean the same, in lower case without spaces and signs. */
  also?: string[];
  /** Left out of the template: other systems have it, Kitab has one column for all. */
  onlyRead?: true;
}

/** All columns, in the template's order. Several values in a cell are separated by semicolons. */
export const IMPORT_COLUMNS: ImportColumn[] = [
  { key: "id", name: "Book ID", also: ["kitabid"] },
  {
    key: "isbn13",
    name: "ISBN",
    also: ["isbn13", "isbn10", "ean", "ean13", "gtin", "gtin13", "barcode", "gtinupceanorisbn"],
  },
  { key: "sku", name: "SKU", also: ["itemcode", "productcode", "stockcode"] },
  {
    key: "title",
    name: "Title",
    also: ["booktitle", "booksname", "bookname", "name", "producttitle", "nameofthebook"],
  },
  { key: "subtitle", name: "Subtitle" },
  {
    key: "contributors",
    name: "Contributors",
    also: [
      "author",
      "authors",
      "authorname",
      "authornames",
      "writer",
      "by",
      "contributor",
      "bookauthor",
      "bookauthors",
    ],
  },
  { key: "translators", name: "Translators", also: ["translator", "translatedby"], onlyRead: true },
  { key: "editors", name: "Editors", also: ["editor", "editedby"], onlyRead: true },
  { key: "illustrators", name: "Illustrators", also: ["illustrator", "illustratedby"], onlyRead: true },
  { key: "brief", name: "Brief", also: ["shortdescription", "summary", "blurb"] },
  { key: "description", name: "Description", also: ["longdescription", "aboutthebook", "synopsis"] },
  { key: "price", name: "Price", also: ["mrp", "mrpinr", "priceinr", "listprice", "regularprice", "rate"] },
  {
    key: "salePrice",
    name: "Sale Price",
    also: ["saleprice", "specialprice", "offerprice", "discountedprice", "sellingprice"],
  },
  { key: "saleFrom", name: "Sale from", also: ["datesalepricestarts", "salestarts", "salestart"] },
  { key: "saleUntil", name: "Sale until", also: ["datesalepriceends", "saleends", "saleend"] },
  {
    key: "stock",
    name: "Stock",
    also: ["quantity", "qty", "stockquantity", "copies", "onhand", "inventory", "counted"],
  },
  { key: "tags", name: "Tags", also: ["tag", "category", "categories", "genre", "genres", "booktags"] },
  { key: "publisher", name: "Publisher", also: ["publishername", "publishedby", "brand", "vendor"] },
  { key: "imprint", name: "Imprint" },
  { key: "language", name: "Language", also: ["languageoftext", "lang", "languageversion"] },
  { key: "languages", name: "Further languages", also: ["otherlanguages"] },
  { key: "originalTitle", name: "Original title" },
  { key: "originalLanguage", name: "Original language", also: ["translatedfrom"] },
  {
    key: "format",
    name: "Format",
    also: ["binding", "bookformat", "productform", "cover", "bindingtype", "bookcovertype"],
  },
  { key: "pageCount", name: "Pages", also: ["pagecount", "numberofpages", "noofpages", "page", "extent"] },
  {
    key: "publishedOn",
    name: "Published",
    also: [
      "publisheddate",
      "publicationdate",
      "dateofpublication",
      "pubdate",
      "publishedon",
      "year",
      "yearofpublication",
      "publicationyear",
    ],
  },
  { key: "publishingStatus", name: "Publishing status" },
  { key: "preorderLimit", name: "Copies to pre-order", also: ["preorder", "preorders", "preordercopies"] },
  { key: "series", name: "Series", also: ["seriesname", "seriestitle"] },
  {
    key: "seriesNumber",
    name: "Number in the series",
    also: ["seriesnumber", "seriesno", "volume", "volumenumber"],
  },
  { key: "editionStatement", name: "Edition", also: ["editionstatement"] },
  { key: "editionNumber", name: "Edition number", also: ["editionno"] },
  { key: "weightG", name: "Weight (g)", also: ["weight", "weightgrams", "weightingrams", "weightkg"] },
  { key: "heightMm", name: "Height (mm)", also: ["height", "heightcm", "heightin"] },
  { key: "widthMm", name: "Width (mm)", also: ["width", "widthcm", "widthin"] },
  { key: "thicknessMm", name: "Thickness (mm)", also: ["thickness", "thicknesscm", "spine", "depth"] },
  { key: "ageFrom", name: "Age from", also: ["minimumage", "minage"] },
  { key: "ageTo", name: "Age to", also: ["maximumage", "maxage"] },
  { key: "thema", name: "Thema", also: ["themacodes", "themacode", "themasubjects"] },
  { key: "bisac", name: "BISAC", also: ["bisaccodes", "bisaccode", "bisacsubjects"] },
  { key: "hsn", name: "HSN code", also: ["hsn", "hsnsac"] },
  { key: "taxRate", name: "Tax rate (%)", also: ["gst", "gstrate", "taxrate", "tax"] },
  { key: "featured", name: "Featured", also: ["isfeatured"] },
  { key: "visible", name: "Visible", also: ["shown", "active"] },
  { key: "otherFormats", name: "Other formats", also: ["otherformatsisbn", "alsoavailableas"] },
  {
    key: "pictures",
    name: "Pictures",
    also: ["picture", "image", "images", "imagesrc", "coverurl", "cover image", "imageurl"],
  },
];

/** The last column of refused rows. It is left out when they are uploaded again. */
export const WHY_REFUSED = "Why it was refused";

export const COLUMN_KEYS = IMPORT_COLUMNS.map(({ key }) => key);

/** The headings of Kitab's own template. */
export const TEMPLATE: { key: ColumnKey; name: string }[] = IMPORT_COLUMNS.filter(
  ({ onlyRead }) => !onlyRead,
);

const NAMES = new Map<ColumnKey, string>(IMPORT_COLUMNS.map(({ key, name }) => [key, name]));

export const columnName = (key: ColumnKey): string => NAMES.get(key)!;

const bare = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

const BY_HEADING = new Map(
  IMPORT_COLUMNS.flatMap(({ key, name, also = [] }) =>
    [name, ...also].map((text) => [bare(text), key] as const),
  ),
);

/** What a heading means, as far as it can be told. */
export const keyOfHeading = (heading: string): ColumnKey | null => BY_HEADING.get(bare(heading)) ?? null;

/** The unit in a heading such as "Weight (kg)". */
export const unitOfHeading = (heading: string): string | undefined =>
  /\(\s*(\p{L}+)\s*\)\s*$/u.exec(heading)?.[1];
