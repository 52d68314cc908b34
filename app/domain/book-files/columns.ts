import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import type { ContributorRole } from "~/domain/catalogue/books/record/contributor-roles";

// The columns of files of books, each declared once. Import, template, CSV and XLSX export, the questions of a check, the API's
// list of columns and the choices on the screen are made from this table. `read-row.ts` reads each kind of cell,
// `exports/book-cells.ts` writes it.

/** A single text, as somebody would type it into the book form. A `day` is whole, a `date` may be a year. */
export type TextKind =
  | "text"
  | "sku"
  | "code"
  | "isbn"
  | "money"
  | "copies"
  | "pages"
  | "whole"
  | "percent"
  | "weight"
  | "length"
  | "date"
  | "day"
  | "format"
  | "country"
  | "status"
  | "mayGo"
  | "flag";
/** The name of a row, which an import creates when it is missing; of languages their codes too. */
export type NameKind = "name" | "language" | "languageName";
/** Several in one cell. */
type ListKind = "people" | "tags" | "languages" | "codes" | "isbns" | "pictures";
/** What the cells of a column are. */
export type ColumnKind = TextKind | NameKind | ListKind | "id" | "visible" | "discount" | "currency";

interface Column {
  /** Its heading in the template, which is also that of the exports. */
  name: string;
  kind: ColumnKind;
  /** Other headings that mean the same, in lower case without spaces and signs, separated by spaces, the best first. */
  also?: string;
  /** The heading that counts before the column's own name where a table has both. */
  best?: string;
  /** Left out of template and exports: other systems have it, Kitab has one column for all. */
  onlyRead?: true;
  /** Of people. Without it they are authors, unless the cell says more. */
  role?: ContributorRole;
  /**
   * `book`: there is no book without it, or it says which one it is to be: a wrong one refuses the row. An empty cell of it says
   * nothing, nor does one of what is only `set`; all others empty what the book has.
   */
  need?: "book" | "set";
  /** In a workbook, in characters; 12 without it. */
  width?: number;
}

/** The columns of the form's fields that have another key. */
export const FIELD_COLUMNS = {
  authorId: "contributors",
  publisherId: "publisher",
  languageId: "language",
  furtherLanguageId: "languages",
  originalLanguageId: "originalLanguage",
  seriesId: "series",
  booktagsId: "tags",
} as const satisfies Partial<Record<keyof BookFields, string>>;

/** Fields of the book form that no file has, each with its reason. */
const NOT_IN_FILES = {} as const satisfies Partial<Record<keyof BookFields, string>>;

type ColumnOf<Field> = Field extends keyof typeof FIELD_COLUMNS ? (typeof FIELD_COLUMNS)[Field] : Field;
/** Each field of the form has a column, or stands in `NOT_IN_FILES`: the compiler asks for it. */
type FieldColumn = ColumnOf<Exclude<keyof BookFields, keyof typeof NOT_IN_FILES>>;
/** Columns of what is no field of the form. */
type FurtherColumn =
  | "id"
  | "visible"
  | "pictures"
  | "otherFormats"
  | "translators"
  | "editors"
  | "illustrators"
  | "discount"
  | "currency";

/** All columns, in the template's order. Several values in a cell are separated by semicolons. */
export const COLUMNS = {
  id: { name: "Book ID", kind: "id", need: "set", also: "kitabid" },
  isbn13: {
    name: "ISBN",
    kind: "isbn",
    need: "set",
    width: 16,
    best: "isbn13",
    also: "isbn13 isbn10 ean ean13 gtin gtin13 barcode gtinupceanorisbn",
  },
  sku: { name: "SKU", kind: "sku", need: "book", also: "itemcode productcode stockcode reference" },
  title: {
    name: "Title",
    kind: "text",
    need: "book",
    width: 40,
    also: "booktitle booksname bookname name producttitle productname itemname itemtitle nameofthebook",
  },
  subtitle: { name: "Subtitle", kind: "text", width: 30 },
  contributors: {
    name: "Contributors",
    kind: "people",
    need: "book",
    width: 36,
    also: "author authors authorname authornames writer by contributor bookauthor bookauthors",
  },
  translators: {
    name: "Translators",
    kind: "people",
    role: "B06",
    need: "set",
    onlyRead: true,
    also: "translator translatedby",
  },
  editors: {
    name: "Editors",
    kind: "people",
    role: "B01",
    need: "set",
    onlyRead: true,
    also: "editor editedby",
  },
  illustrators: {
    name: "Illustrators",
    kind: "people",
    role: "A12",
    need: "set",
    onlyRead: true,
    also: "illustrator illustratedby",
  },
  brief: { name: "Brief", kind: "text", need: "book", width: 40, also: "shortdescription summary blurb" },
  description: {
    name: "Description",
    kind: "text",
    width: 40,
    also: "longdescription aboutthebook synopsis",
  },
  price: {
    name: "Price",
    kind: "money",
    need: "book",
    best: "mrp",
    also: "mrp mrpinr priceinr listprice regularprice rate pricetaxincluded pricetaxexcludedorpricetaxincluded pricetaxexcluded",
  },
  salePrice: {
    name: "Sale Price",
    kind: "money",
    also: "specialprice offerprice discountedprice sellingprice",
  },
  discount: {
    name: "Discount %",
    kind: "discount",
    onlyRead: true,
    also: "discountpercent discountpercentage disc discpercent discountrate off",
  },
  currency: {
    name: "Currency",
    kind: "currency",
    onlyRead: true,
    also: "currencycode pricecurrency curr cur",
  },
  saleFrom: {
    name: "Sale from",
    kind: "day",
    also: "datesalepricestarts salestarts salestart specialpricefromdate discountfromyyyymmdd",
  },
  saleUntil: {
    name: "Sale until",
    kind: "day",
    also: "datesalepriceends saleends saleend specialpricetodate discounttoyyyymmdd",
  },
  stock: {
    name: "Stock",
    kind: "copies",
    need: "book",
    also: "quantity qty stockquantity stockqty copies onhand stockinhand closingstock currentstock availablestock inventory counted",
  },
  tags: {
    name: "Tags",
    kind: "tags",
    need: "book",
    width: 24,
    also: "tag category categories genre genres subject subjects booktags tagsxyz categoriesxyz",
  },
  publisher: {
    name: "Publisher",
    kind: "name",
    need: "book",
    width: 24,
    also: "publishername publishedby brand vendor manufacturer",
  },
  imprint: { name: "Imprint", kind: "text" },
  language: {
    name: "Language",
    kind: "language",
    need: "book",
    also: "languageoftext lang languageversion languages",
  },
  languages: { name: "Further languages", kind: "languages", also: "otherlanguages" },
  originalTitle: { name: "Original title", kind: "text" },
  originalLanguage: { name: "Original language", kind: "languageName", also: "translatedfrom" },
  format: {
    name: "Format",
    kind: "format",
    also: "binding bookformat productform bindingtype covertype bookcovertype",
  },
  pageCount: { name: "Pages", kind: "pages", also: "pagecount numberofpages noofpages page extent" },
  publishedOn: {
    name: "Published",
    kind: "date",
    also: "publisheddate publicationdate dateofpublication pubdate publishedon year yearofpublication publicationyear yearofpub pubyear",
  },
  publishingStatus: { name: "Publishing status", kind: "status", need: "set" },
  preorderLimit: { name: "Copies to pre-order", kind: "whole", also: "preorder preorders preordercopies" },
  series: { name: "Series", kind: "name", also: "seriesname seriestitle" },
  seriesNumber: {
    name: "Number in the series",
    kind: "text",
    also: "seriesnumber seriesno volume volumenumber",
  },
  editionStatement: { name: "Edition", kind: "text", also: "editionstatement" },
  editionNumber: { name: "Edition number", kind: "whole", also: "editionno" },
  weightG: { name: "Weight (g)", kind: "weight", also: "weight weightgrams weightingrams weightkg" },
  gyanPost: { name: "Gyan Post", kind: "mayGo" },
  heightMm: { name: "Height (mm)", kind: "length", also: "height heightcm heightin" },
  widthMm: { name: "Width (mm)", kind: "length", also: "width widthcm widthin" },
  thicknessMm: { name: "Thickness (mm)", kind: "length", also: "thickness thicknesscm spine depth" },
  ageFrom: { name: "Age from", kind: "whole", also: "minimumage minage" },
  ageTo: { name: "Age to", kind: "whole", also: "maximumage maxage" },
  thema: { name: "Thema", kind: "codes", also: "themacodes themacode themasubjects" },
  bisac: { name: "BISAC", kind: "codes", also: "bisaccodes bisaccode bisacsubjects" },
  hsn: { name: "HSN code", kind: "code", also: "hsn hsnsac" },
  taxRate: { name: "Tax rate (%)", kind: "percent", also: "gst gstrate taxrate tax" },
  countryOfOrigin: {
    name: "Country of origin",
    kind: "country",
    also: "countryofmanufacture origin madein importedfrom",
  },
  importer: { name: "Importer", kind: "text", also: "importedby importername" },
  featured: { name: "Featured", kind: "flag", also: "isfeatured" },
  visible: {
    name: "Visible",
    kind: "visible",
    need: "set",
    also: "shown active active01 productonline visibility",
  },
  otherFormats: { name: "Other formats", kind: "isbns", also: "otherformatsisbn alsoavailableas" },
  pictures: {
    name: "Pictures",
    kind: "pictures",
    need: "set",
    also: "picture image images imagesrc coverurl coverimage imageurl imageurls imageurlsxyz baseimage",
  },
} as const satisfies Record<FieldColumn | FurtherColumn, Column>;

type Columns = typeof COLUMNS;
/** What a column of a table can hold. */
export type ColumnKey = keyof Columns;
type KeysOf<Kind extends ColumnKind> = {
  [Key in ColumnKey]: Columns[Key]["kind"] extends Kind ? Key : never;
}[ColumnKey];

/** The fields that are a single text in a file, as somebody would type it into the book form. */
export type TextField = KeysOf<TextKind>;
/** The fields that are names of rows. */
export type NameField = KeysOf<NameKind>;

export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

/** The declaration without its literal types. */
export const columnOf = (key: ColumnKey): Column => COLUMNS[key];

/** Whether a column's cells are of one of these kinds. */
export const isOfKind = (key: ColumnKey, ...kinds: ColumnKind[]): boolean =>
  kinds.includes(COLUMNS[key].kind);

/** The headings of Kitab's own template. */
export const TEMPLATE: { key: ColumnKey; name: string }[] = COLUMN_KEYS.filter(
  (key) => !columnOf(key).onlyRead,
).map((key) => ({ key, name: COLUMNS[key].name }));

/** A column's heading in the template, as messages name it. */
export const columnName = (key: ColumnKey): string => COLUMNS[key].name;
